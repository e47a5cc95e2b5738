//! Positions of recorded games, with the best score known for each.
//!
//! A record has two scores: what was reached, and what best play from some number of empties would
//! have given. Before that point best play is the better label; after it the reached score is
//! right where the two agree. Near the end the position is solved.

use super::Sample;
use crate::engine::othello::solve::{Halt, Search, Table};
use crate::game::othello::{BLACK, Board, Empties};
use crate::game::{Game, Position};
use crate::record::wthor::{THEORETICAL_DISCS, THEORETICAL_EMPTIES};
use crate::record::{Record, ReplayError, Tag};

/// Positions earlier than this are the same in most games and say little.
const FIRST_PLY: u32 = 4;
/// From here on every position is solved, above only one in three.
const QUICKLY_SOLVED: u32 = 8;

/// A recorded game and what it says about positions.
#[derive(Clone, Debug)]
pub struct Lesson {
    game: Game<Board>,
    /// Black's margin under best play, and from how many empties.
    best: Option<(i32, u32)>,
}

impl Lesson {
    /// Replays a record.
    pub fn new(record: &Record) -> Result<Self, ReplayError> {
        let number = |name: &str| {
            record.info.get(&Tag::other(name)).and_then(|text| text.parse::<i32>().ok())
        };
        let best = number(THEORETICAL_DISCS)
            .zip(number(THEORETICAL_EMPTIES))
            .map(|(discs, empties)| (2 * discs - 64, empties as u32));
        Ok(Self { game: record.replay()?, best })
    }

    /// Calls `each` with every position whose score is known well enough. Positions with at most
    /// `solve_at` empties are solved, with what is known in `table`.
    pub fn samples(&self, table: &Table, solve_at: u32, mut each: impl FnMut(Sample)) {
        let end = self.game.position();
        if !end.is_over() {
            return;
        }
        let reached = end.difference(Empties::ToWinner);
        for board in self.game.positions() {
            let empties = board.empties().count_ones();
            if empties > 60 - FIRST_PLY || empties == 0 || board.mobility() == 0 {
                continue;
            }
            let known = self.label(empties, reached);
            let known = known.map(|black| if board.turn() == BLACK { black } else { -black });
            let solves = empties <= solve_at
                && (empties <= QUICKLY_SOLVED || (board.key().0 >> 32).is_multiple_of(3));
            let solve = || Search::new(table, Halt::default()).score(board, -64, 64);
            if let Some(score) = if solves { solve() } else { known } {
                let (mover, opponent) = (board.mover(), board.opponent());
                each(Sample { mover, opponent, score: score as i8 });
            }
        }
    }

    fn label(&self, empties: u32, reached: i32) -> Option<i32> {
        let (best, from) = self.best?;
        if empties >= from {
            return Some(best);
        }
        (best == reached).then_some(reached)
    }

    /// The position at which best play is known, and the mover's score from there.
    pub fn theoretical(&self) -> Option<(Board, i32)> {
        let (best, from) = self.best?;
        let board = self.game.positions().find(|board| board.empties().count_ones() == from)?;
        Some((*board, if board.turn() == BLACK { best } else { -best }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript;

    const OPENING: &str = "f5d6c5f4e3c6d3f6e6d7g4c4";

    fn lesson(discs: &str) -> Lesson {
        let mut record = transcript::records(OPENING).next().unwrap().unwrap();
        record.info.push(Tag::other(THEORETICAL_DISCS), discs);
        record.info.push(Tag::other(THEORETICAL_EMPTIES), "50");
        Lesson::new(&record).unwrap()
    }

    #[test]
    fn an_unfinished_game_teaches_nothing() {
        let mut count = 0;
        lesson("32").samples(&Table::with_kib(1), 12, |_| count += 1);
        assert_eq!(count, 0);
    }

    #[test]
    fn before_the_known_point_best_play_is_the_label_and_after_it_only_agreement() {
        let lesson = lesson("40");
        assert_eq!(lesson.label(55, 4), Some(16));
        assert_eq!(lesson.label(50, 4), Some(16));
        assert_eq!(lesson.label(49, 4), None);
        assert_eq!(lesson.label(49, 16), Some(16));
    }

    #[test]
    fn the_theoretical_score_is_the_movers() {
        let (board, score) = lesson("40").theoretical().unwrap();
        assert_eq!(board.empties().count_ones(), 50);
        assert_eq!(score, if board.turn() == BLACK { 16 } else { -16 });
    }
}
