//! L1: game records, the one home of all formats.
//!
//! Every format reads into one model, [`Record`]: what is known about the game ([`Info`]), where
//! it starts ([`Start`]) and what was played and said ([`Tree`]). A reader is an iterator of
//! `Result<Record, RecordError>` over the bytes of a file: a broken game is one `Err` and the next
//! game follows. A reader does not judge moves by the rules unless its notation needs the board;
//! replaying does.
//!
//! Each format is one module of the same shape:
//!
//! - text: `pub fn records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>>`, the
//!   bytes being decoded once for all formats (`text::decode`); binary: the same over `&[u8]`;
//! - a writer, where there is one: `pub fn write(record: &Record, out: &mut String)`;
//! - places in errors count games and moves from 1 and leave the file to the caller.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod error;
mod format;
pub mod ggf;
pub mod iccs_table;
mod info;
mod locate;
mod note;
pub mod obf;
pub mod othello;
pub mod pgn;
mod replay;
pub mod result;
pub mod sgf;
mod start;
pub mod text;
pub mod transcript;
mod tree;
pub mod wthor;

pub use error::{Place, RecordError};
pub use format::{Format, Source};
pub use info::{Info, Tag};
pub use note::{Emphasis, Glyph, Mark, Note};
pub use replay::{Recordable, ReplayError};
pub use start::{GameKind, Start};
pub use tree::{Area, Cell, Children, MainLine, Node, NodeId, RecordMove, Spot, Tree, Walk};

use crate::game::Outcome;

/// One game as a file tells it.
///
/// Two records are equal when they tell the same game: where a move stood in its file and what the
/// reader had to mend do not matter.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, event, date, result, ... in the order of the file.
    pub info: Info,
    /// Which game it is and where it starts.
    pub start: Start,
    /// Moves, variations, comments and marks.
    pub tree: Tree,
    /// Faults of the file that the reader could mend (a missing bracket, a move out of place).
    pub mended: Vec<RecordError>,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info && self.start == other.start && self.tree == other.tree
    }
}

impl Record {
    /// An empty record that starts at `start`.
    pub fn new(start: Start) -> Self {
        Self { info: Info::default(), start, tree: Tree::new(), mended: Vec::new() }
    }

    /// Which game was played.
    pub fn game(&self) -> GameKind {
        self.start.game()
    }

    /// The result as told by the record; `None` when it is missing, unknown or void.
    pub fn outcome(&self) -> Option<Outcome> {
        result::read(self.info.get(&Tag::Result)?, self.game())
    }

    /// Tells the result, in the words of SGF for Go and Othello and of PGN for xiangqi.
    pub fn set_outcome(&mut self, outcome: &Outcome) {
        let text = match self.game() {
            GameKind::Xiangqi => result::write_pgn(Some(outcome)),
            GameKind::Go | GameKind::Othello => result::write_sgf(outcome),
        };
        self.info.set(Tag::Result, text);
    }
}
