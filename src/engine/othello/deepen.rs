//! The alpha-beta search: iterative deepening by the value of patterns.

use super::limit::Keep;
use super::midgame::{Found, Midgame, Root, Selectivity};
use super::solve::{Halt, Search};
use super::think::{Thinking, unsearched};
use crate::game::othello::Move;
use crate::search::{Bound, Event, Line, Report, Score};

/// A forced move needs a line to show, not a search.
const FORCED_DEPTH: u32 = 4;

impl Thinking<'_> {
    /// The lines of the deepest search time allows.
    pub(super) fn deepen(&mut self, moves: &[Move]) -> Report<Move> {
        let weights = self.player.weights.clone();
        if self.allowance.keep == Keep::Nothing {
            self.player.positions.clear(1);
            self.player.table.clear();
        }
        self.player.positions.grow_older();
        let halt = Halt {
            control: Some(self.control),
            deadline: self.allowance.time.map(|budget| budget.hard),
            nodes: self.limits.nodes,
        };
        let threads = self.player.config.common.threads;
        let solver = Search::new(&self.player.table, halt).ordered_by(Some(&weights));
        let mut search = Midgame::new(&self.player.positions, &weights, solver, Selectivity::On)
            .on_threads(threads);
        let allowed = moves.iter().filter_map(|mv| mv.square()).fold(0, |all, s| all | s.bit());
        let mut root = Root::new(&self.board, allowed);
        let mut report = Report::empty();
        report.lines.extend(moves.first().map(|&mv| unsearched(mv)));
        let deepest = self.deepest(moves.len());
        for depth in 1..=deepest {
            let Some(found) = root.search(&mut search, depth, self.lines()) else { break };
            report = self.state(&search, found, depth);
            if depth < deepest {
                (self.report)(Event::Report(report.clone()));
            }
            if self.is_enough() {
                break;
            }
        }
        report.nodes = search.nodes();
        report.elapsed = self.control.elapsed();
        report
    }

    fn deepest(&self, moves: usize) -> u32 {
        let empties = self.board.empties().count_ones();
        let waits = self.limits.infinite || self.limits.ponder;
        let forced = if moves == 1 && !waits { FORCED_DEPTH } else { empties };
        self.allowance.depth.unwrap_or(empties).min(forced).min(empties).max(1)
    }

    /// Whether another depth, several times as expensive, would hardly be finished.
    fn is_enough(&self) -> bool {
        let clock = self.control.clock();
        !self.control.is_pondering()
            && self.allowance.time.is_some_and(|budget| clock >= budget.soft / 2)
    }

    fn state(&self, search: &Midgame<'_>, found: Vec<Found>, depth: u32) -> Report<Move> {
        let exact = depth >= self.board.empties().count_ones();
        Report {
            depth,
            seldepth: depth,
            nodes: search.nodes(),
            elapsed: self.control.elapsed(),
            hashfull: self.player.positions.hashfull(),
            lines: found.into_iter().map(|found| line(found, exact)).collect(),
            ownership: None,
        }
    }
}

fn line(found: Found, proven: bool) -> Line<Move> {
    Line {
        pv: found.pv,
        score: Score::Hundredths(found.score),
        bound: Bound::Exact,
        proven,
        visits: found.nodes,
        prior: 0.0,
        lcb: 0.0,
        from_book: false,
        pv_visits: Vec::new(),
        ownership: None,
    }
}
