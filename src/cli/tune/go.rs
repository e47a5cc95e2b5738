//! `sanqi tune go`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::{Random, atomic_write};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::go::learned::Weights;
use crate::game::go::Size;
use crate::record::sgf;
use crate::workshop::go::selfplay::PlayedGame;
use crate::workshop::go::{Harvest, Lesson, Marks, Pupil};
use crate::workshop::selfplay::{Blocks, read_games};

/// Games between two checkpoints.
const CHECKPOINT_EVERY: u64 = 500;
/// Of so many games one is held out and tells how well moves are foretold.
const HOLD_OUT: usize = 20;

/// Learns from game records, and from own games, what strong players play
///
/// Only games on boards of `--size` count. A checkpoint is kept beside the output, so that the job can be
/// stopped and started again. Weights for small boards (fewer than 11 lines) and for large ones are kept
/// in the same file: an output that exists keeps the others.
///
/// Example: sanqi tune go --size 19 --out patterns/go.weights games.sgf
///          sanqi tune go --size 9 --out go.weights games.sgf --selfplay own
#[derive(Debug, Args)]
pub struct TuneGo {
    /// Files with a game on each line, in SGF
    #[arg(required_unless_present = "selfplay")]
    records: Vec<PathBuf>,
    /// Folders of `sanqi selfplay go`, whose games are learned from, too
    #[arg(long, value_name = "DIR", num_args = 1..)]
    selfplay: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long)]
    out: PathBuf,
    /// Lines of the board
    #[arg(long)]
    size: usize,
    /// Most games, chosen at random; 0 for all
    #[arg(long, default_value_t = 0)]
    games: usize,
    /// Times each game is learned from
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// A shape must be met so often to get a weight
    #[arg(long, default_value_t = 20)]
    least: u32,
}

impl TuneGo {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let size = Size::square(self.size)?;
        let mut lessons = self.read(size)?;
        let mut random = Random::seeded(1);
        for place in (1..lessons.len()).rev() {
            lessons.swap(place, random.below(place as u32 + 1) as usize);
        }
        if self.games > 0 {
            lessons.truncate(self.games);
        }
        let held_out = lessons.split_off(lessons.len() - lessons.len() / HOLD_OUT);
        let checkpoint = self.out.with_extension(format!("{}.state", self.size));
        let mut pupil = match fs::read(&checkpoint) {
            Ok(bytes) => {
                Pupil::from_bytes(&bytes).map_err(|error| Failure::file(&checkpoint, &error))?
            }
            Err(_) => Pupil::new(size, self.harvest(&lessons)),
        };
        eprintln!("{} games, {} shapes", lessons.len(), pupil.shapes());
        self.learn(&mut pupil, &lessons, &checkpoint)?;
        let mut marks = Marks::default();
        held_out.iter().for_each(|lesson| marks.add(pupil.examine(lesson)));
        self.save(&pupil)?;
        println!(
            "{} games learned from, {} shapes; of {} moves held out {:.1} % foretold, mean log chance {:.3}",
            pupil.games,
            pupil.shapes(),
            marks.positions,
            marks.percent(),
            marks.mean_log_chance(),
        );
        Ok(())
    }

    fn read(&self, size: Size) -> Result<Vec<Lesson>, Failure> {
        let mut lessons = Vec::new();
        let progress = Progress::new((self.records.len() + self.selfplay.len()) as u64, "reading");
        for path in &self.records {
            let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
            let decoded = sgf::decode(&bytes);
            for record in sgf::records_by_line(&decoded.text).flatten() {
                let lesson = Lesson::new(&record);
                lessons.extend(lesson.ok().filter(|lesson| lesson.size() == size));
            }
            progress.add(1);
        }
        for folder in &self.selfplay {
            let bytes = read_games::<PlayedGame>(folder)?;
            for game in Blocks::<PlayedGame>::new(&bytes).flatten() {
                let lesson = Lesson::of_own(&game);
                lessons.extend(lesson.ok().filter(|lesson| lesson.size() == size));
            }
            progress.add(1);
        }
        progress.finish();
        if lessons.is_empty() {
            return Err(Failure::new(format!("no game on a board of {size}")));
        }
        Ok(lessons)
    }

    fn harvest(&self, lessons: &[Lesson]) -> Vec<u32> {
        let progress = Progress::new(lessons.len() as u64, "counting shapes");
        let mut harvest = Harvest::default();
        for lesson in lessons {
            harvest.add(lesson);
            progress.add(1);
        }
        progress.finish();
        harvest.common(self.least)
    }

    fn learn(
        &self,
        pupil: &mut Pupil,
        lessons: &[Lesson],
        checkpoint: &Path,
    ) -> Result<(), Failure> {
        let all = (lessons.len() * self.rounds) as u64;
        let progress = Progress::new(all.saturating_sub(pupil.games), "learning");
        let mut marks = Marks::default();
        while pupil.games < all {
            let lesson = &lessons[pupil.games as usize % lessons.len()];
            marks.add(pupil.learn(lesson));
            progress.add(1);
            if pupil.games.is_multiple_of(CHECKPOINT_EVERY) {
                write(checkpoint, &pupil.to_bytes())?;
                let (percent, log) = (marks.percent(), marks.mean_log_chance());
                let games = pupil.games;
                progress.suspend(|| eprintln!("{games}: {percent:.1} % foretold, {log:.3}"));
                marks = Marks::default();
            }
        }
        progress.finish();
        Ok(())
    }

    fn save(&self, pupil: &Pupil) -> Result<(), Failure> {
        let mut weights = match fs::read(&self.out) {
            Ok(bytes) => {
                Weights::from_bytes(&bytes).map_err(|error| Failure::file(&self.out, &error))?
            }
            Err(_) => Weights::default(),
        };
        pupil.teach(&mut weights);
        write(&self.out, &weights.to_bytes())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    atomic_write(path, |file| file.write_all(bytes))
        .map_err(|error: std::io::Error| Failure::file(path, &error))
}
