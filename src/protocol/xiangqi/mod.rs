//! UCCI 3 and UCI for xiangqi: one conversation in three dialects.
//!
//! States: idle, searching, counting (`go perft`), or waiting for the engine to be ready. Lines
//! that come while a search runs wait for its `bestmove`, except `stop`, `ponderhit`, `isready`
//! and `probe`; with UCCI's `batch` they all wait.

mod counting;
mod info;
mod options;
mod ranks;
mod request;
mod search;
mod standard;
#[cfg(test)]
mod tests;

use std::time::Instant;

use crossbeam::channel::Sender;

pub use counting::Counted;
use counting::Counting;
use info::Writer;
pub use options::RULE_SETTINGS;
use ranks::Ranks;
pub use request::Dialect;
use request::{Request, Setup};
use standard::{STANDARD, Standard};

use super::{EngineNews, PREFERENCES, Preferences};
use crate::engine::Engine;
use crate::engine::setting::{self, Kind};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, Rules};
use crate::search::Report;
use crate::session::{Desk, Dialogue, Farewell, Flow, Line, Message, News, Out};

/// A UCCI or UCI engine.
pub struct Xiangqi<E: Engine<Position = Board>> {
    dialect: Dialect,
    desk: Desk<E>,
    inbox: Sender<Message<EngineNews>>,
    preferences: Preferences,
    rules: Rules,
    ranks: Ranks,
    /// UCCI: root moves not to play in this position.
    banned: Vec<Move>,
    manners: Manners,
    state: State,
    /// The last state of the running or the last search.
    latest: Option<Report<Move>>,
}

/// UCCI's options about the conversation itself.
#[derive(Clone, Copy, Debug, Default)]
struct Manners {
    /// Times are in milliseconds.
    milliseconds: bool,
    /// Lines wait for the end of the search, all of them.
    batch: bool,
    /// Lines are echoed.
    debug: bool,
}

#[derive(Debug)]
enum State {
    Idle,
    Searching(Search),
    Counting(Counting),
    /// `isready` waits for the engine to take over its settings.
    Waiting,
    /// `probe` waits for the engine's memory of this position.
    Recalling(Box<Board>),
}

/// A search and what its answer looks like.
#[derive(Clone, Copy, Debug)]
struct Search {
    /// Only `stop` can end it.
    infinite: bool,
    /// It waits for `ponderhit`.
    pondering: bool,
    /// UCCI's `go depth 0`: the score is wanted, not a move.
    score_only: bool,
}

impl<E: Engine<Position = Board>> Xiangqi<E> {
    /// An engine that talks in `dialect` and gets its news through `inbox`.
    pub fn new(
        dialect: Dialect,
        config: E::Config,
        preferences: Preferences,
        inbox: Sender<Message<EngineNews>>,
    ) -> Self {
        let rules = Rules::default();
        let posts = inbox.clone();
        let post = move |post| {
            // Nobody listens only when the program ends.
            let _ = posts.send(Message::News(EngineNews::Xiangqi(post)));
        };
        Self {
            dialect,
            desk: Desk::new(Game::new(Board::start(), rules.clone()), config, post),
            inbox,
            ranks: Ranks::new(dialect, preferences.coordinates),
            preferences,
            rules,
            banned: Vec::new(),
            manners: Manners::default(),
            state: State::Idle,
            latest: None,
        }
    }

    fn writer(&self) -> Writer<'_> {
        Writer { dialect: self.dialect, ranks: self.ranks, game: &self.desk.game }
    }

    fn remark(&self, text: &str, out: &mut Out) {
        out.line(info::remark(self.dialect, text));
    }

    fn hello(&mut self, dialect: Dialect, out: &mut Out) {
        self.dialect = dialect;
        self.ranks = Ranks::new(dialect, self.preferences.coordinates);
        out.line(format_args!("id name sanqi {}", env!("CARGO_PKG_VERSION")));
        if dialect == Dialect::Ucci {
            out.line(format_args!("id version {}", env!("CARGO_PKG_VERSION")));
        }
        out.line("id author the sanqi developers");
        for line in self.option_lines() {
            out.line(line);
        }
        out.line(match dialect {
            Dialect::Ucci => "ucciok",
            Dialect::Uci | Dialect::Cyclone => "uciok",
        });
    }

    fn option_lines(&self) -> Vec<String> {
        let dialect = self.dialect;
        let check = |name, on: bool| options::line(dialect, name, Kind::Check, &on.to_string());
        let mut lines = match dialect {
            Dialect::Ucci => vec![
                check("usemillisec", self.manners.milliseconds),
                check("batch", self.manners.batch),
                check("debug", self.manners.debug),
                options::line(dialect, "newgame", Kind::Button, ""),
            ],
            _ => vec![options::line(dialect, "UCI_Variant", Kind::Combo(&["xiangqi"]), "xiangqi")],
        };
        lines.extend(options::lines(dialect, E::SETTINGS, self.desk.config()));
        if dialect == Dialect::Ucci {
            let shown = STANDARD
                .iter()
                .filter_map(|option| Some(option.line(&self.desk.setting(option.setting).ok()?)));
            lines.extend(shown);
        }
        lines.extend(options::lines(dialect, RULE_SETTINGS, &self.rules));
        for name in ["LogFile", "UCI_Coordinates"] {
            let skip = dialect != Dialect::Uci && name == "UCI_Coordinates";
            if let (Ok(preference), false) = (setting::find(PREFERENCES, name), skip) {
                let value = (preference.get)(&self.preferences);
                lines.push(options::line(dialect, preference.name, preference.kind, &value));
            }
        }
        lines
    }

    /// Changes a setting. Unknown ones are ignored: GUIs send the options of other engines.
    pub fn set_option(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), String> {
        let on = matches!(value.to_ascii_lowercase().as_str(), "true" | "on" | "1" | "yes");
        match (self.dialect, setting::fold(name).as_str()) {
            (Dialect::Ucci, "usemillisec") => self.manners.milliseconds = on,
            (Dialect::Ucci, "batch") => self.manners.batch = on,
            (Dialect::Ucci, "debug") => self.manners.debug = on,
            (Dialect::Ucci, "newgame") => self.desk.new_game(),
            (_, "ucivariant") if value.eq_ignore_ascii_case("xiangqi") => self.ranks.expect_one(),
            (_, "ucivariant") => return Err(format!("only xiangqi is played, not `{value}`")),
            (Dialect::Ucci, name) if Standard::named(name).is_some() => {
                return self.set_standard(name, value, out);
            }
            // The standard's 0 leaves the size to the engine.
            (Dialect::Ucci, "hashsize" | "threads") if value == "0" => {
                return self.set_own(name, &self.automatic(name), out);
            }
            _ => return self.set_own(name, value, out),
        }
        Ok(())
    }

    fn set_standard(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), String> {
        let Some(option) = Standard::named(name) else { return Ok(()) };
        self.set_own(option.setting, option.value(value)?, out)
    }

    /// What the engine takes where the GUI leaves it the choice: a thread for each core, and the
    /// usual size of the table.
    fn automatic(&self, name: &str) -> String {
        let own = options::own_name(name);
        if setting::fold(own) == "threads" {
            return std::thread::available_parallelism().map_or(1, usize::from).to_string();
        }
        let usual = E::Config::default();
        setting::find(E::SETTINGS, own).map_or(String::new(), |setting| (setting.get)(&usual))
    }

    fn set_own(&mut self, name: &str, value: &str, out: &mut Out) -> Result<(), String> {
        let refused = |error: crate::engine::SettingError| error.to_string();
        if let Some(result) = options::set(RULE_SETTINGS, &mut self.rules, name, value) {
            self.desk.game.set_rules(self.rules.clone());
            return result.map_err(refused);
        }
        if let Some(result) = options::set(PREFERENCES, &mut self.preferences, name, value) {
            result.map_err(refused)?;
            return self.follow_preference(options::own_name(name), out);
        }
        match self.desk.set(options::own_name(name), value) {
            Err(crate::engine::SettingError::Unknown(_)) => Ok(()),
            result => result.map_err(refused),
        }
    }

    fn follow_preference(&mut self, name: &str, out: &mut Out) -> Result<(), String> {
        if setting::fold(name) == "logfile" {
            let path = &self.preferences.log_file;
            out.log_to(path).map_err(|error| format!("cannot log to `{path}`: {error}"))?;
        }
        if setting::fold(name) == "ucicoordinates" {
            self.ranks = Ranks::new(self.dialect, self.preferences.coordinates);
        }
        Ok(())
    }

    fn position(&mut self, setup: &Setup<'_>, out: &mut Out) {
        match self.ranks.set_up(setup, &self.rules) {
            Ok(game) => {
                self.desk.game = game;
                self.banned.clear();
            }
            Err(error) => self.remark(&error.to_string(), out),
        }
    }

    fn ban(&mut self, moves: &[&str], out: &mut Out) {
        for text in moves {
            match self.ranks.read(self.desk.game.position(), text) {
                Ok(mv) => self.banned.push(mv),
                Err(error) => self.remark(&format!("not banned: {error}"), out),
            }
        }
    }

    fn is_ready(&mut self, out: &mut Out) {
        if self.desk.is_unsettled() {
            self.desk.ask_ready();
            self.state = State::Waiting;
        } else {
            out.line("readyok");
        }
    }

    fn display(&self, out: &mut Out) {
        let board = self.desk.game.position();
        for line in board.to_string().lines() {
            out.line(line);
        }
        out.line(format_args!("Fen: {}", board.fen()));
        out.line(format_args!("Key: {:016X}", board.key().0));
    }

    fn echo(&self, line: &Line, out: &mut Out) {
        if self.manners.debug {
            let state = if self.is_busy() { "busyline" } else { "idleline" };
            out.line(format_args!("info {state} [{}]", line.text.trim()));
        }
    }
}

impl<E: Engine<Position = Board>> Dialogue for Xiangqi<E> {
    type News = EngineNews;

    fn is_busy(&self) -> bool {
        !matches!(self.state, State::Idle)
    }

    fn line(&mut self, line: &Line, out: &mut Out) -> Flow {
        self.echo(line, out);
        match request::read(&line.text) {
            Request::Hello(dialect) => self.hello(dialect, out),
            Request::IsReady => self.is_ready(out),
            Request::NewGame => self.desk.new_game(),
            Request::SetOption { name, value } => {
                if let Err(error) = self.set_option(name, value, out) {
                    self.remark(&error, out);
                }
            }
            Request::Position(setup) => self.position(&setup, out),
            Request::BanMoves(moves) => self.ban(&moves, out),
            Request::Go(go) => self.go(&go, out),
            Request::Perft(depth) => {
                let board = self.desk.game.position().clone();
                self.state = State::Counting(Counting::start(board, depth, self.inbox.clone()));
            }
            Request::Stop if self.dialect == Dialect::Ucci => out.line("nobestmove"),
            Request::Probe(setup) => self.probe(&setup, out),
            Request::Display => self.display(out),
            Request::Quit => {
                if self.dialect == Dialect::Ucci {
                    out.line("bye");
                }
                return Flow::Quit;
            }
            Request::Stop | Request::PonderHit { .. } | Request::Unknown => {}
        }
        Flow::Continue
    }

    fn interject(&mut self, line: &Line, out: &mut Out) -> bool {
        if self.manners.batch || matches!(self.state, State::Waiting | State::Recalling(_)) {
            return false;
        }
        match request::read(&line.text) {
            Request::Stop => self.hurry(),
            Request::IsReady => out.line("readyok"),
            Request::PonderHit { draw } => {
                self.desk.ponderhit();
                if draw {
                    self.desk.offer_draw();
                }
                if let State::Searching(search) = &mut self.state {
                    search.pondering = false;
                }
            }
            Request::Probe(setup) => self.probe(&setup, out),
            _ => return false,
        }
        self.echo(line, out);
        true
    }

    fn starts_search(&self, line: &Line) -> bool {
        matches!(request::read(&line.text), Request::Go(_) | Request::Perft(_))
    }

    fn farewell(&self, line: &Line) -> Farewell {
        match request::read(&line.text) {
            Request::Quit if self.manners.batch => Farewell::InTurn,
            Request::Quit => Farewell::AtOnce,
            _ => Farewell::None,
        }
    }

    fn is_endless(&self) -> bool {
        let State::Searching(search) = self.state else { return false };
        search.infinite || search.pondering
    }

    fn hurry(&mut self) {
        self.desk.stop();
        if let State::Counting(counting) = &self.state {
            counting.stop();
        }
    }

    fn news(&mut self, news: EngineNews, out: &mut Out) {
        match news {
            EngineNews::Xiangqi(post) => {
                if let Some(news) = self.desk.accept(post) {
                    self.engine_news(news, out);
                }
            }
            EngineNews::Perft(counted) => self.counted(counted, out),
            EngineNews::Go(_) | EngineNews::Othello(_) => {}
        }
    }

    fn alarm(&self) -> Option<Instant> {
        None
    }
}

impl<E: Engine<Position = Board>> std::fmt::Debug for Xiangqi<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Xiangqi").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}
