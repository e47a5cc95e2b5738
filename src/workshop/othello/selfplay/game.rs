//! A game as bytes, the body of a block of [`selfplay`](crate::workshop::selfplay).
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | moves at the beginning that the player did not choose |
//! | 1 | empties from which on it is best play |
//! | 1 | Black's final margin, signed |
//! | 1 | moves |
//! | 1 each | moves, squares numbered `row * 8 + column`; passes are not written |
//! | 2 each | what the player found before each move it chose, for the mover, hundredths of a disc, signed |
//!
//! Numbers are little-endian. Every game begins at the usual start.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use serde::{Deserialize, Serialize};

use crate::base::Wire;
use crate::game::Position;
use crate::game::othello::{BLACK, Board, Move, Square};
use crate::workshop::selfplay::Keep;

/// What the games of a folder have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Seed of the folder; game `n` has its own made from both.
    pub seed: u64,
    /// Moves at the beginning that the player does not choose, at least and at most: random ones, or those
    /// of an opening.
    pub random_moves: [u32; 2],
    /// Checksum of the openings, 0 for none.
    #[serde(default)]
    pub openings: u32,
    /// Plies the player looks ahead.
    pub depth: u32,
    /// Empties from which on the player looks ahead to the end, with bold cuts; 0 for never.
    #[serde(default)]
    pub end_at: u32,
    /// Empties from which on the game is solved.
    pub solve_at: u32,
    /// Checksum of the weights the player uses.
    pub weights: u32,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the folder.
    pub number: u64,
    /// Moves nobody chose.
    pub random_moves: u8,
    /// Positions with so many empties or fewer were played best.
    pub exact_from: u8,
    /// Black's final margin, the empties given to the winner.
    pub score: i8,
    /// The moves, without passes.
    pub moves: Vec<Square>,
    /// What the player found before each move it chose, for the mover, in hundredths of a disc.
    pub values: Vec<i16>,
}

/// What a game says of one of its positions, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The final margin.
    pub result: i8,
    /// Whether that is the score of best play.
    pub is_exact: bool,
    /// What the player found, in hundredths of a disc, if it searched here.
    pub value: Option<i16>,
}

impl Keep for PlayedGame {
    const MAGIC: &'static [u8; 4] = b"SQOH";
    const FILE: &'static str = "games.sqog";

    fn number(&self) -> u64 {
        self.number
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn to_body(&self) -> Vec<u8> {
        let mut body = self.number.to_le_bytes().to_vec();
        body.extend([self.random_moves, self.exact_from, self.score as u8]);
        body.push(self.moves.len() as u8);
        body.extend(self.moves.iter().map(|square| square.index() as u8));
        body.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        body
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        let mut wire = Wire::new(body);
        let number = wire.u64().ok()?;
        let [random_moves, exact_from, score, count] = wire.array().ok()?;
        let moves = wire.take(usize::from(count)).ok()?;
        let moves: Option<Vec<Square>> = moves.iter().map(|&n| Square::new(n)).collect();
        let (score, moves) = (score as i8, moves?);
        let mut values = Vec::new();
        while !wire.is_at_end() {
            values.push(wire.u16().ok()? as i16);
        }
        Some(Self { number, random_moves, exact_from, score, moves, values })
    }
}

impl PlayedGame {
    /// Calls `each` with every position after the moves at the beginning, and with what the game says
    /// of it. `Err` with the number of the move if one is illegal.
    pub fn teach(&self, mut each: impl FnMut(&Board, Told)) -> Result<(), usize> {
        let mut board = Board::default();
        for (number, &square) in self.moves.iter().enumerate() {
            if board.must_pass() {
                board.play(Move::Pass);
            }
            let mv = Move::Place(square);
            if !board.is_legal(mv) {
                return Err(number);
            }
            if let Some(chosen) = number.checked_sub(self.random_moves.into()) {
                let result = if board.turn() == BLACK { self.score } else { -self.score };
                let is_exact = board.empties().count_ones() <= self.exact_from.into();
                each(&board, Told { result, is_exact, value: self.values.get(chosen).copied() });
            }
            board.play(mv);
        }
        Ok(())
    }
}
