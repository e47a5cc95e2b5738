//! The liberties of a chain in one word: enough to tell capture and atari.

use super::board::Vertex;

/// The pseudo-liberties of a chain: their number, the sum of their vertices, and of the squares, in
/// 12, 20 and 32 bits of one word, so that adding or removing one is a single addition. On the largest
/// board all chains of a side together have at most 1,250, of vertices below 703: no field overflows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Liberties(pub(super) u64);

impl Liberties {
    /// One pseudo-liberty.
    #[inline]
    pub(super) const fn of(vertex: u16) -> Self {
        let v = vertex as u64;
        Self((1 << 52) | (v << 32) | (v * v))
    }

    #[inline]
    pub(super) fn add(&mut self, more: Self) {
        self.0 = self.0.wrapping_add(more.0);
    }

    #[inline]
    pub(super) fn remove(&mut self, gone: Self) {
        self.0 = self.0.wrapping_sub(gone.0);
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// There is at most one point among the pseudo-liberties: equality in Cauchy and Schwarz's inequality.
    #[inline]
    pub(super) const fn are_one_point(self) -> bool {
        let (number, sum, squares) = (self.0 >> 52, self.sum(), self.0 & 0xffff_ffff);
        number * squares == sum * sum
    }

    #[inline]
    const fn sum(self) -> u64 {
        (self.0 >> 32) & 0xf_ffff
    }

    /// The point, if it is one.
    #[inline]
    pub(super) fn point(self) -> Vertex {
        Vertex((self.sum() / (self.0 >> 52).max(1)) as u16)
    }
}
