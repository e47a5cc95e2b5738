//! Exact scores of positions far from the end. Bolder searches go to the end first: they foretell the
//! score, so that the exact search has little to ask, and it tries their best moves first.

use super::deepen::rounds;
use super::evaluate::Weights;
use super::midgame::{Ending, Midgame, Root, Selectivity};
use super::solve::{Halt, Search, Table as Solved, Team};
use crate::game::othello::{Board, Square};
use crate::search::Table;

/// From so many empties on bolder searches are worth their time.
const FORETOLD_FROM: u32 = 20;

/// Proves scores, by so many threads.
#[derive(Debug)]
pub struct Prover<'a> {
    /// What the bolder searches know.
    positions: &'a Table,
    /// What the exact search knows.
    solved: &'a Solved,
    weights: &'a Weights,
    halt: Halt<'a>,
    threads: usize,
    nodes: u64,
}

impl<'a> Prover<'a> {
    /// A prover that remembers in these tables and orders moves by these weights.
    pub const fn new(
        positions: &'a Table,
        solved: &'a Solved,
        weights: &'a Weights,
        halt: Halt<'a>,
        threads: usize,
    ) -> Self {
        Self { positions, solved, weights, halt, threads, nodes: 0 }
    }

    /// Positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best of the `allowed` moves of `board` and its score, if that lies between `alpha` and
    /// `beta`; else a bound on the right side. `None` if ended early or if no allowed move is legal.
    pub fn best(
        &mut self,
        board: &Board,
        allowed: u64,
        alpha: i32,
        beta: i32,
    ) -> Option<(Square, i32)> {
        let foretold = self.foretell(board, allowed);
        let halt = self.halt.after(self.nodes);
        let mut team = Team::new(self.solved, self.weights, halt, self.threads);
        if let Some(score) = foretold {
            team = team.guided_by(self.positions, score);
        }
        let best = team.best(board, allowed, alpha, beta);
        self.nodes += team.nodes();
        best
    }

    /// The score by the surest of the bolder searches, in hundredths of a disc, where they are worth
    /// their time.
    fn foretell(&mut self, board: &Board, allowed: u64) -> Option<i32> {
        let empties = board.empties().count_ones();
        if empties < FORETOLD_FROM || board.mobility() & allowed == 0 {
            return None;
        }
        let halt = self.halt.after(self.nodes);
        let solver = Search::new(self.solved, halt).ordered_by(Some(self.weights));
        let mut search = Midgame::new(self.positions, self.weights, solver, Selectivity::On)
            .on_threads(self.threads);
        let mut root = Root::new(board, allowed);
        let mut score = None;
        let exact = |depth, ending| depth == empties && ending == Ending::EXACT;
        for round in rounds(empties, empties) {
            if exact(round.depth, round.ending) {
                break;
            }
            search.end_by(round.ending);
            let Some(found) = root.search(&mut search, round.depth, 1) else { break };
            score = found.first().map(|found| found.score);
        }
        self.nodes += search.nodes();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::engine::othello::random_play::position_with_moves;
    use crate::search::Control;

    /// A position where the side to move has a choice.
    fn position(random: &mut Random, empties: u32) -> Board {
        position_with_moves(random, empties, 2)
    }

    #[test]
    fn what_is_proved_after_bolder_searches_is_what_the_solver_finds() {
        let weights = Weights::embedded();
        let mut random = Random::seeded(12);
        for threads in [1, 1, 2] {
            let board = position(&mut random, FORETOLD_FROM);
            let (positions, solved) = (Table::at_most(2), Solved::with_kib(4 << 10));
            let alone = Solved::with_kib(4 << 10);
            let mut search = Search::new(&alone, Halt::default()).ordered_by(Some(&weights));
            let mut prover = Prover::new(&positions, &solved, &weights, Halt::default(), threads);
            let mut allowed = u64::MAX;
            // All moves, then all but the best one.
            for _ in 0..2 {
                let expected = search.best(&board, allowed, -64, 64).map(|best| best.1);
                let found = prover.best(&board, allowed, -64, 64);
                assert_eq!(found.map(|best| best.1), expected, "{board:?}");
                allowed &= !found.map_or(0, |best| best.0.bit());
            }
            let sign = prover.best(&board, u64::MAX, -1, 1).map(|best| best.1.signum());
            assert_eq!(sign, search.best(&board, u64::MAX, -1, 1).map(|best| best.1.signum()));
        }
    }

    #[test]
    fn a_proof_ends_at_its_nodes_when_told_and_without_moves() {
        let weights = Weights::embedded();
        let board = position(&mut Random::seeded(3), 26);
        let (positions, solved) = (Table::at_most(1), Solved::with_kib(1024));
        let control = Control::new(false);
        control.stop();
        let few = Halt { nodes: Some(100_000), ..Halt::default() };
        let stopped = Halt { control: Some(&control), ..Halt::default() };
        for halt in [few, stopped] {
            let mut prover = Prover::new(&positions, &solved, &weights, halt, 1);
            assert_eq!(prover.best(&board, u64::MAX, -64, 64), None);
            assert!(prover.nodes() < 150_000, "{}", prover.nodes());
        }
        let mut prover = Prover::new(&positions, &solved, &weights, Halt::default(), 1);
        assert_eq!(prover.best(&board, 0, -64, 64), None);
        assert_eq!(prover.nodes(), 0);
    }
}
