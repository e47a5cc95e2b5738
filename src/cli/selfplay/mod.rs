//! `sanqi selfplay`: games of a player with itself, to learn from.

mod go;
mod othello;
mod xiangqi;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Failure;
use super::progress::Progress;
use crate::workshop::selfplay::{Blocks, Keep, read_games};

/// Plays games of a player with itself, to learn from.
#[derive(Debug, Args)]
pub struct Selfplay {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Xiangqi(Box<xiangqi::Xiangqi>),
    Othello(othello::Othello),
    Go(go::Go),
    /// Reads every game of a folder and tells what is damaged
    Verify(Folder),
    /// Counts the games and positions of a folder: balance, phases, duplicates
    Stats(Folder),
}

/// A folder of games, of whatever kind.
#[derive(Debug, Args)]
struct Folder {
    /// Folder of the games
    folder: PathBuf,
}

impl Selfplay {
    /// Does what the subcommand says.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.task {
            Task::Xiangqi(args) => args.run(),
            Task::Othello(args) => args.run(),
            Task::Go(args) => args.run(),
            Task::Verify(Folder { folder }) if go::is_folder(folder) => go::verify(folder),
            Task::Verify(Folder { folder }) if othello::is_folder(folder) => {
                othello::verify(folder)
            }
            Task::Verify(Folder { folder }) => xiangqi::verify(folder),
            Task::Stats(Folder { folder }) if go::is_folder(folder) => go::stats(folder),
            Task::Stats(Folder { folder }) if othello::is_folder(folder) => othello::stats(folder),
            Task::Stats(Folder { folder }) => xiangqi::stats(folder),
        }
    }
}

/// What of a folder is no game.
#[derive(Debug, Default)]
struct Damaged {
    places: u64,
    bytes: usize,
}

/// Shows every game of a folder; says what is damaged.
fn each_game<G: Keep>(folder: &Path, mut each: impl FnMut(&G)) -> Result<Damaged, Failure> {
    let bytes = read_games::<G>(folder)?;
    let progress = Progress::new(bytes.len() as u64, "bytes");
    let mut damaged = Damaged::default();
    for block in Blocks::<G>::new(&bytes) {
        match block {
            Ok(game) => each(&game),
            Err(damage) => {
                damaged.places += 1;
                damaged.bytes += damage.bytes;
            }
        }
    }
    progress.finish();
    Ok(damaged)
}
