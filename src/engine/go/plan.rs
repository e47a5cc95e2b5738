//! How long to think: limits, settings and the clock turned into one plan.

use std::time::Duration;

use super::deadline::Deadline;
use super::settings::Config;
use super::solve::Patience;
use crate::game::Game;
use crate::game::go::{Board, Move};
use crate::search::uct::Ranked;
use crate::search::{Budget, Control, Limits, TimeControl};

/// Share of the vacant points that are still played on before a game ends.
const POINTS_PLAYED: f32 = 0.7;
/// Searches of fewer playouts are for those who want no thought.
const QUICK: u64 = 100;
/// Positions that a proof may look at for each playout: about the time of a playout on a small board.
const POSITIONS_PER_PLAYOUT: u64 = 10;
/// How long an endless search tries to prove a result before it shows something.
const PROOF_IN_ENDLESS: Duration = Duration::from_secs(1);
/// A side always expects to make at least so many more moves.
const MIN_MOVES_LEFT: f32 = 10.0;

/// When to end a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Playouts to make.
    pub playouts: Option<u64>,
    /// Time between reports, if someone asked for them.
    pub report_every: Option<Duration>,
    budget: Option<Budget>,
    max_pondering: Duration,
    /// Memory that proofs of one side may take.
    memory: usize,
}

impl Plan {
    /// The plan for the present position of `game`.
    pub fn new(config: &Config, game: &Game<Board>, limits: &Limits<Move>) -> Self {
        let playouts = limits.nodes.into_iter().chain(config.playout_limit()).min();
        let playouts = if limits.infinite { limits.nodes } else { playouts };
        Self {
            playouts,
            report_every: limits.report_every_ms.map(|ms| Duration::from_millis(ms.max(1))),
            budget: budget(config, game, limits),
            max_pondering: Duration::from_secs_f64(config.max_time_pondering),
            // Two sides, and together they take no more than the tree.
            memory: config.common.hash_mib << 19,
        }
    }

    /// Whether only the number of playouts ends the search, so that it can be repeated.
    pub const fn is_exact(&self) -> bool {
        self.playouts.is_some() && self.budget.is_none()
    }

    /// When something that takes `cost`, roughly, must be done: after half of the time that is left. `None`
    /// if that is too little for it. A search of few playouts has no time for anything else.
    pub fn deadline_of<'a>(&self, cost: Duration, control: &'a Control) -> Option<Deadline<'a>> {
        if self.playouts.is_some_and(|playouts| playouts < QUICK) {
            return None;
        }
        let Some(budget) = self.budget else { return Some(Deadline::none(control)) };
        let clock = control.clock();
        let half = budget.hard.saturating_sub(clock) / 2;
        (cost <= half).then(|| Deadline::at(control, clock + half))
    }

    /// How long a proof of the result may take before the search: half of the time for the move.
    pub fn patience<'a>(&'a self, control: &'a Control) -> Patience<'a> {
        let positions = self.playouts.map_or(u64::MAX, |playouts| {
            if playouts < QUICK { 0 } else { playouts.saturating_mul(POSITIONS_PER_PLAYOUT) }
        });
        let is_over: Box<dyn Fn() -> bool + 'a> = match self.budget {
            Some(budget) => {
                Box::new(move || control.is_stopped() || control.elapsed() * 2 > budget.soft)
            }
            None if self.playouts.is_some() => Box::new(|| control.is_stopped()),
            None => Box::new(|| control.is_stopped() || control.elapsed() > PROOF_IN_ENDLESS),
        };
        Patience { positions, bytes: self.memory, is_over }
    }

    /// Whether the time is up, or more of it could not change the choice among the `ranked` moves, after
    /// so many playouts since the search has `begun`.
    pub fn is_spent(
        &self,
        ranked: &dyn Fn() -> Vec<Ranked>,
        control: &Control,
        playouts: u64,
        begun: Duration,
    ) -> bool {
        if control.is_pondering() {
            return control.elapsed() >= self.max_pondering;
        }
        let Some(budget) = self.budget else { return false };
        let clock = control.clock();
        if clock >= budget.hard {
            return true;
        }
        if clock >= budget.soft {
            return !is_unclear(&ranked());
        }
        // Before a tenth of the time the speed is not known well enough to give up on rivals.
        let searched = control.elapsed().saturating_sub(begun);
        clock * 10 >= budget.soft && is_decided(&ranked(), playouts, searched, budget.soft - clock)
    }
}

fn budget(config: &Config, game: &Game<Board>, limits: &Limits<Move>) -> Option<Budget> {
    if limits.infinite {
        return None;
    }
    let overhead = Duration::from_millis(config.common.move_overhead_ms);
    let unlimited = limits.time == TimeControl::None;
    if unlimited && (limits.nodes.is_some() || config.max_playouts > 0) {
        return None;
    }
    let time = if unlimited {
        TimeControl::PerMove(Duration::from_secs_f64(config.seconds_per_move) + overhead)
    } else {
        limits.time
    };
    time.budget(moves_left(game), overhead)
}

/// How many more moves the side to move expects to make.
fn moves_left(game: &Game<Board>) -> u32 {
    let board = game.position();
    let vacant = board.size().all().filter(|&point| board.is_vacant(point)).count();
    (vacant as f32 * POINTS_PLAYED / 2.0).max(MIN_MOVES_LEFT) as u32
}

/// Whether the most visited move does not look like the best one: a little more time may help.
fn is_unclear(ranked: &[Ranked]) -> bool {
    let [first, rivals @ ..] = ranked else { return false };
    rivals.iter().any(|rival| rival.visits * 2 > first.visits && rival.value > first.value + 0.01)
}

/// Whether no rival can overtake the most visited move in the time that is left.
fn is_decided(ranked: &[Ranked], playouts: u64, searched: Duration, left: Duration) -> bool {
    let to_come = playouts as f64 / searched.as_secs_f64().max(1e-6) * left.as_secs_f64();
    match ranked {
        [first, second, ..] => {
            let ahead = f64::from(first.visits) - f64::from(second.visits);
            ahead > to_come && first.value >= second.value
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Rules, Size};

    fn plan(config: &Config, limits: &Limits<Move>) -> Plan {
        Plan::new(config, &Game::on(Size::NINE, Rules::default()), limits)
    }

    #[test]
    fn without_any_limit_the_default_time_counts() {
        let found = plan(&Config::default(), &Limits::default());
        assert_eq!(found.budget.unwrap().hard, Duration::from_secs(5));
        assert_eq!(found.playouts, None);
    }

    #[test]
    fn a_number_of_playouts_needs_no_clock() {
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let found = plan(&Config::default(), &limits);
        assert!(found.is_exact());
        let config = Config { max_playouts: 50, ..Config::default() };
        assert_eq!(plan(&config, &limits).playouts, Some(50));
        assert_eq!(plan(&config, &Limits::default()).budget, None);
    }

    #[test]
    fn an_infinite_search_has_neither_clock_nor_strength_limit() {
        let mut config = Config { max_playouts: 50, ..Config::default() };
        config.common.level = 1;
        let found = plan(&config, &Limits { infinite: true, ..Limits::default() });
        assert_eq!((found.playouts, found.budget), (None, None));
    }

    #[test]
    fn what_comes_beside_the_search_has_half_of_the_time_left() {
        let time = TimeControl::PerMove(Duration::from_secs(10));
        let plan = plan(&Config::default(), &Limits { time, ..Limits::default() });
        let control = Control::new(false);
        assert!(plan.deadline_of(Duration::from_secs(1), &control).is_some());
        assert!(plan.deadline_of(Duration::from_secs(6), &control).is_none());
    }

    #[test]
    fn a_level_keeps_the_clock() {
        let mut config = Config::default();
        config.common.level = 10;
        let found = plan(&config, &Limits::default());
        assert!(found.playouts.is_some() && found.budget.is_some());
    }
}
