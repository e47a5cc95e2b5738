//! Othello: two 64-bit boards, flips, stable discs.
//!
//! Bit `row × 8 + column` of a bitboard is the square in that row from the top and that column
//! from the left: bit 0 is a1, bit 63 is h8. Fast code works on a pair of bitboards, mover and
//! opponent, through a [`Kernel`]: the same searches compiled for plain x86-64 (or any other
//! machine) and for AVX2.

mod board;
pub mod flip;
mod perft;
mod square;
mod stable;
mod symmetry;

use super::Color;

pub use board::{Board, Empties, ParseBoardError, Rules};
pub use flip::{Instructions, Kernel};
pub use perft::{PassCounts, perft, perft_by_move};
pub use square::{Move, ParseMoveError, Square, Squares};
pub use stable::{FullLines, stable};
pub use symmetry::Symmetry;

/// Black, who moves first.
pub const BLACK: Color = Color::First;
/// White.
pub const WHITE: Color = Color::Second;
