//! `sanqi tune`: fits the weights of an evaluation to records.

mod xiangqi;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Failure;
use super::progress::Progress;
use crate::base::atomic_write;
use crate::engine::othello::evaluate::{PHASES, Weights, phase};
use crate::engine::othello::solve::Table;
use crate::game::othello::flip::Portable;
use crate::record::wthor::{self, Names};
use crate::workshop::othello::{Fit, Lesson, Sample, fit_phase};

/// Fits the weights of an evaluation to game records.
#[derive(Debug, Args)]
pub struct Tune {
    #[command(subcommand)]
    game: TuneGame,
}

#[derive(Debug, Subcommand)]
enum TuneGame {
    Othello(TuneOthello),
    Xiangqi(xiangqi::TuneXiangqi),
}

/// Fits the Othello pattern tables to WTHOR games.
///
/// Finished phases are kept beside the output, so that the job can be stopped and started again.
/// The games of the last years are held out and tell the error.
///
/// Example: sanqi tune othello --records wthor/ --out patterns/othello.weights
#[derive(Debug, Args)]
struct TuneOthello {
    /// Folder with .wtb files
    #[arg(long)]
    records: PathBuf,
    /// Where the weights go
    #[arg(long)]
    out: PathBuf,
    /// Games of this year and later are held out
    #[arg(long, default_value_t = 2016)]
    hold_out: u32,
    /// Rounds over the samples of each phase
    #[arg(long, default_value_t = Fit::default().rounds)]
    rounds: u32,
    /// A weight that so many positions speak of learns at half the rate
    #[arg(long, default_value_t = Fit::default().pull)]
    pull: f32,
    /// Positions with so many empties or fewer are solved for their label
    #[arg(long, default_value_t = 12)]
    solve: u32,
}

impl Tune {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.game {
            TuneGame::Othello(args) => args.run(),
            TuneGame::Xiangqi(args) => args.run(),
        }
    }
}

/// Positions to learn from, by phase, and games to be examined with.
#[derive(Debug, Default)]
struct Lessons {
    taught: Vec<Vec<Sample>>,
    held_out: Vec<Lesson>,
}

impl TuneOthello {
    fn run(&self) -> Result<(), Failure> {
        let lessons = self.read()?;
        let parts = self.out.with_extension("parts");
        fs::create_dir_all(&parts).map_err(|error| Failure::file(&parts, &error))?;
        let mut fitted = Vec::with_capacity(PHASES);
        for (number, samples) in lessons.taught.iter().enumerate() {
            fitted.push(self.phase(&parts.join(format!("phase-{number:02}")), number, samples)?);
        }
        let weights = Weights::from_fitted(&fitted);
        atomic_write(&self.out, |file| std::io::Write::write_all(file, &weights.to_bytes()))
            .map_err(|error: std::io::Error| Failure::file(&self.out, &error))?;
        report(&weights, &lessons.held_out);
        Ok(())
    }

    fn read(&self) -> Result<Lessons, Failure> {
        let mut lessons = Lessons { taught: vec![Vec::new(); PHASES], held_out: Vec::new() };
        let files = wtb_files(&self.records)?;
        let progress = Progress::new(files.len() as u64, "reading");
        let table = Table::with_kib(4 << 10);
        for path in files {
            let bytes = fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
            let names = Names::default();
            let held_out = year_of(&path).is_some_and(|year| year >= self.hold_out);
            for record in wthor::records(&bytes, &names).flatten() {
                let Ok(lesson) = Lesson::new(&record) else { continue };
                if held_out {
                    lessons.held_out.push(lesson);
                } else {
                    lesson.samples(&table, self.solve, |sample| {
                        teach(&mut lessons.taught, sample);
                    });
                }
            }
            progress.add(1);
        }
        progress.finish();
        Ok(lessons)
    }

    /// The weights of a phase, from its checkpoint if there is one.
    fn phase(&self, path: &Path, number: usize, samples: &[Sample]) -> Result<Vec<i16>, Failure> {
        if let Ok(bytes) = fs::read(path) {
            return Ok(bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect());
        }
        let fit = Fit { rounds: self.rounds, pull: self.pull, ..Fit::default() };
        let progress = Progress::new(u64::from(self.rounds), "fitting");
        let mut error = 0.0;
        let weights = fit_phase(samples, &fit, &mut |_, mean| {
            error = mean;
            progress.add(1);
        });
        progress.finish();
        eprintln!("phase {number}: {} positions, error {:.2} discs", samples.len(), error.sqrt());
        let weights: Vec<i16> = weights.iter().map(|w| (w * 100.0).round() as i16).collect();
        let bytes: Vec<u8> = weights.iter().flat_map(|w| w.to_le_bytes()).collect();
        atomic_write(path, |file| std::io::Write::write_all(file, &bytes))
            .map_err(|error: std::io::Error| Failure::file(path, &error))?;
        Ok(weights)
    }
}

/// A position teaches its phase, and the neighbours of a phase's ends teach both.
fn teach(taught: &mut [Vec<Sample>], sample: Sample) {
    let discs = (sample.mover | sample.opponent).count_ones();
    let phases = [phase(discs.saturating_sub(1)), phase(discs), phase(discs + 1)];
    for (i, &number) in phases.iter().enumerate() {
        if !phases[..i].contains(&number) {
            taught[number].push(sample);
        }
    }
}

fn wtb_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file(folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("wtb")))
        .collect();
    files.sort();
    Ok(files)
}

/// The year in a name like `WTH_1999.wtb`.
fn year_of(path: &Path) -> Option<u32> {
    let name = path.file_stem()?.to_str()?;
    name.get(name.len().checked_sub(4)?..)?.parse().ok()
}

/// Mean error on the held-out games where best play is known.
fn report(weights: &Weights, held_out: &[Lesson]) {
    let mut errors = Vec::new();
    for (board, score) in held_out.iter().filter_map(Lesson::theoretical) {
        let value = weights.evaluate(Portable, board.mover(), board.opponent());
        errors.push((f64::from(value) / 100.0 - f64::from(score)).abs());
    }
    let mean = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    say!("held-out positions with known best play: {}", errors.len());
    say!("mean absolute error: {mean:.3} discs");
}
