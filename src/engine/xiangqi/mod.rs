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
//! | `evaluate` | what a position is worth |
//! | `time`, `level` | when to stop, how weak to be |

mod dts;
#[cfg(test)]
mod dts_tests;
pub mod evaluate;
mod history;
mod learn;
mod level;
mod look;
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

pub use player::Player;
pub use settings::{Config, NullMove, Parallel};
pub use technique::{Technique, Techniques};
