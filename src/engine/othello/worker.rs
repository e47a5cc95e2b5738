//! One worker's board in the tree search.

use super::playout::{self, Policy};
use super::solve::{Halt, Search, Table};
use crate::base::Random;
use crate::game::othello::{BLACK, Board, Empties, Instructions, Move, Square, Squares};
use crate::game::{Color, Position};
use crate::search::uct::{Action, Bounds, Candidate, Expansion, Playout, Simulation, Trace};

/// How simulations judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    /// How playouts choose.
    pub(super) policy: Policy,
    /// Positions with so many empties or fewer are solved instead of played out.
    pub(super) solve_at: u32,
    /// Share of the margin in a result's value; the rest is winning or losing.
    pub(super) score_weight: f32,
}

/// A board that walks down the tree and plays out.
#[derive(Debug)]
pub(super) struct Worker {
    root: Board,
    board: Board,
    at_root: bool,
    random: Random,
    judgement: Judgement,
    instructions: Instructions,
    table: Table,
}

/// The action of a pass; squares are their own numbers.
const PASS: Action = Action(64);

/// The tree's number of a move.
pub(super) fn action_of(mv: Move) -> Action {
    mv.square().map_or(PASS, |square| Action(square.index() as u16))
}

/// The move of a tree's number.
pub(super) fn move_of(action: Action) -> Move {
    u8::try_from(action.0).ok().and_then(Square::new).map_or(Move::Pass, Move::Place)
}

/// Memory for positions solved in the tree, in KiB: they are small, and only near ones repeat.
const TABLE_KIB: usize = 512;

impl Worker {
    /// A worker for some search to come.
    pub(super) fn new() -> Self {
        Self {
            root: Board::default(),
            board: Board::default(),
            at_root: true,
            random: Random::seeded(1),
            judgement: Judgement { policy: Policy::Report, solve_at: 0, score_weight: 0.0 },
            instructions: Instructions::detect(),
            table: Table::with_kib(TABLE_KIB),
        }
    }

    /// Gets ready to search `root`. The table is forgotten, so that equal searches are equal.
    pub(super) fn prepare(&mut self, root: &Board, judgement: Judgement, seed: u64) {
        self.root = *root;
        self.judgement = judgement;
        self.random = Random::seeded(seed);
        self.table.clear();
        self.reset();
    }

    /// The exact score for Black, if the position is near enough to the end.
    fn solve(&mut self) -> Option<i16> {
        if self.board.empties().count_ones() > self.judgement.solve_at {
            return None;
        }
        let score = Search::new(&self.table, Halt::default()).score(&self.board, -64, 64)?;
        Some(if self.board.turn() == BLACK { score } else { -score } as i16)
    }

    fn known(&self, score: i16) -> Playout {
        let bounds = Bounds::exactly(score);
        Playout { value: self.value_of(score), lead: score.into(), bounds }
    }
}

impl Simulation for Worker {
    fn reset(&mut self) {
        self.board = self.root;
        self.at_root = true;
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn play(&mut self, action: Action) {
        self.board.play(move_of(action));
        self.at_root = false;
    }

    fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion {
        let moves = self.board.mobility();
        if moves == 0 && !self.board.must_pass() {
            return Expansion::Over(self.board.difference(Empties::ToWinner) as i16);
        }
        if !self.at_root
            && let Some(score) = self.solve()
        {
            return Expansion::Over(score);
        }
        if moves == 0 {
            candidates.push(Candidate { action: PASS, prior: 1.0, value: 0.5, weight: 0.0 });
            return Expansion::Complete;
        }
        let (mover, opponent) = (self.board.mover(), self.board.opponent());
        let shares = playout::shares(self.judgement.policy, mover, opponent, moves);
        candidates.extend(Squares(moves).zip(shares).map(|(square, prior)| {
            let action = action_of(Move::Place(square));
            Candidate { action, prior, value: 0.5, weight: 0.0 }
        }));
        Expansion::Complete
    }

    fn rollout(&mut self, _trace: &mut Trace) -> Playout {
        if !self.at_root
            && let Some(score) = self.solve()
        {
            return self.known(score);
        }
        let (mover, opponent) = (self.board.mover(), self.board.opponent());
        let policy = self.judgement.policy;
        let end = playout::play(self.instructions, policy, &mut self.random, mover, opponent);
        let turn = self.board.turn();
        let (black, white) =
            if turn == BLACK { (end.mover, end.opponent) } else { (end.opponent, end.mover) };
        let score = Board::new(black, white, turn)
            .map_or(0, |board| board.difference(Empties::ToWinner) as i16);
        Playout { bounds: Bounds::OPEN, ..self.known(score) }
    }

    fn value_of(&self, score: i16) -> f32 {
        let won = match score {
            1.. => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        let margin = 0.5 + f32::from(score) / 128.0;
        won + self.judgement.score_weight * (margin - won)
    }
}
