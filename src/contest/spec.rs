//! What an operator writes about a match: engines, limits, rules; as command-line words or TOML.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::driver::Protocol;
use super::pace::{Pace, Timing};
use super::process::Launch;
use super::table::Rules;
use crate::record::GameKind;

/// An engine as the operator describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Its name in tables and records.
    pub name: String,
    /// The program and its arguments, the folder and the environment.
    pub launch: Launch,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options by the engine's own names.
    pub options: Vec<(String, String)>,
    /// Raw protocol lines sent before each game.
    pub init: Vec<String>,
    /// Its own limits, if they differ from the match's.
    pub pace: Option<Pace>,
    /// Ranks of xiangqi squares begin at 0 or 1; `None` to find out.
    pub first_rank: Option<u8>,
    /// A new process for each game.
    pub restart: bool,
}

/// The raw fields of an engine, from either form.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineFields {
    name: Option<String>,
    cmd: Option<String>,
    proto: Option<String>,
    dir: Option<String>,
    tc: Option<String>,
    coords: Option<String>,
    restart: Option<bool>,
    #[serde(default)]
    init: Vec<String>,
    #[serde(default)]
    option: BTreeMap<String, TomlValue>,
    #[serde(default)]
    env: BTreeMap<String, TomlValue>,
}

/// Options may be written as text, numbers or booleans.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum TomlValue {
    Text(String),
    Whole(i64),
    Fraction(f64),
    Switch(bool),
}

impl TomlValue {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(n) => n.to_string(),
            Self::Fraction(x) => x.to_string(),
            Self::Switch(on) => on.to_string(),
        }
    }
}

impl EngineSpec {
    /// Reads `cmd="gnugo --mode gtp" proto=gtp name=gnugo option.Hash=64`.
    pub fn from_words(text: &str, game: GameKind) -> Result<Self, String> {
        let wrong = |why: String| format!("engine `{text}`: {why}");
        let mut fields = EngineFields::default();
        let mut arguments = Vec::new();
        let mut in_command = false;
        for word in split_words(text)? {
            match word.split_once('=') {
                Some((key, value)) if is_key(key) => {
                    fields.set(key, value).map_err(wrong)?;
                    in_command = key == "cmd";
                }
                // What follows the command and is nothing else belongs to it.
                _ if in_command => arguments.push(word),
                Some((key, _)) => return Err(wrong(unknown_key(key))),
                None => return Err(wrong(format!("expected key=value, found `{word}`"))),
            }
        }
        let mut spec = fields.finish(game).map_err(wrong)?;
        spec.launch.argv.extend(arguments);
        Ok(spec)
    }

    /// How long a move may take under this engine's limits or those of the match.
    pub fn pace(&self, of_match: &Pace) -> Pace {
        self.pace.unwrap_or(*of_match)
    }

    /// Whether a new process is needed for each game.
    pub fn needs_restart(&self) -> bool {
        self.restart || self.launch.argv.iter().any(|word| word.contains("{seed}"))
    }
}

impl EngineFields {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let owned = Some(value.to_owned());
        match key {
            "name" => self.name = owned,
            "cmd" => self.cmd = owned,
            "proto" => self.proto = owned,
            "dir" => self.dir = owned,
            "tc" => self.tc = owned,
            "coords" => self.coords = owned,
            "init" => self.init.push(value.to_owned()),
            "restart" => {
                self.restart = Some(match value {
                    "on" | "true" | "yes" => true,
                    "off" | "false" | "no" => false,
                    _ => return Err(format!("restart=`{value}`: expected on or off")),
                });
            }
            _ => {
                let value = TomlValue::Text(value.to_owned());
                if let Some(name) = key.strip_prefix("option.") {
                    self.option.insert(name.to_owned(), value);
                } else if let Some(name) = key.strip_prefix("env.") {
                    self.env.insert(name.to_owned(), value);
                } else {
                    return Err(unknown_key(key));
                }
            }
        }
        Ok(())
    }

    /// Checks the fields and fills in what was left out.
    pub fn finish(self, game: GameKind) -> Result<EngineSpec, String> {
        let command = self.cmd.ok_or("cmd is missing")?;
        let argv = split_words(&command)?;
        let program = argv.first().ok_or("cmd is empty")?;
        let protocol = match &self.proto {
            Some(text) => text.parse()?,
            None => Protocol::usual(game),
        };
        if !protocol.plays(game) {
            return Err(format!("proto={protocol} does not play {game}"));
        }
        let first_rank = match self.coords.as_deref() {
            None | Some("auto") => None,
            Some("zero" | "0") => Some(0),
            Some("one" | "1") => Some(1),
            Some(other) => return Err(format!("coords=`{other}`: expected auto, zero or one")),
        };
        let pace = self.tc.as_deref().map(str::parse).transpose()?;
        let name = self.name.unwrap_or_else(|| base_name(program));
        let environment = self.env.iter().map(|(key, v)| (key.clone(), v.text())).collect();
        Ok(EngineSpec {
            name,
            launch: Launch { argv, folder: self.dir, environment },
            protocol,
            options: self.option.iter().map(|(key, v)| (key.clone(), v.text())).collect(),
            init: self.init,
            pace,
            first_rank,
            restart: self.restart.unwrap_or(false),
        })
    }
}

fn is_key(key: &str) -> bool {
    const KEYS: [&str; 8] = ["name", "cmd", "proto", "dir", "tc", "coords", "init", "restart"];
    KEYS.contains(&key) || key.starts_with("option.") || key.starts_with("env.")
}

fn unknown_key(key: &str) -> String {
    format!(
        "`{key}` is unknown: expected name, cmd, proto, dir, tc, coords, init, restart, \
         option.NAME or env.NAME"
    )
}

/// A limit under which no engine of this protocol would ever move is a mistake.
pub fn check_pace(engine: &EngineSpec, pace: &Pace) -> Result<(), String> {
    let clockless = pace.clock == Timing::None;
    let free = clockless && pace.nodes.is_none() && pace.depth.is_none() && pace.playouts.is_none();
    match engine.protocol {
        Protocol::Uci | Protocol::Ucci if free => Err(format!(
            "{}: a {} engine without a limit thinks for ever: give it a tc",
            engine.name, engine.protocol
        )),
        Protocol::Cecp if clockless && pace.depth.is_none() => Err(format!(
            "{}: CECP knows clocks, time per move and depth, but no nodes: give it its own tc",
            engine.name
        )),
        Protocol::Nboard if !clockless || pace.nodes.is_some() || pace.playouts.is_some() => {
            Err(format!(
                "{}: NBoard has no clock and knows only depth: give it its own tc (depth=N or free)",
                engine.name
            ))
        }
        _ => Ok(()),
    }
}

fn base_name(program: &str) -> String {
    program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
}

/// Splits as a shell does: blanks separate, quotes and backslashes protect. Nothing is expanded.
pub fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut started = false;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (_, Some('\'')) if c != '\'' => word.push(c),
            ('\\', _) => word.push(chars.next().ok_or_else(|| unfinished(text))?),
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => word.push(c),
            ('\'' | '"', None) => quote = Some(c),
            (_, None) if c.is_whitespace() => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
                continue;
            }
            (_, None) => word.push(c),
        }
        started = true;
    }
    if quote.is_some() {
        return Err(unfinished(text));
    }
    if started {
        words.push(word);
    }
    Ok(words)
}

fn unfinished(text: &str) -> String {
    format!("`{text}`: a quote or backslash at the end is not finished")
}

/// How Go games are scored after two passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoScoring {
    /// The referee engine if there is one, else what both players agree upon, else what they
    /// play out, else all stones are alive. Under Tromp-Taylor rules all stones are alive.
    #[default]
    Auto,
    /// All stones on the board are alive.
    TrompTaylor,
}

/// When the referee stops a decided game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A loss when both engines agree on it.
    pub resign: Option<Streak>,
    /// A draw when both engines see nothing.
    pub draw: Option<Streak>,
    /// No draw before this ply.
    pub draw_after: usize,
    /// The longest game in plies.
    pub max_plies: usize,
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Streak { points, moves }) = self.resign {
            write!(f, "lost at -{points} for {moves} moves, ")?;
        }
        if let Some(Streak { points, moves }) = self.draw {
            write!(f, "drawn within {points} for {moves} moves after ply {}, ", self.draw_after)?;
        }
        write!(f, "at most {} plies", self.max_plies)
    }
}

/// So many moves of each player in a row beyond (resign) or within (draw) so many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// Hundredths of a pawn or disc.
    pub points: i32,
    /// Moves of each player.
    pub moves: u32,
}

/// The terms every game of a match is played under.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// The game.
    pub game: GameKind,
    /// Its rules.
    pub rules: Rules,
    /// The limits of engines without their own.
    pub pace: Pace,
    /// How late a move may be.
    pub margin: Duration,
    /// How long an engine may take to start.
    pub start_patience: Duration,
    /// How long a move without a clock may take, and how long we wait after a fallen flag.
    pub move_patience: Duration,
    /// When decided games are stopped.
    pub adjudication: Adjudication,
    /// How Go is scored.
    pub scoring: GoScoring,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_engine_is_read_from_words() {
        let text = r#"cmd="'my dir/gnugo' --mode gtp --seed {seed}" name=GNU tc=free option.Hash=64 init='komi 5' env.A=b"#;
        let spec = EngineSpec::from_words(text, GameKind::Go).unwrap();
        assert_eq!(spec.launch.argv, ["my dir/gnugo", "--mode", "gtp", "--seed", "{seed}"]);
        assert_eq!(spec.name, "GNU");
        assert_eq!(spec.protocol, Protocol::Gtp);
        assert_eq!(spec.options, [("Hash".to_owned(), "64".to_owned())]);
        assert_eq!(spec.init, ["komi 5"]);
        assert!(spec.needs_restart());
    }

    #[test]
    fn a_command_may_go_on_without_quotes() {
        let text = "name=x cmd=/bin/sanqi gtp --set Seed=9 tc=free";
        let spec = EngineSpec::from_words(text, GameKind::Go).unwrap();
        assert_eq!(spec.launch.argv, ["/bin/sanqi", "gtp", "--set", "Seed=9"]);
        assert!(spec.pace.is_some());
    }

    #[test]
    fn a_name_is_made_from_the_program() {
        let spec = EngineSpec::from_words("cmd=/usr/games/gnugo", GameKind::Go).unwrap();
        assert_eq!(spec.name, "gnugo");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("name=x", "cmd is missing"),
            ("cmd=x proto=smtp", "no protocol"),
            ("cmd=x proto=uci", "does not play go"),
            ("colour=red cmd=x", "`colour` is unknown"),
            ("cmd=x name=y colour=red", "`colour` is unknown"),
            ("cmd=x tc=soon", "no time control"),
            ("gnugo --mode gtp", "key=value"),
            ("cmd='gnugo", "not finished"),
            ("cmd=x coords=two", "zero or one"),
        ] {
            let error = EngineSpec::from_words(text, GameKind::Go).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn engines_are_read_from_toml() {
        let text = "cmd = 'pikafish'\nproto = 'uci'\n[option]\nHash = 64\nPonder = false\n";
        let fields: EngineFields = toml::from_str(text).unwrap();
        let spec = fields.finish(GameKind::Xiangqi).unwrap();
        assert_eq!(spec.options.len(), 2);
        assert_eq!(spec.options[0], ("Hash".into(), "64".into()));
    }

    #[test]
    fn limits_a_protocol_cannot_tell_are_refused() {
        let spec = |proto: &str, game| {
            EngineSpec::from_words(&format!("cmd=x proto={proto}"), game).unwrap()
        };
        let pace = |text: &str| text.parse::<Pace>().unwrap();
        assert!(check_pace(&spec("uci", GameKind::Xiangqi), &pace("free")).is_err());
        assert!(check_pace(&spec("cecp", GameKind::Xiangqi), &pace("nodes=5")).is_err());
        assert!(check_pace(&spec("cecp", GameKind::Xiangqi), &pace("depth=5")).is_ok());
        assert!(check_pace(&spec("nboard", GameKind::Othello), &pace("nodes=5")).is_err());
        assert!(check_pace(&spec("nboard", GameKind::Othello), &pace("1s/move")).is_err());
        assert!(check_pace(&spec("nboard", GameKind::Othello), &pace("depth=5")).is_ok());
        assert!(check_pace(&spec("gtp", GameKind::Go), &pace("free")).is_ok());
    }

    proptest! {
        #[test]
        fn any_words_give_an_engine_or_an_error(text in "\\PC{0,40}") {
            let _ = EngineSpec::from_words(&text, GameKind::Go);
        }
    }
}
