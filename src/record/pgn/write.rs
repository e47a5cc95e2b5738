//! Writes xiangqi records as PGN.
//!
//! Comments, variations and glyphs are kept. Marks, clocks and setups in mid-game, which only SGF
//! has, are left out.

use std::fmt::Write;

use super::tags;
use crate::game::Color;
use crate::game::xiangqi::{Board, Move, Notation, Square};
use crate::record::{
    Emphasis, Glyph, NodeId, Note, Place, Record, RecordError, RecordMove, Start, result,
};

/// Moves go to a new line from this column on.
const LINE_WIDTH: usize = 72;

/// Appends the game as PGN with its moves in `notation`. The rules must allow the moves.
pub fn write(record: &Record, notation: Notation, out: &mut String) -> Result<(), RecordError> {
    let start = start(record)?;
    head(record, notation, out);
    out.push('\n');
    let line = out.len();
    let mut writer = Writer { record, notation, out, line, numbered: false };
    writer.moves(start)?;
    let end = result::write_pgn(record.outcome().as_ref());
    writer.word(&end);
    out.push_str("\n\n");
    Ok(())
}

fn start(record: &Record) -> Result<Board, RecordError> {
    match &record.start {
        Start::Xiangqi { fen: None } => Ok(Board::start()),
        Start::Xiangqi { fen: Some(fen) } => Board::from_fen(fen)
            .map_err(|error| RecordError::new(Place::default(), error.to_string())),
        other => {
            let reason = format!("expected a record of xiangqi, found one of {}", other.game());
            Err(RecordError::new(Place::default(), reason))
        }
    }
}

fn head(record: &Record, notation: Notation, out: &mut String) {
    tag("Game", "Chinese Chess", out);
    for (key, value) in record.info.iter() {
        if let Some(name) = tags::name(key) {
            tag(&name, value, out);
        }
    }
    if let Start::Xiangqi { fen: Some(fen) } = &record.start {
        tag("FEN", fen, out);
    }
    let format = match notation {
        Notation::Chinese(_) => "Chinese",
        Notation::Wxf => "WXF",
        Notation::Iccs => "ICCS",
        Notation::Ucci => "UCCI",
        Notation::UciFromOne => tags::RANKS_FROM_ONE,
    };
    tag("Format", format, out);
}

fn tag(name: &str, value: &str, out: &mut String) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// What is still to be written.
enum Step {
    /// The move of a node, played on this board, its alternatives and what follows.
    Move(NodeId, Board),
    /// An alternative in brackets, on this board.
    Variation(NodeId, Board),
    /// The bracket that closes a variation.
    Close,
}

struct Writer<'a> {
    record: &'a Record,
    notation: Notation,
    out: &'a mut String,
    /// Where the present line begins.
    line: usize,
    /// Whether the next move of the second side needs no number before it.
    numbered: bool,
}

impl Writer<'_> {
    fn moves(&mut self, start: Board) -> Result<(), RecordError> {
        self.notes(NodeId::ROOT);
        let mut steps = Vec::new();
        if let Some(first) = self.record.tree[NodeId::ROOT].first_child() {
            steps.push(Step::Move(first, start));
        }
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => {
                    self.out.push(')');
                    self.numbered = false;
                }
                Step::Move(id, board) => {
                    let next = self.node(id, &board)?;
                    if let Some(child) = self.record.tree[id].first_child() {
                        steps.push(Step::Move(child, next));
                    }
                    let others: Vec<NodeId> = self.later_siblings(id).collect();
                    for id in others.into_iter().rev() {
                        steps.push(Step::Variation(id, board.clone()));
                    }
                }
                Step::Variation(id, board) => {
                    self.word("(");
                    self.numbered = false;
                    let next = self.node(id, &board)?;
                    steps.push(Step::Close);
                    if let Some(child) = self.record.tree[id].first_child() {
                        steps.push(Step::Move(child, next));
                    }
                }
            }
        }
        Ok(())
    }

    fn later_siblings(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let tree = &self.record.tree;
        std::iter::successors(tree[id].next_sibling(), |&id| tree[id].next_sibling())
    }

    /// Writes a node and gives the position after it.
    fn node(&mut self, id: NodeId, board: &Board) -> Result<Board, RecordError> {
        let mut after = board.clone();
        if let Some((mover, mv)) = self.record.tree[id].played() {
            let mv = self.legal(id, board, mover, mv)?;
            let number = board.ply() / 2 + 1;
            match mover {
                Color::First => self.word(&format!("{number}.")),
                Color::Second if !self.numbered => self.word(&format!("{number}...")),
                Color::Second => {}
            }
            self.word(&self.notation.write(board, mv));
            self.numbered = mover == Color::First;
            after.play(mv);
        }
        self.notes(id);
        Ok(after)
    }

    fn legal(
        &self,
        id: NodeId,
        board: &Board,
        mover: Color,
        mv: RecordMove,
    ) -> Result<Move, RecordError> {
        let point = |index: u8| Square::from_index(usize::from(index));
        if let RecordMove::Step { from, to } = mv
            && let (Some(from), Some(to)) = (point(from), point(to))
            && from != to
            && mover == board.turn()
            && board.is_legal(Move::new(from, to))
        {
            return Ok(Move::new(from, to));
        }
        let place = Place::default().at_move(self.record.tree.move_number(id));
        Err(RecordError::new(place, format!("{mv:?} cannot be played by the rules of xiangqi")))
    }

    fn notes(&mut self, id: NodeId) {
        let mut lines_before = false;
        for note in self.record.tree.notes(id) {
            match note {
                Note::Comment(text) if text.contains('}') => {
                    if lines_before {
                        self.word("{}");
                    }
                    self.line_comment(text);
                    lines_before = true;
                    continue;
                }
                Note::Comment(text) => {
                    self.word(&format!("{{{text}}}"));
                    self.numbered = false;
                }
                Note::Glyph(glyph) => {
                    if let Some(nag) = nag(*glyph) {
                        self.word(&format!("${nag}"));
                    }
                }
                _ => continue,
            }
            lines_before = false;
        }
    }

    /// A comment that holds `}`: each line of it to the end of a line.
    fn line_comment(&mut self, text: &str) {
        self.new_line();
        for line in text.lines() {
            let _ = write!(self.out, "; {line}");
            self.new_line();
        }
        self.numbered = false;
    }

    fn word(&mut self, word: &str) {
        let width = self.out.get(self.line..).map_or(0, |line| line.chars().count());
        let is_glued = self.out.ends_with(['(', '\n']);
        if width >= LINE_WIDTH {
            self.new_line();
        } else if !is_glued {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    fn new_line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.line = self.out.len();
    }
}

/// The numeric glyph for a judgement.
const fn nag(glyph: Glyph) -> Option<u8> {
    Some(match glyph {
        Glyph::Nag(number) => number,
        Glyph::Good(Emphasis::Plain) => 1,
        Glyph::Bad(Emphasis::Plain) => 2,
        Glyph::Good(Emphasis::Strong) => 3,
        Glyph::Bad(Emphasis::Strong) => 4,
        Glyph::Interesting => 5,
        Glyph::Doubtful => 6,
        Glyph::Even(_) => 10,
        Glyph::Unclear(_) => 13,
        Glyph::GoodFor(Color::First, Emphasis::Plain) => 16,
        Glyph::GoodFor(Color::Second, Emphasis::Plain) => 17,
        Glyph::GoodFor(Color::First, Emphasis::Strong) => 18,
        Glyph::GoodFor(Color::Second, Emphasis::Strong) => 19,
        Glyph::Hotspot(_) => return None,
    })
}
