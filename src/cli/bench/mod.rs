//! `sanqi bench`: how fast the program is on this machine.

mod engines;
mod peer;
mod rules;
mod stopwatch;

use clap::{Args, Subcommand};

use super::Failure;

/// Measures speed: without a subcommand, of fixed searches of all games
#[derive(Debug, Args)]
#[command(after_help = "\
The last line is a signature of the searches: it changes when the play of an engine does.

Examples:
  sanqi bench
  sanqi bench rules")]
pub struct Bench {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    Rules(rules::Rules),
}

impl Bench {
    /// Measures and prints.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            None => engines::run(),
            Some(What::Rules(args)) => args.run(),
        }
    }
}
