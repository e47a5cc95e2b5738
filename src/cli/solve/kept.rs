//! Problems with their scores in a file, so that a long list can be stopped and gone on with.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::base::atomic_write;
use crate::cli::Failure;
use crate::game::othello::Board;
use crate::record::obf::{self, Problem};

/// The file, and what is in it.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    problems: Vec<Problem>,
}

impl Kept {
    /// What was kept before; nothing if there is no such file.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let problems = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            _ => super::read(path)?,
        };
        Ok(Self { path: path.to_owned(), problems })
    }

    /// Whether the score of a position is there.
    pub fn knows(&self, board: &Board) -> bool {
        self.problems.iter().any(|kept| kept.board == *board && kept.best_score().is_some())
    }

    /// Adds a solved problem; the file is whole at any time.
    pub fn keep(&mut self, problem: Problem) -> Result<(), Failure> {
        self.problems.push(problem);
        let mut text = String::new();
        self.problems.iter().for_each(|problem| obf::write(problem, &mut text));
        atomic_write(&self.path, |file| file.write_all(text.as_bytes()))
            .map_err(|error: std::io::Error| Failure::file(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Move;

    #[test]
    fn what_was_solved_is_known_when_the_file_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solved.obf");
        let (solved, open) = (Board::default(), OPEN.parse::<Board>().unwrap());
        let mut kept = Kept::open(&path).unwrap();
        assert!(!kept.knows(&solved));
        let best = Move::Place("f5".parse().unwrap());
        kept.keep(Problem { board: solved, moves: vec![(best, Some(0))] }).unwrap();
        kept.keep(Problem { board: open, moves: vec![(Move::Pass, None)] }).unwrap();
        let again = Kept::open(&path).unwrap();
        assert!(again.knows(&solved), "its score is there");
        assert!(!again.knows(&open), "a move without a score is no answer");
        assert_eq!(again.problems.len(), 2);
    }

    #[test]
    fn a_file_of_something_else_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(&path, "Dear reader").unwrap();
        let error = Kept::open(&path).unwrap_err().to_string();
        assert!(error.contains("letter.txt"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "Dear reader");
    }

    /// A position whose score is not told.
    const OPEN: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX- X";
}
