//! The last four empties, written out: most nodes of a solve are here.
//!
//! All functions search the null window `alpha..alpha + 1` and return a bound on the score that is
//! on the right side of it.

use super::{NOTHING, Search, Solving, final_score};
use crate::engine::othello::candidates::after;

/// The quadrant of each square as one of four bits: odd quadrants are where the last move is.
pub(super) static QUADRANT: [u8; 64] = {
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        quadrants[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    quadrants
};

/// The squares of every set of quadrants.
pub(super) static QUADRANTS: [u64; 16] = {
    let mut squares = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set as u8 & QUADRANT[square] != 0 {
                squares[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    squares
};

/// The neighbours of each square: a move there flips something only beside an opponent's disc.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit & !0x0101_0101_0101_0101) >> 1 | (bit & !0x8080_8080_8080_8080) << 1;
        neighbours[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    neighbours
};

/// The quadrants with an odd number of `empties`.
#[inline]
pub(super) const fn odd_quadrants(empties: u64) -> u8 {
    let mut odd = 0;
    let mut i = 0;
    while i < 4 {
        odd |= ((empties & QUADRANT_SQUARES[i]).count_ones() as u8 & 1) << i;
        i += 1;
    }
    odd
}

const QUADRANT_SQUARES: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// One empty square: count what its disc turns over.
#[inline(always)]
fn one<K: Solving>(kernel: K, mover: u64, opponent: u64, square: usize) -> i32 {
    let discs = mover.count_ones() as i32;
    let flips = kernel.flips(mover, opponent, square);
    if flips != 0 {
        return 2 * (discs + flips.count_ones() as i32) - 62;
    }
    let flips = kernel.flips(opponent, mover, square);
    if flips != 0 {
        return 2 * (discs - flips.count_ones() as i32) - 64;
    }
    // Neither can move: the square goes to the winner. 63 discs leave no draw.
    if discs >= 32 { 2 * discs - 62 } else { 2 * discs - 64 }
}

/// The better of two moves, [`NOTHING`] if neither is legal.
#[inline(always)]
fn either<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    (mover, opponent): (u64, u64),
    alpha: i32,
    (first, second): (usize, usize),
) -> i32 {
    let mut best = NOTHING;
    if NEIGHBOURS[first] & opponent != 0 {
        let flips = kernel.flips(mover, opponent, first);
        if flips != 0 {
            search.nodes += 1;
            let (next, other) = after(mover, opponent, first, flips);
            best = -one(kernel, next, other, second);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[second] & opponent != 0 {
        let flips = kernel.flips(mover, opponent, second);
        if flips != 0 {
            search.nodes += 1;
            let (next, other) = after(mover, opponent, second, flips);
            best = best.max(-one(kernel, next, other, first));
        }
    }
    best
}

/// Two empty squares.
#[inline(always)]
fn two<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
    squares: (usize, usize),
) -> i32 {
    search.nodes += 1;
    let best = either(kernel, search, (mover, opponent), alpha, squares);
    if best != NOTHING {
        return best;
    }
    let best = either(kernel, search, (opponent, mover), -alpha - 1, squares);
    if best != NOTHING { -best } else { final_score(mover, opponent) }
}

/// Three empty squares; `odd` are the quadrants with an odd number of them.
#[inline(always)]
pub(super) fn three<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
    odd: u8,
) -> i32 {
    search.nodes += 1;
    let empties = !(mover | opponent);
    let [a, b, c] = in_order(empties, odd);
    let mut best = NOTHING;
    for (square, others) in [(a, (b, c)), (b, (a, c)), (c, (a, b))] {
        if NEIGHBOURS[square] & opponent == 0 {
            continue;
        }
        let flips = kernel.flips(mover, opponent, square);
        if flips == 0 {
            continue;
        }
        let (next, other) = after(mover, opponent, square, flips);
        best = best.max(-two(kernel, search, next, other, -alpha - 1, others));
        if best > alpha {
            return best;
        }
    }
    if best != NOTHING {
        return best;
    }
    if kernel.mobility(opponent, mover) == 0 {
        return final_score(mover, opponent);
    }
    -kernel.three(search, opponent, mover, -alpha - 1, odd)
}

/// Four empty squares.
#[inline(always)]
pub(super) fn four<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
    odd: u8,
) -> i32 {
    search.nodes += 1;
    let empties = !(mover | opponent);
    let squares: [usize; 4] = in_order(empties, odd);
    let mut best = NOTHING;
    for square in squares {
        if NEIGHBOURS[square] & opponent == 0 {
            continue;
        }
        let flips = kernel.flips(mover, opponent, square);
        if flips == 0 {
            continue;
        }
        let (next, other) = after(mover, opponent, square, flips);
        best = best.max(-kernel.three(search, next, other, -alpha - 1, odd ^ QUADRANT[square]));
        if best > alpha {
            return best;
        }
    }
    if best != NOTHING {
        return best;
    }
    if kernel.mobility(opponent, mover) == 0 {
        return final_score(mover, opponent);
    }
    -kernel.four(search, opponent, mover, -alpha - 1, odd)
}

/// The `N` empty squares, those in odd quadrants first.
#[inline(always)]
fn in_order<const N: usize>(empties: u64, odd: u8) -> [usize; N] {
    let mut first = empties & QUADRANTS[odd as usize & 15];
    let mut second = empties & !first;
    let mut squares = [0; N];
    for square in &mut squares {
        let from = if first != 0 { &mut first } else { &mut second };
        *square = from.trailing_zeros() as usize & 63;
        *from &= from.wrapping_sub(1);
    }
    squares
}
