//! Options of the UCCI standard that have no setting of their own: each word stands for a value
//! of one of ours.

use super::options;
use super::request::Dialect;
use crate::engine::setting::Kind;

/// An option of the standard.
#[derive(Debug)]
pub struct Standard {
    /// Its name.
    name: &'static str,
    /// The setting it stands for.
    pub setting: &'static str,
    /// Its words, for a GUI.
    words: &'static [&'static str],
    /// What each word means for the setting.
    values: &'static [&'static str],
}

/// All of them.
pub const STANDARD: &[Standard] = &[
    Standard {
        name: "style",
        setting: "Contempt",
        words: &["solid", "normal", "risky"],
        values: &["-30", "0", "30"],
    },
    Standard {
        name: "pruning",
        setting: "NullMove",
        words: &["none", "small", "medium", "large"],
        values: &["off", "verified", "standard", "extended"],
    },
];

impl Standard {
    /// The option of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        STANDARD.iter().find(|option| option.name == name)
    }

    /// The value of the setting that `word` stands for.
    pub fn value(&self, word: &str) -> Result<&'static str, String> {
        let known = self.words.iter().position(|known| known.eq_ignore_ascii_case(word));
        let value = known.and_then(|index| self.values.get(index).copied());
        value.ok_or_else(|| {
            format!("{} is one of {}, not `{word}`", self.name, self.words.join(", "))
        })
    }

    /// The option as the engine tells it; its setting has `value` now.
    pub fn line(&self, value: &str) -> String {
        let now = self.values.iter().position(|known| *known == value);
        // A value between the words is shown as the usual one.
        let word = now.and_then(|index| self.words.get(index)).or(self.words.get(1));
        options::line(
            Dialect::Ucci,
            self.name,
            Kind::Combo(self.words),
            word.copied().unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::Player;
    use crate::engine::{Engine, setting};

    #[test]
    fn every_word_stands_for_a_value_that_the_player_takes() {
        for option in STANDARD {
            assert_eq!(option.words.len(), option.values.len(), "{}", option.name);
            let setting = setting::find(Player::SETTINGS, option.setting).unwrap();
            for word in option.words {
                let mut config = Default::default();
                setting.set(&mut config, option.value(word).unwrap()).unwrap();
                let told = option.line(&(setting.get)(&config));
                assert!(told.ends_with(&format!(" default {word}")), "{told}");
            }
            assert!(option.value("sauce").is_err());
        }
    }
}
