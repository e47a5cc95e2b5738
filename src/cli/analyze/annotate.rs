//! Writes judgements into a record, beside all that it says already.

use super::judge::{Analyzable, Fault, Judged, turned};
use crate::game::Color;
use crate::record::{Emphasis, Format, Glyph, NodeId, Note, Record, RecordMove, Tag};
use crate::search::Score;

/// Plies of a better line that are written.
const LONGEST_LINE: usize = 12;

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
    for one in judged {
        let value = for_first(one.score, one.mover);
        say(record, one.node, &value_text(value, one.depth));
        if record.game() == crate::record::GameKind::Go
            && let Score::Chance { win, .. } = value
        {
            add_once(record, one.node, Note::Value(win));
        }
        let Some(fault) = one.fault() else { continue };
        match telling {
            Telling::Variation => {
                add_once(record, one.node, Note::Glyph(glyph(fault)));
                add_line::<P>(record, one);
            }
            Telling::Words => say(record, one.node, &words::<P>(fault, one)),
        }
    }
    if record.info.get(&Tag::Annotator).is_none() {
        record.info.set(Tag::Annotator, concat!("sanqi ", env!("CARGO_PKG_VERSION")));
    }
}

const fn glyph(fault: Fault) -> Glyph {
    match fault {
        Fault::Doubtful => Glyph::Doubtful,
        Fault::Mistake => Glyph::Bad(Emphasis::Plain),
        Fault::Blunder => Glyph::Bad(Emphasis::Strong),
    }
}

const fn sign(fault: Fault) -> &'static str {
    match fault {
        Fault::Doubtful => "?!",
        Fault::Mistake => "?",
        Fault::Blunder => "??",
    }
}

/// `?? better: d6 c3 d3 +4.00/12`. No bracket and no semicolon, which may end a game for some readers.
fn words<P: Analyzable>(fault: Fault, one: &Judged<P::Move>) -> String {
    let sign = sign(fault);
    if one.best_line.is_empty() {
        return sign.to_owned();
    }
    let line: Vec<_> = one.best_line.iter().take(LONGEST_LINE).map(ToString::to_string).collect();
    let value = value_text(for_first(one.best_score, one.mover), one.depth);
    format!("{sign} better: {} {value}", line.join(" "))
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
        Score::Chance { win, lead } => format!("{:.0}% {lead:+.1}", 100.0 * win),
    };
    if depth > 0 { format!("{value}/{depth}") } else { value }
}

/// Adds words to the comment of a node; what was said before stays in front.
fn say(record: &mut Record, node: NodeId, words: &str) {
    let notes = record.tree.notes_mut(node);
    let said = notes.iter_mut().find_map(|note| match note {
        Note::Comment(text) => Some(text),
        _ => None,
    });
    match said {
        Some(text) => *text = format!("{text} {words}").into(),
        None => notes.push(Note::Comment(words.into())),
    }
}

fn add_once(record: &mut Record, node: NodeId, note: Note) {
    if !record.tree.notes(node).contains(&note) {
        record.tree.add_note(node, note);
    }
}

/// Adds the better line beside the move, unless a variation begins with its move already: then its
/// value is told there.
fn add_line<P: Analyzable>(record: &mut Record, one: &Judged<P::Move>) {
    let Some(parent) = record.tree[one.node].parent() else { return };
    let Some(moves) = recorded::<P>(record, parent, one) else { return };
    let Some(&first) = moves.first() else { return };
    let told = value_text(for_first(one.best_score, one.mover), one.depth);
    let known = record.tree.children(parent).find(|&id| record.tree[id].played() == Some(first));
    if let Some(node) = known {
        say(record, node, &told);
        return;
    }
    let mut last = parent;
    for (index, &(mover, mv)) in moves.iter().enumerate() {
        last = record.tree.add_move(last, mover, mv);
        if index == 0 {
            say(record, last, &told);
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
