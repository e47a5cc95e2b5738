//! The search of one move: which searches it needs, one after the other.

use super::node::{Attempt, Frame, Node, NodeKind};
use super::score::Value;
use super::technique::Technique;
use super::worker::Search;
use crate::game::xiangqi::Move;

/// How far the search of a move has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Not begun.
    Nothing,
    /// Searched less deep.
    Reduced,
    /// Searched in full depth, with a window of nothing.
    Full,
    /// Searched with the open window.
    Open,
}

/// The search of one move, from the first look at it to its value.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The node it is a move of.
    pub node: Node,
    /// The move.
    pub mv: Move,
    /// Number of the move among its siblings.
    pub count: usize,
    /// Full depth of the child.
    depth: i32,
    /// Depth of the first look.
    reduced: i32,
    /// The node's alpha.
    alpha: Value,
    /// The node's best value when this was begun.
    best: Value,
    /// Moves are first asked only whether they are better.
    scouts: bool,
    /// A reduced move that comes out so much better than the best deserves a ply more,
    deeper: Value,
    /// one that is not even so much better a ply less.
    shallower: Value,
    /// What was searched last.
    scope: Scope,
}

impl Search<'_> {
    /// How `attempt` will be searched.
    pub(super) fn trial(&self, frame: &Frame, attempt: Attempt) -> Trial {
        let depth = frame.node.depth - 1 + attempt.extension;
        let reduction = if frame.count > 1 { self.reduction(frame, attempt) } else { 0 };
        Trial {
            node: frame.node,
            mv: attempt.mv,
            count: frame.count,
            depth,
            reduced: (depth - reduction).clamp(1.min(depth), depth.max(1)),
            alpha: frame.alpha,
            best: frame.best,
            scouts: self.uses(Technique::Scout),
            deeper: self.margins().deeper,
            shallower: self.margins().shallower,
            scope: Scope::Nothing,
        }
    }
}

impl Trial {
    /// The next search that the move needs, its value so far being `value`; none if that stands.
    /// Lines end at `deepest`.
    #[inline]
    pub(super) fn next_search(&mut self, value: Value, deepest: usize) -> Option<Node> {
        if self.scouts { self.next_scout(value, deepest) } else { self.next_in_full(value) }
    }

    /// Asks of every move but the first only whether it is better, and how good it is if so.
    #[inline]
    fn next_scout(&mut self, value: Value, deepest: usize) -> Option<Node> {
        let Self { node, alpha, depth, .. } = *self;
        match self.scope {
            Scope::Nothing if self.count > 1 => {
                self.scope = Scope::Reduced;
                return Some(node.scout(alpha, self.reduced, NodeKind::Cut));
            }
            Scope::Nothing if node.kind != NodeKind::Pv => {
                self.scope = Scope::Full;
                return Some(node.scout(alpha, depth, node.kind.child()));
            }
            Scope::Reduced if value > alpha && self.reduced < depth => {
                // A good surprise deserves a ply more, a poor one a ply less.
                let better = i32::from(value > self.best + self.deeper && node.ply < deepest);
                let worse = i32::from(value < self.best + self.shallower);
                let depth = depth + better - worse;
                if self.reduced < depth {
                    self.scope = Scope::Full;
                    let cut = node.kind == NodeKind::Cut;
                    let kind = if cut { NodeKind::All } else { NodeKind::Cut };
                    return Some(node.scout(alpha, depth, kind));
                }
            }
            Scope::Nothing | Scope::Reduced | Scope::Full => {}
            Scope::Open => return None,
        }
        self.scope = Scope::Open;
        let opens = self.count == 1 || value > alpha && (node.ply == 0 || value < node.beta);
        let opens = node.kind == NodeKind::Pv && opens;
        opens.then(|| node.child(alpha, depth, NodeKind::Pv))
    }

    /// Plain alpha-beta: every move is searched with all of the window.
    fn next_in_full(&mut self, value: Value) -> Option<Node> {
        let Self { node, alpha, .. } = *self;
        let kind = if self.count == 1 { node.kind.child() } else { NodeKind::Cut };
        match self.scope {
            Scope::Nothing => {
                self.scope = Scope::Reduced;
                Some(node.child(alpha, self.reduced, kind))
            }
            Scope::Reduced if value > alpha && self.reduced < self.depth => {
                self.scope = Scope::Open;
                Some(node.child(alpha, self.depth, kind))
            }
            _ => None,
        }
    }

    /// Another thread has raised alpha while `child` was searched: a scout that failed high only
    /// told that the move is better than before, and must be sent again.
    pub(super) fn renew(&mut self, child: Node, alpha: Value, value: Value) -> Option<Node> {
        let before = self.alpha;
        if alpha <= before {
            return None;
        }
        self.alpha = alpha;
        self.best = self.best.max(alpha);
        let was_scout = child.beta - child.alpha == 1;
        let again = was_scout && value > before && alpha < self.node.beta;
        again.then(|| self.node.scout(alpha, child.depth, child.kind))
    }
}
