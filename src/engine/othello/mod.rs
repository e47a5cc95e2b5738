//! The Othello player: the report's UCT with exact ends.
//!
//! `playout` has the report's policy, `worker` is a board in the tree search, `solve` the exact
//! endgame solver, `evaluate` the value of a position by patterns. A search first tries to solve
//! the game; where that is too far, it grows the tree of `search::uct`, whose leaves near the end
//! are solved too and backed up by minimax.

pub mod evaluate;
mod limit;
mod playout;
mod settings;
pub mod solve;
mod think;
mod worker;

#[cfg(test)]
mod tests;

use crate::engine::{Engine, Setting};
use crate::game::Game;
use crate::game::othello::{Board, Move};
use crate::search::uct::Tree;
use crate::search::{Answer, Control, Event, Limits};

pub use playout::Policy;
pub use settings::Config;

use think::Thinking;
use worker::Worker;

/// The player.
#[derive(Debug)]
pub struct Player {
    config: Config,
    tree: Tree,
    /// The position at the root of the tree.
    root: Option<Board>,
    table: solve::Table,
    workers: Vec<Worker>,
}

impl Player {
    /// Half of the memory is the tree's.
    fn tree_of(config: &Config) -> Tree {
        Tree::with_bytes(config.common.hash_mib << 19)
    }

    /// The other half is the solver's.
    fn table_of(config: &Config) -> solve::Table {
        solve::Table::with_kib(config.common.hash_mib << 9)
    }
}

impl Engine for Player {
    type Position = Board;
    type Config = Config;
    const SETTINGS: &'static [Setting<Config>] = settings::SETTINGS;

    fn new(config: &Config) -> Self {
        Self {
            config: config.clone(),
            tree: Self::tree_of(config),
            root: None,
            table: Self::table_of(config),
            workers: Vec::new(),
        }
    }

    fn configure(&mut self, config: &Config) {
        if config.common.hash_mib != self.config.common.hash_mib {
            self.tree = Self::tree_of(config);
            self.table = Self::table_of(config);
        }
        if *config != self.config {
            // Values in the tree depend on the settings they were made with.
            self.root = None;
        }
        self.config = config.clone();
    }

    fn new_game(&mut self) {
        self.root = None;
        self.table.clear();
    }

    fn think(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        Thinking::new(self, game, limits, control, report).answer()
    }
}
