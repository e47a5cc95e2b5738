//! The search with an open window, along the expected line only: all else is null-window.

use super::order::{Care, rate};
use super::table::{Entry, NO_MOVE, key};
use super::{NOTHING, Search, Solving, final_score};
use crate::engine::othello::candidates::{Candidate, candidates, pick};
use crate::game::othello::flip::Portable;
use crate::game::othello::{Kernel, Squares};

/// The score if it lies between `alpha` and `beta`, otherwise a bound on the right side.
#[inline(always)]
pub(super) fn principal<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
) -> i32 {
    if search.count_and_halt() {
        return alpha;
    }
    let count = (!(mover | opponent)).count_ones();
    let key = key(mover, opponent);
    let known = search.table_at(count).probe(key);
    if let Some(score) = known.and_then(|known| decides(&known, alpha, beta)) {
        return score;
    }
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        if kernel.mobility(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        return -kernel.principal(search, opponent, mover, -beta, -alpha);
    }
    let mut list = candidates(kernel, mover, opponent, moves);
    let known = search.known_moves(known, key, count);
    rate(kernel, search, &mut list, known, count, Care::ExpectedLine);
    let (best, mv) = best_of(kernel, search, &mut list, alpha, beta);
    if !search.halted {
        let low = if best > alpha { best } else { -64 };
        let high = if best < beta { best } else { 64 };
        search.table_at(count).store(key, count, low, high, mv);
    }
    best
}

/// The score, if the table's knowledge is enough for this window.
pub(super) fn decides(known: &Entry, alpha: i32, beta: i32) -> Option<i32> {
    if known.low >= beta || known.low == known.high {
        return Some(known.low);
    }
    (known.high <= alpha).then_some(known.high)
}

/// The first move with the open window, the others must prove themselves in a null window.
#[inline(always)]
pub(super) fn best_of<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    list: &mut [Candidate],
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    let (mut best, mut best_move) = (NOTHING, NO_MOVE);
    for i in 0..list.len() {
        let candidate = pick(list, i);
        let (next, other) = (candidate.next, candidate.other);
        let alpha = alpha.max(best);
        let mut score = NOTHING;
        if i > 0 {
            score = -kernel.deep(search, next, other, -alpha - 1);
        }
        if i == 0 || (score > alpha && score < beta) {
            score = -kernel.principal(search, next, other, -beta, -alpha);
        }
        if search.halted {
            break;
        }
        if score > best {
            (best, best_move) = (score, candidate.square);
            if best >= beta {
                break;
            }
        }
    }
    (best, best_move)
}

/// The score with at most two empties, by plain play.
pub(super) fn tiny(mover: u64, opponent: u64) -> i32 {
    let moves = Portable.mobility(mover, opponent);
    if moves == 0 {
        if Portable.mobility(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        return -tiny(opponent, mover);
    }
    let scores = Squares(moves).map(|square| {
        let flips = Portable.flips(mover, opponent, square.index());
        -tiny(opponent & !flips, mover | flips | square.bit())
    });
    scores.max().unwrap_or(NOTHING)
}
