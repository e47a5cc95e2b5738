//! Finds the scores of positions to learn from: exact ones near the end, before that the value a
//! few plies ahead by weights that were fitted to later positions.
//!
//! So the phases are fitted from the last to the first, and what the solver knows of the end is handed
//! backwards. The result of a recorded game says much less: many moves were made before it.

use std::sync::Arc;

use super::Sample;
use crate::engine::othello::evaluate::{Weights, first_discs, phase};
use crate::engine::othello::midgame::{Midgame, Root, Selectivity};
use crate::engine::othello::solve::{self, Halt, Search};
use crate::game::othello::Board;
use crate::search::Table;

/// Memory of the searches: they are small, and it is cleared often.
const TABLE_MIB: usize = 1;
/// Positions after which the memory is cleared, so that a score depends on its neighbours only.
pub const CHUNK: usize = 1000;
/// How far a value ahead can be trusted beside an exact score. Its errors are those of the weights it
/// was found with, so they do not cancel out: more trust makes held-out scores worse.
const LOOKED_AHEAD: f32 = 0.2;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// Positions with so many empties or fewer are solved.
    pub solve_at: u32,
    /// Plies to look ahead from others; more where the next phase is farther away.
    pub plies: u32,
}

/// Answers questions with what is known of later phases.
#[derive(Debug)]
pub struct Teacher {
    foresight: Foresight,
    weights: Arc<Weights>,
    positions: Table,
    endings: solve::Table,
}

impl Teacher {
    /// A teacher who trusts these weights.
    pub fn new(foresight: Foresight, weights: Arc<Weights>) -> Self {
        let positions = Table::at_most(TABLE_MIB);
        let endings = solve::Table::with_kib(TABLE_MIB << 10);
        Self { foresight, weights, positions, endings }
    }

    /// The scores of positions of one phase, [`CHUNK`] of them at most.
    pub fn answer(&mut self, boards: &[Board]) -> Vec<Sample> {
        self.positions.clear(1);
        self.endings.clear();
        boards.iter().filter_map(|board| self.sample(board)).collect()
    }

    fn sample(&self, board: &Board) -> Option<Sample> {
        let solves = board.empties().count_ones() <= self.foresight.solve_at;
        let (score, trust) = if solves {
            let mut search = Search::new(&self.endings, Halt::default());
            (search.score(board, -64, 64)? as f32, 1.0)
        } else {
            (self.look_ahead(board, self.plies(board))?, LOOKED_AHEAD)
        };
        Some(Sample { mover: board.mover(), opponent: board.opponent(), score, trust })
    }

    /// Plies that reach the next phase at least.
    fn plies(&self, board: &Board) -> u32 {
        let discs = 64 - board.empties().count_ones();
        self.foresight.plies.max(first_discs(phase(discs) + 1) - discs)
    }

    /// The value so many plies ahead, in discs.
    pub fn look_ahead(&self, board: &Board, plies: u32) -> Option<f32> {
        let solver = Search::new(&self.endings, Halt::default());
        let mut search = Midgame::new(&self.positions, &self.weights, solver, Selectivity::Off);
        let mut root = Root::new(board, u64::MAX);
        // A search two plies shorter orders the moves.
        let mut found = None;
        for depth in (1..=plies).rev().step_by(2).collect::<Vec<_>>().into_iter().rev() {
            found = root.search(&mut search, depth, 1)?.first().map(|best| best.score);
        }
        found.map(|hundredths| hundredths as f32 / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;

    fn random_board(seed: u64, empties: u32) -> Board {
        let mut random = Random::seeded(seed);
        let mut board = Board::default();
        let mut moves = Vec::new();
        while board.empties().count_ones() > empties || board.mobility() == 0 {
            moves.clear();
            board.legal_moves(&mut moves);
            if moves.is_empty() {
                board = Board::default();
                continue;
            }
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        board
    }

    fn teacher(plies: u32) -> Teacher {
        Teacher::new(Foresight { solve_at: 10, plies }, Weights::embedded())
    }

    #[test]
    fn near_the_end_scores_are_exact() {
        let table = solve::Table::with_kib(64);
        let boards: Vec<Board> = (0..20).map(|seed| random_board(seed, 9)).collect();
        for (sample, board) in teacher(4).answer(&boards).iter().zip(&boards) {
            let exact = Search::new(&table, Halt::default()).score(board, -64, 64);
            assert_eq!(Some(sample.score), exact.map(|score| score as f32));
            assert_eq!(sample.trust, 1.0);
        }
    }

    #[test]
    fn a_look_ahead_reaches_the_next_phase() {
        let teacher = teacher(3);
        for empties in 12..56 {
            let board = random_board(u64::from(empties), empties);
            let discs = 64 - board.empties().count_ones();
            let plies = teacher.plies(&board);
            assert!(plies >= 3 && phase(discs + plies) > phase(discs), "{discs} discs: {plies}");
        }
    }

    #[test]
    fn one_ply_ahead_is_the_best_value_after_a_move() {
        let (teacher, weights) = (teacher(3), Weights::embedded());
        for seed in 0..20 {
            let board = random_board(seed, 30);
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let values = moves.into_iter().filter_map(|mv| {
                let mut next = board;
                next.play(mv);
                let kernel = crate::game::othello::flip::Portable;
                (next.mobility() != 0)
                    .then(|| -weights.evaluate(kernel, next.mover(), next.opponent()))
            });
            let best = values.max().unwrap() as f32 / 100.0;
            assert!(teacher.look_ahead(&board, 1).unwrap() >= best);
        }
    }

    #[test]
    fn scores_depend_on_the_chunk_alone() {
        let boards: Vec<Board> = (0..40).map(|seed| random_board(seed, 26)).collect();
        let mut teacher = teacher(4);
        let first = teacher.answer(&boards);
        teacher.answer(&boards[20..]);
        assert_eq!(teacher.answer(&boards), first);
    }
}
