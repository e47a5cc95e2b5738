//! The board of playouts: everything a random game asks is kept up to date, nothing is searched.
//!
//! - Chains are circular lists with *pseudo-liberties*: each vacant point counts once for every stone
//!   of the chain next to it. Their number, sum and sum of squares tell exactly whether a chain is
//!   captured (number 0) or in atari (all liberties are one point).
//! - Each point has the *code* of its eight neighbours, two bits each: eyes, free liberties and
//!   3x3 patterns are then one look.
//! - Vacant points are a list with swap removal, so a random one is one draw.
//!
//! The array length is a power of two known to the compiler, so masked indices need no check.
//! [`Board`](super::Board) specifies all of it; property tests compare the two on random games.

mod board;
mod code;
mod ladder;
mod liberties;
mod nakade;
mod play;
mod tactics;
#[cfg(test)]
mod tests;

pub use board::{FastBoard, Vertex};
pub use code::Code;

/// For boards up to 9 lines.
pub type Board9 = FastBoard<128>;
/// For boards up to 13 lines.
pub type Board13 = FastBoard<256>;
/// For boards up to 19 lines.
pub type Board19 = FastBoard<512>;
/// For boards up to 25 lines.
pub type Board25 = FastBoard<1024>;
