//! `sanqi tune xiangqi`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::atomic_write;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::workshop::xiangqi::{Fit, FitState, Lesson, Samples, write_weights};

/// Rounds between two checkpoints.
const CHECKPOINT_EVERY: u32 = 10;
/// Of so many games one is held out and tells the loss.
const HOLD_OUT: usize = 20;

/// Fits the xiangqi evaluation to games with results
///
/// Games come in tables: a first line that names the columns (`result`, `moves` in ICCS, perhaps
/// `fen`), then one game a line, columns apart by tabs. A checkpoint is kept beside the output, so
/// that the job can be stopped and started again. The output is the source file `weights.rs`.
///
/// Example: sanqi tune xiangqi --out weights.rs games.tsv
#[derive(Debug, Args)]
pub struct TuneXiangqi {
    /// Tables of games
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long)]
    out: PathBuf,
    /// Rounds over all positions
    #[arg(long, default_value_t = Fit::default().rounds)]
    rounds: u32,
    /// Pull towards the weights in force
    #[arg(long, default_value_t = Fit::default().pull)]
    pull: f32,
    /// Threads
    #[arg(long, default_value_t = Fit::default().threads)]
    threads: usize,
}

impl TuneXiangqi {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (taught, held_out) = self.read()?;
        let checkpoint = self.out.with_extension("state");
        let mut state = match fs::read(&checkpoint) {
            Ok(bytes) => {
                FitState::from_bytes(&bytes).map_err(|error| Failure::file(&checkpoint, &error))?
            }
            Err(_) => FitState::new(&taught),
        };
        eprintln!("{} positions, loss {:.5} held out", taught.len(), state.loss(&held_out));
        let fit =
            Fit { rounds: self.rounds, pull: self.pull, threads: self.threads, ..Fit::default() };
        let progress =
            Progress::new(u64::from(self.rounds - state.round.min(self.rounds)), "fitting");
        while state.round < fit.rounds {
            state.round(&taught, &fit);
            progress.add(1);
            if state.round.is_multiple_of(CHECKPOINT_EVERY) {
                write(&checkpoint, |file| file.write_all(&state.to_bytes()))?;
            }
        }
        progress.finish();
        let loss = state.loss(&held_out);
        let origin = format!(
            "{} positions, {} rounds, scale {:.6}, loss {loss:.5} held out.",
            taught.len(),
            state.round,
            state.scale
        );
        write(&self.out, |file| write_weights(file, &state.rounded(), &origin))?;
        say!("{origin}");
        Ok(())
    }

    /// Positions to learn from and positions to be examined with, by game.
    fn read(&self) -> Result<(Samples, Samples), Failure> {
        let (mut taught, mut held_out) = (Samples::default(), Samples::default());
        let progress = Progress::new(self.records.len() as u64, "reading");
        for path in &self.records {
            let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
            let mut lines = BufReader::new(file).lines();
            let first = lines.next().transpose().map_err(|error| Failure::file(path, &error))?;
            let lesson = Lesson::columns(first.as_deref().unwrap_or_default())
                .map_err(|error| Failure::file(path, &std::io::Error::other(error)))?;
            let mut skipped = 0;
            for (number, line) in lines.enumerate() {
                let line = line.map_err(|error| Failure::file(path, &error))?;
                let samples = if number % HOLD_OUT == 0 { &mut held_out } else { &mut taught };
                // What was learned before a game's first fault stays.
                skipped += usize::from(lesson.teach(&line, samples).is_err());
            }
            if skipped > 0 {
                eprintln!("{}: {skipped} games are damaged or without result", path.display());
            }
            progress.add(1);
        }
        progress.finish();
        Ok((taught, held_out))
    }
}

fn write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    atomic_write(path, write).map_err(|error: std::io::Error| Failure::file(path, &error))
}
