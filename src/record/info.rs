//! What a record tells about the game besides its moves: ordered, nothing lost.

use crate::game::Color;

/// The meaning of one piece of information. Formats translate their own names (`PB`, `Red`, ...).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// A player's name.
    Player(Color),
    /// A player's rank or rating.
    Rank(Color),
    /// A player's team.
    Team(Color),
    /// Tournament or match.
    Event,
    /// Round.
    Round,
    /// Date, as the file writes it.
    Date,
    /// Where it was played: a town or a server.
    Place,
    /// Result, as the file writes it; [`super::Record::outcome`] reads it.
    Result,
    /// Points for the second side, as the file writes them.
    Komi,
    /// Handicap stones.
    Handicap,
    /// Rule set.
    Rules,
    /// Main time.
    TimeLimit,
    /// Overtime.
    Overtime,
    /// Name of the opening.
    Opening,
    /// Name of the opening's variation.
    OpeningVariation,
    /// Code of the opening (ECCO).
    OpeningCode,
    /// Name of the game or study.
    Title,
    /// A remark about the game as a whole.
    Remark,
    /// Who wrote the comments.
    Annotator,
    /// Where the record was taken from.
    Source,
    /// Who or what entered the record.
    EnteredBy,
    /// Program that wrote the file.
    Application,
    /// Copyright.
    Copyright,
    /// Anything else, by the name the format gives it.
    Other(Box<str>),
}

impl Tag {
    /// A tag without a meaning of its own here, kept verbatim.
    pub fn other(name: &str) -> Self {
        Self::Other(name.into())
    }
}

/// Ordered tags and their text. A tag may occur more than once; the first counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    entries: Vec<(Tag, String)>,
}

impl Info {
    /// The text of `tag`.
    pub fn get(&self, tag: &Tag) -> Option<&str> {
        self.entries.iter().find(|(have, _)| have == tag).map(|(_, text)| text.as_str())
    }

    /// Adds an entry at the end, even if the tag is already there.
    pub fn push(&mut self, tag: Tag, text: impl Into<String>) {
        self.entries.push((tag, text.into()));
    }

    /// Adds an entry after the last one whose tag `belongs`, or at the end.
    pub fn push_beside(
        &mut self,
        belongs: impl Fn(&Tag) -> bool,
        tag: Tag,
        text: impl Into<String>,
    ) {
        let last = self.entries.iter().rposition(|(have, _)| belongs(have));
        let at = last.map_or(self.entries.len(), |last| last + 1);
        self.entries.insert(at, (tag, text.into()));
    }

    /// Replaces the first entry of `tag`, or adds one at the end.
    pub fn set(&mut self, tag: Tag, text: impl Into<String>) {
        match self.entries.iter_mut().find(|(have, _)| *have == tag) {
            Some((_, old)) => *old = text.into(),
            None => self.push(tag, text),
        }
    }

    /// Removes every entry of `tag`.
    pub fn remove(&mut self, tag: &Tag) {
        self.entries.retain(|(have, _)| have != tag);
    }

    /// All entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Tag, &str)> {
        self.entries.iter().map(|(tag, text)| (tag, text.as_str()))
    }

    /// Komi in points, whatever the unit: `6.5`, `650`, `3.75` and `375` (Chinese half-count).
    pub fn komi(&self) -> Option<f32> {
        let text = self.get(&Tag::Komi)?.trim().replace(',', ".");
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let stated: f32 = text.get(..end)?.parse().ok().filter(|komi: &f32| komi.is_finite())?;
        let komi = if stated.abs() >= 100.0 { stated / 100.0 } else { stated };
        // No komi in points has quarters; a Chinese 子 is two points.
        let has_quarters = (komi * 4.0).rem_euclid(2.0) == 1.0;
        Some(if has_quarters { komi * 2.0 } else { komi })
    }

    /// Number of handicap stones, 0 where nothing is said.
    pub fn handicap(&self) -> u32 {
        self.get(&Tag::Handicap).and_then(|text| text.trim().parse().ok()).unwrap_or(0)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_in_every_unit() {
        let komi = |text: &str| {
            let mut info = Info::default();
            info.push(Tag::Komi, text);
            info.komi()
        };
        for (text, points) in [
            ("6.5", 6.5),
            ("0", 0.0),
            ("-5", -5.0),
            ("650", 6.5),
            ("375", 7.5),
            ("3.75", 7.5),
            ("2.75", 5.5),
            ("3.25", 6.5),
            ("7", 7.0),
            ("5,5", 5.5),
            ("6.5目", 6.5),
            ("-0.5", -0.5),
        ] {
            assert_eq!(komi(text), Some(points), "{text}");
        }
        for text in ["", "none", "1e99", ".", "-", "1-2"] {
            assert!(komi(text).is_none_or(|komi| komi == 1.0), "{text}");
        }
    }

    #[test]
    fn the_first_of_two_equal_tags_counts_and_both_are_kept() {
        let mut info = Info::default();
        info.push(Tag::Event, "Honinbo");
        info.push(Tag::other("XY"), "1");
        info.push(Tag::Event, "Meijin");
        assert_eq!(info.get(&Tag::Event), Some("Honinbo"));
        assert_eq!(info.len(), 3);
        info.set(Tag::Event, "Judan");
        let texts: Vec<_> = info.iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["Judan", "1", "Meijin"]);
    }
}
