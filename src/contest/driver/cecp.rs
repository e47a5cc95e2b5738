//! CECP (xboard) for xiangqi, as HoiXiangqi and MaxQi speak it.
//!
//! Habits known: moves are bare (`h2e2`, ranks from 0) unless the engine asks for `usermove`;
//! MaxQi has no `setboard` and HoiXiangqi's refuses every position, so games are always sent as
//! moves from the usual start if they begin there; HoiXiangqi dies of `st 0`, so times below a
//! second are told as a clock.

use std::time::{Duration, Instant};

use super::{
    ADMINISTRATION, Answer, Driver, Greeting, Identity, Line, Pace, Patience, Reply, Setup,
    Thought, Turn, with_seed,
};
use crate::contest::pace::{Clock, Timing};
use crate::contest::process::{Fault, Process};
use crate::game::Color;
use crate::search::TimeControl;

/// An engine that sends no `done=1` has this long for its features (the protocol's own figure).
const FEATURES: Duration = Duration::from_secs(2);

/// What the engine's `feature` lines said.
#[derive(Debug, Default)]
struct Features {
    usermove: bool,
    setboard: bool,
    ping: bool,
}

/// An engine that speaks CECP.
#[derive(Debug)]
pub struct Cecp {
    process: Process,
    identity: Identity,
    features: Features,
    options: Vec<(String, String)>,
    init: Vec<String>,
    followed: usize,
    pings: u32,
    /// What a line announced while nobody asked for a move.
    resigned: bool,
}

impl Cecp {
    /// Exchanges features.
    pub fn connect(process: Process, greeting: &Greeting<'_>) -> Result<Self, Fault> {
        let mut cecp = Self {
            process,
            identity: Identity::default(),
            features: Features::default(),
            options: greeting.options.to_vec(),
            init: greeting.init.to_vec(),
            followed: 0,
            pings: 0,
            resigned: false,
        };
        cecp.process.say("xboard");
        cecp.process.say("protover 2");
        cecp.hear_features(greeting.patience)?;
        Ok(cecp)
    }

    fn hear_features(&mut self, patience: Duration) -> Result<(), Fault> {
        let patience = Patience::of(patience.max(FEATURES));
        let mut quiet = Patience::of(FEATURES);
        loop {
            let line = match quiet.listen_or_quiet(&mut self.process) {
                Ok(Some(line)) => line,
                // An old engine says nothing about features.
                Ok(None) => return Ok(()),
                Err(fault) => return Err(fault),
            };
            let Some(rest) = line.trim().strip_prefix("feature ") else { continue };
            for (name, value) in features(rest) {
                self.process.say(&format!("accepted {name}"));
                let on = value == "1";
                match name.as_str() {
                    "usermove" => self.features.usermove = on,
                    "setboard" => self.features.setboard = on,
                    "ping" => self.features.ping = on,
                    "myname" => self.identity.name = value,
                    "done" if on => return Ok(()),
                    // It asks for time.
                    "done" => quiet = patience,
                    _ => {}
                }
            }
        }
    }

    /// Waits until everything sent so far is done; hears complaints about it.
    fn synchronise(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.say(&format!("ping {}", self.pings));
        let patience = Patience::of(ADMINISTRATION);
        let mut complaint = None;
        loop {
            let (_, line) = patience.listen(&mut self.process)?;
            let line = line.trim();
            if line == pong {
                return complaint.map_or(Ok(()), |what| Err(Fault::Nonsense(what)));
            }
            if line.starts_with("Illegal move") || line.starts_with("tellusererror") {
                complaint = Some(format!("it answered `{line}`"));
            }
            self.resigned |= line == "resign";
        }
    }

    fn tell_move(&mut self, mv: &str) {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        self.process.say(&format!("{prefix}{mv}"));
    }

    fn follow(&mut self, line: &Line) -> Result<(), Fault> {
        self.process.say("force");
        while let Some((_, mv)) = line.moves.get(self.followed) {
            self.tell_move(mv);
            self.followed += 1;
        }
        self.synchronise()
    }
}

impl Patience {
    /// The next line, or nothing if none comes: not answering is no fault here.
    fn listen_or_quiet(&self, process: &mut Process) -> Result<Option<String>, Fault> {
        process.listen_until(self.deadline)
    }
}

impl Driver for Cecp {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, line: &Line, pace: &Pace, seed: u64) -> Result<(), Fault> {
        self.followed = 0;
        self.resigned = false;
        for text in ["new", "variant xiangqi", "easy", "post"] {
            self.process.say(text);
        }
        for (name, value) in self.options.clone() {
            let value = with_seed(&value, seed);
            match name.as_str() {
                "memory" | "cores" => self.process.say(&format!("{name} {value}")),
                _ => self.process.say(&format!("option {name}={value}")),
            }
        }
        for text in self.init.clone() {
            self.process.say(&with_seed(&text, seed));
        }
        if let Some(depth) = pace.depth {
            self.process.say(&format!("sd {depth}"));
        }
        if let Some(text) = level(pace.clock) {
            self.process.say(&text);
        }
        self.process.say("force");
        match &line.setup {
            Setup::Xiangqi { fen: None } => {}
            Setup::Xiangqi { fen: Some(fen) } if self.features.setboard => {
                self.process.say(&format!("setboard {fen}"));
            }
            _ => {
                return Err(Fault::Nonsense(
                    "it has no setboard: use openings given as moves".into(),
                ));
            }
        }
        self.synchronise()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let mut thought = Thought::default();
        self.follow(turn.line)?;
        if self.resigned {
            let time = Duration::ZERO;
            return Ok(Answer { reply: Reply::Resign, offers_draw: false, time, thought });
        }
        if let Some((own, other)) = clocks(turn) {
            self.process.say(&format!("time {own}"));
            self.process.say(&format!("otim {other}"));
        }
        let patience = Patience::of(turn.patience);
        let start = Instant::now();
        self.process.say("go");
        let mut offers_draw = false;
        loop {
            let (at, line) = patience.listen(&mut self.process)?;
            let time = at.saturating_duration_since(start);
            let reply = match judge(line.trim(), turn.color) {
                Heard::Move(mv) => {
                    self.followed = turn.line.moves.len() + 1;
                    Reply::Move(mv)
                }
                Heard::Resigns => Reply::Resign,
                Heard::OffersDraw => {
                    offers_draw = true;
                    continue;
                }
                Heard::Other => {
                    thought.hear_post(&line);
                    continue;
                }
            };
            return Ok(Answer { reply, offers_draw, time, thought });
        }
    }

    fn end_game(&mut self, _line: &Line, result: &str) -> Result<(), Fault> {
        self.process.say("force");
        self.process.say(&format!("result {result} {{match}}"));
        Ok(())
    }

    fn quit(self: Box<Self>) {
        self.process.leave("quit");
    }
}

/// What a line says while a move is awaited.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    Move(String),
    Resigns,
    OffersDraw,
    Other,
}

fn judge(line: &str, own: Color) -> Heard {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["move", mv, ..] => Heard::Move((*mv).to_owned()),
        // The oldest form: `12. ... h7e7`.
        [number, "...", mv] if number.ends_with('.') => Heard::Move((*mv).to_owned()),
        ["resign", ..] => Heard::Resigns,
        ["offer", "draw", ..] => Heard::OffersDraw,
        // A claim of its own loss is a resignation. Claims of a win or a draw are for the referee
        // to find; who claims one wrongly and plays no move runs out of time.
        ["0-1", ..] if own == Color::First => Heard::Resigns,
        ["1-0", ..] if own == Color::Second => Heard::Resigns,
        _ => Heard::Other,
    }
}

/// The time control as `level` or `st` tells it; `None` without a clock.
fn level(timing: Timing) -> Option<String> {
    let clock = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    Some(match timing {
        Timing::None => return None,
        Timing::PerMove(time) if time >= Duration::from_secs(1) => format!("st {}", time.as_secs()),
        // One move in each session, whose true length the `time` command tells.
        Timing::PerMove(_) => "level 1 0:01 0".into(),
        Timing::Sudden { base, increment } => {
            format!("level 0 {} {}", clock(base.max(Duration::from_secs(1))), increment.as_secs())
        }
        Timing::Session { moves, base, increment } => {
            format!("level {moves} {} {}", clock(base), increment.as_secs())
        }
        Timing::ByoYomi { base, .. } | Timing::Canadian { base, .. } => {
            format!("level 0 {} 0", clock(base.max(Duration::from_secs(1))))
        }
    })
}

/// Own and other time in centiseconds, where the clock needs telling.
fn clocks(turn: &Turn<'_>) -> Option<(u128, u128)> {
    let [first, second] = turn.clocks;
    let (own, other) = if turn.color == Color::First { (first, second) } else { (second, first) };
    let needed = match turn.pace.clock {
        Timing::None => false,
        Timing::PerMove(time) => time < Duration::from_secs(1),
        _ => true,
    };
    needed.then(|| (centiseconds(own), centiseconds(other)))
}

fn centiseconds(clock: &Clock) -> u128 {
    let left = match clock.control() {
        TimeControl::None => Duration::ZERO,
        TimeControl::PerMove(time) => time,
        TimeControl::SuddenDeath { left, .. }
        | TimeControl::Session { left, .. }
        | TimeControl::Canadian { left, .. } => left,
        TimeControl::ByoYomi { left, period, .. } => left.max(period),
    };
    (left.as_millis() / 10).max(1)
}

/// `name=value` pairs, values may be quoted.
fn features(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim().to_owned(), value.to_owned()));
        rest = next.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn features_may_be_quoted() {
        let text = r#"myname="MaxQi 4.8G" setboard=0 ping=1 option="a -spin 0 -1 1" done=1"#;
        let found = features(text);
        assert_eq!(found.len(), 5);
        assert_eq!(found[0], ("myname".into(), "MaxQi 4.8G".into()));
        assert_eq!(found[3], ("option".into(), "a -spin 0 -1 1".into()));
        assert_eq!(found[4], ("done".into(), "1".into()));
    }

    #[test]
    fn moves_and_resignations_are_told_apart() {
        assert_eq!(judge("move b7e7", Color::First), Heard::Move("b7e7".into()));
        assert_eq!(judge("1. ... b7e7", Color::First), Heard::Move("b7e7".into()));
        assert_eq!(judge("resign", Color::First), Heard::Resigns);
        assert_eq!(judge("1-0 {White mates}", Color::Second), Heard::Resigns);
        assert_eq!(judge("1-0 {White mates}", Color::First), Heard::Other);
        assert_eq!(judge("5 -3 22 52682 1. ... Hb9-c7", Color::First), Heard::Other);
    }

    #[test]
    fn no_engine_is_told_a_time_of_zero() {
        for (pace, text) in [
            ("100ms/move", "level 1 0:01 0"),
            ("2s/move", "st 2"),
            ("500ms", "level 0 0:01 0"),
            ("90s+2s", "level 0 1:30 2"),
            ("40/5m", "level 40 5:00 0"),
        ] {
            assert_eq!(level(pace.parse::<Pace>().unwrap().clock).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn any_feature_text_is_read_without_panic(text in "\\PC{0,60}") {
            let _ = features(&text);
            let _ = judge(&text, Color::First);
        }
    }
}
