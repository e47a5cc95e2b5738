//! What a game offers to GTP: its commands, its settings, its running search.

use std::time::Instant;

use super::Talk;
use crate::engine::setting::Kind;
use crate::engine::{Engine, Setting, SettingError, Shown};
use crate::protocol::{EngineNews, Preferences};
use crate::session::Desk;

/// What a command comes to.
pub type Verdict = Result<Reply, Refusal>;

/// A command that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// This is its answer.
    Said(String),
    /// A search runs; the table answers when it has news.
    Thinking,
}

/// Why a command was refused, as the controller is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl<T: ToString> From<T> for Refusal {
    fn from(text: T) -> Self {
        Self(text.to_string())
    }
}

/// Done, and nothing to say.
pub fn done() -> Verdict {
    said("")
}

/// Done, with this answer.
pub fn said(text: impl Into<String>) -> Verdict {
    Ok(Reply::Said(text.into()))
}

/// A command on its way to a table.
#[derive(Debug)]
pub struct Call<'a, 't> {
    /// The words after the name.
    pub args: &'a [&'a str],
    /// The text after the name.
    pub rest: &'a str,
    /// How we talk.
    pub preferences: &'a Preferences,
    /// Where streams are written.
    pub talk: &'a mut Talk<'t>,
}

impl Call<'_, '_> {
    /// The argument at `index`, empty if there are not so many.
    pub fn arg(&self, index: usize) -> &str {
        arg(self.args, index)
    }
}

/// The argument at `index`, empty if there are not so many.
pub fn arg<'a>(args: &[&'a str], index: usize) -> &'a str {
    args.get(index).copied().unwrap_or_default()
}

/// A command of a table `T`: its name and what it does.
#[derive(Debug)]
pub struct Entry<T> {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut T, &mut Call<'_, '_>) -> Verdict,
}

/// What the table's engine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Nothing.
    Idle,
    /// Thinks; the command that asked waits for the answer.
    Thinking,
    /// Analyses until the next line comes.
    Streaming,
    /// Thinks on the opponent's time; nobody waits.
    Pondering,
}

/// Whether the command in hand is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Not yet.
    Waiting,
    /// Now.
    Answered,
}

/// A setting as text.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingView {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// One line for people.
    pub about: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Who sees it.
    pub shown: Shown,
}

impl SettingView {
    /// All settings of a desk's engine.
    pub fn all<E: Engine>(desk: &Desk<E>) -> Vec<Self> {
        let view = |setting: &Setting<E::Config>| Self {
            name: setting.name,
            value: (setting.get)(desk.config()),
            about: setting.about,
            kind: setting.kind,
            shown: setting.shown,
        };
        E::SETTINGS.iter().map(view).collect()
    }
}

/// A game at which GTP can be spoken.
pub trait Table {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The names of its commands.
    fn names(&self) -> Vec<&'static str>;
    /// Carries a command out; `None` if the game has none of that name.
    fn call(&mut self, name: &str, call: &mut Call<'_, '_>) -> Option<Verdict>;
    /// What the engine is doing.
    fn activity(&self) -> Activity;
    /// Ends the running search soon.
    fn stop(&mut self);
    /// Takes news from an engine; it may be of another table's.
    fn news(&mut self, news: EngineNews, talk: &mut Talk<'_>) -> Progress;
    /// When to call [`Table::ring`].
    fn alarm(&self) -> Option<Instant>;
    /// The alarm's time has come.
    fn ring(&mut self, talk: &mut Talk<'_>);
    /// All settings of the engine.
    fn settings(&self) -> Vec<SettingView>;
    /// Changes a setting of the engine.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError>;
}
