//! Squares and moves, and how they are written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of the 64 squares: 0 is a1, the top left corner; 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// A move by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// No disc is placed: legal only when nothing else is.
    Pass,
    /// A disc is placed here.
    Place(Square),
}

/// Text that names no square and no pass.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is neither a square from a1 to h8 nor a pass")]
pub struct ParseMoveError {
    text: String,
}

impl Square {
    /// The square of `index` (row × 8 + column), if there is one.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square at `row` and `column`, both counted from 0 at the top left.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 { Some(Self(row * 8 + column)) } else { None }
    }

    /// All squares from a1 to h8, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// Row × 8 + column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Row from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Column from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The bitboard with this square alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The first square of a bitboard, if it has one.
    pub const fn first(bits: u64) -> Option<Self> {
        if bits == 0 { None } else { Some(Self(bits.trailing_zeros() as u8)) }
    }
}

/// The squares of a bitboard, from a1 on.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Square::first(self.0)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl Move {
    /// The square of a placed disc.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Pass => None,
            Self::Place(square) => Some(square),
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Place(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Place(square) => square.fmt(f),
        }
    }
}

impl FromStr for Square {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let square = match *text.as_bytes() {
            [column, row] => {
                let column = column.to_ascii_lowercase().wrapping_sub(b'a');
                Self::at(row.wrapping_sub(b'1'), column)
            }
            _ => None,
        };
        square.ok_or_else(|| ParseMoveError { text: text.to_owned() })
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// A square in any case, or one of the spellings of a pass: `pass`, `pa`, `ps`, `--`.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let pass = ["pass", "pa", "ps", "--"].iter().any(|word| word.eq_ignore_ascii_case(text));
        if pass { Ok(Self::Pass) } else { text.parse().map(Self::Place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a1_is_the_top_left_and_names_are_read_back() {
        assert_eq!(Square::new(0).unwrap().to_string(), "a1");
        assert_eq!(Square::new(7).unwrap().to_string(), "h1");
        assert_eq!("F5".parse::<Square>().unwrap().index(), 4 * 8 + 5);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
    }

    #[test]
    fn passes_are_read_in_all_spellings() {
        for text in ["pass", "PASS", "pa", "PA", "ps", "--"] {
            assert_eq!(text.parse(), Ok(Move::Pass));
        }
    }

    #[test]
    fn what_is_off_the_board_is_refused_by_name() {
        for text in ["", "i1", "a9", "a0", "a", "a10", "é", "黑"] {
            let error = text.parse::<Move>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn squares_of_a_bitboard_come_in_order() {
        let squares: Vec<String> =
            Squares(1 | 1 << 9 | 1 << 63).map(|square| square.to_string()).collect();
        assert_eq!(squares, ["a1", "b2", "h8"]);
    }
}
