//! `sanqi records check`: reads and replays everything, tells what is broken.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::files::{self, File};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::record::{Format, Record, RecordError};

/// Reads and replays game records; lists what is broken, with place and reason
///
/// Folders are searched for files of all formats; `-` is standard input. The exit code is 1 if
/// anything is broken.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi records check games/\n  \
    xz -dc pro.sgfl.xz | sanqi records check --from sgfl -\n  \
    sanqi records check --json *.pgn > faults.json")]
pub struct Check {
    /// Files or folders of records
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Format of all files, where their names and contents do not tell
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// Prints one JSON array with every fault
    #[arg(long)]
    json: bool,
    /// Faults shown per file in the table's appendix
    #[arg(long, value_name = "N", default_value_t = 20)]
    faults: usize,
}

/// The format of this name, for clap.
pub(in crate::cli) fn format(name: &str) -> Result<Format, String> {
    Format::named(name).ok_or_else(|| format!("expected one of {}", files::names()))
}

/// What was found in one file.
struct Findings {
    file: String,
    format: String,
    encoding: &'static str,
    games: u32,
    mended: u32,
    broken: Vec<RecordError>,
    seconds: f64,
}

impl Check {
    /// Checks all files and prints the findings.
    pub fn run(&self) -> Result<(), Failure> {
        let paths = files::list(&self.paths)?;
        let sizes = paths.iter().filter_map(|path| path.metadata().ok());
        let progress = Progress::new(sizes.map(|data| data.len()).sum(), "bytes");
        let findings: Vec<Findings> = paths
            .iter()
            .map(|path| match File::read(path, self.from) {
                Ok(file) => examine(&file, &progress),
                Err(failure) => unreadable(path.display().to_string(), &failure),
            })
            .collect();
        progress.finish();
        if self.json {
            say!("{:#}", findings.iter().map(Findings::json).collect::<Value>());
        } else {
            self.print_table(&findings);
        }
        match findings.iter().map(|found| found.broken.len()).sum::<usize>() {
            0 => Ok(()),
            broken => Err(Failure::new(format!("{broken} broken"))),
        }
    }

    fn print_table(&self, findings: &[Findings]) {
        let head = ["format", "encoding", "games", "replayed", "broken", "mended", "games/s"];
        say!("{}  file", row(head.map(str::to_owned)));
        for found in findings {
            say!("{}  {}", row(found.cells()), found.file);
        }
        if findings.len() > 1 {
            say!("{}  {} files", row(total(findings).cells()), findings.len());
        }
        for found in findings {
            for error in found.broken.iter().take(self.faults) {
                say!("{error}");
            }
            if let Some(more @ 1..) = found.broken.len().checked_sub(self.faults) {
                say!("{}: and {more} more", found.file);
            }
        }
    }
}

fn examine(file: &File, progress: &Progress) -> Findings {
    let begun = Instant::now();
    let source = file.source();
    let name: Arc<str> = file.name.as_str().into();
    let bytes_per_line = file.len() / source.lines().max(1) as u64;
    let mut shown = 0;
    let mut found = Findings {
        file: file.name.clone(),
        format: source.format().to_string(),
        encoding: source.encoding(),
        games: 0,
        mended: 0,
        broken: Vec::new(),
        seconds: 0.0,
    };
    for record in source.records() {
        found.games += 1;
        found.mended += record.as_ref().map_or(0, |record| u32::from(!record.mended.is_empty()));
        match replayed(record, found.games) {
            Ok(line) => {
                let reached = (u64::from(line) * bytes_per_line).min(file.len());
                // The bar is told now and then: it costs more than a game.
                if found.games.is_multiple_of(64) && reached > shown {
                    progress.add(reached - shown);
                    shown = reached;
                }
            }
            Err(error) => found.broken.push(error.in_file(&name)),
        }
    }
    progress.add(file.len() - shown);
    found.seconds = begun.elapsed().as_secs_f64();
    found
}

/// The line where a record that replays begins, or what is wrong with it.
fn replayed(record: Result<Record, RecordError>, number: u32) -> Result<u32, RecordError> {
    let record = record?;
    record.check().map_err(|error| error.in_game(number))?;
    Ok(record.tree[crate::record::NodeId::ROOT].spot().line)
}

fn unreadable(file: String, failure: &Failure) -> Findings {
    let error = RecordError::new(Default::default(), failure.to_string());
    Findings {
        file,
        format: "?".into(),
        encoding: "?",
        games: 0,
        mended: 0,
        broken: vec![error],
        seconds: 0.0,
    }
}

fn total(findings: &[Findings]) -> Findings {
    Findings {
        file: String::new(),
        format: String::new(),
        encoding: "",
        games: findings.iter().map(|found| found.games).sum(),
        mended: findings.iter().map(|found| found.mended).sum(),
        broken: findings.iter().flat_map(|found| found.broken.iter().cloned()).collect(),
        seconds: findings.iter().map(|found| found.seconds).sum(),
    }
}

/// One line of the table, all but the file's name.
fn row(cells: [String; 7]) -> String {
    let [format, encoding, games, replayed, broken, mended, rate] = cells;
    format!("{format:<7} {encoding:<12} {games:>8} {replayed:>8} {broken:>7} {mended:>7} {rate:>8}")
}

impl Findings {
    /// A file that cannot be read has a fault but no game.
    fn replayed(&self) -> u32 {
        self.games.saturating_sub(self.broken.len() as u32)
    }

    fn cells(&self) -> [String; 7] {
        let rate = f64::from(self.games) / self.seconds.max(1e-9);
        let counts = [self.games, self.replayed(), self.broken.len() as u32, self.mended];
        let [games, replayed, broken, mended] = counts.map(|count| count.to_string());
        let rate = format!("{rate:.0}");
        [self.format.clone(), self.encoding.into(), games, replayed, broken, mended, rate]
    }

    fn json(&self) -> Value {
        let fault = |error: &RecordError| {
            let place = &error.place;
            json!({
                "line": place.spot.map(|spot| spot.line),
                "column": place.spot.map(|spot| spot.column),
                "game": place.game,
                "move": place.move_number,
                "reason": error.reason,
            })
        };
        json!({
            "file": self.file,
            "format": self.format,
            "encoding": self.encoding,
            "games": self.games,
            "replayed": self.replayed(),
            "mended": self.mended,
            "seconds": self.seconds,
            "broken": self.broken.iter().map(fault).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn findings(name: &str, text: &str) -> Findings {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        examine(&File::read(&path, None).unwrap(), &Progress::new(0, "bytes"))
    }

    #[test]
    fn broken_games_are_counted_with_their_places() {
        let found = findings(
            "a.sgfl",
            "(;SZ[9];B[aa];W[bb])\n(;SZ[9];B[aa];W[aa])\n(;SZ[9];B[a])\n(;SZ[9];B[cc]",
        );
        assert_eq!((found.games, found.replayed(), found.mended), (4, 2, 1));
        let json = found.json();
        assert_eq!(json["broken"][0]["line"], 2);
        assert_eq!(json["broken"][0]["move"], 2);
        assert_eq!(json["broken"][0]["reason"], "White A9: the point is occupied");
        assert_eq!(json["broken"][1]["game"], 3);
        assert_eq!(json["encoding"], "UTF-8");
        let shown = found.broken[0].to_string();
        assert!(
            shown.ends_with("a.sgfl:2:14, game 2, move 2: White A9: the point is occupied"),
            "{shown}"
        );
    }

    #[test]
    fn sums_are_over_all_files() {
        let one = findings("a.sgf", "(;SZ[9];B[aa])(;SZ[9];B[bb])");
        let other = findings("b.txt", "f5d6c3\n");
        assert_eq!(other.format, "txt");
        let sum = total(&[one, other]);
        assert_eq!((sum.games, sum.replayed()), (3, 3));
    }
}
