//! Quiet positions of games, and what came of them: in recorded games the result, in the player's own
//! a mean of what it saw from there on and the result.
//!
//! Recorded games come in a table: a first line that names its columns, then one game a line, columns apart by
//! tabs. `result` (`1-0`, `0-1`, `1/2-1/2`) and `moves` (ICCS, apart by spaces) are needed, `fen` is the
//! start if there is one; other columns are left alone.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use thiserror::Error;

use super::fit::{Samples, chance};
use super::selfplay::PlayedGame;
use crate::engine::xiangqi::evaluate;
use crate::engine::xiangqi::evaluate::network::SCALE;
use crate::game::xiangqi::{Board, FenError, Move, Rules};
use crate::game::{Color, Game, IllegalMove};

/// The first plies are the same in most games and say little.
const FIRST_PLY: usize = 10;
/// Every so many plies a position is taken: neighbours say the same.
const EVERY: usize = 2;
/// In an own game, how much each ply says about a position, next to the ply before it.
const FADE: f32 = 0.95;

/// Why a line of a table teaches nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LessonError {
    /// The first line does not name a column that is needed.
    #[error("expected a column `{0}` in the first line")]
    NoColumn(&'static str),
    /// A game with too few columns.
    #[error("expected {expected} columns, found {found}")]
    Columns {
        /// Columns of the first line.
        expected: usize,
        /// Columns of this one.
        found: usize,
    },
    /// A result that is none.
    #[error("expected a result 1-0, 0-1 or 1/2-1/2, found `{0}`")]
    Result(String),
    /// A start position that is none.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move that is none.
    #[error("expected a move like h2e2, found `{0}`")]
    Move(String),
    /// A move that cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Where the columns of a table stand.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    columns: usize,
    result: usize,
    moves: usize,
    fen: Option<usize>,
}

impl Lesson {
    /// Reads the first line of a table.
    pub fn columns(first_line: &str) -> Result<Self, LessonError> {
        let names: Vec<&str> = first_line.trim_end().split('\t').collect();
        let place = |name: &str| names.iter().position(|column| *column == name);
        Ok(Self {
            columns: names.len(),
            result: place("result").ok_or(LessonError::NoColumn("result"))?,
            moves: place("moves").ok_or(LessonError::NoColumn("moves"))?,
            fen: place("fen"),
        })
    }

    /// Adds the quiet positions of one game to `samples`.
    pub fn teach(&self, line: &str, samples: &mut Samples) -> Result<(), LessonError> {
        let fields: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        let field = |at: usize| {
            let error = LessonError::Columns { expected: self.columns, found: fields.len() };
            fields.get(at).copied().ok_or(error)
        };
        let label = match field(self.result)? {
            "1-0" => 1.0,
            "0-1" => 0.0,
            "1/2-1/2" => 0.5,
            other => return Err(LessonError::Result(other.to_owned())),
        };
        let start = match self.fen.map(field).transpose()? {
            None | Some("") => Board::start(),
            Some(fen) => fen.parse()?,
        };
        let mut game = Game::new(start, Rules::default());
        for (ply, text) in field(self.moves)?.split_ascii_whitespace().enumerate() {
            let mv: Move = text.parse().map_err(|_| LessonError::Move(text.to_owned()))?;
            let board = game.position();
            if ply >= FIRST_PLY && ply % EVERY == 0 && evaluate::is_quiet(board) {
                samples.add(board, label);
            }
            game.play(mv)?;
        }
        Ok(())
    }
}

/// Adds the quiet positions of one of the player's own games to `samples`. `Err` is the ply of an
/// illegal move; what was learned before stays.
pub fn teach_played(game: &PlayedGame, samples: &mut Samples) -> Result<(), usize> {
    let outlooks = game.outlooks(FADE, |value| chance(f32::from(value) / SCALE as f32));
    let begin = game.opening.len();
    game.teach(|taught| {
        let outlook = taught.ply.checked_sub(begin).and_then(|ply| outlooks.get(ply));
        if let Some(&outlook) = outlook
            && taught.ply % EVERY == 0
            && evaluate::is_quiet(taught.board)
        {
            let first = taught.board.turn() == Color::First;
            samples.add(taught.board, if first { outlook } else { 1.0 - outlook });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::{Ending, Scored};
    use super::*;

    /// A game after an opening of six plies, won by `winner`, in which the mover always saw `values`.
    fn played(winner: Option<Color>, values: impl Fn(usize) -> i16) -> PlayedGame {
        let moves = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7 h0h6 d9e8 a0a1 h7i7";
        let moves: Vec<Move> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
        let (opening, rest) = moves.split_at(6);
        let scored = |(ply, &mv)| Scored { mv, value: values(ply) };
        PlayedGame {
            number: 1,
            winner,
            ending: Ending::Won,
            opening: opening.to_vec(),
            moves: rest.iter().enumerate().map(scored).collect(),
        }
    }

    #[test]
    fn an_own_game_teaches_what_the_first_side_could_expect() {
        let labels = |game: PlayedGame| {
            let mut samples = Samples::default();
            teach_played(&game, &mut samples).unwrap();
            samples.labels().collect::<Vec<f32>>()
        };
        let level = labels(played(None, |_| 0));
        assert!(!level.is_empty() && level.iter().all(|label| (label - 0.5).abs() < 1e-6));
        // Red moves at even plies and sees 300 more, Black 300 less.
        let red = labels(played(Some(Color::First), |ply| if ply % 2 == 0 { 300 } else { -300 }));
        let black =
            labels(played(Some(Color::Second), |ply| if ply % 2 == 0 { -300 } else { 300 }));
        assert!(red.iter().all(|&label| label > 0.7), "{red:?}");
        let mirrored = red.iter().zip(&black).all(|(red, black)| (red + black - 1.0).abs() < 1e-6);
        assert!(mirrored && red.len() == level.len(), "{red:?} {black:?}");
    }

    #[test]
    fn an_illegal_move_in_an_own_game_is_told_with_its_ply() {
        let mut game = played(None, |_| 0);
        game.moves[3].mv = "a0a9".parse().unwrap();
        assert_eq!(teach_played(&game, &mut Samples::default()), Err(9));
    }

    #[test]
    fn a_game_teaches_its_quiet_positions() {
        let lesson = Lesson::columns("path\tresult\tmoves").unwrap();
        let moves = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2 c9e7 h0h6 d9e8 a0a1 h7i7";
        let mut samples = Samples::default();
        lesson.teach(&format!("x\t1-0\t{moves}"), &mut samples).unwrap();
        assert!((1..=2).contains(&samples.len()), "{}", samples.len());
    }

    #[test]
    fn lines_that_teach_nothing_say_why() {
        assert_eq!(
            Lesson::columns("path\tmoves").unwrap_err().to_string(),
            "expected a column `result` in the first line"
        );
        let lesson = Lesson::columns("result\tmoves").unwrap();
        let mut samples = Samples::default();
        let mut why = |line: &str| lesson.teach(line, &mut samples).unwrap_err().to_string();
        assert_eq!(why("1-0"), "expected 2 columns, found 1");
        assert_eq!(why("won\th2e2"), "expected a result 1-0, 0-1 or 1/2-1/2, found `won`");
        assert_eq!(why("1-0\th2"), "expected a move like h2e2, found `h2`");
        assert_eq!(why("1-0\ta0a9"), "illegal move `a0a9`");
    }
}
