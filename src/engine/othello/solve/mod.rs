//! The exact endgame solver: alpha-beta to the last disc.
//!
//! Scores are disc differences for the side to move, the empties given to the winner, so they are
//! even and lie within ±64. `exact` walks the expected line, `node` refutes everything else with
//! null windows, `last` has the last four empties written out. Every function is compiled for each
//! [`Kernel`](crate::game::othello::Kernel); a solve picks one where it begins.

mod exact;
mod last;
mod node;
mod order;
mod shared;
mod table;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::base::Key;
use crate::game::Position;
use crate::game::othello::flip::per_kernel;
use crate::game::othello::{Board, Instructions, Move, Square, Squares};
use crate::search::split::{Bells, Leash};
use crate::search::{Control, Table as Hints};

use super::candidates::{Moves, candidates};
use super::evaluate::Weights;

pub use shared::Team;
pub use table::Table;
pub(super) use table::key as position_key;
use table::{Entry, NO_MOVE};

/// Less than any score.
const NOTHING: i32 = -100;

/// What may end a solve before its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halt<'a> {
    /// Stopped from outside.
    pub control: Option<&'a Control>,
    /// The clock of `control` reached this.
    pub deadline: Option<Duration>,
    /// So many nodes were searched.
    pub nodes: Option<u64>,
}

impl Halt<'_> {
    /// What is left of it after so many nodes.
    pub(super) fn after(self, nodes: u64) -> Self {
        Self { nodes: self.nodes.map(|most| most.saturating_sub(nodes)), ..self }
    }

    /// The same for each of so many threads: a limit of nodes is shared among them.
    pub(super) fn shared_by(self, threads: usize) -> Self {
        Self { nodes: self.nodes.map(|nodes| nodes / threads as u64), ..self }
    }
}

/// The state of one worker's solve.
#[derive(Debug)]
pub struct Search<'a> {
    table: &'a Table,
    /// This worker's own small table for the many positions near the end: it stays in the cache.
    near: Option<Table>,
    /// Values to order moves by, far from the end.
    weights: Option<&'a Weights>,
    /// What a bolder search to the end found out before: its best moves are tried first.
    hints: Option<&'a Hints>,
    /// Positions visited.
    nodes: u64,
    halt: Halt<'a>,
    /// The count of nodes at which to look at `halt` again.
    next_look: u64,
    /// The solve was ended early: what it returns means nothing.
    halted: bool,
    /// Ends this worker's part when others made it needless.
    leash: Option<Leash>,
}

/// Positions with so many empties or fewer go to the worker's own table ...
const NEAR_EMPTIES: u32 = 10;
/// ... of so many KiB: half of a usual second-level cache.
const NEAR_KIB: usize = 512;

/// Empties from which the score is guessed before it is solved, and the plies of that search.
const GUESS_FROM: u32 = 16;
const GUESS_PLIES: u32 = 4;
/// From so many empties on it is worth a look what a bolder search found out.
const HINTED_FROM: u32 = 12;
/// Half of the first window around such a guess, and around what a search to the end foretold; odd, so
/// that it ends between possible scores.
const GUESSED_STEP: i32 = 5;
const FORETOLD_STEP: i32 = 1;

/// Nodes between two looks at the clock: less than half a millisecond.
const LOOK_EVERY: u64 = 8192;

impl<'a> Search<'a> {
    /// A solve that uses `table`.
    pub fn new(table: &'a Table, halt: Halt<'a>) -> Self {
        Self {
            table,
            near: None,
            weights: None,
            hints: None,
            nodes: 0,
            halt,
            next_look: LOOK_EVERY,
            halted: false,
            leash: None,
        }
    }

    /// The same for a long solve: moves are ordered by value where that pays, and positions near the
    /// end have a table of their own.
    #[must_use]
    pub fn ordered_by(mut self, weights: Option<&'a Weights>) -> Self {
        self.weights = weights;
        self.near = Some(Table::with_kib(NEAR_KIB));
        self
    }

    /// The same after a bolder search to the end, which left its best moves in `hints`.
    #[must_use]
    pub(super) const fn hinted_by(mut self, hints: Option<&'a Hints>) -> Self {
        self.hints = hints;
        self
    }

    /// A solve on the same terms by one of so many threads, which share the nodes that are left.
    pub(super) fn part_of(&self, threads: usize) -> Self {
        let halt = self.halt.after(self.nodes).shared_by(threads);
        Self::new(self.table, halt).ordered_by(self.weights).hinted_by(self.hints)
    }

    /// The same as one of several threads, whose part others may make needless.
    #[must_use]
    pub(super) fn on(mut self, leash: Leash) -> Self {
        self.leash = Some(leash);
        self
    }

    /// How others tell this thread that its part is needless.
    pub(super) fn leash(&mut self) -> &mut Leash {
        self.leash.get_or_insert_with(|| Leash::new(&Bells::new(1), 0))
    }

    /// Goes on after it was halted.
    pub(super) const fn resume(&mut self) {
        self.halted = false;
    }

    /// Counts nodes that other threads visited for this one.
    pub(super) const fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The table that keeps positions with so many empties.
    #[inline(always)]
    fn table_at(&self, empties: u32) -> &Table {
        match &self.near {
            Some(near) if empties <= NEAR_EMPTIES => near,
            _ => self.table,
        }
    }

    /// The best moves known of a position: the solver's own, else that of the bolder search before.
    #[inline(always)]
    fn known_moves(&self, known: Option<Entry>, key: u64, empties: u32) -> [u8; 2] {
        let hint = |hints: &Hints| {
            let square = hints.probe(Key(key))?.mv.checked_sub(1)?;
            u8::try_from(square).ok()
        };
        match (known, self.hints) {
            (Some(known), _) => known.moves,
            (None, Some(hints)) if empties >= HINTED_FROM => {
                [hint(hints).unwrap_or(NO_MOVE), NO_MOVE]
            }
            _ => [NO_MOVE; 2],
        }
    }

    /// Whether the solve was ended early.
    pub(super) const fn is_halted(&self) -> bool {
        self.halted
    }

    /// Whether the score of a position is above `alpha`: a bound on the right side of it.
    #[inline(always)]
    pub(super) fn bound<K: Solving>(
        &mut self,
        kernel: K,
        mover: u64,
        opponent: u64,
        alpha: i32,
    ) -> i32 {
        kernel.deep(self, mover, opponent, alpha)
    }

    /// Positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node; says whether the solve is to end.
    #[inline]
    pub(super) fn count_and_halt(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.halted
    }

    #[cold]
    fn look(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        let Halt { control, deadline, nodes } = self.halt;
        let late = |control: &Control| deadline.is_some_and(|at| control.clock() >= at);
        self.halted |= nodes.is_some_and(|most| self.nodes >= most)
            || control.is_some_and(|control| control.is_stopped() || late(control))
            || self.leash.as_ref().is_some_and(Leash::is_called_off);
    }

    /// The score of `board` for its side to move if it lies between `alpha` and `beta`, otherwise
    /// a bound on the right side. `None` if ended early.
    pub fn score(&mut self, board: &Board, alpha: i32, beta: i32) -> Option<i32> {
        let (mover, opponent) = (board.mover(), board.opponent());
        let score = match Instructions::detect() {
            Instructions::Portable(kernel) => kernel.principal(self, mover, opponent, alpha, beta),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(kernel) => kernel.principal(self, mover, opponent, alpha, beta),
        };
        (!self.halted).then_some(score)
    }

    /// The best of the `allowed` moves of `board` and its score, searched between `alpha` and
    /// `beta`. `None` if ended early or if no allowed move is legal.
    pub fn best(
        &mut self,
        board: &Board,
        allowed: u64,
        alpha: i32,
        beta: i32,
    ) -> Option<(Square, i32)> {
        aspire(self.guess(board), alpha, beta, |low, high| {
            self.best_between(board, allowed, low, high)
        })
    }

    /// About what score to expect, where a guess is cheap beside the solve.
    fn guess(&self, board: &Board) -> Option<Guess> {
        let weights = self.weights.filter(|_| board.empties().count_ones() >= GUESS_FROM)?;
        let (mover, opponent) = (board.mover(), board.opponent());
        let window = (-order::FAR, order::FAR);
        let value = match Instructions::detect() {
            Instructions::Portable(kernel) => {
                kernel.ahead(weights, mover, opponent, GUESS_PLIES, window)
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(kernel) => {
                kernel.ahead(weights, mover, opponent, GUESS_PLIES, window)
            }
        };
        Some(Guess::new(value, GUESSED_STEP))
    }

    fn best_between(
        &mut self,
        board: &Board,
        allowed: u64,
        alpha: i32,
        beta: i32,
    ) -> Option<(Square, i32)> {
        let (score, square) = match Instructions::detect() {
            Instructions::Portable(kernel) => root(kernel, self, board, allowed, alpha, beta),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(kernel) => root(kernel, self, board, allowed, alpha, beta),
        };
        let square = Square::new(square)?;
        (!self.halted).then_some((square, score))
    }

    /// The line that leads from `board` to `score`, its exact score, with the passes.
    pub fn line(&mut self, board: &Board, score: i32) -> Vec<Move> {
        let (mut board, mut score) = (*board, score);
        let mut line = Vec::new();
        while !board.is_over() && !self.halted {
            let mv = if board.must_pass() { Some(Move::Pass) } else { self.keeps(&board, score) };
            let Some(mv) = mv else { break };
            line.push(mv);
            board.play(mv);
            score = -score;
        }
        line
    }

    /// A move of `board` that keeps its exact score.
    fn keeps(&mut self, board: &Board, score: i32) -> Option<Move> {
        let table = self.table_at(board.empties().count_ones());
        let known = table.probe(table::key(board.mover(), board.opponent()));
        let known = known.filter(|known| known.low == score).and_then(|k| Square::new(k.moves[0]));
        let rest = board.mobility() & !known.map_or(0, Square::bit);
        known.into_iter().chain(Squares(rest)).map(Move::Place).find(|&mv| {
            let mut next = *board;
            if !board.is_legal(mv) {
                return false;
            }
            next.play(mv);
            self.score(&next, -score - 1, -score + 1) == Some(-score)
        })
    }
}

/// A score to expect.
#[derive(Clone, Copy, Debug)]
struct Guess {
    score: i32,
    /// Half of the first window around it.
    step: i32,
}

impl Guess {
    /// The possible score nearest to a value in hundredths of a disc.
    const fn new(value: i32, step: i32) -> Self {
        Self { score: 2 * (value + 100).div_euclid(200), step }
    }
}

/// Searches a narrow window around the `guess` first, and opens it where the score turns out to lie.
fn aspire(
    guess: Option<Guess>,
    alpha: i32,
    beta: i32,
    mut search: impl FnMut(i32, i32) -> Option<(Square, i32)>,
) -> Option<(Square, i32)> {
    let Some(Guess { score, mut step }) = guess else { return search(alpha, beta) };
    let mut low = (score - step).clamp(alpha, beta - 1);
    let mut high = (score + step).clamp(alpha + 1, beta);
    loop {
        let (square, score) = search(low, high)?;
        step *= 2;
        if score <= low && low > alpha {
            (low, high) = ((score - step).max(alpha), low + 1);
        } else if score >= high && high < beta {
            (low, high) = (high - 1, (score + step).min(beta));
        } else {
            return Some((square, score));
        }
    }
}

/// The root: like an inner node of the expected line, but only some moves are allowed.
fn root<K: Solving>(
    kernel: K,
    search: &mut Search<'_>,
    board: &Board,
    allowed: u64,
    alpha: i32,
    beta: i32,
) -> (i32, u8) {
    let mut list = root_moves(kernel, search, board, allowed);
    exact::best_of(kernel, search, &mut list, alpha, beta)
}

/// The `allowed` moves of the root, rated.
fn root_moves<K: Solving>(kernel: K, search: &Search<'_>, board: &Board, allowed: u64) -> Moves {
    let (mover, opponent) = (board.mover(), board.opponent());
    let moves = kernel.mobility(mover, opponent) & allowed;
    let empties = board.empties().count_ones();
    let key = table::key(mover, opponent);
    let known = search.known_moves(search.table_at(empties).probe(key), key, empties);
    let mut list = candidates(kernel, mover, opponent, moves);
    order::rate(kernel, search, &mut list, known, empties, order::Care::ExpectedLine);
    list
}

/// The score when nobody can move.
#[inline(always)]
pub(super) fn final_score(mover: u64, opponent: u64) -> i32 {
    let difference = mover.count_ones() as i32 - opponent.count_ones() as i32;
    let empties = 64 - mover.count_ones() as i32 - opponent.count_ones() as i32;
    difference + difference.signum() * empties
}

per_kernel! {
    /// The solver's functions, compiled for a kernel.
    pub(super) trait Solving {
        fn principal(
            search: &mut Search<'_>, mover: u64, opponent: u64, alpha: i32, beta: i32
        ) -> i32 = exact::principal;
        fn deep(search: &mut Search<'_>, mover: u64, opponent: u64, alpha: i32) -> i32 = node::deep;
        fn shallow(
            search: &mut Search<'_>, mover: u64, opponent: u64, alpha: i32, odd: u8
        ) -> i32 = node::shallow;
        fn ahead(
            weights: &Weights, mover: u64, opponent: u64, plies: u32, window: (i32, i32)
        ) -> i32 = order::ahead;
        fn four(
            search: &mut Search<'_>, mover: u64, opponent: u64, alpha: i32, odd: u8
        ) -> i32 = last::four;
        fn three(
            search: &mut Search<'_>, mover: u64, opponent: u64, alpha: i32, odd: u8
        ) -> i32 = last::three;
    }
}
