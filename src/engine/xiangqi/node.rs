//! One node of the principal-variation search, step by step.
//!
//! [`Search::search`] reads as the list of steps; each step is a method, here or in `prune`,
//! `null_move`, `reduce` and `quiesce`.

use arrayvec::ArrayVec;

use super::order::{Picker, Wanted};
use super::reduce;
use super::score::{
    EVAL_LIMIT, INFINITE, MATE_FLOOR, MAX_PLY, Value, from_table, is_mate, mate_at, mated_at,
    to_table,
};
use super::worker::Search;
use crate::game::xiangqi::repetition::Repetition;
use crate::game::xiangqi::{Kind, Move};
use crate::search::{Bound, Entry};

/// This near the natural limit, in plies, the table's values are no longer believed.
const NEAR_LIMIT: u16 = 30;

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

/// What is known about a node before any move is tried.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What the table knows.
    pub entry: Option<Entry>,
    /// The table's move.
    pub table_move: Option<Move>,
    /// The evaluation, corrected, and made better by the table's value; a guess when in check.
    pub eval: Value,
    /// The evaluation as it came, for the table.
    pub raw_eval: Value,
    /// The side to move is in check.
    pub in_check: bool,
    /// The evaluation rose since the side's last move.
    pub improving: bool,
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
        self.enter(&node);
        if let Some(value) = self.end_of_line(&node) {
            return value;
        }
        let node = within_mate_distance(node);
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let entry = self.probe(&node);
        if let Some(value) = self.table_cutoff(&node, entry) {
            return value;
        }
        let look = self.look(&node, entry);
        if let Some(value) = self.prune_by_evaluation(&node, &look) {
            return value;
        }
        if let Some(value) = self.try_null_move(&node, &look) {
            return value;
        }
        if let Some(value) = self.try_probcut(&node, &look) {
            return value;
        }
        self.search_moves(node, look)
    }

    fn enter(&mut self, node: &Node) {
        self.seldepth = self.seldepth.max(node.ply);
        self.plies[node.ply].pv.clear();
        if let Some(grandchild) = self.plies.get_mut(node.ply + 2) {
            grandchild.killers = [None; 2];
        }
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
        let limit = self.shared.rules.natural_limit.unwrap_or(u16::MAX);
        if self.quiet_plies(ply) >= limit {
            // A mate on the last ply still counts.
            let mated = board.in_check() && !board.has_legal_move();
            return Some(if mated { mated_at(ply) } else { self.draw_value(ply) });
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

    fn probe(&self, node: &Node) -> Option<Entry> {
        if self.plies[node.ply].excluded.is_some() {
            return None;
        }
        self.shared.table.probe(self.board(node.ply).key())
    }

    /// The table's value, if it answers the question of this node.
    fn table_cutoff(&mut self, node: &Node, entry: Option<Entry>) -> Option<Value> {
        let entry = entry?;
        if node.kind == NodeKind::Pv || i32::from(entry.depth) < node.depth {
            return None;
        }
        // Near the natural limit a value from elsewhere may promise what there is no time for.
        if self.is_near_limit(node.ply) {
            return None;
        }
        let value = from_table(entry.score, node.ply);
        if !answers(entry.bound?, value, node.alpha, node.beta) {
            return None;
        }
        if value >= node.beta
            && let Some(mv) = Move::from_bits(entry.mv)
            && self.board(node.ply).is_legal(mv)
            && self.board(node.ply).captured(mv).is_none()
        {
            self.learn_quiet_cut(node.ply, mv, node.depth, &[]);
        }
        Some(value)
    }

    /// What is known about the root.
    pub(super) fn look_at_root(&mut self, node: &Node) -> Look {
        self.enter(node);
        let entry = self.probe(node);
        self.look(node, entry)
    }

    fn is_near_limit(&self, ply: usize) -> bool {
        let limit = self.shared.rules.natural_limit;
        limit.is_some_and(|limit| self.quiet_plies(ply) + NEAR_LIMIT > limit)
    }

    /// Evaluates the node and sets it beside what the table knows.
    fn look(&mut self, node: &Node, entry: Option<Entry>) -> Look {
        let ply = node.ply;
        let in_check = self.board(ply).in_check();
        let table_move = entry.and_then(|entry| Move::from_bits(entry.mv));
        if in_check {
            self.plies[ply].eval = None;
            let eval = ply.checked_sub(2).and_then(|before| self.plies[before].eval).unwrap_or(0);
            return Look { entry, table_move, eval, raw_eval: 0, in_check, improving: false };
        }
        let raw_eval = match entry {
            Some(entry) if entry.eval != NO_EVAL => Value::from(entry.eval),
            _ => self.evaluation.value(ply, self.board(ply)),
        };
        if entry.is_none() && self.plies[ply].excluded.is_none() {
            self.store_evaluation(ply, raw_eval);
        }
        let corrected = self.corrected(ply, raw_eval);
        self.plies[ply].eval = Some(corrected);
        let improving = self.is_improving(ply, corrected);
        let mut eval = corrected;
        if let Some(entry) = entry
            && let Some(bound) = entry.bound
        {
            let value = from_table(entry.score, ply);
            if !is_mate(value) && answers(bound, value, eval, eval) {
                eval = value;
            }
        }
        Look { entry, table_move, eval, raw_eval, in_check, improving }
    }

    fn is_improving(&self, ply: usize, eval: Value) -> bool {
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.plies[ply].eval);
        before(2).or_else(|| before(4)).is_some_and(|earlier| eval > earlier)
    }

    /// The evaluation of the position at `ply`, as it stands.
    pub fn static_value(&self, ply: usize) -> Value {
        self.corrected(ply, self.evaluation.value(ply, self.board(ply)))
    }

    /// `raw`, corrected by how wrong such evaluations were before.
    pub fn corrected(&self, ply: usize, raw: Value) -> Value {
        let keys = self.evaluation.correction_keys(ply);
        let correction = self.history.correction(self.board(ply).turn(), keys);
        (raw + correction).clamp(1 - MATE_FLOOR, MATE_FLOOR - 1)
    }

    /// Searches the moves one by one until one cuts.
    fn search_moves(&mut self, node: Node, look: Look) -> Value {
        let ply = node.ply;
        let node = reduce::without_table_move(node, &look);
        let refutations = self.refutations(ply);
        let mut picker = Picker::new(self.board(ply), Wanted::All, look.table_move, refutations);
        let mut frame = Frame::new(node, look);
        while let Some(mv) = picker.next(&self.knowledge(ply)) {
            if self.plies[ply].excluded == Some(mv) {
                continue;
            }
            frame.count += 1;
            if self.skips(&frame, mv, &mut picker) {
                continue;
            }
            let mut attempt = self.attempt(ply, mv);
            match self.extension(&frame, attempt) {
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

    /// Quiet moves that refuted siblings or the opponent's last move.
    fn refutations(&self, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = self.plies[ply].killers;
        [first, second, self.history.counter(&self.past(ply))]
    }

    /// `mv` at `ply`, as it is before anything is known about it.
    pub(super) fn attempt(&self, ply: usize, mv: Move) -> Attempt {
        Attempt { mv, checks: self.board(ply).gives_check(mv), extension: 0 }
    }

    /// Plays a move and searches what follows: reduced first, in full if it surprises.
    pub(super) fn search_move(&mut self, frame: &Frame, attempt: Attempt) -> Value {
        let node = &frame.node;
        let ply = node.ply;
        let depth = node.depth - 1 + attempt.extension;
        let reduction = if frame.count > 1 { self.reduction(frame, attempt) } else { 0 };
        self.make(ply, attempt.mv);
        let alpha = frame.alpha;
        let mut value = -INFINITE;
        if frame.count > 1 {
            let reduced = (depth - reduction).clamp(1.min(depth), depth.max(1));
            value = -self.search(node.scout(alpha, reduced, NodeKind::Cut));
            if value > alpha && reduced < depth && !self.stopped {
                // A good surprise deserves a ply more, a poor one a ply less.
                let better = i32::from(value > frame.best + 60 && ply < self.deepest());
                let worse = i32::from(value < frame.best + 8);
                let depth = depth + better - worse;
                if reduced < depth {
                    let kind =
                        if node.kind == NodeKind::Cut { NodeKind::All } else { NodeKind::Cut };
                    value = -self.search(node.scout(alpha, depth, kind));
                }
            }
        } else if node.kind != NodeKind::Pv {
            value = -self.search(node.scout(alpha, depth, node.kind.child()));
        }
        let opens = frame.count == 1 || value > alpha && (ply == 0 || value < node.beta);
        if node.kind == NodeKind::Pv && opens && !self.stopped {
            value = -self.search(Node {
                alpha: -node.beta,
                beta: -alpha,
                depth,
                ply: ply + 1,
                kind: NodeKind::Pv,
            });
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

    /// The node's value once its moves are searched; teaches history and table.
    pub fn close(&mut self, frame: &Frame) -> Value {
        let Frame { node, look, best, .. } = frame;
        let ply = node.ply;
        let excluded = self.plies[ply].excluded.is_some();
        if frame.count == 0 {
            // No move: mated or stalemated, which is lost as well.
            return if excluded { node.alpha } else { mated_at(ply) };
        }
        if *best >= node.beta
            && let Some(mv) = frame.best_move
        {
            self.learn_cut(frame, mv);
        }
        if excluded {
            return *best;
        }
        let bound = frame.bound();
        self.shared.table.store(
            self.board(ply).key(),
            Entry {
                mv: frame.best_move.map_or(0, Move::bits),
                score: to_table(*best, ply),
                eval: if look.in_check { NO_EVAL } else { look.raw_eval as i16 },
                depth: node.depth.clamp(0, 255) as u8,
                bound: Some(bound),
                pv: node.kind == NodeKind::Pv,
            },
        );
        self.learn_correction(frame, bound);
        *best
    }

    fn learn_correction(&mut self, frame: &Frame, bound: Bound) {
        let Frame { node, look, best, .. } = frame;
        let quiet = frame.best_move.is_none_or(|mv| self.board(node.ply).captured(mv).is_none());
        let Some(eval) = self.plies[node.ply].eval else { return };
        if look.in_check || !quiet || is_mate(*best) || !answers(bound, *best, eval, eval) {
            return;
        }
        let keys = *self.evaluation.correction_keys(node.ply);
        let side = self.board(node.ply).turn();
        self.history.learn_correction(side, &keys, *best - look.raw_eval, node.depth);
    }

    /// Rewards the move that cut and punishes those tried before it.
    fn learn_cut(&mut self, frame: &Frame, mv: Move) {
        let ply = frame.node.ply;
        let bonus = bonus(frame.node.depth);
        if self.board(ply).captured(mv).is_none() {
            self.learn_quiet_cut(ply, mv, frame.node.depth, &frame.quiets);
        } else {
            self.learn_capture(ply, mv, bonus);
        }
        for &other in frame.captures.iter().filter(|&&other| other != mv) {
            self.learn_capture(ply, other, -bonus);
        }
        self.plies[ply].child_cuts += 1;
    }

    fn learn_quiet_cut(&mut self, ply: usize, mv: Move, depth: i32, others: &[Move]) {
        let past = self.past(ply);
        let bonus = bonus(depth);
        let board = &self.plies[ply].board;
        if let Some(piece) = board.piece_at(mv.from()) {
            self.history.learn_quiet(mv, piece, &past, bonus);
        }
        for &other in others.iter().filter(|&&other| other != mv) {
            if let Some(piece) = board.piece_at(other.from()) {
                self.history.learn_quiet(other, piece, &past, -bonus);
            }
        }
        self.history.set_counter(&past, mv);
        let killers = &mut self.plies[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    fn learn_capture(&mut self, ply: usize, mv: Move, bonus: i32) {
        let board = &self.plies[ply].board;
        if let (Some(piece), Some(taken)) = (board.piece_at(mv.from()), board.captured(mv)) {
            self.history.learn_capture(piece, mv.to(), taken.kind, bonus);
        }
    }

    fn store_evaluation(&self, ply: usize, raw: Value) {
        let entry = Entry { mv: 0, score: 0, eval: raw as i16, depth: 0, bound: None, pv: false };
        self.shared.table.store(self.board(ply).key(), entry);
    }
}

/// The evaluation of an entry made in check: there is none.
pub const NO_EVAL: i16 = i16::MIN;

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

/// What a cut at `depth` teaches.
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 120 * depth).min(2400)
}

/// Whether a `bound` of `value` decides a question with this window.
pub fn answers(bound: Bound, value: Value, alpha: Value, beta: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}

/// Narrows the window by the mates still possible: it closes if a shorter one is already known.
fn within_mate_distance(mut node: Node) -> Node {
    node.alpha = node.alpha.max(mated_at(node.ply));
    node.beta = node.beta.min(mate_at(node.ply + 1));
    node
}
