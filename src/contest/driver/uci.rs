//! UCI and UCCI for xiangqi: two dialects of one conversation.
//!
//! Habits known: Pikafish has no `UCI_Variant` and counts ranks from 0; Fairy-Stockfish must be
//! told `UCI_Variant xiangqi` and then counts from 1 in UCI, from 0 in UCCI. UCCI engines take
//! seconds until they are told `usemillisec`.

use std::time::{Duration, Instant};

use super::options::Declared;
use super::{
    ADMINISTRATION, Answer, Driver, Greeting, Identity, Line, Pace, Patience, Reply, Setup,
    Thought, Turn, millis, with_seed,
};
use crate::contest::pace::Clock;
use crate::contest::process::{Fault, Process};
use crate::game::Color;
use crate::search::TimeControl;

/// Which of the two is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Universal Chess Interface.
    Uci,
    /// Universal Chinese Chess Interface.
    Ucci,
}

/// Whether an UCCI engine understands milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Milliseconds,
    Seconds,
}

/// An engine that speaks UCI or UCCI.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    dialect: Dialect,
    identity: Identity,
    declared: Declared,
    options: Vec<(String, String)>,
    init: Vec<String>,
    first_rank: u8,
    unit: Unit,
}

impl Uci {
    /// Shakes hands and sets the options.
    pub fn connect(
        process: Process,
        greeting: &Greeting<'_>,
        dialect: Dialect,
    ) -> Result<Self, Fault> {
        let mut uci = Self {
            process,
            dialect,
            identity: Identity::default(),
            declared: Declared::default(),
            options: greeting.options.to_vec(),
            init: greeting.init.to_vec(),
            first_rank: 0,
            unit: Unit::Milliseconds,
        };
        uci.shake_hands(greeting.patience)?;
        for (name, _) in greeting.options {
            uci.declared.check(name).map_err(Fault::Start)?;
        }
        if dialect == Dialect::Ucci {
            if uci.declared.spelling("usemillisec").is_some() {
                uci.set("usemillisec", "true");
            } else if !uci.identity.name.contains("Stockfish") {
                // Fairy-Stockfish speaks milliseconds without declaring it.
                uci.unit = Unit::Seconds;
            }
        }
        if uci.declared.spelling("UCI_Variant").is_some() {
            uci.set("UCI_Variant", "xiangqi");
            uci.first_rank = u8::from(dialect == Dialect::Uci);
        }
        if let Some(first_rank) = greeting.first_rank {
            uci.first_rank = first_rank;
        }
        uci.is_ready(greeting.patience)?;
        Ok(uci)
    }

    fn shake_hands(&mut self, patience: Duration) -> Result<(), Fault> {
        let (hello, ok) = match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ucci => ("ucci", "ucciok"),
        };
        self.process.say(hello);
        let patience = Patience::of(patience);
        loop {
            let (_, line) = patience.listen(&mut self.process)?;
            let line = line.trim();
            if line == ok {
                return Ok(());
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.identity.name = name.trim().to_owned();
            } else if let Some(version) = line.strip_prefix("id version ") {
                self.identity.version = version.trim().to_owned();
            } else {
                self.declared.hear(line);
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        let name = self.declared.spelling(name).unwrap_or(name).to_owned();
        let line = match (self.dialect, value) {
            (Dialect::Uci, "") => format!("setoption name {name}"),
            (Dialect::Uci, _) => format!("setoption name {name} value {value}"),
            (Dialect::Ucci, _) => format!("setoption {name} {value}").trim_end().to_owned(),
        };
        self.process.say(&line);
    }

    fn is_ready(&mut self, patience: Duration) -> Result<(), Fault> {
        self.process.say("isready");
        let patience = Patience::of(patience);
        loop {
            if patience.listen(&mut self.process)?.1.trim() == "readyok" {
                return Ok(());
            }
        }
    }

    fn position(&self, line: &Line) -> String {
        let mut text = match &line.setup {
            Setup::Xiangqi { fen: Some(fen) } => format!("position fen {fen}"),
            _ => "position startpos".to_owned(),
        };
        if !line.moves.is_empty() {
            text.push_str(" moves");
        }
        for (_, mv) in &line.moves {
            text.push(' ');
            text.push_str(&to_rank(mv, self.first_rank));
        }
        text
    }

    fn go(&self, turn: &Turn<'_>) -> String {
        match self.dialect {
            Dialect::Uci => uci_go(turn),
            Dialect::Ucci => ucci_go(turn, self.unit),
        }
    }

    fn answer(&self, line: &str, time: Duration, thought: Thought) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        let reply = match words.as_slice() {
            // In UCCI this is how an engine gives up; the league's rule.
            ["nobestmove", ..] if self.dialect == Dialect::Ucci => Reply::Resign,
            ["nobestmove", ..] | ["bestmove"] => Reply::NoMove,
            ["bestmove", "(none)" | "0000" | "none" | "null", ..] => Reply::NoMove,
            ["bestmove", _, rest @ ..] if rest.contains(&"resign") => Reply::Resign,
            ["bestmove", mv, ..] => Reply::Move(from_rank(mv, self.first_rank)),
            _ => Reply::NoMove,
        };
        Answer { reply, offers_draw: words.contains(&"draw"), time, thought }
    }
}

impl Driver for Uci {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _line: &Line, _pace: &Pace, seed: u64) -> Result<(), Fault> {
        for (name, value) in self.options.clone() {
            self.set(&name, &with_seed(&value, seed));
        }
        let chosen =
            |name: &str| self.options.iter().any(|(set, _)| set.eq_ignore_ascii_case(name));
        if let Some(name) = self.declared.seed().filter(|name| !chosen(name)).map(str::to_owned) {
            // Most spins end at 2³¹ − 1.
            self.set(&name, &(seed & 0x7fff_ffff).to_string());
        }
        for line in self.init.clone() {
            self.process.say(&with_seed(&line, seed));
        }
        match self.dialect {
            Dialect::Uci => self.process.say("ucinewgame"),
            Dialect::Ucci if self.declared.spelling("newgame").is_some() => self.set("newgame", ""),
            Dialect::Ucci => {}
        }
        self.is_ready(ADMINISTRATION)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.process.discard_pending();
        let position = self.position(turn.line);
        self.process.say(&position);
        let go = self.go(turn);
        let patience = Patience::of(turn.patience);
        let start = Instant::now();
        self.process.say(&go);
        let mut thought = Thought::default();
        loop {
            let (at, line) = patience.listen(&mut self.process)?;
            let line = line.trim();
            if line.starts_with("info ") {
                thought.hear_info(line);
            } else if line.starts_with("bestmove") || line.starts_with("nobestmove") {
                return Ok(self.answer(line, at.saturating_duration_since(start), thought));
            }
        }
    }

    fn quit(self: Box<Self>) {
        self.process.leave("quit");
    }
}

fn uci_go(turn: &Turn<'_>) -> String {
    let mut text = "go".to_owned();
    let mut put = |name: &str, value: String| text.push_str(&format!(" {name} {value}"));
    if let Some(depth) = turn.pace.depth {
        put("depth", depth.to_string());
    }
    if let Some(nodes) = turn.pace.nodes.or(turn.pace.playouts) {
        put("nodes", nodes.to_string());
    }
    match own(turn).control() {
        TimeControl::None if turn.pace.depth.is_none() && turn.pace.nodes.is_none() => {
            // Nothing limits the search: the engine's own limits must.
        }
        TimeControl::None => {}
        TimeControl::PerMove(time) => put("movetime", millis(time).to_string()),
        TimeControl::ByoYomi { left, period, .. } if left < period => {
            put("movetime", millis(period.saturating_sub(Duration::from_millis(50))).to_string());
        }
        control => {
            for (color, left, increment) in
                [(Color::First, "wtime", "winc"), (Color::Second, "btime", "binc")]
            {
                let (time, bonus) = left_of(&clock_of(turn, color));
                put(left, millis(time).to_string());
                if !bonus.is_zero() {
                    put(increment, millis(bonus).to_string());
                }
            }
            if let TimeControl::Session { moves, .. } = control {
                put("movestogo", moves.max(1).to_string());
            }
        }
    }
    text
}

fn ucci_go(turn: &Turn<'_>, unit: Unit) -> String {
    let mut text = if turn.draw_offered { "go draw" } else { "go" }.to_owned();
    if let Some(depth) = turn.pace.depth {
        text.push_str(&format!(" depth {depth}"));
        return text;
    }
    if let Some(nodes) = turn.pace.nodes.or(turn.pace.playouts) {
        text.push_str(&format!(" nodes {nodes}"));
        return text;
    }
    let count = |time: Duration| match unit {
        Unit::Milliseconds => millis(time),
        Unit::Seconds => u128::from(time.as_secs().max(1)),
    };
    let (own_left, own_bonus) = left_of(own(turn));
    let (other_left, other_bonus) = left_of(&clock_of(turn, turn.color.other()));
    match own(turn).control() {
        TimeControl::None => {}
        TimeControl::PerMove(time) => {
            text.push_str(&format!(" time {} movestogo 1", count(time)));
        }
        TimeControl::ByoYomi { left, period, .. } if left < period => {
            text.push_str(&format!(" time {} movestogo 1", count(period)));
        }
        TimeControl::Session { moves, .. } => text.push_str(&format!(
            " time {} movestogo {} opptime {} oppmovestogo {}",
            count(own_left),
            moves.max(1),
            count(other_left),
            moves.max(1),
        )),
        _ => {
            let bonus = |time: Duration| if time.is_zero() { 0 } else { count(time) };
            text.push_str(&format!(
                " time {} increment {} opptime {} oppincrement {}",
                count(own_left),
                bonus(own_bonus),
                count(other_left),
                bonus(other_bonus),
            ));
        }
    }
    text
}

fn own<'a>(turn: &Turn<'a>) -> &'a Clock {
    let [first, second] = turn.clocks;
    if turn.color == Color::First { first } else { second }
}

fn clock_of(turn: &Turn<'_>, color: Color) -> Clock {
    let [first, second] = turn.clocks;
    if color == Color::First { *first } else { *second }
}

/// Time left and increment of a clock.
fn left_of(clock: &Clock) -> (Duration, Duration) {
    match clock.control() {
        TimeControl::None => (Duration::ZERO, Duration::ZERO),
        TimeControl::PerMove(time) => (time, Duration::ZERO),
        TimeControl::SuddenDeath { left, increment }
        | TimeControl::Session { left, increment, .. } => (left, increment),
        TimeControl::Canadian { left, .. } => (left, Duration::ZERO),
        TimeControl::ByoYomi { left, period, .. } => (left.max(period), Duration::ZERO),
    }
}

/// `h2e2` with ranks from 0 to ranks from `first`.
fn to_rank(mv: &str, first: u8) -> String {
    shift_ranks(mv, i32::from(first))
}

/// `h3e3` with ranks from `first` to ranks from 0.
fn from_rank(mv: &str, first: u8) -> String {
    shift_ranks(mv, -i32::from(first))
}

/// Adds `by` to every number; text that is no move stays as it is, for the referee to refuse.
fn shift_ranks(mv: &str, by: i32) -> String {
    let mut shifted = String::with_capacity(mv.len() + 2);
    let mut digits = String::new();
    for c in mv.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            let moved = digits.parse::<i32>().ok().and_then(|rank| rank.checked_add(by));
            shifted.push_str(&moved.map_or_else(|| digits.clone(), |rank| rank.to_string()));
            digits.clear();
        }
        shifted.push(c);
    }
    shifted.pop();
    shifted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranks_are_counted_from_one_where_the_engine_does() {
        assert_eq!(to_rank("h2e2", 1), "h3e3");
        assert_eq!(to_rank("a9a0", 1), "a10a1");
        assert_eq!(from_rank("b10c8", 1), "b9c7");
        assert_eq!(from_rank("h2e2", 0), "h2e2");
        assert_eq!(from_rank("resign?", 1), "resign?");
    }

    fn go_text(dialect: Dialect, pace: &str, color: Color) -> String {
        let pace: Pace = pace.parse().unwrap();
        let clocks = [Clock::new(pace.clock), Clock::new(pace.clock)];
        let line =
            Line { setup: Setup::Xiangqi { fen: None }, first: Color::First, moves: Vec::new() };
        let turn = Turn {
            line: &line,
            color,
            pace: &pace,
            clocks: &clocks,
            patience: Duration::from_secs(1),
            draw_offered: false,
            cleanup: false,
        };
        match dialect {
            Dialect::Uci => uci_go(&turn),
            Dialect::Ucci => ucci_go(&turn, Unit::Milliseconds),
        }
    }

    #[test]
    fn limits_are_told_in_the_words_of_uci() {
        for (pace, text) in [
            ("100ms/move", "go movetime 100"),
            ("1s+10ms", "go wtime 1000 winc 10 btime 1000 binc 10"),
            ("5s", "go wtime 5000 btime 5000"),
            ("40/60s", "go wtime 60000 btime 60000 movestogo 40"),
            ("nodes=20000", "go nodes 20000"),
            ("playouts=100", "go nodes 100"),
            ("depth=8,1s/move", "go depth 8 movetime 1000"),
            ("0s+3x2s", "go movetime 1950"),
            ("free", "go"),
        ] {
            assert_eq!(go_text(Dialect::Uci, pace, Color::Second), text, "{pace}");
        }
    }

    #[test]
    fn limits_are_told_in_the_words_of_ucci() {
        for (pace, text) in [
            ("100ms/move", "go time 100 movestogo 1"),
            ("1s+10ms", "go time 1000 increment 10 opptime 1000 oppincrement 10"),
            ("40/60s", "go time 60000 movestogo 40 opptime 60000 oppmovestogo 40"),
            ("nodes=20000", "go nodes 20000"),
            ("depth=8", "go depth 8"),
        ] {
            assert_eq!(go_text(Dialect::Ucci, pace, Color::First), text, "{pace}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_shifted_without_panic(text in "\\PC{0,20}", by in 0u8..2) {
            let _ = (to_rank(&text, by), from_rank(&text, by));
        }

        #[test]
        fn shifting_there_and_back_changes_nothing(a in 0u8..9, b in 0u8..10, c in 0u8..9, d in 0u8..10) {
            let mv = format!("{}{b}{}{d}", char::from(b'a' + a), char::from(b'a' + c));
            prop_assert_eq!(from_rank(&to_rank(&mv, 1), 1), mv);
        }
    }
}
