//! `sanqi bench`: how fast the program is on this machine.

mod peer;
mod rules;

use clap::{Args, Subcommand};

use super::Failure;

/// Measures speed
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Rules(rules::Rules),
}

impl Bench {
    /// Measures and prints.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Rules(args) => args.run(),
        }
    }
}
