//! `sanqi tune othello`: fits the pattern weights, from the last phase to the first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use parking_lot::Mutex;

use crate::base::{Wire, atomic_write};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::othello::evaluate::{PHASES, WEIGHTS, Weights, phase};
use crate::game::othello::Board;
use crate::record::wthor::{self, Names};
use crate::workshop::othello::selfplay::{PlayedGame, Told};
use crate::workshop::othello::{
    CHUNK, Examiner, Fit, Foresight, Lesson, Questions, Sample, Teacher, fit_phase,
};
use crate::workshop::selfplay::{Blocks, read_games};

/// Fits the Othello pattern tables to positions of WTHOR games, and of games with itself.
///
/// A position that the player searched in a game with itself is scored by what it found there and by
/// the game's end. Of phases without such positions those near the end are solved; others get the
/// value some plies ahead, by the weights of later phases, which are fitted first. Scores and finished
/// phases are kept beside the output, in a folder named like it with `.parts`: the job can be stopped
/// and started again; remove the folder to begin anew.
/// The games of the last years are held out and tell the error.
///
/// Example: sanqi tune othello --records wthor/ --out patterns/othello.weights
#[derive(Debug, Args)]
pub struct TuneOthello {
    /// Folder with .wtb files
    #[arg(long)]
    records: PathBuf,
    /// Where the weights go
    #[arg(long)]
    out: PathBuf,
    /// Games of this year and later are held out
    #[arg(long, default_value_t = 2016)]
    hold_out: u32,
    /// Folders of games by `sanqi selfplay othello`
    #[arg(long, value_name = "FOLDER")]
    selfplay: Vec<PathBuf>,
    /// How much what the player found counts beside how the game ended, 0 to 1
    #[arg(long, default_value_t = 0.7)]
    share: f32,
    /// Positions of each phase
    #[arg(long, default_value_t = 400_000)]
    positions: usize,
    /// Plies to look ahead for the score of a position
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Positions with so many empties or fewer are solved for their score
    #[arg(long, default_value_t = 12)]
    solve: u32,
    /// Rounds of the fit of each phase
    #[arg(long, default_value_t = Fit::default().rounds)]
    rounds: u32,
    /// A weight that so many positions speak of reaches half of what they say
    #[arg(long, default_value_t = Fit::default().pull)]
    pull: f32,
    /// Threads that find scores
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// What the records say.
#[derive(Debug)]
struct Lessons {
    /// Positions without a score.
    questions: Questions,
    /// Positions whose exact score is known, or that the player searched.
    known: Vec<Sample>,
    /// Phases with positions that the player searched.
    searched: [bool; PHASES],
    held_out: Vec<Lesson>,
}

impl TuneOthello {
    pub fn run(&self) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(Failure::usage("--share must lie between 0 and 1"));
        }
        let lessons = self.read()?;
        let parts = self.out.with_extension("parts");
        fs::create_dir_all(&parts).map_err(|error| Failure::file(&parts, &error))?;
        let mut fitted = vec![vec![0; *WEIGHTS]; PHASES];
        for number in (0..PHASES).rev() {
            let weights = Arc::new(Weights::from_fitted(&fitted));
            let boards =
                if lessons.searched[number] { &[] } else { lessons.questions.of_phase(number) };
            let mut samples =
                self.scores(&parts.join(format!("scores-{number:02}")), boards, weights)?;
            let discs = |sample: &Sample| (sample.mover | sample.opponent).count_ones();
            // Only those of this phase: positions beside it make its values worse.
            samples.extend(lessons.known.iter().filter(|known| phase(discs(known)) == number));
            fitted[number] =
                self.phase(&parts.join(format!("phase-{number:02}")), number, &samples)?;
        }
        let weights = Weights::from_fitted(&fitted);
        save(&self.out, &weights.to_bytes())?;
        report(weights, &lessons.held_out);
        Ok(())
    }

    fn read(&self) -> Result<Lessons, Failure> {
        let questions = Questions::new(self.positions, 1);
        let (known, held_out, searched) = (Vec::new(), Vec::new(), [false; PHASES]);
        let mut lessons = Lessons { questions, known, searched, held_out };
        let files = wtb_files(&self.records)?;
        let progress = Progress::new(files.len() as u64, "reading");
        for path in files {
            let bytes = fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
            let held_out = year_of(&path).is_some_and(|year| year >= self.hold_out);
            for record in wthor::records(&bytes, &Names::default()).flatten() {
                let Ok(lesson) = Lesson::new(&record) else { continue };
                if held_out {
                    lessons.held_out.push(lesson);
                } else {
                    lessons.attend(&lesson);
                }
            }
            progress.add(1);
        }
        progress.finish();
        for folder in &self.selfplay {
            let bytes = read_games::<PlayedGame>(folder)?;
            for game in Blocks::<PlayedGame>::new(&bytes).flatten() {
                // A game with an illegal move teaches up to it.
                let _ = game.teach(|board, told| lessons.hear(board, told, self.share));
            }
        }
        Ok(lessons)
    }

    /// The scores of positions of a phase, from its checkpoint if there is one.
    fn scores(
        &self,
        path: &Path,
        boards: &[Board],
        weights: Arc<Weights>,
    ) -> Result<Vec<Sample>, Failure> {
        if let Ok(bytes) = fs::read(path) {
            return Ok(samples_from(&bytes));
        }
        let foresight = Foresight { solve_at: self.solve, plies: self.plies };
        let progress = Progress::new(boards.len() as u64, "scoring");
        let chunks: Vec<&[Board]> = boards.chunks(CHUNK).collect();
        let answers = Mutex::new(vec![Vec::new(); chunks.len()]);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut teacher = Teacher::new(foresight, weights.clone());
                    while let number = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(chunk) = chunks.get(number)
                    {
                        let samples = teacher.answer(chunk);
                        answers.lock()[number] = samples;
                        progress.add(chunk.len() as u64);
                    }
                });
            }
        });
        progress.finish();
        let samples: Vec<Sample> = answers.into_inner().into_iter().flatten().collect();
        save(path, &samples_to(&samples))?;
        Ok(samples)
    }

    /// The weights of a phase, from its checkpoint if there is one.
    fn phase(&self, path: &Path, number: usize, samples: &[Sample]) -> Result<Vec<i16>, Failure> {
        if let Ok(bytes) = fs::read(path) {
            return Ok(bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect());
        }
        let fit = Fit { rounds: self.rounds, pull: self.pull };
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
        save(path, &bytes)?;
        Ok(weights)
    }
}

impl Lessons {
    fn attend(&mut self, lesson: &Lesson) {
        lesson.positions().for_each(|board| self.questions.offer_with_strays(board));
        let best = lesson.theoretical().filter(|(board, _)| board.mobility() != 0);
        self.known.extend(best.map(|(board, score)| scored(&board, score as f32)));
    }

    /// Learns what a game says of a position.
    fn hear(&mut self, board: &Board, told: Told, share: f32) {
        let result = f32::from(told.result);
        match told.value {
            _ if told.is_exact => self.known.push(scored(board, result)),
            Some(value) => {
                let found = f32::from(value) / 100.0;
                self.known.push(scored(board, share * found + (1.0 - share) * result));
                self.searched[phase(64 - board.empties().count_ones())] = true;
            }
            None => self.questions.offer_with_strays(board),
        }
    }
}

/// A position whose score can be trusted.
fn scored(board: &Board, score: f32) -> Sample {
    Sample { mover: board.mover(), opponent: board.opponent(), score, trust: 1.0 }
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    atomic_write(path, |file| std::io::Write::write_all(file, bytes))
        .map_err(|error: std::io::Error| Failure::file(path, &error))
}

/// Scored positions as bytes: both boards, score, trust, little-endian.
fn samples_to(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * 24);
    for sample in samples {
        bytes.extend(sample.mover.to_le_bytes());
        bytes.extend(sample.opponent.to_le_bytes());
        bytes.extend(sample.score.to_le_bytes());
        bytes.extend(sample.trust.to_le_bytes());
    }
    bytes
}

fn samples_from(bytes: &[u8]) -> Vec<Sample> {
    let mut wire = Wire::new(bytes);
    let mut next = || {
        let (mover, opponent) = (wire.u64().ok()?, wire.u64().ok()?);
        let (score, trust) = (wire.u32().ok()?, wire.u32().ok()?);
        let (score, trust) = (f32::from_bits(score), f32::from_bits(trust));
        Some(Sample { mover, opponent, score, trust })
    };
    std::iter::from_fn(&mut next).collect()
}

pub(super) fn wtb_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file(folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("wtb")))
        .collect();
    files.sort();
    Ok(files)
}

/// The year in a name like `WTH_1999.wtb`.
pub(super) fn year_of(path: &Path) -> Option<u32> {
    let name = path.file_stem()?.to_str()?;
    name.get(name.len().checked_sub(4)?..)?.parse().ok()
}

/// Mean error on the held-out games where best play is known: of the value itself, and of searches.
fn report(weights: Weights, held_out: &[Lesson]) {
    let known: Vec<(Board, i32)> = held_out.iter().filter_map(Lesson::theoretical).collect();
    let known: Vec<_> = known.into_iter().filter(|(board, _)| board.mobility() != 0).collect();
    say!("held-out positions with known best play: {}", known.len());
    let examiner = Examiner::new(Arc::new(weights));
    if let Some(miss) = examiner.mean_miss(&known, 0) {
        say!("mean absolute error: {miss:.3} discs");
    }
    for plies in [1, 2, 4, 6] {
        if let Some(miss) = examiner.mean_miss(known.iter().step_by(5), plies) {
            say!("mean absolute error {plies} plies ahead: {miss:.3} discs");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_were_written() {
        let sample = |score| Sample { mover: 3, opponent: 1 << 63, score, trust: 0.75 };
        let samples = [sample(-3.25), sample(64.0)];
        let bytes = samples_to(&samples);
        assert_eq!(samples_from(&bytes), samples);
        assert_eq!(samples_from(&bytes[..30]), samples[..1], "a cut file gives what is whole");
    }

    #[test]
    fn the_year_is_in_the_name() {
        assert_eq!(year_of(Path::new("a/WTH_1999.wtb")), Some(1999));
        assert_eq!(year_of(Path::new("WTH.wtb")), None);
    }
}
