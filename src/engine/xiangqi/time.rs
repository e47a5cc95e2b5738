//! When to end: stretches and shrinks the clock's budget by what the iterations show.

use std::time::Duration;

use super::score::{Value, is_mate};
use crate::search::{Budget, Control, TimeControl};

/// How many more moves a side expects to make, early and late in a game.
const MOVES_EARLY: u32 = 42;
const MOVES_LATE: u32 = 24;

/// What an iteration showed about the choice of the root move.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Iterations in a row that ended with the same best move.
    pub stable: u32,
    /// How far the value fell since the iteration before; negative if it rose.
    pub drop: Value,
    /// Share of all nodes that went into the best move, `0..=1`.
    pub effort: f64,
    /// The value.
    pub value: Value,
    /// Whether only one root move may be played.
    pub forced: bool,
}

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    budget: Option<Budget>,
    /// With a fixed time for each move there is nothing to save.
    elastic: bool,
}

impl Timing {
    /// For a clock `time` after `plies` moves of the game.
    pub fn new(time: TimeControl, plies: usize, overhead: Duration) -> Self {
        let played = (plies / 2).min(60) as u32;
        let moves_left = MOVES_EARLY - (MOVES_EARLY - MOVES_LATE) * played / 60;
        let elastic = !matches!(time, TimeControl::PerMove(_));
        Self { budget: time.budget(moves_left, overhead), elastic }
    }

    /// Whether the search must end now.
    pub fn is_over(&self, control: &Control) -> bool {
        self.budget.is_some_and(|budget| !control.is_pondering() && control.clock() >= budget.hard)
    }

    /// Whether a further iteration is not worth its time.
    pub fn is_enough(&self, iteration: Iteration, control: &Control) -> bool {
        let Some(budget) = self.budget else { return false };
        if !self.elastic || control.is_pondering() {
            return false;
        }
        control.clock() >= wanted(budget, iteration)
    }
}

/// The time this iteration's result deserves.
fn wanted(budget: Budget, iteration: Iteration) -> Duration {
    if iteration.forced {
        return budget.soft.mul_f64(0.1);
    }
    // A move that stays best needs no more time; a falling value asks for some.
    let stability = 1.35 - 0.09 * f64::from(iteration.stable.min(8));
    let drop = (1.0 + f64::from(iteration.drop) * 0.006).clamp(0.75, 1.8);
    let effort = (1.55 - iteration.effort).clamp(0.6, 1.3);
    let decided = if is_mate(iteration.value) { 0.5 } else { 1.0 };
    // An iteration started is seldom finished when half the time is gone.
    budget.soft.mul_f64(0.75 * stability * drop * effort * decided).min(budget.hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget =
        Budget { soft: Duration::from_millis(1000), hard: Duration::from_millis(4000) };
    const CALM: Iteration = Iteration { stable: 3, drop: 0, effort: 0.5, value: 10, forced: false };

    #[test]
    fn a_falling_value_gets_more_time() {
        assert!(wanted(BUDGET, Iteration { drop: 80, ..CALM }) > wanted(BUDGET, CALM));
    }

    #[test]
    fn a_stable_choice_gets_less_time() {
        assert!(wanted(BUDGET, Iteration { stable: 8, ..CALM }) < wanted(BUDGET, CALM));
        assert!(wanted(BUDGET, Iteration { effort: 0.95, ..CALM }) < wanted(BUDGET, CALM));
    }

    #[test]
    fn the_hard_limit_holds_whatever_happens() {
        let worst = Iteration { stable: 0, drop: 5000, effort: 0.0, ..CALM };
        assert!(wanted(Budget { hard: BUDGET.soft, ..BUDGET }, worst) <= BUDGET.soft);
    }

    #[test]
    fn the_clock_does_not_end_a_search_that_ponders() {
        let clock = TimeControl::SuddenDeath { left: Duration::ZERO, increment: Duration::ZERO };
        let timing = Timing::new(clock, 0, Duration::ZERO);
        let control = Control::new(true);
        std::thread::sleep(Duration::from_millis(3));
        assert!(!timing.is_over(&control) && !timing.is_enough(CALM, &control));
        control.ponderhit();
        std::thread::sleep(Duration::from_millis(3));
        assert!(timing.is_over(&control) && timing.is_enough(CALM, &control));
    }
}
