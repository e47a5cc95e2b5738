//! Settings over GTP: `sanqi-param`, and the same in the words of Leela Zero and KataGo.

use serde_json::{Map, Value};

use super::{Gtp, SettingView, Verdict, done, said};
use crate::engine::setting::{self, Kind};
use crate::engine::{SettingError, Shown};
use crate::protocol::PREFERENCES;
use crate::session::Out;

/// What Leela Zero and KataGo call our settings, and how many of theirs make one of ours.
const ALIASES: &[(&str, &str, f64)] = &[
    ("Visits", "MoveNodes", 1.0),
    ("Playouts", "MoveNodes", 1.0),
    ("Maximum Memory Use (MiB)", "Hash", 1.0),
    ("Lagbuffer", "MoveOverhead", 10.0),
    ("Resign Percentage", "Resign", 1.0),
    ("Pondering", "Ponder", 1.0),
    ("maxVisits", "MoveNodes", 1.0),
    ("maxPlayouts", "MoveNodes", 1.0),
    ("maxTime", "MoveTime", 1.0),
    ("numSearchThreads", "Threads", 1.0),
    ("lagBuffer", "MoveOverhead", 1000.0),
    ("ponderingEnabled", "Ponder", 1.0),
];

/// The aliases listed by `lz-setoption` without arguments.
const LEELA_NAMES: usize = 6;

impl Gtp {
    /// Every setting: those of the conversation, then those of the engine.
    pub(super) fn settings(&self) -> Vec<SettingView> {
        let own = PREFERENCES.iter().map(|setting| SettingView {
            name: setting.name,
            value: (setting.get)(&self.preferences),
            about: setting.about,
            kind: setting.kind,
            shown: setting.shown,
        });
        own.chain(self.table.settings()).collect()
    }

    fn setting(&self, name: &str) -> Result<SettingView, SettingError> {
        let wanted = setting::fold(name);
        let mut all = self.settings().into_iter();
        all.find(|view| setting::fold(view.name) == wanted)
            .ok_or_else(|| SettingError::Unknown(name.to_owned()))
    }

    /// Changes a setting, whoever's it is.
    pub fn set(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), String> {
        let Ok(preference) = setting::find(PREFERENCES, name) else {
            return self.table.set(name, value).map_err(|error| error.to_string());
        };
        preference.set(&mut self.preferences, value).map_err(|error| error.to_string())?;
        if preference.name == "LogFile" {
            let path = &self.preferences.log_file;
            out.log_to(path).map_err(|error| format!("cannot log to `{path}`: {error}"))?;
        }
        Ok(())
    }

    /// `sanqi-param [list | get NAME | set NAME VALUE | NAME VALUE]`. Without arguments the answer
    /// is in the form of GoGui's parameter dialog, which then sends `NAME VALUE`.
    pub(super) fn param(&mut self, args: &[&str], rest: &str, out: &mut Out) -> Verdict {
        match args {
            [] => {
                said(self.settings().iter().filter_map(gogui_line).collect::<Vec<_>>().join("\n"))
            }
            ["list", ..] => {
                said(self.settings().iter().map(list_line).collect::<Vec<_>>().join("\n"))
            }
            ["get", name, ..] => said(self.setting(name)?.value),
            ["set", name, ..] => {
                let value = after_word(after_word(rest));
                self.set(name, value, out)?;
                done()
            }
            [name] if self.setting(name)?.kind != Kind::Button => said(self.setting(name)?.value),
            [name, ..] => {
                self.set(name, after_word(rest), out)?;
                done()
            }
        }
    }

    /// GNU Go's commands that set one thing.
    pub(super) fn gnu_setting(&mut self, name: &str, args: &[&str], out: &mut Out) -> Verdict {
        let Some(value) = args.first() else { return Err("expected a number".into()) };
        self.set(name, value, out)?;
        done()
    }

    /// `lz-setoption [name N value V]`.
    pub(super) fn lz_setoption(&mut self, args: &[&str], out: &mut Out) -> Verdict {
        let Some(("name", words)) = args.split_first().map(|(first, rest)| (*first, rest)) else {
            return if args.is_empty() {
                said(self.lz_options())
            } else {
                Err("syntax error".into())
            };
        };
        let at = words.iter().position(|&word| word == "value");
        let (name, value) =
            words.split_at_checked(at.unwrap_or(words.len())).unwrap_or((words, &[]));
        let value = value.get(1..).unwrap_or_default().join(" ");
        self.set_alias(&name.join(" "), &value, out)?;
        done()
    }

    fn lz_options(&self) -> String {
        let option = |&(name, own, unit): &(&str, &str, f64)| {
            let view = self.setting(own).ok()?;
            let value = scaled(&view.value, 1.0 / unit);
            Some(match view.kind {
                Kind::Check => format!("option name {name} type check default {value}"),
                Kind::Spin { min, max } => {
                    format!("option name {name} type spin default {value} min {min} max {max}")
                }
                _ => format!("option name {name} type string default {value}"),
            })
        };
        ALIASES.iter().take(LEELA_NAMES).filter_map(option).collect::<Vec<_>>().join("\n")
    }

    /// `kata-list-params`.
    pub(super) fn kata_list_params(&self) -> Verdict {
        said(self.kata_names().join(" "))
    }

    fn kata_names(&self) -> Vec<&'static str> {
        let aliases = ALIASES.iter().skip(LEELA_NAMES).map(|(name, _, _)| *name);
        aliases.chain(self.settings().iter().map(|view| view.name)).collect()
    }

    fn kata_value(&self, name: &str) -> Result<String, SettingError> {
        match ALIASES.iter().find(|(alias, _, _)| *alias == name) {
            Some((_, own, unit)) => Ok(scaled(&self.setting(own)?.value, 1.0 / unit)),
            None => Ok(self.setting(name)?.value),
        }
    }

    /// `kata-get-param NAME`.
    pub(super) fn kata_get_param(&self, args: &[&str]) -> Verdict {
        said(self.kata_value(args.first().copied().unwrap_or_default())?)
    }

    /// `kata-get-params`: all of them as JSON.
    pub(super) fn kata_get_params(&self) -> Verdict {
        let mut all = Map::new();
        for name in self.kata_names() {
            all.insert(name.to_owned(), Value::String(self.kata_value(name)?));
        }
        said(Value::Object(all).to_string())
    }

    /// `kata-set-param NAME VALUE`.
    pub(super) fn kata_set_param(&mut self, args: &[&str], out: &mut Out) -> Verdict {
        let [name, value @ ..] = args else { return Err("expected a name and a value".into()) };
        self.set_alias(name, &value.join(" "), out)?;
        done()
    }

    /// `kata-set-params JSON`: all or none.
    pub(super) fn kata_set_params(&mut self, json: &str, out: &mut Out) -> Verdict {
        let Ok(Value::Object(all)) = serde_json::from_str(json) else {
            return Err("expected a JSON object of names and values".into());
        };
        let mut before: Vec<(String, String)> = Vec::new();
        for (name, value) in all {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let old = self.kata_value(&name).unwrap_or_default();
            if let Err(error) = self.set_alias(&name, &text, out) {
                for (name, old) in before {
                    let _ = self.set_alias(&name, &old, out);
                }
                return Err(error.into());
            }
            before.push((name, old));
        }
        done()
    }

    fn set_alias(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), String> {
        match ALIASES.iter().find(|(alias, _, _)| alias.eq_ignore_ascii_case(name)) {
            Some((_, own, unit)) => self.set(own, &scaled(value, *unit), out),
            None => self.set(name, value, out),
        }
    }
}

/// The number in `value` times `unit`; anything else as it is.
fn scaled(value: &str, unit: f64) -> String {
    match value.parse::<f64>() {
        Ok(number) if (unit - 1.0).abs() > f64::EPSILON => (number * unit).to_string(),
        _ => value.to_owned(),
    }
}

/// What follows the first word.
fn after_word(text: &str) -> &str {
    text.trim_start().split_once(' ').map_or("", |(_, rest)| rest.trim())
}

/// A line of GoGui's parameter dialog.
fn gogui_line(view: &SettingView) -> Option<String> {
    let SettingView { name, value, kind, .. } = view;
    if view.shown != Shown::Gui {
        return None;
    }
    Some(match kind {
        Kind::Check => format!("[bool] {name} {}", u8::from(value == "true")),
        Kind::Combo(words) => format!("[list/{}] {name} {value}", words.join("/")),
        Kind::Spin { .. } | Kind::Real { .. } | Kind::Words(_) | Kind::Text => {
            format!("[string] {name} {value}")
        }
        Kind::Button => return None,
    })
}

fn list_line(view: &SettingView) -> String {
    format!("{} = {} ({})", view.name, view.value, view.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, go};

    #[test]
    fn every_alias_means_a_preference_or_a_setting_of_the_go_player() {
        for (alias, own, _) in ALIASES {
            let is_preference = setting::find(PREFERENCES, own).is_ok();
            let is_setting = setting::find(go::Player::SETTINGS, own).is_ok();
            assert!(is_preference || is_setting, "{alias} means {own}");
        }
    }
}
