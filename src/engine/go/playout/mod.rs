//! Playouts: a game to its end by a fast policy.

pub mod uniform;
