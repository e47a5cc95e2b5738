//! The go player.

pub mod playout;

pub use playout::uniform::{playout_rate, random_playout};
