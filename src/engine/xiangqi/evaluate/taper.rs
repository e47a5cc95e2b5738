//! A weight for the middlegame and one for the endgame, added as one number.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values, middlegame and endgame, packed so that both are added at once.
///
/// The endgame sits in the high half; a negative middlegame borrows one from it, which reading
/// gives back. Each must stay within `i16`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Taper(i32);

impl Taper {
    /// The pair.
    pub const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16).wrapping_add(middle))
    }

    /// The middlegame value.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// Between the two: `phase` of `full` is the whole middlegame, 0 the endgame.
    #[inline]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        let phase = if phase > full { full } else { phase };
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl Add for Taper {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Taper {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Taper {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Taper {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Taper {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

impl Sum for Taper {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::default(), Add::add)
    }
}

impl fmt::Debug for Taper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middle(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_the_sums_of_the_halves(a in -9000..9000, b in -9000..9000, c in -9000..9000, d in -9000..9000) {
            let (x, y) = (Taper::new(a, b), Taper::new(c, d));
            prop_assert_eq!(((x + y).middle(), (x + y).end()), (a + c, b + d));
            prop_assert_eq!(((x - y).middle(), (x - y).end()), (a - c, b - d));
            prop_assert_eq!(((-x).middle(), (-x).end()), (-a, -b));
            let triple = Taper::new(a / 3, b / 3) * 3;
            prop_assert_eq!((triple.middle(), triple.end()), (a / 3 * 3, b / 3 * 3));
        }
    }

    #[test]
    fn the_phase_blends() {
        let taper = Taper::new(100, -20);
        assert_eq!((taper.at(32, 32), taper.at(16, 32), taper.at(0, 32)), (100, 40, -20));
    }
}
