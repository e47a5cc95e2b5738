//! What is not searched because it is seen to be pointless: nodes far outside their window, late
//! quiet moves, losing captures.

use super::look::Look;
use super::node::{Attempt, Frame, Node, NodeKind};
use super::order::{Picker, Wanted};
use super::score::{MATE_FLOOR, Value, is_mate, to_table};
use super::see;
use super::technique::Technique;
use super::worker::Search;
use crate::game::xiangqi::Move;
use crate::search::{Bound, Entry};

/// Up to this depth a node far above beta is believed.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Up to this depth a node far below alpha is only quiesced.
const RAZOR_DEPTH: i32 = 4;
/// From this depth a capture may prove the node by a shallower search.
const PROBCUT_DEPTH: i32 = 5;

impl Search<'_> {
    /// The value of a node whose evaluation is so far outside its window that no move will matter.
    pub(super) fn prune_by_evaluation(&mut self, node: &Node, look: &Look) -> Option<Value> {
        if node.kind == NodeKind::Pv || look.in_check || self.plies[node.ply].excluded.is_some() {
            return None;
        }
        let margins = self.margins();
        let margin = margins.reverse_futility * (node.depth - i32::from(look.improving));
        if self.uses(Technique::ReverseFutility)
            && node.depth <= REVERSE_FUTILITY_DEPTH
            && look.eval - margin >= node.beta
            && !is_mate(node.beta)
            && look.eval < MATE_FLOOR
        {
            return Some((look.eval + node.beta) / 2);
        }
        if self.uses(Technique::Razoring)
            && node.depth <= RAZOR_DEPTH
            && look.eval + margins.razor + margins.razor_step * node.depth < node.alpha
        {
            let value = self.quiesce(node.alpha, node.alpha + 1, node.ply);
            if value <= node.alpha || self.stopped {
                return Some(value);
            }
        }
        None
    }

    /// The value of a node at which a good capture stays above beta in a shallower search.
    pub(super) fn try_probcut(&mut self, node: &Node, look: &Look) -> Option<Value> {
        let (mut picker, aim) = self.plan_probcut(node, look)?;
        while let Some(mv) = picker.next(&self.knowledge(node.ply)) {
            let value = self.probe_capture(node, mv, aim);
            if self.stopped {
                return Some(0);
            }
            if value >= aim {
                return Some(self.accept_probcut(node, look, mv, value, aim));
            }
        }
        None
    }

    /// The captures that may prove the node, and how far they must come out, if they are tried.
    pub(super) fn plan_probcut(&self, node: &Node, look: &Look) -> Option<(Picker, Value)> {
        let ply = node.ply;
        if node.kind == NodeKind::Pv
            || look.in_check
            || node.depth < PROBCUT_DEPTH
            || is_mate(node.beta)
            || self.plies[ply].excluded.is_some()
            || !self.uses(Technique::Probcut)
        {
            return None;
        }
        let aim = node.beta + self.margins().probcut - 40 * i32::from(look.improving);
        let fails =
            |entry: Entry| entry.bound == Some(Bound::Upper) && i32::from(entry.score) < aim;
        if look.entry.is_some_and(fails) {
            return None;
        }
        let wanted = Wanted::CapturesWinning((aim - look.eval).max(1));
        Some((Picker::new(self.board(ply), wanted, look.table_move, [None; 3]), aim))
    }

    /// A first look at what `mv` brings, then a shallower search.
    fn probe_capture(&mut self, node: &Node, mv: Move, aim: Value) -> Value {
        self.make(node.ply, mv);
        let mut value = -self.quiesce(-aim, -aim + 1, node.ply + 1);
        if value >= aim && !self.stopped {
            value = -self.search(probcut_child(node, aim));
        }
        self.unmake();
        value
    }

    /// The value of a node that `mv` proved; teaches the table.
    pub(super) fn accept_probcut(
        &self,
        node: &Node,
        look: &Look,
        mv: Move,
        value: Value,
        aim: Value,
    ) -> Value {
        let entry = Entry {
            mv: mv.bits(),
            score: to_table(value, node.ply),
            eval: look.raw_eval as i16,
            depth: (node.depth - 3).clamp(0, 255) as u8,
            bound: Some(Bound::Lower),
            pv: false,
        };
        self.shared.table.store(self.board(node.ply).key(), entry);
        without_margin(value, aim - node.beta)
    }

    /// Whether `mv` is not worth searching. Nothing is skipped before one move is known not to lose.
    pub(super) fn skips(&self, frame: &Frame, attempt: Attempt, picker: &mut Picker) -> bool {
        let (Frame { node, look, .. }, mv) = (frame, attempt.mv);
        if node.ply == 0 || frame.best <= -MATE_FLOOR {
            return false;
        }
        let board = self.board(node.ply);
        let (depth, margins) = (node.depth, self.margins());
        if attempt.checks || board.captured(mv).is_some() {
            let loss = if attempt.checks { margins.bad_check } else { margins.bad_capture };
            let loses = || !see::wins_at_least(board, mv, -loss * depth);
            return self.uses(Technique::ExchangePruning) && depth <= 7 && loses();
        }
        if look.in_check {
            return false;
        }
        let enough = (margins.late_count + depth * depth) / (2 - i32::from(look.improving));
        if self.uses(Technique::LatePruning) && frame.count as i32 > enough {
            picker.skip_quiets();
        }
        let Some(piece) = board.piece_at(mv.from()) else { return false };
        let history = self.history.quiet(mv, piece, &self.past(node.ply));
        let late = (depth - self.base_reduction(depth, frame.count)).max(0);
        if self.uses(Technique::HistoryPruning)
            && late <= 4
            && history < -margins.poor_history * depth
        {
            return true;
        }
        let hope = margins.futility + margins.futility_step * late + history / 128;
        if self.uses(Technique::Futility) && late <= 8 && look.eval + hope <= frame.alpha {
            picker.skip_quiets();
            return true;
        }
        let loses = || !see::wins_at_least(board, mv, -margins.bad_quiet * late * late);
        self.uses(Technique::ExchangePruning) && late <= 8 && loses()
    }
}

/// What a capture proves if it came out at `value` in spite of the margin. A mate stays what it is.
const fn without_margin(value: Value, margin: Value) -> Value {
    if is_mate(value) { value } else { value - margin }
}

/// The shallower search of a capture that may prove the node.
pub(super) const fn probcut_child(node: &Node, aim: Value) -> Node {
    node.scout(aim - 1, node.depth - 4, node.kind.child())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::score::mate_at;

    #[test]
    fn a_margin_does_not_change_the_distance_of_a_mate() {
        assert_eq!(without_margin(500, 180), 320);
        assert_eq!(without_margin(mate_at(9), 180), mate_at(9));
    }
}
