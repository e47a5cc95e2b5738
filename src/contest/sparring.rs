//! A sparring partner: plays random legal moves over any of the protocols, and can misbehave on
//! request. The floor of every rating list, and a way to rehearse how a match takes a crash, a
//! stall, a flood or an illegal move.

use std::str::FromStr;
use std::time::Duration;

use super::driver::{Protocol, Setup};
use super::table::{Rules, Table};
use crate::base::Random;
use crate::game::Color;
use crate::record::{GameKind, ggf};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mischief {
    /// The process ends.
    Crash,
    /// No answer, ever.
    Stall,
    /// Output without end.
    Flood,
    /// A move against the rules.
    Illegal,
    /// Text that is no move.
    Garbage,
    /// It gives up.
    Resign,
    /// A pause before the answer.
    Late(Duration),
}

/// A mischief and the move it comes at, counted from 1 in each process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What goes wrong.
    pub what: Mischief,
    /// At which move.
    pub at: u32,
}

impl FromStr for Trouble {
    type Err = String;

    /// `crash@5`, `late:300ms@2`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}`: expected crash, stall, flood, illegal, garbage, resign or late:TIME, \
                 then @ and the number of the move: crash@5"
            )
        };
        let (what, at) = text.split_once('@').unwrap_or((text, "1"));
        let what = match what {
            "crash" => Mischief::Crash,
            "stall" => Mischief::Stall,
            "flood" => Mischief::Flood,
            "illegal" => Mischief::Illegal,
            "garbage" => Mischief::Garbage,
            "resign" => Mischief::Resign,
            _ => {
                let time = what.strip_prefix("late:").ok_or_else(wrong)?;
                Mischief::Late(super::pace::duration(time).ok_or_else(wrong)?)
            }
        };
        Ok(Self { what, at: at.parse().map_err(|_| wrong())? })
    }
}

/// What the process does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Writes these lines.
    Say(Vec<String>),
    /// Waits, then writes these lines.
    SayAfter(Duration, Vec<String>),
    /// Ends.
    Quit,
    /// Ends badly.
    Die,
    /// Does nothing for ever.
    Stall,
    /// Writes without end.
    Flood,
}

/// The player: lines in, acts out.
#[derive(Debug)]
pub struct Sparring {
    protocol: Protocol,
    game: GameKind,
    rules: Rules,
    table: Table,
    random: Random,
    trouble: Option<Trouble>,
    asked: u32,
}

impl Sparring {
    /// A player of `game` that starts its randomness from `seed`.
    pub fn new(
        protocol: Protocol,
        game: GameKind,
        seed: u64,
        trouble: Option<Trouble>,
    ) -> Result<Self, String> {
        let rules = Rules::default();
        let table = Table::usual(game, &rules).map_err(|refused| refused.to_string())?;
        let random = Random::seeded(seed);
        Ok(Self { protocol, game, rules, table, random, trouble, asked: 0 })
    }

    /// Answers one line.
    pub fn hear(&mut self, line: &str) -> Act {
        let words: Vec<&str> = line.split_whitespace().collect();
        match self.protocol {
            Protocol::Gtp => self.gtp(&words),
            Protocol::Uci | Protocol::Ucci => self.uci(&words),
            Protocol::Cecp => self.cecp(&words),
            Protocol::Nboard => self.nboard(&words, line),
        }
    }

    fn gtp(&mut self, words: &[&str]) -> Act {
        let answer = match *words {
            [] => return Act::Say(Vec::new()),
            ["quit"] => return Act::Quit,
            ["genmove", ..] => return self.choose(|mv| vec![format!("= {mv}"), String::new()]),
            ["name"] => "= Sparring".into(),
            ["version"] => concat!("= ", env!("CARGO_PKG_VERSION")).into(),
            ["protocol_version"] => "= 2".into(),
            ["list_commands"] => "= name\nversion\nprotocol_version\nlist_commands\nboardsize\n\
                 clear_board\nkomi\nplay\ngenmove\nset_random_seed\nquit"
                .into(),
            ["set_random_seed", seed] => {
                self.random = Random::seeded(seed.parse().unwrap_or(0));
                "= ".into()
            }
            ["boardsize", size] => {
                self.rules.size = size.parse().unwrap_or(self.rules.size);
                self.restart(&super::table::usual_setup(self.game, &self.rules))
            }
            ["clear_board"] => self.restart(&super::table::usual_setup(self.game, &self.rules)),
            ["komi", _] => "= ".into(),
            ["play", _, mv] => match self.table.play(&mv.to_lowercase()) {
                Ok(_) => "= ".into(),
                Err(refused) => format!("? {refused}"),
            },
            _ => "? unknown command".into(),
        };
        Act::Say(vec![answer, String::new()])
    }

    fn restart(&mut self, setup: &Setup) -> String {
        match Table::new(setup, Color::First, &self.rules) {
            Ok(table) => {
                self.table = table;
                "= ".into()
            }
            Err(refused) => format!("? {refused}"),
        }
    }

    fn uci(&mut self, words: &[&str]) -> Act {
        let lines: Vec<String> = match *words {
            ["uci"] => vec![
                "id name Sparring".into(),
                "option name Seed type spin default 0 min 0 max 2147483647".into(),
                "uciok".into(),
            ],
            ["ucci"] => vec![
                "id name Sparring".into(),
                "option usemillisec type check default false".into(),
                "option seed type spin default 0 min 0 max 2147483647".into(),
                "ucciok".into(),
            ],
            ["setoption", .., seed] if words.iter().any(|w| w.eq_ignore_ascii_case("seed")) => {
                self.random = Random::seeded(seed.parse().unwrap_or(0));
                Vec::new()
            }
            ["isready"] => vec!["readyok".into()],
            ["position", ..] => {
                self.set_position(words);
                Vec::new()
            }
            ["go", ..] => {
                return self.choose(|mv| {
                    vec!["info depth 1 score cp 0 nodes 1".into(), format!("bestmove {mv}")]
                });
            }
            ["quit"] => return Act::Quit,
            _ => Vec::new(),
        };
        Act::Say(lines)
    }

    fn set_position(&mut self, words: &[&str]) {
        let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let fen = words.get(2..moves).filter(|_| words.get(1) == Some(&"fen"));
        let setup = Setup::Xiangqi { fen: fen.map(|words| words.join(" ")) };
        let _ = self.restart(&setup);
        for mv in words.iter().skip(moves + 1) {
            let _ = self.table.play(mv);
        }
    }

    fn cecp(&mut self, words: &[&str]) -> Act {
        let lines: Vec<String> = match *words {
            ["protover", ..] => vec!["feature myname=\"Sparring\" setboard=0 ping=1 done=1".into()],
            ["new"] => {
                let _ = self.restart(&Setup::Xiangqi { fen: None });
                Vec::new()
            }
            ["ping", n] => vec![format!("pong {n}")],
            ["go"] => return self.choose(|mv| vec![format!("move {mv}")]),
            ["quit"] => return Act::Quit,
            [mv] if mv.len() == 4 && mv.starts_with(|c: char| ('a'..='i').contains(&c)) => {
                match self.table.play(mv) {
                    Ok(_) => Vec::new(),
                    // `easy`, `post` and other words of four letters are no moves.
                    Err(_) if !mv.ends_with(|c: char| c.is_ascii_digit()) => Vec::new(),
                    Err(_) => vec![format!("Illegal move: {mv}")],
                }
            }
            _ => Vec::new(),
        };
        Act::Say(lines)
    }

    fn nboard(&mut self, words: &[&str], line: &str) -> Act {
        let lines: Vec<String> = match *words {
            ["nboard", ..] => vec!["set myname Sparring".into()],
            ["ping", n] => vec![format!("pong {n}")],
            ["set", "game", ..] => {
                self.set_game(line);
                Vec::new()
            }
            ["go"] => return self.choose(|mv| vec![format!("=== {mv}")]),
            ["quit"] => return Act::Quit,
            _ => Vec::new(),
        };
        Act::Say(lines)
    }

    fn set_game(&mut self, line: &str) {
        let Some(Ok(record)) = ggf::records(line).next() else { return };
        if let Ok(table) = Table::of_record(&record, &self.rules) {
            self.table = table;
        }
    }

    /// A random move, or the mischief whose time has come.
    fn choose(&mut self, say: impl Fn(&str) -> Vec<String>) -> Act {
        self.asked += 1;
        let trouble = self.trouble.filter(|trouble| trouble.at == self.asked);
        match trouble.map(|trouble| trouble.what) {
            None => {
                let mv = self.random_move();
                Act::Say(say(&mv))
            }
            Some(Mischief::Late(pause)) => {
                let mv = self.random_move();
                Act::SayAfter(pause, say(&mv))
            }
            Some(Mischief::Illegal) => Act::Say(say(match self.game {
                GameKind::Go => "A26",
                GameKind::Xiangqi => "e0e9",
                GameKind::Othello => "d4",
            })),
            Some(Mischief::Garbage) => Act::Say(say("\u{1}rubbish\u{7f}")),
            Some(Mischief::Resign) => match self.protocol {
                Protocol::Gtp | Protocol::Nboard => Act::Say(say("resign")),
                Protocol::Uci | Protocol::Ucci => Act::Say(vec!["nobestmove".into()]),
                Protocol::Cecp => Act::Say(vec!["resign".into()]),
            },
            Some(Mischief::Crash) => Act::Die,
            Some(Mischief::Stall) => Act::Stall,
            Some(Mischief::Flood) => Act::Flood,
        }
    }

    fn random_move(&mut self) -> String {
        let mut moves = self.table.legal_moves();
        if self.game == GameKind::Go {
            let points = usize::from(self.rules.size) * usize::from(self.rules.size);
            let opponent_passed =
                matches!(self.table.line().moves.last(), Some((_, mv)) if mv == "pass");
            // Random play without a notion of eyes has no end of its own.
            if opponent_passed || self.table.plies() > points {
                moves = vec!["pass".into()];
            } else if moves.len() > 1 {
                moves.retain(|mv| mv != "pass");
            }
        }
        let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        if count == 0 {
            return "resign".into();
        }
        let mv = moves.get(self.random.below(count) as usize).cloned().unwrap_or_default();
        // `genmove` plays its move; the other protocols tell it again.
        if matches!(self.protocol, Protocol::Gtp | Protocol::Cecp) {
            let _ = self.table.play(&mv);
        }
        mv
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn troubles_are_read() {
        assert_eq!("crash@5".parse(), Ok(Trouble { what: Mischief::Crash, at: 5 }));
        let late = Mischief::Late(Duration::from_millis(300));
        assert_eq!("late:300ms@2".parse(), Ok(Trouble { what: late, at: 2 }));
        for text in ["", "boom@1", "crash@x", "late:soon"] {
            assert!(text.parse::<Trouble>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_move() {
        let first = |seed| {
            let mut player = Sparring::new(Protocol::Uci, GameKind::Xiangqi, seed, None).unwrap();
            player.hear("position startpos moves h2e2");
            player.hear("go depth 1")
        };
        assert_eq!(first(1), first(1));
        assert!((0..20).any(|seed| first(seed) != first(1)));
    }

    proptest! {
        #[test]
        fn any_line_is_heard_without_panic(
            lines in prop::collection::vec("(go|genmove b|position|play|set game|boardsize)?\\PC{0,20}", 1..6),
            which in 0usize..5,
        ) {
            let (protocol, game) = [
                (Protocol::Gtp, GameKind::Go),
                (Protocol::Uci, GameKind::Xiangqi),
                (Protocol::Ucci, GameKind::Xiangqi),
                (Protocol::Cecp, GameKind::Xiangqi),
                (Protocol::Nboard, GameKind::Othello),
            ][which];
            let mut player = Sparring::new(protocol, game, 1, None).unwrap();
            for line in lines {
                let _ = player.hear(&line);
            }
        }
    }
}
