//! The tree search: the report's UCT on the shared tree.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Player;
use super::limit::{Allowance, FORCED_PLAYOUTS, Keep};
use super::think::{REPORT_EVERY, Thinking, unsearched};
use super::worker::{Judgement, Worker, action_of, move_of};
use crate::game::Position;
use crate::game::othello::{Board, Move};
use crate::search::uct::{self, Action, Expected, Flow, Ranked, Run, Tree};
use crate::search::{Bound, Control, Event, Line, Report, Score};

/// How often the tree search looks at the clock.
const TICK: Duration = Duration::from_millis(5);

impl Thinking<'_> {
    /// Grows the tree.
    pub(super) fn simulate(&mut self, moves: &[Move]) -> Report<Move> {
        self.plant();
        self.hire();
        let only: Vec<Action> = moves.iter().map(|&mv| action_of(mv)).collect();
        let tuning = self.player.config.tuning();
        let forced = moves.len() == 1 && self.is_for_play();
        let playouts = if forced {
            Some(self.allowance.playouts.unwrap_or(u64::MAX).min(FORCED_PLAYOUTS))
        } else {
            self.allowance.playouts
        };
        let run = Run {
            tuning: &tuning,
            playouts,
            only: self.limits.are_restricted().then_some(&only),
            tick: TICK,
        };
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

    /// Makes the present position the root of the tree, keeping what is known below it. A tree of few
    /// root moves would mislead the next search, and one of all of them this search, if it has few.
    fn plant(&mut self) {
        let restricted = self.limits.are_restricted();
        let old = self.player.root.take();
        self.player.root = (!restricted).then_some(self.board);
        let may_keep = self.allowance.keep == Keep::Everything && !restricted;
        let kept = may_keep && old.is_some_and(|old| self.walk_from(&old));
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

/// The state of the tree search.
fn state(tree: &Tree, only: &[Action], lines: usize, done: u64, control: &Control) -> Report<Move> {
    let mut ranked = tree.ranked();
    ranked.retain(|mv| only.contains(&mv.action));
    let expected: Vec<Expected> = ranked.iter().map(|mv| tree.line(mv.action)).collect();
    let depth = expected.first().map_or(0, |best| best.moves.len() as u32);
    let seldepth = expected.iter().map(|line| line.moves.len() as u32).max().unwrap_or(0);
    let lines: Vec<Line<Move>> =
        ranked.iter().zip(expected).take(lines.max(1)).map(|(mv, line)| shown(mv, line)).collect();
    Report {
        depth,
        seldepth,
        nodes: done,
        visits: tree.visits().into(),
        elapsed: control.elapsed(),
        hashfull: tree.fullness(),
        lines,
        ownership: None,
    }
}

fn shown(ranked: &Ranked, expected: Expected) -> Line<Move> {
    let exact = ranked.bounds.is_exact();
    let hundredths =
        if exact { i32::from(ranked.bounds.low) * 100 } else { (ranked.lead * 100.0) as i32 };
    Line {
        pv_visits: expected.visits.into_iter().map(u64::from).collect(),
        pv: expected.moves.into_iter().map(move_of).collect(),
        score: Score::Hundredths(hundredths),
        bound: Bound::Exact,
        proven: exact,
        visits: ranked.visits.into(),
        prior: ranked.prior,
        lcb: ranked.lcb,
        from_book: false,
        ownership: None,
    }
}
