//! A search on several threads, which share the tree by dynamic splitting.
//!
//! Positions are whole in every node, so a thread stands anywhere at once. What a node is worth and
//! what is kept of it is the business of the search that is shared (`Shares`): the solver, where the
//! depth is the number of empties, or the midgame.

use std::marker::PhantomData;

use parking_lot::Mutex;

use super::candidates::{Candidate, Moves, pick};
use super::solve::Search;
use crate::game::othello::Square;
use crate::search::split::{
    Appeal, Bells, Exchange, Hand, Leash, Opened, Reserve, Searcher, Step, Terms, Tree, Verdict,
};

/// Less than any score of any search.
const NOTHING: i32 = -10_000;
/// The square of a pass.
pub(super) const PASS: u8 = 64;

/// A position to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) mover: u64,
    pub(super) opponent: u64,
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Task {
    /// The only move where the side to move must pass.
    pub(super) fn pass(&self) -> Moves {
        let (next, other) = (self.opponent, self.mover);
        Moves::from_iter([Candidate { next, other, square: PASS, rating: 0 }])
    }
}

/// The first look at a position.
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
pub(super) enum Begun {
    /// Its score is known, or a bound that suffices.
    Value(i32),
    /// Its moves are to be searched, in the order of their ratings.
    Moves(Moves),
}

/// One thread's search of positions.
pub(super) trait Shares<'a>: Send {
    /// Searches a position on this thread alone.
    fn alone(&mut self, task: Task) -> i32;
    /// Looks at a position whose moves may be shared.
    fn begin(&mut self, task: &Task) -> Begun;
    /// Notes the score of a position, and the square of its best move.
    fn keep(&mut self, task: &Task, best: i32, square: u8);
    /// What counts nodes and knows when to end.
    fn solver(&self) -> &Search<'a>;
    /// The same, to let it go on.
    fn solver_mut(&mut self) -> &mut Search<'a>;
}

/// What a search on several threads found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Together {
    /// The best move and its score, unless the search was ended early.
    pub(super) best: Option<(Square, i32)>,
    /// A move that was found better than the first, and its score: it holds however the search ended.
    pub(super) better: Option<(Square, i32)>,
    /// The nodes of all threads.
    pub(super) nodes: u64,
}

/// The root's move in the lead.
#[derive(Clone, Copy, Debug)]
struct Lead {
    square: u8,
    score: i32,
    /// It was searched first.
    is_first: bool,
}

/// Searches `root`, whose moves are `list`, on so many threads, each with the search that `another` makes.
pub(super) fn search_together<'a, S: Shares<'a>>(
    threads: usize,
    least_depth: u32,
    (root, list): (Task, Moves),
    another: impl Fn(Leash) -> S,
) -> Together {
    let bells = Bells::new(threads);
    let terms = Terms { min_depth: least_depth as i32, reserve: Reserve::Auto };
    let exchange = Exchange::<SharedTree>::new(threads, terms, &bells);
    let lead = Mutex::new(None);
    let worker = |index| {
        let search = another(Leash::new(&bells, index));
        Worker { search, lead: &lead, lives: PhantomData }
    };
    let mut leader = worker(0);
    let (score, helped) = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|index| {
                let (mut helper, exchange) = (worker(index), &exchange);
                scope.spawn(move || {
                    Hand::new(exchange).help(&mut helper);
                    helper.search.solver().nodes()
                })
            })
            .collect();
        // The helpers leave however the leader does.
        let end = End(&exchange);
        let score = Hand::new(&exchange).lead(&mut leader, Node::new(root, list, true));
        drop(end);
        (score, helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>())
    });
    let nodes = leader.search.solver().nodes() + helped;
    let lead: Option<Lead> = lead.into_inner();
    let of = |lead: Lead| Square::new(lead.square).map(|square| (square, lead.score));
    let better = lead.filter(|lead| !lead.is_first).and_then(of);
    Together { best: score.and(lead).and_then(of), better, nodes }
}

/// Ends the search for all threads when it goes.
struct End<'a>(&'a Exchange<SharedTree>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[derive(Debug)]
enum SharedTree {}

impl Tree for SharedTree {
    type Node = Node;
    type Trial = Trial;
    type Path = ();
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
        Self { task, is_root, list, begun: 0, done: 0, best: NOTHING, best_move: PASS }
    }

    const fn has_open_window(&self) -> bool {
        self.task.beta - self.task.alpha > 1
    }
}

/// One move of a node.
#[derive(Debug)]
struct Trial {
    candidate: Candidate,
    /// The depth of the position it leads to.
    depth: u32,
    beta: i32,
    /// It is searched with the open window now.
    open: bool,
    /// The alpha it was asked with.
    asked: i32,
}

/// One thread.
struct Worker<'b, 'a, S> {
    search: S,
    /// Where the root's best move so far is left.
    lead: &'b Mutex<Option<Lead>>,
    lives: PhantomData<&'a ()>,
}

impl<'a, S: Shares<'a>> Searcher for Worker<'_, 'a, S> {
    type Tree = SharedTree;
    type Task = Task;

    fn depth(task: &Task) -> i32 {
        task.depth as i32
    }

    fn search(&mut self, task: Task) -> i32 {
        self.search.alone(task)
    }

    fn open(&mut self, task: Task) -> Opened<Node> {
        match self.search.begin(&task) {
            Begun::Value(value) => Opened::Value(value),
            Begun::Moves(list) => Opened::Node(Node::new(task, list, false)),
        }
    }

    fn next(&mut self, node: &mut Node) -> Option<Trial> {
        if node.begun == node.list.len() {
            return None;
        }
        let candidate = pick(&mut node.list, node.begun);
        node.begun += 1;
        let open = node.begun == 1 || !node.has_open_window();
        // A pass is no ply.
        let depth = node.task.depth - u32::from(candidate.square != PASS);
        Some(Trial { candidate, depth, beta: node.task.beta, open, asked: NOTHING })
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
        let (depth, beta) = (trial.depth, -alpha);
        Step::Search(Task { mover: next, opponent: other, depth, alpha: low, beta })
    }

    fn take(&mut self, node: &mut Node, trial: Trial, value: i32) -> Verdict {
        node.done += 1;
        if value > node.best {
            let square = trial.candidate.square;
            (node.best, node.best_move) = (value, square);
            if node.is_root {
                *self.lead.lock() = Some(Lead { square, score: value, is_first: node.done == 1 });
            }
        }
        if node.best >= node.task.beta { Verdict::Cut } else { Verdict::GoOn }
    }

    fn close(&mut self, node: Node, _settled: Option<i32>) -> i32 {
        let Node { task, is_root, best, best_move, .. } = node;
        if !is_root && !self.is_interrupted() && best_move != PASS {
            self.search.keep(&task, best, best_move);
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
        // On the expected line all moves must be searched; elsewhere that is the surer, the more
        // moves have failed to refute.
        let certainty = if node.has_open_window() { 3 } else { node.done.min(2) as u8 };
        let open = node.done > 0 && node.begun < node.list.len();
        open.then_some(Appeal { certainty, depth: node.task.depth as i32 })
    }

    fn path(&self, _node: &Node) {}

    fn stand(&mut self, (): &()) {}

    fn is_interrupted(&self) -> bool {
        self.search.solver().is_halted()
    }

    fn resume(&mut self) {
        self.search.solver_mut().resume();
    }

    fn leash(&mut self) -> &mut Leash {
        self.search.solver_mut().leash()
    }
}
