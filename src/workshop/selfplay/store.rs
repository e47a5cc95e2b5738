//! A folder of games that any kill leaves readable.
//!
//! | file | holds |
//! |---|---|
//! | `selfplay.json` | the terms, and the command line that began the folder |
//! | [`Keep::FILE`] | blocks, see `block`; only ever appended to |

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::block::{Blocks, Keep, to_bytes};
use crate::base::atomic_write;

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
        "{} holds games of other terms; give the same options again or another folder\nthere: {found}\nasked: {asked}",
        folder.display()
    )]
    OtherTerms {
        /// The folder.
        folder: PathBuf,
        /// What its games have.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// Another process plays into the folder.
    #[error("{}: another process is writing to it", .0.display())]
    Busy(PathBuf),
}

/// What `selfplay.json` says.
#[derive(Debug, Serialize, Deserialize)]
struct Job<T> {
    terms: T,
    command: Vec<String>,
}

/// A folder open for more games.
#[derive(Debug)]
pub struct Store<G> {
    path: PathBuf,
    file: File,
    /// Numbers of the games in the folder.
    played: FxHashSet<u64>,
    kind: PhantomData<fn() -> G>,
}

impl<G: Keep> Store<G> {
    /// Opens or makes `folder` for games of these terms; `command` is the command line to go on with.
    pub fn open<T>(folder: &Path, terms: &T, command: &[String]) -> Result<Self, StoreError>
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let told = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::File { path, error }
        };
        fs::create_dir_all(folder).map_err(told(folder))?;
        agree(folder, terms, command)?;
        let path = folder.join(G::FILE);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(told(&path))?;
        if file.try_lock().is_err() {
            return Err(StoreError::Busy(path));
        }
        let bytes = fs::read(&path).map_err(told(&path))?;
        let played = Blocks::<G>::new(&bytes).flatten().map(|game| game.number()).collect();
        Ok(Self { path, file, played, kind: PhantomData })
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
    pub fn append(&mut self, game: &G) -> Result<(), StoreError> {
        let told = |error| StoreError::File { path: self.path.clone(), error };
        self.file.write_all(&to_bytes(game)).map_err(told)?;
        self.played.insert(game.number());
        Ok(())
    }
}

/// Compares the folder's terms with those asked for, or writes them down.
fn agree<T>(folder: &Path, terms: &T, command: &[String]) -> Result<(), StoreError>
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let path = folder.join(TERMS_FILE);
    match fs::read(&path) {
        Ok(bytes) => {
            let job: Job<T> =
                serde_json::from_slice(&bytes).map_err(|error| StoreError::Json { path, error })?;
            if job.terms == *terms {
                return Ok(());
            }
            let (found, asked) = (format!("{:?}", job.terms), format!("{terms:?}"));
            Err(StoreError::OtherTerms { folder: folder.to_owned(), found, asked })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let job = Job { terms, command: command.to_vec() };
            let text = serde_json::to_vec_pretty(&job)
                .map_err(|error| StoreError::Json { path: path.clone(), error })?;
            atomic_write(&path, |out| out.write_all(&text))
                .map_err(|error| StoreError::File { path, error })
        }
        Err(error) => Err(StoreError::File { path, error }),
    }
}

/// The bytes of the games in `folder`, for [`Blocks`].
pub fn read_games<G: Keep>(folder: &Path) -> Result<Vec<u8>, StoreError> {
    let path = folder.join(G::FILE);
    fs::read(&path).map_err(|error| StoreError::File { path, error })
}
