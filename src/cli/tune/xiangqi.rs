//! `sanqi tune xiangqi`.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::atomic_write;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::workshop::xiangqi::selfplay::{Blocks, read_games};
use crate::workshop::xiangqi::{Fit, FitState, Lesson, Samples, teach_played, write_weights};

/// Rounds between two checkpoints.
const CHECKPOINT_EVERY: u32 = 10;
/// Of so many games one is held out and tells the loss.
const HOLD_OUT: u64 = 20;

/// Fits the xiangqi evaluation to recorded games and to the program's own
///
/// Recorded games come in tables: a first line that names the columns (`result`, `moves` in ICCS, perhaps
/// `fen`), then one game a line, columns apart by tabs. Own games are folders of `sanqi selfplay
/// xiangqi`. One game in twenty is held out and tells the loss. A checkpoint is kept beside the output, so
/// that the job can be stopped and started again; with other games remove it first. The output is the
/// source file `weights.rs`.
///
/// Examples: sanqi tune xiangqi --out weights.rs games.tsv
///           sanqi tune xiangqi --out weights.rs games.tsv --selfplay gen5
#[derive(Debug, Args)]
pub struct TuneXiangqi {
    /// Tables of games
    #[arg(required_unless_present = "selfplay")]
    records: Vec<PathBuf>,
    /// Folders of own games, by `sanqi selfplay xiangqi`
    #[arg(long, num_args = 1.., value_name = "DIR")]
    selfplay: Vec<PathBuf>,
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
        let mut lessons = Lessons::default();
        let files = self.records.len() + self.selfplay.len();
        let progress = Progress::new(files as u64, "reading");
        for path in &self.records {
            let damaged = lessons.read_table(path)?;
            tell_damage(path, damaged, "games are damaged or without result");
            progress.add(1);
        }
        for folder in &self.selfplay {
            let damaged = lessons.read_folder(folder)?;
            tell_damage(folder, damaged, "games are damaged");
            progress.add(1);
        }
        progress.finish();
        Ok((lessons.taught, lessons.held_out))
    }
}

fn tell_damage(path: &Path, damaged: usize, what: &str) {
    if damaged > 0 {
        eprintln!("{}: {damaged} {what}", path.display());
    }
}

/// Positions to learn from and positions to be examined with. What was learned of a game before its first
/// fault stays.
#[derive(Debug, Default)]
struct Lessons {
    taught: Samples,
    held_out: Samples,
}

impl Lessons {
    fn side(&mut self, number: u64) -> &mut Samples {
        if number.is_multiple_of(HOLD_OUT) { &mut self.held_out } else { &mut self.taught }
    }

    /// Adds the games of a table; returns how many could not be read to their end.
    fn read_table(&mut self, path: &Path) -> Result<usize, Failure> {
        let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose().map_err(|error| Failure::file(path, &error))?;
        let lesson = Lesson::columns(first.as_deref().unwrap_or_default())
            .map_err(|error| Failure::file(path, &std::io::Error::other(error)))?;
        let mut damaged = 0;
        for (number, line) in (0..).zip(lines) {
            let line = line.map_err(|error| Failure::file(path, &error))?;
            damaged += usize::from(lesson.teach(&line, self.side(number)).is_err());
        }
        Ok(damaged)
    }

    /// Adds the games of a folder; returns how many could not be read to their end.
    fn read_folder(&mut self, folder: &Path) -> Result<usize, Failure> {
        let bytes = read_games(folder)?;
        let learned = |block| match block {
            Ok(game) => teach_played(&game, self.side(game.number)).is_ok(),
            Err(_) => false,
        };
        Ok(Blocks::new(&bytes).map(learned).filter(|learned| !learned).count())
    }
}

fn write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    atomic_write(path, write).map_err(|error: std::io::Error| Failure::file(path, &error))
}
