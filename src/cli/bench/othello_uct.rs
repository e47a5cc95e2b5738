//! `sanqi bench othello-uct`: the report's experiment with the tree search.

use clap::Args;

use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::workshop::othello::experiment::{Class, Trial, VARIANTS, Variant, pair, trials};

/// Redoes the report's experiment: how often UCT finds the best moves, and what each part of it wins
///
/// Positions are taken from games of two classes; the exact solver is the judge. Then each variant
/// plays the baseline at equal simulations, colours swapped.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi bench othello-uct\n  \
    sanqi bench othello-uct --simulations 1000000 --positions 10\n  \
    sanqi bench othello-uct --moves 45,49,53 --games 0")]
pub struct OthelloUct {
    /// Simulations of each search; the report has 1,000,000
    #[arg(long, default_value_t = 5000)]
    simulations: u64,
    /// Searches of each position
    #[arg(long, default_value_t = 5)]
    runs: u64,
    /// Positions of each move number and class
    #[arg(long, default_value_t = 4)]
    positions: usize,
    /// Move numbers
    #[arg(long, value_delimiter = ',', default_values_t = [43, 46, 49, 52])]
    moves: Vec<u32>,
    /// Games of each variant against the baseline
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Simulations of a move in those games
    #[arg(long, default_value_t = 1000)]
    game_simulations: u64,
    /// Seed of positions, searches and games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Hits of the best, second and third move, and attempts.
type Hits = [u64; 4];

impl OthelloUct {
    /// Searches, plays and prints.
    pub fn run(&self) -> Result<(), Failure> {
        if self.moves.iter().any(|number| !(40..=58).contains(number)) {
            return Err(Failure::usage("--moves takes numbers from 40 (21 empties) to 58"));
        }
        for class in Class::ALL {
            let trials = self.gather(class);
            say!("\n{}: hits of best / second / third move, per cent", class.name());
            say_part!("{:26}", "");
            self.moves.iter().for_each(|number| say_part!("{:>16}", format!("move {number}")));
            say!();
            for variant in VARIANTS {
                say!("{:26}{}", variant.name, self.row(&variant, &trials));
            }
        }
        if self.games > 0 {
            self.play();
        }
        Ok(())
    }

    /// Enough positions of every number, as far as a fair number of games gives them.
    fn gather(&self, class: Class) -> Vec<Trial> {
        let wanted = self.positions * self.moves.len();
        let progress = Progress::new(wanted as u64, "positions");
        let mut all: Vec<Trial> = Vec::new();
        let games = 4 * self.positions as u64 + 8;
        for game in 0..games {
            let missing: Vec<u32> = self
                .moves
                .iter()
                .copied()
                .filter(|&n| of(&all, n).count() < self.positions)
                .collect();
            if missing.is_empty() {
                break;
            }
            let seed = self.seed.wrapping_mul(10_000).wrapping_add(game);
            let found = trials(class, &missing, seed);
            progress.add(found.len() as u64);
            all.extend(found);
        }
        progress.finish();
        all
    }

    fn row(&self, variant: &Variant, trials: &[Trial]) -> String {
        let progress = Progress::new(trials.len() as u64 * self.runs, variant.name);
        let mut row = String::new();
        for &number in &self.moves {
            let mut hits: Hits = [0; 4];
            for trial in of(trials, number) {
                for run in 0..self.runs {
                    let rank = trial.attempt(variant, self.simulations, self.seed + 2 * run);
                    if let Some(slot) = rank.and_then(|rank| hits[..3].get_mut(rank - 1)) {
                        *slot += 1;
                    }
                    hits[3] += 1;
                    progress.add(1);
                }
            }
            let share = |count: u64| 100.0 * count as f64 / hits[3].max(1) as f64;
            let text = hits[..3].iter().map(|&count| format!("{:.0}", share(count)));
            row += &format!("{:>16}", text.collect::<Vec<_>>().join(" / "));
        }
        progress.finish();
        row
    }

    fn play(&self) {
        let simulations = self.game_simulations;
        say!("\nagainst the baseline, {simulations} simulations a move, {} games", self.games);
        for variant in &VARIANTS[1..] {
            let progress = Progress::new(self.games, variant.name);
            let mut points = 0.0;
            for number in 0..self.games / 2 {
                let seed = self.seed.wrapping_mul(20_000).wrapping_add(number);
                points += pair(variant, &VARIANTS[0], simulations, seed);
                progress.add(2);
            }
            progress.finish();
            let share = 100.0 * points / (self.games / 2 * 2).max(1) as f64;
            say!("{:26}{share:>15.1} %", variant.name);
        }
    }
}

/// The positions of one move number.
fn of(trials: &[Trial], number: u32) -> impl Iterator<Item = &Trial> {
    trials.iter().filter(move |trial| trial.move_number == number)
}
