//! `sanqi train`: networks learn from games of a player with itself.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Failure;
use super::progress::Progress;
use crate::base::{SealError, atomic_write};
use crate::engine::xiangqi::evaluate::network::{Network, NetworkError};
use crate::workshop::xiangqi::selfplay::{Blocks, read_games};
use crate::workshop::xiangqi::train::{Course, Model, Plan, Samples, loss_curve};

/// Trains a network on games of a player with itself.
#[derive(Debug, Args)]
pub struct Train {
    #[command(subcommand)]
    game: TrainGame,
}

#[derive(Debug, Subcommand)]
enum TrainGame {
    Xiangqi(TrainXiangqi),
}

/// Trains the network of the xiangqi evaluation.
///
/// One game of twenty is held out and tells the loss. After each epoch the folder gets a checkpoint, so
/// that the same command goes on where it was stopped, the network (`xiangqi.net`, for the setting
/// EvalFile) and a picture of the loss (`loss.svg`). With the same number of threads the same seed gives
/// the same network.
///
/// With few games a network learns more if it imitates the hand-made evaluation first:
///
///   sanqi train xiangqi --data gen0 --out imitator --imitate 8 --epochs 6
///   sanqi train xiangqi --data gen0 --out net0 --start imitator/checkpoint --rate 0.0005
///
/// Example: sanqi train xiangqi --data gen0 --out net0 --threads 2
#[derive(Debug, Args)]
struct TrainXiangqi {
    /// Folders of games, as `sanqi selfplay` makes them
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Folder of the network
    #[arg(long)]
    out: PathBuf,
    /// Times every position is seen
    #[arg(long, default_value_t = Plan::default().epochs)]
    epochs: u32,
    /// Positions between two steps
    #[arg(long, default_value_t = Plan::default().batch)]
    batch: usize,
    /// Rate of learning at the beginning; it falls to a hundredth
    #[arg(long, default_value_t = Plan::default().rate)]
    rate: f32,
    /// Pull of weights towards 0
    #[arg(long, default_value_t = Plan::default().decay)]
    decay: f32,
    /// Weight of what the search saw; the rest is what came of the game
    #[arg(long, default_value_t = Plan::default().score_weight)]
    score_weight: f32,
    /// What came of the game: each later ply weighs so much less in it; 1: the result alone counts
    #[arg(long, default_value_t = 0.9)]
    fade: f32,
    /// Seed of the first weights and of the order of positions
    #[arg(long, default_value_t = Plan::default().seed)]
    seed: u64,
    /// For each position so many more that imitate the hand-made evaluation
    #[arg(long, default_value_t = 0)]
    imitate: usize,
    /// Checkpoint or network to begin with, instead of one that knows nothing
    #[arg(long)]
    start: Option<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = Plan::default().threads)]
    threads: usize,
}

impl Train {
    /// Does what the subcommand says.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.game {
            TrainGame::Xiangqi(args) => args.run(),
        }
    }
}

impl TrainXiangqi {
    fn run(&self) -> Result<(), Failure> {
        let plan = self.plan()?;
        let samples = self.read()?;
        fs::create_dir_all(&self.out).map_err(|error| Failure::file(&self.out, &error))?;
        let checkpoint = self.out.join("checkpoint");
        let mut course = match (&self.start, checkpoint.exists()) {
            (_, true) => read_course(&checkpoint)?,
            (Some(start), false) => Course::from_model(read_model(start)?),
            (None, false) => Course::new(plan.seed),
        };
        eprintln!(
            "the hand-made evaluation: loss {:.6}",
            samples.hand_made_loss(plan.score_weight)
        );
        let left = plan.epochs.saturating_sub(course.epochs.len() as u32);
        let progress = Progress::new(u64::from(left) * samples.taught.len() as u64, "positions");
        for _ in 0..left {
            let epoch = course.epoch(&plan, &samples, |positions| progress.add(positions))?;
            let number = course.epochs.len();
            let (taught, held_out) = (epoch.taught, epoch.held_out);
            progress.suspend(|| {
                eprintln!("epoch {number}: loss {taught:.6} taught, {held_out:.6} held out");
            });
            self.keep(&checkpoint, &course, &samples)?;
        }
        progress.finish();
        let (largest, mean) = course.rounding(&samples.held_out);
        say!("{}", self.title(&course, &samples));
        say!("rounding moves values by {mean:.2} hundredths of a pawn, at most {largest:.1}");
        Ok(())
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if !(0.0..=1.0).contains(&self.score_weight) {
            return Err(Failure::usage("--score-weight is a share: from 0 to 1"));
        }
        if !(0.0..=1.0).contains(&self.fade) {
            return Err(Failure::usage("--fade is a share: from 0 to 1"));
        }
        if self.batch == 0 || self.epochs == 0 {
            return Err(Failure::usage("--batch and --epochs are at least 1"));
        }
        Ok(Plan {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            decay: self.decay,
            score_weight: self.score_weight,
            seed: self.seed,
            threads: self.threads,
        })
    }

    fn read(&self) -> Result<Samples, Failure> {
        let mut samples = Samples::default();
        for folder in &self.data {
            let bytes = read_games(folder)?;
            let progress = Progress::new(Blocks::new(&bytes).count() as u64, "reading");
            samples.add(&bytes, self.imitate, self.fade, |games| progress.add(games));
            progress.finish();
        }
        let Samples { taught, held_out, games, faults, .. } = &samples;
        eprintln!(
            "{games} games: {} positions to learn from, {} held out; {faults} faults skipped",
            taught.len(),
            held_out.len()
        );
        if taught.is_empty() || held_out.is_empty() {
            return Err(Failure::new("too few games: some are needed to learn, some to hold out"));
        }
        Ok(samples)
    }

    fn title(&self, course: &Course, samples: &Samples) -> String {
        let last = course.epochs.last().map_or(0.0, |epoch| epoch.held_out);
        format!(
            "{} positions of {} games, {} epochs, loss {last:.6} held out",
            samples.taught.len(),
            samples.games,
            course.epochs.len()
        )
    }

    fn keep(&self, checkpoint: &Path, course: &Course, samples: &Samples) -> Result<(), Failure> {
        write(checkpoint, &course.to_bytes())?;
        write(&self.out.join("xiangqi.net"), &course.model.network().to_bytes())?;
        let curve = loss_curve(&course.epochs, &self.title(course, samples));
        write(&self.out.join("loss.svg"), curve.as_bytes())
    }
}

fn read_course(path: &Path) -> Result<Course, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    Course::from_bytes(&bytes).map_err(|error| Failure::file(path, &error))
}

/// The model of a checkpoint, or of a network that plays.
fn read_model(path: &Path) -> Result<Model, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    match (Network::from_bytes(&bytes), Course::from_bytes(&bytes)) {
        (Ok(network), _) => Ok(Model::of(&network)),
        (_, Ok(course)) => Ok(course.model),
        (Err(NetworkError::Seal(SealError::Kind(_))), Err(error)) => {
            Err(Failure::file(path, &error))
        }
        (Err(error), _) => Err(Failure::file(path, &error)),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    atomic_write(path, |file| file.write_all(bytes))
        .map_err(|error: std::io::Error| Failure::file(path, &error))
}
