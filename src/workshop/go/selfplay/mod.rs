//! Games of the go player with itself: what the learned priors learn from beside records.
//!
//! The first moves of a game are drawn by how often the search visited them, so that no two games are
//! alike; the others are the player's best.

mod game;
mod play;

#[cfg(test)]
mod tests;

pub use game::{PlayedGame, Searched, Terms};
pub use play::{SelfPlayer, TermsError};
