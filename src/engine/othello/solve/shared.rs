//! A solve on several threads, which share the tree by dynamic splitting.
//!
//! Positions are whole in every node, so a thread stands anywhere at once. Nodes near the end are
//! searched plainly, by the same functions as on one thread; all threads share one table.

use parking_lot::Mutex;

use super::node::{look_ahead, stability_cut};
use super::order::{Care, rate};
use super::table::{NO_MOVE, key};
use super::{Halt, NOTHING, Search, Solving, Table, aspire, exact, final_score};
use crate::engine::othello::candidates::{Candidate, Moves, candidates, pick};
use crate::engine::othello::evaluate::Weights;
use crate::game::othello::{Board, Instructions, Square};
use crate::search::split::{
    Appeal, Bells, Exchange, Hand, Leash, Opened, Reserve, Searcher, Step, Terms, Tree, Verdict,
};

/// Positions with fewer empties are not worth sharing.
const LEAST_EMPTIES: i32 = 15;

/// Threads that solve together.
#[derive(Debug)]
pub struct Team<'a> {
    table: &'a Table,
    weights: &'a Weights,
    halt: Halt<'a>,
    threads: usize,
    nodes: u64,
}

impl<'a> Team<'a> {
    /// So many threads, at least one. A limit of nodes is shared among them.
    pub fn new(table: &'a Table, weights: &'a Weights, halt: Halt<'a>, threads: usize) -> Self {
        let threads = threads.max(1);
        let nodes = halt.nodes.map(|nodes| nodes / threads as u64);
        Self { table, weights, halt: Halt { nodes, ..halt }, threads, nodes: 0 }
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
        if self.threads == 1 || (board.empties().count_ones() as i32) < LEAST_EMPTIES {
            let best = lone.best(board, allowed, alpha, beta);
            self.nodes += lone.nodes();
            return best;
        }
        aspire(lone.guess(board), alpha, beta, |low, high| match Instructions::detect() {
            Instructions::Portable(kernel) => self.between(kernel, board, allowed, (low, high)),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(kernel) => self.between(kernel, board, allowed, (low, high)),
        })
    }

    fn search(&self) -> Search<'a> {
        Search::new(self.table, self.halt).ordered_by(Some(self.weights))
    }

    /// One window, all threads.
    fn between<K: Solving>(
        &mut self,
        kernel: K,
        board: &Board,
        allowed: u64,
        (alpha, beta): (i32, i32),
    ) -> Option<(Square, i32)> {
        let bells = Bells::new(self.threads);
        let terms = Terms { min_depth: LEAST_EMPTIES, reserve: Reserve::Auto };
        let exchange = Exchange::<SharedTree>::new(self.threads, terms, &bells);
        let best_move = Mutex::new(NO_MOVE);
        let worker = |index| {
            let mut search = self.search();
            search.leash = Some(Leash::new(&bells, index));
            Worker { kernel, search, best_move: &best_move }
        };
        let mut leader = worker(0);
        let root = leader.root(board, allowed, alpha, beta);
        let (score, helped) = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|index| {
                    let (mut helper, exchange) = (worker(index), &exchange);
                    scope.spawn(move || {
                        Hand::new(exchange).help(&mut helper);
                        helper.search.nodes
                    })
                })
                .collect();
            // The helpers leave however the leader does.
            let end = End(&exchange);
            let score = Hand::new(&exchange).lead(&mut leader, root);
            drop(end);
            (score, helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>())
        });
        self.nodes += leader.search.nodes + helped;
        Square::new(best_move.into_inner()).zip(score)
    }
}

/// Ends the search for all threads when it goes.
struct End<'a>(&'a Exchange<SharedTree>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The tree of a solve.
#[derive(Debug)]
enum SharedTree {}

impl Tree for SharedTree {
    type Node = Node;
    type Trial = Trial;
    type Path = ();
}

/// A position to be searched.
#[derive(Debug)]
struct Task {
    mover: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
}

/// A position being searched.
#[derive(Debug)]
struct Node {
    task: Task,
    /// Where moves are chosen for play: its score may leave out some, so it is not kept.
    is_root: bool,
    list: Moves,
    begun: usize,
    done: usize,
    best: i32,
    best_move: u8,
}

impl Node {
    const fn new(task: Task, list: Moves, is_root: bool) -> Self {
        Self { task, is_root, list, begun: 0, done: 0, best: NOTHING, best_move: NO_MOVE }
    }

    const fn has_open_window(&self) -> bool {
        self.task.beta - self.task.alpha > 1
    }
}

/// One move of a node.
#[derive(Debug)]
struct Trial {
    candidate: Candidate,
    beta: i32,
    /// It is searched with the open window now.
    open: bool,
    /// The alpha it was asked with.
    asked: i32,
}

/// One thread.
struct Worker<'a, K> {
    kernel: K,
    search: Search<'a>,
    /// Where the root's best move is left.
    best_move: &'a Mutex<u8>,
}

impl<K: Solving> Worker<'_, K> {
    fn root(&self, board: &Board, allowed: u64, alpha: i32, beta: i32) -> Node {
        let (mover, opponent) = (board.mover(), board.opponent());
        let list = super::root_moves(self.kernel, &self.search, board, allowed);
        Node::new(Task { mover, opponent, alpha, beta }, list, true)
    }
}

impl<K: Solving> Searcher for Worker<'_, K> {
    type Tree = SharedTree;
    type Task = Task;

    fn depth(task: &Task) -> i32 {
        (!(task.mover | task.opponent)).count_ones() as i32
    }

    fn search(&mut self, task: Task) -> i32 {
        let Task { mover, opponent, alpha, beta } = task;
        if beta - alpha == 1 {
            self.kernel.deep(&mut self.search, mover, opponent, alpha)
        } else {
            self.kernel.principal(&mut self.search, mover, opponent, alpha, beta)
        }
    }

    fn open(&mut self, task: Task) -> Opened<Node> {
        let (kernel, search) = (self.kernel, &mut self.search);
        let Task { mover, opponent, alpha, beta } = task;
        if search.count_and_halt() {
            return Opened::Value(alpha);
        }
        let count = Self::depth(&task) as u32;
        let refutes = beta - alpha == 1;
        if refutes && let Some(most) = stability_cut(mover, opponent, alpha, count) {
            return Opened::Value(most);
        }
        let known = search.table_at(count).probe(key(mover, opponent));
        if let Some(score) = known.and_then(|known| exact::decides(&known, alpha, beta)) {
            return Opened::Value(score);
        }
        let moves = kernel.mobility(mover, opponent);
        if moves == 0 {
            if kernel.mobility(opponent, mover) == 0 {
                return Opened::Value(final_score(mover, opponent));
            }
            // A pass is the only move.
            let pass = Candidate { next: opponent, other: mover, square: NO_MOVE, rating: 0 };
            return Opened::Node(Node::new(task, Moves::from_iter([pass]), false));
        }
        let mut list = candidates(kernel, mover, opponent, moves);
        if refutes && let Some(score) = look_ahead(search.table_at(count - 1), &list, alpha) {
            return Opened::Value(score);
        }
        let care = if refutes { Care::Refutation } else { Care::ExpectedLine };
        let known = known.map_or([NO_MOVE; 2], |known| known.moves);
        rate(kernel, search, &mut list, known, count, care);
        Opened::Node(Node::new(task, list, false))
    }

    fn next(&mut self, node: &mut Node) -> Option<Trial> {
        if node.begun == node.list.len() {
            return None;
        }
        let candidate = pick(&mut node.list, node.begun);
        node.begun += 1;
        let open = node.begun == 1 || !node.has_open_window();
        Some(Trial { candidate, beta: node.task.beta, open, asked: NOTHING })
    }

    fn advance(&mut self, trial: &mut Trial, alpha: i32, value: Option<i32>) -> Step<Task> {
        if let Some(value) = value {
            let score = -value;
            if trial.open || score <= trial.asked || score >= trial.beta {
                return Step::Value(score);
            }
            trial.open = true;
        }
        trial.asked = alpha;
        let Candidate { next, other, .. } = trial.candidate;
        let low = if trial.open { -trial.beta } else { -alpha - 1 };
        Step::Search(Task { mover: next, opponent: other, alpha: low, beta: -alpha })
    }

    fn take(&mut self, node: &mut Node, trial: Trial, value: i32) -> Verdict {
        node.done += 1;
        if value > node.best {
            (node.best, node.best_move) = (value, trial.candidate.square);
        }
        if node.best >= node.task.beta { Verdict::Cut } else { Verdict::GoOn }
    }

    fn close(&mut self, node: Node, _settled: Option<i32>) -> i32 {
        let Node { task: Task { mover, opponent, alpha, beta }, best, best_move, .. } = node;
        if node.is_root {
            *self.best_move.lock() = best_move;
        } else if !self.search.halted && best_move != NO_MOVE {
            let low = if best > alpha { best } else { -64 };
            let high = if best < beta { best } else { 64 };
            let count = (!(mover | opponent)).count_ones();
            let table = self.search.table_at(count);
            table.store(key(mover, opponent), count, low, high, best_move);
        }
        best
    }

    fn alpha(node: &Node) -> i32 {
        node.task.alpha.max(node.best)
    }

    fn tries(node: &Node) -> u64 {
        node.begun as u64
    }

    fn appeal(&self, node: &Node) -> Option<Appeal> {
        let depth = (!(node.task.mover | node.task.opponent)).count_ones() as i32;
        // On the expected line all moves must be searched; elsewhere that is the surer, the more
        // moves have failed to refute.
        let certainty = if node.has_open_window() { 3 } else { node.done.min(2) as u8 };
        let open = node.done > 0 && node.begun < node.list.len();
        open.then_some(Appeal { certainty, depth })
    }

    fn path(&self, _node: &Node) {}

    fn stand(&mut self, (): &()) {}

    fn is_interrupted(&self) -> bool {
        self.search.halted
    }

    fn resume(&mut self) {
        self.search.halted = false;
    }

    fn leash(&mut self) -> &mut Leash {
        self.search.leash.get_or_insert_with(|| Leash::new(&Bells::new(1), 0))
    }
}
