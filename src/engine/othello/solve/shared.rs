//! A solve on several threads. Nodes near the end are searched plainly, by the same functions as on one
//! thread; all threads share one table.

use super::node::{look_ahead, stability_cut};
use super::order::{Care, rate};
use super::table::key;
use super::{
    FORETOLD_STEP, Guess, Halt, Hints, Search, Solving, Table, aspire, exact, final_score,
    root_moves,
};
use crate::engine::othello::candidates::candidates;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::share::{Begun, Shares, Task, search_together};
use crate::game::othello::{Board, Instructions, Square};

/// Positions with fewer empties are not worth sharing.
const LEAST_EMPTIES: u32 = 15;

/// Threads that solve together.
#[derive(Debug)]
pub struct Team<'a> {
    table: &'a Table,
    weights: &'a Weights,
    halt: Halt<'a>,
    threads: usize,
    nodes: u64,
    hints: Option<&'a Hints>,
    foretold: Option<Guess>,
}

impl<'a> Team<'a> {
    /// So many threads, at least one. A limit of nodes is shared among them.
    pub fn new(table: &'a Table, weights: &'a Weights, halt: Halt<'a>, threads: usize) -> Self {
        let threads = threads.max(1);
        let halt = halt.shared_by(threads);
        Self { table, weights, halt, threads, nodes: 0, hints: None, foretold: None }
    }

    /// The same after a bolder search to the end, which left its best moves in `hints` and found `score`, in
    /// hundredths of a disc.
    #[must_use]
    pub(in crate::engine::othello) const fn guided_by(
        mut self,
        hints: &'a Hints,
        score: i32,
    ) -> Self {
        self.hints = Some(hints);
        self.foretold = Some(Guess::new(score, FORETOLD_STEP));
        self
    }

    /// Positions visited so far, by all threads.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// As [`Search::best`], on all threads.
    pub fn best(
        &mut self,
        board: &Board,
        allowed: u64,
        alpha: i32,
        beta: i32,
    ) -> Option<(Square, i32)> {
        let mut lone = self.search();
        let guess = self.foretold.or_else(|| lone.guess(board));
        if self.threads == 1 || board.empties().count_ones() < LEAST_EMPTIES {
            let best = aspire(guess, alpha, beta, |low, high| {
                lone.best_between(board, allowed, low, high)
            });
            self.nodes += lone.nodes();
            return best;
        }
        aspire(guess, alpha, beta, |low, high| match Instructions::detect() {
            Instructions::Portable(kernel) => self.between(kernel, board, allowed, (low, high)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(kernel) => self.between(kernel, board, allowed, (low, high)),
        })
    }

    fn search(&self) -> Search<'a> {
        Search::new(self.table, self.halt).ordered_by(Some(self.weights)).hinted_by(self.hints)
    }

    /// One window, all threads.
    fn between<K: Solving>(
        &mut self,
        kernel: K,
        board: &Board,
        allowed: u64,
        (alpha, beta): (i32, i32),
    ) -> Option<(Square, i32)> {
        let (mover, opponent) = (board.mover(), board.opponent());
        let depth = board.empties().count_ones();
        let root = Task { mover, opponent, depth, alpha, beta };
        let list = root_moves(kernel, &self.search(), board, allowed);
        let found = search_together(self.threads, LEAST_EMPTIES, (root, list), |leash| Worker {
            kernel,
            search: self.search().on(leash),
        });
        self.nodes += found.nodes;
        found.best
    }
}

/// One thread.
struct Worker<'a, K> {
    kernel: K,
    search: Search<'a>,
}

impl<'a, K: Solving> Shares<'a> for Worker<'a, K> {
    fn alone(&mut self, task: Task) -> i32 {
        let Task { mover, opponent, alpha, beta, .. } = task;
        if beta - alpha == 1 {
            self.kernel.deep(&mut self.search, mover, opponent, alpha)
        } else {
            self.kernel.principal(&mut self.search, mover, opponent, alpha, beta)
        }
    }

    fn begin(&mut self, task: &Task) -> Begun {
        let (kernel, search) = (self.kernel, &mut self.search);
        let Task { mover, opponent, depth: count, alpha, beta } = *task;
        if search.count_and_halt() {
            return Begun::Value(alpha);
        }
        let refutes = beta - alpha == 1;
        if refutes && let Some(most) = stability_cut(mover, opponent, alpha, count) {
            return Begun::Value(most);
        }
        let known = search.table_at(count).probe(key(mover, opponent));
        if let Some(score) = known.and_then(|known| exact::decides(&known, alpha, beta)) {
            return Begun::Value(score);
        }
        let moves = kernel.mobility(mover, opponent);
        if moves == 0 {
            if kernel.mobility(opponent, mover) == 0 {
                return Begun::Value(final_score(mover, opponent));
            }
            return Begun::Moves(task.pass());
        }
        let mut list = candidates(kernel, mover, opponent, moves);
        if refutes && let Some(score) = look_ahead(search.table_at(count - 1), &list, alpha) {
            return Begun::Value(score);
        }
        let care = if refutes { Care::Refutation } else { Care::ExpectedLine };
        let known = search.known_moves(known, key(mover, opponent), count);
        rate(kernel, search, &mut list, known, count, care);
        Begun::Moves(list)
    }

    fn keep(&mut self, task: &Task, best: i32, square: u8) {
        let Task { mover, opponent, depth: count, alpha, beta } = *task;
        let low = if best > alpha { best } else { -64 };
        let high = if best < beta { best } else { 64 };
        self.search.table_at(count).store(key(mover, opponent), count, low, high, square);
    }

    fn solver(&self) -> &Search<'a> {
        &self.search
    }

    fn solver_mut(&mut self) -> &mut Search<'a> {
        &mut self.search
    }
}
