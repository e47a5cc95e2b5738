//! PGN of xiangqi, with moves in Chinese, WXF, ICCS, UCCI or UCI notation.
//!
//! ```text
//! [Game "Chinese Chess"]
//! [Red "胡荣华"]
//! [FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1"]
//! [Format "Chinese"]
//!
//! 1. 炮二平五 {a comment} (1. 马二进三 卒７进１) 马８进７
//! 2. 马二进三 1/2-1/2
//! ```
//!
//! Real files are read as they are: no `Format` or a wrong one, no move numbers, notations mixed,
//! text before the first tag or after the result, unknown tags (kept), several games, comments and
//! variations not closed. A move of the main line that cannot be played breaks the game; in a
//! variation it is mended: the rest of the variation becomes a comment.

mod build;
mod item;
mod tags;
#[cfg(test)]
mod tests;
mod write;

pub use write::write;

use self::build::Builder;
use self::item::{Item, item};
use super::locate::Locator;
use super::{Record, RecordError};
use crate::game::xiangqi::notation::FirstRank;

/// The games of a text, one after the other.
///
/// ```
/// let text = "[Red \"A\"]\n1. h2e2 h9g7\n[Red \"B\"]\n1. 炮二平五 马８进７ *";
/// let games: Vec<_> = sanqi::record::pgn::records(text).map(Result::unwrap).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].tree, games[1].tree);
/// ```
pub fn records(text: &str) -> Records<'_> {
    Records { cursor: Cursor { text, at: 0, locator: Locator::new(text, 1) }, games: 0 }
}

/// Iterator over the games of a text, made by [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    cursor: Cursor<'a>,
    /// Number of the last game.
    games: u32,
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.cursor.clone();
        let (mut game, end) = read_game(start.clone(), FirstRank::Zero)?;
        if game.is_err() {
            // Some writers count ranks from 1; such a game does not get far with ranks from 0.
            if let Some((Ok(other), _)) = read_game(start, FirstRank::One) {
                game = Ok(other);
            }
        }
        self.cursor = end;
        self.games += 1;
        let number = self.games;
        Some(game.map_err(|error| RecordError { place: error.place.in_game(number), ..error }))
    }
}

/// Reads one game; the cursor comes back at the next.
fn read_game(
    mut cursor: Cursor<'_>,
    first: FirstRank,
) -> Option<(Result<Record, RecordError>, Cursor<'_>)> {
    let mut builder = Builder::new(cursor.text, first);
    loop {
        let before = cursor.clone();
        let Some((item, at)) = cursor.next() else { break };
        if builder.ends_before(&item) {
            cursor = before;
            break;
        }
        builder.take(item, at, &mut cursor.locator);
    }
    Some((builder.finish()?, cursor))
}

/// A place in the text.
#[derive(Clone, Debug)]
struct Cursor<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    locator: Locator<'a>,
}

impl<'a> Cursor<'a> {
    /// The next item and where it ends.
    fn next(&mut self) -> Option<(Item<'a>, usize)> {
        let (rest, item) = item(self.text.get(self.at..)?).ok()?;
        self.at = self.text.len() - rest.len();
        Some((item, self.at))
    }
}
