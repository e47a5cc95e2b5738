//! How far the evaluation is from known scores, by itself and some plies ahead.

use std::sync::Arc;

use super::{Foresight, Teacher};
use crate::engine::othello::evaluate::Weights;
use crate::game::othello::Board;
use crate::game::othello::flip::Portable;

/// Judges weights by positions whose score for the side to move is known.
#[derive(Debug)]
pub struct Examiner {
    weights: Arc<Weights>,
    teacher: Teacher,
}

impl Examiner {
    /// An examiner of these weights.
    pub fn new(weights: Arc<Weights>) -> Self {
        let foresight = Foresight { solve_at: 0, plies: 0 };
        Self { teacher: Teacher::new(foresight, Arc::clone(&weights)), weights }
    }

    /// By how many discs the value so many plies ahead misses the score; 0 plies ask for the value
    /// itself. Nothing where the side to move has no move to look ahead with.
    pub fn miss(&self, board: &Board, score: i32, plies: u32) -> Option<f32> {
        let value = match plies {
            0 => self.weights.evaluate(Portable, board.mover(), board.opponent()) as f32 / 100.0,
            _ => self.teacher.look_ahead(board, plies)?,
        };
        Some((value - score as f32).abs())
    }

    /// The mean of that over positions, `None` without any.
    pub fn mean_miss<'a>(
        &self,
        known: impl IntoIterator<Item = &'a (Board, i32)>,
        plies: u32,
    ) -> Option<f32> {
        let misses = known.into_iter().filter_map(|(board, score)| self.miss(board, *score, plies));
        let (sum, count) = misses.fold((0.0, 0), |(sum, count), miss| (sum + miss, count + 1));
        (count > 0).then(|| sum / count as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_miss_is_the_distance_to_the_value() {
        let weights = Weights::embedded();
        let board = Board::default();
        let value = weights.evaluate(Portable, board.mover(), board.opponent()) as f32 / 100.0;
        let examiner = Examiner::new(weights);
        assert_eq!(examiner.miss(&board, 3, 0), Some((value - 3.0).abs()));
        let known = [(board, 3), (board, -5)];
        let both = (value - 3.0).abs() + (value + 5.0).abs();
        assert_eq!(examiner.mean_miss(&known, 0), Some(both / 2.0));
        assert_eq!(examiner.mean_miss(&[], 0), None);
    }

    #[test]
    fn plies_ahead_are_searched() {
        // Black wins the whole board by the last square.
        let board: Board =
            "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X".parse().unwrap();
        let examiner = Examiner::new(Weights::embedded());
        assert_eq!(examiner.miss(&board, 64, 1), Some(0.0));
    }
}
