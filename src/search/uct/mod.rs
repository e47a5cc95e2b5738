//! UCT on a shared tree: knows no game.
//!
//! A [`Simulation`] is a worker's board: it walks from the root to a leaf, offers the leaf's moves
//! with priors, and plays the game to its end. The [`Tree`] holds what all workers learned:
//!
//! - Nodes live in an arena; a node's children are published by one release store after they are
//!   written, and statistics are atomics, so no thread ever waits for another.
//! - A visit is counted on the way down and its value added on the way up: until then it counts as
//!   a loss, which keeps two threads from walking the same way (virtual loss).
//! - Values and bounds of a node are from the view of the side that moved *into* it.
//! - Each node carries bounds on its true score ([`Bounds`]). Ended games close them, parents take
//!   the maximum (minimax backup); a node whose result is known is never simulated again.
//! - Sides alternate: a pass is a move.

mod bounds;
mod node;
mod run;
mod select;
mod simulate;
mod trace;
mod tree;

#[cfg(test)]
mod toy;

use crate::game::Color;

pub use bounds::Bounds;
pub use run::{Flow, Run, search};
pub use trace::Trace;
pub use tree::{Expected, Ranked, Tree};

/// A move as the tree stores it. The simulation gives it meaning; numbers are small, because they
/// also index tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Action(pub u16);

/// A move offered at expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub action: Action,
    /// Its share of the policy; shares of one node need not sum to 1. Orders widening.
    pub prior: f32,
    /// The value expected of it, from the mover's view, 0 to 1.
    pub value: f32,
    /// How many playouts that expectation is worth.
    pub weight: f32,
}

/// What a node turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The game is over with this score for the first side.
    Over(i16),
    /// The candidates are all the legal moves, or all that could ever be best.
    Complete,
    /// The candidates are a choice: a move left out might be better than all of them.
    Partial,
}

/// The end of one simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playout {
    /// 1 when the first side won, 0 when it lost; in between for draws and for score-aware values.
    pub value: f32,
    /// Points or discs by which the first side leads.
    pub lead: f32,
    /// What is known for certain of the leaf's score, for the first side.
    pub bounds: Bounds,
}

/// One worker's board.
pub trait Simulation: Send {
    /// Goes back to the root position.
    fn reset(&mut self);
    /// Who is to move.
    fn turn(&self) -> Color;
    /// Plays a move that [`expand`](Self::expand) offered here.
    fn play(&mut self, action: Action);
    /// Offers the moves of this position, in any order.
    fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion;
    /// Plays the game to its end, telling `trace` every move.
    fn rollout(&mut self, trace: &mut Trace) -> Playout;
    /// The value of an ended game for the first side, on the scale of [`Playout::value`].
    fn value_of(&self, score: i16) -> f32 {
        match score {
            1.. => 1.0,
            0 => 0.5,
            _ => 0.0,
        }
    }
}

/// What must be known before a node is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing is proved: plain UCT.
    Off,
    /// Who wins.
    Result,
    /// By how much.
    Score,
}

impl Proof {
    /// Whether a node with these bounds needs no further simulation.
    pub const fn closes(self, bounds: Bounds) -> bool {
        match self {
            Self::Off => false,
            Self::Result => bounds.is_decided(),
            Self::Score => bounds.is_exact(),
        }
    }
}

/// The constants of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Weight of the UCB1 term.
    pub exploration: f32,
    /// Weight of the policy term (PUCT).
    pub policy: f32,
    /// Playouts at which RAVE and the plain mean weigh the same; 0 switches RAVE off.
    pub rave_equivalence: f32,
    /// Value of a move nobody tried and nobody has an opinion on.
    pub first_play: f32,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// Widening: moves considered at first; `u32::MAX` considers all at once.
    pub widen_start: u32,
    /// Widening: visits grow by this factor for each further move.
    pub widen_factor: f32,
    /// Minimax backup of proven results.
    pub proof: Proof,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            policy: 0.0,
            rave_equivalence: 0.0,
            first_play: 1.1,
            expand_after: 1,
            widen_start: u32::MAX,
            widen_factor: 1.4,
            proof: Proof::Result,
        }
    }
}
