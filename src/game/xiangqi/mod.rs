//! Xiangqi: u128 bitboards, legal moves, notation, repetition.

pub mod attacks;
mod bitboard;
mod board;
mod danger;
mod fen;
mod generate;
mod moves;
pub mod notation;
mod perft;
mod piece;
pub mod repetition;
mod rules;
mod square;

#[cfg(test)]
mod board_tests;
#[cfg(test)]
mod fen_tests;
#[cfg(test)]
mod reference;

use super::Color;

pub use bitboard::Bitboard;
pub use board::Board;
pub use fen::FenError;
pub use moves::{MAX_MOVES, Move, MoveError, MoveList, MoveSet};
pub use notation::{Notation, NotationError, Script};
pub use perft::perft;
pub use piece::{Kind, Piece};
pub use rules::{RepetitionRule, Rules};
pub use square::{FILES, RANKS, SQUARES, Square, SquareError};

/// Red moves first.
pub const RED: Color = Color::First;
/// Black moves second.
pub const BLACK: Color = Color::Second;
