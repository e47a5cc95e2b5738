//! Go by brute force, the reference of the tests: every legal move by the rules' own board, the
//! whole history, alpha-beta, and if wanted an end where the rest of the game cannot matter.

use rustc_hash::FxHashSet;

use crate::base::Key;
use crate::game::go::{BLACK, Board, Move, Point, certain, score};
use crate::game::{Color, Position};

/// Where a line ends before both sides have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Nowhere.
    None,
    /// Where points that are certain decide.
    Certain,
}

/// A solver of one position. Area scoring, positional superko, no suicide.
#[derive(Debug)]
pub struct Solver {
    seen: FxHashSet<Key>,
    cut: Cut,
    /// Positions that may still be looked at.
    budget: u32,
}

impl Solver {
    /// A solver that looks at so many positions; the boards `seen` may not come again.
    pub fn new(budget: u32, cut: Cut, seen: impl IntoIterator<Item = Key>) -> Self {
        Self { seen: seen.into_iter().collect(), cut, budget }
    }

    /// Black's area less White's when both play their best, `None` if the budget is too small.
    pub fn score(&mut self, board: &Board) -> Option<i32> {
        let most = board.size().points() as i32 + 1;
        let score = self.best(board, -most, most)?;
        Some(own(board.turn(), score))
    }

    /// Whether Black gets more than `komi` when both play their best.
    pub fn black_wins(&mut self, board: &Board, komi: f32) -> Option<bool> {
        let low = komi.floor() as i32;
        let (low, high) = if board.turn() == BLACK { (low, low + 1) } else { (-low - 1, -low) };
        let score = own(board.turn(), self.best(board, low, high)?);
        Some(score as f32 > komi)
    }

    /// The area of the side to move less its opponent's, as far as it lies between the two.
    fn best(&mut self, board: &Board, mut low: i32, high: i32) -> Option<i32> {
        if board.passes() >= 2 {
            return Some(own(board.turn(), score::area_balance(board)));
        }
        self.budget = self.budget.checked_sub(1)?;
        if self.cut == Cut::Certain {
            let (least, most) = certain_scores(board);
            if least >= high || least == most {
                return Some(least);
            }
            if most <= low {
                return Some(most);
            }
        }
        let mut best = i32::MIN;
        for mv in moves(board) {
            let mut next = board.clone();
            next.play(mv);
            let is_new = mv.is_pass() || self.seen.insert(next.board_key());
            if !is_new {
                continue;
            }
            let found = self.best(&next, -high, -low);
            if !mv.is_pass() {
                self.seen.remove(&next.board_key());
            }
            best = best.max(-found?);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        Some(best)
    }

    /// Whether the side to move, if it is `attacker`, takes the chain at `prey` within so many moves;
    /// else whether it cannot keep the chain from being taken.
    pub fn is_taken(
        &mut self,
        board: &Board,
        prey: Point,
        attacker: Color,
        moves_left: u32,
    ) -> bool {
        if board.stone(prey) != Some(attacker.other()) {
            return true;
        }
        if moves_left == 0 {
            return false;
        }
        let attacks = board.turn() == attacker;
        for mv in moves(board) {
            let mut next = board.clone();
            next.play(mv);
            if !mv.is_pass() && !self.seen.insert(next.board_key()) {
                continue;
            }
            let taken = self.is_taken(&next, prey, attacker, moves_left - 1);
            if !mv.is_pass() {
                self.seen.remove(&next.board_key());
            }
            if taken == attacks {
                return attacks;
            }
        }
        !attacks
    }
}

/// The least and the most that the side to move can still get.
fn certain_scores(board: &Board) -> (i32, i32) {
    let points = board.size().points() as i32;
    let held = |color| certain::held(board, color) as i32;
    let own = board.turn();
    (2 * held(own) - points, points - 2 * held(own.other()))
}

/// A score of Black from the view of `color`, or the other way round.
const fn own(color: Color, score: i32) -> i32 {
    match color {
        BLACK => score,
        _ => -score,
    }
}

/// The legal moves but for superko, those that take stones first, the pass last.
fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.retain(|mv| mv.point().is_none_or(|at| board.suicide_by(board.turn(), at).is_empty()));
    let urgency = |mv: &Move| match mv {
        Move::Pass => 1,
        Move::Place(at) => {
            -(board.captured_by(board.turn(), *at).len() as i32 * 10)
                - i32::from(board.size().line(*at))
        }
    };
    moves.sort_by_key(urgency);
    moves
}
