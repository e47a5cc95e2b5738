//! Counts the leaves of the move tree: the classic proof of a move generator.

use super::Position;

/// Leaf counts below each root move, and their sum.
#[derive(Clone, Debug)]
pub struct Perft<M> {
    /// Leaves below each root move, in generation order.
    pub by_move: Vec<(M, u64)>,
    /// All leaves.
    pub total: u64,
}

/// Leaves at `depth` plies below `position`, by the plain verbs of [`Position`]: the slow,
/// obvious reference for each game's own fast count.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            perft(&next, depth - 1)
        })
        .sum()
}
