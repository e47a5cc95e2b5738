//! One node of the principal-variation search, step by step.
//!
//! [`Search::search`] reads as the list of steps; each step is a method, here or in `look`, `prune`,
//! `null_move`, `reduce`, `quiesce` and `learn`.

use arrayvec::ArrayVec;

use super::look::Look;
use super::order::{Picker, Wanted};
use super::score::{EVAL_LIMIT, INFINITE, MAX_PLY, Value, mate_at, mated_at};
use super::worker::Search;
use crate::game::xiangqi::repetition::Repetition;
use crate::game::xiangqi::{Kind, Move};
use crate::search::Bound;

/// What a node is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// On the principal variation: the window is open.
    Pv,
    /// Some move is expected to cut.
    Cut,
    /// No move is expected to reach alpha.
    All,
}

/// A node to search: the position at `ply`, to `depth`, within a window.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What is already had.
    pub alpha: Value,
    /// What the opponent will not allow.
    pub beta: Value,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Distance from the root.
    pub ply: usize,
    /// What it is expected to be.
    pub kind: NodeKind,
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The move.
    pub mv: Move,
    /// It gives check.
    pub checks: bool,
    /// How many plies more it is searched; fewer if negative.
    pub extension: i32,
}

/// A node whose moves are being searched.
#[derive(Debug)]
pub struct Frame {
    /// The node.
    pub node: Node,
    /// What was known before.
    pub look: Look,
    /// Best value so far.
    pub best: Value,
    /// The move that raised alpha.
    pub best_move: Option<Move>,
    /// Alpha, raised by the moves so far.
    pub alpha: Value,
    /// Moves searched or skipped so far.
    pub count: usize,
    /// Quiet moves that were searched and did not cut.
    pub quiets: ArrayVec<Move, 64>,
    /// Captures that were searched and did not cut.
    pub captures: ArrayVec<Move, 32>,
}

impl NodeKind {
    /// What the first child of a node that keeps its window is expected to be.
    pub const fn child(self) -> Self {
        match self {
            Self::Pv => Self::Pv,
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

impl Node {
    /// A child searched with the window from `alpha` up.
    pub const fn child(&self, alpha: Value, depth: i32, kind: NodeKind) -> Self {
        Self { alpha: -self.beta, beta: -alpha, depth, ply: self.ply + 1, kind }
    }

    /// A child searched with a window of nothing above `alpha`.
    pub const fn scout(&self, alpha: Value, depth: i32, kind: NodeKind) -> Self {
        Self { alpha: -alpha - 1, beta: -alpha, depth, ply: self.ply + 1, kind }
    }
}

impl Search<'_> {
    /// The value of `node`: exact inside its window, otherwise a bound.
    pub fn search(&mut self, node: Node) -> Value {
        if node.depth <= 0 {
            return self.quiesce(node.alpha, node.beta, node.ply);
        }
        let (node, look) = match self.look_ahead(node) {
            Ok(ahead) => ahead,
            Err(value) => return value,
        };
        if let Some(value) = self.try_null_move(&node, &look) {
            return value;
        }
        self.search_moves(node, look)
    }

    /// What is known about a node before anything is tried; `Err` is its value if that is enough.
    pub(super) fn look_ahead(&mut self, node: Node) -> Result<(Node, Look), Value> {
        self.enter(&node);
        if let Some(value) = self.end_of_line(&node) {
            return Err(value);
        }
        let node = within_mate_distance(node);
        if node.alpha >= node.beta {
            return Err(node.alpha);
        }
        let entry = self.probe(&node);
        if let Some(value) = self.table_cutoff(&node, entry) {
            return Err(value);
        }
        let look = self.look(&node, entry);
        match self.prune_by_evaluation(&node, &look) {
            Some(value) => Err(value),
            None => Ok((node, look)),
        }
    }

    pub(super) fn enter(&mut self, node: &Node) {
        self.seldepth = self.seldepth.max(node.ply);
        self.plies[node.ply].pv.clear();
        self.plies[node.ply + 1].child_cuts = 0;
    }

    /// The value of a node that is not searched further: stopped, repeated, drawn, too deep.
    pub fn end_of_line(&mut self, node: &Node) -> Option<Value> {
        if self.must_stop() {
            return Some(0);
        }
        let ply = node.ply;
        if ply == 0 {
            return None;
        }
        if let Some(value) = self.value_by_rule(ply) {
            return Some(value);
        }
        if ply >= MAX_PLY {
            return Some(if self.board(ply).in_check() { 0 } else { self.static_value(ply) });
        }
        None
    }

    /// The value of the position at `ply` if a rule ends the game there.
    #[inline]
    pub fn value_by_rule(&self, ply: usize) -> Option<Value> {
        let board = self.board(ply);
        match self.repetition(ply) {
            Repetition::None => {}
            Repetition::Draw => return Some(self.draw_value(ply)),
            // Worth less than any mate, which nobody can dispute.
            Repetition::Loses(side) if side == board.turn() => {
                return Some(ply as Value - EVAL_LIMIT);
            }
            Repetition::Loses(_) => return Some(EVAL_LIMIT - ply as Value),
        }
        let limit = self.shared.natural_limit.unwrap_or(u16::MAX);
        if self.quiet_plies(ply) >= limit {
            // A mate or a stalemate on the last ply still counts.
            let lost = !board.has_legal_move();
            return Some(if lost { mated_at(ply) } else { self.draw_value(ply) });
        }
        let attackers = board.kind(Kind::Rook)
            | board.kind(Kind::Cannon)
            | board.kind(Kind::Horse)
            | board.kind(Kind::Pawn);
        attackers.is_empty().then(|| self.draw_value(ply))
    }

    fn draw_value(&self, ply: usize) -> Value {
        self.shared.draw_value[self.board(ply).turn().index()]
    }

    /// Searches the moves one by one until one cuts.
    fn search_moves(&mut self, node: Node, look: Look) -> Value {
        let ply = node.ply;
        let mut picker = Picker::new(self.board(ply), Wanted::All, look.table_move);
        let mut frame = Frame::new(node, look);
        while let Some(mv) = picker.next(&self.knowledge(ply)) {
            if self.plies[ply].excluded == Some(mv) {
                continue;
            }
            frame.count += 1;
            let mut attempt = self.attempt(ply, mv);
            if self.skips(&frame, attempt, &mut picker) {
                continue;
            }
            match self.extension(&frame, mv) {
                Ok(extension) => attempt.extension = extension,
                Err(value) => return value,
            }
            let value = self.search_move(&frame, attempt);
            if self.stopped {
                return 0;
            }
            if self.take(&mut frame, mv, value) {
                break;
            }
        }
        self.close(&frame)
    }

    /// `mv` at `ply`, as it is before anything is known about it.
    pub(super) fn attempt(&self, ply: usize, mv: Move) -> Attempt {
        Attempt { mv, checks: self.board(ply).gives_check(mv), extension: 0 }
    }

    /// Plays a move and searches what follows: reduced first, in full if it surprises.
    pub(super) fn search_move(&mut self, frame: &Frame, attempt: Attempt) -> Value {
        let mut trial = self.trial(frame, attempt);
        self.make(frame.node.ply, attempt.mv);
        let mut value = -INFINITE;
        while let Some(child) = trial.next_search(value, self.deepest()) {
            value = -self.search(child);
            if self.stopped {
                break;
            }
        }
        self.unmake();
        value
    }

    /// Extensions stop here: a line may be twice as long as the iteration.
    pub fn deepest(&self) -> usize {
        2 * self.root_depth as usize
    }

    /// Takes the value of `mv` into account; says whether it cuts.
    pub fn take(&mut self, frame: &mut Frame, mv: Move, value: Value) -> bool {
        if value > frame.best {
            frame.best = value;
            if value > frame.alpha {
                frame.best_move = Some(mv);
                if frame.node.kind == NodeKind::Pv {
                    self.extend_pv(frame.node.ply, mv);
                }
                if value >= frame.node.beta {
                    return true;
                }
                frame.alpha = value;
            }
        }
        // Full lists only mean that the last of very many moves is not punished.
        if self.board(frame.node.ply).captured(mv).is_some() {
            let _ = frame.captures.try_push(mv);
        } else {
            let _ = frame.quiets.try_push(mv);
        }
        false
    }
}

impl Frame {
    /// A frame before its first move.
    pub fn new(node: Node, look: Look) -> Self {
        Self {
            node,
            look,
            best: -INFINITE,
            best_move: None,
            alpha: node.alpha,
            count: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        }
    }

    /// What the best value says about the true one.
    pub fn bound(&self) -> Bound {
        if self.best >= self.node.beta {
            Bound::Lower
        } else if self.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// Narrows the window by the mates still possible: it closes if a shorter one is already known.
fn within_mate_distance(mut node: Node) -> Node {
    node.alpha = node.alpha.max(mated_at(node.ply));
    node.beta = node.beta.min(mate_at(node.ply + 1));
    node
}
