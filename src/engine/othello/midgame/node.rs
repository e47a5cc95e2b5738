//! One node of the midgame search.

use super::cut::{self, Ending, Selectivity};
use super::{Midgame, NOTHING, Searching};
use crate::base::Key;
use crate::engine::othello::candidates::{Candidate, candidates, pick};
use crate::engine::othello::solve::{final_score, position_key};
use crate::search::{Bound, Entry};

/// From this depth on moves are ordered by their value, below by the replies they leave.
const VALUED_FROM: u32 = 3;
/// Below this depth a position is not worth a look into the table.
const TABLE_FROM: u32 = 2;
/// So many empties are solved, however bold the search to the end is.
pub(in crate::engine::othello) const SOLVED_AT: u32 = 11;

/// The score of a position searched `depth` plies deep, if it lies between `alpha` and `beta`;
/// otherwise a bound on the right side.
#[inline(always)]
pub(super) fn node<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    mover: u64,
    opponent: u64,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let (moves, known) = match first_look(kernel, search, (mover, opponent), depth, alpha, beta) {
        FirstLook::Value(score) => return score,
        FirstLook::Pass => return -kernel.node(search, opponent, mover, depth, -beta, -alpha),
        FirstLook::Moves { moves, known } => (moves, known),
    };
    let mut list = candidates(kernel, mover, opponent, moves);
    rate(kernel, search, &mut list, known, depth);
    let (best, mv) = best_of(kernel, search, &mut list, depth, alpha, beta);
    if depth >= TABLE_FROM && !search.solver.is_halted() {
        store(search, (mover, opponent), depth, (alpha, beta), best, mv);
    }
    best
}

/// What is known of a position before its moves are searched.
pub(super) enum FirstLook {
    /// Its score, or a bound that suffices.
    Value(i32),
    /// The side to move has no move, the other has.
    Pass,
    /// These squares, and the table's move.
    Moves {
        /// The squares.
        moves: u64,
        /// The number of the table's move, 0 for none.
        known: u16,
    },
}

/// Tries to do without searching the moves.
#[inline(always)]
pub(super) fn first_look<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    (mover, opponent): (u64, u64),
    depth: u32,
    alpha: i32,
    beta: i32,
) -> FirstLook {
    if search.solver.count_and_halt() {
        return FirstLook::Value(alpha);
    }
    let empties = (!(mover | opponent)).count_ones();
    let solves = empties <= SOLVED_AT || search.ending == Ending::EXACT;
    if depth >= empties && solves && beta - alpha == 1 {
        return FirstLook::Value(to_the_end(kernel, search, mover, opponent, alpha));
    }
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        if kernel.mobility(opponent, mover) == 0 {
            return FirstLook::Value(100 * final_score(mover, opponent));
        }
        return FirstLook::Pass;
    }
    if depth == 0 {
        return FirstLook::Value(search.weights.evaluate(kernel, mover, opponent));
    }
    let known = if depth >= TABLE_FROM { search.table.probe(key(mover, opponent)) } else { None };
    let draft = draft(search, empties, depth);
    if let Some(score) = known.and_then(|known| decides(&known, draft, alpha, beta)) {
        return FirstLook::Value(score);
    }
    if let Some(score) = probcut(kernel, search, (mover, opponent), (depth, empties), alpha, beta) {
        return FirstLook::Value(score);
    }
    FirstLook::Moves { moves, known: known.map_or(0, |known| known.mv) }
}

/// How good the score of a search is, to compare it with others in the table.
#[inline(always)]
fn draft(search: &Midgame<'_>, empties: u32, depth: u32) -> u8 {
    if depth >= empties { search.ending.draft() } else { depth.min(60) as u8 }
}

/// The position's key in the table.
#[inline(always)]
fn key(mover: u64, opponent: u64) -> Key {
    Key(position_key(mover, opponent))
}

/// The end is within reach: the exact score, as far as the null window asks.
#[inline(always)]
fn to_the_end<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
) -> i32 {
    // A whole number of discs is above `alpha` if it is above its whole part.
    let discs = alpha.div_euclid(100).clamp(-65, 64);
    100 * search.solver.bound(kernel, mover, opponent, discs)
}

/// The table's score, if it is deep enough for this window.
#[inline(always)]
fn decides(known: &Entry, draft: u8, alpha: i32, beta: i32) -> Option<i32> {
    if known.depth < draft {
        return None;
    }
    let score = i32::from(known.score);
    match known.bound? {
        Bound::Exact => Some(score),
        Bound::Lower => (score >= beta).then_some(score),
        Bound::Upper => (score <= alpha).then_some(score),
    }
}

#[inline(always)]
pub(super) fn store(
    search: &Midgame<'_>,
    (mover, opponent): (u64, u64),
    depth: u32,
    (alpha, beta): (i32, i32),
    best: i32,
    mv: u16,
) {
    let bound = if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let pv = beta - alpha > 1;
    let depth = draft(search, (!(mover | opponent)).count_ones(), depth);
    let entry = Entry { mv, score: best as i16, eval: 0, depth, bound: Some(bound), pv };
    search.table.store(key(mover, opponent), entry);
}

/// A bound by a shallow search, if that is far enough outside the null window.
#[inline(always)]
fn probcut<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    (mover, opponent): (u64, u64),
    (depth, empties): (u32, u32),
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    if depth < cut::FROM_DEPTH || beta - alpha > 1 || search.selectivity == Selectivity::Off {
        return None;
    }
    let margin = match depth >= empties {
        true => cut::ending_margin(search.ending, empties)?,
        false => cut::margin(depth, empties),
    };
    let shallow = cut::shallow(depth);
    let value = search.weights.evaluate(kernel, mover, opponent);
    // The static value tells which side is worth a try.
    if value >= beta + margin / 2 && beta + margin < 6400 {
        let bound = beta + margin;
        let score = kernel.node(search, mover, opponent, shallow, bound - 1, bound);
        if score >= bound {
            return Some(beta);
        }
    } else if value <= alpha - margin / 2 && alpha - margin > -6400 {
        let bound = alpha - margin;
        let score = kernel.node(search, mover, opponent, shallow, bound, bound + 1);
        if score <= bound {
            return Some(alpha);
        }
    }
    None
}

#[inline(always)]
pub(super) fn rate<K: Searching>(
    kernel: K,
    search: &Midgame<'_>,
    list: &mut [Candidate],
    known: u16,
    depth: u32,
) {
    if depth == 1 || list.len() == 1 {
        return;
    }
    for candidate in list {
        let (next, other) = (candidate.next, candidate.other);
        candidate.rating = if u16::from(candidate.square) + 1 == known {
            i32::MAX
        } else if depth >= VALUED_FROM {
            -search.weights.evaluate(kernel, next, other)
        } else {
            -(kernel.mobility(next, other).count_ones() as i32)
        };
    }
}

#[inline(always)]
fn best_of<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    list: &mut [Candidate],
    depth: u32,
    alpha: i32,
    beta: i32,
) -> (i32, u16) {
    let (mut best, mut best_move) = (NOTHING, 0);
    for i in 0..list.len() {
        let Candidate { next, other, square, .. } = pick(list, i);
        let alpha = alpha.max(best);
        let mut score = NOTHING;
        if i > 0 {
            score = -kernel.node(search, next, other, depth - 1, -alpha - 1, -alpha);
        }
        if i == 0 || (score > alpha && score < beta) {
            score = -kernel.node(search, next, other, depth - 1, -beta, -alpha);
        }
        if search.solver.is_halted() {
            break;
        }
        if score > best {
            (best, best_move) = (score, u16::from(square) + 1);
            if best >= beta {
                break;
            }
        }
    }
    (best, best_move)
}
