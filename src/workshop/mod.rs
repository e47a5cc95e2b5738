//! L4: long jobs that make the knowledge behind play. Each keeps checkpoints, so that it can be
//! stopped and started at any time, and none prints: they tell a `Watcher` what they do.

pub mod go;
pub mod othello;
pub mod selfplay;
pub mod xiangqi;
