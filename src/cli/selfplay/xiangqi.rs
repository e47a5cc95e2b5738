//! `sanqi selfplay xiangqi`: games to train networks on.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::serve::assignment;
use crate::workshop::xiangqi::selfplay::{
    Blocks, Goal, Store, Survey, Terms, generate, read_games,
};

/// Plays xiangqi games at fixed nodes.
///
/// Games begin with random plies or a line of the book; lopsided openings are thrown away and decided
/// games are adjudicated. Each game is written as soon as it is over: the job may be killed at any
/// time, and the same command goes on with the next game. `selfplay.json` in the folder keeps the
/// terms and the command.
///
/// Example: sanqi selfplay xiangqi --out gen0 --threads 2 --nodes 1000
#[derive(Debug, Args)]
pub(super) struct Xiangqi {
    /// Folder of the games
    #[arg(long)]
    out: PathBuf,
    /// Threads, each with a game of its own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Games wanted in the folder
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = Terms::default().nodes)]
    nodes: u64,
    /// Seed; each game has its own, made from this and its number
    #[arg(long, default_value_t = Terms::default().seed)]
    seed: u64,
    /// Random plies of an opening, at least
    #[arg(long, default_value_t = Terms::default().random_plies[0])]
    least_plies: u32,
    /// Random plies of an opening, at most
    #[arg(long, default_value_t = Terms::default().random_plies[1])]
    most_plies: u32,
    /// One of so many games begins with the book; 0: none
    #[arg(long, default_value_t = Terms::default().book_every)]
    book_every: u32,
    /// File of openings in the place of the book, moves from the start on each line; many are wanted
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Openings worth more than this to either side are thrown away
    #[arg(long, default_value_t = Terms::default().unbalanced)]
    unbalanced: i32,
    /// Changes a setting of the player; `sanqi settings` lists them
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
}

impl Xiangqi {
    /// Plays until there are enough games.
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.most_plies < self.least_plies {
            return Err(Failure::usage("--most-plies is smaller than --least-plies"));
        }
        let terms = Terms {
            nodes: self.nodes.max(1),
            seed: self.seed,
            random_plies: [self.least_plies, self.most_plies],
            book_every: self.book_every,
            openings: self.openings.clone(),
            unbalanced: self.unbalanced,
            settings: self.set.clone(),
        };
        let command: Vec<String> = std::env::args().collect();
        let store = Store::open(&self.out, &terms, &command)?;
        let left = self.games.saturating_sub(store.len() as u64);
        eprintln!("{} games in {}, {left} to play", store.len(), self.out.display());
        let progress = Progress::new(left, "games");
        let goal = Goal { games: self.games, threads: self.threads };
        let stop = AtomicBool::new(false);
        let played = generate(store, &terms, goal, &stop, &|_| progress.add(1));
        progress.finish();
        Ok(played?)
    }
}

/// Counts what is in a folder.
fn survey(folder: &Path) -> Result<Survey, Failure> {
    let bytes = read_games(folder)?;
    let progress = Progress::new(Blocks::new(&bytes).count() as u64, "reading");
    let survey = Survey::of(&bytes, |games| progress.add(games));
    progress.finish();
    Ok(survey)
}

/// Prints what is in a folder.
pub(super) fn stats(folder: &Path) -> Result<(), Failure> {
    say_part!("{}", survey(folder)?);
    Ok(())
}

/// Tells what is damaged in a folder.
pub(super) fn verify(folder: &Path) -> Result<(), Failure> {
    let survey = survey(folder)?;
    let Survey { games, taught, damaged, damaged_bytes, illegal, repeated_games, .. } = survey;
    say!("{games} games, {taught} positions to learn from");
    if survey.is_sound() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}: {damaged} damaged places of {damaged_bytes} bytes, {illegal} games with illegal \
         moves, {repeated_games} games twice; the good games can be used",
        folder.display()
    )))
}
