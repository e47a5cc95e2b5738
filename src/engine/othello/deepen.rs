//! The alpha-beta search: iterative deepening by the value of patterns.

use std::time::Duration;

use super::limit::FORCED_DEPTH;
use super::midgame::{Ending, Found, Midgame, Root, SOLVED_AT, Selectivity};
use super::solve::{Halt, Search};
use super::think::{Thinking, unsearched};
use crate::game::othello::Move;
use crate::search::{Bound, Budget, Event, Line, Report, Score};

/// With so many plies missing to the end of the game the next search goes there, boldly.
const LEAP: u32 = 10;

/// When a round is broken off: one that takes twice the time of a move would not pay for what the moves to
/// come lose.
fn last_moment(budget: Budget) -> Duration {
    budget.hard.min(budget.soft * 2)
}

/// One round of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) depth: u32,
    pub(super) ending: Ending,
}

/// The rounds up to `deepest` with so many empties: ply by ply, then to the end, ever surer.
pub(super) fn rounds(deepest: u32, empties: u32) -> Vec<Round> {
    let plies = if deepest < empties { deepest } else { empties.saturating_sub(LEAP) };
    let round = |depth, ending| Round { depth, ending };
    let mut rounds: Vec<Round> = (1..=plies).map(|depth| round(depth, Ending::EXACT)).collect();
    if deepest >= empties {
        let endings =
            Ending::all().filter(|&ending| ending == Ending::EXACT || empties > SOLVED_AT);
        rounds.extend(endings.map(|ending| round(empties, ending)));
    }
    rounds
}

impl Thinking<'_> {
    /// The lines of the deepest search time allows.
    pub(super) fn deepen(&mut self, moves: &[Move]) -> Report<Move> {
        let weights = self.player.weights.clone();
        self.renew_tables();
        let halt = Halt {
            control: Some(self.control),
            deadline: self.allowance.time.map(last_moment),
            nodes: self.limits.nodes,
        };
        let threads = self.player.config.common.threads;
        let solver = Search::new(&self.player.table, halt)
            .ordered_by(Some(&weights))
            .hinted_by(Some(&self.player.positions));
        let mut search = Midgame::new(&self.player.positions, &weights, solver, Selectivity::On)
            .on_threads(threads);
        let allowed = moves.iter().filter_map(|mv| mv.square()).fold(0, |all, s| all | s.bit());
        let mut root = Root::new(&self.board, allowed);
        let mut report = Report::empty();
        report.lines.extend(moves.first().map(|&mv| unsearched(mv)));
        let deepest = self.deepest(moves.len());
        let rounds = rounds(deepest, self.board.empties().count_ones());
        for round in &rounds {
            search.end_by(round.ending);
            let Some(found) = root.search(&mut search, round.depth, self.lines()) else { break };
            report = self.state(&search, found, *round);
            if Some(round) != rounds.last() {
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
        let forced = if moves == 1 && self.is_for_play() { FORCED_DEPTH } else { empties };
        self.allowance.depth.unwrap_or(empties).min(forced).min(empties).max(1)
    }

    /// Whether another depth, several times as expensive, would hardly be finished, and the time is
    /// worth more later.
    fn is_enough(&self) -> bool {
        let clock = self.control.clock();
        let can_save = |budget: Budget| budget.soft < budget.hard && clock >= budget.soft / 2;
        !self.control.is_pondering() && self.allowance.time.is_some_and(can_save)
    }

    fn state(&self, search: &Midgame<'_>, found: Vec<Found>, round: Round) -> Report<Move> {
        let Round { depth, ending } = round;
        let exact = depth >= self.board.empties().count_ones() && ending == Ending::EXACT;
        Report {
            depth,
            seldepth: depth,
            nodes: search.nodes(),
            visits: 0,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn depths(deepest: u32, empties: u32) -> Vec<u32> {
        rounds(deepest, empties).iter().map(|round| round.depth).collect()
    }

    #[test]
    fn a_search_that_stops_before_the_end_goes_ply_by_ply() {
        assert_eq!(depths(4, 30), [1, 2, 3, 4]);
    }

    #[test]
    fn a_search_to_the_end_leaps_there_and_is_exact_at_last() {
        let endings = Ending::all().count();
        assert_eq!(depths(13, 13)[..4], [1, 2, 3, 13]);
        assert_eq!(depths(13, 13).len(), 3 + endings);
        for empties in 1..=60 {
            let last = rounds(empties, empties).pop();
            assert_eq!(last, Some(Round { depth: empties, ending: Ending::EXACT }));
        }
        assert_eq!(depths(11, 11), [1, 11], "what is solved anyway is searched once");
    }
}
