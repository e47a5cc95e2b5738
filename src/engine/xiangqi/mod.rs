//! The xiangqi player: principal-variation search with a tapered evaluation.
//!
//! | file | does |
//! |---|---|
//! | `player` | settings, table, threads; a game and limits in, an answer out |
//! | `root` | iterations, windows, several lines |
//! | `node`, `trial` | one node, step by step; one of its moves |
//! | `dts` | the same steps for threads that share one tree |
//! | `look`, `prune`, `null_move`, `reduce`, `quiesce`, `learn` | the steps |
//! | `technique` | which steps can be left out, to measure them |
//! | `order`, `history`, `see` | which move next |
//! | `mate` | proofs of mates |
//! | `evaluate` | what a position is worth: a network, or terms made by hand |
//! | `evaluator` | which of the two, and the file of the network |
//! | `time`, `level` | when to stop, how weak to be |

mod dts;
#[cfg(test)]
mod dts_tests;
pub mod evaluate;
mod evaluator;
mod history;
mod learn;
mod level;
mod look;
pub mod margins;
mod mate;
mod node;
mod null_move;
mod order;
mod player;
#[cfg(test)]
mod positions;
mod prune;
mod quiesce;
mod reduce;
mod root;
mod score;
mod see;
mod settings;
mod technique;
#[cfg(test)]
mod tests;
mod time;
mod trial;
mod worker;

pub use evaluator::{EvalKind, NetworkFile};
pub use player::Player;
pub use settings::{Config, NullMove, Parallel};
pub use technique::{Technique, Techniques};
