//! The root: iterations one ply deeper each, windows around the last value, several best lines.

use std::mem;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::dts::SharedTree;
use super::node::{Frame, Node, NodeKind};
use super::score::{INFINITE, MATE_FLOOR, MAX_PLY, Value, is_mate, mate_at, to_score};
use super::technique::Technique;
use super::time::Iteration;
use super::worker::Search;
use crate::game::xiangqi::Move;
use crate::search::split::{Exchange, Hand};
use crate::search::{Bound, Event, Line, Report};

/// From this depth the window is narrowed around the last value.
const ASPIRATION_DEPTH: i32 = 4;
/// The move being searched is told only when a search takes this long.
const TELL_CURRENT_AFTER: Duration = Duration::from_secs(1);

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in this iteration; minus infinity if it was only refuted.
    pub value: Value,
    /// Its value in the iteration before.
    pub previous: Value,
    /// What the value is.
    pub bound: Bound,
    /// The line it begins.
    pub pv: Vec<Move>,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Deepest ply of its line.
    pub seldepth: usize,
}

impl RootMove {
    /// A move not searched yet.
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
        }
    }
}

/// Where the iterations end, the clock aside.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Deepest iteration.
    pub depth: i32,
    /// Lines wanted.
    pub lines: usize,
    /// A mate in so many moves ends the search.
    pub mate: Option<u32>,
    /// A decided game need not be searched to the end of the clock.
    pub may_end_early: bool,
}

/// The leader's voice; helpers have none.
pub type Voice<'a> = Option<&'a mut dyn FnMut(Event<Move>)>;

impl Search<'_> {
    /// Iterates until the goal, the clock or the control ends it; returns the last finished depth.
    pub fn iterate(&mut self, goal: Goal) -> i32 {
        let lines = goal.lines.clamp(1, self.roots.len());
        let mut finished = 0;
        let mut stable = 0;
        let mut last = None;
        for depth in 1..=goal.depth {
            if self.leaves_out(depth) {
                continue;
            }
            self.root_depth = depth;
            self.seldepth = 0;
            self.shared.seldepth.store(0, Ordering::Relaxed);
            for root in &mut self.roots {
                root.previous = root.value;
            }
            for line in 0..lines {
                self.aspirate(depth, line);
                if self.stopped {
                    self.fall_back();
                    return finished;
                }
            }
            finished = depth;
            self.tell_report(depth, lines);
            let best = self.roots[0].mv;
            stable = if last.is_some_and(|(mv, _)| mv == best) { stable + 1 } else { 0 };
            let fell = last.map_or(0, |(_, value): (Move, Value)| value - self.roots[0].value);
            last = Some((best, self.roots[0].value));
            if self.index == 0 && self.is_enough(goal, stable, fell) {
                break;
            }
        }
        finished
    }

    /// After an iteration that was broken off: lines it did not come to are as they were before.
    fn fall_back(&mut self) {
        for root in &mut self.roots[1..] {
            if root.value == -INFINITE {
                root.value = root.previous;
            }
        }
        // The best move of the new iteration stays the best.
        self.roots[1..].sort_by_key(|root| std::cmp::Reverse(root.value));
    }

    /// Helpers leave depths out so that not all search the same one.
    fn leaves_out(&self, depth: i32) -> bool {
        const RUNS: [i32; 8] = [1, 1, 2, 2, 3, 3, 4, 4];
        const PHASES: [i32; 8] = [0, 1, 0, 2, 0, 3, 0, 4];
        let Some(helper) = self.index.checked_sub(1) else { return false };
        let (run, phase) = (RUNS[helper % 8], PHASES[helper % 8]);
        depth > 2 && (depth + phase) / run % 2 == 1
    }

    /// Whether the leader has seen enough.
    fn is_enough(&self, goal: Goal, stable: u32, drop: Value) -> bool {
        let best = &self.roots[0];
        if let Some(moves) = goal.mate {
            let plies = (2 * moves.min(MAX_PLY as u32) as usize).saturating_sub(1);
            return best.value >= mate_at(plies).max(MATE_FLOOR);
        }
        if goal.may_end_early && is_mate(best.value) {
            let plies = super::score::MATE - best.value.abs();
            if self.root_depth > 2 * plies + 4 {
                return true;
            }
        }
        let iteration = Iteration {
            stable,
            drop,
            effort: best.nodes as f64 / self.nodes_of_tree().max(1) as f64,
            value: best.value,
            forced: self.roots.len() == 1,
        };
        self.shared.timing.is_enough(iteration, self.shared.control)
    }

    /// Nodes among which those of the root moves are counted.
    fn nodes_of_tree(&self) -> u64 {
        if self.exchange.is_some() { self.all_nodes() } else { self.nodes }
    }

    /// Searches the root for the best line but `line`, with a window that widens where it fails.
    fn aspirate(&mut self, depth: i32, line: usize) {
        let guess = self.roots[line].previous;
        let mut half = self.margins().aspiration + (guess / 64).abs().min(50);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let narrow = depth >= ASPIRATION_DEPTH && self.uses(Technique::Aspiration);
        if narrow && !is_mate(guess) && guess > -INFINITE {
            alpha = guess - half;
            beta = guess + half;
        }
        let mut surprises = 0;
        loop {
            let searched = (depth - surprises).max(1);
            let node = Node { alpha, beta, depth: searched, ply: 0, kind: NodeKind::Pv };
            let value = self.search_root(node, line);
            // Stable: moves that were only refuted keep their order.
            self.roots[line..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.stopped {
                break;
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - half).max(-INFINITE);
                surprises = 0;
            } else if value >= beta {
                beta = (value + half).min(INFINITE);
                surprises = (surprises + 1).min(3);
            } else {
                break;
            }
            half += half / 2;
            if half > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
        self.roots[..=line].sort_by_key(|root| std::cmp::Reverse(root.value));
    }

    /// Searches the root moves from `line` on.
    fn search_root(&mut self, node: Node, line: usize) -> Value {
        // The first iteration is finished whatever happens, so the leader must not depend on others.
        if let Some(exchange) = self.exchange.filter(|_| self.root_depth > 1) {
            return self.search_root_together(node, line, exchange);
        }
        let look = self.look_at_root(&node);
        let mut frame = Frame::new(node, look);
        for index in line..self.roots.len() {
            if self.must_stop() {
                return frame.best;
            }
            let mv = self.roots[index].mv;
            frame.count += 1;
            self.tell_current(mv, frame.count, node.depth);
            let before = self.nodes;
            let value = self.search_move(&frame, self.attempt(0, mv));
            self.roots[index].nodes += self.nodes - before;
            if self.stopped {
                return frame.best;
            }
            let mut root = mem::replace(&mut self.roots[index], RootMove::new(mv));
            self.note(&mut root, value, &frame, frame.count);
            self.roots[index] = root;
            if self.take(&mut frame, mv, value) {
                break;
            }
        }
        if line > 0 { frame.best } else { self.close(&frame) }
    }

    /// As [`search_root`](Self::search_root), with the threads that meet at `exchange`.
    fn search_root_together(
        &mut self,
        node: Node,
        line: usize,
        exchange: &Exchange<SharedTree>,
    ) -> Value {
        let shared = self.shared;
        for effort in &shared.efforts {
            effort.store(0, Ordering::Relaxed);
        }
        *shared.roots.lock() = mem::take(&mut self.roots);
        let root = self.shareable_root(node, line);
        let value = Hand::new(exchange).lead(self, root);
        self.settle_nodes(None);
        self.go_home();
        self.roots = mem::take(&mut *shared.roots.lock());
        for (root, effort) in self.roots.iter_mut().zip(&shared.efforts) {
            root.nodes += effort.load(Ordering::Relaxed);
        }
        self.stopped = value.is_none();
        value.unwrap_or(-INFINITE)
    }

    /// Writes down what the search of a root move gave.
    /// It was move `number` of those searched at `frame`.
    pub(super) fn note(&self, root: &mut RootMove, value: Value, frame: &Frame, number: usize) {
        if number > 1 && value <= frame.alpha {
            root.value = -INFINITE;
            return;
        }
        root.value = value;
        root.seldepth = self.seldepth.max(self.shared.seldepth.load(Ordering::Relaxed));
        root.bound = if value >= frame.node.beta {
            Bound::Lower
        } else if value <= frame.node.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        root.pv.clear();
        root.pv.push(root.mv);
        root.pv.extend_from_slice(&self.plies[1].pv);
    }

    /// Says which root move is searched now, once the search has lasted.
    pub(super) fn tell_current(&mut self, mv: Move, number: usize, depth: i32) {
        if let Some(tell) = &mut self.voice
            && self.shared.control.elapsed() >= TELL_CURRENT_AFTER
        {
            tell(Event::Current { mv, number, depth: depth as u32 });
        }
    }

    fn tell_report(&mut self, depth: i32, lines: usize) {
        if self.voice.is_none() {
            return;
        }
        let report = self.report(depth, lines);
        if let Some(tell) = &mut self.voice {
            tell(Event::Report(report));
        }
    }

    /// The state of the search.
    pub fn report(&self, depth: i32, lines: usize) -> Report<Move> {
        let lines = self.roots.iter().take(lines).filter(|root| root.value > -INFINITE);
        Report {
            depth: depth as u32,
            seldepth: self.roots[0].seldepth.min(MAX_PLY) as u32,
            nodes: self.all_nodes(),
            visits: 0,
            elapsed: self.shared.control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            lines: lines.map(to_line).collect(),
            ownership: None,
        }
    }
}

fn to_line(root: &RootMove) -> Line<Move> {
    Line {
        pv: root.pv.clone(),
        score: to_score(root.value),
        bound: root.bound,
        proven: is_mate(root.value),
        visits: root.nodes,
        prior: 0.0,
        lcb: 0.0,
        from_book: false,
        pv_visits: Vec::new(),
        ownership: None,
    }
}
