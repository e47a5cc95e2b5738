//! Plays one game. It depends on the terms and the game's number only, so that any game of a folder
//! can be played again.

use std::sync::Arc;

use super::game::{PlayedGame, Terms};
use crate::base::Random;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::midgame::{Midgame, Root, Selectivity};
use crate::engine::othello::solve::{self, Halt, Search};
use crate::game::Position;
use crate::game::othello::{BLACK, Board, Empties, Move};
use crate::search::Table;
use crate::workshop::selfplay::Plays;

/// Memory of a player: shallow searches and short solves need little, and it is cleared for each game.
const TABLE_MIB: usize = 2;

/// Plays games against itself.
#[derive(Debug)]
pub struct SelfPlayer {
    terms: Terms,
    weights: Arc<Weights>,
    positions: Table,
    endings: solve::Table,
}

impl SelfPlayer {
    /// A player for games of these terms, with the weights the terms were made with.
    pub fn new(terms: &Terms, weights: Arc<Weights>) -> Self {
        let (positions, endings) =
            (Table::at_most(TABLE_MIB), solve::Table::with_kib(TABLE_MIB << 10));
        Self { terms: terms.clone(), weights, positions, endings }
    }

    /// The best move by a search of the terms' depth.
    fn choose(&self, board: &Board) -> Option<Move> {
        let solver = Search::new(&self.endings, Halt::default()).ordered_by(Some(&self.weights));
        let mut search = Midgame::new(&self.positions, &self.weights, solver, Selectivity::On);
        let mut root = Root::new(board, u64::MAX);
        let mut best = None;
        for depth in 1..=self.terms.depth.max(1) {
            let found = root.search(&mut search, depth, 1)?;
            best = found.first().and_then(|found| found.pv.first().copied());
        }
        best
    }

    /// Best play from `board` to the end: its moves and Black's margin.
    fn finish(&self, board: &Board) -> (Vec<Move>, i32) {
        let mut search =
            Search::new(&self.endings, Halt::default()).ordered_by(Some(&self.weights));
        let score = search.score(board, -64, 64).unwrap_or(0);
        let line = search.line(board, score);
        (line, if board.turn() == BLACK { score } else { -score })
    }
}

impl Plays for SelfPlayer {
    type Game = PlayedGame;

    fn play(&mut self, number: u64) -> PlayedGame {
        self.positions.clear(1);
        self.endings.clear();
        // Neighbouring seeds must not give neighbouring streams.
        let seed = self.terms.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Random::seeded(seed);
        let [least, most] = self.terms.random_moves;
        let random_moves = least + random.below(most.saturating_sub(least) + 1);
        let (mut board, mut moves) = (Board::default(), Vec::new());
        while !board.is_over() && board.empties().count_ones() > self.terms.solve_at {
            let mv = if board.must_pass() {
                Some(Move::Pass)
            } else if (moves.len() as u32) < random_moves {
                at_random(&board, &mut random)
            } else {
                self.choose(&board)
            };
            let Some(mv) = mv else { break };
            moves.extend(mv.square());
            board.play(mv);
        }
        let exact_from = board.empties().count_ones() as u8;
        let (line, score) = if board.is_over() {
            (Vec::new(), board.difference(Empties::ToWinner))
        } else {
            self.finish(&board)
        };
        moves.extend(line.into_iter().filter_map(Move::square));
        let random_moves = random_moves.min(moves.len() as u32) as u8;
        PlayedGame { number, random_moves, exact_from, score: score as i8, moves }
    }
}

fn at_random(board: &Board, random: &mut Random) -> Option<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.get(random.below(moves.len().max(1) as u32) as usize).copied()
}
