//! `sanqi selfplay go`: games to learn priors from.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::{Damaged, each_game};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::serve::assignment;
use crate::game::Color;
use crate::workshop::go::Lesson;
use crate::workshop::go::selfplay::{PlayedGame, SelfPlayer, Terms};
use crate::workshop::selfplay::{Keep, Store, generate};

/// Komi that makes sense on any board.
const MOST_KOMI: f32 = 400.0;

/// Plays Go games at fixed playouts.
///
/// The first moves of a game are drawn by how often the search visited them, so that games differ; lost
/// games are given up. Each game is written as soon as it is over: the job may be killed at any time,
/// and the same command goes on with the next game. `selfplay.json` in the folder keeps the terms and the
/// command. `sanqi tune go --selfplay DIR` learns from the games.
///
/// Example: sanqi selfplay go --out own --threads 2 --playouts 2000 --games 5000
#[derive(Debug, Args)]
pub(super) struct Go {
    /// Folder of the games
    #[arg(long)]
    out: PathBuf,
    /// Threads, each with a game of its own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Games wanted in the folder
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Lines of the board
    #[arg(long, default_value_t = Terms::default().lines)]
    size: usize,
    /// Points for White
    #[arg(long, default_value_t = Terms::default().komi, value_parser = komi)]
    komi: f32,
    /// Playouts for each move
    #[arg(long, default_value_t = Terms::default().playouts)]
    playouts: u64,
    /// Moves at the beginning that are drawn, at most
    #[arg(long, default_value_t = Terms::default().drawn)]
    drawn: u32,
    /// Seed; each game has its own, made from this and its number
    #[arg(long, default_value_t = Terms::default().seed)]
    seed: u64,
    /// Changes a setting of the player; `sanqi settings` lists them
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
}

/// Points in halves, as the games keep them.
fn komi(text: &str) -> Result<f32, String> {
    let points: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if points.abs() <= MOST_KOMI && (points * 2.0).fract() == 0.0 {
        Ok(points)
    } else {
        Err(format!("`{text}` is no number of half points up to {MOST_KOMI}"))
    }
}

impl Go {
    /// Plays until there are enough games.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let terms = Terms {
            seed: self.seed,
            lines: self.size,
            komi: self.komi,
            playouts: self.playouts.max(1),
            drawn: self.drawn,
            settings: self.set.clone(),
        };
        // What is refused is told before the folder is made.
        let players = (0..self.threads.max(1)).map(|_| SelfPlayer::new(&terms));
        let players: Vec<SelfPlayer> =
            players.collect::<Result<_, _>>().map_err(|error| Failure::new(error.to_string()))?;
        let command: Vec<String> = std::env::args().collect();
        let store = Store::<PlayedGame>::open(&self.out, &terms, &command)?;
        let left = self.games.saturating_sub(store.len() as u64);
        eprintln!("{} games in {}, {left} to play", store.len(), self.out.display());
        let progress = Progress::new(left, "games");
        let stop = AtomicBool::new(false);
        let played = generate(store, players, self.games, &stop, &|_| progress.add(1));
        progress.finish();
        Ok(played?)
    }
}

/// Whether a folder holds Go games.
pub(super) fn is_folder(folder: &Path) -> bool {
    folder.join(PlayedGame::FILE).is_file()
}

/// What a folder holds.
#[derive(Debug, Default)]
struct Survey {
    games: u64,
    moves: u64,
    taught: u64,
    /// Black won, White won.
    results: [u64; 2],
    given_up: u64,
    damaged: Damaged,
}

impl Survey {
    fn of(folder: &Path) -> Result<Self, Failure> {
        let mut survey = Self::default();
        survey.damaged = each_game(folder, |game| survey.count(game))?;
        Ok(survey)
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.moves += game.moves.len() as u64;
        self.results[usize::from(game.winner == Color::Second)] += 1;
        self.given_up += u64::from(game.margin == 0.0);
        if let Ok(lesson) = Lesson::of_own(game) {
            lesson.replay(|_, _| self.taught += 1);
        }
    }
}

/// Prints what is in a folder.
pub(super) fn stats(folder: &Path) -> Result<(), Failure> {
    let survey = Survey::of(folder)?;
    let [black, white] = survey.results;
    say!("games      {:>10}", survey.games);
    say!("moves      {:>10}", survey.moves);
    say!("to learn   {:>10}", survey.taught);
    say!("Black won  {black:>10}");
    say!("White won  {white:>10}");
    say!("given up   {:>10}", survey.given_up);
    let Damaged { places, bytes } = survey.damaged;
    say!("damaged    {places:>10}  {bytes} bytes");
    Ok(())
}

/// Tells what is damaged in a folder.
pub(super) fn verify(folder: &Path) -> Result<(), Failure> {
    let survey = Survey::of(folder)?;
    say!("{} games, {} positions to learn from", survey.games, survey.taught);
    let Damaged { places, bytes } = survey.damaged;
    if places == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}: {places} damaged places of {bytes} bytes; the good games can be used",
        folder.display()
    )))
}
