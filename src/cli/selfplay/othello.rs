//! `sanqi selfplay othello`: games with exact ends, to fit pattern weights to.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::{Damaged, each_game};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::othello::evaluate::Weights;
use crate::game::Game;
use crate::game::othello::{Board, Square};
use crate::record::transcript;
use crate::workshop::othello::selfplay::{PlayedGame, SelfPlayer, Terms};
use crate::workshop::selfplay::{Keep, Store, generate};

/// Plays Othello games at a fixed depth, with exact ends.
///
/// Games begin with random moves, or with moves of recorded games and a few random ones, and end with best
/// play. Each game is written as soon as it is over: the job may be killed at any time, and the same
/// command goes on with the next game. `selfplay.json` in the folder keeps the terms and the command.
///
/// Example: sanqi selfplay othello --out gen1 --threads 2 --depth 8 --openings games.txt --least-random 4
#[derive(Debug, Args)]
pub(super) struct Othello {
    /// Folder of the games
    #[arg(long)]
    out: PathBuf,
    /// Threads, each with a game of its own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Games wanted in the folder
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Plies the player looks ahead
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Positions with so many empties or fewer are searched to the end, with bold cuts; 0 for none
    #[arg(long, default_value_t = 0)]
    end_at: u32,
    /// Positions with so many empties or fewer are solved
    #[arg(long, default_value_t = 16)]
    solve: u32,
    /// Seed; each game has its own, made from this and its number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random moves at the beginning, at least
    #[arg(long, default_value_t = 10)]
    least_random: u32,
    /// Random moves at the beginning, at most
    #[arg(long, default_value_t = 30)]
    most_random: u32,
    /// File of games, a transcript on each line, that give the first moves in place of random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// File of pattern weights to play with [default: the ones shipped]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl Othello {
    /// Plays until there are enough games.
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.most_random < self.least_random {
            return Err(Failure::usage("--most-random is smaller than --least-random"));
        }
        let weights = self.weights()?;
        let openings = self.openings()?;
        let terms = Terms {
            seed: self.seed,
            random_moves: [self.least_random, self.most_random],
            openings: checksum(&openings),
            depth: self.depth,
            end_at: self.end_at,
            solve_at: self.solve,
            weights: crc32fast::hash(&weights.to_bytes()),
        };
        let command: Vec<String> = std::env::args().collect();
        let store = Store::<PlayedGame>::open(&self.out, &terms, &command)?;
        let left = self.games.saturating_sub(store.len() as u64);
        eprintln!("{} games in {}, {left} to play", store.len(), self.out.display());
        let player = || SelfPlayer::new(&terms, weights.clone()).with_openings(openings.clone());
        let players = std::iter::repeat_with(player).take(self.threads.max(1));
        let progress = Progress::new(left, "games");
        let stop = AtomicBool::new(false);
        let played = generate(store, players.collect(), self.games, &stop, &|_| progress.add(1));
        progress.finish();
        Ok(played?)
    }

    fn weights(&self) -> Result<Arc<Weights>, Failure> {
        let Some(path) = &self.weights else { return Ok(Weights::embedded()) };
        let bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
        let weights = Weights::from_bytes(&bytes).map_err(|error| Failure::file(path, &error))?;
        Ok(Arc::new(weights))
    }

    /// The lines to begin with.
    fn openings(&self) -> Result<Arc<[Vec<Square>]>, Failure> {
        let Some(path) = &self.openings else { return Ok(Arc::new([])) };
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        let mut lines = Vec::new();
        for record in transcript::records(&text) {
            let record = record.map_err(|error| Failure::file(path, &error))?;
            let game: Game<Board> = record.replay().map_err(|error| Failure::file(path, &error))?;
            if *game.start() != Board::default() {
                return Err(refused(path, "a game does not begin at the usual start"));
            }
            lines.push(game.moves().filter_map(|(_, mv)| mv.square()).collect());
        }
        if lines.is_empty() {
            return Err(refused(path, "there is no game in it"));
        }
        Ok(lines.into())
    }
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::new(format!("{}: {why}", path.display()))
}

/// Tells one set of lines from another; 0 for none.
fn checksum(lines: &[Vec<Square>]) -> u32 {
    let squares: Vec<u8> = lines
        .iter()
        .flat_map(|line| line.iter().map(|square| square.index() as u8).chain([u8::MAX]))
        .collect();
    crc32fast::hash(&squares)
}

/// Whether a folder holds Othello games.
pub(super) fn is_folder(folder: &Path) -> bool {
    folder.join(PlayedGame::FILE).is_file()
}

/// What a folder holds.
#[derive(Debug, Default)]
struct Survey {
    games: u64,
    positions: u64,
    exact: u64,
    illegal: u64,
    damaged: Damaged,
    /// Black won, drawn, White won.
    results: [u64; 3],
}

impl Survey {
    fn of(folder: &Path) -> Result<Self, Failure> {
        let mut survey = Self::default();
        survey.damaged = each_game(folder, |game| survey.count(game))?;
        Ok(survey)
    }

    fn count(&mut self, game: &PlayedGame) {
        let (mut positions, mut exact) = (0, 0);
        let taught = game.teach(|_, told| {
            positions += 1;
            exact += u64::from(told.is_exact);
        });
        if taught.is_err() {
            self.illegal += 1;
            return;
        }
        self.games += 1;
        self.positions += positions;
        self.exact += exact;
        self.results[match game.score {
            1.. => 0,
            0 => 1,
            _ => 2,
        }] += 1;
    }
}

/// Prints what is in a folder.
pub(super) fn stats(folder: &Path) -> Result<(), Failure> {
    let survey = Survey::of(folder)?;
    let [black, drawn, white] = survey.results;
    say!("games      {:>10}", survey.games);
    say!("positions  {:>10}", survey.positions);
    say!("exact      {:>10}", survey.exact);
    say!("Black won  {black:>10}");
    say!("drawn      {drawn:>10}");
    say!("White won  {white:>10}");
    let Survey { damaged: Damaged { places, bytes }, illegal, .. } = survey;
    say!("damaged    {places:>10}  {bytes} bytes, {illegal} games illegal");
    Ok(())
}

/// Tells what is damaged in a folder.
pub(super) fn verify(folder: &Path) -> Result<(), Failure> {
    let survey = Survey::of(folder)?;
    say!("{} games, {} positions to learn from", survey.games, survey.positions);
    let Survey { damaged: Damaged { places, bytes }, illegal, .. } = survey;
    if places + illegal == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}: {places} damaged places of {bytes} bytes, {illegal} games with illegal moves; \
         the good games can be used",
        folder.display()
    )))
}
