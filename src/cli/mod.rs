//! L5: one file per subcommand.
//!
//! To add one: a file with `#[derive(Args)] pub struct Name` and `pub fn run(&self) -> Result<(),
//! Failure>`, a variant of [`Command`] and an arm of [`Command::run`]. Progress goes to stderr.

#[macro_use]
mod say;

mod analyze;
mod bench;
#[cfg(feature = "contest")]
mod contest;
mod doctor;
mod failure;
mod perft;
mod progress;
mod records;
mod selfplay;
mod serve;
mod settings;
mod solve;
#[cfg(feature = "contest")]
mod sparring;
mod stopwatch;
mod train;
mod tune;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[cfg(feature = "contest")]
pub use contest::MatchFile;
pub use failure::Failure;
use serve::Serve;

use crate::protocol::Protocol;
use crate::protocol::xiangqi::Dialect;

const GTP_EXAMPLES: &str = "\
Examples:
  sanqi gtp
  sanqi gtp --game othello --set MoveTime=1
  printf 'boardsize 9\\ngenmove b\\nshowboard\\nquit\\n' | sanqi gtp --set Threads=2";

const UCCI_EXAMPLES: &str = "\
Examples:
  sanqi ucci
  printf 'ucci\\nposition startpos\\ngo depth 8\\n' | sanqi ucci";

const UCI_EXAMPLES: &str = "\
Examples:
  sanqi uci --set Threads=4 --set Hash=256
  printf 'position startpos\\ngo perft 4\\n' | sanqi uci";

const NBOARD_EXAMPLES: &str = "\
Examples:
  sanqi nboard
  printf 'nboard 2\\nmove F5\\ngo\\n' | sanqi nboard";

/// sanqi (三棋): plays Go, xiangqi and Othello over GTP, UCCI, UCI and NBoard.
///
/// Without a subcommand the first line read tells the protocol, so a GUI needs only the path of
/// this program.
#[derive(Debug, Parser)]
#[command(
    name = "sanqi",
    version,
    propagate_version = true,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speaks GTP: Go, or Othello by `--game othello` or `set_game Othello`
    #[command(after_help = GTP_EXAMPLES)]
    Gtp(Serve),
    /// Speaks UCCI: xiangqi
    #[command(after_help = UCCI_EXAMPLES)]
    Ucci(Serve),
    /// Speaks UCI: xiangqi
    #[command(after_help = UCI_EXAMPLES)]
    Uci(Serve),
    /// Speaks NBoard's protocol: Othello
    #[command(after_help = NBOARD_EXAMPLES)]
    Nboard(Serve),
    Analyze(Box<analyze::Analyze>),
    Perft(perft::Perft),
    Settings(settings::Settings),
    Bench(bench::Bench),
    Doctor(doctor::Doctor),
    #[cfg(feature = "contest")]
    Match(Box<contest::Contest>),
    #[cfg(feature = "contest")]
    Sparring(sparring::Sparring),
    Selfplay(selfplay::Selfplay),
    Solve(solve::Solve),
    Train(train::Train),
    Tune(tune::Tune),
    Records(records::Records),
}

impl Command {
    fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Gtp(args) => args.run(Some(Protocol::Gtp)),
            Self::Ucci(args) => args.run(Some(Protocol::Xiangqi(Dialect::Ucci))),
            Self::Uci(args) => args.run(Some(Protocol::Xiangqi(Dialect::Uci))),
            Self::Nboard(args) => args.run(Some(Protocol::NBoard)),
            Self::Analyze(args) => args.run(),
            Self::Perft(args) => args.run(),
            Self::Settings(args) => args.run(),
            Self::Bench(args) => args.run(),
            Self::Doctor(args) => args.run(),
            #[cfg(feature = "contest")]
            Self::Match(args) => args.run(),
            #[cfg(feature = "contest")]
            Self::Sparring(args) => args.run(),
            Self::Selfplay(args) => args.run(),
            Self::Solve(args) => args.run(),
            Self::Train(args) => args.run(),
            Self::Tune(args) => args.run(),
            Self::Records(args) => args.run(),
        }
    }
}

/// Runs the program with these arguments, the program's name first.
///
/// Exit codes: 0 success, 1 the work failed, 2 the command line makes no sense, 130 interrupted.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too, and belong on stdout with exit code 0.
            let code = if error.use_stderr() { 2 } else { 0 };
            return if error.print().is_ok() { ExitCode::from(code) } else { ExitCode::FAILURE };
        }
    };
    let filter = env_logger::Env::default().default_filter_or("warn");
    // A second call in one process, as in tests, keeps the first logger.
    let _ = env_logger::Builder::from_env(filter).try_init();
    let result = match &cli.command {
        Some(command) => command.run(),
        None => cli.serve.run(None),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("sanqi: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_says_what_it_does() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{} has no description", command.get_name());
        }
    }
}
