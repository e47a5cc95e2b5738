//! The othello player.
