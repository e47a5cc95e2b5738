//! A move in two bytes, and the list a generator fills.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::Square;

/// From one point to another. `Option<Move>` is as small as `Move`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// The move between two different points.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        debug_assert!(from.index() != to.index(), "a move that stays");
        // One more than the first point's number, so that no move is 0.
        match NonZeroU16::new((from.index() as u16 + 1) | (to.index() as u16) << 7) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::at((self.0.get() & 127) as u8 - 1)
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at((self.0.get() >> 7) as u8)
    }

    /// The two bytes, never 0: for tables.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these [`bits`](Self::bits), if there is one.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let Some(from) = ((bits & 127) as usize).checked_sub(1) else { return None };
        match (Square::from_index(from), Square::from_index((bits >> 7) as usize)) {
            (Some(from), Some(to)) if from.index() != to.index() => Some(Self::new(from, to)),
            _ => None,
        }
    }

    /// The move mirrored left to right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.from().mirrored(), self.to().mirrored())
    }
}

impl fmt::Display for Move {
    /// `h2e2`, ranks from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads `h2e2`, `H2E2` and `H2-E2`, ranks from 0.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let parse = || {
            let (from, to) = text.split_at_checked(2)?;
            let to = to.strip_prefix('-').unwrap_or(to);
            let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
            (from != to).then(|| Self::new(from, to))
        };
        parse().ok_or_else(|| MoveError { text: text.to_owned() })
    }
}

/// Text that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    text: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move like h2e2, found `{}`", self.text)
    }
}

impl Error for MoveError {}

/// More moves than any position of xiangqi has.
///
/// Two rooks and two cannons on open lines have 17 each, horses 8, pawns 3, elephants 4, advisors
/// 5 together, the king 4: 116.
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Captures and quiet moves.
    All,
    /// Only moves that take a piece.
    Captures,
    /// Only moves that take nothing.
    Quiets,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bits_read_back_as_the_same_move() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        }
    }

    #[test]
    fn all_other_bits_are_no_move() {
        let moves = (0..=u16::MAX).filter_map(Move::from_bits).count();
        assert_eq!(moves, 90 * 89);
    }

    #[test]
    fn iccs_print_form_is_read() {
        assert_eq!("H2-E2".parse::<Move>(), "h2e2".parse());
        for text in ["", "h2", "h2h2", "h2e", "h2--e2", "h2e10", "é2e2", "h２e2"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
