//! `sanqi bench dts`: what splitting the xiangqi tree costs and gains, for the two controls of the
//! "Deep Elephant" report: the minimum split depth and the reserved helpers.

mod results;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use results::{Measured, Results, Run, Sharing};

use super::positions;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::xiangqi::{Config, Parallel, Player};
use crate::engine::{Common, Engine};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move};
use crate::search::split::Reserve;
use crate::search::{Control, Event, Limits};

/// Measures the parallel xiangqi search: threads × minimum split depth × reserved helpers
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi bench dts\n  sanqi bench dts --results dts.jsonl\n  \
    sanqi bench dts --threads 2 --min-depths 4 --reserves 0 --lazy --positions 20 --seconds 5\n\n\
    One thread searches each position until an iteration ends after SECONDS; that iteration's depth \
    is then\nthe goal of every other setting. With --results, what the file already holds is not \
    searched again.")]
pub struct Dts {
    /// Numbers of threads, beside one
    #[arg(long, value_delimiter = ',', default_values_t = [2, 4, 8], value_parser = clap::value_parser!(u32).range(2..=64))]
    threads: Vec<u32>,
    /// Minimum split depths
    #[arg(long, value_delimiter = ',', default_values_t = [2, 3, 4, 5, 6], value_parser = clap::value_parser!(i32).range(1..=30))]
    min_depths: Vec<i32>,
    /// Numbers of reserved helpers
    #[arg(long, value_delimiter = ',', default_values_t = [0, 1, 2, 3], value_parser = clap::value_parser!(u32).range(0..=64))]
    reserves: Vec<u32>,
    /// Also lets the threads search each for itself
    #[arg(long)]
    lazy: bool,
    /// Positions, taken evenly from openings to endgames
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=28))]
    positions: u32,
    /// How long one thread searches each
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// Searches of each setting, each beside one thread's in the same repeat
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: u32,
    /// Memory for the table, in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// A file that keeps what was measured, so that a run can be broken off and resumed
    #[arg(long)]
    results: Option<PathBuf>,
    /// Also prints a table for each position
    #[arg(long)]
    each: bool,
}

/// Of the bench positions, the last are endgames of few pieces, searched to the end at once.
const USEFUL: usize = 28;

impl Dts {
    /// Searches what is missing and prints the tables.
    pub fn run(&self) -> Result<(), Failure> {
        let games = positions::xiangqi()?;
        let places: Vec<usize> =
            (0..self.positions as usize).map(|n| n * USEFUL / self.positions as usize).collect();
        let mut results = Results::open(self.results.as_deref())?;
        let kinds = self.sharings();
        let length = places.len() * self.repeats as usize * (kinds.len() + 1);
        let progress = Progress::new(length as u64, "searching");
        for repeat in 0..self.repeats {
            for &place in &places {
                let depth = self.alone(&mut results, &games[place], place, repeat)?;
                progress.add(1);
                for &sharing in &kinds {
                    let run = Run { place, depth, sharing, repeat, hash: self.hash };
                    if !results.has(&run) {
                        let measured = self.together(&games[place], run);
                        results.add(run, measured)?;
                    }
                    progress.add(1);
                }
            }
        }
        progress.finish();
        table::print(&results, &places, &kinds, self.each);
        Ok(())
    }

    /// Every setting with more than one thread.
    fn sharings(&self) -> Vec<Sharing> {
        let mut all = Vec::new();
        for &threads in &self.threads {
            let threads = threads as usize;
            if self.lazy {
                all.push(Sharing::Lazy { threads });
            }
            for &reserve in &self.reserves {
                for &min_depth in &self.min_depths {
                    all.push(Sharing::Dts { threads, min_depth, reserve: reserve as usize });
                }
            }
        }
        all
    }

    /// One thread, and the depth that all others must reach: found the first time, kept afterwards.
    fn alone(
        &self,
        results: &mut Results,
        game: &Game<Board>,
        place: usize,
        repeat: u32,
    ) -> Result<u32, Failure> {
        let known = results.depth_of(place, self.hash);
        let run = |depth| Run { place, depth, sharing: Sharing::Alone, repeat, hash: self.hash };
        if let Some(depth) = known {
            if !results.has(&run(depth)) {
                results.add(run(depth), self.together(game, run(depth)))?;
            }
            return Ok(depth);
        }
        let patience = Duration::from_secs_f64(self.seconds.max(0.0));
        let control = Control::new(false);
        let mut last = (1, Measured::default());
        let mut player = Player::new(&self.config(Sharing::Alone));
        player.think(game, &Limits::default(), &control, &mut |event| {
            if let Event::Report(report) = event
                && !control.is_stopped()
            {
                let seconds = report.elapsed.as_secs_f64();
                last = (report.depth, Measured { nodes: report.nodes, seconds, ..last.1 });
                if report.elapsed >= patience {
                    control.stop();
                }
            }
        });
        results.add(run(last.0), last.1)?;
        Ok(last.0)
    }

    fn together(&self, game: &Game<Board>, run: Run) -> Measured {
        let mut player = Player::new(&self.config(run.sharing));
        let limits: Limits<Move> = Limits { depth: Some(run.depth), ..Limits::default() };
        let answer = player.think(game, &limits, &Control::new(false), &mut |_| ());
        let counts = player.splitting();
        let seconds = answer.report.elapsed.as_secs_f64();
        let threads = run.sharing.threads() as f64;
        Measured {
            nodes: answer.report.nodes,
            seconds,
            splits: counts.splits,
            joins: counts.joins,
            aborts: counts.aborts,
            idle: counts.idle.as_secs_f64() / (threads * seconds.max(1e-9)),
        }
    }

    fn config(&self, sharing: Sharing) -> Config {
        let common = Common { hash_mib: self.hash, ..Common::default() };
        let with = |threads, parallel| Config {
            common: Common { threads, ..common.clone() },
            parallel,
            ..Config::default()
        };
        match sharing {
            Sharing::Alone => with(1, Parallel::Dts),
            Sharing::Lazy { threads } => with(threads, Parallel::Lazy),
            Sharing::Dts { threads, min_depth, reserve } => Config {
                min_split_depth: min_depth,
                reserved_helpers: Reserve::Fixed(reserve),
                ..with(threads, Parallel::Dts)
            },
        }
    }
}
