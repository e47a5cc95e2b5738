//! One simulation: down the tree, a playout, and back up.

use super::node::{Children, Node};
use super::select::{Filter, select};
use super::trace::FirstPlays;
use super::{Bounds, Candidate, Expansion, Playout, Proof, Simulation, Trace, Tree, Tuning};
use crate::game::Color;

/// A worker: a board and the scratch space of a walk.
#[derive(Debug)]
pub(super) struct Walker<'a, S> {
    board: &'a mut S,
    path: Vec<u32>,
    trace: Trace,
    plays: FirstPlays,
    candidates: Vec<Candidate>,
}

impl<'a, S: Simulation> Walker<'a, S> {
    pub(super) fn new(board: &'a mut S) -> Self {
        Self {
            board,
            path: Vec::new(),
            trace: Trace::default(),
            plays: FirstPlays::default(),
            candidates: Vec::new(),
        }
    }

    /// Walks, plays out, and teaches the tree.
    pub(super) fn simulate(&mut self, tree: &Tree, tuning: &Tuning, filter: Filter<'_>) {
        self.board.reset();
        self.trace.clear();
        self.path.clear();
        let root_turn = self.board.turn();
        let playout = self.walk(tree, tuning, filter);
        self.back_up(tree, tuning, root_turn, playout);
    }

    /// From the root to a leaf, which is expanded if it is ripe, to the end of the game.
    fn walk(&mut self, tree: &Tree, tuning: &Tuning, filter: Filter<'_>) -> Playout {
        let mut at = tree.root();
        self.step(tree, at);
        loop {
            let node = tree.node(at);
            if self.path.len() > 1
                && let Some(known) = self.known(node, tuning.proof)
            {
                return known;
            }
            match node.children() {
                Children::Ready { .. } => {
                    let filter = if self.path.len() == 1 { filter } else { None };
                    let Some(next) = select(tree, at, tuning, filter) else {
                        return self.known(node, Proof::Off).unwrap_or_else(|| self.rollout());
                    };
                    self.board.play(tree.node(next).action());
                    self.step(tree, next);
                    at = next;
                }
                Children::Leaf if node.visits() > tuning.expand_after || self.path.len() == 1 => {
                    match self.expand(tree, node) {
                        Grown::Children => {}
                        Grown::Ended(playout) => return playout,
                        Grown::Nothing => return self.rollout(),
                    }
                }
                Children::Leaf | Children::Claimed => return self.rollout(),
            }
        }
    }

    fn step(&mut self, tree: &Tree, handle: u32) {
        tree.node(handle).enter();
        self.path.push(handle);
    }

    fn rollout(&mut self) -> Playout {
        self.board.rollout(&mut self.trace)
    }

    /// The result of a node that needs no playout.
    fn known(&self, node: &Node, proof: Proof) -> Option<Playout> {
        let bounds = node.bounds();
        let closed = if proof == Proof::Off { bounds.is_decided() } else { proof.closes(bounds) };
        if !closed {
            return None;
        }
        // The node's bounds are from the view of the side that moved into it.
        let bounds = if self.board.turn() == Color::First { bounds.flipped() } else { bounds };
        let score = if bounds.low > 0 {
            bounds.low
        } else if bounds.high < 0 {
            bounds.high
        } else {
            0
        };
        Some(Playout { value: self.board.value_of(score), lead: f32::from(score), bounds })
    }

    fn expand(&mut self, tree: &Tree, node: &Node) -> Grown {
        if !node.claim() {
            return Grown::Nothing;
        }
        self.candidates.clear();
        let complete = match self.board.expand(&mut self.candidates) {
            Expansion::Over(score) => {
                node.unclaim();
                let value = self.board.value_of(score);
                let bounds = Bounds::exactly(score);
                return Grown::Ended(Playout { value, lead: f32::from(score), bounds });
            }
            Expansion::Complete => true,
            Expansion::Partial => false,
        };
        if self.candidates.is_empty() || !tree.grow(node, &mut self.candidates, complete) {
            node.unclaim();
            return Grown::Nothing;
        }
        Grown::Children
    }

    /// From the leaf to the root: value, bounds, and "all moves as first".
    fn back_up(&mut self, tree: &Tree, tuning: &Tuning, root_turn: Color, playout: Playout) {
        let use_rave = tuning.rave_equivalence > 0.0;
        if use_rave {
            self.plays.restart(&self.trace);
        }
        let mut value = playout.value;
        let mut news = false;
        for depth in (0..self.path.len()).rev() {
            let node = tree.node(self.path[depth]);
            let turn = if depth % 2 == 0 { root_turn } else { root_turn.other() };
            let mover = turn.other();
            if tuning.proof != Proof::Off {
                news = match self.path.get(depth + 1) {
                    None => node.tighten(seen_by(mover, playout.bounds)),
                    Some(_) => news && tree.back_up_bounds(self.path[depth]),
                };
                value = self.within(value, seen_by(mover, node.bounds()));
            }
            let (own_value, own_lead) = match mover {
                Color::First => (value, playout.lead),
                Color::Second => (1.0 - value, -playout.lead),
            };
            node.leave(own_value, own_lead);
            if use_rave {
                if let Some(&next) = self.path.get(depth + 1) {
                    self.plays.set(tree.node(next).action(), turn);
                }
                self.teach_rave(tree, self.path[depth], turn, value);
            }
        }
    }

    /// Every child that the side to move played first later on learns this value.
    fn teach_rave(&self, tree: &Tree, handle: u32, turn: Color, value: f32) {
        let own = if turn == Color::First { value } else { 1.0 - value };
        for (_, child) in tree.children(handle) {
            if self.plays.is_by(child.action(), turn) {
                child.add_rave(own);
            }
        }
    }

    /// A value cannot contradict what is known. `bounds` are the first side's.
    fn within(&self, value: f32, bounds: Bounds) -> f32 {
        let mut value = value;
        if bounds.low > -Bounds::LIMIT {
            value = value.max(self.board.value_of(bounds.low));
        }
        if bounds.high < Bounds::LIMIT {
            value = value.min(self.board.value_of(bounds.high));
        }
        value
    }
}

/// What became of a ripe leaf.
enum Grown {
    Children,
    Ended(Playout),
    Nothing,
}

/// The first side's bounds from the view of `color`, or the other way round.
fn seen_by(color: Color, bounds: Bounds) -> Bounds {
    if color == Color::First { bounds } else { bounds.flipped() }
}
