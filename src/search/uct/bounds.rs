//! What is known for certain about a score.
//!
//! Bounds only ever tighten, so merging is order-free and many threads may do it at once.

use std::fmt;

/// The true score lies in `low..=high`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// At least this.
    pub low: i16,
    /// At most this.
    pub high: i16,
}

impl Bounds {
    /// Scores lie within ±`LIMIT`.
    pub const LIMIT: i16 = 10_000;
    /// Nothing is known.
    pub const OPEN: Self = Self { low: -Self::LIMIT, high: Self::LIMIT };

    /// The score itself.
    pub const fn exactly(score: i16) -> Self {
        Self { low: score, high: score }
    }

    /// The same knowledge from the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// The knowledge of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The score is known.
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// It is known who wins, or that nobody does.
    pub const fn is_decided(self) -> bool {
        self.low > 0 || self.high < 0 || (self.low == 0 && self.high == 0)
    }

    /// Packed into a word, for an atomic.
    pub(super) const fn pack(self) -> u32 {
        ((self.low as u16 as u32) << 16) | self.high as u16 as u32
    }

    /// The inverse of [`pack`](Self::pack).
    pub(super) const fn unpack(word: u32) -> Self {
        Self { low: (word >> 16) as u16 as i16, high: word as u16 as i16 }
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_value() {
        for low in [-10_000, -1, 0, 1, 64, 10_000] {
            for high in [-10_000, -64, 0, 3, 10_000] {
                let bounds = Bounds { low, high };
                assert_eq!(Bounds::unpack(bounds.pack()), bounds);
            }
        }
    }

    #[test]
    fn a_decided_result_need_not_be_an_exact_score() {
        assert!(Bounds { low: 2, high: 64 }.is_decided());
        assert!(Bounds { low: -64, high: -2 }.is_decided());
        assert!(Bounds::exactly(0).is_decided());
        assert!(!Bounds { low: 0, high: 2 }.is_decided());
        assert!(!Bounds { low: 2, high: 64 }.is_exact());
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let bounds = Bounds { low: -3, high: 8 };
        assert_eq!(bounds.flipped(), Bounds { low: -8, high: 3 });
        assert_eq!(bounds.flipped().flipped(), bounds);
    }
}
