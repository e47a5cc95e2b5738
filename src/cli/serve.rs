//! `sanqi`, `sanqi gtp`, `sanqi ucci`, `sanqi uci`, `sanqi nboard`: talk on stdin and stdout.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use crossbeam::channel::unbounded;

use super::Failure;
use crate::protocol::{Opening, Protocol, Speaker};
use crate::record::GameKind;
use crate::session::{Message, Out, Session, Source, spawn_reader};

/// What every protocol takes.
#[derive(Clone, Debug, Default, Args)]
pub struct Serve {
    /// The game; only GTP has a choice (xiangqi is spoken by UCCI and UCI, NBoard is Othello's)
    #[arg(long, value_enum)]
    game: Option<GameName>,
    /// Changes a setting; `sanqi settings` lists them
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
}

/// A game on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Go, weiqi, baduk
    Go,
    /// Xiangqi, Chinese chess
    Xiangqi,
    /// Othello, Reversi
    Othello,
}

impl From<GameName> for GameKind {
    fn from(name: GameName) -> Self {
        match name {
            GameName::Go => Self::Go,
            GameName::Xiangqi => Self::Xiangqi,
            GameName::Othello => Self::Othello,
        }
    }
}

/// Reads `NAME=VALUE`.
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as Threads=4")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl Serve {
    /// Talks until the controller quits.
    pub fn run(&self, protocol: Option<Protocol>) -> Result<(), Failure> {
        let opening = self.opening(protocol)?;
        let (sender, inbox) = unbounded();
        let mut out = Out::default();
        let speaker = Speaker::new(opening, sender.clone(), &mut out);
        let stdin = io::stdin();
        if stdin.is_terminal() {
            eprintln!(
                "sanqi {} speaks GTP, UCCI, UCI and NBoard on standard input; `sanqi help` tells more",
                env!("CARGO_PKG_VERSION")
            );
        }
        let source = source(&stdin);
        spawn_reader(stdin, move |input| sender.send(Message::Input(input)).is_ok());
        let session = Session::new(speaker, inbox, io::stdout().lock(), out, source);
        match session.run() {
            // The controller closed its end first; it wants nothing more from us.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        }
    }

    fn opening(&self, protocol: Option<Protocol>) -> Result<Opening, Failure> {
        let game = self.game.map(GameKind::from);
        let fits = match (protocol, game) {
            (_, None) | (None, _) => true,
            (Some(Protocol::Gtp), Some(game)) => game != GameKind::Xiangqi,
            (Some(Protocol::Xiangqi(_)), Some(game)) => game == GameKind::Xiangqi,
            (Some(Protocol::NBoard), Some(game)) => game == GameKind::Othello,
        };
        if !fits {
            return Err(Failure::usage(
                "this protocol does not play that game: GTP plays go and othello, UCCI and UCI \
                 play xiangqi, NBoard plays othello",
            ));
        }
        let opening = Opening { protocol, game, settings: self.set.clone() };
        opening.check().map_err(|error| {
            Failure::usage(format!("{error}; `sanqi settings` lists all settings and their values"))
        })?;
        Ok(opening)
    }
}

/// A file's end is no sign that anybody left.
#[cfg(unix)]
fn source(stdin: &io::Stdin) -> Source {
    use std::os::fd::AsFd;
    let file = stdin.as_fd().try_clone_to_owned().map(std::fs::File::from);
    let is_file = file.and_then(|file| file.metadata()).is_ok_and(|data| data.is_file());
    if is_file { Source::Script } else { Source::Live }
}

/// Elsewhere every input may be a controller.
#[cfg(not(unix))]
fn source(_stdin: &io::Stdin) -> Source {
    Source::Live
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_protocol_refuses_games_it_does_not_play() {
        let serve = Serve { game: Some(GameName::Xiangqi), set: Vec::new() };
        assert!(serve.opening(Some(Protocol::Gtp)).is_err());
        assert!(serve.opening(None).is_ok());
    }

    #[test]
    fn settings_are_checked_before_the_talk_begins() {
        let set = |text: &str| Serve { game: None, set: vec![assignment(text).unwrap()] };
        assert!(set("Threads = 2").opening(None).is_ok());
        let failure = set("Sauce=1").opening(None).unwrap_err();
        assert_eq!(failure.code(), 2);
        assert!(failure.to_string().contains("sanqi settings"), "{failure}");
        assert!(assignment("Threads").is_err());
    }
}
