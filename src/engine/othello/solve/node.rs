//! The null-window search above the last four empties.

use super::last::{QUADRANT, QUADRANTS};
use super::order::{Care, rate};
use super::table::{NO_MOVE, Table, key};
use super::{NOTHING, Search, Solving, final_score};
use crate::engine::othello::candidates::{Candidate, Moves, after, candidates, pick};
use crate::game::othello::{Squares, stable};

/// Up to this many empties a position is not worth a look into the table, nor a sorted list.
pub(super) const SHALLOW: u32 = 6;
/// From this many empties on the replies are looked up before the first is searched.
const LOOK_AHEAD: u32 = 9;

/// `alpha` from which stable discs are worth counting, by the number of empties: with a low one
/// the opponent would need more of them than there can be.
static STABILITY_FROM: [i32; 65] = {
    let mut from = [99; 65];
    let mut empties = 5;
    while empties < 65 {
        let least = -2 + 2 * (empties as i32 - 4) / 2;
        from[empties] = if least > 40 { 40 } else { least };
        empties += 1;
    }
    from
};

/// An upper bound by the opponent's stable discs, if it decides the node.
#[inline(always)]
pub(super) fn stability_cut(mover: u64, opponent: u64, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < STABILITY_FROM[empties as usize & 63] {
        return None;
    }
    let most = 64 - 2 * stable(opponent, mover).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Five to [`SHALLOW`] empties: moves in odd quadrants first.
#[inline(always)]
pub(super) fn shallow<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
    odd: u8,
) -> i32 {
    search.nodes += 1;
    let empties = !(mover | opponent);
    let count = empties.count_ones();
    if let Some(most) = stability_cut(mover, opponent, alpha, count) {
        return most;
    }
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        if kernel.mobility(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        return -kernel.shallow(search, opponent, mover, -alpha - 1, odd);
    }
    let mut best = NOTHING;
    let first = moves & QUADRANTS[odd as usize & 15];
    for square in Squares(first).chain(Squares(moves & !first)) {
        let flips = kernel.flips(mover, opponent, square.index());
        let (next, other) = after(mover, opponent, square.index(), flips);
        let odd = odd ^ QUADRANT[square.index()];
        let score = if count == 5 {
            -kernel.four(search, next, other, -alpha - 1, odd)
        } else {
            -kernel.shallow(search, next, other, -alpha - 1, odd)
        };
        best = best.max(score);
        if best > alpha {
            break;
        }
    }
    best
}

/// Any number of empties: table, stable discs, sorted moves.
#[inline(always)]
pub(super) fn deep<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
) -> i32 {
    let count = (!(mover | opponent)).count_ones();
    if count <= SHALLOW {
        return few(kernel, search, mover, opponent, alpha);
    }
    if search.count_and_halt() {
        return alpha;
    }
    if let Some(most) = stability_cut(mover, opponent, alpha, count) {
        return most;
    }
    let key = key(mover, opponent);
    let known = search.table_at(count).probe(key);
    if let Some(known) = known {
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
    }
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        if kernel.mobility(opponent, mover) == 0 {
            return final_score(mover, opponent);
        }
        return -kernel.deep(search, opponent, mover, -alpha - 1);
    }
    let mut list = candidates(kernel, mover, opponent, moves);
    if count > SHALLOW + 1 {
        fetch(search.table_at(count - 1), &list);
    }
    if count >= LOOK_AHEAD
        && let Some(score) = look_ahead(search.table_at(count - 1), &list, alpha)
    {
        return score;
    }
    let known = search.known_moves(known, key, count);
    rate(kernel, search, &mut list, known, count, Care::Refutation);
    let (best, best_move) = best_of(kernel, search, list, alpha, count);
    if !search.halted {
        let (low, high) = if best > alpha { (best, 64) } else { (-64, best) };
        search.table_at(count).store(key, count, low, high, best_move);
    }
    best
}

/// The exact routine for a few empties, whatever their number.
#[inline(always)]
fn few<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mover: u64,
    opponent: u64,
    alpha: i32,
) -> i32 {
    let empties = !(mover | opponent);
    let odd = super::last::odd_quadrants(empties);
    match empties.count_ones() {
        5.. => kernel.shallow(search, mover, opponent, alpha, odd),
        4 => kernel.four(search, mover, opponent, alpha, odd),
        3 => kernel.three(search, mover, opponent, alpha, odd),
        _ => super::exact::tiny(mover, opponent),
    }
}

/// Brings what is known of the replies on its way from memory.
#[inline(always)]
fn fetch(table: &Table, list: &[Candidate]) {
    for candidate in list {
        table.prefetch(key(candidate.next, candidate.other));
    }
}

/// Enhanced transposition cut-off: a reply already known to be bad enough ends the node.
#[inline(always)]
pub(super) fn look_ahead(table: &Table, list: &[Candidate], alpha: i32) -> Option<i32> {
    list.iter().find_map(|candidate| {
        let known = table.probe(key(candidate.next, candidate.other))?;
        (-known.high > alpha).then_some(-known.high)
    })
}

#[inline(always)]
fn best_of<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    mut list: Moves,
    alpha: i32,
    count: u32,
) -> (i32, u8) {
    let (mut best, mut best_move) = (NOTHING, NO_MOVE);
    for i in 0..list.len() {
        let candidate = pick(&mut list, i);
        let (next, other) = (candidate.next, candidate.other);
        let score = if count <= SHALLOW + 1 {
            -few(kernel, search, next, other, -alpha - 1)
        } else {
            -kernel.deep(search, next, other, -alpha - 1)
        };
        if score > best {
            (best, best_move) = (score, candidate.square);
            if best > alpha {
                break;
            }
        }
        if search.halted {
            break;
        }
    }
    (best, best_move)
}
