//! Games of the alpha-beta player with itself, ended exactly: what pattern weights learn from.
//!
//! A game begins with random moves, goes on by searches of a fixed depth, and from some number of
//! empties on it is solved: from there on its moves are best play and its score is exact.

mod game;
mod play;

#[cfg(test)]
mod tests;

pub use game::{PlayedGame, Terms};
pub use play::SelfPlayer;
