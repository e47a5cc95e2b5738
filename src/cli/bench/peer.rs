//! Runs another program, timed from the question to the answer.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::stopwatch::Stopwatch;

/// Longer than any installed peer takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running peer that speaks UCI. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Peer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// A program on the PATH, or where distributions put games.
pub(super) fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

impl Peer {
    /// Starts the program.
    pub(super) fn start(program: &Path) -> Result<Self, String> {
        let failed = |error| format!("cannot run {}: {error}", program.display());
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{} has no pipes", program.display()));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("cannot send `{line}`: {error}"))
    }

    /// Measures the program's time from now on.
    pub(super) fn stopwatch(&self) -> Stopwatch {
        Stopwatch::start_of(self.child.id())
    }

    /// The rest of the first line that begins with `prefix`.
    pub(super) fn wait_for(&mut self, prefix: &str) -> Result<String, String> {
        let lines = self.until(prefix)?;
        let last = lines.last().and_then(|line| line.strip_prefix(prefix)).unwrap_or_default();
        Ok(last.trim().to_owned())
    }

    /// All lines up to the first that begins with `prefix`.
    pub(super) fn until(&mut self, prefix: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let found = line.starts_with(prefix);
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(format!("waited for `{prefix}`")),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("ended before `{prefix}`"));
                }
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing is left running.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Leaves and time of `go perft DEPTH` from xiangqi's start, by Fairy-Stockfish.
pub(super) fn fairy_perft(program: &Path, depth: u32) -> Result<(u64, Duration), String> {
    let mut peer = Peer::start(program)?;
    peer.send("uci")?;
    peer.wait_for("uciok")?;
    peer.send("setoption name UCI_Variant value xiangqi")?;
    peer.send("position startpos")?;
    peer.send("isready")?;
    peer.wait_for("readyok")?;
    let watch = peer.stopwatch();
    peer.send(&format!("go perft {depth}"))?;
    let leaves = peer.wait_for("Nodes searched:")?;
    let time = watch.elapsed();
    let leaves = leaves.parse().map_err(|_| format!("expected a count, found `{leaves}`"))?;
    Ok((leaves, time))
}
