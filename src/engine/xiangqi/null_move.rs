//! The null move: if passing is good enough, so is some move. In kinds, as an option.
//!
//! `verified`, `extended` and `adaptive` are those of the "Deep Elephant" report: a fail-high is
//! confirmed by a search one ply shallower in which other null moves are believed; at depth over
//! eight the null move is searched with a window of half a pawn below beta, and a value inside
//! that band may cut too, once confirmed.

use super::evaluate::FULL_PHASE;
use super::look::Look;
use super::node::{Node, NodeKind};
use super::score::{MATE_FLOOR, Value, is_mate};
use super::settings::NullMove;
use super::technique::Technique;
use super::worker::Search;
use crate::game::xiangqi::Kind;

/// The reduction of the report's kinds.
const REPORT_REDUCTION: i32 = 3;
/// Beyond this depth the report's band is searched.
const BAND_DEPTH: i32 = 8;
/// From this depth the standard kind checks a fail-high.
const CHECK_DEPTH: i32 = 14;
/// At or below this phase a position is an endgame.
const ENDGAME_PHASE: i32 = FULL_PHASE / 2;

impl Search<'_> {
    /// The value of a node that is good enough even if the side to move passes.
    pub(super) fn try_null_move(&mut self, node: &Node, look: &Look) -> Option<Value> {
        if !self.may_pass(node, look) {
            return None;
        }
        let value = match self.shared.config.null_move {
            NullMove::Off => None,
            NullMove::Standard => self.standard_null_move(node, look),
            NullMove::Verified => self.banded_null_move(node, 0, true),
            NullMove::Extended => self.banded_null_move(node, self.shared.config.null_band, false),
            NullMove::Adaptive => {
                let endgame = self.evaluation.phase(node.ply) <= ENDGAME_PHASE;
                self.banded_null_move(node, self.shared.config.null_band, endgame)
            }
        };
        if self.stopped { Some(0) } else { value }
    }

    /// Never in check, never at depth 1, never twice in a row, never without an officer.
    fn may_pass(&self, node: &Node, look: &Look) -> bool {
        let ply = &self.plies[node.ply];
        let passed = node.ply > 0 && self.plies[node.ply - 1].mv.is_none();
        let asks_eval = self.shared.config.null_move == NullMove::Standard;
        !(node.kind == NodeKind::Pv
            || look.in_check
            || node.depth <= 1
            || passed
            || ply.no_null
            || ply.excluded.is_some()
            || is_mate(node.beta)
            || asks_eval && look.eval < node.beta
            || !self.has_officer(node.ply))
    }

    /// Without a rook, horse or cannon, having to move is too often a misfortune.
    fn has_officer(&self, ply: usize) -> bool {
        let board = self.board(ply);
        let side = board.turn();
        [Kind::Rook, Kind::Horse, Kind::Cannon].iter().any(|&kind| board.pieces(side, kind).any())
    }

    /// Reduces by depth and by how far the node is above beta; believes all but deep results.
    fn standard_null_move(&mut self, node: &Node, look: &Look) -> Option<Value> {
        let reduction = 3 + node.depth / 4 + ((look.eval - node.beta) / 160).min(3);
        let value = self.pass(node, node.beta - 1, node.depth - 1 - reduction);
        if value < node.beta {
            return None;
        }
        // A mate found by passing is not proven.
        let value = if value >= MATE_FLOOR { node.beta } else { value };
        if node.depth < CHECK_DEPTH || self.verifying {
            return Some(value);
        }
        self.confirm(node, node.depth - 1 - reduction).map(|_| value)
    }

    /// The report's null move: `band` below beta may cut too, `verify` distrusts every fail-high.
    fn banded_null_move(&mut self, node: &Node, band: Value, verify: bool) -> Option<Value> {
        // The report asks for a window as wide as the band; with scouts there are hardly any.
        let fits = self.uses(Technique::Scout) || node.beta - node.alpha >= band;
        let wide = band > 0 && node.depth > BAND_DEPTH && fits;
        let alpha = node.beta - if wide { band } else { 1 };
        let value = self.pass(node, alpha, node.depth - 1 - REPORT_REDUCTION);
        if value >= node.beta {
            if !verify || self.verifying {
                return Some(node.beta);
            }
            return self.confirm(node, node.depth - 1);
        }
        if wide && value > alpha && !self.verifying {
            return self.confirm(node, node.depth - 1);
        }
        None
    }

    /// The value of passing, at least as far as it is between `alpha` and beta.
    fn pass(&mut self, node: &Node, alpha: Value, depth: i32) -> Value {
        self.make_null(node.ply);
        let value = -self.search(Node {
            alpha: -node.beta,
            beta: -alpha,
            depth,
            ply: node.ply + 1,
            kind: NodeKind::All,
        });
        self.unmake();
        value
    }

    /// Searches the node itself to `depth`, other null moves below it being believed; its value if
    /// it is above beta, nothing if the pass was a misjudgement.
    fn confirm(&mut self, node: &Node, depth: i32) -> Option<Value> {
        self.verifying = true;
        self.plies[node.ply].no_null = true;
        let value = self.search(Node { alpha: node.beta - 1, depth, ..*node });
        self.plies[node.ply].no_null = false;
        self.verifying = false;
        (value >= node.beta || self.stopped).then_some(value)
    }
}
