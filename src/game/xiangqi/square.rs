//! The 90 points of the board. Rank 0 is Red's home rank, file 0 is on Red's left: ICCS `a0` is 0.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Color;

/// Files across the board.
pub const FILES: u8 = 9;
/// Ranks from Red's home to Black's.
pub const RANKS: u8 = 10;
/// Points on the board.
pub const SQUARES: usize = 90;

/// A point of the board, numbered `rank * 9 + file`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The point on `file` (0..9, from Red's left) and `rank` (0..10, from Red's home).
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < FILES && rank < RANKS, "a point off the board");
        Self(rank * FILES + file)
    }

    /// The point, if `file` and `rank` are on the board.
    pub const fn checked(file: i8, rank: i8) -> Option<Self> {
        if file < 0 || rank < 0 || file >= FILES as i8 || rank >= RANKS as i8 {
            return None;
        }
        Some(Self::new(file as u8, rank as u8))
    }

    /// The point numbered `index`, if there is one.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < SQUARES { Some(Self(index as u8)) } else { None }
    }

    /// The point numbered `index`, which must be below 90.
    pub(super) const fn at(index: u8) -> Self {
        debug_assert!((index as usize) < SQUARES, "a point off the board");
        Self(index)
    }

    /// All points, `a0` first, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SQUARES as u8).map(Self)
    }

    /// Its number, for tables of 90.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file, 0 on Red's left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// Its rank, 0 at Red's home.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The point `files` to Red's right and `ranks` away from Red, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        Self::checked(self.file() as i8 + files, self.rank() as i8 + ranks)
    }

    /// The same point seen from the other end of the board (rank upside down).
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::new(self.file(), RANKS - 1 - self.rank())
    }

    /// The point mirrored left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(FILES - 1 - self.file(), self.rank())
    }

    /// How many ranks the point lies in front of `color`'s home rank.
    #[inline]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::First => self.rank(),
            Color::Second => RANKS - 1 - self.rank(),
        }
    }

    /// Whether the point lies beyond the river for `color`.
    #[inline]
    pub const fn is_across_river(self, color: Color) -> bool {
        match color {
            Color::First => self.0 >= 45,
            Color::Second => self.0 < 45,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `e2` or `E2`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let error = || SquareError { text: text.to_owned() };
        let &[file, rank] = text.as_bytes() else { return Err(error()) };
        let file = file.to_ascii_lowercase();
        if !(b'a'..=b'i').contains(&file) || !rank.is_ascii_digit() {
            return Err(error());
        }
        Ok(Self::new(file - b'a', rank - b'0'))
    }
}

/// Text that names no point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    text: String,
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a point a0..i9, found `{}`", self.text)
    }
}

impl Error for SquareError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_the_same_point() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
    }

    #[test]
    fn a0_is_reds_left_corner_and_i9_blacks_left() {
        assert_eq!("a0".parse::<Square>().unwrap().index(), 0);
        assert_eq!("i9".parse::<Square>().unwrap().index(), 89);
    }

    #[test]
    fn other_text_names_no_point() {
        for text in ["", "a", "a10", "j0", "0a", "é", "a０"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
