//! Moves as people and programs write them. Reading gives the one legal move that is meant.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod chinese;
mod coordinates;
mod relative;
#[cfg(test)]
mod tests;
mod wxf;

use thiserror::Error;

use super::board::Board;
use super::moves::{Move, MoveSet};

pub use chinese::Script;
pub use coordinates::FirstRank;

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `H2-E2`: ranks from 0.
    Iccs,
    /// `h2e2`: UCCI, and UCI with ranks from 0.
    Ucci,
    /// `h3e3`, `a10b10`: UCI with ranks from 1.
    UciFromOne,
    /// `C2=5`, `H8+7`.
    Wxf,
    /// `炮二平五`, `馬８進７`.
    Chinese(Script),
}

impl Notation {
    /// Every notation.
    pub const ALL: [Self; 6] = [
        Self::Iccs,
        Self::Ucci,
        Self::UciFromOne,
        Self::Wxf,
        Self::Chinese(Script::Traditional),
        Self::Chinese(Script::Simplified),
    ];

    /// The notation that `text` looks like; coordinates are taken to begin at rank 0 unless they
    /// name rank 10.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        if !text.is_ascii() {
            return Self::Chinese(Script::Simplified);
        }
        match coordinates::read(text, FirstRank::Zero) {
            Some(_) if text.contains('-') => Self::Iccs,
            Some(_) => Self::Ucci,
            None if coordinates::read(text, FirstRank::One).is_some() => Self::UciFromOne,
            None => Self::Wxf,
        }
    }

    /// The legal move of `board` that `text` means. Each reader takes all the variants of its
    /// notation: scripts may be mixed, signs before or after the letter.
    pub fn parse(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        match self {
            Self::Iccs | Self::Ucci => read_coordinates(board, text, FirstRank::Zero),
            Self::UciFromOne => read_coordinates(board, text, FirstRank::One),
            Self::Wxf => wxf::read(board, text),
            Self::Chinese(_) => chinese::read(board, text),
        }
    }

    /// How `mv`, legal in `board`, is written.
    pub fn write(self, board: &Board, mv: Move) -> String {
        match self {
            Self::Iccs => coordinates::write_iccs(mv),
            Self::Ucci => coordinates::write(mv, FirstRank::Zero),
            Self::UciFromOne => coordinates::write(mv, FirstRank::One),
            Self::Wxf => wxf::write(board, mv),
            Self::Chinese(script) => chinese::write(board, mv, script),
        }
    }
}

/// The legal move of `board` that `text` means, in whatever notation it looks like.
pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    Notation::of(text).parse(board, text)
}

fn read_coordinates(board: &Board, text: &str, first: FirstRank) -> Result<Move, NotationError> {
    let mv = coordinates::read(text, first).ok_or_else(|| NotationError::form(text))?;
    if board.is_legal(mv) { Ok(mv) } else { Err(NotationError::illegal(text)) }
}

/// Why text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// It is written like no move.
    #[error("expected a move, found `{text}`")]
    Form {
        /// The text.
        text: String,
    },
    /// It is written like a move that cannot be played here.
    #[error("`{text}` is no legal move here")]
    Illegal {
        /// The text.
        text: String,
    },
    /// It could mean several legal moves.
    #[error("`{text}` could mean {first} or {second}")]
    Ambiguous {
        /// The text.
        text: String,
        /// One of them.
        first: Move,
        /// Another.
        second: Move,
    },
}

impl NotationError {
    fn form(text: &str) -> Self {
        Self::Form { text: text.to_owned() }
    }

    fn illegal(text: &str) -> Self {
        Self::Illegal { text: text.to_owned() }
    }
}

/// The only legal move that `meant` accepts.
fn only_legal(
    board: &Board,
    text: &str,
    meant: impl Fn(Move) -> bool,
) -> Result<Move, NotationError> {
    let mut found = board.moves(MoveSet::All).into_iter().filter(|&mv| meant(mv));
    match (found.next(), found.next()) {
        (None, _) => Err(NotationError::illegal(text)),
        (Some(mv), None) => Ok(mv),
        (Some(first), Some(second)) => {
            Err(NotationError::Ambiguous { text: text.to_owned(), first, second })
        }
    }
}
