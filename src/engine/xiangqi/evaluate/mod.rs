//! The worth of a position, kept up move by move.
//!
//! The search knows only [`Evaluation`]: `refresh` at the root, `push` for each move made, `value` at
//! a ply. What is kept per ply is this module's affair: the sum of piece-square weights, the phase,
//! the keys of corrections, and the sums of a [`network`] if there is one. Without a network, or when
//! told so, the value is that of the hand-made [`terms`].

pub mod network;
mod taper;
mod terms;
mod weights;

use std::sync::Arc;

use network::{Kernel, Network, Stack};
use taper::Taper;

use super::history::History;
use super::score::{EVAL_LIMIT, MAX_PLY, Value};
use super::see;
use crate::base::KeyStream;
use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Move, MoveSet, Piece, Square};

use weights::WEIGHTS;

pub use terms::{GROUPS, Group, Sink, TERMS};

/// Phase of the start position; 0 when no rook, horse or cannon is left.
pub const FULL_PHASE: i32 = 32;

/// A piece went somewhere, and may have taken another.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The piece.
    pub piece: Piece,
    /// Where it came from.
    pub from: Square,
    /// Where it went.
    pub to: Square,
    /// What it took.
    pub taken: Option<Piece>,
}

/// What is kept for one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accumulator {
    /// Piece-square weights, first side minus second.
    pieces: Taper,
    /// Officers left.
    phase: i32,
    /// Keys of the pawns and of each side's other pieces.
    keys: [u64; History::CORRECTION_KINDS],
}

/// Evaluations of the positions from the root to the present ply.
#[derive(Debug)]
pub struct Evaluation {
    plies: Box<[Accumulator]>,
    /// The network, if values come from one.
    network: Option<Stack>,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self { plies: vec![Accumulator::default(); MAX_PLY + 2].into(), network: None }
    }
}

impl Evaluation {
    /// Values come from `network` from now on, or from the hand-made terms. To be followed by a
    /// [`refresh`](Self::refresh) if that is a change.
    pub fn use_network(&mut self, network: Option<&Arc<Network>>) {
        let same = match (&self.network, network) {
            (Some(stack), Some(network)) => Arc::ptr_eq(stack.network(), network),
            (None, None) => true,
            _ => false,
        };
        if !same {
            let stack = |network: &Arc<Network>| Stack::new(network.clone(), Kernel::detect());
            self.network = network.map(stack);
        }
    }

    /// Begins anew with `board` at `ply`.
    pub fn refresh(&mut self, ply: usize, board: &Board) {
        self.plies[ply] = Accumulator::of(board);
        if let Some(stack) = &mut self.network {
            stack.refresh(ply, board);
        }
    }

    /// `mv` is about to be played on `board`, the position at `ply`.
    #[inline]
    pub fn push(&mut self, ply: usize, board: &Board, mv: Move) {
        let mut next = self.plies[ply];
        if let Some(piece) = board.piece_at(mv.from()) {
            let taken = board.captured(mv);
            let change = Change { piece, from: mv.from(), to: mv.to(), taken };
            next.apply(change);
            if let Some(stack) = &mut self.network {
                stack.push(ply, change);
            }
        }
        self.plies[ply + 1] = next;
    }

    /// The side to move passes at `ply`.
    pub fn push_null(&mut self, ply: usize) {
        self.plies[ply + 1] = self.plies[ply];
        if let Some(stack) = &mut self.network {
            stack.push_null(ply);
        }
    }

    /// The worth of `board`, the position at `ply`, to the side to move.
    pub fn value(&mut self, ply: usize, board: &Board) -> Value {
        let red = board.turn() == Color::First;
        let value = match &mut self.network {
            Some(stack) => stack.value(ply, board) * if red { 1 } else { -1 },
            None => self.hand_made(ply, board),
        };
        let value = value * winning_chances(board, value) / FULL_CHANCES;
        (if red { value } else { -value }).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// What the terms say, first side minus second.
    fn hand_made(&self, ply: usize, board: &Board) -> Value {
        let kept = &self.plies[ply];
        let mut sum = Sum(kept.pieces);
        terms::relations(board, &mut sum);
        sum.0.at(kept.phase, FULL_PHASE)
    }

    /// The keys under which errors of this evaluation are remembered.
    pub fn correction_keys(&self, ply: usize) -> &[u64; History::CORRECTION_KINDS] {
        &self.plies[ply].keys
    }

    /// Officers left at `ply`: [`FULL_PHASE`] at the start, 0 when none is left.
    pub fn phase(&self, ply: usize) -> i32 {
        self.plies[ply].phase
    }
}

/// Hands every term of `board` to `sink`, kept ones too: for tuning. Returns the phase.
pub fn trace(board: &Board, sink: &mut impl Sink) -> i32 {
    terms::pieces(board, sink);
    terms::relations(board, sink);
    Accumulator::of(board).phase
}

/// Every weight in force, middlegame and endgame: where tuning begins.
pub fn weights() -> Vec<[f32; 2]> {
    WEIGHTS.iter().map(|weight| [weight.middle() as f32, weight.end() as f32]).collect()
}

/// How much of an advantage counts in `board` if the first, or the second side has it: `0..=1`.
pub fn chances(board: &Board) -> [f32; 2] {
    [1, -1].map(|value| winning_chances(board, value) as f32 / FULL_CHANCES as f32)
}

/// Whether nothing is about to happen: no check, and no capture that wins something. Only such
/// positions say anything about an evaluation.
pub fn is_quiet(board: &Board) -> bool {
    let winning = |&mv: &Move| see::wins_at_least(board, mv, 1);
    !board.in_check() && !board.moves(MoveSet::Captures).iter().any(winning)
}

/// Chances of a position in which the side ahead has all it needs.
const FULL_CHANCES: i32 = 16;

/// How much of an advantage counts, by what the side ahead has left to win with.
fn winning_chances(board: &Board, value: i32) -> i32 {
    let ahead = if value >= 0 { Color::First } else { Color::Second };
    let officers = [Kind::Rook, Kind::Horse, Kind::Cannon]
        .map(|kind| board.pieces(ahead, kind))
        .into_iter()
        .fold(Bitboard::EMPTY, |all, some| all | some);
    if officers.is_many() || board.pieces(ahead, Kind::Rook).any() {
        return FULL_CHANCES;
    }
    let pawns = board.pieces(ahead, Kind::Pawn);
    match (officers.any(), pawns.count()) {
        (false, 0) => 0,
        (false, 1) => 4,
        (true, 0) => 6,
        (false, 2) => 10,
        (true, 1) => 12,
        _ => FULL_CHANCES,
    }
}

/// Adds weights up for the player.
struct Sum(Taper);

impl Sink for Sum {
    #[inline]
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let worth = WEIGHTS[term] * count;
        match color {
            Color::First => self.0 += worth,
            Color::Second => self.0 -= worth,
        }
    }
}

impl Accumulator {
    fn of(board: &Board) -> Self {
        let mut found = Self::default();
        for (square, piece) in board.placed() {
            found.put(piece, square);
        }
        found
    }

    #[inline]
    fn apply(&mut self, change: Change) {
        let Change { piece, from, to, taken } = change;
        if let Some(taken) = taken {
            self.pieces -= worth(taken, to);
            self.phase -= PHASE[taken.kind.index()];
            self.toggle(taken, to);
        }
        self.pieces += worth(piece, to) - worth(piece, from);
        self.toggle(piece, from);
        self.toggle(piece, to);
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.pieces += worth(piece, square);
        self.phase += PHASE[piece.kind.index()];
        self.toggle(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let index = if piece.kind == Kind::Pawn { 0 } else { 1 + piece.color.index() };
        self.keys[index] ^= KEYS[piece.index()][square.index()];
    }
}

/// What each kind adds to the phase.
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];

/// The weight of `piece` on `square`, first side minus second.
#[inline]
fn worth(piece: Piece, square: Square) -> Taper {
    PIECE_SQUARE[piece.index()][square.index()]
}

/// The piece-square weights unfolded to both sides and the whole board.
static PIECE_SQUARE: [[Taper; 90]; 14] = {
    let mut table = [[Taper::new(0, 0); 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            let (rank, file) = (square / 9, square % 9);
            let rank = if piece < 7 { rank } else { 9 - rank };
            let file = if file > 4 { 8 - file } else { file };
            let weight = WEIGHTS[piece % 7 * terms::HALF + rank * 5 + file];
            let sign = if piece < 7 { 1 } else { -1 };
            table[piece][square] = Taper::new(sign * weight.middle(), sign * weight.end());
            square += 1;
        }
        piece += 1;
    }
    table
};

static KEYS: [[u64; 90]; 14] = {
    let mut stream = KeyStream::named("xiangqi correction");
    let mut keys = [[0; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            keys[piece][square] = stream.next().0;
            square += 1;
        }
        piece += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::positions::{along_random_games, colors_swapped};

    fn value(board: &Board) -> Value {
        let mut evaluation = Evaluation::default();
        evaluation.refresh(0, board);
        evaluation.value(0, board)
    }

    #[test]
    fn what_is_kept_is_what_counting_anew_gives() {
        let mut evaluation = Evaluation::default();
        along_random_games(1, 20, |board, mv| {
            evaluation.refresh(0, board);
            evaluation.push(0, board, mv);
            let mut after = board.clone();
            after.play(mv);
            assert_eq!(evaluation.plies[1], Accumulator::of(&after), "{board}{mv}");
        });
    }

    /// The slow, obvious sum: all terms through one sink, nothing unfolded or kept.
    #[test]
    fn the_unfolded_table_says_what_the_terms_say() {
        along_random_games(2, 10, |board, _| {
            let mut sum = Sum(Taper::default());
            terms::pieces(board, &mut sum);
            assert_eq!(Accumulator::of(board).pieces, sum.0, "{board}");
        });
    }

    #[test]
    fn left_and_right_are_worth_the_same() {
        along_random_games(3, 10, |board, _| {
            assert_eq!(value(board), value(&board.mirrored()), "{board}");
        });
    }

    #[test]
    fn both_colors_are_worth_the_same() {
        along_random_games(4, 10, |board, _| {
            assert_eq!(value(board), value(&colors_swapped(board)), "{board}");
        });
    }

    #[test]
    fn the_start_is_level_but_for_the_move() {
        let tempo = WEIGHTS[terms::TEMPO].middle();
        assert_eq!(value(&Board::start()), tempo);
    }

    #[test]
    fn the_phase_runs_from_full_to_none() {
        assert_eq!(Accumulator::of(&Board::start()).phase, FULL_PHASE);
        let bare: Board = "3k5/4P4/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1".parse().unwrap();
        assert_eq!(Accumulator::of(&bare).phase, 0);
    }

    #[test]
    fn a_side_that_cannot_mate_is_not_ahead() {
        // Two advisors and two elephants more, but nothing that could ever cross the river.
        let fortress: Board = "4k4/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1".parse().unwrap();
        assert_eq!(value(&fortress), 0);
    }
}
