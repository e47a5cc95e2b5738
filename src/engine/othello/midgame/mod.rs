//! Alpha-beta before the end is in sight: the value of patterns, searched as deep as time allows.
//!
//! Scores are hundredths of a disc for the side to move. Iterative deepening, principal variation
//! search, a transposition table, and Multi-ProbCut: a shallow search that is far enough outside
//! the window cuts the deep one. Where the depth reaches the end of the game the solver takes over, at
//! once or, in the bolder kinds of [`Ending`], for the last empties only.

mod cut;
mod node;
mod root;
mod shared;

#[cfg(test)]
mod tests;

use super::evaluate::Weights;
use super::solve;
use crate::game::othello::flip::per_kernel;
use crate::search::Table;

pub use cut::{Ending, Selectivity, TERMS, deviation, terms};
pub(super) use node::SOLVED_AT;
pub use root::{Found, Root};

/// Less than any score.
const NOTHING: i32 = -10_000;

/// The state of one worker's search.
#[derive(Debug)]
pub struct Midgame<'a> {
    table: &'a Table,
    weights: &'a Weights,
    /// Counts the nodes, knows when to end, and solves what is near the end.
    solver: solve::Search<'a>,
    selectivity: Selectivity,
    /// How sure a search to the end of the game is.
    ending: Ending,
    /// Threads that search deep iterations together.
    threads: usize,
}

impl<'a> Midgame<'a> {
    /// A search with these tables.
    pub const fn new(
        table: &'a Table,
        weights: &'a Weights,
        solver: solve::Search<'a>,
        selectivity: Selectivity,
    ) -> Self {
        Self { table, weights, solver, selectivity, ending: Ending::EXACT, threads: 1 }
    }

    /// The same with so many threads.
    #[must_use]
    pub const fn on_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// From now on a search to the end of the game is as sure as this.
    pub const fn end_by(&mut self, ending: Ending) {
        self.ending = ending;
    }

    /// Positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

per_kernel! {
    /// The search's function, compiled for a kernel.
    trait Searching: solve::Solving {
        fn node(
            search: &mut Midgame<'_>, mover: u64, opponent: u64, depth: u32, alpha: i32, beta: i32
        ) -> i32 = node::node;
    }
}
