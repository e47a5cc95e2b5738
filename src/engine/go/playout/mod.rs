//! Playouts: a game to its end by a fast policy.

pub mod pattern;
pub mod policy;
pub mod reply;
pub mod softmax;
pub mod uniform;
