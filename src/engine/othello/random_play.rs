//! Positions of random play, for tests.

use crate::base::Random;
use crate::game::Position;
use crate::game::othello::Board;

/// A position of random play with so many empties; it may be a lost cause, or a pass.
pub(super) fn any_position(random: &mut Random, empties: u32) -> Board {
    let mut board = Board::default();
    let mut moves = Vec::new();
    while board.empties().count_ones() > empties {
        moves.clear();
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            return any_position(random, empties);
        }
        board.play(moves[random.below(moves.len() as u32) as usize]);
    }
    board
}

/// The same with so many moves to choose from, or more.
pub(super) fn position_with_moves(random: &mut Random, empties: u32, least: u32) -> Board {
    let board = any_position(random, empties);
    if board.mobility().count_ones() < least {
        return position_with_moves(random, empties, least);
    }
    board
}
