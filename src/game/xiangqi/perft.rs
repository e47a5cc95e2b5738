//! Counts leaves of the move tree: all moves of the last ply are counted, none is made.

use super::Move;
use super::board::Board;
use super::moves::MoveSet;
use crate::game::Perft;

/// Leaves at `depth` plies below `board`, by root move.
pub fn perft(board: &Board, depth: u32) -> Perft<Move> {
    if depth == 0 {
        return Perft { by_move: Vec::new(), total: 1 };
    }
    let by_move: Vec<_> = board
        .moves(MoveSet::All)
        .into_iter()
        .map(|mv| {
            let mut next = board.clone();
            next.play(mv);
            (mv, leaves(&next, depth - 1))
        })
        .collect();
    let total = by_move.iter().map(|&(_, leaves)| leaves).sum();
    Perft { by_move, total }
}

fn leaves(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(board.count_moves()),
        _ => board
            .moves(MoveSet::All)
            .into_iter()
            .map(|mv| {
                let mut next = board.clone();
                next.play(mv);
                leaves(&next, depth - 1)
            })
            .sum(),
    }
}
