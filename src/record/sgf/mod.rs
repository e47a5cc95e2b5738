//! SGF, FF3 and FF4, for Go and Othello: a reader that takes what real files do, a writer of FF4.
//!
//! What the reader mends and tells in [`Record::mended`]: text before the first `(;`, missing `)`,
//! missing `;`, a text that ends in mid-value, a last game that is not closed before the next
//! begins, two moves in a node, words without a value. Names in small letters or in the long
//! spelling of FF3 need no mending. A game is broken when its board size, its kind or a move or
//! setup point of its main line cannot be read. Nothing here recurses: depth costs memory, not
//! stack.
//!
//! Unknown properties stay with their node, in order, their values untouched.

mod build;
mod names;
mod scan;
mod setup;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub use write::{write, write_line};

use self::build::Builder;

use self::scan::{Scanner, Token};
use super::locate::Locator;
use super::text::{self, Decoded};
use super::{Place, Record, RecordError};

/// The games of a collection, one after the other.
pub fn records(text: &str) -> Records<'_> {
    Records::new(text, 1)
}

/// The games of a file that has one on each line; a broken line cannot spoil the next.
pub fn records_by_line(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.flat_map(|(number, line)| Records { games: number - 1, ..Records::new(line, number) })
}

/// The text of an SGF file: UTF-8 if it can be, else what `CA` names, else what is likely.
///
/// Files that say GBK and are UTF-8 are common; text in GBK that happens to be UTF-8 is not.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let is_shifted = |label: &str| label.to_ascii_lowercase().starts_with("iso-2022");
    match charset(bytes) {
        Some(label) if is_shifted(label) || std::str::from_utf8(bytes).is_err() => {
            text::decode_as(bytes, label)
        }
        _ => text::decode(bytes),
    }
}

/// The charset that an SGF file names in its first game.
fn charset(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let at = head.windows(3).position(|three| three.eq_ignore_ascii_case(b"CA["))? + 3;
    let rest = head.get(at..)?;
    let end = rest.iter().position(|&byte| byte == b']')?;
    let name = std::str::from_utf8(rest.get(..end)?).ok()?.trim();
    (!name.is_empty()).then_some(name)
}

/// Iterator over the games of a text, made by [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    scanner: Scanner<'a>,
    locator: Locator<'a>,
    /// Number of the last game.
    games: u32,
    /// Whether a text that is not blank has shown no game so far.
    owes_a_game: bool,
}

impl<'a> Records<'a> {
    fn new(text: &'a str, line: u32) -> Self {
        Self {
            scanner: Scanner::new(text),
            locator: Locator::new(text, line),
            games: 0,
            owes_a_game: !text
                .trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
                .is_empty(),
        }
    }

    /// Reads one game, from its `(` to the `)` that closes it.
    fn read_game(&mut self, mut builder: Builder<'a>) -> Result<Record, RecordError> {
        loop {
            let Some(token) = self.scanner.next() else {
                builder.mend("the game is not closed: expected `)`");
                break;
            };
            let at = self.scanner.position();
            match token {
                Token::Open if builder.is_inside() && self.scanner.begins_root() => {
                    builder.mend("the game is not closed: expected `)`, found another game");
                    self.scanner.go_to(at - 1);
                    break;
                }
                Token::Open => builder.open(),
                Token::Close => builder.close(),
                Token::Node => builder.begin_node(at - 1, &mut self.locator),
                Token::Name(name) => builder.name(name, at - name.len(), &mut self.locator),
                Token::Value(raw) => builder.value(raw),
                Token::CutValue(raw) => {
                    builder.mend("the text ends inside a value: expected `]`");
                    builder.cut_value(raw);
                }
                Token::Junk(junk) => {
                    let shown: String = junk.chars().take(20).collect();
                    builder.mend(format!("`{shown}` is neither node nor property"));
                }
            }
            if !builder.is_inside() {
                break;
            }
        }
        builder.finish()
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let owes_a_game = std::mem::take(&mut self.owes_a_game);
        if self.scanner.find_game().is_none() {
            let place = Place::at(self.locator.spot(0));
            return owes_a_game
                .then(|| Err(RecordError::new(place, "no game found: expected `(;`")));
        }
        self.games += 1;
        Some(self.read_game(Builder::new(self.games)))
    }
}
