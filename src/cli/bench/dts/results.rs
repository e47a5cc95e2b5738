//! What was measured, kept in a file of one JSON object a line, so that nothing is measured twice.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::Failure;

/// How threads share a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "sharing", rename_all = "lowercase")]
pub(super) enum Sharing {
    /// There is only one.
    Alone,
    /// Each for itself.
    Lazy { threads: usize },
    /// One tree.
    Dts { threads: usize, min_depth: i32, reserve: usize },
}

impl Sharing {
    pub(super) const fn threads(self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Lazy { threads } | Self::Dts { threads, .. } => threads,
        }
    }
}

/// One search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Run {
    /// Which position.
    pub(super) place: usize,
    pub(super) depth: u32,
    #[serde(flatten)]
    pub(super) sharing: Sharing,
    pub(super) repeat: u32,
    pub(super) hash: usize,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) splits: u64,
    pub(super) joins: u64,
    pub(super) aborts: u64,
    /// Share of the threads' time without work.
    pub(super) idle: f64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    run: Run,
    #[serde(flatten)]
    measured: Measured,
}

/// All that was measured.
#[derive(Debug, Default)]
pub(super) struct Results {
    lines: Vec<Line>,
    file: Option<File>,
}

impl Results {
    /// What `path` holds, which is made if there is none; without a path nothing is kept.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::default()) };
        let fail = |error: &std::io::Error| Failure::file(path, error);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(&error)),
        };
        let mut file =
            OpenOptions::new().append(true).create(true).open(path).map_err(|e| fail(&e))?;
        if !text.is_empty() && !text.ends_with('\n') {
            // The last line was broken off.
            file.write_all(b"\n").map_err(|e| fail(&e))?;
        }
        Ok(Self { lines: read(&text), file: Some(file) })
    }

    /// Writes down a search at once.
    pub(super) fn add(&mut self, run: Run, measured: Measured) -> Result<(), Failure> {
        let line = Line { run, measured };
        self.lines.push(line);
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
        }
        Ok(())
    }

    pub(super) fn has(&self, run: &Run) -> bool {
        self.lines.iter().any(|line| line.run == *run)
    }

    /// The depth to which `place` is searched, if one thread has found it.
    pub(super) fn depth_of(&self, place: usize, hash: usize) -> Option<u32> {
        let alone =
            |run: &Run| run.sharing == Sharing::Alone && (run.place, run.hash) == (place, hash);
        self.lines.iter().find(|line| alone(&line.run)).map(|line| line.run.depth)
    }

    /// Every search of a setting at a position, after the one thread's of the same repeat.
    pub(super) fn pairs(&self, place: usize, sharing: Sharing) -> Vec<(Measured, Measured)> {
        let of = |sharing| {
            let wanted = move |line: &&Line| line.run.place == place && line.run.sharing == sharing;
            self.lines.iter().filter(wanted)
        };
        let partner = |with: &Line| {
            let alone = of(Sharing::Alone).find(|line| line.run.repeat == with.run.repeat)?;
            Some((alone.measured, with.measured))
        };
        of(sharing).filter_map(partner).collect()
    }
}

/// The lines that make sense; one that was broken off is measured again.
fn read(text: &str) -> Vec<Line> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DTS: Sharing = Sharing::Dts { threads: 2, min_depth: 4, reserve: 0 };

    fn run(sharing: Sharing, repeat: u32) -> Run {
        Run { place: 3, depth: 14, sharing, repeat, hash: 64 }
    }

    fn took(nodes: u64, seconds: f64) -> Measured {
        Measured { nodes, seconds, splits: 8, joins: 9, aborts: 1, idle: 0.25 }
    }

    #[test]
    fn what_was_measured_is_found_again_and_a_broken_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dts.jsonl");
        let mut results = Results::open(Some(&path)).unwrap();
        results.add(run(Sharing::Alone, 0), took(500, 2.0)).unwrap();
        results.add(run(DTS, 0), took(600, 1.5)).unwrap();
        results.add(run(DTS, 1), took(700, 1.25)).unwrap();
        drop(results);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 20]).unwrap();
        let mut results = Results::open(Some(&path)).unwrap();
        assert!(results.has(&run(DTS, 0)) && !results.has(&run(DTS, 1)));
        assert_eq!((results.depth_of(3, 64), results.depth_of(3, 16)), (Some(14), None));
        results.add(run(DTS, 1), took(700, 1.25)).unwrap();
        let results = Results::open(Some(&path)).unwrap();
        // The second search has no partner: one thread was not measured again.
        assert_eq!(results.pairs(3, DTS), [(took(500, 2.0), took(600, 1.5))]);
        assert_eq!(results.pairs(2, DTS), []);
    }
}
