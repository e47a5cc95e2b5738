//! Flips and mobility in plain 64-bit arithmetic: the specification of the other kernels.

use super::Kernel;
use super::rays::{RAYS, STEPS};

/// Runs on any processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

/// Columns b to g: a run that is flipped along a row or diagonal never touches a side column.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Kernel for Portable {
    #[inline(always)]
    fn flips(self, mover: u64, opponent: u64, square: usize) -> u64 {
        let rays = &RAYS[square & 63];
        let mut flips = 0;
        for i in 0..4 {
            flips |= flips_up(mover, opponent, rays.up[i]);
            flips |= flips_down(mover, opponent, rays.down[i]);
        }
        flips
    }

    #[inline(always)]
    fn mobility(self, mover: u64, opponent: u64) -> u64 {
        let mut moves = 0;
        for step in STEPS {
            let inner = if step == 8 { opponent } else { opponent & INNER_COLUMNS };
            // A run of six discs is the longest: 1, 2, then 2 and 2 more by doubled steps.
            let pairs_up = inner & (inner << step);
            let mut up = inner & (mover << step);
            up |= inner & (up << step);
            up |= pairs_up & (up << (2 * step));
            up |= pairs_up & (up << (2 * step));
            let pairs_down = inner & (inner >> step);
            let mut down = inner & (mover >> step);
            down |= inner & (down >> step);
            down |= pairs_down & (down >> (2 * step));
            down |= pairs_down & (down >> (2 * step));
            moves |= (up << step) | (down >> step);
        }
        moves & !(mover | opponent)
    }

    fn extract(self, bits: u64, mut mask: u64) -> u64 {
        let (mut extracted, mut place) = (0, 1);
        while mask != 0 {
            if bits & mask & mask.wrapping_neg() != 0 {
                extracted |= place;
            }
            place <<= 1;
            mask &= mask - 1;
        }
        extracted
    }
}

/// Along a ray of higher squares: adding 1 to the board with everything but the ray's
/// non-opponents set carries into the first square that is not the opponent's.
#[inline(always)]
const fn flips_up(mover: u64, opponent: u64, ray: u64) -> u64 {
    let end = (opponent | !ray).wrapping_add(1) & mover & ray;
    end.wrapping_sub((end != 0) as u64) & ray
}

/// Along a ray of lower squares: the highest square that is not the opponent's ends the run.
#[inline(always)]
const fn flips_down(mover: u64, opponent: u64, ray: u64) -> u64 {
    let others = ray & !opponent;
    let end = (1 << (63 - (others | 1).leading_zeros())) & others & mover;
    // Squares above `end`; none if there is no `end`.
    (end.wrapping_neg() << 1) & ray
}
