//! The go player.
