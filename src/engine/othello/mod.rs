//! The othello player.

pub mod evaluate;
