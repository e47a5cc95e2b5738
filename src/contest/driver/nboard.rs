//! NBoard 2 for Othello.
//!
//! No clock is told: an engine is limited by `set depth`, or by itself. `go` does not
//! change the engine's board, so every move is told, its own ones too; the whole game is sent
//! before each search, as NBoard does.

use std::time::{Duration, Instant};

use super::{
    ADMINISTRATION, Answer, Driver, Greeting, Identity, Line, Pace, Patience, Reply, Score, Setup,
    Thought, Turn, with_seed,
};
use crate::contest::process::{Fault, Process};
use crate::game::Color;

/// The usual start as GGF writes it.
const START: &str = "---------------------------O*------*O--------------------------- *";

/// An engine that speaks NBoard.
#[derive(Debug)]
pub struct Nboard {
    process: Process,
    identity: Identity,
    options: Vec<(String, String)>,
    init: Vec<String>,
    pings: u32,
}

impl Nboard {
    /// Says hello and waits for the first pong.
    pub fn connect(process: Process, greeting: &Greeting<'_>) -> Result<Self, Fault> {
        let mut nboard = Self {
            process,
            identity: Identity::default(),
            options: greeting.options.to_vec(),
            init: greeting.init.to_vec(),
            pings: 0,
        };
        nboard.process.say("nboard 2");
        nboard.ping(greeting.patience)?;
        Ok(nboard)
    }

    /// Waits until the engine has done everything before.
    fn ping(&mut self, patience: Duration) -> Result<(), Fault> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.say(&format!("ping {}", self.pings));
        let patience = Patience::of(patience);
        loop {
            let (_, line) = patience.listen(&mut self.process)?;
            if let Some(name) = line.trim().strip_prefix("set myname ") {
                self.identity.name = name.trim().to_owned();
            }
            if line.trim() == pong {
                return Ok(());
            }
        }
    }
}

impl Driver for Nboard {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _line: &Line, pace: &Pace, seed: u64) -> Result<(), Fault> {
        for (name, value) in self.options.clone() {
            self.process.say(&format!("set {name} {}", with_seed(&value, seed)));
        }
        for text in self.init.clone() {
            self.process.say(&with_seed(&text, seed));
        }
        if let Some(depth) = pace.depth {
            self.process.say(&format!("set depth {depth}"));
        }
        self.ping(ADMINISTRATION)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.process.say(&format!("set game {}", ggf(turn.line)));
        self.ping(ADMINISTRATION)?;
        let patience = Patience::of(turn.patience);
        let start = Instant::now();
        self.process.say("go");
        let mut thought = Thought::default();
        loop {
            let (at, line) = patience.listen(&mut self.process)?;
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("===") {
                let time = at.saturating_duration_since(start);
                let reply = reply(rest, &mut thought);
                return Ok(Answer { reply, offers_draw: false, time, thought });
            }
            if let Some(nodes) = line.strip_prefix("nodestats ") {
                let nodes = nodes.split_whitespace().next();
                thought.nodes = nodes.and_then(|n| n.parse().ok()).or(thought.nodes);
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.leave("quit");
    }
}

/// `F5/1.30/0.2` or `F5 1.30 0.2`.
fn reply(text: &str, thought: &mut Thought) -> Reply {
    let mut parts = text.split(|c: char| c == '/' || c.is_whitespace()).filter(|s| !s.is_empty());
    let Some(mv) = parts.next() else { return Reply::NoMove };
    if let Some(discs) = parts.next().and_then(|eval| eval.parse::<f64>().ok()) {
        thought.score = Some(Score::Points((discs * 100.0) as i32));
    }
    let mv = mv.to_lowercase();
    Reply::Move(if mv.starts_with("pa") { "pass".into() } else { mv })
}

/// The game on one line.
fn ggf(line: &Line) -> String {
    let board = match &line.setup {
        Setup::Othello { board: Some(board) } => board.as_str(),
        _ => START,
    };
    let mut text = format!("(;GM[Othello]PC[match]PB[black]PW[white]RE[?]TY[8]BO[8 {board}]");
    for (color, mv) in &line.moves {
        let letter = if *color == Color::First { 'B' } else { 'W' };
        let mv = if mv == "pass" { "PA".to_owned() } else { mv.to_uppercase() };
        text.push_str(&format!("{letter}[{mv}]"));
    }
    text.push_str(";)");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_slashes_and_with_blanks_are_read() {
        for text in [" F5/1.50/0.2", " F5 1.50 0.2", " f5/1.5"] {
            let mut thought = Thought::default();
            assert_eq!(reply(text, &mut thought), Reply::Move("f5".into()));
            assert_eq!(thought.score, Some(Score::Points(150)));
        }
        assert_eq!(reply(" PA", &mut Thought::default()), Reply::Move("pass".into()));
        assert_eq!(reply("", &mut Thought::default()), Reply::NoMove);
    }

    #[test]
    fn a_game_is_told_as_ggf() {
        let line = Line {
            setup: Setup::Othello { board: None },
            first: Color::First,
            moves: vec![(Color::First, "f5".into()), (Color::Second, "pass".into())],
        };
        assert!(ggf(&line).ends_with("*]B[F5]W[PA];)"), "{}", ggf(&line));
        assert_eq!(START.len(), 66);
    }
}
