//! A game to learn from.

use std::error::Error;
use std::fmt;

use super::selfplay::PlayedGame;
use crate::game::go::fast::{Board19, Vertex};
use crate::game::go::{Board, Move, Point, Size};
use crate::game::{Color, Game};
use crate::record::{Record, RecordMove, Recordable};

/// The player's own moves teach while neither side's winning chance is above this: who has won plays
/// anything.
const UNDECIDED: f32 = 0.9;

/// The moves of a game.
#[derive(Clone, Debug)]
pub struct Lesson {
    start: Board,
    moves: Vec<Played>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug)]
struct Played {
    color: Color,
    mv: Move,
    /// Whether it is worth learning from.
    teaches: bool,
}

/// Why a record is no lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonError {
    /// It cannot be replayed.
    Record(String),
    /// Its board is larger than 19 lines.
    TooLarge,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(why) => write!(f, "{why}"),
            Self::TooLarge => write!(f, "boards of more than 19 lines teach nothing here"),
        }
    }
}

impl Error for LessonError {}

impl Lesson {
    /// The main line of a record.
    pub fn new(record: &Record) -> Result<Self, LessonError> {
        let game: Game<Board> = Board::begin(record).map_err(LessonError::Record)?;
        let start = game.position().clone();
        let size = start.size();
        if usize::from(size.width().max(size.height())) > Board19::MAX_SIDE {
            return Err(LessonError::TooLarge);
        }
        let moves = record.tree.main_moves().map_while(|(color, mv)| match mv {
            RecordMove::Place(cell) if cell.column < size.width() && cell.row < size.height() => {
                let point = Point::new(cell.column, size.height() - 1 - cell.row);
                Some(Played { color, mv: Move::Place(point), teaches: true })
            }
            RecordMove::Pass => Some(Played { color, mv: Move::Pass, teaches: false }),
            _ => None,
        });
        let moves = moves.collect();
        Ok(Self { start, moves })
    }

    /// A game of the player with itself: what it chose, not what was drawn, while the game is open.
    pub fn of_own(game: &PlayedGame) -> Result<Self, LessonError> {
        let size = game.size;
        if usize::from(size.width().max(size.height())) > Board19::MAX_SIDE {
            return Err(LessonError::TooLarge);
        }
        let colors = Color::BOTH.into_iter().cycle();
        let moves = colors.zip(&game.moves).enumerate().map(|(number, (color, searched))| {
            let open = (1.0 - UNDECIDED..=UNDECIDED).contains(&searched.chance);
            let chosen = number >= usize::from(game.drawn);
            let teaches = open && chosen && !searched.mv.is_pass();
            Played { color, mv: searched.mv, teaches }
        });
        Ok(Self { start: Board::new(size), moves: moves.collect() })
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// Shows every position that teaches with the stone that was played there, up to the first fault.
    pub fn replay(&self, mut each: impl FnMut(&Board19, Vertex)) {
        let mut board = Board19::of(&self.start);
        for &Played { color, mv, teaches } in &self.moves {
            let vertex = Board19::vertex_of(mv);
            board.set_turn(color);
            if !vertex.is_pass() {
                if !board.is_vacant(vertex) || !board.is_legal(vertex) {
                    return;
                }
                if teaches {
                    each(&board, vertex);
                }
            }
            board.play(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;

    fn lesson(text: &str) -> Result<Lesson, LessonError> {
        Lesson::new(&sgf::records(text).next().unwrap().unwrap())
    }

    #[test]
    fn positions_come_with_the_move_played() {
        let lesson = lesson("(;GM[1]SZ[9];B[ee];W[ge];B[];W[cc])").unwrap();
        let mut seen = Vec::new();
        lesson.replay(|board, vertex| {
            seen.push((board.vacant_count(), Board19::point(vertex).to_string()));
        });
        let expected = [(81, "E5"), (80, "G5"), (79, "C7")].map(|(n, at)| (n, at.to_owned()));
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_game_teaches_up_to_its_first_fault() {
        let lesson = lesson("(;GM[1]SZ[9];B[ee];W[ee];B[cc])").unwrap();
        let mut count = 0;
        lesson.replay(|_, _| count += 1);
        assert_eq!(count, 1);
    }

    #[test]
    fn a_board_of_25_lines_is_refused() {
        assert_eq!(lesson("(;GM[1]SZ[25];B[ee])").err(), Some(LessonError::TooLarge));
    }
}
