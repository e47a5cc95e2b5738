//! The root on several threads. Nodes near the leaves are searched plainly, by the same function as on
//! one thread; all threads share one table.

use super::node::{self, FirstLook};
use super::{Midgame, Searching};
use crate::engine::othello::candidates::{Candidate, Moves, candidates};
use crate::engine::othello::share::{Begun, Shares, Task, Together, search_together};
use crate::engine::othello::solve::Search;
use crate::game::Position;
use crate::game::othello::{Board, Instructions, Move, Square};
use crate::search::split::Leash;

/// Searches of fewer plies are over before threads are started.
pub(super) const FROM_DEPTH: u32 = 9;
/// Nodes of fewer plies are not worth sharing.
const LEAST_DEPTH: u32 = 5;

/// The best of `moves`, tried in this order, and its score, by all threads of `search`.
pub(super) fn best(
    search: &mut Midgame<'_>,
    board: &Board,
    moves: &[Square],
    depth: u32,
) -> Together {
    match Instructions::detect() {
        Instructions::Portable(kernel) => best_by(kernel, search, board, moves, depth),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => best_by(kernel, search, board, moves, depth),
    }
}

fn best_by<K: Searching>(
    kernel: K,
    search: &mut Midgame<'_>,
    board: &Board,
    moves: &[Square],
    depth: u32,
) -> Together {
    let (mover, opponent) = (board.mover(), board.opponent());
    let root = Task { mover, opponent, depth, alpha: -6400, beta: 6400 };
    let list = in_order(board, moves);
    let found = search_together(search.threads, LEAST_DEPTH, (root, list), |leash| Worker {
        kernel,
        search: search.part(leash),
    });
    search.solver.add_nodes(found.nodes);
    found
}

/// The moves of the root, in the order of the iteration before.
fn in_order(board: &Board, moves: &[Square]) -> Moves {
    let candidate = |(number, &square): (usize, &Square)| {
        let mut after = *board;
        after.play(Move::Place(square));
        let (next, other) = (after.mover(), after.opponent());
        Candidate { next, other, square: square.index() as u8, rating: -(number as i32) }
    };
    moves.iter().enumerate().map(candidate).collect()
}

impl<'a> Midgame<'a> {
    /// The part of the search that one thread makes.
    fn part(&self, leash: Leash) -> Self {
        let solver = self.solver.part_of(self.threads).on(leash);
        Self { solver, threads: 1, ..*self }
    }
}

/// One thread.
struct Worker<'a, K> {
    kernel: K,
    search: Midgame<'a>,
}

impl<'a, K: Searching> Shares<'a> for Worker<'a, K> {
    fn alone(&mut self, task: Task) -> i32 {
        let Task { mover, opponent, depth, alpha, beta } = task;
        self.kernel.node(&mut self.search, mover, opponent, depth, alpha, beta)
    }

    fn begin(&mut self, task: &Task) -> Begun {
        let (kernel, search) = (self.kernel, &mut self.search);
        let Task { mover, opponent, depth, alpha, beta } = *task;
        match node::first_look(kernel, search, (mover, opponent), depth, alpha, beta) {
            FirstLook::Value(score) => Begun::Value(score),
            FirstLook::Pass => Begun::Moves(task.pass()),
            FirstLook::Moves { moves, known } => {
                let mut list = candidates(kernel, mover, opponent, moves);
                node::rate(kernel, search, &mut list, known, depth);
                Begun::Moves(list)
            }
        }
    }

    fn keep(&mut self, task: &Task, best: i32, square: u8) {
        let Task { mover, opponent, depth, alpha, beta } = *task;
        let mv = u16::from(square) + 1;
        node::store(&self.search, (mover, opponent), depth, (alpha, beta), best, mv);
    }

    fn solver(&self) -> &Search<'a> {
        &self.search.solver
    }

    fn solver_mut(&mut self) -> &mut Search<'a> {
        &mut self.search.solver
    }
}
