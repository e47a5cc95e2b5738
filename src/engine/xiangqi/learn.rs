//! What a searched node teaches: the table its value, the history which moves cut.

use super::history::Past;
use super::look::{NO_EVAL, answers};
use super::node::{Frame, NodeKind};
use super::score::{Value, is_mate, mated_at, to_table};
use super::technique::Technique;
use super::worker::Search;
use crate::game::xiangqi::{Move, Piece};
use crate::search::{Bound, Entry};

impl Search<'_> {
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
        if !self.uses(Technique::Correction) {
            return;
        }
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

    /// Quiet `mv` cut at `depth`, the `others` before it did not.
    pub(super) fn learn_quiet_cut(&mut self, ply: usize, mv: Move, depth: i32, others: &[Move]) {
        let past = self.past(ply);
        let bonus = bonus(depth);
        if let Some(piece) = self.board(ply).piece_at(mv.from()) {
            self.learn_quiet(mv, piece, &past, bonus);
        }
        for &other in others.iter().filter(|&&other| other != mv) {
            if let Some(piece) = self.board(ply).piece_at(other.from()) {
                self.learn_quiet(other, piece, &past, -bonus);
            }
        }
    }

    /// What is left out stays zero, so that the order of moves need not ask.
    fn learn_quiet(&mut self, mv: Move, piece: Piece, past: &Past, bonus: i32) {
        if self.uses(Technique::History) {
            self.history.learn_move(mv, piece, bonus);
        }
        if self.uses(Technique::Continuation) {
            self.history.learn_continuation(mv, piece, past, bonus);
        }
    }

    fn learn_capture(&mut self, ply: usize, mv: Move, bonus: i32) {
        if !self.uses(Technique::CaptureHistory) {
            return;
        }
        let board = &self.plies[ply].board;
        if let (Some(piece), Some(taken)) = (board.piece_at(mv.from()), board.captured(mv)) {
            self.history.learn_capture(piece, mv.to(), taken.kind, bonus);
        }
    }
}

/// What a cut at `depth` teaches.
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 120 * depth).min(2400)
}
