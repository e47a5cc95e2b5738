//! The xiangqi player: principal-variation search with a tapered evaluation.
//!
//! | file | does |
//! |---|---|
//! | `player` | settings, table, threads; a game and limits in, an answer out |
//! | `root` | iterations, windows, several lines |
//! | `node` | one node, step by step |
//! | `prune`, `null_move`, `reduce`, `quiesce` | the steps |
//! | `order`, `history`, `see` | which move next |
//! | `mate` | proofs of mates |
//! | `evaluate` | what a position is worth |
//! | `time`, `level` | when to stop, how weak to be |

pub mod evaluate;
mod history;
mod level;
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
#[cfg(test)]
mod tests;
mod time;
mod worker;

pub use player::Player;
pub use settings::{Config, NullMove, Parallel};
