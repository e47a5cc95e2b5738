//! Sets of points in one `u128`: bit `n` is the point numbered `n`.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::Color;
use super::square::{FILES, RANKS, SQUARES, Square};

/// A set of points.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub(super) u128);

impl Bitboard {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// Every point.
    pub const ALL: Self = Self((1 << SQUARES) - 1);

    /// The points of the file, 0 on Red's left.
    #[inline]
    pub const fn file(file: u8) -> Self {
        /// The first point of every rank.
        const FIRST: u128 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < RANKS {
                bits |= 1 << (rank * FILES);
                rank += 1;
            }
            bits
        };
        Self(FIRST << file)
    }

    /// The points of the rank, 0 at Red's home.
    pub const fn rank(rank: u8) -> Self {
        Self(0x1ff << (rank * FILES))
    }

    /// Just this point.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The set with these bits; bits that are no points are dropped.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit `n` for the point numbered `n`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether no point is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any point is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether more than one point is in the set.
    #[inline]
    pub const fn is_many(self) -> bool {
        self.without_first().any()
    }

    /// How many points are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        (self.0 >> square.index()) & 1 != 0
    }

    /// Whether the sets share a point.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with `square` added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set with `square` taken away.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The lowest point, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::at(self.0.trailing_zeros() as u8)) }
    }

    /// The set without its lowest point.
    #[inline]
    #[must_use]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The points one step forward of these for `color`, as far as there are any.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::First => Self(self.0 << FILES & Self::ALL.0),
            Color::Second => Self(self.0 >> FILES),
        }
    }

    /// The points one step to Red's right of these.
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        Self((self.0 & !Self::file(FILES - 1).0) << 1)
    }

    /// The points one step to Red's left of these.
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        Self((self.0 & !Self::file(0).0) >> 1)
    }

    /// Takes the lowest point out of the set.
    #[inline]
    pub const fn pop(&mut self) -> Option<Square> {
        let first = self.first();
        *self = self.without_first();
        first
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (Bitboard::count(*self) as usize, Some(Bitboard::count(*self) as usize))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    /// The points of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl fmt::Display for Bitboard {
    /// A diagram, Black's home rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            for file in 0..FILES {
                let mark = if self.contains(Square::new(file, rank)) { 'x' } else { '.' };
                write!(f, "{}{mark}", if file == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_and_ranks_cover_the_board_once() {
        let files = (0..FILES).map(Bitboard::file).fold(Bitboard::EMPTY, |a, b| a ^ b);
        let ranks = (0..RANKS).map(Bitboard::rank).fold(Bitboard::EMPTY, |a, b| a ^ b);
        assert_eq!((files, ranks), (Bitboard::ALL, Bitboard::ALL));
    }

    #[test]
    fn steps_stop_at_the_edge() {
        let all = Bitboard::ALL;
        assert_eq!(all.right(), all - Bitboard::file(0));
        assert_eq!(all.left(), all - Bitboard::file(8));
        assert_eq!(all.forward(Color::First), all - Bitboard::rank(0));
        assert_eq!(all.forward(Color::Second), all - Bitboard::rank(9));
    }

    proptest! {
        #[test]
        fn a_set_is_the_points_it_lists(bits: u128) {
            let set = Bitboard::from_bits(bits);
            let listed: Vec<Square> = set.collect();
            prop_assert_eq!(listed.len(), set.count() as usize);
            prop_assert!(listed.is_sorted());
            prop_assert!(Square::all().all(|s| set.contains(s) == listed.contains(&s)));
            prop_assert_eq!(listed.into_iter().collect::<Bitboard>(), set);
        }
    }
}
