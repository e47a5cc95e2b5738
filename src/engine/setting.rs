//! Settings: each declared once, rendered everywhere (options, parameters, flags, README).

use thiserror::Error;

/// Who sees a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// In a GUI's option dialog.
    Gui,
    /// Only behind `sanqi-param` and on the command line.
    Expert,
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// On or off.
    Check,
    /// A whole number in a range.
    Spin {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A number in a range.
    Real {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
    },
    /// One of these words.
    Combo(&'static [&'static str]),
    /// Any of these words, at most 64, with commas or spaces between them.
    Words(&'static [&'static str]),
    /// Any text.
    Text,
    /// No value: an action.
    Button,
}

/// One setting of a configuration `C`.
#[derive(Debug)]
pub struct Setting<C> {
    /// Its name, as UCI spells it: `MultiPV`, `MoveOverhead`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Its values.
    pub kind: Kind,
    /// Who sees it.
    pub shown: Shown,
    /// Reads it as text.
    pub get: fn(&C) -> String,
    /// Stores a checked value.
    store: Store<C>,
}

#[derive(Debug)]
enum Store<C> {
    Check(fn(&mut C, bool)),
    Spin(fn(&mut C, i64)),
    Real(fn(&mut C, f64)),
    Combo(fn(&mut C, usize)),
    Words(fn(&mut C, u64)),
    Text(fn(&mut C, &str)),
    File(fn(&mut C, &str) -> Result<(), String>),
    Parsed(fn(&mut C, &str) -> Result<(), String>),
    Button(fn(&mut C)),
}

/// A value that a setting refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("no setting is called `{0}`")]
    Unknown(String),
    /// The value is not of the setting's kind.
    #[error("`{name}` takes {expected}, not `{value}`")]
    Value {
        /// The setting.
        name: &'static str,
        /// What it takes.
        expected: String,
        /// What it got.
        value: String,
    },
    /// The text says nothing that the setting understands.
    #[error("`{name}` keeps what it had: {why}")]
    Text {
        /// The setting.
        name: &'static str,
        /// What is wrong with the text.
        why: String,
    },
    /// The file named cannot be used.
    #[error("`{name}` keeps what it had: {path}: {why}")]
    File {
        /// The setting.
        name: &'static str,
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

impl<C> Setting<C> {
    /// On or off.
    pub const fn check(
        name: &'static str,
        about: &'static str,
        get: fn(&C) -> String,
        set: fn(&mut C, bool),
    ) -> Self {
        Self { name, about, kind: Kind::Check, shown: Shown::Gui, get, store: Store::Check(set) }
    }

    /// A whole number from `min` to `max`.
    pub const fn spin(
        name: &'static str,
        about: &'static str,
        (min, max): (i64, i64),
        get: fn(&C) -> String,
        set: fn(&mut C, i64),
    ) -> Self {
        let kind = Kind::Spin { min, max };
        Self { name, about, kind, shown: Shown::Gui, get, store: Store::Spin(set) }
    }

    /// A number from `min` to `max`.
    pub const fn real(
        name: &'static str,
        about: &'static str,
        (min, max): (f64, f64),
        get: fn(&C) -> String,
        set: fn(&mut C, f64),
    ) -> Self {
        let kind = Kind::Real { min, max };
        Self { name, about, kind, shown: Shown::Gui, get, store: Store::Real(set) }
    }

    /// One of `words`; `set` gets its index.
    pub const fn combo(
        name: &'static str,
        about: &'static str,
        words: &'static [&'static str],
        get: fn(&C) -> String,
        set: fn(&mut C, usize),
    ) -> Self {
        let kind = Kind::Combo(words);
        Self { name, about, kind, shown: Shown::Gui, get, store: Store::Combo(set) }
    }

    /// Any of `words`; `set` gets a bit for each.
    pub const fn words(
        name: &'static str,
        about: &'static str,
        words: &'static [&'static str],
        get: fn(&C) -> String,
        set: fn(&mut C, u64),
    ) -> Self {
        let kind = Kind::Words(words);
        Self { name, about, kind, shown: Shown::Gui, get, store: Store::Words(set) }
    }

    /// Any text.
    pub const fn text(
        name: &'static str,
        about: &'static str,
        get: fn(&C) -> String,
        set: fn(&mut C, &str),
    ) -> Self {
        Self { name, about, kind: Kind::Text, shown: Shown::Gui, get, store: Store::Text(set) }
    }

    /// Text with a form of its own; `set` says why one is refused.
    pub const fn parsed(
        name: &'static str,
        about: &'static str,
        get: fn(&C) -> String,
        set: fn(&mut C, &str) -> Result<(), String>,
    ) -> Self {
        Self { name, about, kind: Kind::Text, shown: Shown::Gui, get, store: Store::Parsed(set) }
    }

    /// A file that is read at once, or empty for none; `set` says why one is refused.
    pub const fn file(
        name: &'static str,
        about: &'static str,
        get: fn(&C) -> String,
        set: fn(&mut C, &str) -> Result<(), String>,
    ) -> Self {
        Self { name, about, kind: Kind::Text, shown: Shown::Gui, get, store: Store::File(set) }
    }

    /// An action.
    pub const fn button(name: &'static str, about: &'static str, press: fn(&mut C)) -> Self {
        let get = |_: &C| String::new();
        Self {
            name,
            about,
            kind: Kind::Button,
            shown: Shown::Gui,
            get,
            store: Store::Button(press),
        }
    }

    /// The same setting, hidden from GUIs.
    #[must_use]
    pub const fn expert(mut self) -> Self {
        self.shown = Shown::Expert;
        self
    }

    /// Sets it from text. A refused value changes nothing.
    pub fn set(&self, config: &mut C, value: &str) -> Result<(), SettingError> {
        let value = value.trim();
        match (&self.store, self.kind) {
            (Store::Check(set), _) => set(config, self.parse_bool(value)?),
            (Store::Spin(set), Kind::Spin { min, max }) => {
                let number = value.parse().ok().filter(|n| (min..=max).contains(n));
                set(config, number.ok_or_else(|| self.refuse(value))?);
            }
            (Store::Real(set), Kind::Real { min, max }) => {
                let number = value.parse().ok().filter(|n| (min..=max).contains(n));
                set(config, number.ok_or_else(|| self.refuse(value))?);
            }
            (Store::Combo(set), Kind::Combo(words)) => {
                let index = words.iter().position(|word| word.eq_ignore_ascii_case(value));
                set(config, index.ok_or_else(|| self.refuse(value))?);
            }
            (Store::Words(set), Kind::Words(words)) => {
                let set_of = words_in(value, words).ok_or_else(|| self.refuse(value))?;
                set(config, set_of);
            }
            (Store::Text(set), _) => {
                set(config, if value == "<empty>" { "" } else { value });
            }
            (Store::File(set), _) => {
                let path = if value == "<empty>" { "" } else { value };
                let told = |why| SettingError::File { name: self.name, path: path.to_owned(), why };
                set(config, path).map_err(told)?;
            }
            (Store::Parsed(set), _) => {
                let told = |why| SettingError::Text { name: self.name, why };
                set(config, if value == "<empty>" { "" } else { value }).map_err(told)?;
            }
            (Store::Button(press), _) => press(config),
            _ => return Err(self.refuse(value)),
        }
        Ok(())
    }

    fn parse_bool(&self, value: &str) -> Result<bool, SettingError> {
        match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" | "yes" => Ok(true),
            "false" | "off" | "0" | "no" => Ok(false),
            _ => Err(self.refuse(value)),
        }
    }

    fn refuse(&self, value: &str) -> SettingError {
        let expected = match self.kind {
            Kind::Check => "true or false".to_owned(),
            Kind::Spin { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Real { min, max } => format!("a number from {min} to {max}"),
            Kind::Combo(words) => format!("one of {}", words.join(", ")),
            Kind::Words(words) => format!("any of {}", words.join(", ")),
            Kind::Text | Kind::Button => "text".to_owned(),
        };
        SettingError::Value { name: self.name, expected, value: value.to_owned() }
    }
}

/// A bit for each of `words` that `text` lists; `None` if it lists another.
fn words_in(text: &str, words: &[&str]) -> Option<u64> {
    let listed = text.split([',', ' ']).filter(|word| !matches!(*word, "" | "<empty>"));
    listed
        .map(|listed| words.iter().position(|word| word.eq_ignore_ascii_case(listed)))
        .try_fold(0, |set, index| Some(set | 1 << index?))
}

/// Finds a setting by name: case, spaces, `-` and `_` do not matter.
pub fn find<'a, C>(settings: &'a [Setting<C>], name: &str) -> Result<&'a Setting<C>, SettingError> {
    let wanted = fold(name);
    settings
        .iter()
        .find(|setting| fold(setting.name) == wanted)
        .ok_or_else(|| SettingError::Unknown(name.to_owned()))
}

/// The default configuration with some settings changed: name and value of each.
pub fn configured<C: Default>(
    settings: &[Setting<C>],
    changes: &[(String, String)],
) -> Result<C, SettingError> {
    let mut config = C::default();
    for (name, value) in changes {
        find(settings, name)?.set(&mut config, value)?;
    }
    Ok(config)
}

/// A name without case, spaces, `-` and `_`: settings are compared so.
pub fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// The settings every player has. A player's configuration holds one of these.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// Search threads.
    pub threads: usize,
    /// Memory for the table or tree, in MiB.
    pub hash_mib: usize,
    /// Strength, 1 to 20; 20 is full strength.
    pub level: u8,
    /// Seed of every random choice; 0 takes one from the clock.
    pub seed: u64,
    /// Thinks on the opponent's time.
    pub ponder: bool,
    /// Time kept back on each move for lag, in milliseconds.
    pub move_overhead_ms: u64,
    /// Lines reported.
    pub multi_pv: usize,
}

impl Default for Common {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 64,
            level: 20,
            seed: 1,
            ponder: false,
            move_overhead_ms: 10,
            multi_pv: 1,
        }
    }
}

/// The settings of [`Common`] for a configuration that can lend it: `common_settings!(Config, common)`
/// expands to a list of [`Setting`]s to put at the head of an engine's own.
#[macro_export]
macro_rules! common_settings {
    ($config:ty, $field:ident) => {
        [
            $crate::engine::Setting::<$config>::spin(
                "Threads",
                "search threads",
                (1, 256),
                |c| c.$field.threads.to_string(),
                |c, n| c.$field.threads = n as usize,
            ),
            $crate::engine::Setting::<$config>::spin(
                "Hash",
                "memory for the table or tree, in MiB",
                (1, 65_536),
                |c| c.$field.hash_mib.to_string(),
                |c, n| c.$field.hash_mib = n as usize,
            ),
            $crate::engine::Setting::<$config>::spin(
                "Level",
                "strength from 1 to 20; 20 is full strength",
                (1, 20),
                |c| c.$field.level.to_string(),
                |c, n| c.$field.level = n as u8,
            ),
            $crate::engine::Setting::<$config>::spin(
                "Seed",
                "seed of every random choice; 0 takes one from the clock",
                (0, i64::MAX),
                |c| c.$field.seed.to_string(),
                |c, n| c.$field.seed = n as u64,
            ),
            $crate::engine::Setting::<$config>::check(
                "Ponder",
                "think on the opponent's time",
                |c| c.$field.ponder.to_string(),
                |c, on| c.$field.ponder = on,
            ),
            $crate::engine::Setting::<$config>::spin(
                "MoveOverhead",
                "milliseconds kept back on each move for lag",
                (0, 10_000),
                |c| c.$field.move_overhead_ms.to_string(),
                |c, n| c.$field.move_overhead_ms = n as u64,
            ),
            $crate::engine::Setting::<$config>::spin(
                "MultiPV",
                "lines reported",
                (1, 128),
                |c| c.$field.multi_pv.to_string(),
                |c, n| c.$field.multi_pv = n as usize,
            ),
        ]
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default)]
    struct Config {
        common: Common,
    }

    const SETTINGS: &[Setting<Config>] = &common_settings!(Config, common);

    #[test]
    fn names_are_found_however_they_are_spelt() {
        for name in ["MoveOverhead", "Move Overhead", "move_overhead", "MOVE-OVERHEAD"] {
            assert_eq!(find(SETTINGS, name).unwrap().name, "MoveOverhead");
        }
        assert_eq!(find(SETTINGS, "Sauce").unwrap_err(), SettingError::Unknown("Sauce".into()));
    }

    #[test]
    fn a_refused_value_changes_nothing_and_says_why() {
        let mut config = Config::default();
        let threads = find(SETTINGS, "Threads").unwrap();
        let error = threads.set(&mut config, "0").unwrap_err();
        assert_eq!(error.to_string(), "`Threads` takes a whole number from 1 to 256, not `0`");
        assert_eq!(config.common.threads, 1);
        threads.set(&mut config, "2").unwrap();
        assert_eq!((threads.get)(&config), "2");
    }

    #[test]
    fn a_configuration_has_the_changes_and_the_defaults_or_names_what_it_refuses() {
        let with = |name: &str, value: &str| {
            configured(SETTINGS, &[("Hash".into(), "9".into()), (name.into(), value.into())])
        };
        let config = with("Threads", "3").unwrap();
        assert_eq!((config.common.hash_mib, config.common.threads), (9, 3));
        assert_eq!(config.common.seed, Common::default().seed);
        assert_eq!(with("Sauce", "1").unwrap_err(), SettingError::Unknown("Sauce".into()));
    }

    #[test]
    fn lists_of_words_take_any_of_them_and_no_other() {
        let words = ["ponder", "book", "hash"];
        assert_eq!(words_in("", &words), Some(0));
        assert_eq!(words_in("<empty>", &words), Some(0));
        assert_eq!(words_in("hash, Ponder", &words), Some(0b101));
        assert_eq!(words_in("hash,sauce", &words), None);
    }

    #[test]
    fn checks_take_the_words_of_all_protocols() {
        let mut config = Config::default();
        let ponder = find(SETTINGS, "Ponder").unwrap();
        for (word, on) in [("true", true), ("off", false), ("on", true), ("0", false)] {
            ponder.set(&mut config, word).unwrap();
            assert_eq!(config.common.ponder, on);
        }
    }
}
