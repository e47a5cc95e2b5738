//! The journal of a match: one line of JSON for each finished game, on disk before the next one
//! is announced. A match that is killed at any moment goes on from it.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Number in the match, from 0.
    pub index: usize,
    /// The pair of games it belongs to.
    pub pair: usize,
    /// The opening's number, from 0.
    pub opening: usize,
    /// The opening's name.
    pub opening_name: String,
    /// The engine of the first side.
    pub first: String,
    /// The engine of the second side.
    pub second: String,
    /// The game's own seed.
    pub seed: u64,
    /// `1-0`, `0-1` or `1/2-1/2`, the first side's score first.
    pub result: String,
    /// Why the game ended.
    pub reason: String,
    /// The reason in more words.
    pub detail: String,
    /// Points or discs the winner is ahead by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// Moves of the opening.
    pub book_plies: usize,
    /// All moves in plain notation, the opening's included.
    pub moves: Vec<String>,
    /// Go: dead stones that were taken off before counting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<String>,
    /// Thinking time of both sides in seconds.
    pub seconds: [f64; 2],
    /// Nodes of both sides, as far as told.
    pub nodes: [u64; 2],
    /// The side that could not be started, if any: 0 or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_started: Option<u8>,
    /// Load average of the machine when the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f32>,
    /// When the game ended, in seconds since 1970.
    pub ended: u64,
    /// The record's file, below the match's folder.
    pub file: String,
}

impl Entry {
    /// Half wins of the first side: 0, 1 or 2.
    pub fn first_half_wins(&self) -> usize {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }

    /// Two games with this in common are the same game: start and moves.
    pub fn course(&self) -> (usize, &[String]) {
        (self.opening, &self.moves)
    }
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens the journal at `path`, made if it is not there, and returns the games in it. A last
    /// line that was cut off by a crash is removed: its game is played again.
    pub fn open(path: &Path) -> io::Result<(Self, Vec<Entry>)> {
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (entries, good) = read(&text);
        file.set_len(good as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, entries))
    }

    /// Writes a game down; it is on disk when this returns.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_string(entry)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

/// The games of a journal and how many bytes of it are whole lines.
fn read(text: &str) -> (Vec<Entry>, usize) {
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen = HashSet::new();
    let mut good = 0;
    for line in text.split_inclusive('\n') {
        let Ok(entry) = serde_json::from_str::<Entry>(line) else { break };
        if !line.ends_with('\n') {
            break;
        }
        good += line.len();
        // The same game twice cannot be, unless someone joined two journals.
        if seen.insert(entry.index) {
            entries.push(entry);
        }
    }
    (entries, good)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A short game for tests.
    pub fn entry(index: usize, first: &str, second: &str, result: &str) -> Entry {
        Entry {
            index,
            pair: index / 2,
            opening: index / 2,
            opening_name: "usual start".into(),
            first: first.into(),
            second: second.into(),
            seed: index as u64,
            result: result.into(),
            reason: "score".into(),
            detail: String::new(),
            margin: None,
            book_plies: 0,
            moves: vec!["E5".into(), format!("{index}")],
            dead: Vec::new(),
            seconds: [0.5, 0.25],
            nodes: [10, 20],
            not_started: None,
            load: Some(1.0),
            ended: 0,
            file: format!("games/{index}.sgf"),
        }
    }

    #[test]
    fn a_journal_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let entries = [entry(0, "a", "b", "1-0"), entry(1, "b", "a", "1/2-1/2")];
        {
            let (mut journal, found) = Journal::open(&path).unwrap();
            assert!(found.is_empty());
            for entry in &entries {
                journal.add(entry).unwrap();
            }
        }
        let (_, found) = Journal::open(&path).unwrap();
        assert_eq!(found, entries);
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_every_whole_line() {
        let lines: Vec<String> = (0..3)
            .map(|i| serde_json::to_string(&entry(i, "a", "b", "1-0")).unwrap() + "\n")
            .collect();
        let text = lines.concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        for cut in 0..=text.len() {
            std::fs::write(&path, &text[..cut]).unwrap();
            let (mut journal, found) = Journal::open(&path).unwrap();
            let whole = text[..cut].matches('\n').count();
            assert_eq!(found.len(), whole, "cut at {cut}");
            journal.add(&entry(9, "a", "b", "0-1")).unwrap();
            let (_, found) = Journal::open(&path).unwrap();
            assert_eq!(found.len(), whole + 1, "cut at {cut}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_journal_of_some_length(text in "\\PC{0,200}") {
            let (_, good) = read(&text);
            prop_assert!(good <= text.len());
        }
    }
}
