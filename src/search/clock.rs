//! Clock arithmetic: pure, tested with tables. Knows no thread and reads no time.

use std::time::Duration;

/// The clock of the side to move, as the protocols state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the rest of the game, and an increment after each move.
    SuddenDeath {
        /// Time left.
        left: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// So much for the next moves (UCI `movestogo`, Canadian byo-yomi in its period).
    Session {
        /// Time left.
        left: Duration,
        /// Moves to make in it, at least 1.
        moves: u32,
        /// Added after each move.
        increment: Duration,
    },
    /// Main time, then Canadian byo-yomi: `stones` moves in each `period`.
    Canadian {
        /// Main time left.
        left: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in a period.
        stones: u32,
    },
    /// Main time, then Japanese byo-yomi: a move in each `period`, `periods` of which may be used up.
    ByoYomi {
        /// Main time left; zero when already counting periods.
        left: Duration,
        /// Length of a period.
        period: Duration,
        /// Periods left.
        periods: u32,
    },
}

/// When a search should and when it must end, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Aim to end here; good reasons may stretch it.
    pub soft: Duration,
    /// End here whatever happens.
    pub hard: Duration,
}

impl TimeControl {
    /// The time to spend on this move. `moves_left` is how many more moves the side to move
    /// expects to make; `overhead` is kept back for lag. `None` without a clock.
    pub fn budget(self, moves_left: u32, overhead: Duration) -> Option<Budget> {
        let moves_left = moves_left.max(1);
        let (soft, hard) = match self {
            Self::None => return None,
            Self::PerMove(time) => {
                let time = time.saturating_sub(overhead);
                (time, time)
            }
            Self::SuddenDeath { left, increment } => share(left, increment, moves_left, overhead),
            Self::Session { left, moves, increment } => {
                share(left, increment, moves.clamp(1, moves_left.max(1)), overhead)
            }
            Self::Canadian { left, period, stones } => {
                let each = period.saturating_sub(overhead) / stones.max(1);
                if left.is_zero() { (each, each) } else { share(left, each, moves_left, overhead) }
            }
            Self::ByoYomi { left, period, periods } => {
                // The last period must never be lost; earlier ones are a reserve.
                let spare = period * periods.saturating_sub(1);
                let each = period.saturating_sub(overhead);
                if left.is_zero() {
                    (each, each)
                } else {
                    let (soft, hard) = share(left, each, moves_left, overhead);
                    (soft.max(each.min(left)), hard.min(left + spare))
                }
            }
        };
        let floor = Duration::from_millis(1);
        Some(Budget { soft: soft.max(floor), hard: hard.max(soft).max(floor) })
    }
}

/// Shares `left` among `moves`, each followed by `increment`.
fn share(
    left: Duration,
    increment: Duration,
    moves: u32,
    overhead: Duration,
) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead);
    if moves == 1 {
        let all = usable.mul_f64(0.95);
        return (all, all);
    }
    let soft = usable / moves + increment.mul_f64(0.75);
    let hard = usable.mul_f64(0.4).max(usable / moves);
    let soft = soft.min(hard);
    (soft, hard.min(soft * 5).max(soft))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn no_clock_gives_no_budget() {
        assert_eq!(TimeControl::None.budget(30, ms(10)), None);
    }

    #[test]
    fn a_budget_never_exceeds_the_time_left() {
        for left in [0, 1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 30_000] {
                for moves in [1, 2, 10, 40] {
                    for control in [
                        TimeControl::SuddenDeath { left: ms(left), increment: ms(increment) },
                        TimeControl::Session { left: ms(left), moves, increment: ms(increment) },
                    ] {
                        let budget = control.budget(30, ms(10)).unwrap();
                        assert!(budget.soft <= budget.hard, "{control:?} {budget:?}");
                        let most = ms(left).saturating_sub(ms(10)).max(ms(1));
                        assert!(budget.hard <= most, "{control:?} {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn time_per_move_keeps_the_overhead_back() {
        let budget = TimeControl::PerMove(ms(1000)).budget(30, ms(50)).unwrap();
        assert_eq!(budget, Budget { soft: ms(950), hard: ms(950) });
    }
}
