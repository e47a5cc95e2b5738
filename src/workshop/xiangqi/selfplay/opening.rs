//! Where a game begins: random plies, or a line of a book and a few random plies.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::terms::Terms;
use crate::base::Random;
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, MoveSet, Rules, notation};

/// Random plies after a line of the book shipped, which has few lines, at least and at most.
const AFTER_SMALL_BOOK: [u32; 2] = [2, 5];
/// Random plies after a line of a file, which should have many.
const AFTER_LARGE_BOOK: [u32; 2] = [0, 3];
/// A line of the book is followed for at least so many plies.
const SHORTEST_LINE: usize = 2;

/// Why there are no lines to begin with.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{path}: {why}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: std::io::Error,
    },
    /// A line is no opening.
    #[error("{path}:{line}: `{text}` is no list of moves from the start", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// It has none.
    #[error("{}: no opening in it", .0.display())]
    Empty(PathBuf),
}

/// Lines to begin games with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    lines: Vec<Vec<Move>>,
    /// Random plies after a line, at least and at most.
    after: [u32; 2],
}

impl Book {
    /// The book shipped.
    pub fn shipped() -> Self {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/book/openings-xiangqi.txt"));
        let lines = text.lines().map(moves_of).filter(|moves| !moves.is_empty());
        Self { lines: lines.filter_map(read_line).collect(), after: AFTER_SMALL_BOOK }
    }

    /// The lines of a file: moves, or a name, `|` and moves; `#` begins a comment.
    pub fn read(path: &Path) -> Result<Self, OpeningsError> {
        let told = |why| OpeningsError::File { path: path.to_owned(), why };
        let text = fs::read_to_string(path).map_err(told)?;
        let mut lines = Vec::new();
        for (index, text) in text.lines().enumerate() {
            let moves = moves_of(text);
            if !moves.is_empty() {
                lines.push(read_line(moves).ok_or_else(|| OpeningsError::Line {
                    path: path.to_owned(),
                    line: index + 1,
                    text: text.to_owned(),
                })?);
            }
        }
        if lines.is_empty() {
            return Err(OpeningsError::Empty(path.to_owned()));
        }
        Ok(Self { lines, after: AFTER_LARGE_BOOK })
    }
}

/// The part of a line of text that has the moves.
fn moves_of(text: &str) -> &str {
    let text = text.split_once('#').map_or(text, |(before, _)| before);
    text.split_once('|').map_or(text, |(_, moves)| moves).trim()
}

/// Moves from the start, in any notation.
fn read_line(moves: &str) -> Option<Vec<Move>> {
    let mut board = Board::start();
    let mut line = Vec::new();
    for word in moves.split_ascii_whitespace() {
        let mv = notation::parse(&board, word).ok()?;
        board.play(mv);
        line.push(mv);
    }
    Some(line)
}

/// An opening, whatever it is worth; `None` if the game ended in it.
pub(super) fn draw(terms: &Terms, book: &Book, random: &mut Random) -> Option<Game<Board>> {
    let mut game = Game::new(Board::start(), Rules::default());
    let from_book = terms.book_every > 0 && random.below(terms.book_every) == 0;
    let plies = if from_book {
        let line = &book.lines[random.below(book.lines.len() as u32) as usize];
        let most = line.len().max(SHORTEST_LINE);
        let length = between(random, [SHORTEST_LINE as u32, most as u32]) as usize;
        let mirrored = random.below(2) == 1;
        for &mv in line.iter().take(length) {
            game.play(if mirrored { mv.mirrored() } else { mv }).ok()?;
        }
        between(random, book.after)
    } else {
        between(random, terms.random_plies)
    };
    for _ in 0..plies {
        let moves = game.position().moves(MoveSet::All);
        if moves.is_empty() {
            return None;
        }
        game.play(moves[random.below(moves.len() as u32) as usize]).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

fn between(random: &mut Random, [least, most]: [u32; 2]) -> u32 {
    least + random.below(most.saturating_sub(least) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_book_can_be_played() {
        let Book { lines, .. } = Book::shipped();
        assert_eq!(lines.len(), 32);
        assert!(lines.iter().all(|line| line.len() >= SHORTEST_LINE));
    }

    #[test]
    fn a_file_of_openings_is_read_or_refused_with_the_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            Book::read(&path).map_err(|error| error.to_string())
        };
        let book = read("# two of them\n\nh2e2 h9g7 h0g2\nname | h2e2 b9c7 # and why\n").unwrap();
        assert_eq!(book.lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
        let error = read("h2e2\nh2e2 h2e2\n").unwrap_err();
        assert!(
            error.ends_with("txt:2: `h2e2 h2e2` is no list of moves from the start"),
            "{error}"
        );
        assert!(read("# nothing\n").unwrap_err().ends_with("no opening in it"));
        assert!(
            Book::read(Path::new("no/such/file")).unwrap_err().to_string().contains("no/such/file")
        );
    }

    #[test]
    fn openings_have_the_plies_they_should() {
        let random_only = Terms { book_every: 0, ..Terms::default() };
        let book_only = Terms { book_every: 1, ..Terms::default() };
        let mut random = Random::seeded(5);
        let book = Book::shipped();
        for _ in 0..50 {
            let game = draw(&random_only, &book, &mut random).unwrap();
            assert!((8..=10).contains(&game.len()), "{}", game.len());
            let game = draw(&book_only, &book, &mut random).unwrap();
            let length = game.len() - 2;
            let known =
                |line: &Vec<Move>| line[0] == first(&game) || line[0].mirrored() == first(&game);
            assert!(length >= SHORTEST_LINE && book.lines.iter().any(known), "{}", game.position());
        }
    }

    fn first(game: &Game<Board>) -> Move {
        game.moves().next().unwrap().1
    }
}
