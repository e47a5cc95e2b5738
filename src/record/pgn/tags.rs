//! The tags of xiangqi PGN and what they mean.

use crate::game::Color;
use crate::record::Tag;

const RED: Color = Color::First;
const BLACK: Color = Color::Second;

/// Our own `Format` of moves whose ranks count from 1: few of them show it by themselves.
pub(super) const RANKS_FROM_ONE: &str = "UCI1";

/// Names and meanings; the first name of a meaning is the one written.
fn table() -> [(&'static str, Tag); 27] {
    [
        ("Event", Tag::Event),
        ("Site", Tag::Place),
        ("Date", Tag::Date),
        ("Round", Tag::Round),
        ("RedTeam", Tag::Team(RED)),
        ("Red", Tag::Player(RED)),
        ("BlackTeam", Tag::Team(BLACK)),
        ("Black", Tag::Player(BLACK)),
        ("Result", Tag::Result),
        ("ECCO", Tag::OpeningCode),
        ("Opening", Tag::Opening),
        ("Variation", Tag::OpeningVariation),
        ("RedElo", Tag::Rank(RED)),
        ("BlackElo", Tag::Rank(BLACK)),
        ("TimeControl", Tag::TimeLimit),
        ("Rules", Tag::Rules),
        ("Title", Tag::Title),
        ("Remark", Tag::Remark),
        ("Annotator", Tag::Annotator),
        ("Source", Tag::Source),
        ("EnteredBy", Tag::EnteredBy),
        ("Application", Tag::Application),
        ("Copyright", Tag::Copyright),
        ("White", Tag::Player(RED)),
        ("WhiteTeam", Tag::Team(RED)),
        ("WhiteElo", Tag::Rank(RED)),
        ("ECO", Tag::OpeningCode),
    ]
}

/// The meaning of the tag called `name`.
pub(super) fn meaning(name: &str) -> Tag {
    table()
        .into_iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map_or_else(|| Tag::other(name), |(_, tag)| tag)
}

/// The name of a tag, if PGN can write it.
pub(super) fn name(tag: &Tag) -> Option<String> {
    if let Tag::Other(name) = tag {
        let is_name = name.starts_with(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        return is_name.then(|| name.to_string());
    }
    if let Some((name, _)) = table().into_iter().find(|(_, known)| known == tag) {
        return Some(name.to_owned());
    }
    Some(
        match tag {
            Tag::Komi => "Komi",
            Tag::Handicap => "Handicap",
            Tag::Overtime => "Overtime",
            _ => return None,
        }
        .to_owned(),
    )
}
