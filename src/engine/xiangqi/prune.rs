//! What is not searched because it is seen to be pointless: nodes far outside their window, late
//! quiet moves, losing captures.

use super::look::Look;
use super::node::{Attempt, Frame, Node, NodeKind};
use super::order::Picker;
use super::score::{MATE_FLOOR, Value, is_decided};
use super::see;
use super::technique::Technique;
use super::worker::Search;

/// Up to this depth a node far above beta is believed.
const REVERSE_FUTILITY_DEPTH: i32 = 8;

impl Search<'_> {
    /// The value of a node whose evaluation is so far outside its window that no move will matter.
    pub(super) fn prune_by_evaluation(&self, node: &Node, look: &Look) -> Option<Value> {
        if node.kind == NodeKind::Pv || look.in_check || self.plies[node.ply].excluded.is_some() {
            return None;
        }
        let margin = self.margins().reverse_futility * (node.depth - i32::from(look.improving));
        if self.uses(Technique::ReverseFutility)
            && node.depth <= REVERSE_FUTILITY_DEPTH
            && look.eval - margin >= node.beta
            // Beside a win by rule only a mate is better, and that must not be cut away.
            && !is_decided(node.beta)
            && look.eval < MATE_FLOOR
        {
            return Some((look.eval + node.beta) / 2);
        }
        None
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
        let hope = margins.futility + margins.futility_step * late + history / 128;
        if self.uses(Technique::Futility) && late <= 8 && look.eval + hope <= frame.alpha {
            picker.skip_quiets();
            return true;
        }
        let loses = || !see::wins_at_least(board, mv, -margins.bad_quiet * late * late);
        self.uses(Technique::ExchangePruning) && late <= 8 && loses()
    }
}
