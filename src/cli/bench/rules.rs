//! `sanqi bench rules`: how fast the rules of each game are, beside installed peers.

use std::time::{Duration, Instant};

use clap::Args;

use super::peer;
use crate::cli::Failure;
use crate::cli::progress::Progress;
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

/// A count with the time it took.
#[derive(Clone, Copy, Debug)]
struct Measured {
    count: u64,
    time: Duration,
}

impl Measured {
    /// A second's worth.
    fn rate(self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// A line of the table.
#[derive(Debug)]
struct Row {
    game: &'static str,
    what: String,
    ours: Measured,
    /// The peer's name and what it did, or why there is nothing.
    peer: Result<(&'static str, Measured), String>,
}

type Measure = fn(&Rules) -> Result<Row, Failure>;

impl Rules {
    /// Measures everything and prints the table.
    pub fn run(&self) -> Result<(), Failure> {
        let measures: [Measure; 2] = [Self::xiangqi, Self::othello];
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

    /// The fastest of some runs of `work`, which counts.
    fn best(&self, work: impl Fn() -> u64) -> Measured {
        let run = |_| {
            let begin = Instant::now();
            let count = work();
            Measured { count, time: begin.elapsed() }
        };
        let first = run(0);
        (1..self.runs).map(run).fold(
            first,
            |best, next| {
                if next.rate() > best.rate() { next } else { best }
            },
        )
    }

    fn xiangqi(&self) -> Result<Row, Failure> {
        let start = xiangqi::Board::start();
        let ours = self.best(|| xiangqi::perft(&start, XIANGQI_DEPTH).total);
        let what = format!("perft({XIANGQI_DEPTH}) leaves");
        let peer = match peer::find("fairy-stockfish").filter(|_| !self.no_peers) {
            None => Err("no peer".to_owned()),
            Some(program) => peer::fairy_perft(&program, XIANGQI_DEPTH)
                .map(|(count, time)| ("fairy-stockfish", Measured { count, time })),
        };
        if let Ok((name, theirs)) = &peer
            && theirs.count != ours.count
        {
            return Err(Failure::new(format!(
                "{what}: {} here, {} by {name}",
                ours.count, theirs.count
            )));
        }
        Ok(Row { game: "xiangqi", what, ours, peer })
    }

    fn othello(&self) -> Result<Row, Failure> {
        let start = othello::Board::default();
        let count = || othello::perft(&start, OTHELLO_DEPTH, othello::PassCounts::AsPly);
        let what = format!("perft({OTHELLO_DEPTH}) leaves");
        Ok(Row { game: "othello", what, ours: self.best(count), peer: Err("no peer".to_owned()) })
    }
}

fn print_table(rows: &[Row]) {
    println!(
        "{:<8} {:<22} {:>12}  {:<16} {:>12} {:>6}",
        "game", "what", "a second", "peer", "a second", "ratio"
    );
    for row in rows {
        let (name, theirs, ratio) = match &row.peer {
            Ok((name, theirs)) => {
                (*name, thousands(theirs.rate()), format!("{:.1}", row.ours.rate() / theirs.rate()))
            }
            Err(why) => (why.as_str(), "-".to_owned(), "-".to_owned()),
        };
        let ours = thousands(row.ours.rate());
        println!("{:<8} {:<22} {ours:>12}  {name:<16} {theirs:>12} {ratio:>6}", row.game, row.what);
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

    #[test]
    fn the_best_run_counts() {
        let rules = Rules { no_peers: true, runs: 3 };
        let measured = rules.best(|| 7);
        assert_eq!(measured.count, 7);
        assert!(measured.rate() > 0.0);
    }
}
