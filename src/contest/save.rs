//! Finished games as files: SGF for Go, PGN for xiangqi, GGF for Othello.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::bout::{MoveNote, Played};
use super::calendar;
use super::spec::Terms;
use super::table::{Refused, Table};
use crate::game::Color;
use crate::game::xiangqi::Notation;
use crate::record::{GameKind, NodeId, Note, Record, Tag, ggf, pgn, sgf};

/// What a record tells besides the game.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The match.
    pub event: &'a str,
    /// Number of the game, from 1.
    pub round: usize,
    /// Names of the first and the second side.
    pub players: [&'a str; 2],
    /// The opening's name.
    pub opening: &'a str,
    /// When the game ended, in seconds since 1970.
    pub ended: u64,
}

/// The ending of the files of `game`.
pub const fn ending(game: GameKind) -> &'static str {
    match game {
        GameKind::Go => "sgf",
        GameKind::Xiangqi => "pgn",
        GameKind::Othello => "ggf",
    }
}

/// A finished game as text.
pub fn text(played: &Played, heading: &Heading<'_>, terms: &Terms) -> Result<String, String> {
    let record = record(played, heading, terms).map_err(|refused| refused.to_string())?;
    let mut text = String::new();
    match terms.game {
        GameKind::Go => sgf::write(&record, &mut text).map_err(|error| error.to_string())?,
        GameKind::Othello => ggf::write(&record, &mut text),
        GameKind::Xiangqi => {
            pgn::write(&record, Notation::Iccs, &mut text).map_err(|error| error.to_string())?;
        }
    }
    Ok(text)
}

/// Writes a file that is whole or not there at all.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let aside = path.with_extension("new");
    let mut file = File::create(&aside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&aside, path)
}

fn record(played: &Played, heading: &Heading<'_>, terms: &Terms) -> Result<Record, Refused> {
    let mut table = Table::new(&played.line.setup, played.line.first, &terms.rules)?;
    for (_, mv) in &played.line.moves {
        table.play(mv)?;
    }
    let mut record = table.record();
    let info = &mut record.info;
    let [first, second] = heading.players;
    info.set(Tag::Player(Color::First), first);
    info.set(Tag::Player(Color::Second), second);
    info.set(Tag::Event, heading.event);
    info.set(Tag::Round, heading.round.to_string());
    info.set(Tag::Date, calendar::date(heading.ended));
    info.set(Tag::Opening, heading.opening);
    info.set(Tag::Application, concat!("sanqi:", env!("CARGO_PKG_VERSION")));
    record.set_outcome(&played.outcome);
    let last = comment_moves(&mut record, played);
    record.tree.add_note(last, Note::Comment(ending_comment(played).into()));
    Ok(record)
}

/// Times and scores of the moves; returns the last node.
fn comment_moves(record: &mut Record, played: &Played) -> NodeId {
    let nodes: Vec<NodeId> = record.tree.main_line().collect();
    let thoughts = std::iter::repeat_n(&None, played.book_plies + 1).chain(&played.thoughts);
    for (&id, thought) in nodes.iter().zip(thoughts) {
        let Some(note) = thought else { continue };
        if record.game() == GameKind::Xiangqi {
            // PGN has no place of its own for them.
            record.tree.add_note(id, Note::Comment(remark(note).into()));
            continue;
        }
        let mover = record.tree[id].played().map(|(color, _)| color);
        let seconds = (note.time.as_secs_f32() * 1000.0).round() / 1000.0;
        record.tree.add_note(id, Note::TimeSpent(seconds));
        if let Some(score) = note.thought.score {
            let sign = if mover == Some(Color::Second) { -1.0 } else { 1.0 };
            record.tree.add_note(id, Note::Value(sign * score.points() as f32 / 100.0));
        }
    }
    nodes.last().copied().unwrap_or(NodeId::ROOT)
}

/// `+0.12/8 0.105s`: score, depth, time.
fn remark(note: &MoveNote) -> String {
    let score = note.thought.score.map_or("-".to_owned(), |score| score.to_string());
    let depth = note.thought.depth.map_or(String::new(), |depth| format!("/{depth}"));
    format!("{score}{depth} {:.3}s", note.time.as_secs_f64())
}

/// Why the game ended, and which stones were dead.
fn ending_comment(played: &Played) -> String {
    let reason = played.outcome.reason.to_string();
    let mut text =
        if played.detail == reason { reason } else { format!("{reason}: {}", played.detail) };
    if !played.dead.is_empty() {
        text.push_str(&format!("; dead: {}", played.dead.join(" ")));
    }
    text
}
