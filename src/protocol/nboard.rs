//! NBoard's protocol, version 2, for Othello.
//!
//! `hint` streams until the next line that means something; `go` thinks to its end, on the clock that
//! the game has, and changes no board. A `ping` ends either, and nothing of the ended search is said
//! after its `pong`. A lesson is not lost to it: the rest is learned in a hurry, and `learned` comes first.

use std::time::Duration;

use crossbeam::channel::Sender;

use super::{EngineNews, Preferences};
use crate::engine::Engine;
use crate::game::Game;
use crate::game::othello::{Board, Move, Rules};
use crate::record::ggf::{self, Clocks};
use crate::search::{
    Answer, Choice, Event, Limits, Line as SearchLine, Report, Score, TimeControl,
};
use crate::session::{Desk, Dialogue, Farewell, Flow, Line, Message, News, Out};

/// How many times the time for a move a hint may think.
const HINT_PATIENCE: u32 = 20;

/// The time for each position of an analysed game.
const ANALYSIS_TIME: Duration = Duration::from_millis(300);

/// An NBoard engine.
pub struct NBoard<E: Engine<Position = Board>> {
    desk: Desk<E>,
    preferences: Preferences,
    /// The depth that the GUI set.
    depth: Option<u32>,
    /// What Black and White have left.
    clocks: Clocks,
    state: State,
    /// The running search was ended by a `ping` or another line: all it still says is that it is over.
    muted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    /// Lines for a person.
    Hinting,
    /// A move.
    Going,
    /// The value of the position after so many moves.
    Analyzing(usize),
    /// What the game teaches.
    Learning,
}

/// What the GUI says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command<'a> {
    NBoard,
    /// What is set, and to what.
    Set(&'a str, &'a str),
    Move(&'a str),
    Hint(&'a str),
    Go,
    Ping(&'a str),
    Learn,
    Analyze,
    Quit,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if it means nothing, and then the protocol wants it ignored.
    fn read(text: &'a str) -> Option<Self> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        let (word, rest) = first_word(text);
        Some(match word {
            "nboard" => Self::NBoard,
            "set" => {
                let (what, value) = first_word(rest);
                Self::Set(what, value)
            }
            "move" => Self::Move(rest),
            "hint" => Self::Hint(rest),
            "go" => Self::Go,
            "ping" => Self::Ping(rest),
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "quit" => Self::Quit,
            // The first version of the protocol has no word before a move.
            _ if is_move(text) => Self::Move(text),
            _ => return None,
        })
    }
}

/// The first word, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Whether it is a move with what `move` may tell of it, such as `F5` or `F5/1.5/2`.
fn is_move(text: &str) -> bool {
    text.split('/').next().is_some_and(|square| square.trim().parse::<Move>().is_ok())
}

impl<E: Engine<Position = Board>> NBoard<E> {
    /// An engine that gets its news through `inbox`.
    pub fn new(
        config: E::Config,
        preferences: Preferences,
        inbox: Sender<Message<EngineNews>>,
    ) -> Self {
        let post = move |post| {
            // Nobody listens only when the program ends.
            let _ = inbox.send(Message::News(EngineNews::Othello(post)));
        };
        let game = Game::new(Board::default(), Rules::default());
        let desk = Desk::new(game, config, post);
        let (state, clocks) = (State::Idle, Clocks::default());
        Self { desk, preferences, depth: None, clocks, state, muted: false }
    }

    fn set(&mut self, what: &str, value: &str, out: &mut Out) {
        match what {
            "depth" => self.depth = value.trim().parse().ok().filter(|&depth| depth > 0),
            "game" => self.set_game(value, out),
            // Contempt belongs to games we do not play ourselves.
            _ => {}
        }
    }

    fn set_game(&mut self, text: &str, out: &mut Out) {
        let record = match ggf::records(text).next() {
            Some(Ok(record)) => record,
            Some(Err(error)) => return status(&format!("cannot read the game: {error}"), out),
            None => return status("cannot read the game: there is none", out),
        };
        match record.replay() {
            Ok(game) => {
                self.desk.game = game;
                self.clocks = Clocks::of(&record);
            }
            Err(error) => status(&format!("cannot replay the game: {error}"), out),
        }
    }

    /// `F5/eval/time`, of which the evaluation does not matter.
    fn play(&mut self, text: &str, out: &mut Out) {
        let mut parts = text.split('/').map(str::trim);
        let square = parts.next().unwrap_or_default();
        let seconds = parts.nth(1).and_then(|time| time.parse().ok());
        let mover = self.desk.game.turn();
        let played = square.parse::<Move>().map_err(|error| error.to_string());
        let played =
            played.and_then(|mv| self.desk.game.play(mv).map_err(|error| error.to_string()));
        match played {
            Ok(()) => self.clocks.spend(mover, seconds.unwrap_or(0.0)),
            Err(error) => status(&error, out),
        }
    }

    fn move_time(&self) -> Duration {
        Duration::from_secs_f64(self.preferences.move_time)
    }

    /// The clock of the side to move, or the usual time if it has none.
    fn clock(&self) -> TimeControl {
        let Some(clock) = self.clocks.side(self.desk.game.turn()) else {
            return TimeControl::PerMove(self.move_time());
        };
        let time = |seconds| Duration::try_from_secs_f32(seconds).unwrap_or(Duration::MAX);
        TimeControl::SuddenDeath { left: time(clock.left), increment: time(clock.increment) }
    }

    fn limits(&self, time: TimeControl) -> Limits<Move> {
        let nodes = Some(self.preferences.move_nodes).filter(|&nodes| nodes > 0);
        let time = if nodes.is_some() { TimeControl::None } else { time };
        Limits { time, nodes, depth: self.depth, ..Limits::default() }
    }

    fn start(&mut self, state: State, limits: Limits<Move>) {
        self.state = state;
        self.muted = false;
        self.desk.think(limits);
    }

    fn hint(&mut self, lines: &str, out: &mut Out) {
        if self.desk.game.outcome().is_some() {
            return status("", out);
        }
        let lines = lines.trim().parse().unwrap_or(1).clamp(1, 64);
        status("Evaluating", out);
        let time = TimeControl::PerMove(self.move_time() * HINT_PATIENCE);
        let limits = Limits { lines, ..self.limits(time) };
        self.start(State::Hinting, limits);
    }

    fn go(&mut self, out: &mut Out) {
        if self.desk.game.outcome().is_some() {
            return out.line("=== PA");
        }
        status("Thinking", out);
        self.start(State::Going, self.limits(self.clock()));
    }

    /// Searches the position after `ply` moves, if the game has so many.
    fn analyze(&mut self, ply: usize, out: &mut Out) {
        let length = self.desk.game.len();
        if ply > length {
            self.state = State::Idle;
            return status("", out);
        }
        let mut game = self.desk.game.clone();
        for _ in ply..length {
            game.undo();
        }
        if let Some(outcome) = game.outcome() {
            let margin = outcome.margin.unwrap_or(0.0);
            let won = outcome.winner == Some(game.turn());
            out.line(format_args!("analysis {ply} {:.2}", if won { margin } else { -margin }));
            self.state = State::Idle;
            return status("", out);
        }
        self.state = State::Analyzing(ply);
        self.muted = false;
        let limits = Limits { lines: 1, ..self.limits(TimeControl::PerMove(ANALYSIS_TIME)) };
        self.desk.think_about(game, limits);
    }

    fn report(&self, report: &Report<Move>, out: &mut Out) {
        if self.muted || !matches!(self.state, State::Hinting | State::Going) {
            return;
        }
        for line in &report.lines {
            out.line(search_line(report, line));
        }
        let seconds = report.elapsed.as_secs_f64();
        out.line(format_args!("nodestats {} {seconds:.3}", report.nodes));
    }

    fn learn(&mut self, out: &mut Out) {
        status("Learning", out);
        self.state = State::Learning;
        self.desk.learn();
    }

    fn learned(&mut self, result: &Result<(), String>, out: &mut Out) {
        self.state = State::Idle;
        match result {
            Ok(()) => status("", out),
            Err(reason) => status(&format!("not learned: {reason}"), out),
        }
        // The GUI waits for the word whatever came of it.
        out.line("learned");
    }

    fn finish(&mut self, answer: &Answer<Move>, out: &mut Out) {
        let state = std::mem::replace(&mut self.state, State::Idle);
        if self.muted {
            // What the search was at is still up in the GUI.
            return status("", out);
        }
        match state {
            State::Idle | State::Learning => {}
            State::Hinting => {
                for line in &answer.report.lines {
                    out.line(search_line(&answer.report, line));
                }
                status("", out);
            }
            State::Going => {
                status("", out);
                out.line(move_line(answer));
            }
            State::Analyzing(ply) => {
                let value = answer.report.lines.first().map_or(0.0, |line| discs(line.score));
                out.line(format_args!("analysis {ply} {value:.2}"));
                self.analyze(ply + 1, out);
            }
        }
    }
}

fn status(text: &str, out: &mut Out) {
    out.line(format!("status {}", text.replace(['\n', '\r'], " ")).trim_end());
}

/// A value in discs.
fn discs(score: Score) -> f32 {
    match score {
        Score::Hundredths(value) => value as f32 / 100.0,
        Score::Chance { lead, .. } => lead,
        Score::Mate(moves) => 64.0 * moves.signum() as f32,
    }
}

/// `F5D6C3`: a pass is `PA`.
fn squares(pv: &[Move]) -> String {
    pv.iter().map(|&mv| square(mv)).collect()
}

fn square(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".to_owned(), |square| square.to_string().to_uppercase())
}

fn search_line(report: &Report<Move>, line: &SearchLine<Move>) -> String {
    let (pv, value) = (squares(&line.pv), discs(line.score));
    let depth = if line.proven { "100%".to_owned() } else { report.depth.to_string() };
    if line.from_book {
        format!("book {pv} {value:.2} {} {depth}", line.visits)
    } else {
        format!("search {pv} {value:.2} 0 {depth}")
    }
}

/// `=== F5/1.50/3.0`.
fn move_line(answer: &Answer<Move>) -> String {
    let first = answer.report.lines.first();
    let mv = match answer.choice {
        Choice::Play(mv) => mv,
        Choice::Resign | Choice::Nothing => {
            first.and_then(|line| line.pv.first().copied()).unwrap_or(Move::Pass)
        }
    };
    let value = first.map_or(0.0, |line| discs(line.score));
    format!("=== {}/{value:.2}/{:.2}", square(mv), answer.report.elapsed.as_secs_f64())
}

impl<E: Engine<Position = Board>> Dialogue for NBoard<E> {
    type News = EngineNews;

    fn is_busy(&self) -> bool {
        self.state != State::Idle
    }

    fn line(&mut self, line: &Line, out: &mut Out) -> Flow {
        match Command::read(&line.text) {
            Some(Command::NBoard) => out.line("set myname sanqi"),
            Some(Command::Set(what, value)) => self.set(what, value, out),
            Some(Command::Move(text)) => self.play(text, out),
            Some(Command::Hint(lines)) => self.hint(lines, out),
            Some(Command::Go) => self.go(out),
            Some(Command::Ping(number)) => out.line(format_args!("pong {number}")),
            Some(Command::Learn) => self.learn(out),
            Some(Command::Analyze) => {
                status("Analyzing", out);
                self.analyze(0, out);
            }
            Some(Command::Quit) => return Flow::Quit,
            None => {}
        }
        Flow::Continue
    }

    fn interject(&mut self, line: &Line, _out: &mut Out) -> bool {
        match (Command::read(&line.text), self.state) {
            // Nothing waits for an unknown line, so nothing is ended by it.
            (None, _) => return true,
            // The lesson goes on in a hurry, and the GUI waits for the word.
            (Some(Command::Ping(_)), State::Learning) => self.desk.stop(),
            (Some(Command::Ping(_)), _) | (Some(_), State::Hinting) => {
                self.muted = true;
                self.desk.stop();
            }
            _ => {}
        }
        false
    }

    fn starts_search(&self, _line: &Line) -> bool {
        // A line that starts a search also ends the hint before it.
        false
    }

    fn farewell(&self, line: &Line) -> Farewell {
        match Command::read(&line.text) {
            Some(Command::Quit) => Farewell::InTurn,
            _ => Farewell::None,
        }
    }

    fn is_endless(&self) -> bool {
        self.state == State::Hinting
    }

    fn hurry(&mut self) {
        self.desk.stop();
    }

    fn news(&mut self, news: EngineNews, out: &mut Out) {
        let EngineNews::Othello(post) = news else { return };
        match self.desk.accept(post) {
            Some(News::Event(Event::Report(report))) => self.report(&report, out),
            Some(News::Event(Event::Note(note))) => out.remark(&note),
            Some(News::Done(answer)) => self.finish(&answer, out),
            Some(News::Broken(message)) => {
                status(&format!("the engine broke down: {message}"), out);
                let any = self.desk.game.legal_moves().first().copied();
                let choice = any.map_or(Choice::Nothing, Choice::Play);
                self.finish(&Answer::plain(choice), out);
            }
            Some(News::Learned(result)) => self.learned(&result, out),
            Some(
                News::Event(Event::Current { .. })
                | News::Ready
                | News::Recalled(_)
                | News::Returned,
            )
            | None => {}
        }
    }
}

impl<E: Engine<Position = Board>> std::fmt::Debug for NBoard<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NBoard").field("state", &self.state).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::setting::configured;
    use crate::protocol::testing::{self, Toy, ToyConfig};

    fn open(inbox: Sender<Message<EngineNews>>) -> NBoard<Toy<Board>> {
        NBoard::new(ToyConfig::default(), Preferences::default(), inbox)
    }

    /// An engine whose searches and lessons take so many milliseconds, unless stopped.
    fn open_slow(slow: u32) -> impl FnOnce(Sender<Message<EngineNews>>) -> NBoard<Toy<Board>> {
        let slow = [("Slow".to_owned(), slow.to_string())];
        let config = configured(Toy::<Board>::SETTINGS, &slow).unwrap();
        move |inbox| NBoard::new(config, Preferences::default(), inbox)
    }

    fn talk(text: &str) -> String {
        testing::talk(open, text)
    }

    #[test]
    fn a_move_is_told_and_not_played() {
        let answer = "status Thinking\nsearch C4C3 0.25 0 1\nnodestats 10 0.005\nstatus\n\
                      === C4/0.25/0.01\n";
        assert_eq!(talk("nboard 2\nping 1\ngo\n"), format!("set myname sanqi\npong 1\n{answer}"));
    }

    #[test]
    fn a_ping_ends_a_search_and_nothing_stale_follows() {
        let lines = [(0, "nboard 2"), (0, "hint 4"), (60, "ping 7"), (60, "ping 8")];
        let said = testing::talk_slowly(open, &lines);
        let (before, after) = said.split_once("pong 7\n").unwrap();
        assert!(before.contains("search C4C3 0.25 0 1\n"), "{said}");
        assert_eq!(after, "pong 8\n");
    }

    #[test]
    fn an_ended_search_takes_its_status_down() {
        for search in ["hint 2", "go", "analyze"] {
            let lines = [(0, search), (60, "ping 7")];
            let said = testing::talk_slowly(open_slow(20_000), &lines);
            assert!(said.ends_with("status\npong 7\n"), "{search}: {said}");
            assert!(!said.contains("==="), "{said}");
        }
    }

    #[test]
    fn a_hint_goes_on_behind_an_unknown_line() {
        let lines = [(0, "hint 1"), (30, "foo"), (0, "pingu"), (0, ""), (500, "ping 8")];
        let said = testing::talk_slowly(open_slow(150), &lines);
        let line = "search C4C3 0.25 0 1\n";
        let whole = format!("status Evaluating\n{line}nodestats 10 0.005\n{line}status\npong 8\n");
        assert_eq!(said, whole);
    }

    #[test]
    fn a_hint_ends_with_any_line_that_is_known() {
        for line in ["set depth 3", "move F5", "F5", "hint 2", "go", "learn", "analyze", "nboard 2"]
        {
            let begun = Instant::now();
            let lines = [(0, "hint 1"), (60, line), (60, "ping 9")];
            let said = testing::talk_slowly(open_slow(20_000), &lines);
            assert!(said.ends_with("pong 9\n"), "{line}: {said}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{line}");
        }
    }

    #[test]
    fn a_ping_hurries_a_lesson_and_learned_is_said_before_the_pong() {
        for pause in [0, 60] {
            let begun = Instant::now();
            let lines = [(0, "learn"), (pause, "ping 1"), (0, "ping 2")];
            let said = testing::talk_slowly(open_slow(20_000), &lines);
            assert_eq!(said, "status Learning\nstatus\nlearned\npong 1\npong 2\n");
            assert!(begun.elapsed() < Duration::from_secs(10));
        }
    }

    #[test]
    fn moves_may_come_without_a_word_before_them() {
        let said = talk("nboard 1\nF5\nD6/0.5/1\nF5\n");
        assert_eq!(said, "set myname sanqi\nstatus illegal move `f5`\n");
        let board = format!("-O******{} O", "-".repeat(56));
        let said = talk(&format!("set game (;GM[Othello]BO[8 {board}];)\nPA\nA1\nA1\n"));
        assert_eq!(said, "status illegal move `a1`\n");
    }

    #[test]
    fn games_come_as_ggf_and_moves_one_by_one() {
        let game = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6//0.5];)";
        let said = talk(&format!("nboard 2\nset game {game}\nmove C3/0.5/1\nmove A1\n"));
        assert_eq!(said, "set myname sanqi\nstatus illegal move `a1`\n");
    }

    #[test]
    fn a_move_is_thought_about_on_the_clock_that_the_game_has() {
        let (sender, _inbox) = crossbeam::channel::unbounded();
        let mut nboard = open(sender);
        let usual = nboard.clock();
        assert!(matches!(usual, TimeControl::PerMove(_)));
        let mut out = Out::default();
        nboard.set_game("(;GM[Othello]TI[5:00/2]B[F5//60]W[D6//1.5];)", &mut out);
        let seconds = Duration::from_secs_f32;
        let clock =
            |left| TimeControl::SuddenDeath { left: seconds(left), increment: seconds(2.0) };
        assert_eq!(nboard.clock(), clock(242.0));
        nboard.play("C3/0.5/10", &mut out);
        assert_eq!(nboard.clock(), clock(300.5));
        nboard.play("D3", &mut out);
        assert_eq!(nboard.clock(), clock(234.0));
        nboard.set_game("(;GM[Othello]B[F5];)", &mut out);
        assert_eq!(nboard.clock(), usual);
    }

    #[test]
    fn every_position_of_a_game_is_analysed() {
        let said = talk("move F5\nmove D6\nanalyze\n");
        assert_eq!(
            said,
            "status Analyzing\nanalysis 0 0.25\nanalysis 1 0.25\nanalysis 2 0.25\nstatus\n"
        );
    }

    #[test]
    fn unknown_lines_are_ignored() {
        assert_eq!(
            talk("nboard 2\nfoo\nset contempt 3\nset depth 5\nlearn\n\n"),
            "set myname sanqi\nstatus Learning\nstatus\nlearned\n"
        );
        assert_eq!(talk("set game nonsense\n").lines().count(), 1);
    }

    proptest::proptest! {
        #[test]
        fn any_text_leaves_an_engine_that_answers_pings(lines in proptest::collection::vec(
            proptest::prop_oneof!["\\PC{0,30}", "(set game|set depth|move|hint|go|analyze) \\PC{0,12}"],
            1..8))
        {
            let said = talk(&format!("{}\nping 9\n", lines.join("\n")));
            proptest::prop_assert!(said.ends_with("pong 9\n"), "{said}");
        }
    }
}
