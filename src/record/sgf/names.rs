//! What the properties of SGF mean in the words of the model: both directions from one table.

use std::borrow::Cow;

use crate::game::Color;
use crate::record::{Emphasis, Glyph, Mark, Tag};

/// A property's name as FF4 writes it: FF3's long names keep their capitals (`AddBlack` is `AB`),
/// careless small letters are made capitals.
pub(super) fn canonical(name: &str) -> Cow<'_, str> {
    let has = |test: fn(&u8) -> bool| name.as_bytes().iter().any(test);
    if !has(u8::is_ascii_lowercase) {
        return Cow::Borrowed(name);
    }
    if !has(u8::is_ascii_uppercase) {
        return Cow::Owned(name.to_ascii_uppercase());
    }
    let capitals: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    // A name begins with a letter, whatever its small letters stood before.
    Cow::Owned(capitals.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned())
}

/// Root properties that tell about the game.
const TAGS: [(&str, Tag); 23] = [
    ("PB", Tag::Player(Color::First)),
    ("BR", Tag::Rank(Color::First)),
    ("BT", Tag::Team(Color::First)),
    ("PW", Tag::Player(Color::Second)),
    ("WR", Tag::Rank(Color::Second)),
    ("WT", Tag::Team(Color::Second)),
    ("EV", Tag::Event),
    ("RO", Tag::Round),
    ("DT", Tag::Date),
    ("PC", Tag::Place),
    ("RE", Tag::Result),
    ("KM", Tag::Komi),
    ("HA", Tag::Handicap),
    ("RU", Tag::Rules),
    ("TM", Tag::TimeLimit),
    ("OT", Tag::Overtime),
    ("ON", Tag::Opening),
    ("GN", Tag::Title),
    ("GC", Tag::Remark),
    ("AN", Tag::Annotator),
    ("SO", Tag::Source),
    ("US", Tag::EnteredBy),
    ("AP", Tag::Application),
];

/// The meaning of a root property about the game.
pub(super) fn tag(name: &str) -> Option<Tag> {
    if name == "CP" {
        return Some(Tag::Copyright);
    }
    TAGS.iter().find(|(have, _)| *have == name).map(|(_, tag)| tag.clone())
}

/// The root property of a meaning; SGF has none for some.
pub(super) fn property_of(tag: &Tag) -> Option<&'static str> {
    match tag {
        Tag::Copyright => Some("CP"),
        _ => TAGS.iter().find(|(_, have)| have == tag).map(|(name, _)| *name),
    }
}

/// Our own root property for tags that SGF has no property for: `TAG[name:text]`.
pub(super) const TAG: &str = "TAG";

/// The name of a tag in [`TAG`].
pub(super) fn foreign_name(tag: &Tag) -> Option<&str> {
    match tag {
        Tag::OpeningVariation => Some("OpeningVariation"),
        Tag::OpeningCode => Some("OpeningCode"),
        Tag::Other(name) => Some(name),
        _ => None,
    }
}

/// The tag of a name in [`TAG`].
pub(super) fn foreign_tag(name: &str) -> Tag {
    match name {
        "OpeningVariation" => Tag::OpeningVariation,
        "OpeningCode" => Tag::OpeningCode,
        name => Tag::other(name),
    }
}

/// Whether this can be the name of a property.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

const MARKS: [(&str, Mark); 8] = [
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
    ("SQ", Mark::Square),
    ("TR", Mark::Triangle),
    ("SL", Mark::Selected),
    ("DD", Mark::Dimmed),
    ("TB", Mark::Territory(Color::First)),
    ("TW", Mark::Territory(Color::Second)),
];

/// The mark of a property.
pub(super) fn mark(name: &str) -> Option<Mark> {
    MARKS.iter().find(|(have, _)| *have == name).map(|&(_, mark)| mark)
}

/// The property of a mark.
pub(super) fn property_of_mark(mark: Mark) -> &'static str {
    MARKS.iter().find(|(_, have)| *have == mark).map_or("MA", |(name, _)| name)
}

/// The judgement a property passes, by its value.
pub(super) fn glyph(name: &str, raw: &str) -> Option<Glyph> {
    let emphasis = if raw.trim() == "2" { Emphasis::Strong } else { Emphasis::Plain };
    Some(match name {
        "GB" => Glyph::GoodFor(Color::First, emphasis),
        "GW" => Glyph::GoodFor(Color::Second, emphasis),
        "DM" => Glyph::Even(emphasis),
        "UC" => Glyph::Unclear(emphasis),
        "HO" => Glyph::Hotspot(emphasis),
        "TE" => Glyph::Good(emphasis),
        "BM" => Glyph::Bad(emphasis),
        "DO" => Glyph::Doubtful,
        "IT" => Glyph::Interesting,
        "NAG" => Glyph::Nag(raw.trim().parse().ok()?),
        _ => return None,
    })
}

/// The property of a judgement and its value.
pub(super) fn property_of_glyph(glyph: Glyph) -> (&'static str, Cow<'static, str>) {
    let (name, emphasis) = match glyph {
        Glyph::Nag(number) => return ("NAG", number.to_string().into()),
        Glyph::Doubtful => return ("DO", "".into()),
        Glyph::Interesting => return ("IT", "".into()),
        Glyph::GoodFor(Color::First, emphasis) => ("GB", emphasis),
        Glyph::GoodFor(Color::Second, emphasis) => ("GW", emphasis),
        Glyph::Even(emphasis) => ("DM", emphasis),
        Glyph::Unclear(emphasis) => ("UC", emphasis),
        Glyph::Hotspot(emphasis) => ("HO", emphasis),
        Glyph::Good(emphasis) => ("TE", emphasis),
        Glyph::Bad(emphasis) => ("BM", emphasis),
    };
    (name, if emphasis == Emphasis::Strong { "2".into() } else { "1".into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_long_names_keep_their_capitals() {
        assert_eq!(canonical("AddBlack"), "AB");
        assert_eq!(canonical("SiZe"), "SZ");
        assert_eq!(canonical("Black"), "B");
        assert_eq!(canonical("gm"), "GM");
        assert_eq!(canonical("KGSDE"), "KGSDE");
        assert_eq!(canonical("l1Ba9"), "B9");
    }

    #[test]
    fn names_go_both_ways() {
        for (name, meaning) in TAGS {
            assert_eq!(tag(name), Some(meaning.clone()));
            assert_eq!(property_of(&meaning), Some(name));
        }
        for (name, kind) in MARKS {
            assert_eq!((mark(name), property_of_mark(kind)), (Some(kind), name));
        }
        for name in ["GB", "GW", "DM", "UC", "HO", "TE", "BM"] {
            let strong = glyph(name, "2").unwrap();
            assert_eq!(property_of_glyph(strong), (name, "2".into()));
        }
        for tag in [Tag::OpeningCode, Tag::OpeningVariation, Tag::other("WhiteElo")] {
            assert_eq!(property_of(&tag), None);
            assert_eq!(foreign_tag(foreign_name(&tag).unwrap()), tag);
        }
    }
}
