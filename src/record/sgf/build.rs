//! Makes a record of the tokens of one game: the tree, and what its properties mean.

use std::borrow::Cow;

use super::names;
use super::setup::RootSetup;
use super::value::{self, Breaks};
use crate::game::Color;
use crate::record::locate::Locator;
use crate::record::{
    Area, Cell, GameKind, Glyph, NodeId, Note, Place, Record, RecordError, RecordMove, Spot, Start,
    Tag,
};

/// Faults told per game; a file of nothing but faults has no more to say.
const MOST_MENDED: usize = 16;
/// Rows and columns SGF can name.
pub(super) const MOST_LINES: u8 = 52;

/// A game under construction.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    record: Record,
    /// The number of the game in its file, from 1.
    number: u32,
    /// For each open bracket, the node its variations branch from.
    branches: Vec<NodeId>,
    /// The node that the next one follows.
    last: NodeId,
    /// The end of the main line so far.
    main_end: NodeId,
    root: Root,
    /// The node being read: its properties, each with the index of its first value.
    properties: Vec<(Cow<'a, str>, usize)>,
    values: Vec<&'a str>,
    is_open: bool,
    spot: Spot,
    /// Moves of the main line so far.
    moves: u32,
    error: Option<RecordError>,
}

/// How far the reading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    /// The root is still to come.
    Awaited,
    /// What comes now follows the root.
    Read,
}

impl<'a> Builder<'a> {
    pub(super) fn new(number: u32) -> Self {
        Self {
            record: Record::new(Start::go(19)),
            number,
            branches: Vec::new(),
            last: NodeId::ROOT,
            main_end: NodeId::ROOT,
            root: Root::Awaited,
            properties: Vec::new(),
            values: Vec::new(),
            is_open: false,
            spot: Spot::default(),
            moves: 0,
            error: None,
        }
    }

    /// Whether brackets are open.
    pub(super) fn is_inside(&self) -> bool {
        !self.branches.is_empty()
    }

    /// `(`
    pub(super) fn open(&mut self) {
        self.end_node();
        self.branches.push(self.last);
    }

    /// `)`
    pub(super) fn close(&mut self) {
        self.end_node();
        if let Some(branch) = self.branches.pop() {
            self.last = branch;
        }
    }

    /// `;` or, where it is missing, a property where no node is open.
    pub(super) fn begin_node(&mut self, at: usize, locator: &mut Locator<'_>) {
        self.end_node();
        self.is_open = true;
        self.spot = locator.spot(at);
    }

    /// A property begins.
    pub(super) fn name(&mut self, name: &'a str, at: usize, locator: &mut Locator<'_>) {
        if !self.is_open {
            self.begin_node(at, locator);
            self.mend("a node does not begin with `;`");
        }
        self.properties.push((names::canonical(name), self.values.len()));
    }

    /// A value of the last property.
    pub(super) fn value(&mut self, raw: &'a str) {
        if self.properties.is_empty() {
            self.mend("a value belongs to no property");
            return;
        }
        self.values.push(raw);
    }

    /// The last value of a text that ends inside it: half a comment is kept, half a move is not.
    pub(super) fn cut_value(&mut self, raw: &'a str) {
        let is_point = |name: &str| matches!(name, "B" | "W" | "AB" | "AW" | "AE");
        if self.properties.last().is_some_and(|(name, _)| is_point(name)) {
            return;
        }
        self.value(if value::is_closed(raw) { raw } else { raw.strip_suffix('\\').unwrap_or("") });
    }

    /// Notes a fault that does no harm.
    pub(super) fn mend(&mut self, reason: impl Into<Cow<'static, str>>) {
        if self.record.mended.len() < MOST_MENDED {
            let place = Place::at(self.spot).in_game(self.number);
            self.record.mended.push(RecordError::new(place, reason));
        }
    }

    /// A fault that spoils the game if it is in the main line.
    fn fault(&mut self, reason: String) {
        if self.last != self.main_end {
            self.mend(reason);
        } else if self.error.is_none() {
            let place = Place::at(self.spot).in_game(self.number).at_move(self.moves + 1);
            self.error = Some(RecordError::new(place, reason));
        }
    }

    /// The game, or what is wrong with it.
    pub(super) fn finish(mut self) -> Result<Record, RecordError> {
        self.end_node();
        if self.root == Root::Awaited && self.error.is_none() {
            self.fault("the game has no node: expected `;`".into());
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.record),
        }
    }

    /// Enters the node read so far, if any.
    fn end_node(&mut self) {
        if !self.is_open {
            return;
        }
        self.is_open = false;
        let properties = std::mem::take(&mut self.properties);
        let values = std::mem::take(&mut self.values);
        if self.error.is_none() {
            self.enter(&properties, &values);
        }
        // Kept for the next node: no allocation per node.
        (self.properties, self.values) = (properties, values);
        self.properties.clear();
        self.values.clear();
    }

    fn enter(&mut self, properties: &[(Cow<'a, str>, usize)], values: &[&'a str]) {
        let of = |index: usize| {
            let from = properties.get(index).map_or(0, |&(_, from)| from);
            let to = properties.get(index + 1).map_or(values.len(), |&(_, from)| from);
            values.get(from..to).unwrap_or_default()
        };
        if self.root == Root::Awaited {
            let first = |name: &str| {
                let index = properties.iter().position(|(have, _)| have == name)?;
                of(index).first().copied()
            };
            match start(first("GM"), first("SZ")) {
                Ok(start) => self.record.start = start,
                Err(reason) => return self.fault(reason),
            }
            self.last = NodeId::ROOT;
            self.record.tree.set_spot(NodeId::ROOT, self.spot);
            let mut setup = RootSetup::default();
            for (index, (name, _)) in properties.iter().enumerate() {
                self.root_property(name, of(index), &mut setup);
            }
            setup.enter(&mut self.record.start);
            self.root = Root::Read;
            return;
        }
        self.add_node();
        for (index, (name, _)) in properties.iter().enumerate() {
            self.property(name, of(index));
        }
    }

    fn add_node(&mut self) {
        let follows_main = self.last == self.main_end;
        self.last = self.record.tree.add(self.last);
        if follows_main {
            self.main_end = self.last;
        }
        self.record.tree.set_spot(self.last, self.spot);
    }

    fn root_property(&mut self, name: &str, values: &[&str], setup: &mut RootSetup) {
        match name {
            // Told by the start; or of the file, not of the game.
            "GM" | "SZ" | "FF" | "CA" => {}
            "AB" => self.root_stones(Some(Color::First), values, setup),
            "AW" => self.root_stones(Some(Color::Second), values, setup),
            "AE" => self.root_stones(None, values, setup),
            "PL" => match values.first().and_then(|raw| color(raw)) {
                Some(color) => setup.turn = Some(color),
                None => self.keep(name, values),
            },
            names::TAG if values.iter().all(|raw| raw.contains(':')) => {
                for (name, text) in values.iter().filter_map(|raw| raw.split_once(':')) {
                    let name = value::unescape(name, Breaks::Blanks);
                    let text = value::unescape(text, Breaks::Kept);
                    let belongs = |tag: &Tag| names::foreign_name(tag).is_some();
                    self.record.info.push_beside(belongs, names::foreign_tag(&name), text);
                }
            }
            _ => match names::tag(name) {
                Some(tag) => {
                    let breaks = if name == "GC" { Breaks::Kept } else { Breaks::Blanks };
                    for raw in values {
                        let text = value::unescape(raw, breaks);
                        self.record.info.push_beside(|have| *have == tag, tag.clone(), text);
                    }
                }
                None => self.property(name, values),
            },
        }
    }

    fn root_stones(&mut self, stone: Option<Color>, values: &[&str], setup: &mut RootSetup) {
        for raw in values.iter().filter(|raw| !raw.trim().is_empty()) {
            match value::area(raw) {
                Some(area) => setup.lay(stone, area),
                None => self.fault(format!("`{raw}` is not a point: expected two letters")),
            }
        }
    }

    fn property(&mut self, name: &str, values: &[&str]) {
        match name {
            "B" => self.played(Color::First, values),
            "W" => self.played(Color::Second, values),
            "AB" => self.stones(Some(Color::First), name, values),
            "AW" => self.stones(Some(Color::Second), name, values),
            "AE" => self.stones(None, name, values),
            "C" => self.comment(values),
            // Written out again, they would look like the start of another game.
            "GM" | "FF" => self.mend("`GM` or `FF` is not in the root: left out"),
            _ => {
                let first = values.first().copied().unwrap_or_default();
                match note(name, first, values) {
                    Some(note) => self.say(note),
                    None => self.keep(name, values),
                }
            }
        }
    }

    fn played(&mut self, mover: Color, values: &[&str]) {
        for raw in values {
            let Some(mv) = self.read_move(raw) else {
                self.fault(format!("`{raw}` is not a move: expected two letters"));
                let name = if mover == Color::First { "B" } else { "W" };
                self.keep(name, &[raw]);
                continue;
            };
            if self.record.tree[self.last].played().is_some() {
                self.mend("a node has two moves");
                self.add_node();
            }
            self.record.tree.set_move(self.last, mover, mv);
            if self.last == self.main_end {
                self.moves += 1;
            }
        }
    }

    fn read_move(&self, raw: &str) -> Option<RecordMove> {
        match self.record.start {
            Start::Go { columns, rows, .. } => go_move(raw, columns, rows),
            _ => othello_move(raw),
        }
    }

    fn stones(&mut self, stone: Option<Color>, name: &str, values: &[&str]) {
        let values = values.iter().filter(|raw| !raw.trim().is_empty());
        match values.clone().map(|raw| value::area(raw)).collect::<Option<Vec<Area>>>() {
            Some(areas) => self.say(Note::Setup(stone, areas)),
            None => {
                let values: Vec<&str> = values.copied().collect();
                self.fault(format!("`{name}[{}]` are not points", values.join("][")));
                self.keep(name, &values);
            }
        }
    }

    fn comment(&mut self, values: &[&str]) {
        let texts: Vec<_> = values.iter().map(|raw| value::unescape(raw, Breaks::Kept)).collect();
        let text = texts.join("\n");
        self.say(Note::Comment(text.into()));
    }

    /// Adds a note to the node; a property that is there twice becomes one.
    fn say(&mut self, note: Note) {
        if self.record.tree.notes(self.last).iter().any(|old| leaves_no_room_for(old, &note)) {
            return self
                .mend("a property that has one value is there twice: the second is left out");
        }
        let said = self.record.tree.notes_mut(self.last);
        for old in said.iter_mut() {
            match (old, &note) {
                (Note::Setup(old, have), Note::Setup(new, more)) if old == new => {
                    return have.extend(more);
                }
                (Note::Mark(old, have), Note::Mark(new, more)) if old == new => {
                    return have.extend(more);
                }
                (Note::Labels(have), Note::Labels(more)) => {
                    return have.extend_from_slice(more);
                }
                (Note::Other(old, have), Note::Other(new, more)) if old == new => {
                    return have.extend_from_slice(more);
                }
                (Note::Comment(have), Note::Comment(more)) => {
                    *have = format!("{have}\n{more}").into();
                    return;
                }
                _ => {}
            }
        }
        said.push(note);
    }

    /// Keeps a property as it is.
    fn keep(&mut self, name: &str, values: &[&str]) {
        let values = values.iter().map(|&raw| raw.into()).collect();
        self.say(Note::Other(name.into(), values));
    }
}

/// Whether `new` is the same property as `old`, one that has a single value.
fn leaves_no_room_for(old: &Note, new: &Note) -> bool {
    let property = |glyph: &Glyph| names::property_of_glyph(*glyph).0;
    match (old, new) {
        (Note::Glyph(Glyph::Nag(_)), _) => false,
        (Note::Glyph(old), Note::Glyph(new)) => property(old) == property(new),
        (Note::TimeLeft(old, _), Note::TimeLeft(new, _)) => old == new,
        (Note::Name(_), Note::Name(_))
        | (Note::Turn(_), Note::Turn(_))
        | (Note::Value(_), Note::Value(_))
        | (Note::TimeSpent(_), Note::TimeSpent(_)) => true,
        _ => false,
    }
}

/// The note a property stands for; `None` if it is to be kept as it is.
fn note(name: &str, first: &str, values: &[&str]) -> Option<Note> {
    if let Some(mark) = names::mark(name) {
        let named = values.iter().filter(|raw| !raw.trim().is_empty());
        let areas = named.map(|raw| value::area(raw)).collect::<Option<Vec<Area>>>()?;
        return Some(Note::Mark(mark, areas));
    }
    if name == "LB" {
        let labels = values.iter().map(|raw| label(raw)).collect::<Option<_>>()?;
        return Some(Note::Labels(labels));
    }
    if values.len() != 1 {
        return None;
    }
    if let Some(glyph) = names::glyph(name, first) {
        return Some(Note::Glyph(glyph));
    }
    let note = match name {
        "N" => Note::Name(value::unescape(first, Breaks::Blanks).into()),
        "PL" => Note::Turn(color(first)?),
        "V" => Note::Value(value::number(first)?),
        "BL" => Note::TimeLeft(Color::First, value::number(first)?),
        "WL" => Note::TimeLeft(Color::Second, value::number(first)?),
        "EMT" => Note::TimeSpent(value::number(first)?),
        _ => return None,
    };
    Some(note)
}

fn label(raw: &str) -> Option<(Cell, Box<str>)> {
    let (point, text) = raw.split_once(':')?;
    Some((value::cell(point)?, value::unescape(text, Breaks::Blanks).into()))
}

/// The start of the game by `GM` and `SZ`.
fn start(game: Option<&str>, size: Option<&str>) -> Result<Start, String> {
    let game = match game.map(str::trim) {
        None | Some("" | "1") => GameKind::Go,
        Some("2") => GameKind::Othello,
        Some(other) => return Err(format!("`GM[{other}]` is not Go (1) or Othello (2)")),
    };
    let usual = if game == GameKind::Go { 19 } else { 8 };
    let (columns, rows) = match size {
        None => (usual, usual),
        Some(raw) => lines(raw).ok_or_else(|| {
            format!("`SZ[{raw}]` is not a board size: expected 1 to {MOST_LINES}")
        })?,
    };
    match game {
        GameKind::Othello if (columns, rows) != (8, 8) => {
            Err(format!("Othello on {columns}x{rows}: expected 8x8"))
        }
        GameKind::Othello => Ok(Start::othello()),
        _ => Ok(Start::Go { columns, rows, stones: Vec::new(), turn: None }),
    }
}

/// `19`, `19:13`, also `19x13`: columns and rows.
fn lines(raw: &str) -> Option<(u8, u8)> {
    let (columns, rows) = raw.split_once([':', 'x']).unwrap_or((raw, raw));
    let count = |text: &str| text.trim().parse().ok().filter(|n| (1..=MOST_LINES).contains(n));
    Some((count(columns)?, count(rows)?))
}

/// A Go move; `tt` passes on boards that have no such point.
fn go_move(raw: &str, columns: u8, rows: u8) -> Option<RecordMove> {
    let cell = match value::cell(raw) {
        Some(cell) => cell,
        None => return raw.trim().is_empty().then_some(RecordMove::Pass),
    };
    let is_tt = cell == (Cell { column: 19, row: 19 });
    let is_pass = is_tt && columns <= 19 && rows <= 19;
    Some(if is_pass { RecordMove::Pass } else { RecordMove::Place(cell) })
}

/// An Othello move: `fe` as in Go, or `f5`; passes have many spellings.
fn othello_move(raw: &str) -> Option<RecordMove> {
    let raw = raw.trim();
    if matches!(raw.to_ascii_lowercase().as_str(), "" | "pass" | "pa" | "ps" | "--" | "tt") {
        return Some(RecordMove::Pass);
    }
    if let &[column, digit @ b'1'..=b'8'] = raw.as_bytes() {
        let column = value::coordinate(column.to_ascii_lowercase())?;
        return Some(RecordMove::Place(Cell { column, row: digit - b'1' }));
    }
    value::cell(raw).map(RecordMove::Place)
}

/// `B` or `W`, in the spellings of old files too.
fn color(raw: &str) -> Option<Color> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::First),
        "w" | "white" | "2" => Some(Color::Second),
        _ => None,
    }
}
