//! A folder of games that any kill leaves readable.
//!
//! | file | holds |
//! |---|---|
//! | `selfplay.json` | the terms, and the command line that began the folder |
//! | `games.sqxg` | blocks, see `block`; only ever appended to |

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::block::{Blocks, PlayedGame};
use super::terms::Terms;
use crate::base::atomic_write;

/// The file of games in its folder.
pub const GAMES_FILE: &str = "games.sqxg";
const TERMS_FILE: &str = "selfplay.json";

/// Why a folder of games cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The terms are no terms.
    #[error("{}: {error}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: serde_json::Error,
    },
    /// The folder has games of other terms.
    #[error(
        "{} holds games of other terms; give the same options again or another folder\nthere: {found:?}\nasked: {asked:?}",
        folder.display()
    )]
    OtherTerms {
        /// The folder.
        folder: PathBuf,
        /// What its games have.
        found: Box<Terms>,
        /// What was asked for.
        asked: Box<Terms>,
    },
    /// Another process plays into the folder.
    #[error("{}: another process is writing to it", .0.display())]
    Busy(PathBuf),
}

/// What `selfplay.json` says.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    terms: Terms,
    command: Vec<String>,
}

/// A folder open for more games.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// Numbers of the games in the folder.
    played: FxHashSet<u64>,
}

impl Store {
    /// Opens or makes `folder` for games of these terms; `command` is the command line to go on with.
    pub fn open(folder: &Path, terms: &Terms, command: &[String]) -> Result<Self, StoreError> {
        let told = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::File { path, error }
        };
        fs::create_dir_all(folder).map_err(told(folder))?;
        agree(folder, terms, command)?;
        let path = folder.join(GAMES_FILE);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(told(&path))?;
        if file.try_lock().is_err() {
            return Err(StoreError::Busy(path));
        }
        let bytes = fs::read(&path).map_err(told(&path))?;
        let played = Blocks::new(&bytes).flatten().map(|game| game.number).collect();
        Ok(Self { path, file, played })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Whether game `number` is there.
    pub fn has(&self, number: u64) -> bool {
        self.played.contains(&number)
    }

    /// Appends a game: one write, so that a kill loses at most this one.
    pub fn append(&mut self, game: &PlayedGame) -> Result<(), StoreError> {
        let told = |error| StoreError::File { path: self.path.clone(), error };
        self.file.write_all(&game.to_bytes()).map_err(told)?;
        self.played.insert(game.number);
        Ok(())
    }
}

/// Compares the folder's terms with those asked for, or writes them down.
fn agree(folder: &Path, terms: &Terms, command: &[String]) -> Result<(), StoreError> {
    let path = folder.join(TERMS_FILE);
    match fs::read(&path) {
        Ok(bytes) => {
            let job: Job =
                serde_json::from_slice(&bytes).map_err(|error| StoreError::Json { path, error })?;
            if job.terms == *terms {
                return Ok(());
            }
            let (found, asked) = (Box::new(job.terms), Box::new(terms.clone()));
            Err(StoreError::OtherTerms { folder: folder.to_owned(), found, asked })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let job = Job { terms: terms.clone(), command: command.to_vec() };
            let text = serde_json::to_vec_pretty(&job)
                .map_err(|error| StoreError::Json { path: path.clone(), error })?;
            atomic_write(&path, |out| out.write_all(&text))
                .map_err(|error| StoreError::File { path, error })
        }
        Err(error) => Err(StoreError::File { path, error }),
    }
}

/// The bytes of the games in `folder`, for [`Blocks`].
pub fn read_games(folder: &Path) -> Result<Vec<u8>, StoreError> {
    let path = folder.join(GAMES_FILE);
    fs::read(&path).map_err(|error| StoreError::File { path, error })
}
