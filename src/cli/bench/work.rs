//! What a search did and how long it took: the speed of a player.

use std::time::Duration;

use crate::cli::stopwatch::Stopwatch;
use crate::engine::{Engine, MoveOf};
use crate::game::Game;
use crate::search::{Control, Limits};

/// Nodes or playouts, and the time they took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Nodes or playouts.
    pub(super) nodes: u64,
    /// Time of the processor, where the system tells it.
    pub(super) time: Duration,
}

impl Work {
    /// A search of `game` by a player that remembers nothing.
    pub(super) fn of<E: Engine>(
        player: &mut E,
        game: &Game<E::Position>,
        limits: &Limits<MoveOf<E>>,
    ) -> Self {
        player.new_game();
        let watch = Stopwatch::start();
        let answer = player.think(game, limits, &Control::new(false), &mut |_| ());
        Self { nodes: answer.report.nodes, time: watch.elapsed() }
    }

    /// How many a second.
    pub(super) fn rate(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// Counts more work.
    pub(super) fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
