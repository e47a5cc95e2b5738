//! `sanqi bench rules`: how fast the rules of each game are, beside installed peers.

use std::path::Path;
use std::time::Duration;

use clap::Args;

use super::peer;
use super::thousands;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::stopwatch::Stopwatch;
use crate::engine::go::playout_rate;
use crate::game::go::Size;
use crate::game::{othello, xiangqi};

/// Measures the rules of each game, on one thread, beside peers that are installed
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi bench rules\n  sanqi bench rules --no-peers\n\n\
    Peers are looked for on the PATH and in /usr/games: fairy-stockfish (xiangqi).")]
pub struct Rules {
    /// Does not run peers
    #[arg(long)]
    no_peers: bool,
    /// Takes the best of so many runs
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
}

/// Depths that take about a second.
const XIANGQI_DEPTH: u32 = 5;
const OTHELLO_DEPTH: u32 = 10;
/// How long random Go games are played.
const GO_TIME: Duration = Duration::from_secs(1);

/// A line of the table. Rates are a second's worth.
#[derive(Debug)]
struct Row {
    game: &'static str,
    what: String,
    ours: f64,
    peer: Option<(&'static str, f64)>,
}

type Measure = fn(&Rules) -> Result<Row, Failure>;

impl Rules {
    /// Measures everything and prints the table.
    pub fn run(&self) -> Result<(), Failure> {
        let measures: [Measure; 4] = [
            Self::xiangqi,
            |args| Ok(args.go(Size::NINE)),
            |args| Ok(args.go(Size::NINETEEN)),
            |args| Ok(args.othello()),
        ];
        let progress = Progress::new(measures.len() as u64, "measuring");
        let mut rows = Vec::new();
        for measure in measures {
            rows.push(measure(self)?);
            progress.add(1);
        }
        progress.finish();
        print_table(&rows);
        Ok(())
    }

    /// The highest rate of some runs.
    fn best<E>(&self, rate: impl Fn() -> Result<f64, E>) -> Result<f64, E> {
        (0..self.runs).try_fold(0.0, |best: f64, _| Ok(best.max(rate()?)))
    }

    fn xiangqi(&self) -> Result<Row, Failure> {
        let start = xiangqi::Board::start();
        let what = format!("perft({XIANGQI_DEPTH}) leaves");
        let leaves = xiangqi::perft(&start, XIANGQI_DEPTH).total;
        let ours =
            self.best(|| Ok::<_, Failure>(rate(|| xiangqi::perft(&start, XIANGQI_DEPTH).total)))?;
        let theirs = |program: &Path| {
            let (count, time) = peer::fairy_perft(program, XIANGQI_DEPTH).map_err(Failure::new)?;
            if count != leaves {
                return Err(Failure::new(format!("{what}: {leaves} here, {count} by the peer")));
            }
            Ok(count as f64 / time.as_secs_f64())
        };
        let peer = match peer::find("fairy-stockfish").filter(|_| !self.no_peers) {
            None => None,
            Some(program) => Some(("fairy-stockfish", self.best(|| theirs(&program))?)),
        };
        Ok(Row { game: "xiangqi", what, ours, peer })
    }

    fn go(&self, size: Size) -> Row {
        let lines = size.width();
        let rate = |seed| {
            let watch = Stopwatch::start();
            playout_rate(size, GO_TIME, seed) / watch.share()
        };
        let ours = (0..u64::from(self.runs)).map(rate).fold(0.0, f64::max);
        Row { game: "go", what: format!("{lines}x{lines} random games"), ours, peer: None }
    }

    fn othello(&self) -> Row {
        let start = othello::Board::default();
        let count = || othello::perft(&start, OTHELLO_DEPTH, othello::PassCounts::AsPly);
        let ours = (0..self.runs).map(|_| rate(count)).fold(0.0, f64::max);
        Row { game: "othello", what: format!("perft({OTHELLO_DEPTH}) leaves"), ours, peer: None }
    }
}

/// What `work` counts, a second.
fn rate(work: impl Fn() -> u64) -> f64 {
    let watch = Stopwatch::start();
    let count = work();
    count as f64 / watch.elapsed().as_secs_f64().max(1e-9)
}

fn print_table(rows: &[Row]) {
    say!(
        "{:<8} {:<22} {:>12}  {:<16} {:>12} {:>6}",
        "game",
        "what",
        "a second",
        "peer",
        "a second",
        "ratio"
    );
    for row in rows {
        let (name, theirs, ratio) = match row.peer {
            Some((name, theirs)) => (name, thousands(theirs), format!("{:.1}", row.ours / theirs)),
            None => ("-", "-".to_owned(), "-".to_owned()),
        };
        let ours = thousands(row.ours);
        say!("{:<8} {:<22} {ours:>12}  {name:<16} {theirs:>12} {ratio:>6}", row.game, row.what);
    }
    say!("\nOne thread; seconds of the {}.", Stopwatch::start().clock());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_run_counts() {
        let rates = std::cell::Cell::new(0.0);
        let rising = || {
            rates.set(rates.get() + 1.0);
            Ok::<_, Failure>(rates.get())
        };
        let rules = Rules { no_peers: true, runs: 3 };
        assert_eq!(rules.best(rising).unwrap(), 3.0);
        assert!(rate(|| 7) > 0.0);
    }
}
