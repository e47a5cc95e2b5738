//! One search of the player, from its limits to its answer.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Player;
use super::limit::{Allowance, Keep};
use super::solve::{Halt, Search};
use super::worker::{Judgement, Worker, action_of, move_of};
use crate::game::othello::{Board, Move, Square};
use crate::game::{Game, Position};
use crate::search::uct::{self, Action, Flow, Ranked, Run, Tree};
use crate::search::{Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score};

/// A search in progress.
pub(super) struct Thinking<'a> {
    player: &'a mut Player,
    board: Board,
    history: Vec<Board>,
    limits: &'a Limits<Move>,
    control: &'a Control,
    report: &'a mut dyn FnMut(Event<Move>),
    allowance: Allowance,
}

/// How often the tree search looks at the clock.
const TICK: Duration = Duration::from_millis(5);
/// Time between reports, unless the limits say otherwise.
const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Nodes after which a solve without a clock gives up: about a minute.
const MOST_SOLVE_NODES: u64 = 2_000_000_000;
/// A forced move needs a line to show, not a search.
const FORCED_PLAYOUTS: u64 = 2000;

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
            [Move::Pass] => Answer::plain(Choice::Play(Move::Pass)),
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

    fn search(&mut self, moves: &[Move]) -> Answer<Move> {
        if let Some(report) = self.solve(moves) {
            return self.finish(report);
        }
        self.allowance.extend(self.control.clock());
        let report = self.simulate(moves);
        self.finish(report)
    }

    fn finish(&mut self, report: Report<Move>) -> Answer<Move> {
        (self.report)(Event::Report(report.clone()));
        let line = report.lines.first().map_or(&[][..], |line| &line.pv);
        let choice = line.first().map_or(Choice::Nothing, |&mv| Choice::Play(mv));
        Answer { choice, ponder: line.get(1).copied(), draw: false, report }
    }

    /// How many lines to show.
    fn lines(&self) -> usize {
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
        self.player.table.grow_older();
        if self.allowance.keep == Keep::Nothing {
            self.player.table.clear();
        }
        let mut search = Search::new(&self.player.table, halt);
        let mut allowed = moves.iter().filter_map(|mv| mv.square()).fold(0, |all, s| all | s.bit());
        let mut lines = Vec::new();
        while lines.len() < wanted.min(moves.len()) {
            let before = search.nodes();
            // What was not solved in time is not shown; the first line alone is an answer.
            let Some((square, score)) = search.best(&self.board, allowed, -64, 64) else { break };
            allowed &= !square.bit();
            let pv = exact_line(&mut search, &self.board, square, score);
            lines.push(exact(pv, score, search.nodes() - before));
            let report = solved(&lines, empties, search.nodes(), self.control, &self.player.table);
            (self.report)(Event::Report(report));
        }
        let nodes = search.nodes();
        (!lines.is_empty())
            .then(|| solved(&lines, empties, nodes, self.control, &self.player.table))
    }

    /// Grows the tree.
    fn simulate(&mut self, moves: &[Move]) -> Report<Move> {
        self.plant();
        self.hire();
        let only: Vec<Action> = moves.iter().map(|&mv| action_of(mv)).collect();
        let restricted = !self.limits.only.is_empty() || !self.limits.banned.is_empty();
        let tuning = self.player.config.tuning();
        let forced = moves.len() == 1 && !self.limits.infinite && !self.limits.ponder;
        let playouts = if forced {
            Some(self.allowance.playouts.unwrap_or(u64::MAX).min(FORCED_PLAYOUTS))
        } else {
            self.allowance.playouts
        };
        let run = Run { tuning: &tuning, playouts, only: restricted.then_some(&only), tick: TICK };
        let lines = self.lines();
        let every = self.limits.report_every_ms.map_or(REPORT_EVERY, Duration::from_millis);
        let mut next_report = every.min(REPORT_EVERY);
        let Self { player, control, report, allowance, .. } = self;
        let Player { tree, workers, .. } = &mut **player;
        let mut watch = |tree: &Tree, done: u64| {
            if control.elapsed() >= next_report {
                next_report = control.elapsed() + every;
                (report)(Event::Report(state(tree, &only, lines, done, control)));
            }
            if is_time_up(allowance, control, tree, done) { Flow::Stop } else { Flow::Continue }
        };
        let done = uct::search(tree, workers, &run, control, &mut watch);
        let mut report = state(tree, &only, lines, done, control);
        if report.lines.is_empty() {
            // Stopped before the root was expanded.
            report.lines.extend(moves.first().map(|&mv| unsearched(mv)));
        }
        report
    }

    /// Makes the present position the root of the tree, keeping what is known below it.
    fn plant(&mut self) {
        let old = self.player.root.replace(self.board);
        let kept = self.allowance.keep == Keep::Tree && old.is_some_and(|old| self.walk_from(&old));
        if !kept {
            self.player.tree.clear();
        }
    }

    /// Follows the game from the old root to the present position.
    fn walk_from(&mut self, old: &Board) -> bool {
        let Some(start) = self.history.iter().rposition(|board| board == old) else { return false };
        let path: Option<Vec<Action>> =
            self.history[start..].windows(2).map(|pair| played(&pair[0], &pair[1])).collect();
        let Some(path) = path else { return false };
        path.into_iter().all(|action| self.player.tree.advance(action))
    }

    /// One worker for each thread, ready for this search.
    fn hire(&mut self) {
        let config = &self.player.config;
        let judgement = Judgement {
            policy: config.policy,
            solve_at: self.allowance.solve_in_tree,
            score_weight: config.score_weight,
        };
        let seed = match config.common.seed {
            0 => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(1, |since| since.as_nanos() as u64),
            seed => seed,
        };
        let seed = seed ^ self.board.key().0;
        self.player.workers.resize_with(config.common.threads.max(1), Worker::new);
        for (worker, number) in self.player.workers.iter_mut().zip(0..) {
            worker.prepare(&self.board, judgement, seed.wrapping_add(number));
        }
    }
}

/// The move that leads from one position of a game to the next.
fn played(before: &Board, after: &Board) -> Option<Action> {
    let mut moves = Vec::new();
    before.legal_moves(&mut moves);
    let mv = moves.into_iter().find(|&mv| {
        let mut next = *before;
        next.play(mv);
        next == *after
    })?;
    Some(action_of(mv))
}

/// Whether the clock says to end: its time is up, or the best move cannot be caught any more.
fn is_time_up(allowance: &Allowance, control: &Control, tree: &Tree, done: u64) -> bool {
    let Some(budget) = allowance.time else { return false };
    let clock = control.clock();
    if control.is_pondering() {
        return false;
    }
    if clock >= budget.soft {
        return true;
    }
    // Ask only where there is something to save.
    if clock < budget.soft / 4 || clock < Duration::from_millis(20) {
        return false;
    }
    let left = (budget.soft - clock).as_secs_f64() / clock.as_secs_f64() * done as f64;
    let ranked = tree.ranked();
    match (ranked.first(), ranked.get(1)) {
        (Some(first), Some(second)) => {
            f64::from(first.visits - second.visits.min(first.visits)) > left
        }
        _ => false,
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

fn exact(pv: Vec<Move>, score: i32, nodes: u64) -> Line<Move> {
    Line {
        pv,
        score: Score::Hundredths(score * 100),
        bound: Bound::Exact,
        proven: true,
        visits: nodes,
        prior: 0.0,
        lcb: chance(score),
        from_book: false,
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
        elapsed: control.elapsed(),
        hashfull: table.fullness(),
        lines: lines.to_vec(),
        ownership: None,
    }
}

/// The state of the tree search.
fn state(tree: &Tree, only: &[Action], lines: usize, done: u64, control: &Control) -> Report<Move> {
    let mut ranked = tree.ranked();
    ranked.retain(|mv| only.contains(&mv.action));
    let depth = ranked.first().map_or(0, |best| best.pv.len() as u32);
    let seldepth = ranked.iter().map(|mv| mv.pv.len() as u32).max().unwrap_or(0);
    let lines: Vec<Line<Move>> = ranked.into_iter().take(lines.max(1)).map(line).collect();
    Report {
        depth,
        seldepth,
        nodes: done,
        elapsed: control.elapsed(),
        hashfull: tree.fullness(),
        lines,
        ownership: None,
    }
}

fn line(ranked: Ranked) -> Line<Move> {
    let exact = ranked.bounds.is_exact();
    let hundredths =
        if exact { i32::from(ranked.bounds.low) * 100 } else { (ranked.lead * 100.0) as i32 };
    Line {
        pv: ranked.pv.into_iter().map(move_of).collect(),
        score: Score::Hundredths(hundredths),
        bound: Bound::Exact,
        proven: exact,
        visits: ranked.visits.into(),
        prior: ranked.prior,
        lcb: ranked.lcb,
        from_book: false,
    }
}

/// A move nobody looked at.
fn unsearched(mv: Move) -> Line<Move> {
    Line {
        pv: vec![mv],
        score: Score::Hundredths(0),
        bound: Bound::Lower,
        proven: false,
        visits: 0,
        prior: 0.0,
        lcb: 0.0,
        from_book: false,
    }
}
