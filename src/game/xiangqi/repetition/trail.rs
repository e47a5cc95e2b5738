//! The path to a position, as a search keeps it: light, pushed and popped with every move.

use super::{Repetition, conduct};
use crate::base::Key;
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, RepetitionRule};

/// One ply: the position's key before it and the move, `None` for a null move.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: Key,
    mv: Option<Move>,
}

/// When a repeated position is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// At this occurrence of the position, the first being 1.
    At(u8),
    /// In a search whose root the trail reached with `root` steps: at the second occurrence if
    /// the first lies behind the root, at the third otherwise.
    Search {
        /// [`Trail::len`] at the root.
        root: usize,
    },
}

/// The moves that led to a position, with the keys of the positions they left.
///
/// Search pushes before it plays and pops after: the trail itself holds no boards.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    steps: Vec<Step>,
}

impl Trail {
    /// The trail of a game.
    pub fn of(game: &Game<Board>) -> Self {
        let steps = game.positions().zip(game.moves());
        Self {
            steps: steps.map(|(board, (_, mv))| Step { key: board.key(), mv: Some(mv) }).collect(),
        }
    }

    /// Number of plies.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Goes on from `board` by `mv`.
    #[inline]
    pub fn push(&mut self, board: &Board, mv: Move) {
        self.steps.push(Step { key: board.key(), mv: Some(mv) });
    }

    /// Goes on from `board` by giving the turn away. No repetition reaches across this.
    #[inline]
    pub fn push_null(&mut self, board: &Board) {
        self.steps.push(Step { key: board.key(), mv: None });
    }

    /// Goes one ply back.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether `board`, where the trail ends, repeats an earlier position, and who is at fault.
    ///
    /// Compares keys only, as far back as no piece was taken, unless a repetition is found.
    pub fn repetition(&self, board: &Board, rule: RepetitionRule, fold: Fold) -> Repetition {
        let longest = self.steps.len().min(board.clock().into());
        let mut seen = 1;
        for back in (2..=longest).step_by(2) {
            let Some([earlier, later]) = self.two_plies(back) else { break };
            if earlier.mv.is_none() || later.mv.is_none() {
                break;
            }
            if earlier.key != board.key() {
                continue;
            }
            seen += 1;
            let due = match fold {
                Fold::At(folds) => seen >= folds,
                Fold::Search { root } => seen >= 3 || self.steps.len() - back > root,
            };
            if due {
                return self.judge(board, rule, back);
            }
        }
        Repetition::None
    }

    /// The plies number `back` and `back - 1`, counted from the end.
    #[inline]
    fn two_plies(&self, back: usize) -> Option<&[Step; 2]> {
        self.steps.get(self.steps.len().checked_sub(back)?..)?.first_chunk()
    }

    #[cold]
    fn judge(&self, board: &Board, rule: RepetitionRule, back: usize) -> Repetition {
        let cycle = self.steps.iter().skip(self.steps.len() - back);
        let cycle: Vec<Move> = cycle.filter_map(|step| step.mv).collect();
        match conduct::loser(rule, board, &cycle) {
            None => Repetition::Draw,
            Some((loser, _)) => Repetition::Loses(loser),
        }
    }
}
