//! One search of the player, from its limits to its answer.

use std::time::Duration;

use super::Player;
use super::limit::{Allowance, Keep};
use super::prove::Prover;
use super::settings::SearchKind;
use super::solve::{Halt, Search};
use crate::game::othello::{Board, Move, Square};
use crate::game::{Game, Position};
use crate::search::{
    Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score, TimeControl,
};

/// A search in progress.
pub(super) struct Thinking<'a> {
    pub(super) player: &'a mut Player,
    pub(super) board: Board,
    pub(super) history: Vec<Board>,
    pub(super) limits: &'a Limits<Move>,
    pub(super) control: &'a Control,
    pub(super) report: &'a mut dyn FnMut(Event<Move>),
    pub(super) allowance: Allowance,
}

/// Time between reports, unless the limits say otherwise.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Nodes after which a solve without a clock gives up: about a minute.
const MOST_SOLVE_NODES: u64 = 2_000_000_000;

impl<'a> Thinking<'a> {
    pub(super) fn new(
        player: &'a mut Player,
        game: &Game<Board>,
        limits: &'a Limits<Move>,
        control: &'a Control,
        report: &'a mut dyn FnMut(Event<Move>),
    ) -> Self {
        let board = *game.position();
        let allowance = Allowance::new(&player.config, limits, &board);
        let history = game.positions().copied().collect();
        Self { player, board, history, limits, control, report, allowance }
    }

    /// Searches and waits as long as the limits say.
    pub(super) fn answer(mut self) -> Answer<Move> {
        let mut moves = Vec::new();
        self.board.legal_moves(&mut moves);
        moves.retain(|mv| self.limits.allows(mv));
        let answer = match *moves {
            [] => Answer::plain(Choice::Nothing),
            [Move::Pass] => self.pass(),
            _ => self.search(&moves),
        };
        self.wait();
        answer
    }

    /// An infinite search and a pondered one answer only when told.
    fn wait(&self) {
        while (self.limits.infinite || self.control.is_pondering()) && !self.control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Passes, and searches what the opponent can do then: in play no longer than for a value.
    fn pass(&mut self) -> Answer<Move> {
        let board = self.board.with_turn_passed();
        let history = self.history.iter().copied().chain([board]).collect();
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        // All lines begin with the pass, so there is but one to show.
        let (only, banned, lines) = (Vec::new(), Vec::new(), 1);
        let limits = Limits { only, banned, lines, ..self.limits.clone() };
        let in_play = self.is_for_play() && self.limits.time != TimeControl::None;
        let allowance = if in_play { self.allowance.forced() } else { self.allowance };
        let tell = &mut *self.report;
        let mut report = |event| {
            tell(match event {
                Event::Report(report) => Event::Report(after_pass(report)),
                other => other,
            });
        };
        let (player, control) = (&mut *self.player, self.control);
        let mut behind = Thinking {
            player,
            board,
            history,
            limits: &limits,
            control,
            report: &mut report,
            allowance,
        };
        let report = after_pass(behind.search(&moves).report);
        let ponder = report.lines.first().and_then(|line| line.pv.get(1).copied());
        Answer { choice: Choice::Play(Move::Pass), ponder, draw: false, report }
    }

    /// Whether a move is wanted, not an opinion: then what is forced needs no thought.
    pub(super) const fn is_for_play(&self) -> bool {
        let Limits { infinite, ponder, lines, .. } = *self.limits;
        !infinite && !ponder && lines == 0
    }

    fn search(&mut self, moves: &[Move]) -> Answer<Move> {
        if let Some(report) = self.solve(moves) {
            return self.finish(report);
        }
        self.allowance.extend(self.control.clock());
        let report = match self.player.config.search {
            SearchKind::Uct => self.simulate(moves),
            SearchKind::AlphaBeta | SearchKind::Auto => self.deepen(moves),
        };
        self.finish(report)
    }

    fn finish(&mut self, report: Report<Move>) -> Answer<Move> {
        (self.report)(Event::Report(report.clone()));
        let line = report.lines.first().map_or(&[][..], |line| &line.pv);
        let choice = line.first().map_or(Choice::Nothing, |&mv| Choice::Play(mv));
        Answer { choice, ponder: line.get(1).copied(), draw: false, report }
    }

    /// Makes room in the tables, or empties them where one search may not serve the next.
    pub(super) fn renew_tables(&mut self) {
        self.player.table.grow_older();
        self.player.positions.grow_older();
        if self.allowance.keep == Keep::Nothing {
            self.player.table.clear();
            self.player.positions.clear(1);
        }
    }

    /// How many lines to show.
    pub(super) fn lines(&self) -> usize {
        match self.limits.lines {
            0 => self.player.config.common.multi_pv,
            lines => lines,
        }
    }

    /// The exact lines, if the game can be solved in time.
    fn solve(&mut self, moves: &[Move]) -> Option<Report<Move>> {
        let empties = self.board.empties().count_ones();
        if empties > self.allowance.solve_at_root {
            return None;
        }
        let wanted = self.lines();
        let deadline = self.allowance.solve_until(empties);
        if deadline == Some(Duration::ZERO) {
            return None;
        }
        // Without a clock, too, a solve that takes too long gives way to the tree search.
        let nodes = self.allowance.solve_nodes.unwrap_or(MOST_SOLVE_NODES);
        let halt = Halt { control: Some(self.control), deadline, nodes: Some(nodes) };
        self.renew_tables();
        let Player { table, positions, weights, config, .. } = &*self.player;
        let mut prover = Prover::new(positions, table, weights, halt, config.common.threads);
        let mut search = Search::new(table, halt).ordered_by(Some(weights));
        let mut allowed = moves.iter().filter_map(|mv| mv.square()).fold(0, |all, s| all | s.bit());
        let mut lines = Vec::new();
        while lines.len() < wanted.min(moves.len()) {
            let before = prover.nodes();
            // What was not solved in time is not shown; the first line alone is an answer.
            let Some((square, score)) = prover.best(&self.board, allowed, -64, 64) else { break };
            allowed &= !square.bit();
            let pv = exact_line(&mut search, &self.board, square, score);
            lines.push(exact(pv, score, prover.nodes() - before));
            let nodes = prover.nodes() + search.nodes();
            (self.report)(Event::Report(solved(&lines, empties, nodes, self.control, table)));
        }
        let nodes = prover.nodes() + search.nodes();
        (!lines.is_empty())
            .then(|| solved(&lines, empties, nodes, self.control, &self.player.table))
    }
}

/// The best move of a solved position and the line behind it.
fn exact_line(search: &mut Search<'_>, board: &Board, square: Square, score: i32) -> Vec<Move> {
    let mut next = *board;
    let mv = Move::Place(square);
    next.play(mv);
    let mut line = vec![mv];
    line.extend(search.line(&next, -score));
    line
}

pub(super) fn exact(pv: Vec<Move>, score: i32, nodes: u64) -> Line<Move> {
    Line {
        pv,
        score: Score::Hundredths(score * 100),
        bound: Bound::Exact,
        proven: true,
        visits: nodes,
        prior: 0.0,
        lcb: chance(score),
        from_book: false,
        pv_visits: Vec::new(),
        ownership: None,
    }
}

/// The winning chance of a known score.
const fn chance(score: i32) -> f32 {
    match score {
        1.. => 1.0,
        0 => 0.5,
        _ => 0.0,
    }
}

fn solved(
    lines: &[Line<Move>],
    empties: u32,
    nodes: u64,
    control: &Control,
    table: &super::solve::Table,
) -> Report<Move> {
    Report {
        depth: empties,
        seldepth: empties,
        nodes,
        visits: 0,
        elapsed: control.elapsed(),
        hashfull: table.fullness(),
        lines: lines.to_vec(),
        ownership: None,
    }
}

/// A report of the position behind a pass, from the view of the side that passes.
fn after_pass(report: Report<Move>) -> Report<Move> {
    let line = |line: Line<Move>| Line {
        pv: std::iter::once(Move::Pass).chain(line.pv).collect(),
        score: line.score.turned(),
        bound: line.bound.turned(),
        lcb: if line.proven { 1.0 - line.lcb } else { 0.0 },
        pv_visits: line.pv_visits.first().copied().into_iter().chain(line.pv_visits).collect(),
        ..line
    };
    Report { lines: report.lines.into_iter().map(line).collect(), ..report }
}

/// A move nobody looked at.
pub(super) fn unsearched(mv: Move) -> Line<Move> {
    Line {
        pv: vec![mv],
        score: Score::Hundredths(0),
        bound: Bound::Lower,
        proven: false,
        visits: 0,
        prior: 0.0,
        lcb: 0.0,
        from_book: false,
        pv_visits: Vec::new(),
        ownership: None,
    }
}
