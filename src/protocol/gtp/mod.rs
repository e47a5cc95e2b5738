//! GTP 2: ids, one command at a time, and the commands that belong to no game.
//!
//! A [`Table`] offers the commands of its game; [`Gtp`] finds the command, answers in GTP's form
//! and keeps the order. `list_commands` and `known_command` read the same tables.

mod admin;
mod clock;
mod go;
mod line;
mod othello;
#[cfg(test)]
mod othello_tests;
mod parameters;
#[cfg(test)]
mod search_tests;
mod table;
#[cfg(test)]
mod tests;

use std::time::Instant;

pub use line::{Asked, Command, Talk};
pub use table::{
    Activity, Call, Entry, Progress, Refusal, Reply, SettingView, Table, Verdict, arg, done, said,
};

use crossbeam::channel::Sender;

use super::{EngineNews, Preferences};
use crate::session::{Dialogue, Farewell, Flow, Input, Line, Message, Out, on_interrupt};

pub use go::GoTable;
pub use othello::OthelloTable;

/// A game that GTP is spoken at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GtpGame {
    /// Go.
    Go,
    /// Othello.
    Othello,
}

impl GtpGame {
    /// The game of a name as `set_game` gives it.
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "go" => Some(Self::Go),
            "othello" | "reversi" => Some(Self::Othello),
            _ => None,
        }
    }
}

/// Makes the table of a game.
pub type OpenTable = Box<dyn Fn(GtpGame) -> Box<dyn Table>>;

/// A GTP engine.
pub struct Gtp {
    table: Box<dyn Table>,
    open: OpenTable,
    preferences: Preferences,
    /// The command whose search runs.
    pending: Option<Option<u32>>,
    /// A line that waits for a pondering search to end.
    deferred: Option<Line>,
    started: Instant,
    inbox: Sender<Message<EngineNews>>,
    /// Our process, once interrupt signals are heard as `# interrupt`.
    signalled: Option<u32>,
}

/// Commands that a pondering search need not end for.
const QUIET: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "time_left",
    "get_komi",
    "quit",
    "showboard",
];

impl Gtp {
    /// An engine that begins with `game` and opens tables with `open`; signals go to `inbox`.
    pub fn new(
        game: GtpGame,
        open: OpenTable,
        preferences: Preferences,
        inbox: Sender<Message<EngineNews>>,
    ) -> Self {
        Self {
            table: open(game),
            open,
            preferences,
            pending: None,
            deferred: None,
            started: Instant::now(),
            inbox,
            signalled: None,
        }
    }

    /// From now on an interrupt signal is a line `# interrupt`; says where to send it.
    fn sigint(&mut self) -> Verdict {
        if self.signalled.is_none() {
            let inbox = self.inbox.clone();
            let heard = move || {
                // Nobody listens only when the program ends.
                let _ = inbox.send(Message::Input(Input::Line(Line::now(line::INTERRUPT))));
            };
            self.signalled = Some(on_interrupt(heard)?);
        }
        said(self.signalled.map_or(String::new(), |id| id.to_string()))
    }

    fn command(&mut self, line: &Line, command: &Command, out: &mut Out) -> Flow {
        let name = command.name.as_str();
        if self.table.activity() == Activity::Pondering && !QUIET.contains(&name) {
            self.table.stop();
            self.deferred = Some(line.clone());
            return Flow::Continue;
        }
        match self.verdict(command, out) {
            Ok(Reply::Said(text)) => Talk::new(command.id, out).ok(&text),
            Ok(Reply::Thinking) => self.pending = Some(command.id),
            Err(Refusal(text)) => Talk::new(command.id, out).fail(&text),
        }
        if name == "quit" { Flow::Quit } else { Flow::Continue }
    }

    fn verdict(&mut self, command: &Command, out: &mut Out) -> Verdict {
        let args = command.args();
        if let Some(verdict) = self.administer(&command.name, &args, &command.rest, out) {
            return verdict;
        }
        let mut talk = Talk::new(command.id, out);
        let (rest, preferences) = (command.rest.as_str(), &self.preferences);
        let mut call = Call { args: &args, rest, preferences, talk: &mut talk };
        self.table.call(&command.name, &mut call).unwrap_or_else(|| Err("unknown command".into()))
    }
}

impl Dialogue for Gtp {
    type News = EngineNews;

    fn is_busy(&self) -> bool {
        self.pending.is_some() || self.deferred.is_some()
    }

    fn line(&mut self, line: &Line, out: &mut Out) -> Flow {
        match line::read(&line.text) {
            Asked::Nothing | Asked::Interrupt => Flow::Continue,
            Asked::Command(command) => self.command(line, &command, out),
        }
    }

    fn interject(&mut self, line: &Line, _out: &mut Out) -> bool {
        // Any line ends an analysis, a blank one too, and is then answered in its turn.
        let interrupt = line::read(&line.text) == Asked::Interrupt;
        if interrupt || self.table.activity() == Activity::Streaming {
            self.table.stop();
        }
        interrupt
    }

    fn starts_search(&self, _line: &Line) -> bool {
        // Even a line that starts a search ends the analysis before it.
        false
    }

    fn farewell(&self, line: &Line) -> Farewell {
        match line::read(&line.text) {
            Asked::Command(command) if command.name == "quit" => Farewell::InTurn,
            _ => Farewell::None,
        }
    }

    fn is_endless(&self) -> bool {
        self.table.activity() == Activity::Streaming
    }

    fn hurry(&mut self) {
        self.table.stop();
    }

    fn news(&mut self, news: EngineNews, out: &mut Out) {
        let mut talk = Talk::new(self.pending.flatten(), out);
        if self.table.news(news, &mut talk) == Progress::Answered {
            self.pending = None;
        }
        if self.table.activity() == Activity::Idle
            && let Some(line) = self.deferred.take()
        {
            // Never a `quit`: that one is not deferred.
            self.line(&line, out);
        }
    }

    fn alarm(&self) -> Option<Instant> {
        self.table.alarm()
    }

    fn ring(&mut self, out: &mut Out) {
        let mut talk = Talk::new(self.pending.flatten(), out);
        self.table.ring(&mut talk);
    }
}

impl std::fmt::Debug for Gtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gtp").field("game", &self.table.game()).finish_non_exhaustive()
    }
}
