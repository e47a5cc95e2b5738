//! From `go` to `bestmove`.

use std::time::Duration;

use super::request::{Dialect, Go, Setup};
use super::{Counted, News, Search, State, Xiangqi, info};
use crate::engine::{Engine, Memory};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, RED};
use crate::search::{Answer, Bound, Choice, Event, Limits, Report, TimeControl};
use crate::session::Out;

impl<E: Engine<Position = Board>> Xiangqi<E> {
    pub(super) fn go(&mut self, go: &Go<'_>, out: &mut Out) {
        for fault in &go.faults {
            self.remark(fault, out);
        }
        self.latest = None;
        if self.desk.game.legal_moves().is_empty() {
            if self.dialect != Dialect::Ucci {
                out.line("info depth 0 score mate 0");
            }
            out.line(self.writer().no_move());
            return;
        }
        let limits = self.limits(go);
        self.state = State::Searching(Search {
            infinite: limits.infinite,
            pondering: limits.ponder,
            score_only: self.dialect == Dialect::Ucci && go.depth == Some(0),
        });
        self.desk.think(limits);
        if go.draw {
            self.desk.offer_draw();
        }
    }

    fn limits(&self, go: &Go<'_>) -> Limits<Move> {
        let board = self.desk.game.position();
        let read = |text: &&str| self.ranks.read(board, text).ok();
        let positive = |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok());
        let small = |number| positive(number).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let mut limits = Limits {
            time: self.time_of(go),
            depth: small(go.depth).map(|depth| depth.max(1)),
            nodes: positive(go.nodes),
            mate: small(go.mate),
            infinite: go.infinite,
            ponder: go.ponder,
            only: go.searchmoves.iter().filter_map(read).collect(),
            banned: self.banned.clone(),
            ..Limits::default()
        };
        // When every move is banned something must still be played.
        if !self.desk.game.legal_moves().iter().any(|mv| limits.allows(mv)) {
            limits.banned.clear();
        }
        let unlimited = limits.time == TimeControl::None
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.mate.is_none();
        if unlimited && !go.faults.is_empty() {
            // A limit was meant; who cannot be understood still gets a move.
            limits.time = TimeControl::PerMove(self.default_time());
        } else if unlimited && !go.ponder {
            limits.infinite = true;
        }
        limits
    }

    fn default_time(&self) -> Duration {
        Duration::from_secs_f64(self.preferences.move_time)
    }

    pub(super) fn time_of(&self, go: &Go<'_>) -> TimeControl {
        let milliseconds = |n: i64| Duration::from_millis(u64::try_from(n).unwrap_or(0));
        if let Some(time) = go.movetime {
            return TimeControl::PerMove(milliseconds(time));
        }
        let side = self.desk.game.turn();
        let of_side = |[red, black]: [Option<i64>; 2]| if side == RED { red } else { black };
        let (clock, increment) = (of_side(go.clocks), of_side(go.increments));
        if let Some(left) = clock {
            let (left, increment) = (milliseconds(left), milliseconds(increment.unwrap_or(0)));
            return session(left, go.movestogo, increment);
        }
        let unit = if self.manners.milliseconds { 1 } else { 1000 };
        let own = |n: i64| milliseconds(n.saturating_mul(unit));
        match (go.time, go.increment, go.movestogo) {
            (None, _, _) => TimeControl::None,
            // Time without anything else is for one move.
            (Some(left), None, None) => session(own(left), Some(1), Duration::ZERO),
            (Some(left), increment, moves) => {
                session(own(left), moves, own(increment.unwrap_or(0)))
            }
        }
    }

    pub(super) fn engine_news(&mut self, news: News<Move>, out: &mut Out) {
        match news {
            News::Ready => {
                if matches!(self.state, State::Waiting) {
                    self.state = State::Idle;
                    out.line("readyok");
                }
            }
            News::Recalled(memory) => self.recalled(memory.as_ref(), out),
            // Nobody asked it to learn.
            News::Learned(_) | News::Returned => {}
            News::Event(event) => self.event(event, out),
            News::Done(answer) => self.finish(&answer, out),
            News::Broken(message) => {
                self.remark(&format!("the engine broke down: {message}"), out);
                self.finish(&self.makeshift(), out);
            }
        }
    }

    fn event(&mut self, event: Event<Move>, out: &mut Out) {
        for line in self.writer().event(&event) {
            out.line(line);
        }
        if let Event::Report(report) = event
            && !report.lines.is_empty()
        {
            self.latest = Some(report);
        }
    }

    fn finish(&mut self, answer: &Answer<Move>, out: &mut Out) {
        let State::Searching(search) = std::mem::replace(&mut self.state, State::Idle) else {
            return;
        };
        if !answer.report.lines.is_empty() {
            if !self.latest.as_ref().is_some_and(|latest| same(latest, &answer.report)) {
                for line in self.writer().report(&answer.report) {
                    out.line(line);
                }
            }
            self.latest = Some(answer.report.clone());
        }
        if search.score_only {
            out.line("nobestmove");
        } else {
            out.line(self.writer().best(answer));
        }
    }

    /// An answer for a search that broke off: what it had found, or any move.
    fn makeshift(&self) -> Answer<Move> {
        let report = self.latest.clone().unwrap_or_else(Report::empty);
        let found = report.lines.first().and_then(|line| line.pv.first().copied());
        let any = || self.desk.game.legal_moves().first().copied();
        let choice = found.or_else(any).map_or(Choice::Nothing, Choice::Play);
        Answer { report, ..Answer::plain(choice) }
    }

    pub(super) fn counted(&mut self, counted: Counted, out: &mut Out) {
        let State::Counting(counting) = &mut self.state else { return };
        match counted {
            Counted::Move(mv, leaves) => {
                counting.add(leaves);
                let text = self.ranks.write(self.desk.game.position(), mv);
                out.line(format_args!("{text}: {leaves}"));
            }
            Counted::End => {
                let (total, time) = counting.result();
                let speed = total as f64 / time.as_secs_f64().max(1e-6);
                out.line(format_args!("\nNodes searched: {total}"));
                out.line(format_args!("Time: {:.3} s ({speed:.0} a second)", time.as_secs_f64()));
                self.state = State::Idle;
            }
        }
    }

    /// What is known about a position: by the running or the last search if it is on one of its
    /// lines, else by the engine's memory, which can be asked only while nothing runs.
    pub(super) fn probe(&mut self, setup: &Setup<'_>, out: &mut Out) {
        let Ok(game) = self.ranks.set_up(setup, &self.rules) else {
            out.line("pophash");
            return;
        };
        match self.known(&game) {
            Some(known) => out.line(pop_hash(&known.0, &known.1)),
            None if matches!(self.state, State::Idle) => {
                self.desk.recall(game.position().clone());
                self.state = State::Recalling(Box::new(game.position().clone()));
            }
            None => out.line("pophash"),
        }
    }

    /// The engine has looked into its memory.
    fn recalled(&mut self, memory: Option<&Memory<Move>>, out: &mut Out) {
        let State::Recalling(board) = std::mem::replace(&mut self.state, State::Idle) else {
            return;
        };
        let best = memory.and_then(|memory| memory.best);
        let best = best.map_or(String::new(), |mv| self.ranks.write(&board, mv));
        out.line(memory.map_or("pophash".to_owned(), |memory| pop_hash(&best, memory)));
    }

    fn known(&self, asked: &Game<Board>) -> Option<(String, Memory<Move>)> {
        let report = self.latest.as_ref()?;
        for line in &report.lines {
            let mut board = self.desk.game.position().clone();
            for (ply, &mv) in line.pv.iter().enumerate() {
                if board.key() == asked.position().key() {
                    let score = if ply % 2 == 0 { line.score } else { line.score.turned() };
                    let depth = report.depth.saturating_sub(ply as u32);
                    let memory = Memory { best: Some(mv), score, bound: Bound::Exact, depth };
                    return Some((self.ranks.write(&board, mv), memory));
                }
                board.play(mv);
            }
        }
        None
    }
}

/// UCCI's answer to a probe.
fn pop_hash(best: &str, memory: &Memory<Move>) -> String {
    let (value, depth) = (info::ucci_score(memory.score), memory.depth);
    let mut text = "pophash".to_owned();
    if !best.is_empty() {
        text += &format!(" bestmove {best}");
    }
    if memory.bound != Bound::Upper {
        text += &format!(" lowerbound {value} depth {depth}");
    }
    if memory.bound != Bound::Lower {
        text += &format!(" upperbound {value} depth {depth}");
    }
    text
}

/// Whether two reports tell the same, but for the time.
fn same(one: &Report<Move>, other: &Report<Move>) -> bool {
    (one.depth, one.nodes, &one.lines) == (other.depth, other.nodes, &other.lines)
}

/// A clock with or without a next time control.
fn session(left: Duration, movestogo: Option<i64>, increment: Duration) -> TimeControl {
    match movestogo.and_then(|moves| u32::try_from(moves).ok()).filter(|&moves| moves > 0) {
        Some(moves) => TimeControl::Session { left, moves, increment },
        None => TimeControl::SuddenDeath { left, increment },
    }
}
