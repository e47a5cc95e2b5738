//! The go player: UCT with RAVE over playouts that answer the last move.
//!
//! Tree, priors and playouts meet only in `worker`; each can be replaced alone.

#[cfg(test)]
mod brute_force;
mod choose;
mod critical;
mod deadline;
mod dues;
mod enclosure;
#[cfg(test)]
mod endings;
#[cfg(test)]
mod fates;
pub mod judge;
mod komi;
pub mod learned;
mod ownership;
mod plan;
mod player;
pub mod playout;
pub mod prior;
#[cfg(test)]
mod problems;
#[cfg(test)]
mod proofs;
mod reading;
mod room;
mod scene;
pub mod settings;
mod solve;
mod steps;
#[cfg(test)]
mod tests;
mod worker;

pub use deadline::Deadline;
pub use judge::{Judgement, Status, judge};
pub use player::Player;
pub use playout::uniform::{playout_rate, random_playout};
pub use settings::Config;
