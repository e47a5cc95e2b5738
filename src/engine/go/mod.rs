//! The go player: UCT with RAVE over playouts that answer the last move.
//!
//! Tree, priors and playouts meet only in `worker`; each can be replaced alone.

mod choose;
pub mod judge;
mod ownership;
mod plan;
mod player;
pub mod playout;
pub mod prior;
mod reading;
mod room;
pub mod settings;
#[cfg(test)]
mod tests;
mod worker;

pub use judge::{Judgement, Status, judge};
pub use player::Player;
pub use playout::uniform::{playout_rate, random_playout};
pub use settings::Config;
