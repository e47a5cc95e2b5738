//! `sanqi bench othello-uct`: the report's experiment with the tree search.

use clap::Args;

use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::workshop::othello::experiment::{
    Class, Judging, MOVE_NUMBERS, Trial, VARIANTS, Variant, pair, trials,
};

/// Redoes the report's experiment: how often UCT finds the best moves, and what each part of it wins
///
/// Positions are taken from games of two classes; the exact solver is the judge: it needs seconds for a
/// position of move 40, and minutes for one of move 30. Then each variant plays the baseline at equal
/// simulations, colours swapped.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi bench othello-uct\n  \
    sanqi bench othello-uct --simulations 1000000 --positions 10\n  \
    sanqi bench othello-uct --moves 45,49,53 --games 0\n  \
    sanqi bench othello-uct --moves 35,37,39 --positions 2 --games 0")]
pub struct OthelloUct {
    /// Simulations of each search; the report has 1,000,000
    #[arg(long, default_value_t = 5000, value_parser = at_least_one())]
    simulations: u64,
    /// Searches of each position
    #[arg(long, default_value_t = 5, value_parser = at_least_one())]
    runs: u64,
    /// Positions of each move number and class
    #[arg(long, default_value_t = 4, value_parser = at_least_one())]
    positions: u64,
    /// Move numbers, from 30 (31 empties) to 58
    #[arg(long, value_delimiter = ',', default_values_t = [43, 46, 49, 52], value_parser = number())]
    moves: Vec<u32>,
    /// Games of each variant against the baseline, in pairs with colours swapped; 0 for none
    #[arg(long, default_value_t = 20, value_parser = even)]
    games: u64,
    /// Simulations of a move in those games
    #[arg(long, default_value_t = 1000, value_parser = at_least_one())]
    game_simulations: u64,
    /// Seed of positions, searches and games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn at_least_one() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..)
}

fn number() -> clap::builder::RangedI64ValueParser<u32> {
    let (first, last) = MOVE_NUMBERS.into_inner();
    clap::value_parser!(u32).range(i64::from(first)..=i64::from(last))
}

fn even(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number: &u64| number.is_multiple_of(2));
    number
        .ok_or_else(|| "games are played in pairs: expected an even number, such as 20".to_owned())
}

/// Hits of the best, second and third move, and attempts.
type Hits = [u64; 4];

impl OthelloUct {
    /// Searches, plays and prints.
    pub fn run(&self) -> Result<(), Failure> {
        for class in Class::ALL {
            let trials = self.gather(class);
            say!("\n{}: hits of best / second / third move, per cent", class.name());
            say_part!("{:26}", "");
            self.moves.iter().for_each(|number| say_part!("{:>16}", format!("move {number}")));
            say!();
            say!("{:26}{}", "positions", self.found(&trials));
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
        let progress =
            Progress::new(self.positions.saturating_mul(self.moves.len() as u64), "positions");
        let mut all: Vec<Trial> = Vec::new();
        for game in 0..self.positions.saturating_mul(4).saturating_add(8) {
            let missing: Vec<u32> =
                self.moves.iter().copied().filter(|&n| self.lacks(&all, n)).collect();
            if missing.is_empty() {
                break;
            }
            let seed = self.seed.wrapping_mul(10_000).wrapping_add(game);
            all.extend(trials(class, &missing, seed, &mut |judging| show(&progress, judging)));
        }
        progress.finish();
        all
    }

    /// Whether there are too few positions of this move number.
    fn lacks(&self, trials: &[Trial], number: u32) -> bool {
        (of(trials, number).count() as u64) < self.positions
    }

    /// How many positions of each move number were found.
    fn found(&self, trials: &[Trial]) -> String {
        self.moves.iter().map(|&number| format!("{:>16}", of(trials, number).count())).collect()
    }

    fn row(&self, variant: &Variant, trials: &[Trial]) -> String {
        let progress = Progress::new(trials.len() as u64 * self.runs, variant.name);
        let mut row = String::new();
        for &number in &self.moves {
            let mut hits: Hits = [0; 4];
            for trial in of(trials, number) {
                for run in 0..self.runs {
                    let rank =
                        trial.attempt(variant, self.simulations, self.seed.wrapping_add(2 * run));
                    if let Some(slot) = rank.and_then(|rank| hits[..3].get_mut(rank - 1)) {
                        *slot += 1;
                    }
                    hits[3] += 1;
                    progress.add(1);
                }
            }
            row += &format!("{:>16}", shares(&hits));
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
            let share = 100.0 * points / self.games as f64;
            say!("{:26}{share:>15.1} %", variant.name);
        }
    }
}

/// Shows how far the judge is.
fn show(progress: &Progress, judging: Judging) {
    let Judging { move_number, solved, moves } = judging;
    if solved == moves {
        progress.add(1);
    }
    progress.tell(format!("positions (move {move_number}: {solved} of {moves} solved)"));
}

/// Hits per cent, or nothing without an attempt.
fn shares(hits: &Hits) -> String {
    let [first, second, third, attempts] = *hits;
    if attempts == 0 {
        return "-".to_owned();
    }
    let share = |count: u64| format!("{:.0}", 100.0 * count as f64 / attempts as f64);
    [first, second, third].map(share).join(" / ")
}

/// The positions of one move number.
fn of(trials: &[Trial], number: u32) -> impl Iterator<Item = &Trial> {
    trials.iter().filter(move |trial| trial.move_number == number)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        bench: OthelloUct,
    }

    fn read(words: &str) -> Result<OthelloUct, clap::Error> {
        let line = std::iter::once("x").chain(words.split_whitespace());
        Line::try_parse_from(line).map(|line| line.bench)
    }

    #[test]
    fn games_come_in_pairs() {
        for odd in ["1", "3", "-2", "two"] {
            let error = read(&format!("--games={odd}")).err().unwrap().to_string();
            assert!(error.contains("expected an even number"), "{error}");
        }
        assert_eq!(read("--games 0").unwrap().games, 0);
        assert_eq!(read("--games 6").unwrap().games, 6);
    }

    #[test]
    fn nothing_is_not_measured() {
        for name in ["simulations", "runs", "positions", "game-simulations"] {
            assert!(read(&format!("--{name} 0")).is_err(), "{name}");
            assert!(read(&format!("--{name} 1")).is_ok(), "{name}");
        }
    }

    #[test]
    fn moves_are_those_that_can_be_ranked() {
        assert_eq!(read("--moves 30,35,58").unwrap().moves, [30, 35, 58]);
        for number in ["29", "59", "0"] {
            let error = read(&format!("--moves {number}")).err().unwrap().to_string();
            assert!(error.contains("30..=58"), "{error}");
        }
    }

    #[test]
    fn positions_that_were_not_found_have_no_share() {
        assert_eq!(shares(&[0, 0, 0, 0]), "-");
        assert_eq!(shares(&[2, 1, 0, 4]), "50 / 25 / 0");
        let bench = read("--moves 50,53 --positions 1 --games 0").unwrap();
        let trials = bench.gather(Class::SelfPlay);
        assert_eq!(bench.found(&[]).split_whitespace().collect::<Vec<_>>(), ["0", "0"]);
        assert_eq!(bench.found(&trials).split_whitespace().collect::<Vec<_>>(), ["1", "1"]);
    }
}
