//! Writes records as SGF FF4 in UTF-8. What the reader kept, the writer gives back.

use std::fmt::Write;

use super::{names, value};
use crate::game::Color;
use crate::record::{
    Area, Cell, GameKind, NodeId, Note, Place, Record, RecordError, RecordMove, Start, Tag,
};

/// Nodes go to a new line from this column on.
const LINE_WIDTH: usize = 72;

/// How the text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Lines of readable length.
    Lines,
    /// One line for the whole game; line breaks in comments become blanks.
    OneLine,
}

/// Appends the game as SGF in lines of readable length.
pub fn write(record: &Record, out: &mut String) -> Result<(), RecordError> {
    write_as(record, Layout::Lines, out)
}

/// Appends the game as one line of SGF, its end included. Line breaks in comments become blanks.
pub fn write_line(record: &Record, out: &mut String) -> Result<(), RecordError> {
    write_as(record, Layout::OneLine, out)
}

fn write_as(record: &Record, layout: Layout, out: &mut String) -> Result<(), RecordError> {
    if record.game() == GameKind::Xiangqi {
        return Err(RecordError::new(
            Place::default(),
            "SGF has no xiangqi: expected Go or Othello",
        ));
    }
    let line = out.len();
    Writer { record, layout, out, line }.game();
    Ok(())
}

struct Writer<'a> {
    record: &'a Record,
    layout: Layout,
    out: &'a mut String,
    /// Where the present line begins.
    line: usize,
}

/// What is still to be written.
enum Step {
    /// A node and what follows it.
    Line(NodeId),
    /// A node and what follows it, in brackets.
    Variation(NodeId),
    /// The bracket that closes a variation.
    Close,
}

impl Writer<'_> {
    fn game(&mut self) {
        let mut steps = vec![Step::Variation(NodeId::ROOT)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.out.push(')'),
                Step::Variation(id) => {
                    if id != NodeId::ROOT {
                        self.break_line();
                    }
                    self.out.push('(');
                    steps.push(Step::Close);
                    self.node(id, &mut steps);
                }
                Step::Line(id) => {
                    if self.out.len() - self.line >= LINE_WIDTH {
                        self.break_line();
                    }
                    self.node(id, &mut steps);
                }
            }
        }
        self.out.push('\n');
    }

    fn break_line(&mut self) {
        if self.layout == Layout::Lines {
            self.out.push('\n');
            self.line = self.out.len();
        }
    }

    fn node(&mut self, id: NodeId, steps: &mut Vec<Step>) {
        self.out.push(';');
        if id == NodeId::ROOT {
            self.root();
        }
        self.played(id);
        self.notes(id);
        let mut children = self.record.tree.children(id);
        match (children.next(), children.next()) {
            (Some(only), None) => {
                if id == NodeId::ROOT {
                    self.break_line();
                }
                steps.push(Step::Line(only));
            }
            _ => {
                let first = steps.len();
                steps.extend(self.record.tree.children(id).map(Step::Variation));
                if let Some(variations) = steps.get_mut(first..) {
                    variations.reverse();
                }
            }
        }
    }

    fn root(&mut self) {
        let (number, columns, rows) = match self.record.start {
            Start::Go { columns, rows, .. } => (1, columns, rows),
            _ => (2, 8, 8),
        };
        // Writing to a String cannot fail.
        let _ = write!(self.out, "FF[4]GM[{number}]CA[UTF-8]SZ[{columns}");
        if rows != columns {
            let _ = write!(self.out, ":{rows}");
        }
        self.out.push(']');
        self.info();
        match &self.record.start {
            Start::Go { stones, turn, .. } => self.setup(stones, *turn),
            Start::Othello { board: Some(board) } => {
                let (stones, turn) = othello_setup(board);
                self.setup(&stones, Some(turn));
            }
            _ => {}
        }
    }

    /// Each property once; further texts of the same tag are further values.
    fn info(&mut self) {
        let info = &self.record.info;
        let mut written: Vec<&str> = Vec::new();
        for (tag, _) in info.iter() {
            let name = names::property_of(tag).unwrap_or(names::TAG);
            if written.contains(&name) {
                continue;
            }
            written.push(name);
            self.out.push_str(name);
            let is_same = |tag: &Tag| names::property_of(tag).unwrap_or(names::TAG) == name;
            for (tag, text) in info.iter().filter(|(tag, _)| is_same(tag)) {
                self.out.push('[');
                if let Some(name) = names::foreign_name(tag) {
                    self.escaped(&name.replace(':', " "));
                    self.out.push(':');
                }
                self.escaped(text);
                self.out.push(']');
            }
        }
    }

    fn setup(&mut self, stones: &[(Color, Cell)], turn: Option<Color>) {
        for (color, name) in [(Color::First, "AB"), (Color::Second, "AW")] {
            let of_color = stones.iter().filter(|(stone, _)| *stone == color);
            let areas: Vec<Area> = of_color.map(|&(_, cell)| cell.into()).collect();
            if !areas.is_empty() {
                self.areas(name, &areas);
            }
        }
        if let Some(turn) = turn {
            self.turn(turn);
        }
    }

    fn turn(&mut self, turn: Color) {
        let _ = write!(self.out, "PL[{}]", letter(turn));
    }

    fn played(&mut self, id: NodeId) {
        let Some((mover, mv)) = self.record.tree[id].played() else { return };
        self.out.push(letter(mover));
        self.out.push('[');
        if let RecordMove::Place(cell) = mv {
            value::write_cell(cell, self.out);
        }
        self.out.push(']');
    }

    fn notes(&mut self, id: NodeId) {
        self.record.tree.notes(id).iter().for_each(|note| self.note(note));
    }

    fn labels(&mut self, labels: &[(Cell, Box<str>)]) {
        self.out.push_str("LB");
        for (cell, text) in labels {
            self.out.push('[');
            value::write_cell(*cell, self.out);
            self.out.push(':');
            self.escaped(text);
            self.out.push(']');
        }
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::Comment(text) => self.text("C", text),
            Note::Name(text) => self.text("N", text),
            Note::Setup(Some(Color::First), areas) => self.areas("AB", areas),
            Note::Setup(Some(Color::Second), areas) => self.areas("AW", areas),
            Note::Setup(None, areas) => self.areas("AE", areas),
            Note::Turn(turn) => self.turn(*turn),
            Note::Mark(mark, areas) => self.areas(names::property_of_mark(*mark), areas),
            Note::Labels(labels) => self.labels(labels),
            Note::Glyph(glyph) => {
                let (name, text) = names::property_of_glyph(*glyph);
                self.text(name, &text);
            }
            Note::Value(number) => self.number("V", *number),
            Note::TimeLeft(Color::First, seconds) => self.number("BL", *seconds),
            Note::TimeLeft(Color::Second, seconds) => self.number("WL", *seconds),
            Note::TimeSpent(seconds) => self.number("EMT", *seconds),
            Note::Other(name, values) => self.other(name, values),
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        self.out.push_str(name);
        self.value(text);
    }

    fn value(&mut self, text: &str) {
        self.out.push('[');
        self.escaped(text);
        self.out.push(']');
    }

    fn escaped(&mut self, text: &str) {
        let from = self.out.len();
        value::escape_into(text, self.out);
        self.lay_out_since(from);
    }

    fn number(&mut self, name: &str, number: f32) {
        let _ = write!(self.out, "{name}[{number}]");
    }

    fn areas(&mut self, name: &str, areas: &[Area]) {
        self.out.push_str(name);
        if areas.is_empty() {
            self.out.push_str("[]");
        }
        for area in areas {
            self.out.push('[');
            value::write_cell(area.top_left(), self.out);
            if area.bottom_right() != area.top_left() {
                self.out.push(':');
                value::write_cell(area.bottom_right(), self.out);
            }
            self.out.push(']');
        }
    }

    /// A property that the reader kept raw, or one of another format that needs escaping.
    fn other(&mut self, name: &str, values: &[Box<str>]) {
        if !names::is_name(name) {
            return;
        }
        self.out.push_str(name);
        for raw in values {
            if value::is_closed(raw) {
                let from = self.out.len();
                let _ = write!(self.out, "[{raw}]");
                self.lay_out_since(from);
            } else {
                self.value(raw);
            }
        }
    }

    /// Takes line breaks out of what was written from here on, or notes where the last line begins.
    fn lay_out_since(&mut self, from: usize) {
        let written = self.out.get(from..).unwrap_or_default();
        let Some(last) = written.rfind(['\n', '\r']) else { return };
        if self.layout == Layout::OneLine {
            let flat = written.replace("\\\r\n", "").replace("\\\n", "").replace(['\n', '\r'], " ");
            self.out.truncate(from);
            self.out.push_str(&flat);
        } else {
            self.line = from + last + 1;
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::First => 'B',
        Color::Second => 'W',
    }
}

/// The discs and the side to move of a board text.
fn othello_setup(board: &str) -> (Vec<(Color, Cell)>, Color) {
    let color = |sign| match sign {
        '*' => Some(Color::First),
        'O' => Some(Color::Second),
        _ => None,
    };
    let cells = (0..8).flat_map(|row| (0..8).map(move |column| Cell { column, row }));
    let discs = board.chars().take(64).zip(cells);
    let stones = discs.filter_map(|(sign, cell)| Some((color(sign)?, cell))).collect();
    (stones, board.chars().last().and_then(color).unwrap_or(Color::First))
}
