//! What an engine wrote to stderr, what was said between it and the match, and when.
//!
//! One file per engine and worker. It never grows beyond its limit, so that an engine that talks
//! without end fills no disk.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use parking_lot::Mutex;

/// A log stops growing here.
const LARGEST: usize = 32 << 20;

/// Where a logged line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// We sent it.
    Sent,
    /// The engine answered it.
    Received,
    /// The engine's stderr.
    Stderr,
}

/// What goes into the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Stderr and the match's own notes.
    Stderr,
    /// Also every line sent and received.
    All,
}

/// The log of one engine process after another.
pub struct EngineLog {
    detail: Detail,
    since: Instant,
    file: Mutex<Option<(File, usize)>>,
}

impl fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineLog").field("detail", &self.detail).finish_non_exhaustive()
    }
}

impl EngineLog {
    /// A log that keeps nothing.
    pub fn none() -> Self {
        Self { detail: Detail::Stderr, since: Instant::now(), file: Mutex::new(None) }
    }

    /// A log at `path`, appended to.
    pub fn open(path: &Path, detail: Detail) -> std::io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let size = usize::try_from(file.metadata()?.len()).unwrap_or(LARGEST);
        Ok(Self { detail, since: Instant::now(), file: Mutex::new(Some((file, size))) })
    }

    /// Logs a line of the engine or to it.
    pub fn line(&self, origin: Origin, text: &str) {
        let mark = match (origin, self.detail) {
            (Origin::Stderr, _) => '!',
            (_, Detail::Stderr) => return,
            (Origin::Sent, Detail::All) => '>',
            (Origin::Received, Detail::All) => '<',
        };
        self.write(mark, text);
    }

    /// Logs a remark of the match.
    pub fn note(&self, text: &str) {
        self.write('#', text);
    }

    fn write(&self, mark: char, text: &str) {
        let mut guard = self.file.lock();
        let Some((file, size)) = guard.as_mut() else { return };
        let line = format!("{:10.3} {mark} {text}\n", self.since.elapsed().as_secs_f64());
        *size = size.saturating_add(line.len());
        let full = *size > LARGEST;
        let last = if full { "# log full, the rest is dropped\n" } else { &line };
        // A log that cannot be written must not stop the match.
        let written = file.write_all(last.as_bytes());
        if full || written.is_err() {
            *guard = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_stderr_and_notes_and_the_talk_only_if_asked() {
        let folder = tempfile::tempdir().unwrap();
        for (detail, lines) in [(Detail::Stderr, 2), (Detail::All, 4)] {
            let path = folder.path().join(format!("{detail:?}.log"));
            let log = EngineLog::open(&path, detail).unwrap();
            log.line(Origin::Sent, "go");
            log.line(Origin::Received, "bestmove");
            log.line(Origin::Stderr, "trouble");
            log.note("died");
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text.lines().count(), lines, "{text}");
            assert!(text.contains("! trouble") && text.contains("# died"), "{text}");
        }
    }

    #[test]
    fn a_log_stops_growing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("big.log");
        let log = EngineLog::open(&path, Detail::All).unwrap();
        let line = "x".repeat(1 << 20);
        for _ in 0..40 {
            log.line(Origin::Stderr, &line);
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.len() <= LARGEST + 100);
        assert!(text.ends_with("# log full, the rest is dropped\n"));
    }
}
