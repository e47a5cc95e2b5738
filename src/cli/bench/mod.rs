//! `sanqi bench`: how fast the program is on this machine.

mod dts;
mod engines;
mod nodes;
mod null_move;
mod othello_uct;
mod othello_value;
mod peer;
mod playouts;
mod positions;
mod rules;
mod suite;
mod work;

use clap::{Args, Subcommand};

use super::Failure;

/// Measures speed: without a subcommand, of fixed searches of all games
#[derive(Debug, Args)]
#[command(after_help = "\
The last line is a signature of the searches: it changes when the play of an engine does.

Examples:
  sanqi bench
  sanqi bench rules
  sanqi bench xiangqi
  sanqi bench go
  sanqi bench null-move
  sanqi bench dts --threads 2 --reserves 0
  sanqi bench othello-uct
  sanqi bench othello-value solved.obf
  sanqi bench suite")]
pub struct Bench {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    Rules(rules::Rules),
    Xiangqi(nodes::Nodes),
    Go(playouts::Playouts),
    NullMove(null_move::NullMoves),
    Dts(dts::Dts),
    OthelloUct(othello_uct::OthelloUct),
    OthelloValue(othello_value::OthelloValue),
    Suite(suite::Suite),
}

impl Bench {
    /// Measures and prints.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            None => engines::run(),
            Some(What::Rules(args)) => args.run(),
            Some(What::Xiangqi(args)) => args.run(),
            Some(What::Go(args)) => args.run(),
            Some(What::NullMove(args)) => args.run(),
            Some(What::Dts(args)) => args.run(),
            Some(What::OthelloUct(args)) => args.run(),
            Some(What::OthelloValue(args)) => args.run(),
            Some(What::Suite(args)) => args.run(),
        }
    }
}

/// A whole number with its thousands apart.
fn thousands(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (rate, text) in [(0.4, "0"), (999.0, "999"), (1000.0, "1,000"), (1.5e8, "150,000,000")]
        {
            assert_eq!(thousands(rate), text);
        }
    }
}
