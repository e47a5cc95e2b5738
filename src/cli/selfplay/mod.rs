//! `sanqi selfplay`: games of a player with itself, to learn from.

mod go;
mod othello;
mod xiangqi;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Failure;

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
