//! `sanqi bench go`: playouts a second of the Go search, from the empty board to the middle of a game.

use clap::Args;

use super::thousands;
use super::work::Work;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::stopwatch::Stopwatch;
use crate::engine::Engine;
use crate::engine::go::{Config, Player};
use crate::game::Game;
use crate::game::go::{Board, Move, Rules, Size};
use crate::search::{Choice, Control, Limits};

/// Measures playouts a second of the Go search, with its tree and all of its playout rules
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sanqi bench go\n  sanqi bench go --sizes 19 --playouts 20000\n\n\
    The player plays a game with itself, quickly, until half of the board is full. Six positions \
    on the way, the\nempty board among them, are searched anew: one thread, default settings, \
    processor time."
)]
pub struct Playouts {
    /// Playouts of each search
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,
    /// Sizes of the board
    #[arg(long, value_delimiter = ',', default_values_t = [9, 13, 19],
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(5..=25))]
    sizes: Vec<usize>,
}

/// Positions measured on each board.
const POSITIONS: usize = 6;
/// Playouts of the moves between them.
const BETWEEN: u64 = 100;

impl Playouts {
    /// Searches all positions and prints the table.
    pub fn run(&self) -> Result<(), Failure> {
        let progress = Progress::new((self.sizes.len() * POSITIONS) as u64, "searching");
        let mut rows = Vec::new();
        for &size in &self.sizes {
            let mut all = Work::default();
            let mut rates = Vec::new();
            for game in along_a_game(Size::square(size)?) {
                let work = Work::of(&mut player(), &game, &playouts(self.playouts));
                rates.push(format!("{} {}", game.len(), thousands(work.rate())));
                all.add(work);
                progress.add(1);
            }
            rows.push(format!("{:<6} {:>10}   {}", size, thousands(all.rate()), rates.join(", ")));
        }
        progress.finish();
        say!("{:<6} {:>10}   after how many moves, how many a second", "board", "a second");
        rows.iter().for_each(|row| say!("{row}"));
        say!("One thread; seconds of the {}.", Stopwatch::start().clock());
        Ok(())
    }
}

fn player() -> Player {
    Player::new(&Config::default())
}

fn playouts(number: u64) -> Limits<Move> {
    Limits { nodes: Some(number), ..Limits::default() }
}

/// Positions of a quick game, at equal distances up to the middle of it.
fn along_a_game(size: Size) -> impl Iterator<Item = Game<Board>> {
    let step = size.points() / 2 / (POSITIONS - 1);
    let mut player = player();
    let mut game = Game::on(size, Rules::default());
    (0..POSITIONS).map(move |number| {
        while game.len() < number * step && game.outcome().is_none() {
            let control = Control::new(false);
            let answer = player.think(&game, &playouts(BETWEEN), &control, &mut |_| ());
            // Who would give up plays on: the board is to fill.
            let best = answer.report.lines.first().and_then(|line| line.pv.first().copied());
            let mv = match answer.choice {
                Choice::Play(mv) => mv,
                Choice::Resign | Choice::Nothing => best.unwrap_or(Move::Pass),
            };
            game.play(mv).expect("the player's moves are legal");
        }
        game.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_fill_the_board_by_equal_steps() -> Result<(), Failure> {
        let games: Vec<_> = along_a_game(Size::square(7)?).collect();
        let lengths: Vec<usize> = games.iter().map(Game::len).collect();
        assert_eq!(lengths, [0, 4, 8, 12, 16, 20]);
        assert!(games.iter().all(|game| game.moves().all(|(_, mv)| !mv.is_pass())));
        Ok(())
    }
}
