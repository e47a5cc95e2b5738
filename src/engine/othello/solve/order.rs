//! Which move to try first: fewest replies, corners, odd quadrants, and far from the end the value
//! of patterns a few plies ahead.

use super::last::{QUADRANTS, odd_quadrants};
use super::{Search, Solving, final_score};
use crate::engine::othello::candidates::{Candidate, after};
use crate::engine::othello::evaluate::Weights;
use crate::game::othello::Squares;

/// How well the moves of a node must be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// A node that one good move refutes.
    Refutation,
    /// A node of the expected line: there are few, and much hangs on them.
    ExpectedLine,
}

/// From this many empties on a move's value is worth its computation ...
const VALUED_FROM: u32 = 12;
/// ... and worth a search of one ply, of two plies.
const AHEAD_FROM: [u32; 2] = [14, 18];
/// Plies more on the expected line.
const EXPECTED_LINE_PLIES: u32 = 2;
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
    care: Care,
) {
    if list.len() == 1 {
        return;
    }
    let weights = search.weights.filter(|_| empties >= VALUED_FROM);
    let plies = plies_ahead(empties, care);
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
                    let (next, other) = (candidate.next, candidate.other);
                    let value = value_ahead(kernel, weights, next, other, plies, (-FAR, FAR));
                    rating - value * VALUE_WEIGHT / 100
                }
                None => rating,
            }
        };
    }
}

/// Plies to look ahead for the value of a move.
const fn plies_ahead(empties: u32, care: Care) -> u32 {
    let plies = (empties >= AHEAD_FROM[0]) as u32 + (empties >= AHEAD_FROM[1]) as u32;
    match care {
        Care::ExpectedLine if plies > 0 => plies + EXPECTED_LINE_PLIES,
        _ => plies,
    }
}

/// More than any value.
pub(super) const FAR: i32 = 10_000;

/// The value of a position `plies` ahead, in hundredths of a disc.
#[inline(always)]
fn value_ahead<K: Solving>(
    kernel: K,
    weights: &Weights,
    mover: u64,
    opponent: u64,
    plies: u32,
    window: (i32, i32),
) -> i32 {
    match plies {
        0 => weights.evaluate(kernel, mover, opponent),
        _ => kernel.ahead(weights, mover, opponent, plies, window),
    }
}

/// The same by plain alpha-beta, at least one ply.
#[inline(always)]
pub(super) fn ahead<K: Solving>(
    kernel: K,
    weights: &Weights,
    mover: u64,
    opponent: u64,
    plies: u32,
    (alpha, beta): (i32, i32),
) -> i32 {
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        if kernel.mobility(opponent, mover) == 0 {
            return 100 * final_score(mover, opponent);
        }
        return -kernel.ahead(weights, opponent, mover, plies, (-beta, -alpha));
    }
    let mut best = -FAR;
    for square in Squares(moves) {
        let flips = kernel.flips(mover, opponent, square.index());
        let (next, other) = after(mover, opponent, square.index(), flips);
        let window = (-beta, -alpha.max(best));
        best = best.max(-value_ahead(kernel, weights, next, other, plies - 1, window));
        if best >= beta {
            break;
        }
    }
    best
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
    rating - potential(candidate.other, free) * 8
}

/// Discs on corners and on squares beside an own corner.
#[inline(always)]
const fn corner_anchors(discs: u64) -> i32 {
    let corners = discs & CORNERS;
    let beside = (corners << 1 | corners >> 1 | corners << 8 | corners >> 8) & discs;
    (corners | beside).count_ones() as i32
}

/// Empty squares beside discs of `other`: where its opponent may get moves later.
#[inline(always)]
const fn potential(other: u64, free: u64) -> i32 {
    let inner = other & 0x7e7e_7e7e_7e7e_7e7e;
    let sideways = inner << 1 | inner >> 1;
    let upright = other << 8 | other >> 8;
    let slanted = inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
    ((sideways | upright | slanted) & free).count_ones() as i32
}
