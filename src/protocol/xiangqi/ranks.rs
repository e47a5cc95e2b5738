//! Whether a controller counts ranks from 0 or from 1, found out from the moves it sends.

use super::request::{Dialect, Setup};
use crate::game::Game;
use crate::game::xiangqi::{Board, FenError, Move, Notation, NotationError, Rules};
use crate::protocol::Coordinates;

/// How ranks are counted in moves, both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// Whether the controller's moves may change it.
    fixed: bool,
    notation: Notation,
}

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The FEN is wrong.
    #[error("position kept: {0}")]
    Fen(#[from] FenError),
    /// A move is wrong.
    #[error("position kept: move {number}: {error}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: NotationError,
    },
}

impl Ranks {
    /// What a dialect begins with.
    pub fn new(dialect: Dialect, coordinates: Coordinates) -> Self {
        match (dialect, coordinates) {
            (Dialect::Ucci | Dialect::Cyclone, _) | (Dialect::Uci, Coordinates::Zero) => {
                Self { fixed: true, notation: Notation::Ucci }
            }
            (Dialect::Uci, Coordinates::One) => {
                Self { fixed: true, notation: Notation::UciFromOne }
            }
            (Dialect::Uci, Coordinates::Auto) => Self { fixed: false, notation: Notation::Ucci },
        }
    }

    /// The controller named the variant, as those do that count from 1.
    pub fn expect_one(&mut self) {
        if !self.fixed {
            self.notation = Notation::UciFromOne;
        }
    }

    /// A move as the controller writes it.
    pub fn write(self, board: &Board, mv: Move) -> String {
        self.notation.write(board, mv)
    }

    /// The legal move that the controller means.
    pub fn read(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        self.notation.parse(board, text)
    }

    /// The game that `setup` describes. If its moves make sense only in the other way of counting,
    /// that one is remembered.
    pub fn set_up(&mut self, setup: &Setup<'_>, rules: &Rules) -> Result<Game<Board>, SetupError> {
        let start = match setup.fen {
            Some(fen) => Board::from_fen(fen)?,
            None => Board::start(),
        };
        let game = Game::new(start, rules.clone());
        let first = replay(game.clone(), &setup.moves, self.notation);
        if first.is_ok() || self.fixed {
            return first;
        }
        let other = match self.notation {
            Notation::UciFromOne => Notation::Ucci,
            _ => Notation::UciFromOne,
        };
        let second = replay(game, &setup.moves, other);
        if second.is_ok() {
            self.notation = other;
            return second;
        }
        first
    }
}

fn replay(
    mut game: Game<Board>,
    moves: &[&str],
    notation: Notation,
) -> Result<Game<Board>, SetupError> {
    for (index, text) in moves.iter().enumerate() {
        let number = index + 1;
        let mv = notation
            .parse(game.position(), text)
            .map_err(|error| SetupError::Move { number, error })?;
        game.play(mv).map_err(|_| SetupError::Move {
            number,
            error: NotationError::Illegal { text: (*text).to_owned() },
        })?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(ranks: &mut Ranks, moves: &[&str]) -> Result<String, String> {
        let setup = Setup { fen: None, moves: moves.to_vec() };
        let game = ranks.set_up(&setup, &Rules::default()).map_err(|error| error.to_string())?;
        Ok(game.last_move().map_or_else(String::new, |(_, mv)| mv.to_string()))
    }

    #[test]
    fn moves_tell_how_ranks_are_counted() {
        let mut ranks = Ranks::new(Dialect::Uci, Coordinates::Auto);
        assert_eq!(last(&mut ranks, &["h2e2"]), Ok("h2e2".into()));
        assert_eq!(last(&mut ranks, &["h3e3", "h10g8"]), Ok("h9g7".into()));
        assert_eq!(ranks.notation, Notation::UciFromOne);
        // Remembered for answers.
        let mv = "h2e2".parse().unwrap();
        assert_eq!(ranks.write(&Board::start(), mv), "h3e3");
        assert_eq!(last(&mut ranks, &["h2e2", "h9g7"]), Ok("h9g7".into()));
        assert_eq!(ranks.notation, Notation::Ucci);
    }

    #[test]
    fn a_fixed_way_of_counting_stays() {
        let mut ranks = Ranks::new(Dialect::Ucci, Coordinates::One);
        let error = last(&mut ranks, &["h2e2", "h10g8"]).unwrap_err();
        assert_eq!(error, "position kept: move 2: expected a move, found `h10g8`");
    }

    #[test]
    fn a_wrong_fen_is_explained() {
        let mut ranks = Ranks::new(Dialect::Ucci, Coordinates::Auto);
        let setup = Setup { fen: Some("9/9 w"), moves: vec![] };
        let error = ranks.set_up(&setup, &Rules::default()).unwrap_err().to_string();
        assert!(error.starts_with("position kept: expected 10 ranks"), "{error}");
    }
}
