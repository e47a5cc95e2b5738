//! Settings as UCCI and UCI options. Each is declared once, by the engine, the rules or the
//! conversation; here it gets its name and form in a dialect.

use super::request::Dialect;
use crate::engine::setting::{self, Kind};
use crate::engine::{Setting, SettingError, Shown};
use crate::game::xiangqi::{RepetitionRule, Rules};

/// Our names and UCCI's, where the standard has a name of its own.
const UCCI_NAMES: &[(&str, &str)] = &[
    ("Hash", "hashsize"),
    ("OwnBook", "usebook"),
    ("BookFile", "bookfiles"),
    ("Randomness", "randomness"),
];

/// Other names under which GUIs know our settings.
const ALIASES: &[(&str, &str)] =
    &[("Debug Log File", "LogFile"), ("Sixty Move Rule", "NaturalLimit"), ("Skill Level", "Level")];

const REPETITION_WORDS: &[&str] = &["AsianRule", "ChineseRule", "ComputerRule", "None", "SkyRule"];

/// The rules of the game as settings.
pub const RULE_SETTINGS: &[Setting<Rules>] = &[
    Setting::<Rules>::combo(
        "Repetition Rule",
        "which rules judge repeated positions",
        REPETITION_WORDS,
        |rules| {
            let index = match rules.repetition {
                RepetitionRule::Asian => 0,
                RepetitionRule::Chinese => 1,
                RepetitionRule::ComputerLeague => 2,
                RepetitionRule::None => 3,
            };
            REPETITION_WORDS.get(index).copied().unwrap_or_default().to_owned()
        },
        |rules, index| {
            rules.adopt(match index {
                // Sky rules differ from the Asian ones only in what no engine distinguishes.
                0 | 4 => RepetitionRule::Asian,
                1 => RepetitionRule::Chinese,
                2 => RepetitionRule::ComputerLeague,
                _ => RepetitionRule::None,
            });
        },
    ),
    Setting::<Rules>::spin(
        "NaturalLimit",
        "moves of each side without a capture that make a draw (the league's rules: 50); 0: never",
        (0, 1000),
        |rules| (rules.natural_limit.unwrap_or(0) / 2).to_string(),
        |rules, moves| {
            let plies = u16::try_from(moves * 2).unwrap_or(u16::MAX);
            rules.natural_limit = Some(plies).filter(|&plies| plies > 0);
        },
    ),
];

/// The name of one of our settings in a dialect.
pub fn name_in(dialect: Dialect, name: &str) -> String {
    if dialect != Dialect::Ucci {
        return name.to_owned();
    }
    let standard = UCCI_NAMES.iter().find(|(own, _)| *own == name);
    standard.map_or_else(|| setting::fold(name), |(_, ucci)| (*ucci).to_owned())
}

/// Our name for what a GUI calls `name`.
pub fn own_name(name: &str) -> &str {
    let wanted = setting::fold(name);
    let standard = UCCI_NAMES.iter().find(|(_, ucci)| *ucci == wanted).map(|(own, _)| *own);
    let alias = || ALIASES.iter().find(|(alias, _)| setting::fold(alias) == wanted);
    standard.or_else(|| alias().map(|(_, own)| *own)).unwrap_or(name)
}

/// The option lines of `settings` that a GUI should see.
pub fn lines<C>(dialect: Dialect, settings: &[Setting<C>], config: &C) -> Vec<String> {
    let shown = settings.iter().filter(|setting| setting.shown == Shown::Gui);
    shown.map(|setting| line(dialect, setting.name, setting.kind, &(setting.get)(config))).collect()
}

/// One option line.
pub fn line(dialect: Dialect, name: &str, kind: Kind, value: &str) -> String {
    let head = match dialect {
        Dialect::Ucci => format!("option {}", name_in(dialect, name)),
        Dialect::Uci | Dialect::Cyclone => format!("option name {name}"),
    };
    let default = match (value, dialect) {
        ("", Dialect::Ucci) => String::new(),
        ("", _) => " default <empty>".to_owned(),
        _ => format!(" default {value}"),
    };
    match kind {
        Kind::Check => format!("{head} type check{default}"),
        // UCCI puts the limits first, UCI the default; readers take any order.
        Kind::Spin { min, max } if dialect == Dialect::Ucci => {
            format!("{head} type spin min {min} max {max}{default}")
        }
        Kind::Spin { min, max } => format!("{head} type spin{default} min {min} max {max}"),
        Kind::Combo(words) => {
            let vars: String = words.iter().map(|word| format!(" var {word}")).collect();
            match dialect {
                Dialect::Ucci => format!("{head} type combo{vars}{default}"),
                _ => format!("{head} type combo{default}{vars}"),
            }
        }
        Kind::Real { .. } | Kind::Words(_) | Kind::Text => format!("{head} type string{default}"),
        Kind::Button => format!("{head} type button"),
    }
}

/// Sets one of `settings`; `None` if it is none of them.
pub fn set<C>(
    settings: &[Setting<C>],
    config: &mut C,
    name: &str,
    value: &str,
) -> Option<Result<(), SettingError>> {
    let setting = setting::find(settings, own_name(name)).ok()?;
    Some(setting.set(config, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::PREFERENCES;
    use crate::protocol::Preferences;

    #[test]
    fn ucci_options_are_one_lower_case_word() {
        assert_eq!(
            lines(Dialect::Ucci, RULE_SETTINGS, &Rules::default()),
            [
                "option repetitionrule type combo var AsianRule var ChineseRule var ComputerRule \
                 var None var SkyRule default AsianRule",
                "option naturallimit type spin min 0 max 1000 default 60",
            ]
        );
        assert_eq!(name_in(Dialect::Ucci, "Hash"), "hashsize");
    }

    #[test]
    fn uci_options_keep_their_names() {
        assert_eq!(
            lines(Dialect::Uci, RULE_SETTINGS, &Rules::default())[1],
            "option name NaturalLimit type spin default 60 min 0 max 1000"
        );
        assert_eq!(
            lines(Dialect::Uci, PREFERENCES, &Preferences::default())[0],
            "option name LogFile type string default <empty>"
        );
    }

    #[test]
    fn the_names_of_other_engines_are_known() {
        assert_eq!(own_name("Debug Log File"), "LogFile");
        assert_eq!(own_name("hashsize"), "Hash");
        assert_eq!(own_name("OwnBook"), "OwnBook");
    }

    #[test]
    fn the_rules_are_settings() {
        let mut rules = Rules::default();
        set(RULE_SETTINGS, &mut rules, "repetition rule", "chineserule").unwrap().unwrap();
        set(RULE_SETTINGS, &mut rules, "NaturalLimit", "0").unwrap().unwrap();
        assert_eq!(rules, Rules { repetition: RepetitionRule::Chinese, natural_limit: None });
        assert!(set(RULE_SETTINGS, &mut rules, "UCI_Chess960", "true").is_none());
    }
}
