//! Positions to learn from: those of recorded games, and strays from them.
//!
//! A search meets many positions that no good player would reach, so after some positions of a game
//! one or two moves are made at random. What a record says of best play from some number of empties is
//! the exact score of one position. Later positions whose players kept that score are known too,
//! but only in games without a mistake: their scores would flatter the evaluation.

use crate::base::Random;
use crate::engine::othello::evaluate::{PHASES, phase};
use crate::game::othello::{BLACK, Board};
use crate::game::{Game, Position};
use crate::record::wthor::{THEORETICAL_DISCS, THEORETICAL_EMPTIES};
use crate::record::{Record, ReplayError, Tag};

/// Positions earlier than this are the same in most games and say little.
const FIRST_PLY: u32 = 4;
/// One position in so many is left by a random move.
const STRAYS: u32 = 2;
/// One stray in so many is left by another.
const FARTHER_STRAYS: u32 = 4;

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

    /// The positions of the game where a move is to be chosen.
    pub fn positions(&self) -> impl Iterator<Item = &Board> {
        self.game.positions().filter(|board| is_worth_it(board))
    }

    /// The position at which best play is known, and the mover's score from there.
    pub fn theoretical(&self) -> Option<(Board, i32)> {
        let (best, from) = self.best?;
        let board = self.game.positions().find(|board| board.empties().count_ones() == from)?;
        Some((*board, if board.turn() == BLACK { best } else { -best }))
    }
}

fn is_worth_it(board: &Board) -> bool {
    let empties = board.empties().count_ones();
    board.mobility() != 0 && empties <= 60 - FIRST_PLY
}

/// Plays a random move.
pub fn stray_from(board: &mut Board, random: &mut Random) {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    if let Some(&mv) = moves.get(random.below(moves.len().max(1) as u32) as usize) {
        board.play(mv);
    }
}

/// Positions whose score is not known yet, by phase: a fair choice of all that were offered.
#[derive(Clone, Debug)]
pub struct Questions {
    random: Random,
    most: usize,
    phases: Vec<Phase>,
}

#[derive(Clone, Debug, Default)]
struct Phase {
    kept: Vec<Board>,
    offered: u64,
}

impl Questions {
    /// Room for so many positions of each phase.
    pub fn new(most: usize, seed: u64) -> Self {
        Self { random: Random::seeded(seed), most, phases: vec![Phase::default(); PHASES] }
    }

    /// The positions kept of a phase.
    pub fn of_phase(&self, number: usize) -> &[Board] {
        self.phases.get(number).map_or(&[], |phase| &phase.kept)
    }

    /// Offers a position, and perhaps a stray from it.
    pub fn offer_with_strays(&mut self, board: &Board) {
        self.offer(board);
        let mut stray = *board;
        if self.random.below(STRAYS) == 0 {
            stray_from(&mut stray, &mut self.random);
            if self.random.below(FARTHER_STRAYS) == 0 {
                stray_from(&mut stray, &mut self.random);
            }
            self.offer(&stray);
        }
    }

    fn offer(&mut self, board: &Board) {
        if !is_worth_it(board) {
            return;
        }
        let phase = &mut self.phases[phase((board.mover() | board.opponent()).count_ones())];
        phase.offered += 1;
        if phase.kept.len() < self.most {
            phase.kept.push(*board);
            return;
        }
        // Each of the positions offered has the same chance to be here at the end.
        let place = self.random.word() % phase.offered;
        if let Some(kept) = phase.kept.get_mut(place as usize) {
            *kept = *board;
        }
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
    fn the_theoretical_score_is_the_movers() {
        let (board, score) = lesson("40").theoretical().unwrap();
        assert_eq!(board.empties().count_ones(), 50);
        assert_eq!(score, if board.turn() == BLACK { 16 } else { -16 });
    }

    #[test]
    fn the_first_moves_are_left_out() {
        let lesson = lesson("40");
        assert_eq!(lesson.positions().count(), 12 + 1 - FIRST_PLY as usize);
    }

    #[test]
    fn no_more_is_kept_than_wanted_and_all_have_the_same_chance() {
        let lesson = lesson("40");
        let boards: Vec<Board> = lesson.positions().copied().collect();
        // Discs 9 to 13 are the second phase.
        let of_phase = boards.iter().filter(|b| 60 - b.empties().count_ones() < 10).count();
        let mut times = vec![0; boards.len()];
        for seed in 0..400 {
            let mut questions = Questions::new(2, seed);
            boards.iter().for_each(|board| questions.offer(board));
            let kept = questions.of_phase(1);
            assert_eq!(kept.len(), 2);
            for board in kept {
                times[boards.iter().position(|one| one == board).unwrap()] += 1;
            }
        }
        let expected = 400 * 2 / (of_phase - 1);
        for (board, &count) in boards.iter().zip(&times).skip(1).take(of_phase - 1) {
            assert!(count > expected * 2 / 3 && count < expected * 3 / 2, "{count} times\n{board}");
        }
    }

    #[test]
    fn strays_are_positions_that_were_not_in_the_game() {
        let lesson = lesson("40");
        let mut questions = Questions::new(1000, 3);
        for _ in 0..30 {
            lesson.positions().for_each(|board| questions.offer_with_strays(board));
        }
        let game: Vec<Board> = lesson.positions().copied().collect();
        let all: Vec<Board> = (0..PHASES).flat_map(|n| questions.of_phase(n).to_vec()).collect();
        let strays = all.iter().filter(|board| !game.contains(board)).count();
        let share = strays as f32 / all.len() as f32;
        assert!(share > 0.15 && share < 0.45, "{strays} of {}", all.len());
    }
}
