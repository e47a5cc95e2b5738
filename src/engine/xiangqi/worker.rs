//! What one thread keeps from search to search, and one search of one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use arrayvec::ArrayVec;
use crossbeam::utils::CachePadded;
use parking_lot::Mutex;

use super::dts::SharedTree;
use super::evaluate::Evaluation;
use super::history::{History, Past, Step};
use super::margins::Margins;
use super::order::Knowledge;
use super::root::{RootMove, Voice};
use super::score::{MAX_PLY, Value};
use super::settings::Config;
use super::technique::{Technique, Techniques};
use super::time::Timing;
use crate::game::xiangqi::repetition::{Fold, Repetition, Trail};
use crate::game::xiangqi::{Board, Move, RepetitionRule};
use crate::search::split::{Bells, Exchange, Leash};
use crate::search::{Control, Table};

/// A line of play.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What is known about a ply of the line being searched.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position.
    pub board: Board,
    /// Its evaluation, if it is not in check.
    pub eval: Option<Value>,
    /// The move being searched from here; `None` for a null move.
    pub mv: Option<Move>,
    /// What that move looks like to those after it.
    pub step: Option<Step>,
    /// The move left out, when it is asked whether it is the only good one.
    pub excluded: Option<Move>,
    /// The null move is not tried here: its result is being checked.
    pub no_null: bool,
    /// How many children cut since the node was entered: a node with many is likely to fail low.
    pub child_cuts: u32,
    /// Best line from here.
    pub pv: Line,
}

/// What a thread keeps from search to search. Workers stand side by side, and each writes to its own at
/// every node: on cache lines of their own they do not hinder each other.
#[derive(Debug)]
#[repr(align(128))]
pub struct Worker {
    /// What it learned about moves.
    pub history: History,
    /// Evaluations along the line.
    pub evaluation: Evaluation,
    /// The line being searched.
    pub plies: Box<[Ply]>,
    /// The game and the line, for repetition.
    pub trail: Trail,
}

impl Default for Worker {
    fn default() -> Self {
        let ply = Ply {
            board: Board::start(),
            eval: None,
            mv: None,
            step: None,
            excluded: None,
            no_null: false,
            child_cuts: 0,
            pv: Line::new(),
        };
        Self {
            history: History::default(),
            evaluation: Evaluation::default(),
            plies: vec![ply; MAX_PLY + 2].into(),
            trail: Trail::default(),
        }
    }
}

/// What all threads of one search share.
#[derive(Debug)]
pub struct Shared<'a> {
    /// The table.
    pub table: &'a Table,
    /// The settings.
    pub config: &'a Config,
    /// Stop and ponderhit from outside.
    pub control: &'a Control,
    /// The clock.
    pub timing: Timing,
    /// Nodes after which to end.
    pub node_limit: Option<u64>,
    /// The level is below the full: even the first iteration may be too long.
    pub weak: bool,
    /// How a repeated position is judged.
    pub repetition: RepetitionRule,
    /// The natural limit, if it lies ahead.
    pub natural_limit: Option<u16>,
    /// Plies before the root that the board's clock counts and the natural limit does not.
    pub idle_plies: u16,
    /// The side whose contempt for draws counts.
    pub draw_value: [Value; 2],
    /// Call threads off, and end the search.
    pub bells: Arc<Bells>,
    /// The root moves while threads share their search; otherwise each thread has its own.
    pub roots: Mutex<Vec<RootMove>>,
    /// Nodes spent on each of them in this search of the root.
    pub efforts: Vec<AtomicU64>,
    /// Deepest ply any thread reached since the iteration began; away from what is read at every node.
    pub seldepth: CachePadded<AtomicUsize>,
    /// Nodes of each thread, as of lately.
    pub nodes: Vec<CachePadded<AtomicU64>>,
}

/// One search of one thread.
pub struct Search<'a> {
    /// What all threads share.
    pub shared: &'a Shared<'a>,
    /// This thread's number; 0 leads.
    pub index: usize,
    /// What it learned about moves.
    pub history: &'a mut History,
    /// Evaluations along the line.
    pub evaluation: &'a mut Evaluation,
    /// The line being searched.
    pub plies: &'a mut [Ply],
    /// The game and the line, for repetition.
    pub trail: &'a mut Trail,
    /// Length of the trail at the root.
    pub trail_root: usize,
    /// Root moves, the best first.
    pub roots: Vec<RootMove>,
    /// Moves made on the board.
    pub nodes: u64,
    /// Deepest ply reached since the iteration began.
    pub seldepth: usize,
    /// Depth of the iteration.
    pub root_depth: i32,
    /// The search has ended; values returned from now on mean nothing.
    pub stopped: bool,
    /// Inside a verification of a null move, others are believed.
    pub verifying: bool,
    /// How this thread learns that its work is not wanted.
    pub leash: Leash,
    /// Where it meets the others, if they share one tree.
    pub exchange: Option<&'a Exchange<SharedTree>>,
    /// The root move below which it works, if they do.
    pub root_index: Option<usize>,
    /// Nodes already counted among that move's.
    pub settled: u64,
    /// The leader's voice.
    pub voice: Voice<'a>,
    /// Techniques left out.
    without: Techniques,
}

/// Nodes between two looks at the clock.
const CLOCK_EVERY: u64 = 512;
/// Nodes between two notes of which root move they belong to, while a thread stays below it.
const SETTLE_EVERY: u64 = 1024;

impl<'a> Search<'a> {
    /// A search of `worker` from the position at its ply 0.
    pub fn new(
        shared: &'a Shared<'a>,
        index: usize,
        worker: &'a mut Worker,
        roots: Vec<RootMove>,
    ) -> Self {
        let Worker { history, evaluation, plies, trail } = worker;
        let trail_root = trail.len();
        for ply in plies.iter_mut() {
            ply.excluded = None;
            ply.no_null = false;
        }
        evaluation.use_network(shared.config.network());
        evaluation.refresh(0, &plies[0].board);
        Self {
            shared,
            index,
            history,
            evaluation,
            plies,
            trail,
            trail_root,
            roots,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            stopped: false,
            verifying: false,
            leash: Leash::new(&shared.bells, index),
            exchange: None,
            root_index: None,
            settled: 0,
            voice: None,
            without: shared.config.without,
        }
    }

    /// Whether the search uses `technique`.
    #[inline]
    pub fn uses(&self, technique: Technique) -> bool {
        !self.without.contains(technique)
    }

    /// The numbers of the search.
    #[inline]
    pub fn margins(&self) -> &Margins {
        &self.shared.config.margins
    }

    /// The position at `ply`.
    #[inline]
    pub fn board(&self, ply: usize) -> &Board {
        &self.plies[ply].board
    }

    /// What the order of moves at `ply` may look at.
    #[inline]
    pub fn knowledge(&self, ply: usize) -> Knowledge<'_> {
        Knowledge { board: &self.plies[ply].board, history: self.history, past: self.past(ply) }
    }

    /// The steps one, two and four plies before `ply`.
    #[inline]
    pub fn past(&self, ply: usize) -> Past {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.plies[ply].step))
    }

    /// Plays `mv` at `ply`.
    #[inline]
    pub fn make(&mut self, ply: usize, mv: Move) {
        self.nodes += 1;
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, after) = (&mut before[ply], &mut after[0]);
        // As early as can be: the probe comes as soon as the move is made.
        self.shared.table.prefetch(before.board.key_after(mv));
        self.evaluation.push(ply, &before.board, mv);
        self.trail.push(&before.board, mv);
        before.mv = Some(mv);
        before.step = before.board.piece_at(mv.from()).map(|piece| Step::new(piece, mv.to()));
        after.board.clone_from(&before.board);
        after.board.play(mv);
    }

    /// Passes at `ply`.
    pub fn make_null(&mut self, ply: usize) {
        self.nodes += 1;
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (before, after) = (&mut before[ply], &mut after[0]);
        self.evaluation.push_null(ply);
        self.trail.push_null(&before.board);
        before.mv = None;
        before.step = None;
        after.board.clone_from(&before.board);
        after.board.play_null();
        self.shared.table.prefetch(after.board.key());
    }

    /// Takes the last move back, null or not.
    #[inline]
    pub fn unmake(&mut self) {
        self.trail.pop();
    }

    /// Whether the position at `ply` repeats one of the line or the game, and who is at fault.
    #[inline]
    pub fn repetition(&self, ply: usize) -> Repetition {
        let fold = Fold::Search { root: self.trail_root };
        self.trail.repetition(&self.plies[ply].board, self.shared.repetition, fold)
    }

    /// Plies without a capture at `ply`, as the natural limit counts them.
    #[inline]
    pub fn quiet_plies(&self, ply: usize) -> u16 {
        let clock = self.plies[ply].board.clock();
        let captured_since_root = usize::from(clock) < ply;
        if captured_since_root { clock } else { clock.saturating_sub(self.shared.idle_plies) }
    }

    /// Whether the search must end; to be asked before each move made.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.stopped = (self.shared.control.is_stopped()
            || self.leash.is_called_off()
            || self.is_out_of_nodes()
            || self.nodes.is_multiple_of(CLOCK_EVERY) && self.look_at_clock())
            && !self.knows_no_move();
        self.stopped
    }

    /// The first iteration is always finished: it takes microseconds, and without it the first
    /// legal move would be played. Only a weak level's nodes may run out before.
    #[cold]
    fn knows_no_move(&self) -> bool {
        self.index == 0 && self.root_depth <= 1 && !(self.shared.weak && self.is_out_of_nodes())
    }

    #[inline]
    fn is_out_of_nodes(&self) -> bool {
        match self.shared.node_limit {
            None => false,
            Some(limit) if self.shared.nodes.len() == 1 => self.nodes >= limit,
            Some(limit) => self.nodes.is_multiple_of(64) && self.all_nodes() >= limit,
        }
    }

    /// Publishes the node count and reads the clock, which the leader of a shared tree may be too
    /// idle to do.
    #[cold]
    fn look_at_clock(&self) -> bool {
        self.publish_nodes();
        (self.index == 0 || self.exchange.is_some())
            && self.shared.timing.is_over(self.shared.control)
    }

    /// Lets the other threads see how many nodes this one has made.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// Counts the nodes since the last time among those of the root move they belong to; from now
    /// on they belong to `next`.
    pub fn settle_nodes(&mut self, next: Option<usize>) {
        if let Some(effort) = self.root_index.and_then(|index| self.shared.efforts.get(index)) {
            effort.fetch_add(self.nodes - self.settled, Ordering::Relaxed);
        }
        self.settled = self.nodes;
        self.root_index = next;
        self.publish_nodes();
        // Looked at first: a line that is not written to stays in every thread's cache.
        if self.seldepth > self.shared.seldepth.load(Ordering::Relaxed) {
            self.shared.seldepth.fetch_max(self.seldepth, Ordering::Relaxed);
        }
    }

    /// Does the same now and then, where it would otherwise be done very often.
    pub fn settle_many_nodes(&mut self) {
        if self.nodes - self.settled >= SETTLE_EVERY {
            self.settle_nodes(self.root_index);
        }
    }

    /// Nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.publish_nodes();
        self.shared.nodes.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// The best line from `ply` begins with `mv` and goes on with the one of the next ply.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let (pv, rest) = (&mut before[ply].pv, &after[0].pv);
        pv.clear();
        pv.push(mv);
        pv.extend(rest.iter().copied().take(MAX_PLY - 1));
    }
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("index", &self.index)
            .field("nodes", &self.nodes)
            .field("root_depth", &self.root_depth)
            .finish_non_exhaustive()
    }
}
