//! The null move: if passing is good enough, so is some move. In kinds, as an option.
//!
//! `verified`, `extended` and `adaptive` are those of the "Deep Elephant" report: a fail-high is
//! confirmed by a search one ply shallower in which other null moves are believed; at depth over
//! eight the null move is searched with a window of half a pawn below beta, and a value inside
//! that band may cut too, once confirmed.

use super::evaluate::FULL_PHASE;
use super::look::Look;
use super::margins::Margins;
use super::node::{Node, NodeKind};
use super::score::{MATE_FLOOR, Value, is_decided};
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
        let pass = self.plan_pass(node, look)?;
        self.make_null(node.ply);
        let value = -self.search(pass.child(node));
        self.unmake();
        if self.stopped {
            return Some(0);
        }
        match pass.judge(node, value, self.verifying) {
            Passed::No => None,
            Passed::Cuts(value) => Some(value),
            Passed::Asks { depth, believed } => {
                let value = self.confirm(node, depth)?;
                Some(if self.stopped { 0 } else { believed.unwrap_or(value) })
            }
        }
    }

    /// How passing is tried at `node`, if it is.
    pub(super) fn plan_pass(&self, node: &Node, look: &Look) -> Option<Pass> {
        if !self.may_pass(node, look) {
            return None;
        }
        // The report asks for a window as wide as the band; with scouts there are hardly any.
        let band = self.shared.config.null_band;
        let fits = self.uses(Technique::Scout) || node.beta - node.alpha >= band;
        let band = if fits { band } else { 0 };
        Some(match self.shared.config.null_move {
            NullMove::Off => return None,
            NullMove::Standard => Pass::standard(node, look, self.margins()),
            NullMove::Verified => Pass::banded(node, 0, true),
            NullMove::Extended => Pass::banded(node, band, false),
            NullMove::Adaptive => {
                let endgame = self.evaluation.phase(node.ply) <= ENDGAME_PHASE;
                Pass::banded(node, band, endgame)
            }
        })
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
            || is_decided(node.beta)
            || asks_eval && look.eval < node.beta
            || !self.has_officer(node.ply))
    }

    /// Without a rook, horse or cannon, having to move is too often a misfortune.
    fn has_officer(&self, ply: usize) -> bool {
        let board = self.board(ply);
        let side = board.turn();
        [Kind::Rook, Kind::Horse, Kind::Cannon].iter().any(|&kind| board.pieces(side, kind).any())
    }

    /// Searches the node itself to `depth`, other null moves below it being believed; its value if
    /// it is above beta, nothing if the pass was a misjudgement.
    fn confirm(&mut self, node: &Node, depth: i32) -> Option<Value> {
        self.verifying = true;
        self.plies[node.ply].no_null = true;
        let value = self.search(confirmation(node, depth));
        self.plies[node.ply].no_null = false;
        self.verifying = false;
        (value >= node.beta || self.stopped).then_some(value)
    }
}

/// The search of the node itself that confirms a pass.
pub(super) const fn confirmation(node: &Node, depth: i32) -> Node {
    Node { alpha: node.beta - 1, depth, ..*node }
}

/// A pass to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Lower end of the window.
    alpha: Value,
    /// Depth of the answer's search.
    depth: i32,
    /// Depth of the search that confirms a fail-high.
    check_depth: i32,
    /// Whether a fail-high is believed.
    trust: Trust,
}

/// Which fail-highs of a pass are believed; while one is being confirmed, all are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// All.
    Always,
    /// None; a confirmed one keeps its own value.
    Checked,
    /// All, with beta as their value.
    AsBeta,
    /// None; the search that confirms gives the value.
    Never,
}

/// What a pass shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// Nothing.
    No,
    /// The node has this value.
    Cuts(Value),
    /// A search of the node itself must confirm it; then it has the value that is believed, or else
    /// that of the search.
    Asks {
        /// How deep.
        depth: i32,
        /// The value, if the pass gave it.
        believed: Option<Value>,
    },
}

impl Pass {
    /// Reduces by depth and by how far the node is above beta; believes all but deep results.
    fn standard(node: &Node, look: &Look, margins: &Margins) -> Self {
        let reduction = (margins.null + margins.null_step * node.depth) / 100
            + ((look.eval - node.beta) / margins.null_divisor).min(3);
        let depth = node.depth - 1 - reduction;
        let trust = if node.depth < CHECK_DEPTH { Trust::Always } else { Trust::Checked };
        Self { alpha: node.beta - 1, depth, check_depth: depth, trust }
    }

    /// The report's null move: `band` below beta may cut too, `verify` distrusts every fail-high.
    fn banded(node: &Node, band: Value, verify: bool) -> Self {
        let wide = band > 0 && node.depth > BAND_DEPTH;
        Self {
            alpha: node.beta - if wide { band } else { 1 },
            depth: node.depth - 1 - REPORT_REDUCTION,
            check_depth: node.depth - 1,
            trust: if verify { Trust::Never } else { Trust::AsBeta },
        }
    }

    /// The node after the pass.
    pub(super) const fn child(&self, node: &Node) -> Node {
        let (alpha, beta) = (-node.beta, -self.alpha);
        Node { alpha, beta, depth: self.depth, ply: node.ply + 1, kind: NodeKind::All }
    }

    /// What the `value` of passing shows. While another pass is being verified, all are believed.
    pub(super) fn judge(&self, node: &Node, value: Value, verifying: bool) -> Passed {
        let asks = |believed| Passed::Asks { depth: self.check_depth, believed };
        if value < node.beta {
            let in_band = value > self.alpha && !verifying;
            return if in_band { asks(None) } else { Passed::No };
        }
        // A mate found by passing is not proven.
        let own = if value >= MATE_FLOOR { node.beta } else { value };
        match self.trust {
            Trust::Always => Passed::Cuts(own),
            Trust::Checked if verifying => Passed::Cuts(own),
            Trust::Checked => asks(Some(own)),
            Trust::Never if !verifying => asks(None),
            Trust::AsBeta | Trust::Never => Passed::Cuts(node.beta),
        }
    }
}
