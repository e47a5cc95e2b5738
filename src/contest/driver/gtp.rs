//! GTP 2 for Go and Othello.
//!
//! Habits known: gtp-rhino refuses every explicit `play C pass` and takes passes as understood
//! when the other colour plays next; Edax puts a blank between `=` and the id (no ids are used
//! here); GNU Go counts time in whole seconds and is seeded by `set_random_seed`; KataGo takes
//! fractions through `kata-time_settings`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::{
    ADMINISTRATION, Answer, Driver, Greeting, Identity, Line, Pace, Patience, Reply, Setup,
    Thought, Turn, with_seed,
};
use crate::contest::pace::Timing;
use crate::contest::process::{Fault, Process};
use crate::game::Color;
use crate::record::GameKind;
use crate::search::TimeControl;

/// Scoring may need a deep look at the board (GNU Go on 19x19).
const SCORING: Duration = Duration::from_secs(120);

/// An engine that speaks GTP.
#[derive(Debug)]
pub struct Gtp {
    process: Process,
    game: GameKind,
    identity: Identity,
    known: HashSet<String>,
    options: Vec<(String, String)>,
    init: Vec<String>,
    /// How many moves of the line the engine's board holds.
    followed: usize,
}

type Response = Result<String, String>;

impl Gtp {
    /// Asks who is there and what it knows.
    pub fn connect(process: Process, greeting: &Greeting<'_>) -> Result<Self, Fault> {
        let mut gtp = Self {
            process,
            game: greeting.game,
            identity: Identity::default(),
            known: HashSet::new(),
            options: greeting.options.to_vec(),
            init: greeting.init.to_vec(),
            followed: 0,
        };
        let list = gtp.ask("list_commands", greeting.patience)?;
        gtp.known = list.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        gtp.identity.name = gtp.ask("name", ADMINISTRATION)?.unwrap_or_default();
        gtp.identity.version = gtp.ask("version", ADMINISTRATION)?.unwrap_or_default();
        if gtp.game == GameKind::Othello && gtp.knows("set_game") {
            gtp.demand("set_game Othello")?;
            // An engine of several games may know other commands now.
            let list = gtp.ask("list_commands", ADMINISTRATION)?;
            gtp.known = list.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        }
        for (name, value) in gtp.options.clone() {
            gtp.set_option(&name, &with_seed(&value, 1)).map_err(started)?;
        }
        Ok(gtp)
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// One command, one response.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<Response, Fault> {
        Ok(self.ask_timed(command, patience)?.0)
    }

    /// The response and when its first line came.
    fn ask_timed(
        &mut self,
        command: &str,
        patience: Duration,
    ) -> Result<(Response, Instant), Fault> {
        self.process.say(command);
        let patience = Patience::of(patience);
        let (first, at) = loop {
            let (at, line) = patience.listen(&mut self.process)?;
            if line.starts_with(['=', '?']) {
                break (line, at);
            }
        };
        let mut text = first.get(1..).unwrap_or_default().trim().to_owned();
        loop {
            let (_, line) = patience.listen(&mut self.process)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(line.trim_end());
        }
        let text = text.trim().to_owned();
        Ok((if first.starts_with('=') { Ok(text) } else { Err(text) }, at))
    }

    /// A command that must succeed.
    fn demand(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command, ADMINISTRATION)?
            .map_err(|why| Fault::Nonsense(format!("it refused `{command}`: {why}")))
    }

    /// GTP has no options of its own: each family of engines has its command.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let commands: [(&str, String); 4] = [
            ("sanqi-param", format!("sanqi-param set {name} {value}")),
            ("kata-set-param", format!("kata-set-param {name} {value}")),
            ("lz-setoption", format!("lz-setoption name {name} value {value}")),
            (name, format!("{name} {value}")),
        ];
        let Some((_, command)) = commands.iter().find(|(command, _)| self.knows(command)) else {
            return Err(Fault::Nonsense(format!(
                "it has no command that sets options, nor one called `{name}`"
            )));
        };
        self.demand(command).map(drop)
    }

    /// A fixed effort for each move, by whatever command the engine has for it.
    fn set_effort(&mut self, pace: &Pace) -> Result<(), Fault> {
        if let Some(playouts) = pace.playouts.or(pace.nodes) {
            let ways = [
                ("sanqi-param", format!("sanqi-param set MoveNodes {playouts}")),
                ("kata-set-param", format!("kata-set-param maxPlayouts {playouts}")),
                ("lz-setoption", format!("lz-setoption name Playouts value {playouts}")),
            ];
            let Some((_, command)) = ways.iter().find(|(command, _)| self.knows(command)) else {
                return Err(no_way("playouts", playouts));
            };
            self.demand(command)?;
        }
        // No GTP engine is known to take a depth: a level is something else.
        if let Some(depth) = pace.depth {
            return Err(no_way("depth", u64::from(depth)));
        }
        Ok(())
    }

    fn set_time(&mut self, timing: Timing) -> Result<(), Fault> {
        if timing == Timing::None {
            return Ok(());
        }
        if self.knows("kata-time_settings") {
            return self.demand(&kata_time(timing)).map(drop);
        }
        if self.knows("kgs-time_settings")
            && let Timing::ByoYomi { base, periods, period } = timing
        {
            let (base, period) = (whole(base), whole(period).max(1));
            return self
                .demand(&format!("kgs-time_settings byoyomi {base} {period} {periods}"))
                .map(drop);
        }
        if self.knows("time_settings") {
            return self.demand(&plain_time(timing)).map(drop);
        }
        Ok(())
    }

    /// Tells the engine the moves it has not seen.
    fn follow(&mut self, line: &Line) -> Result<(), Fault> {
        while let Some((color, mv)) = line.moves.get(self.followed) {
            let command = format!("play {} {}", letter(*color), mv.to_uppercase());
            let response = self.ask(&command, ADMINISTRATION)?;
            // gtp-rhino takes no explicit pass; the next move of the other colour implies it.
            let implied = self.game == GameKind::Othello && mv == "pass";
            if let Err(why) = response
                && !implied
            {
                return Err(Fault::Nonsense(format!("it refused `{command}`: {why}")));
            }
            self.followed += 1;
        }
        Ok(())
    }

    fn tell_clocks(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let timed = !matches!(turn.pace.clock, Timing::None | Timing::PerMove(_));
        if !timed || !self.knows("time_left") {
            return Ok(());
        }
        let exact = self.knows("kata-time_settings");
        for (color, clock) in Color::BOTH.iter().zip(turn.clocks) {
            let (left, stones) = match clock.control() {
                TimeControl::Session { left, moves, .. } => (left, moves),
                TimeControl::ByoYomi { left, period, periods } if left.is_zero() => {
                    (period, periods)
                }
                TimeControl::ByoYomi { left, .. }
                | TimeControl::SuddenDeath { left, .. }
                | TimeControl::Canadian { left, .. } => (left, 0),
                TimeControl::None | TimeControl::PerMove(_) => continue,
            };
            let seconds =
                if exact { format!("{:.3}", left.as_secs_f64()) } else { whole(left).to_string() };
            // Some engines refuse the clock of the side they do not play: no reason to stop.
            let _ = self
                .ask(&format!("time_left {} {seconds} {stones}", letter(*color)), ADMINISTRATION)?;
        }
        Ok(())
    }
}

impl Driver for Gtp {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, line: &Line, pace: &Pace, seed: u64) -> Result<(), Fault> {
        self.followed = 0;
        match &line.setup {
            Setup::Go { size, komi, rules, stones } => {
                self.demand(&format!("boardsize {size}"))?;
                self.demand("clear_board")?;
                if self.knows("kata-set-rules") {
                    self.demand(&format!("kata-set-rules {rules}"))?;
                }
                self.demand(&format!("komi {komi}"))?;
                for (color, point) in stones {
                    self.demand(&format!("play {} {point}", letter(*color)))?;
                }
            }
            Setup::Othello { board } => {
                self.demand("boardsize 8")?;
                self.demand("clear_board")?;
                if board.is_some() {
                    return Err(Fault::Nonsense(
                        "GTP cannot set an Othello board up: use openings given as moves".into(),
                    ));
                }
            }
            Setup::Xiangqi { .. } => {
                return Err(Fault::Nonsense("GTP does not play xiangqi".into()));
            }
        }
        for (name, value) in self.options.clone() {
            self.set_option(&name, &with_seed(&value, seed))?;
        }
        // Most engines hold seeds in 31 bits.
        let seed = seed & 0x7fff_ffff;
        if self.knows("set_random_seed") {
            self.demand(&format!("set_random_seed {seed}"))?;
        } else if self.knows("sanqi-param")
            && !self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"))
        {
            // Not every player of the engine may have a seed.
            let _ = self.ask(&format!("sanqi-param set Seed {seed}"), ADMINISTRATION)?;
        }
        for command in self.init.clone() {
            self.demand(&with_seed(&command, seed))?;
        }
        self.set_effort(pace)?;
        self.set_time(pace.clock)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.follow(turn.line)?;
        self.tell_clocks(turn)?;
        let command =
            if turn.cleanup && self.cleans_up() { "kgs-genmove_cleanup" } else { "genmove" };
        let command = format!("{command} {}", letter(turn.color));
        let start = Instant::now();
        let (response, at) = self.ask_timed(&command, turn.patience)?;
        let text =
            response.map_err(|why| Fault::Nonsense(format!("it refused `{command}`: {why}")))?;
        let word = text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let reply = match word.as_str() {
            "resign" => Reply::Resign,
            "" => Reply::NoMove,
            _ => Reply::Move(word),
        };
        // `genmove` plays its move on the engine's board.
        self.followed = turn.line.moves.len() + 1;
        let time = at.saturating_duration_since(start);
        Ok(Answer { reply, offers_draw: false, time, thought: Thought::default() })
    }

    fn dead_stones(&mut self, line: &Line) -> Result<Option<Vec<String>>, Fault> {
        if !self.knows("final_status_list") {
            return Ok(None);
        }
        self.follow(line)?;
        let list = self.ask("final_status_list dead", SCORING)?;
        Ok(list.ok().map(|text| text.split_whitespace().map(str::to_owned).collect()))
    }

    fn final_score(&mut self, line: &Line) -> Result<Option<String>, Fault> {
        if !self.knows("final_score") {
            return Ok(None);
        }
        self.follow(line)?;
        let score = self.ask("final_score", SCORING)?;
        Ok(score.ok().and_then(|text| text.split_whitespace().next().map(str::to_uppercase)))
    }

    fn cleans_up(&self) -> bool {
        self.knows("kgs-genmove_cleanup")
    }

    fn quit(self: Box<Self>) {
        self.process.leave("quit");
    }
}

/// A refusal before the first game means that the engine cannot take part.
fn started(fault: Fault) -> Fault {
    match fault {
        Fault::Nonsense(why) => Fault::Start(why),
        other => other,
    }
}

fn no_way(what: &str, n: u64) -> Fault {
    Fault::Nonsense(format!(
        "no command sets {what} to {n}: limit it in its own command line and give it `tc=free`"
    ))
}

const fn letter(color: Color) -> char {
    match color {
        Color::First => 'b',
        Color::Second => 'w',
    }
}

/// Whole seconds, never more than there are.
const fn whole(time: Duration) -> u64 {
    time.as_secs()
}

/// `time_settings MAIN BYO STONES` in whole seconds, for engines that know nothing finer.
fn plain_time(timing: Timing) -> String {
    let (main, period, stones) = match timing {
        Timing::None => (0, 1, 0),
        Timing::PerMove(time) => (0, whole(time).max(1), 1),
        Timing::Sudden { base, increment } if increment >= Duration::from_secs(1) => {
            (whole(base), whole(increment), 1)
        }
        Timing::Sudden { base, .. } => (whole(base).max(1), 0, 0),
        Timing::Session { moves, base, .. } => (0, whole(base).max(1), moves),
        Timing::ByoYomi { base, period, .. } => (whole(base), whole(period).max(1), 1),
        Timing::Canadian { base, stones, period } => (whole(base), whole(period).max(1), stones),
    };
    format!("time_settings {main} {period} {stones}")
}

/// `kata-time_settings`, which takes fractions and increments.
fn kata_time(timing: Timing) -> String {
    let s = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let words = match timing {
        Timing::None => "none".into(),
        Timing::PerMove(time) => format!("byoyomi 0 {} 1", s(time)),
        Timing::Sudden { base, increment } if increment.is_zero() => {
            format!("absolute {}", s(base))
        }
        Timing::Sudden { base, increment } => format!("fischer {} {}", s(base), s(increment)),
        Timing::Session { moves, base, .. } => format!("canadian 0 {} {moves}", s(base)),
        Timing::ByoYomi { base, periods, period } => {
            format!("byoyomi {} {} {periods}", s(base), s(period))
        }
        Timing::Canadian { base, stones, period } => {
            format!("canadian {} {} {stones}", s(base), s(period))
        }
    };
    format!("kata-time_settings {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_in_whole_seconds_or_exactly() {
        for (pace, plain, kata) in [
            ("100ms/move", "time_settings 0 1 1", "byoyomi 0 0.100 1"),
            ("2s/move", "time_settings 0 2 1", "byoyomi 0 2.000 1"),
            ("5m", "time_settings 300 0 0", "absolute 300.000"),
            ("60s+500ms", "time_settings 60 0 0", "fischer 60.000 0.500"),
            ("10m+3x30s", "time_settings 600 30 1", "byoyomi 600.000 30.000 3"),
            ("10m+25/5m", "time_settings 600 300 25", "canadian 600.000 300.000 25"),
        ] {
            let timing = pace.parse::<Pace>().unwrap().clock;
            assert_eq!(plain_time(timing), plain);
            assert_eq!(kata_time(timing), format!("kata-time_settings {kata}"));
        }
    }
}
