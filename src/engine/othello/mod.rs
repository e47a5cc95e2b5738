//! The Othello player: alpha-beta on pattern values or the report's UCT, with exact ends.
//!
//! A search first tries to solve the game (`solve`). Where that is too far, `deepen` runs the
//! alpha-beta of `midgame` on the values of `evaluate`, or `simulate` grows the tree of
//! `search::uct`: `playout` has the report's policy, `worker` is a board in that tree, whose
//! leaves near the end are solved too and backed up by minimax. `learn` keeps what games taught about
//! their openings.

mod candidates;
mod deepen;
pub mod evaluate;
mod learn;
mod limit;
pub mod midgame;
mod playout;
pub mod prove;
#[cfg(test)]
mod random_play;
mod settings;
mod share;
mod simulate;
pub mod solve;
mod think;
mod weights_file;
mod worker;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::engine::{Engine, Setting};
use crate::game::Game;
use crate::game::othello::{Board, Move};
use crate::search::uct::Tree;
use crate::search::{Answer, Control, Event, Limits, Table};

pub use playout::Policy;
pub use settings::{Config, SearchKind};
pub use weights_file::WeightsFile;

use evaluate::Weights;
use learn::Experience;
use think::Thinking;
use worker::Worker;

/// The player.
#[derive(Debug)]
pub struct Player {
    config: Config,
    tree: Tree,
    /// The position at the root of the tree.
    root: Option<Board>,
    /// What the solver knows.
    table: solve::Table,
    /// What the alpha-beta search knows.
    positions: Table,
    weights: Arc<Weights>,
    workers: Vec<Worker>,
    experience: Experience,
}

impl Player {
    /// Shares the memory: one half is the solver's, the other the tree's or the alpha-beta search's.
    fn share_memory(&mut self) {
        let mib = self.config.common.hash_mib;
        self.table = solve::Table::with_kib(mib << 9);
        let simulates = self.config.search == SearchKind::Uct;
        let (tree, positions) = if simulates { (mib << 19, 1) } else { (1 << 20, mib / 2) };
        self.tree = Tree::with_bytes(tree.max(1 << 20));
        self.positions = Table::at_most(positions);
        self.root = None;
    }
}

impl Engine for Player {
    type Position = Board;
    type Config = Config;
    const SETTINGS: &'static [Setting<Config>] = settings::SETTINGS;

    fn new(config: &Config) -> Self {
        let mut player = Self {
            config: config.clone(),
            tree: Tree::with_bytes(1 << 20),
            root: None,
            table: solve::Table::with_kib(1),
            positions: Table::at_most(1),
            weights: config.weights_file.weights(),
            workers: Vec::new(),
            experience: Experience::open(&config.learned),
        };
        player.share_memory();
        player
    }

    fn configure(&mut self, config: &Config) {
        let old = std::mem::replace(&mut self.config, config.clone());
        if config.weights_file != old.weights_file {
            self.weights = config.weights_file.weights();
        }
        if config.learned != old.learned {
            self.experience = Experience::open(&config.learned);
        }
        let memory = |config: &Config| (config.common.hash_mib, config.search);
        if memory(config) != memory(&old) || config.weights_file != old.weights_file {
            self.share_memory();
        }
        if *config != old {
            // Values in the tree depend on the settings they were made with.
            self.root = None;
        }
    }

    fn new_game(&mut self) {
        self.root = None;
        self.table.clear();
        self.positions.clear(1);
    }

    fn think(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        let is_free = !limits.infinite && !limits.ponder;
        let is_free = is_free && limits.only.is_empty() && limits.banned.is_empty();
        match self.experience.advice(game.position()) {
            Some(advice) if is_free && self.config.has_full_strength() => {
                self.think_with(&advice, game, limits, control, report)
            }
            _ => Thinking::new(self, game, limits, control, report).answer(),
        }
    }

    fn learn(&mut self, game: &Game<Board>, control: &Control) -> Result<(), String> {
        self.learn_opening(game, control)
    }
}
