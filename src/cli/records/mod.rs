//! `sanqi records`: game records in files, checked and converted.

mod check;
mod convert;
mod files;

use clap::{Args, Subcommand};

use super::Failure;

pub(super) use check::format;
pub(super) use convert::MoveText;
pub(super) use files::File;

/// Checks and converts game records
#[derive(Debug, Args)]
pub struct Records {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Check(check::Check),
    Convert(convert::Convert),
}

impl Records {
    /// Does what was asked for.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.task {
            Task::Check(args) => args.run(),
            Task::Convert(args) => args.run(),
        }
    }
}
