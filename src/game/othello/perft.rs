//! Counts the leaves of the move tree, fast.

use super::flip::per_kernel;
use super::{Board, Instructions, Move, Squares};

/// Whether a pass is a ply of its own. Published tables differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassCounts {
    /// A pass is a ply, as it is a move in [`Board`].
    #[default]
    AsPly,
    /// A pass takes no ply.
    Not,
}

/// Leaves at `depth` plies below `board`. A game that ends earlier is one leaf, as in the published
/// tables (from depth 10 on this differs from [`crate::game::perft`]).
pub fn perft(board: &Board, depth: u32, passes: PassCounts) -> u64 {
    match Instructions::detect() {
        Instructions::Portable(kernel) => count_with(kernel, board, depth, passes),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => count_with(kernel, board, depth, passes),
    }
}

/// Leaves below each legal move of `board`.
pub fn perft_by_move(board: &Board, depth: u32, passes: PassCounts) -> crate::game::Perft<Move> {
    use crate::game::Position;
    let mut moves = Vec::new();
    if depth > 0 {
        board.legal_moves(&mut moves);
    }
    let by_move: Vec<(Move, u64)> = moves
        .into_iter()
        .map(|mv| {
            let mut next = *board;
            next.play(mv);
            let free = mv == Move::Pass && passes == PassCounts::Not;
            (mv, perft(&next, if free { depth } else { depth - 1 }, passes))
        })
        .collect();
    let total = if by_move.is_empty() { 1 } else { by_move.iter().map(|(_, leaves)| leaves).sum() };
    crate::game::Perft { by_move, total }
}

fn count_with<K: Counting>(kernel: K, board: &Board, depth: u32, passes: PassCounts) -> u64 {
    match depth {
        0 => 1,
        _ => kernel.count(board.mover(), board.opponent(), depth, passes),
    }
}

per_kernel! {
    /// Counting, compiled for a kernel.
    trait Counting {
        fn count(mover: u64, opponent: u64, depth: u32, passes: PassCounts) -> u64 = count;
    }
}

/// Leaves `depth` ≥ 1 plies below; the last ply is counted without being played.
#[inline(always)]
fn count<K: Counting>(kernel: K, mover: u64, opponent: u64, depth: u32, passes: PassCounts) -> u64 {
    let moves = kernel.mobility(mover, opponent);
    if moves == 0 {
        return count_after_pass(kernel, mover, opponent, depth, passes);
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut leaves = 0;
    for square in Squares(moves) {
        let flips = kernel.flips(mover, opponent, square.index());
        let (next, other) = (opponent & !flips, mover | flips | square.bit());
        leaves += if depth == 2 {
            count_replies(kernel, next, other, passes)
        } else {
            kernel.count(next, other, depth - 1, passes)
        };
    }
    leaves
}

/// Leaves one ply below, without a call: nine of ten nodes of a perft.
#[inline(always)]
fn count_replies<K: Counting>(kernel: K, mover: u64, opponent: u64, passes: PassCounts) -> u64 {
    let moves = kernel.mobility(mover, opponent);
    if moves != 0 {
        return u64::from(moves.count_ones());
    }
    count_after_pass(kernel, mover, opponent, 1, passes)
}

#[cold]
fn count_after_pass<K: Counting>(
    kernel: K,
    mover: u64,
    opponent: u64,
    depth: u32,
    passes: PassCounts,
) -> u64 {
    if kernel.mobility(opponent, mover) == 0 {
        return 1;
    }
    match (passes, depth) {
        (PassCounts::Not, _) => kernel.count(opponent, mover, depth, passes),
        (PassCounts::AsPly, 1) => 1,
        (PassCounts::AsPly, _) => kernel.count(opponent, mover, depth - 1, passes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::flip::Portable;

    /// A. Bik's table: a pass is a ply.
    const AS_PLY: [u64; 10] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284];
    /// The other convention.
    const NOT_A_PLY: [u64; 10] =
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_320, 24_571_420];

    #[test]
    fn the_start_position_has_the_published_counts() {
        for (depth, leaves) in (1..).zip(AS_PLY) {
            assert_eq!(perft(&Board::default(), depth, PassCounts::AsPly), leaves, "{depth}");
        }
        for (depth, leaves) in (1..).zip(NOT_A_PLY) {
            assert_eq!(perft(&Board::default(), depth, PassCounts::Not), leaves, "{depth}");
        }
    }

    #[test]
    fn the_portable_kernel_counts_the_same() {
        let board = Board::default();
        assert_eq!(count_with(Portable, &board, 8, PassCounts::AsPly), AS_PLY[7]);
        assert_eq!(count_with(Portable, &board, 9, PassCounts::Not), NOT_A_PLY[8]);
    }

    #[test]
    fn counts_by_move_add_up_and_agree_with_the_plain_verbs() {
        let board = Board::default();
        let counted = perft_by_move(&board, 6, PassCounts::AsPly);
        assert_eq!(counted.total, AS_PLY[5]);
        assert_eq!(counted.by_move.len(), 4);
        assert_eq!(crate::game::perft(&board, 6), AS_PLY[5]);
    }

    #[test]
    fn a_forced_pass_is_one_move_and_the_end_one_leaf() {
        // White to move has nothing; Black can take a1.
        let board: Board = format!("-OXXXXXX{} O", "-".repeat(56)).parse().unwrap();
        assert_eq!(perft(&board, 1, PassCounts::AsPly), 1);
        assert_eq!(perft(&board, 2, PassCounts::AsPly), 1);
        assert_eq!(perft(&board, 3, PassCounts::AsPly), 1);
        assert_eq!(perft(&board, 1, PassCounts::Not), 1);
        assert_eq!(crate::game::perft(&board, 2), 1);
        assert_eq!(crate::game::perft(&board, 3), 0);
    }
}
