//! The othello player.

pub mod evaluate;
pub mod solve;
