//! Plays one game. It depends on the terms and the game's number only, so that any game of a folder
//! can be played again.

use std::sync::Arc;

use super::game::{PlayedGame, Terms};
use crate::base::Random;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::midgame::{Ending, Midgame, Root, Selectivity};
use crate::engine::othello::solve::{self, Halt, Search};
use crate::game::Position;
use crate::game::othello::{BLACK, Board, Empties, Move, Square, Squares};
use crate::search::Table;
use crate::workshop::selfplay::Plays;

/// Memory of a player: shallow searches and short solves need little, and it is cleared for each game.
const TABLE_MIB: usize = 2;
/// Random moves after those of an opening; one of these numbers is drawn.
const STRAYS: [u32; 8] = [0, 0, 1, 1, 1, 2, 2, 3];

/// Plays games against itself.
#[derive(Debug)]
pub struct SelfPlayer {
    terms: Terms,
    weights: Arc<Weights>,
    openings: Arc<[Vec<Square>]>,
    positions: Table,
    endings: solve::Table,
}

impl SelfPlayer {
    /// A player for games of these terms, with the weights the terms were made with.
    pub fn new(terms: &Terms, weights: Arc<Weights>) -> Self {
        let (positions, endings) =
            (Table::at_most(TABLE_MIB), solve::Table::with_kib(TABLE_MIB << 10));
        Self { terms: terms.clone(), weights, openings: Arc::new([]), positions, endings }
    }

    /// The same with games that begin with one of these lines, legal from the usual start, in place of
    /// random moves.
    #[must_use]
    pub fn with_openings(mut self, openings: Arc<[Vec<Square>]>) -> Self {
        self.openings = openings;
        self
    }

    /// The moves that nobody chose, and the position after them.
    fn begin(&self, random: &mut Random) -> (Board, Vec<Square>) {
        let [least, most] = self.terms.random_moves;
        let wanted = least + random.below(most.saturating_sub(least) + 1);
        let (mut board, mut moves) = (Board::default(), Vec::new());
        let mut at_random = wanted;
        if !self.openings.is_empty() {
            let line = &self.openings[random.below(self.openings.len() as u32) as usize];
            for &square in line.iter().take(wanted as usize) {
                place(&mut board, &mut moves, square);
            }
            at_random = STRAYS[random.below(STRAYS.len() as u32) as usize];
        }
        for _ in 0..at_random {
            let squares: Vec<Square> = Squares(board.mobility()).collect();
            let Some(&square) = squares.get(random.below(squares.len().max(1) as u32) as usize)
            else {
                break;
            };
            place(&mut board, &mut moves, square);
        }
        (board, moves)
    }

    /// The best move by a search of the terms' depth or to the end, and its value.
    fn choose(&self, board: &Board) -> Option<(Square, i16)> {
        let solver = Search::new(&self.endings, Halt::default()).ordered_by(Some(&self.weights));
        let mut search = Midgame::new(&self.positions, &self.weights, solver, Selectivity::On);
        let mut root = Root::new(board, u64::MAX);
        let mut found = Vec::new();
        for depth in 1..=self.terms.depth.max(1) {
            found = root.search(&mut search, depth, 1)?;
        }
        let empties = board.empties().count_ones();
        if empties <= self.terms.end_at
            && let Some(boldest) = Ending::all().next()
        {
            search.end_by(boldest);
            found = root.search(&mut search, empties, 1)?;
        }
        let best = found.first()?;
        Some((best.pv.first()?.square()?, best.score as i16))
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
        let (mut board, mut moves) = self.begin(&mut random);
        let (random_moves, mut values) = (moves.len() as u8, Vec::new());
        while !board.is_over() && board.empties().count_ones() > self.terms.solve_at {
            let Some((square, value)) = self.choose(&board) else { break };
            values.push(value);
            place(&mut board, &mut moves, square);
        }
        let exact_from = board.empties().count_ones() as u8;
        let (line, score) = if board.is_over() {
            (Vec::new(), board.difference(Empties::ToWinner))
        } else {
            self.finish(&board)
        };
        moves.extend(line.into_iter().filter_map(Move::square));
        PlayedGame { number, random_moves, exact_from, score: score as i8, moves, values }
    }
}

/// Plays a move and notes it; the other side passes if it must.
fn place(board: &mut Board, moves: &mut Vec<Square>, square: Square) {
    board.play(Move::Place(square));
    moves.push(square);
    if board.must_pass() {
        board.play(Move::Pass);
    }
}
