//! Positions for the tests of this player.

use crate::base::Random;
use crate::game::xiangqi::{Board, Move, MoveSet};

/// Walks `games` random games of at most 150 plies; `look` sees each position and the move played.
pub(super) fn along_random_games(seed: u64, games: usize, mut look: impl FnMut(&Board, Move)) {
    let mut random = Random::seeded(seed);
    for _ in 0..games {
        let mut board = Board::start();
        for _ in 0..150 {
            let moves = board.moves(MoveSet::All);
            if moves.is_empty() {
                break;
            }
            // Captures are preferred, so that endgames are met too.
            let captures = board.moves(MoveSet::Captures);
            let from = if captures.is_empty() || random.below(3) > 0 { &moves } else { &captures };
            let mv = from[random.below(from.len() as u32) as usize];
            look(&board, mv);
            board.play(mv);
        }
    }
}

/// The position with Red's pieces as Black's and Black's as Red's, the other side to move.
pub(super) fn colors_swapped(board: &Board) -> Board {
    let fen = board.fen();
    let mut fields = fen.split(' ');
    let pieces = fields.next().unwrap_or_default();
    let turn = if fields.next() == Some("w") { "b" } else { "w" };
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let ranks: Vec<String> =
        pieces.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let swapped = format!("{} {turn} {}", ranks.join("/"), fields.collect::<Vec<_>>().join(" "));
    swapped.parse().unwrap_or_else(|error| panic!("{swapped}: {error}"))
}
