//! Writes judgements into a record, beside all that it says already.
//!
//! What the user said stays, and wins where it excludes ours. What an earlier analysis said is replaced:
//! its words at the end of a comment tell which of the figures and glyphs beside it are its own.

use super::judge::{Analyzable, Fault, Judged, turned};
use crate::game::Color;
use crate::record::{Emphasis, Format, GameKind, Glyph, NodeId, Note, Record, RecordMove, Tag};
use crate::search::Score;

/// Plies of a better line that are written.
const LONGEST_LINE: usize = 12;

/// Sabaki's property for Black's winning chance in percent.
const CHANCE: &str = "SBKV";

/// What stands between the names of annotators.
const SEPARATOR: &str = "; ";

/// How our own name begins, whatever the version.
const OURS: &str = "sanqi ";

/// How a format tells of a better line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// As a variation, with a glyph at the move.
    Variation,
    /// In the comment of the move, with the sign of the glyph: there is room for nothing else.
    Words,
}

impl Telling {
    /// How this format tells of it.
    pub(super) const fn of(format: Format) -> Self {
        if format.holds_variations() { Self::Variation } else { Self::Words }
    }
}

/// Adds to each move its value, to bad ones their sign and the better line.
pub(super) fn annotate<P: Analyzable>(
    record: &mut Record,
    judged: &[Judged<P::Move>],
    telling: Telling,
) {
    let signed = sign(record);
    for one in judged {
        let told = take_back(record, one.node, signed);
        match telling {
            Telling::Variation => {
                note::<P>(record, one, told.as_ref());
                if one.fault().is_some() {
                    add_line::<P>(record, one, signed);
                }
            }
            Telling::Words => say(record.tree.notes_mut(one.node), &all_in_words::<P>(one)),
        }
    }
}

/// Says the value of a move, with what programs show beside it.
fn note<P: Analyzable>(record: &mut Record, one: &Judged<P::Move>, told: Option<&Told>) {
    let value = for_first(one.score, one.mover);
    let is_go = record.game() == GameKind::Go;
    let notes = record.tree.notes_mut(one.node);
    let is_glyph = |note: &Note| told.is_some_and(|told| told.has_glyph(note));
    let glyph = one.fault().map(|fault| Note::Glyph(glyph(fault)));
    let has_ours = put(notes, is_glyph, judges_the_move, glyph);
    say(notes, &words(value, one.depth, one.fault().filter(|_| has_ours)));
    if is_go && let Score::Chance { win, lead } = value {
        add_figures(notes, told, win, lead);
    }
}

/// Names us among the annotators; says whether an earlier analysis did.
fn sign(record: &mut Record) -> Signed {
    let named = record.info.get(&Tag::Annotator).unwrap_or_default();
    let is_other = |name: &&str| !name.is_empty() && !name.starts_with(OURS);
    let signed = named.split(SEPARATOR).any(|name| name.starts_with(OURS));
    let others = named.split(SEPARATOR).filter(is_other);
    let all: Vec<&str> = others.chain([concat!("sanqi ", env!("CARGO_PKG_VERSION"))]).collect();
    record.info.set(Tag::Annotator, all.join(SEPARATOR));
    if signed { Signed::Before } else { Signed::Now }
}

/// When a record was first signed by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signed {
    /// By an earlier analysis: values in its comments may be ours.
    Before,
    /// Just now: values in its comments are those of others.
    Now,
}

const fn glyph(fault: Fault) -> Glyph {
    match fault {
        Fault::Doubtful => Glyph::Doubtful,
        Fault::Mistake => Glyph::Bad(Emphasis::Plain),
        Fault::Blunder => Glyph::Bad(Emphasis::Strong),
    }
}

/// A fault as a word.
const fn mark(fault: Fault) -> &'static str {
    match fault {
        Fault::Doubtful => "?!",
        Fault::Mistake => "?",
        Fault::Blunder => "??",
    }
}

/// The number that PGN gives a judgement of a move, from 1 to 6; `None` for judgements of the position.
const fn number(glyph: Glyph) -> Option<u8> {
    match glyph {
        Glyph::Good(Emphasis::Plain) => Some(1),
        Glyph::Bad(Emphasis::Plain) => Some(2),
        Glyph::Good(Emphasis::Strong) => Some(3),
        Glyph::Bad(Emphasis::Strong) => Some(4),
        Glyph::Interesting => Some(5),
        Glyph::Doubtful => Some(6),
        Glyph::Nag(number @ 1..=6) => Some(number),
        _ => None,
    }
}

/// Whether a note judges the move: of such there is but one at a node.
fn judges_the_move(note: &Note) -> bool {
    match note {
        Note::Glyph(glyph) => number(*glyph).is_some(),
        Note::Other(name, _) => matches!(&**name, "BM" | "DO" | "IT" | "TE"),
        _ => false,
    }
}

/// The score as the first side sees it.
pub(super) fn for_first(score: Score, side: Color) -> Score {
    if side == Color::First { score } else { turned(score) }
}

/// A score in a few characters, with the depth it was found at.
fn value_text(score: Score, depth: u32) -> String {
    let value = match score {
        Score::Hundredths(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(0) => "-M0".to_owned(),
        Score::Mate(moves) => format!("{}M{}", if moves > 0 { '+' } else { '-' }, moves.abs()),
        Score::Chance { win, lead } => format!("{}% {lead:+.1}", percent(win)),
    };
    if depth > 0 { format!("{value}/{depth}") } else { value }
}

/// The value, and the fault if the glyph beside it is ours.
fn words(score: Score, depth: u32, fault: Option<Fault>) -> String {
    let value = value_text(score, depth);
    fault.map_or_else(|| value.clone(), |fault| format!("{value} {}", mark(fault)))
}

/// What stands before a better line where it is told in words.
const BETTER: &str = " better: ";

/// `-1.25/12 ?? better: d6 c3 d3 +4.00/12`. No bracket and no semicolon, which may end a game for some readers.
fn all_in_words<P: Analyzable>(one: &Judged<P::Move>) -> String {
    let mut told = words(for_first(one.score, one.mover), one.depth, one.fault());
    if one.fault().is_some() && !one.best_line.is_empty() {
        let line: Vec<_> =
            one.best_line.iter().take(LONGEST_LINE).map(ToString::to_string).collect();
        let value = value_text(for_first(one.best_score, one.mover), one.depth);
        told += &format!("{BETTER}{} {value}", line.join(" "));
    }
    told
}

fn percent(win: f32) -> String {
    format!("{:.0}", 100.0 * win)
}

/// What earlier analyses said at a node.
#[derive(Clone, Debug, Default, PartialEq)]
struct Told {
    /// Winning chances in percent and leads, in Go.
    figures: Vec<(String, f32)>,
    fault: Option<Fault>,
}

impl Told {
    /// Finds it at the end of a comment; what the user said comes before it.
    fn read(comment: &str, signed: Signed) -> Option<(&str, Self)> {
        let (mut before, mut told) = Self::read_one(comment, signed)?;
        // Older versions added their figures again each time. A lone value may be another program's.
        while !told.figures.is_empty()
            && let Some((rest, earlier)) = Self::read_one(before, Signed::Now)
        {
            told.figures.extend(earlier.figures);
            before = rest;
        }
        Some((before, told))
    }

    fn read_one(comment: &str, signed: Signed) -> Option<(&str, Self)> {
        let comment = comment.split_once(BETTER).map_or(comment, |(before, _)| before);
        let (rest, word) = last_word(comment);
        let fault = Fault::ALL.into_iter().map(|(fault, _)| fault).find(|&it| mark(it) == word);
        let (rest, word) = if fault.is_some() { last_word(rest) } else { (rest, word) };
        let value = without_depth(word)?;
        if let Some(lead) = signed_number(value, 1) {
            let (before, win) = last_word(rest);
            let win = win.strip_suffix('%').filter(|win| is_digits(win))?;
            return Some((before, Self { figures: vec![(win.to_owned(), lead)], fault }));
        }
        // Other programs write such values, too.
        let is_plain = signed_number(value, 2).is_some() || is_mate(value);
        (signed == Signed::Before && is_plain).then_some((rest, Self { fault, ..Self::default() }))
    }

    fn has_glyph(&self, note: &Note) -> bool {
        let Note::Glyph(found) = note else { return false };
        self.fault.is_some_and(|fault| number(*found) == number(glyph(fault)))
    }

    /// Whether a note is a lead that was told, or the chance in its place as it used to be.
    fn has_lead(&self, note: &Note) -> bool {
        let Note::Value(value) = note else { return false };
        let is_lead =
            |(win, lead): &(String, f32)| (value - lead).abs() < 0.01 || percent(*value) == *win;
        self.figures.iter().any(is_lead)
    }

    fn has_chance(&self, note: &Note) -> bool {
        let Note::Other(name, values) = note else { return false };
        let is_chance = |(win, _): &(String, f32)| matches!(&**values, [value] if **value == **win);
        &**name == CHANCE && self.figures.iter().any(is_chance)
    }
}

fn last_word(text: &str) -> (&str, &str) {
    text.rsplit_once(' ').unwrap_or(("", text))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value without the depth behind it.
fn without_depth(word: &str) -> Option<&str> {
    match word.split_once('/') {
        Some((value, depth)) => is_digits(depth).then_some(value),
        None => Some(word),
    }
}

/// A number with its sign and so many places.
fn signed_number(word: &str, places: usize) -> Option<f32> {
    let (whole, fraction) = word.strip_prefix(['+', '-'])?.split_once('.')?;
    let is_number = is_digits(whole) && is_digits(fraction) && fraction.len() == places;
    if is_number { word.parse().ok() } else { None }
}

fn is_mate(word: &str) -> bool {
    let moves = word.strip_prefix(['+', '-']).and_then(|word| word.strip_prefix('M'));
    moves.is_some_and(is_digits)
}

/// Takes the words of an earlier analysis out of the comment of a node.
fn take_back(record: &mut Record, node: NodeId, signed: Signed) -> Option<Told> {
    let text = comment(record.tree.notes_mut(node))?;
    let (before, told) = Told::read(text, signed)?;
    *text = before.into();
    Some(told)
}

fn comment(notes: &mut [Note]) -> Option<&mut Box<str>> {
    notes.iter_mut().find_map(|note| match note {
        Note::Comment(text) => Some(text),
        _ => None,
    })
}

/// Adds words to the comment of a node; what was said before stays in front.
fn say(notes: &mut Vec<Note>, words: &str) {
    match comment(notes) {
        Some(text) if text.is_empty() => *text = words.into(),
        Some(text) => *text = format!("{text} {words}").into(),
        None => notes.push(Note::Comment(words.into())),
    }
}

/// Puts `new` in the place of the old note of ours, or behind all notes if no note of others excludes
/// it; says whether it is there.
fn put(
    notes: &mut Vec<Note>,
    is_old: impl Fn(&Note) -> bool,
    excludes: impl Fn(&Note) -> bool,
    new: Option<Note>,
) -> bool {
    match (notes.iter().position(is_old), new) {
        (Some(at), Some(new)) => notes[at] = new,
        (Some(at), None) => _ = notes.remove(at),
        (None, Some(new)) if !notes.iter().any(excludes) => notes.push(new),
        _ => return false,
    }
    true
}

/// Adds what programs draw: the lead in points and the winning chance in percent, both Black's.
fn add_figures(notes: &mut Vec<Note>, told: Option<&Told>, win: f32, lead: f32) {
    // As the comment has it, by which it is known again; no `-0`.
    let lead = format!("{lead:.1}").parse().unwrap_or(lead) + 0.0;
    let is_lead = |note: &Note| told.is_some_and(|told| told.has_lead(note));
    let excludes = |note: &Note| {
        matches!(note, Note::Value(_)) || matches!(note, Note::Other(name, _) if &**name == "V")
    };
    put(notes, is_lead, excludes, Some(Note::Value(lead)));
    let is_chance = |note: &Note| told.is_some_and(|told| told.has_chance(note));
    let excludes = |note: &Note| matches!(note, Note::Other(name, _) if &**name == CHANCE);
    let chance = Note::Other(CHANCE.into(), vec![percent(win).into()]);
    put(notes, is_chance, excludes, Some(chance));
}

/// Adds the better line beside the move, unless a variation begins with its move already: then its
/// value is told there.
fn add_line<P: Analyzable>(record: &mut Record, one: &Judged<P::Move>, signed: Signed) {
    let Some(parent) = record.tree[one.node].parent() else { return };
    let Some(moves) = recorded::<P>(record, parent, one) else { return };
    let Some(&first) = moves.first() else { return };
    let told = words(for_first(one.best_score, one.mover), one.depth, None);
    let known = record.tree.children(parent).find(|&id| record.tree[id].played() == Some(first));
    if let Some(node) = known {
        take_back(record, node, signed);
        say(record.tree.notes_mut(node), &told);
        return;
    }
    let mut last = parent;
    for (index, &(mover, mv)) in moves.iter().enumerate() {
        last = record.tree.add_move(last, mover, mv);
        if index == 0 {
            say(record.tree.notes_mut(last), &told);
        }
    }
}

/// The better line as records hold moves, with who makes them.
fn recorded<P: Analyzable>(
    record: &Record,
    parent: NodeId,
    one: &Judged<P::Move>,
) -> Option<Vec<(Color, RecordMove)>> {
    let mut game = record.replay_to::<P>(parent).ok()?;
    let mut moves = Vec::new();
    for &mv in one.best_line.iter().take(LONGEST_LINE) {
        if !game.is_legal(mv) {
            break;
        }
        moves.push((game.turn(), P::recorded(&game, mv)));
        game.play(mv).ok()?;
    }
    Some(moves)
}
