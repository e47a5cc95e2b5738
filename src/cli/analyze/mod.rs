//! `sanqi analyze`: a player's judgement of every move of a record.
//!
//! `judge` asks the player, `annotate` writes what it said into the record, `json` tells it to other
//! programs. A new game needs one impl of [`judge::Analyzable`] and an arm of [`Analyze::game`].

mod annotate;
mod json;
mod judge;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::Failure;
use super::progress::Progress;
use super::records::{File, MoveText, format};
use super::serve::assignment;
use crate::base::atomic_write;
use crate::engine::Engine;
use crate::engine::setting::find;
use crate::game::{Color, Position, go, othello, xiangqi};
use crate::record::{Format, GameKind, Record, RecordError, ReplayError};
use crate::search::{Limits, TimeControl};
use annotate::Telling;
use judge::{Analyzable, Judged, sides, summary};

/// Judges every move of a game record and writes the record with its judgements
///
/// Each move gets its value and the depth of the search (for the first side: Red in xiangqi, Black in
/// Go and Othello); doubtful moves, mistakes and blunders get their sign and the better line as a
/// variation, in GGF in words. Comments, variations and marks that were there stay, and judgements of moves
/// win over its own; what an earlier analysis said is replaced. Games from a format without room for all
/// that are written in one that has it: GGF for WTHOR and transcripts, SGF for OBF, PGN for tables. In SGF of
/// Go, V is Black's lead in points and SBKV, which Sabaki draws, Black's winning chance in percent. A game with
/// an illegal move is judged up to there and written as it is; the exit code is then 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sanqi analyze game.pgn > annotated.pgn
  sanqi analyze game.pgn --seconds 2 --set Threads=2 --out annotated.pgn
  sanqi analyze game.pgn --json | jq '.[0].summary'
  sanqi analyze game.sgf --nodes 5000
  sanqi analyze transcript.txt --out annotated.ggf

A move is doubtful if it gives away 8 % of the winning chance, a mistake at 16 %, a blunder at 30 %.
Scores of the JSON are those of the first side, chances and losses those of the mover.")]
pub struct Analyze {
    /// File of records (PGN, SGF, GGF, transcripts, ...); `-` is standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Writes to this file, as a whole or not at all, and not to standard output
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// JSON in place of the record
    #[arg(long)]
    json: bool,
    /// Nodes or playouts for each position [default: 300000 in xiangqi, 2000 in Go, 200000 in Othello]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for each position
    #[arg(long, value_parser = seconds)]
    seconds: Option<Duration>,
    /// Plies for each position
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Changes a setting of the player; `sanqi settings` lists them
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Format of the input, where its name and content do not tell
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// Format of the output, if not that of the input or, for Othello, of the output's name
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
    /// Notation of the moves in PGN
    #[arg(long, value_enum, default_value_t = MoveText::Chinese)]
    notation: MoveText,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, such as 0.5")?;
    let time = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("expected more than no time".to_owned()) } else { Ok(time) }
}

impl Analyze {
    /// Judges all records of the file.
    pub fn run(&self) -> Result<(), Failure> {
        let file = File::read(&self.input, self.from)?;
        let name: Arc<str> = file.name.as_str().into();
        let (mut records, mut broken) = (Vec::new(), 0_u32);
        for (record, number) in file.source().records().zip(1..) {
            match record {
                Ok(record) => records.push((record, number)),
                Err(error) => {
                    eprintln!("{}", error.in_file(&name));
                    broken += 1;
                }
            }
        }
        if records.is_empty() {
            return Err(Failure::new(format!("{name}: no record to analyse, {broken} broken")));
        }
        let to = self.output(file.format, &records)?;
        let moves = records.iter().map(|(record, _)| record.tree.main_moves().count() as u64).sum();
        let progress = Progress::new(moves, "moves");
        let (mut text, mut values) = (String::new(), Vec::new());
        for (record, number) in &mut records {
            let (value, error) = self.game(record, *number, to, &progress)?;
            values.push(value);
            if let Some(error) = error {
                let error = error.in_game(*number).in_file(&name);
                progress.suspend(|| eprintln!("{error}: judged up to there"));
                broken += 1;
            }
            if !self.json {
                to.write_in(self.notation.notation(), record, &mut text)?;
            }
        }
        progress.finish();
        if self.json {
            text = serde_json::to_string_pretty(&Value::Array(values))? + "\n";
        }
        self.write(&text)?;
        match broken {
            0 => Ok(()),
            1 => Err(Failure::new(format!("{name}: a game is broken"))),
            _ => Err(Failure::new(format!("{name}: {broken} games are broken"))),
        }
    }

    /// The format to write the records in. What it cannot hold is refused here, before any search.
    fn output(&self, input: Format, records: &[(Record, u32)]) -> Result<Format, Failure> {
        let to = self.to.or_else(|| self.named_output(records)).unwrap_or(input.for_notes());
        if self.json {
            return Ok(to);
        }
        if !to.holds_notes() {
            let able = Format::ALL.into_iter().filter(|format| format.holds_notes());
            let able = able.map(Format::name).collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(format!(
                "{to} has no room for judgements: tell another format with --to ({able})"
            )));
        }
        for (record, number) in records {
            to.write_in(self.notation.notation(), record, &mut String::new())
                .map_err(|error| RecordError { place: error.place.in_game(*number), ..error })?;
        }
        Ok(to)
    }

    /// The format that the output's name stands for. Records of other games keep theirs.
    fn named_output(&self, records: &[(Record, u32)]) -> Option<Format> {
        let extension = self.out.as_ref()?.extension()?.to_str()?;
        let is_othello = records.iter().all(|(record, _)| record.game() == GameKind::Othello);
        Format::named(extension).filter(|_| is_othello)
    }

    fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.out {
            Some(path) => {
                atomic_write(path, |out| Ok::<_, Failure>(out.write_all(text.as_bytes())?))
            }
            None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
        }
    }

    /// Judges one record, annotates it for its format and gives the JSON, and what is wrong with it from some
    /// move on.
    fn game(
        &self,
        record: &mut Record,
        number: u32,
        to: Format,
        progress: &Progress,
    ) -> Result<(Value, Option<ReplayError>), Failure> {
        match record.game() {
            GameKind::Xiangqi => self.judge::<xiangqi::Board>(record, number, to, progress),
            GameKind::Go => self.judge::<go::Board>(record, number, to, progress),
            GameKind::Othello => self.judge::<othello::Board>(record, number, to, progress),
        }
    }

    fn judge<P: Analyzable>(
        &self,
        record: &mut Record,
        number: u32,
        to: Format,
        progress: &Progress,
    ) -> Result<(Value, Option<ReplayError>), Failure> {
        let mut player = P::Player::new(&self.config::<P>()?);
        let judged =
            judge::judge::<P>(record, &mut player, &self.limits::<P>(), || progress.add(1));
        let (judged, error) = match judged {
            Ok(judged) => (judged, None),
            Err(fragment) => (fragment.judged, Some(fragment.error)),
        };
        tell::<P>(number, &judged);
        let value = json::of_game::<P>(record, &judged);
        annotate::annotate::<P>(record, &judged, Telling::of(to));
        Ok((value, error))
    }

    fn config<P: Analyzable>(&self) -> Result<<P::Player as Engine>::Config, Failure> {
        let mut config = <P::Player as Engine>::Config::default();
        for (name, value) in &self.set {
            let set =
                find(P::Player::SETTINGS, name).and_then(|setting| setting.set(&mut config, value));
            set.map_err(|error| Failure::usage(format!("{error}; `sanqi settings` lists them")))?;
        }
        Ok(config)
    }

    fn limits<P: Analyzable>(&self) -> Limits<P::Move> {
        let limited = self.nodes.is_some() || self.seconds.is_some() || self.depth.is_some();
        Limits {
            nodes: self.nodes.or((!limited).then_some(P::NODES)),
            depth: self.depth,
            time: self.seconds.map_or(TimeControl::None, TimeControl::PerMove),
            lines: 1,
            ..Limits::default()
        }
    }
}

/// One line a side on stderr: how well it played.
fn tell<P: Position>(number: u32, judged: &[Judged<P::Move>]) {
    for side in Color::BOTH {
        let found = summary(judged, side);
        let [doubtful, mistakes, blunders] = found.faults;
        eprintln!(
            "game {number}, {}: {} moves, {blunders} blunders, {mistakes} mistakes, {doubtful} doubtful, \
             {:.1} % of the winning chance lost a move",
            sides::<P>()[side.index()],
            found.moves,
            100.0 * found.mean_loss
        );
    }
}
