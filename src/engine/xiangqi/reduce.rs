//! How deep a move is searched: late moves less, the only good move more.

use std::sync::LazyLock;

use super::margins::Margins;
use super::node::{Attempt, Frame, Node, NodeKind};
use super::score::{Value, from_table, is_mate};
use super::technique::Technique;
use super::worker::Search;
use crate::game::xiangqi::Move;
use crate::search::Bound;

/// Products of the logarithms of the depth and of the number of the move.
static PRODUCTS: LazyLock<[[f64; 64]; 64]> = LazyLock::new(|| {
    let logarithm = |number: usize| (number.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|count| logarithm(depth) * logarithm(count)))
});

/// From this depth it is asked whether the table's move is the only good one.
const SINGULAR_DEPTH: i32 = 7;

impl Search<'_> {
    /// The reduction by depth and number alone.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, count: usize) -> i32 {
        let Margins { reduction, reduction_divisor, .. } = self.margins();
        let product = PRODUCTS[depth.clamp(0, 63) as usize][count.min(63)];
        (f64::from(*reduction) / 100.0 + product * 100.0 / f64::from(*reduction_divisor)) as i32
    }

    /// How many plies less a move is searched at first.
    pub(super) fn reduction(&self, frame: &Frame, attempt: Attempt) -> i32 {
        let Frame { node, look, .. } = frame;
        let mv = attempt.mv;
        if node.depth < 3 || !self.uses(Technique::LateReduction) {
            return 0;
        }
        let board = self.board(node.ply);
        let mut reduction = self.base_reduction(node.depth, frame.count);
        reduction += i32::from(!look.improving);
        reduction += i32::from(node.kind == NodeKind::Cut);
        reduction -= i32::from(node.kind == NodeKind::Pv);
        reduction -= i32::from(look.in_check);
        reduction += i32::from(self.plies[node.ply + 1].child_cuts > 3);
        if let Some(taken) = board.captured(mv) {
            reduction -= 1;
            if let Some(piece) = board.piece_at(mv.from()) {
                reduction -= self.history.capture(piece, mv.to(), taken.kind) / 6000;
            }
        } else if let Some(piece) = board.piece_at(mv.from()) {
            reduction -= self.history.quiet(mv, piece, &self.past(node.ply))
                / self.margins().reduction_history;
        }
        (reduction - i32::from(attempt.checks)).max(0)
    }

    /// How many plies more a move is searched; `Err` is the node's value if several moves cut.
    pub(super) fn extension(&mut self, frame: &Frame, mv: Move) -> Result<i32, Value> {
        let node = &frame.node;
        if node.ply == 0 || node.ply >= self.deepest() {
            return Ok(0);
        }
        let Some(doubt) = self.doubt(frame, mv) else { return Ok(0) };
        let others = self.search_others(frame, mv, &doubt);
        if self.stopped { Ok(0) } else { doubt.answer(node, others) }
    }

    /// The question whether the table's move `mv` is much better than all others, if it arises.
    pub(super) fn doubt(&self, frame: &Frame, mv: Move) -> Option<Doubt> {
        let Frame { node, look, .. } = frame;
        let ply = node.ply;
        if look.table_move != Some(mv) || !self.uses(Technique::Singular) {
            return None;
        }
        let entry = look.entry?;
        let value = from_table(entry.score, ply);
        if node.depth < SINGULAR_DEPTH
            || self.plies[ply].excluded.is_some()
            || i32::from(entry.depth) < node.depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_mate(value)
        {
            return None;
        }
        let aim = value - self.margins().singular * node.depth / 16;
        let kind = if node.kind == NodeKind::Pv { NodeKind::Cut } else { node.kind };
        let depth = (node.depth - 1) / 2;
        let question = Node { alpha: aim - 1, beta: aim, depth, ply, kind };
        Some(Doubt { question, value, twice: aim - self.margins().singular_twice })
    }

    /// The value of the node without `mv`.
    fn search_others(&mut self, frame: &Frame, mv: Move, doubt: &Doubt) -> Value {
        let ply = frame.node.ply;
        self.plies[ply].excluded = Some(mv);
        let others = self.search(doubt.question);
        self.plies[ply].excluded = None;
        others
    }
}

/// The question whether a move is the only good one: a shallow search without it.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// The search without the move; its beta is what the others must reach.
    pub question: Node,
    /// The table's value of the move.
    value: Value,
    /// Below this the others stay far behind.
    twice: Value,
}

impl Doubt {
    /// How many plies more the move is searched if the others reach `others`; `Err` is the node's
    /// value if several moves cut.
    pub(super) fn answer(&self, node: &Node, others: Value) -> Result<i32, Value> {
        let aim = self.question.beta;
        if others < aim {
            let much = node.kind != NodeKind::Pv && others < self.twice;
            return Ok(1 + i32::from(much));
        }
        if aim >= node.beta {
            return Err(aim);
        }
        Ok(if self.value >= node.beta { -1 } else { 0 })
    }
}
