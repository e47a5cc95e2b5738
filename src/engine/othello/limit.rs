//! How long a search may go: levels, depths and clocks as playouts and times.

use std::time::Duration;

use super::Config;
use super::settings::FULL_STRENGTH;
use crate::game::othello::{Board, Move};
use crate::search::{Budget, Limits};

/// What one search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Allowance {
    /// Playouts of the tree search.
    pub(super) playouts: Option<u64>,
    /// Plies of the alpha-beta search.
    pub(super) depth: Option<u32>,
    /// Time on the clock.
    pub(super) time: Option<Budget>,
    /// Solve the root with so many empties or fewer.
    pub(super) solve_at_root: u32,
    /// Nodes of that solve.
    pub(super) solve_nodes: Option<u64>,
    /// Solve positions of the tree with so many empties or fewer.
    pub(super) solve_in_tree: u32,
    /// What is learned may be used for the next move. Not where equal searches must be equal.
    pub(super) keep: Keep,
}

/// Whether what one search learned serves the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It does.
    Everything,
    /// Each search begins anew.
    Nothing,
}

/// A playout costs about as much as so many nodes of the solver.
const NODES_PER_PLAYOUT: u64 = 100;
/// A forced move needs a line to show, not a search: plies of it by alpha-beta, ...
pub(super) const FORCED_DEPTH: u32 = 4;
/// ... or playouts by UCT.
pub(super) const FORCED_PLAYOUTS: u64 = 2000;
/// Empties that are solved in a moment.
const SOLVED_AT_ONCE: u32 = 10;
/// Empties from which a solve is a matter of the last moves' time, not of the whole game's.
const SOLVED_QUICKLY: u32 = 18;

impl Allowance {
    /// Of a search of `board`.
    pub(super) fn new(config: &Config, limits: &Limits<Move>, board: &Board) -> Self {
        let empties = board.empties().count_ones();
        let level = level_playouts(config.common.level);
        let depth = limits.depth.map(depth_playouts);
        let playouts = [level, depth, limits.nodes].into_iter().flatten().min();
        let time = limits.time.budget(moves_left(empties), overhead(config));
        let capped = limits.depth.into_iter().chain(level_empties(config.common.level)).min();
        Self {
            playouts,
            depth: limits.depth.into_iter().chain(level_depth(config.common.level)).min(),
            time,
            solve_at_root: capped.map_or(config.solve_at_root, |cap| cap.min(config.solve_at_root)),
            solve_nodes: limits.nodes.map(|nodes| nodes.saturating_mul(NODES_PER_PLAYOUT)),
            solve_in_tree: capped.map_or(config.solve_in_tree, |cap| cap.min(config.solve_in_tree)),
            keep: if playouts.is_some() { Keep::Nothing } else { Keep::Everything },
        }
    }

    /// The allowance of a forced move: nothing is kept from the next search.
    #[must_use]
    pub(super) fn forced(self) -> Self {
        Self {
            playouts: Some(self.playouts.unwrap_or(u64::MAX).min(FORCED_PLAYOUTS)),
            depth: Some(self.depth.unwrap_or(u32::MAX).min(FORCED_DEPTH)),
            solve_at_root: self.solve_at_root.min(SOLVED_AT_ONCE),
            ..self
        }
    }

    /// When a solve of the root must give way to the tree search; zero if it is not worth trying.
    /// `None` without a clock.
    pub(super) fn solve_until(&self, empties: u32) -> Option<Duration> {
        let Budget { soft, hard } = self.time?;
        // About half a second for 20 empties, two and a half times that for each one more.
        let expected = Duration::from_millis(500).mul_f64(2.5f64.powi(empties as i32 - 20));
        // A solved game needs no time on later moves, so more than this move's share may be spent.
        let until = (hard * 6 / 10).max(soft / 2).min(hard * 3 / 4);
        Some(if expected > until { Duration::ZERO } else { until })
    }

    /// Leaves the tree search some time after a solve that failed at `clock`.
    pub(super) fn extend(&mut self, clock: Duration) {
        if let Some(budget) = &mut self.time {
            budget.soft = budget.soft.max(clock + budget.soft / 2).min(budget.hard);
        }
    }
}

const fn overhead(config: &Config) -> Duration {
    Duration::from_millis(config.common.move_overhead_ms)
}

/// Moves to share the time among: from a few empties on the game is solved at once.
const fn moves_left(empties: u32) -> u32 {
    empties.saturating_sub(SOLVED_QUICKLY) / 2 + 3
}

/// Playouts of a level, each nearly twice the one before.
fn level_playouts(level: u8) -> Option<u64> {
    (level < FULL_STRENGTH).then(|| (12.0 * 1.75f64.powi(i32::from(level))) as u64)
}

/// Plies a level looks ahead.
fn level_depth(level: u8) -> Option<u32> {
    (level < FULL_STRENGTH).then(|| u32::from(level).div_ceil(2))
}

/// Empties a level sees through.
fn level_empties(level: u8) -> Option<u32> {
    (level < FULL_STRENGTH).then(|| u32::from(level))
}

/// A tree search has no depth; one more ply is half as many playouts again.
fn depth_playouts(depth: u32) -> u64 {
    (400.0 * 1.5f64.powi(depth.min(60) as i32)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::TimeControl;

    fn allowance(config: &Config, limits: &Limits<Move>) -> Allowance {
        Allowance::new(config, limits, &Board::default())
    }

    #[test]
    fn the_tightest_limit_counts() {
        let mut config = Config::default();
        assert_eq!(allowance(&config, &Limits::default()).playouts, None);
        let limits = Limits { nodes: Some(5000), depth: Some(20), ..Limits::default() };
        assert_eq!(allowance(&config, &limits).playouts, Some(5000));
        config.common.level = 3;
        assert_eq!(allowance(&config, &limits).playouts, Some(64));
        assert_eq!(allowance(&config, &limits).solve_at_root, 3);
    }

    #[test]
    fn every_level_has_more_playouts_than_the_one_below() {
        let playouts: Vec<u64> = (1..20).map(|level| level_playouts(level).unwrap()).collect();
        assert!(playouts.windows(2).all(|pair| pair[0] < pair[1]), "{playouts:?}");
        assert_eq!(level_playouts(20), None);
    }

    #[test]
    fn searches_that_must_repeat_keep_nothing() {
        let config = Config::default();
        let fixed = Limits { nodes: Some(100), ..Limits::default() };
        assert_eq!(allowance(&config, &fixed).keep, Keep::Nothing);
        let timed =
            Limits { time: TimeControl::PerMove(Duration::from_secs(1)), ..Limits::default() };
        assert_eq!(allowance(&config, &timed).keep, Keep::Everything);
    }

    #[test]
    fn a_hopeless_solve_is_not_begun() {
        let config = Config::default();
        let timed =
            Limits { time: TimeControl::PerMove(Duration::from_secs(1)), ..Limits::default() };
        let allowance = allowance(&config, &timed);
        assert_eq!(allowance.solve_until(30), Some(Duration::ZERO));
        assert!(allowance.solve_until(18) > Some(Duration::from_millis(300)));
    }
}
