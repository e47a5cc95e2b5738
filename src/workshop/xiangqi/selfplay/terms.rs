//! What the games of a folder have in common.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::engine::setting::{SettingError, configured};
use crate::engine::xiangqi::{Config, Player};

/// Memory of one thread's table: a thousand nodes a move do not fill more.
const TABLE_MIB: usize = 2;

/// How the games of a folder are played. A folder's games all have the same terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Seed of the folder; game `n` has its own made from both.
    pub seed: u64,
    /// Random plies of an opening, at least and at most.
    pub random_plies: [u32; 2],
    /// One of so many games begins with a line of the book; 0: none.
    pub book_every: u32,
    /// File of openings in the place of the book, one on a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// Openings whose value is further from 0 than this are thrown away.
    pub unbalanced: i32,
    /// Settings of the player other than its own: name and value.
    pub settings: Vec<(String, String)>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            nodes: 1000,
            seed: 1,
            random_plies: [8, 10],
            book_every: 4,
            openings: None,
            unbalanced: 300,
            settings: Vec::new(),
        }
    }
}

impl Terms {
    /// The player's configuration.
    pub fn config(&self) -> Result<Config, SettingError> {
        let mut config: Config = configured(Player::SETTINGS, &self.settings)?;
        config.common.threads = 1;
        config.common.hash_mib = TABLE_MIB;
        Ok(config)
    }
}
