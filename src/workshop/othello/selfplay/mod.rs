//! Games of the alpha-beta player with itself, ended exactly: what pattern weights learn from.
//!
//! A game begins with random moves, or with the moves of an opening and some strays; it goes on by searches
//! of a fixed depth, whose values are kept, and from some number of empties on it is solved: from there
//! on its moves are best play and its score is exact.

mod game;
mod play;

#[cfg(test)]
mod tests;

pub use game::{PlayedGame, Terms, Told};
pub use play::SelfPlayer;
