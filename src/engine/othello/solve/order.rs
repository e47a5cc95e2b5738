//! Which move to try first: fewest replies, corners, odd quadrants.

use super::last::{QUADRANTS, odd_quadrants};
use super::{Search, Solving};

/// A move with the position after it: `next` is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) next: u64,
    pub(super) other: u64,
    pub(super) square: u8,
    pub(super) rating: i32,
}

/// From this many empties on a move's value is worth its computation.
const VALUED_FROM: u32 = 12;
/// What a disc of value weighs.
const VALUE_WEIGHT: i32 = 32;

/// The four corners.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What a disc on each square is worth to the one who places it, for ordering.
static SQUARE_VALUE: [i8; 64] = {
    const QUARTER: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        values[square] = QUARTER[row][column];
        square += 1;
    }
    values
};

/// Rates the moves, the known best ones first.
#[inline(always)]
pub(super) fn rate<K: Solving>(
    kernel: K,
    search: &Search<'_>,
    list: &mut [Candidate],
    known: [u8; 2],
    empties: u32,
) {
    if list.len() == 1 {
        return;
    }
    let weights = search.weights.filter(|_| empties >= VALUED_FROM);
    for candidate in list {
        candidate.rating = if candidate.square == known[0] {
            1 << 24
        } else if candidate.square == known[1] {
            1 << 23
        } else if candidate.next == 0 {
            // Nothing is left of the opponent.
            1 << 25
        } else {
            let rating = rating(kernel, candidate, empties);
            match weights {
                Some(weights) => {
                    rating
                        - weights.evaluate(kernel, candidate.next, candidate.other) * VALUE_WEIGHT
                            / 100
                }
                None => rating,
            }
        };
    }
}

#[inline(always)]
fn rating<K: Solving>(kernel: K, candidate: &Candidate, empties: u32) -> i32 {
    let replies = kernel.mobility(candidate.next, candidate.other);
    // A corner is worth two other replies to the opponent.
    let freedom = replies.count_ones() + (replies & CORNERS).count_ones();
    let mut rating =
        -(freedom as i32) * 64 + i32::from(SQUARE_VALUE[candidate.square as usize & 63]);
    let free = !(candidate.next | candidate.other);
    if empties < 22 {
        let before = free | 1 << candidate.square;
        let odd = QUADRANTS[odd_quadrants(before) as usize & 15];
        if odd >> candidate.square & 1 == 1 {
            rating += if empties < 13 { 64 } else { 24 };
        }
    }
    rating += 24 * corner_anchors(candidate.other);
    rating - potential(candidate.next, candidate.other, free) * 8
}

/// Discs on corners and on squares beside an own corner.
#[inline(always)]
const fn corner_anchors(discs: u64) -> i32 {
    let corners = discs & CORNERS;
    let beside = (corners << 1 | corners >> 1 | corners << 8 | corners >> 8) & discs;
    (corners | beside).count_ones() as i32
}

/// Empty squares beside discs of `other`: where `next` may get moves later.
#[inline(always)]
const fn potential(_next: u64, other: u64, free: u64) -> i32 {
    let inner = other & 0x7e7e_7e7e_7e7e_7e7e;
    let sideways = inner << 1 | inner >> 1;
    let upright = other << 8 | other >> 8;
    let slanted = inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
    ((sideways | upright | slanted) & free).count_ones() as i32
}
