//! The moves of a node with the positions behind them, for every search.

use arrayvec::ArrayVec;

use crate::game::othello::{Kernel, Squares};

/// A move with the position after it: `next` is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) next: u64,
    pub(super) other: u64,
    /// The square's number.
    pub(super) square: u8,
    /// The higher, the earlier it is tried.
    pub(super) rating: i32,
}

/// No position has more moves.
pub(super) type Moves = ArrayVec<Candidate, 34>;

/// The position after a move that turns `flips` over: the discs of its mover, and the others.
#[inline(always)]
pub(super) const fn after(mover: u64, opponent: u64, square: usize, flips: u64) -> (u64, u64) {
    (opponent & !flips, mover | flips | 1 << square)
}

/// The candidates on the squares `moves`, all of them legal.
#[inline(always)]
pub(super) fn candidates<K: Kernel>(kernel: K, mover: u64, opponent: u64, moves: u64) -> Moves {
    Squares(moves)
        .map(|square| {
            let flips = kernel.flips(mover, opponent, square.index());
            let (next, other) = after(mover, opponent, square.index(), flips);
            Candidate { next, other, square: square.index() as u8, rating: 0 }
        })
        .collect()
}

/// The best rated of the candidates from `from` on, moved to `from`. Most nodes need only a few,
/// so the list is never sorted as a whole.
#[inline(always)]
pub(super) fn pick(list: &mut [Candidate], from: usize) -> Candidate {
    let mut best = from;
    for i in from + 1..list.len() {
        if list[i].rating > list[best].rating {
            best = i;
        }
    }
    list.swap(from, best);
    list[from]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Board;
    use crate::game::othello::flip::Portable;

    #[test]
    fn candidates_come_by_rating_and_lead_to_the_position_after_the_move() {
        let board = Board::default();
        let moves = board.mobility();
        let mut list = candidates(Portable, board.mover(), board.opponent(), moves);
        for (rating, candidate) in [3, 9, 1, 9].into_iter().zip(&mut list) {
            candidate.rating = rating;
        }
        let ratings: Vec<i32> = (0..4).map(|i| pick(&mut list, i).rating).collect();
        assert_eq!(ratings, [9, 9, 3, 1]);
        for candidate in list {
            assert_eq!(moves >> candidate.square & 1, 1);
            assert_eq!(candidate.next.count_ones(), 1, "one of two discs was turned over");
            assert_eq!(candidate.other.count_ones(), 4);
        }
    }
}
