//! One executable for every controller: the first line tells the protocol.

use std::time::Instant;

use crossbeam::channel::Sender;

use super::gtp::{GoTable, Gtp, GtpGame, OthelloTable, Table};
use super::nboard::NBoard;
use super::xiangqi::{Dialect, Xiangqi};
use super::{EngineNews, PREFERENCES, Preferences};
use crate::engine::setting::{find, fold};
use crate::engine::{Engine, Setting, SettingError};
use crate::engine::{go, othello, xiangqi};
use crate::record::GameKind;
use crate::session::{Dialogue, Farewell, Flow, Line, Message, Out};

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go and Othello.
    Gtp,
    /// Xiangqi, in one of three dialects.
    Xiangqi(Dialect),
    /// Othello.
    NBoard,
}

impl Protocol {
    /// The protocol that begins with this line; `None` if the line says nothing.
    pub fn of(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => None,
            [first, ..] if first.starts_with('#') => None,
            ["uci", ..] => Some(Self::Xiangqi(Dialect::Uci)),
            ["ucci", ..] => Some(Self::Xiangqi(Dialect::Ucci)),
            ["ucicyclone", ..] => Some(Self::Xiangqi(Dialect::Cyclone)),
            ["nboard", version, ..] if version.parse::<u32>().is_ok() => Some(Self::NBoard),
            _ => Some(Self::Gtp),
        }
    }
}

/// How the program begins.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The protocol; `None` to learn it from the first line.
    pub protocol: Option<Protocol>,
    /// The game of a GTP engine; `None` for Go.
    pub game: Option<GameKind>,
    /// Settings and their values.
    pub settings: Vec<(String, String)>,
}

/// Every setting of `E` that `settings` names, applied.
fn configured<E: Engine>(settings: &[(String, String)]) -> E::Config {
    let mut config = E::Config::default();
    for (name, value) in settings {
        // Checked by `Opening::check`; a name may be another game's.
        let _ = find(E::SETTINGS, name).map(|setting| setting.set(&mut config, value));
    }
    config
}

impl Opening {
    /// The first setting that no game has, or whose value every game refuses.
    pub fn check(&self) -> Result<(), SettingError> {
        for (name, value) in &self.settings {
            let results = [
                try_out(PREFERENCES, Preferences::default(), name, value),
                try_out(go::Player::SETTINGS, Default::default(), name, value),
                try_out(xiangqi::Player::SETTINGS, Default::default(), name, value),
                try_out(othello::Player::SETTINGS, Default::default(), name, value),
            ];
            if results.iter().any(Result::is_ok) {
                continue;
            }
            let errors = || results.iter().filter_map(|result| result.as_ref().err());
            let refusal = errors().find(|error| !matches!(error, SettingError::Unknown(_)));
            let unknown = || SettingError::Unknown(name.clone());
            return Err(refusal.cloned().unwrap_or_else(unknown));
        }
        Ok(())
    }

    /// The conversation of `protocol`, its news going to `inbox`.
    fn open(&self, protocol: Protocol, inbox: &Sender<Message<EngineNews>>) -> Talker {
        let settings = &self.settings;
        let mut preferences = Preferences::default();
        for (name, value) in settings {
            let _ = find(PREFERENCES, name).map(|setting| setting.set(&mut preferences, value));
        }
        let inbox = inbox.clone();
        match protocol {
            Protocol::Xiangqi(dialect) => {
                let config = configured::<xiangqi::Player>(settings);
                Box::new(Xiangqi::<xiangqi::Player>::new(dialect, config, preferences, inbox))
            }
            Protocol::NBoard => {
                let config = configured::<othello::Player>(settings);
                Box::new(NBoard::<othello::Player>::new(config, preferences, inbox))
            }
            Protocol::Gtp => {
                let settings = settings.clone();
                let posts = inbox.clone();
                let open = move |game| table(game, &settings, posts.clone());
                let game = match self.game {
                    Some(GameKind::Othello) => GtpGame::Othello,
                    _ => GtpGame::Go,
                };
                Box::new(Gtp::new(game, Box::new(open), preferences, inbox))
            }
        }
    }
}

fn try_out<C>(
    settings: &[Setting<C>],
    mut config: C,
    name: &str,
    value: &str,
) -> Result<(), SettingError> {
    find(settings, name)?.set(&mut config, value)
}

/// The table of a game at which GTP is spoken.
fn table(
    game: GtpGame,
    settings: &[(String, String)],
    inbox: Sender<Message<EngineNews>>,
) -> Box<dyn Table> {
    match game {
        GtpGame::Go => {
            let post = move |post| {
                // Nobody listens only when the program ends.
                let _ = inbox.send(Message::News(EngineNews::Go(post)));
            };
            Box::new(GoTable::<go::Player>::new(configured::<go::Player>(settings), post))
        }
        GtpGame::Othello => {
            let post = move |post| {
                let _ = inbox.send(Message::News(EngineNews::Othello(post)));
            };
            let config = configured::<othello::Player>(settings);
            Box::new(OthelloTable::<othello::Player>::new(config, post))
        }
    }
}

type Talker = Box<dyn Dialogue<News = EngineNews>>;

/// A conversation in the protocol of the first line.
pub struct Speaker {
    opening: Opening,
    inbox: Sender<Message<EngineNews>>,
    talker: Option<Talker>,
}

impl Speaker {
    /// Begins as `opening` says; news of engines goes to `inbox`.
    pub fn new(opening: Opening, inbox: Sender<Message<EngineNews>>, out: &mut Out) -> Self {
        let mut speaker = Self { opening, inbox, talker: None };
        let log = speaker.opening.settings.iter().find(|(name, _)| fold(name) == "logfile");
        if let Some((_, path)) = log
            && let Err(error) = out.log_to(path)
        {
            log::error!("cannot log to `{path}`: {error}");
        }
        if let Some(protocol) = speaker.opening.protocol {
            speaker.talker = Some(speaker.opening.open(protocol, &speaker.inbox));
        }
        speaker
    }

    fn first_line(&mut self, line: &Line, out: &mut Out) {
        if line.text.trim() == "xboard" {
            // The one answer that every version of the protocol shows to the person.
            out.line(
                "tellusererror sanqi does not speak the xboard protocol; \
                 start it as a UCI or UCCI engine",
            );
            return;
        }
        if let Some(protocol) = Protocol::of(&line.text) {
            self.talker = Some(self.opening.open(protocol, &self.inbox));
        }
    }
}

impl Dialogue for Speaker {
    type News = EngineNews;

    fn is_busy(&self) -> bool {
        self.talker.as_ref().is_some_and(|talker| talker.is_busy())
    }

    fn line(&mut self, line: &Line, out: &mut Out) -> Flow {
        if self.talker.is_none() {
            self.first_line(line, out);
        }
        self.talker.as_mut().map_or(Flow::Continue, |talker| talker.line(line, out))
    }

    fn interject(&mut self, line: &Line, out: &mut Out) -> bool {
        self.talker.as_mut().is_some_and(|talker| talker.interject(line, out))
    }

    fn starts_search(&self, line: &Line) -> bool {
        self.talker.as_ref().is_some_and(|talker| talker.starts_search(line))
    }

    fn farewell(&self, line: &Line) -> Farewell {
        self.talker.as_ref().map_or(Farewell::None, |talker| talker.farewell(line))
    }

    fn is_endless(&self) -> bool {
        self.talker.as_ref().is_some_and(|talker| talker.is_endless())
    }

    fn hurry(&mut self) {
        if let Some(talker) = &mut self.talker {
            talker.hurry();
        }
    }

    fn news(&mut self, news: EngineNews, out: &mut Out) {
        if let Some(talker) = &mut self.talker {
            talker.news(news, out);
        }
    }

    fn alarm(&self) -> Option<Instant> {
        self.talker.as_ref().and_then(|talker| talker.alarm())
    }

    fn ring(&mut self, out: &mut Out) {
        if let Some(talker) = &mut self.talker {
            talker.ring(out);
        }
    }
}

impl std::fmt::Debug for Speaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Speaker").field("opening", &self.opening).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::testing;

    fn talk(opening: Opening, text: &str) -> String {
        testing::talk(|inbox| Speaker::new(opening, inbox, &mut Out::default()), text)
    }

    #[test]
    fn the_first_line_tells_the_protocol() {
        for (text, answer) in [
            ("uci\nquit\n", "uciok\n"),
            ("\n# hello\nucci\nquit\n", "ucciok\nbye\n"),
            ("ucicyclone\nquit\n", "uciok\n"),
            ("1 protocol_version\n", "=1 2\n\n"),
            ("nonsense\n", "? unknown command\n\n"),
        ] {
            let said = talk(Opening::default(), text);
            assert!(said.ends_with(answer), "{text}: {said}");
        }
    }

    #[test]
    fn nothing_is_said_before_the_first_command() {
        assert_eq!(talk(Opening::default(), "\n\n# only a comment\n"), "");
    }

    #[test]
    fn xboard_is_told_what_to_do() {
        assert!(talk(Opening::default(), "xboard\n").starts_with("tellusererror "));
    }

    #[test]
    fn settings_reach_the_engine_they_belong_to() {
        let set = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        let opening = Opening { settings: set("hash", "7"), ..Opening::default() };
        opening.check().unwrap();
        assert!(talk(opening.clone(), "sanqi-param get Hash\n").starts_with("= 7"));
        assert!(
            talk(opening, "ucci\n").contains("option hashsize type spin min 1 max 65536 default 7")
        );
        let unknown = Opening { settings: set("sauce", "7"), ..Opening::default() };
        assert_eq!(unknown.check(), Err(SettingError::Unknown("sauce".to_owned())));
        let refused = Opening { settings: set("Threads", "x"), ..Opening::default() };
        assert!(matches!(refused.check(), Err(SettingError::Value { .. })));
    }

    #[test]
    fn weights_that_cannot_be_read_are_refused_on_the_command_line_and_over_gtp() {
        let settings = vec![("Weights".to_owned(), "no/such/file".to_owned())];
        let refusal = Opening { settings, ..Opening::default() }.check().unwrap_err().to_string();
        assert!(refusal.starts_with("`Weights` keeps what it had: no/such/file: "), "{refusal}");
        let othello = Opening { game: Some(GameKind::Othello), ..Opening::default() };
        let said = talk(othello, "sanqi-param Weights no/such/file\nsanqi-param get Weights\n");
        assert!(said.starts_with(&format!("? {refusal}\n\n=")), "{said}");
        assert!(!said.contains("= no/such/file"), "{said}");
    }

    #[test]
    fn the_options_of_the_ucci_standard_reach_the_player() {
        let said = talk(
            Opening::default(),
            "ucci\nsetoption style risky\nsetoption pruning none\nsetoption hashsize 3\n\
             setoption hashsize 0\nsetoption style sauce\nucci\nquit\n",
        );
        let (before, after) = said.split_once("ucciok\n").unwrap();
        assert!(
            before.contains(
                "option style type combo var solid var normal var risky default normal\n"
            )
        );
        assert!(
            after.starts_with("info message style is one of solid, normal, risky, not `sauce`\n")
        );
        for line in ["default risky\n", "option contempt type spin min -200 max 200 default 30\n"] {
            assert!(after.contains(line), "{line}: {after}");
        }
        assert!(after.contains(
            "option pruning type combo var none var small var medium var large default none\n"
        ));
        assert!(after.contains("option hashsize type spin min 1 max 65536 default 64\n"));
    }
}
