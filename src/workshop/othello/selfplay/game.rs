//! A game as bytes, the body of a block of [`selfplay`](crate::workshop::selfplay).
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | random moves at the beginning |
//! | 1 | empties from which on it is best play |
//! | 1 | Black's final margin, signed |
//! | 1 | moves |
//! | 1 each | moves, squares numbered `row * 8 + column`; passes are not written |
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
    /// Random moves at the beginning, at least and at most.
    pub random_moves: [u32; 2],
    /// Plies the player looks ahead.
    pub depth: u32,
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
}

impl Keep for PlayedGame {
    const MAGIC: &'static [u8; 4] = b"SQOG";
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
        body
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        let mut wire = Wire::new(body);
        let number = wire.u64().ok()?;
        let [random_moves, exact_from, score, count] = wire.array().ok()?;
        let moves = wire.take(usize::from(count)).ok()?;
        let moves: Option<Vec<Square>> = moves.iter().map(|&n| Square::new(n)).collect();
        let (score, moves) = (score as i8, moves?);
        let game = Self { number, random_moves, exact_from, score, moves };
        wire.is_at_end().then_some(game)
    }
}

impl PlayedGame {
    /// Calls `each` with every position after the random moves, and with the mover's score where
    /// that is exact. `Err` with the number of the move if one is illegal.
    pub fn teach(&self, mut each: impl FnMut(&Board, Option<i8>)) -> Result<(), usize> {
        let mut board = Board::default();
        for (number, &square) in self.moves.iter().enumerate() {
            if board.must_pass() {
                board.play(Move::Pass);
            }
            let mv = Move::Place(square);
            if !board.is_legal(mv) {
                return Err(number);
            }
            if number >= usize::from(self.random_moves) {
                let score = if board.turn() == BLACK { self.score } else { -self.score };
                let exact = board.empties().count_ones() <= self.exact_from.into();
                each(&board, exact.then_some(score));
            }
            board.play(mv);
        }
        Ok(())
    }
}
