//! What differs from table to table: ko, suicide, scoring, komi. The fields are those of KataGo.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;
use super::moves::Move;
use crate::game::{Game, Position};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate retaking of one stone.
    Simple,
    /// Any earlier board.
    Positional,
    /// Any earlier board with the same side to move.
    Situational,
}

/// Whether several stones may take their own last liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Yes, but never a lone stone.
    Allowed,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Eyes of groups in seki do not count.
    Seki,
    /// Neither do the two eyes that every group needs.
    All,
}

/// What White gets for handicap stones of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// A point for each stone but one.
    StonesLessOne,
    /// A point for each stone.
    Stones,
}

impl HandicapBonus {
    /// Points for White if Black got `stones` handicap stones.
    pub const fn points(self, stones: u32) -> u32 {
        match self {
            Self::Zero => 0,
            Self::StonesLessOne => stones.saturating_sub(1),
            Self::Stones => stones,
        }
    }
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// What is counted.
    pub scoring: Scoring,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// Whether several stones may take their own last liberty.
    pub suicide: Suicide,
    /// Whether the first to pass gets half a point (area scoring only).
    pub button: bool,
    /// What White gets for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a pass may leave dead stones on the board for the players to agree upon.
    pub friendly_pass: bool,
    /// Points for White.
    pub komi: f32,
}

impl Rules {
    /// Whether stones can be dead after two passes; otherwise all that is left on the board lives.
    pub fn has_dead_stones(&self) -> bool {
        self.friendly_pass || self.scoring == Scoring::Territory
    }

    /// Logical rules; dead stones must be captured.
    pub const TROMP_TAYLOR: Self = Self {
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: Suicide::Allowed,
        button: false,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: false,
        komi: 7.5,
    };
    /// Chinese rules as played.
    pub const CHINESE: Self = Self {
        ko: KoRule::Simple,
        suicide: Suicide::Forbidden,
        handicap_bonus: HandicapBonus::Stones,
        friendly_pass: true,
        ..Self::TROMP_TAYLOR
    };
    /// Chinese rules as Go servers enforce them.
    pub const CHINESE_SUPERKO: Self = Self { ko: KoRule::Positional, ..Self::CHINESE };
    /// Japanese and Korean rules.
    pub const JAPANESE: Self = Self {
        ko: KoRule::Simple,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        suicide: Suicide::Forbidden,
        friendly_pass: false,
        komi: 6.5,
        ..Self::TROMP_TAYLOR
    };
    /// American, British and French rules.
    pub const AGA: Self = Self {
        ko: KoRule::Situational,
        handicap_bonus: HandicapBonus::StonesLessOne,
        ..Self::CHINESE
    };
    /// American rules with a button.
    pub const AGA_BUTTON: Self = Self { button: true, komi: 7.0, ..Self::AGA };
    /// New Zealand rules.
    pub const NEW_ZEALAND: Self = Self {
        ko: KoRule::Situational,
        suicide: Suicide::Allowed,
        handicap_bonus: HandicapBonus::Zero,
        ..Self::CHINESE
    };
    /// Ancient rules: only stones on the board count.
    pub const STONE_SCORING: Self =
        Self { tax: Tax::All, handicap_bonus: HandicapBonus::Zero, ..Self::CHINESE };
    /// Ing's rules.
    pub const ING: Self =
        Self { suicide: Suicide::Allowed, ko: KoRule::Positional, ..Self::CHINESE };

    /// Every named set, the common spelling of a set first.
    pub const NAMED: &'static [(&'static str, Self)] = &[
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("chinese", Self::CHINESE),
        ("chinese-ogs", Self::CHINESE_SUPERKO),
        ("chinese-kgs", Self::CHINESE_SUPERKO),
        ("japanese", Self::JAPANESE),
        ("korean", Self::JAPANESE),
        ("stone-scoring", Self::STONE_SCORING),
        ("ancient-area", Self::STONE_SCORING),
        ("aga", Self::AGA),
        ("bga", Self::AGA),
        ("french", Self::AGA),
        ("aga-button", Self::AGA_BUTTON),
        ("new-zealand", Self::NEW_ZEALAND),
        ("nz", Self::NEW_ZEALAND),
        ("ing", Self::ING),
        ("goe", Self::ING),
    ];

    /// The same rules with this komi.
    #[must_use]
    pub const fn with_komi(self, komi: f32) -> Self {
        // No `-0`.
        Self { komi: komi + 0.0, ..self }
    }

    /// The common name of these rules, whatever the komi, if they have one.
    pub fn name(&self) -> Option<&'static str> {
        let same = |(_, set): &&(&str, Self)| set.with_komi(self.komi) == *self;
        Self::NAMED.iter().find(same).map(|(name, _)| *name)
    }
}

/// Chinese rules with superko: no cycle can keep a game from ending.
impl Default for Rules {
    fn default() -> Self {
        Self::CHINESE_SUPERKO
    }
}

/// A name that no set of rules has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected rules such as chinese, japanese or tromp-taylor, found `{0}`")]
pub struct RulesError(pub String);

/// Reads the name of a set; case, `_`, `-` and blanks do not matter.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let fold = |name: &str| -> String {
            let letters = name.chars().filter(|sign| !matches!(sign, '-' | '_' | ' '));
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = fold(text);
        let found = Self::NAMED.iter().find(|(name, _)| fold(name) == wanted);
        found.map(|&(_, set)| set).ok_or_else(|| RulesError(text.to_owned()))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with komi {}", self.name().unwrap_or("special rules"), self.komi)
    }
}

/// Whether the rules or the history of `game` forbid `mv` on `board`, its present position perhaps
/// with the other side to move.
pub(super) fn forbids(game: &Game<Board>, board: &Board, mv: Move) -> bool {
    breaks_suicide_rule(game.rules(), board, mv) || repeats(game, board, mv)
}

/// Whether `mv` takes own stones off the board against the rules.
pub(super) fn breaks_suicide_rule(rules: &Rules, board: &Board, mv: Move) -> bool {
    let Move::Place(point) = mv else { return false };
    rules.suicide == Suicide::Forbidden && !board.suicide_by(board.turn(), point).is_empty()
}

fn repeats(game: &Game<Board>, board: &Board, mv: Move) -> bool {
    let Move::Place(point) = mv else { return false };
    match game.rules().ko {
        KoRule::Simple => false,
        KoRule::Positional => {
            let key = board.key_after(board.turn(), point);
            game.positions().any(|earlier| earlier.board_key() == key)
        }
        KoRule::Situational => {
            let key = board.situation_after(board.turn(), point);
            game.positions().any(|earlier| earlier.key() == key)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_sets_have_the_fields_of_katago() {
        use HandicapBonus::{Stones, StonesLessOne, Zero};
        use KoRule::{Positional, Simple, Situational};
        use Scoring::{Area, Territory};
        use Suicide::{Allowed, Forbidden};
        let sets = [
            ("tromp-taylor", Positional, Area, Tax::None, Allowed, Zero, false),
            ("chinese", Simple, Area, Tax::None, Forbidden, Stones, true),
            ("chinese-ogs", Positional, Area, Tax::None, Forbidden, Stones, true),
            ("chinese-kgs", Positional, Area, Tax::None, Forbidden, Stones, true),
            ("japanese", Simple, Territory, Tax::Seki, Forbidden, Zero, false),
            ("korean", Simple, Territory, Tax::Seki, Forbidden, Zero, false),
            ("stone-scoring", Simple, Area, Tax::All, Forbidden, Zero, true),
            ("aga", Situational, Area, Tax::None, Forbidden, StonesLessOne, true),
            ("bga", Situational, Area, Tax::None, Forbidden, StonesLessOne, true),
            ("new-zealand", Situational, Area, Tax::None, Allowed, Zero, true),
        ];
        for (name, ko, scoring, tax, suicide, handicap_bonus, friendly_pass) in sets {
            let rules: Rules = name.parse().unwrap();
            let komi = if scoring == Area { 7.5 } else { 6.5 };
            let wanted = Rules {
                ko,
                scoring,
                tax,
                suicide,
                button: false,
                handicap_bonus,
                friendly_pass,
                komi,
            };
            assert_eq!(rules, wanted, "{name}");
        }
    }

    #[test]
    fn names_are_read_however_they_are_spelt() {
        assert_eq!("New_Zealand".parse(), Ok(Rules::NEW_ZEALAND));
        assert_eq!("TrompTaylor".parse(), Ok(Rules::TROMP_TAYLOR));
        assert_eq!("tibetan".parse::<Rules>(), Err(RulesError("tibetan".into())));
        assert_eq!(Rules::AGA.with_komi(0.5).name(), Some("aga"));
        let odd = Rules { tax: Tax::Seki, ..Rules::AGA };
        assert_eq!((odd.name(), odd.to_string().as_str()), (None, "special rules with komi 7.5"));
    }

    #[test]
    fn the_bonus_follows_the_stones() {
        assert_eq!(HandicapBonus::Zero.points(4), 0);
        assert_eq!(HandicapBonus::StonesLessOne.points(4), 3);
        assert_eq!(HandicapBonus::StonesLessOne.points(0), 0);
        assert_eq!(HandicapBonus::Stones.points(4), 4);
    }
}
