//! FEN, as written by many programs: one to six fields, Western letters, any turn letter.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt::Write as _;
use std::str::FromStr;

use thiserror::Error;

use super::attacks::HOME_POINTS;
use super::bitboard::Bitboard;
use super::board::Board;
use super::danger::Danger;
use super::piece::{Kind, Piece};
use super::square::{FILES, RANKS, Square};
use super::{BLACK, Color, RED};

/// The highest clock taken over from a FEN: one ply below the natural limit, so that a position
/// set up to be played is never already over.
const MAX_CLOCK: u16 = 119;

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// Nothing but white space.
    #[error("expected a FEN, found no text")]
    Empty,
    /// Too few or too many ranks.
    #[error("expected 10 ranks in `{board}`, found {found}")]
    Ranks {
        /// The first field.
        board: String,
        /// How many it has.
        found: usize,
    },
    /// A rank that is not nine points wide.
    #[error("expected 9 points in rank {rank} `{text}`, found {found}")]
    Width {
        /// Its number, 9 at Black's home.
        rank: u8,
        /// Its text.
        text: String,
        /// How many points it describes.
        found: usize,
    },
    /// A letter that names no piece.
    #[error("expected a piece KABNRCP or a digit in rank {rank}, found `{letter}`")]
    Letter {
        /// The rank's number, 9 at Black's home.
        rank: u8,
        /// The letter.
        letter: char,
    },
    /// More pieces of a kind than the game has, or no king.
    #[error("expected {expected} {side} {kind}, found {found}")]
    Number {
        /// Whose.
        side: &'static str,
        /// The kind's name.
        kind: &'static str,
        /// How many there may be.
        expected: &'static str,
        /// How many there are.
        found: u32,
    },
    /// A piece where its kind can never stand.
    #[error("expected no {side} {kind} on {square}, it can never get there")]
    Place {
        /// Whose.
        side: &'static str,
        /// The kind's name.
        kind: &'static str,
        /// Where.
        square: Square,
    },
    /// The side that has just moved stands in check, or the kings face each other.
    #[error("expected the {side} king, not to move, to be out of check")]
    CanBeTaken {
        /// Whose king.
        side: &'static str,
    },
}

const fn side_name(color: Color) -> &'static str {
    match color {
        RED => "red",
        BLACK => "black",
    }
}

impl Board {
    /// Reads a FEN of one to six fields: pieces, turn (Black only by `b`), two unused, plies
    /// since a capture, number of the full move.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let pieces = read_pieces(fields.next().ok_or(FenError::Empty)?)?;
        check_pieces(&pieces)?;
        let turn = match fields.next() {
            Some("b" | "B") => BLACK,
            _ => RED,
        };
        let (_, _) = (fields.next(), fields.next());
        let clock = fields.next().and_then(number).unwrap_or(0).min(MAX_CLOCK);
        let full_move = fields.next().and_then(number).unwrap_or(1).max(1);
        let ply = (full_move - 1).saturating_mul(2).saturating_add(turn.index() as u16);
        let board = Self::with_pieces(&pieces, turn, clock, ply);
        if Danger::of(&board, turn.other()).checkers.any() {
            return Err(FenError::CanBeTaken { side: side_name(turn.other()) });
        }
        Ok(board)
    }

    /// The FEN with all six fields.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for file in 0..FILES {
                match self.piece_at(Square::new(file, rank)) {
                    Some(piece) => {
                        write_empty(&mut text, empty);
                        empty = 0;
                        text.push(piece.letter());
                    }
                    None => empty += 1,
                }
            }
            write_empty(&mut text, empty);
            if rank > 0 {
                text.push('/');
            }
        }
        let turn = if self.turn() == RED { 'w' } else { 'b' };
        let full_move = self.ply() / 2 + 1;
        // Writing to a string cannot fail.
        let _ = write!(text, " {turn} - - {} {full_move}", self.clock());
        text
    }
}

fn write_empty(text: &mut String, points: u32) {
    if let Some(digit) = char::from_digit(points, 10).filter(|_| points > 0) {
        text.push(digit);
    }
}

/// A number, clamped; no number for other text.
fn number(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u16::MAX))
}

fn read_pieces(board: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let found = board.split('/').count();
    if found != usize::from(RANKS) {
        return Err(FenError::Ranks { board: board.to_owned(), found });
    }
    let mut pieces = Vec::with_capacity(32);
    for (rank, text) in (0..RANKS).rev().zip(board.split('/')) {
        let mut file = 0_usize;
        for letter in text.chars() {
            if let Some(points) = letter.to_digit(10) {
                file += points as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
            if let Some(square) =
                i8::try_from(file).ok().and_then(|file| Square::checked(file, rank as i8))
            {
                pieces.push((square, piece));
            }
            file += 1;
        }
        if file != usize::from(FILES) {
            return Err(FenError::Width { rank, text: text.to_owned(), found: file });
        }
    }
    Ok(pieces)
}

fn check_pieces(pieces: &[(Square, Piece)]) -> Result<(), FenError> {
    for color in Color::BOTH {
        for (kind, home) in Kind::ALL.into_iter().zip(home_points(color)) {
            let own = Piece::new(color, kind);
            let points: Bitboard =
                pieces.iter().filter(|(_, piece)| *piece == own).map(|&(at, _)| at).collect();
            let found = points.count();
            let (side, kind_name) = (side_name(color), kind.name());
            let expected = match kind {
                Kind::King => "exactly 1",
                Kind::Pawn => "at most 5",
                _ => "at most 2",
            };
            if found as usize > kind.number_at_start() || kind == Kind::King && found == 0 {
                return Err(FenError::Number { side, kind: kind_name, expected, found });
            }
            if let Some(square) = (points - home).first() {
                return Err(FenError::Place { side, kind: kind_name, square });
            }
        }
    }
    Ok(())
}

fn home_points(color: Color) -> [Bitboard; 7] {
    let [red, black] = HOME_POINTS;
    if color == RED { red } else { black }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}
