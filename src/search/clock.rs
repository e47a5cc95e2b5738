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
        let (soft, hard) = match self.within_reason() {
            Self::None => return None,
            Self::PerMove(time) => both(time.saturating_sub(overhead)),
            Self::SuddenDeath { left, increment } => share(left, increment, moves_left, overhead),
            Self::Session { left, moves, increment } => {
                share(left, increment, moves.clamp(1, moves_left), overhead)
            }
            Self::Canadian { left, period, stones } => {
                let usable = period.saturating_sub(overhead);
                let each = usable / stones.max(1);
                // A move may borrow from the later ones of its period, and gives back by ending early.
                let (_, loan) = share(period, Duration::ZERO, stones.max(1), overhead);
                lead_in(left, each, loan.max(each), moves_left, overhead)
            }
            Self::ByoYomi { left, period, .. } => {
                // Earlier periods are a reserve for accidents: none is planned to be used up.
                let each = period.saturating_sub(overhead);
                lead_in(left, each, each, moves_left, overhead)
            }
        };
        let floor = Duration::from_millis(1);
        Some(Budget { soft: soft.max(floor), hard: hard.max(soft).max(floor) })
    }
}

/// No clock is longer: beyond this, arithmetic with durations could overflow.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

impl TimeControl {
    /// The same clock, none of its times longer than [`LONGEST`].
    fn within_reason(self) -> Self {
        let cap = |time: Duration| time.min(LONGEST);
        match self {
            Self::None => Self::None,
            Self::PerMove(time) => Self::PerMove(cap(time)),
            Self::SuddenDeath { left, increment } => {
                Self::SuddenDeath { left: cap(left), increment: cap(increment) }
            }
            Self::Session { left, moves, increment } => {
                Self::Session { left: cap(left), moves, increment: cap(increment) }
            }
            Self::Canadian { left, period, stones } => {
                Self::Canadian { left: cap(left), period: cap(period), stones }
            }
            Self::ByoYomi { left, period, periods } => {
                Self::ByoYomi { left: cap(left), period: cap(period), periods }
            }
        }
    }
}

const fn both(time: Duration) -> (Duration, Duration) {
    (time, time)
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
        return both(usable.mul_f64(0.95));
    }
    // The overhead of the moves to come is kept back too, but not so much that nothing is left.
    let later = (overhead * (moves - 1).min(40)).min(usable / 3);
    let gain = increment.saturating_sub(overhead).max(increment / 2);
    let soft = (usable - later) / moves + gain.mul_f64(0.8);
    let most = usable.mul_f64(if moves < 4 { 0.7 } else { 0.4 });
    let soft = soft.min(most);
    (soft, most.min(soft * 5).max(soft))
}

/// Main time before a byo-yomi in which a move has `each` (at most `most`). Main time is there to be
/// spent: what is left of it when the game ends is lost, and after it every move still has `each`.
/// So it goes into the first half of the moves to come, and never gives a move less than `each`.
fn lead_in(
    left: Duration,
    each: Duration,
    most: Duration,
    moves: u32,
    overhead: Duration,
) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead);
    if usable.is_zero() {
        return (each, most);
    }
    let soft = (usable / moves.div_ceil(2)).max(each);
    // When main time runs out during the move, the byo-yomi begins and its time is there too.
    let all = usable + each;
    let soft = soft.min(all);
    (soft, all.min(soft * 3).min((usable.mul_f64(0.5)).max(each)).max(soft))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    const fn sudden(left: u64, increment: u64) -> TimeControl {
        TimeControl::SuddenDeath { left: ms(left), increment: ms(increment) }
    }

    const fn session(left: u64, moves: u32, increment: u64) -> TimeControl {
        TimeControl::Session { left: ms(left), moves, increment: ms(increment) }
    }

    const fn byo_yomi(left: u64, period: u64) -> TimeControl {
        TimeControl::ByoYomi { left: ms(left), period: ms(period), periods: 3 }
    }

    const fn canadian(left: u64, period: u64, stones: u32) -> TimeControl {
        TimeControl::Canadian { left: ms(left), period: ms(period), stones }
    }

    #[test]
    fn endless_clocks_leave_room_for_arithmetic() {
        let endless = Duration::MAX;
        for control in [
            TimeControl::PerMove(endless),
            TimeControl::SuddenDeath { left: endless, increment: endless },
            TimeControl::Session { left: endless, moves: 3, increment: endless },
            TimeControl::Canadian { left: endless, period: endless, stones: 5 },
            TimeControl::ByoYomi { left: endless, period: endless, periods: 9 },
        ] {
            let budget = control.budget(30, ms(10)).unwrap();
            assert!(budget.hard <= LONGEST * 6, "{control:?} {budget:?}");
        }
    }

    #[test]
    fn no_clock_gives_no_budget() {
        assert_eq!(TimeControl::None.budget(30, ms(10)), None);
    }

    #[test]
    fn a_budget_never_exceeds_the_time_left() {
        for left in [0, 1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 30_000] {
                for moves in [1, 2, 3, 10, 40] {
                    for control in [sudden(left, increment), session(left, moves, increment)] {
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
    fn a_whole_game_at_the_soft_limit_never_falls() {
        for (left, increment, lag) in [(1000, 10, 30), (1000, 0, 5), (60_000, 0, 30), (100, 10, 8)]
        {
            let mut clock = ms(left);
            for _ in 0..150 {
                let control = TimeControl::SuddenDeath { left: clock, increment: ms(increment) };
                let budget = control.budget(40, ms(lag)).unwrap();
                let spent = budget.soft;
                assert!(spent <= clock, "{control:?} {budget:?}");
                clock = clock - spent + ms(increment);
            }
        }
    }

    #[test]
    fn a_short_clock_is_used_even_if_the_overhead_is_long() {
        // A second and a hundredth a move, and three hundredths kept back for lag.
        let budget = sudden(1000, 10).budget(42, ms(30)).unwrap();
        assert!(budget.soft >= ms(15) && budget.hard >= ms(50), "{budget:?}");
    }

    #[test]
    fn every_move_at_the_hard_limit_still_makes_the_session() {
        for moves in [1, 2, 3, 5, 40] {
            let mut clock = ms(10_000);
            for to_go in (1..=moves).rev() {
                let control = TimeControl::Session { left: clock, moves: to_go, increment: ms(0) };
                let budget = control.budget(50, ms(20)).unwrap();
                assert!(budget.hard < clock, "{control:?} {budget:?}");
                clock -= budget.hard;
            }
        }
    }

    #[test]
    fn budgets_by_table() {
        let table = [
            // The overhead is kept back.
            (TimeControl::PerMove(ms(1000)), 30, (950, 950)),
            (TimeControl::PerMove(ms(20)), 30, (1, 1)),
            // A minute for 30 moves: two seconds each, less the overhead of each.
            (sudden(60_000, 0), 30, (1950, 9750)),
            // The last move of a session may use nearly all.
            (session(10_050, 1, 0), 30, (9500, 9500)),
            // A byo-yomi period is used whole.
            (byo_yomi(0, 30_000), 30, (29_950, 29_950)),
            // A little main time is no reason to move faster than byo-yomi allows.
            (byo_yomi(1050, 10_000), 30, (9950, 9950)),
            // Plenty of main time: spent in the first half of the game.
            (byo_yomi(300_050, 1000), 30, (20_000, 60_000)),
            // Ten stones in 20 s.
            (canadian(0, 20_050, 10), 30, (2000, 8000)),
            (canadian(0, 10_050, 1), 30, (10_000, 10_000)),
        ];
        for (control, moves_left, (soft, hard)) in table {
            let expected = Budget { soft: ms(soft), hard: ms(hard) };
            assert_eq!(control.budget(moves_left, ms(50)).unwrap(), expected, "{control:?}");
        }
    }

    #[test]
    fn canadian_loans_never_break_the_period() {
        // Each move is told what is left of the period, as GTP's `time_left` does.
        for stones in [1, 2, 5, 25] {
            let mut clock = ms(25_000);
            for to_go in (1..=stones).rev() {
                let control = canadian(0, clock.as_millis() as u64, to_go);
                let budget = control.budget(60, ms(20)).unwrap();
                assert!(budget.hard < clock, "{control:?} {budget:?}");
                clock -= budget.hard;
            }
        }
    }
}
