//! L1: rules only. No clock, no random number, no setting, no evaluation.
//!
//! [`Position`] is what all three games share; [`Game`] adds the history that repetition, superko
//! and undo need. The hot paths of searches use the inherent methods of each game's own board.

pub mod go;
pub mod othello;
pub mod xiangqi;

mod outcome;
mod perft;
mod played;

use std::fmt;
use std::hash::Hash;

use crate::base::Key;

pub use outcome::{Outcome, Reason};
pub use perft::{Perft, perft};
pub use played::{Game, IllegalMove};

/// The two sides, by order of play. Each game names them: `go::BLACK`, `xiangqi::RED`, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Black in Go and Othello, Red in xiangqi.
    First = 0,
    /// White in Go and Othello, Black in xiangqi.
    Second = 1,
}

impl Color {
    /// Both sides, in order of play.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: for tables.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A position with a side to move: the verbs every game shares.
///
/// `Display` draws the board, so a failing test shows the position.
pub trait Position: Clone + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// A move by the side to move, pass included where the game has one. `Display` is the move's
    /// plainest notation (GTP vertex, ICCS, Othello square).
    type Move: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// What may differ from table to table: ko rule, scoring, repetition rules.
    type Rules: Clone + PartialEq + Default + fmt::Debug + Send + Sync + 'static;
    /// The game's name as protocols spell it.
    const GAME: &'static str;

    /// Who is to move.
    fn turn(&self) -> Color;
    /// Key of the board and the side to move.
    fn key(&self) -> Key;
    /// Appends every legal move, as far as this position alone can tell.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Whether `mv` is legal, as far as this position alone can tell.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }
    /// Plays `mv`, which must be legal.
    fn play(&mut self, mv: Self::Move);
    /// The result, if this position alone shows that the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game's history forbids `mv`, legal in itself (superko).
    fn is_forbidden(_game: &Game<Self>, _mv: Self::Move) -> bool {
        false
    }
    /// The result, if the game is over by its position or its history (repetition, move limit).
    fn verdict(game: &Game<Self>) -> Option<Outcome> {
        game.position().outcome()
    }
}
