//! Which game a record is of, and the position it starts from.

use std::fmt;

use super::Cell;
use crate::game::Color;

/// The three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Go, weiqi, baduk.
    Go,
    /// Xiangqi.
    Xiangqi,
    /// Othello, Reversi.
    Othello,
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Go => "go",
            Self::Xiangqi => "xiangqi",
            Self::Othello => "othello",
        })
    }
}

/// The start position, as the record tells it; replaying checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A Go board with the stones laid before the first move.
    Go {
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
        /// Setup and handicap stones; a later entry overrides an earlier one.
        stones: Vec<(Color, Cell)>,
        /// Who moves first, where the record says so.
        turn: Option<Color>,
    },
    /// Xiangqi from this FEN, or from the usual start.
    Xiangqi {
        /// The position, `None` for the usual start.
        fen: Option<Box<str>>,
    },
    /// Othello from this board, or from the usual start.
    Othello {
        /// 64 characters `*` (black), `O` (white), `-` (empty) from a1, b1, ... to h8, then a
        /// space and the side to move (`*` or `O`); `None` for the usual start.
        board: Option<Box<str>>,
    },
}

impl Start {
    /// An empty square Go board.
    pub const fn go(size: u8) -> Self {
        Self::Go { columns: size, rows: size, stones: Vec::new(), turn: None }
    }

    /// The usual start of xiangqi.
    pub const fn xiangqi() -> Self {
        Self::Xiangqi { fen: None }
    }

    /// The usual start of Othello.
    pub const fn othello() -> Self {
        Self::Othello { board: None }
    }

    /// Which game it is.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Go { .. } => GameKind::Go,
            Self::Xiangqi { .. } => GameKind::Xiangqi,
            Self::Othello { .. } => GameKind::Othello,
        }
    }
}
