//! `sanqi perft`: counts leaves, the classic proof of a move generator.

use std::time::Instant;

use clap::Args;

use super::Failure;
use super::serve::GameName;
use crate::game::{Perft as Counts, Position, go, othello, perft, xiangqi};

/// Counts the leaves of the move tree, by root move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sanqi perft xiangqi 4
  sanqi perft xiangqi 3 \"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w\"
  sanqi perft othello 9
  sanqi perft othello 5 \"---------------------------OX------XO--------------------------- X\"
  sanqi perft go 3 9            (an empty 9x9 board)")]
pub struct Perft {
    /// The game
    #[arg(value_enum)]
    game: GameName,
    /// Depth in plies
    depth: u32,
    /// FEN (xiangqi), 64 squares and the side to move (Othello), board size (Go)
    position: Vec<String>,
}

impl Perft {
    /// Counts and prints.
    pub fn run(&self) -> Result<(), Failure> {
        let text = self.position.join(" ");
        match self.game {
            GameName::Xiangqi => {
                let board = if text.is_empty() {
                    xiangqi::Board::start()
                } else {
                    xiangqi::Board::from_fen(&text)?
                };
                print(|| xiangqi::perft(&board, self.depth));
            }
            GameName::Othello => {
                let board: othello::Board =
                    if text.is_empty() { othello::Board::default() } else { text.parse()? };
                print(|| by_move(&board, self.depth));
            }
            GameName::Go => {
                let side = if text.is_empty() { 9 } else { text.parse()? };
                let board = go::Board::new(go::Size::square(side)?);
                print(|| by_move(&board, self.depth));
            }
        }
        Ok(())
    }
}

/// Counts below each root move by the plain verbs of the game.
fn by_move<P: Position>(board: &P, depth: u32) -> Counts<P::Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    if depth == 0 {
        return Counts { by_move: Vec::new(), total: 1 };
    }
    let leaves = |mv: P::Move| {
        let mut next = board.clone();
        next.play(mv);
        (mv, perft(&next, depth - 1))
    };
    let by_move: Vec<_> = moves.into_iter().map(leaves).collect();
    let total = by_move.iter().map(|(_, leaves)| leaves).sum();
    Counts { by_move, total }
}

fn print<M: std::fmt::Display>(count: impl FnOnce() -> Counts<M>) {
    let begin = Instant::now();
    let Counts { by_move, total } = count();
    let seconds = begin.elapsed().as_secs_f64();
    for (mv, leaves) in by_move {
        say!("{mv}: {leaves}");
    }
    say!("\ntotal {total}");
    say!("time {seconds:.3} s, {:.1} million a second", total as f64 / seconds.max(1e-9) / 1e6);
}
