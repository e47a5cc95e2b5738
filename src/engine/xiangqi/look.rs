//! What is known about a node before any move is tried: the table's word and the evaluation.

use super::node::{Node, NodeKind};
use super::score::{MATE_FLOOR, Value, from_table, is_mate};
use super::worker::Search;
use crate::game::xiangqi::Move;
use crate::search::{Bound, Entry};

/// This near the natural limit, in plies, the table's values are no longer believed.
const NEAR_LIMIT: u16 = 30;

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

/// The evaluation of an entry made in check: there is none.
pub const NO_EVAL: i16 = i16::MIN;

impl Search<'_> {
    pub(super) fn probe(&self, node: &Node) -> Option<Entry> {
        if self.plies[node.ply].excluded.is_some() {
            return None;
        }
        self.shared.table.probe(self.board(node.ply).key())
    }

    /// The table's value, if it answers the question of this node.
    pub(super) fn table_cutoff(&mut self, node: &Node, entry: Option<Entry>) -> Option<Value> {
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
        let limit = self.shared.natural_limit;
        limit.is_some_and(|limit| self.quiet_plies(ply) + NEAR_LIMIT > limit)
    }

    /// Evaluates the node and sets it beside what the table knows.
    pub(super) fn look(&mut self, node: &Node, entry: Option<Entry>) -> Look {
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
            _ => self.evaluation.value(ply, &self.plies[ply].board),
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
    pub fn static_value(&mut self, ply: usize) -> Value {
        let raw = self.evaluation.value(ply, &self.plies[ply].board);
        self.corrected(ply, raw)
    }

    /// `raw`, corrected by how wrong such evaluations were before.
    pub fn corrected(&self, ply: usize, raw: Value) -> Value {
        let keys = self.evaluation.correction_keys(ply);
        let correction = self.history.correction(self.board(ply).turn(), keys);
        (raw + correction).clamp(1 - MATE_FLOOR, MATE_FLOOR - 1)
    }

    fn store_evaluation(&self, ply: usize, raw: Value) {
        let entry = Entry { mv: 0, score: 0, eval: raw as i16, depth: 0, bound: None, pv: false };
        self.shared.table.store(self.board(ply).key(), entry);
    }
}

/// Whether a `bound` of `value` decides a question with this window.
pub fn answers(bound: Bound, value: Value, alpha: Value, beta: Value) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    }
}
