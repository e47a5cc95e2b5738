//! The clocks of both sides as GTP controllers set them and report them.

use std::time::Duration;

use crate::game::Color;
use crate::search::TimeControl;

/// The longest time taken seriously: some thirty years.
const LONGEST: f64 = 1e9;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum System {
    /// Without end.
    #[default]
    Unlimited,
    /// Main time only.
    Absolute {
        /// Main time.
        main: Duration,
    },
    /// Main time, then so many periods of a move each.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods.
        periods: u32,
    },
    /// Main time, then so many moves in each period.
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves in a period.
        stones: u32,
    },
    /// Main time and more after each move.
    Fischer {
        /// Main time.
        main: Duration,
        /// Added after each move.
        increment: Duration,
        /// The clock never shows more than this.
        most: Duration,
        /// No move takes more than this.
        per_move: Duration,
    },
}

/// Where one side stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Left {
    Main(Duration),
    /// In a period: its time left, and the moves to make in it or the periods left.
    Overtime(Duration, u32),
}

/// Both clocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    system: System,
    left: [Left; 2],
}

/// The names that [`System::named`] knows.
pub const SYSTEM_NAMES: &[&str] =
    &["none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"];

/// A clock with more than this left has no end.
const ENDLESS: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

impl System {
    /// GTP's `time_settings MAIN BYO STONES`.
    pub fn standard(words: &[&str]) -> Option<Self> {
        let [main, period, stones, ..] = *words else { return None };
        let (main, period) = (seconds(main)?, seconds(period)?);
        let stones = stones.parse().ok()?;
        Some(match (main.is_zero(), period.is_zero(), stones) {
            // GoGui says "no limit" by a period without stones.
            (_, false, 0) | (true, true, _) => Self::Unlimited,
            (_, true, _) => Self::Absolute { main },
            (_, false, _) => Self::Canadian { main, period, stones },
        })
    }

    /// `kgs-time_settings` and `kata-time_settings`: a name and its numbers.
    pub fn named(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["none", ..] => Self::Unlimited,
            ["absolute", main, ..] => Self::Absolute { main: seconds(main)? },
            ["byoyomi", main, period, periods, ..] => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                match periods.parse().ok()? {
                    // After the main time nothing is left.
                    0 => Self::Absolute { main },
                    _ if period.is_zero() => Self::Absolute { main },
                    periods => Self::ByoYomi { main, period, periods },
                }
            }
            ["canadian", main, period, stones, ..] => {
                return Self::standard(&[main, period, stones]);
            }
            ["fischer", main, increment, ..] => Self::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                most: Duration::MAX,
                per_move: Duration::MAX,
            },
            ["fischer-capped", main, increment, most, per_move, ..] => Self::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                most: cap(most)?,
                per_move: cap(per_move)?,
            },
            _ => return None,
        })
    }

    const fn main(self) -> Duration {
        match self {
            Self::Unlimited => Duration::MAX,
            Self::Absolute { main }
            | Self::ByoYomi { main, .. }
            | Self::Canadian { main, .. }
            | Self::Fischer { main, .. } => main,
        }
    }
}

/// A time in seconds, fractions allowed.
pub fn seconds(word: &str) -> Option<Duration> {
    let number: f64 = word.parse().ok()?;
    // `contains` is false for what is no number.
    (0.0..=f64::MAX).contains(&number).then(|| Duration::from_secs_f64(number.min(LONGEST)))
}

/// A limit in seconds; a negative one is none.
fn cap(word: &str) -> Option<Duration> {
    let number: f64 = word.parse().ok()?;
    if number < 0.0 { Some(Duration::MAX) } else { seconds(word) }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new(System::default())
    }
}

impl Clock {
    /// Both sides at the start.
    pub fn new(system: System) -> Self {
        Self { system, left: [Left::Main(system.main()); 2] }
    }

    /// Both clocks as at the start of a game.
    pub fn restart(&mut self) {
        *self = Self::new(self.system);
    }

    /// The controller's own count, `time_left`: `count` is 0 in main time, else stones or periods.
    pub fn report(&mut self, color: Color, time: Duration, count: u32) {
        let left = if count == 0 { Left::Main(time) } else { Left::Overtime(time, count) };
        *self.side(color) = left;
    }

    /// Our own count, for controllers that never send theirs.
    pub fn spend(&mut self, color: Color, used: Duration) {
        let system = self.system;
        let side = self.side(color);
        *side = match *side {
            Left::Main(left) if used <= left => Left::Main(match system {
                System::Fischer { increment, most, .. } => {
                    (left - used).saturating_add(increment).min(most)
                }
                _ => left - used,
            }),
            Left::Main(left) => first_overtime(system, used - left),
            Left::Overtime(left, count) => next_overtime(system, left, count, used),
        };
    }

    /// The clock of `color` for a search.
    pub fn control(&self, color: Color) -> TimeControl {
        let [black, white] = self.left;
        let side = if color == Color::First { black } else { white };
        match (self.system, side) {
            // Time is taken from an endless clock, too: what is left is still endless.
            (System::Unlimited, Left::Main(left)) if left > ENDLESS => TimeControl::None,
            (System::Unlimited | System::Absolute { .. }, Left::Main(left)) => {
                TimeControl::SuddenDeath { left, increment: Duration::ZERO }
            }
            (System::Fischer { increment, per_move, .. }, Left::Main(left)) => {
                // A budget takes at most 0.4 of the clock.
                let shown = left.min(per_move.saturating_mul(5) / 2);
                TimeControl::SuddenDeath { left: shown, increment: increment.min(per_move) }
            }
            (System::ByoYomi { period, periods, .. }, Left::Main(left)) => {
                TimeControl::ByoYomi { left, period, periods }
            }
            (System::ByoYomi { period, .. }, Left::Overtime(time, periods)) => {
                // A controller may report the rest of a period that has begun.
                let period = if time.is_zero() { period } else { time.min(period) };
                TimeControl::ByoYomi { left: Duration::ZERO, period, periods }
            }
            (System::Canadian { period, stones, .. }, Left::Main(left)) => {
                TimeControl::Canadian { left, period, stones }
            }
            (_, Left::Overtime(left, moves)) => {
                TimeControl::Session { left, moves: moves.max(1), increment: Duration::ZERO }
            }
        }
    }

    fn side(&mut self, color: Color) -> &mut Left {
        let [black, white] = &mut self.left;
        if color == Color::First { black } else { white }
    }
}

/// The clock after main time was overdrawn by `over`.
fn first_overtime(system: System, over: Duration) -> Left {
    match system {
        System::ByoYomi { period, periods, .. } => next_overtime(system, period, periods, over),
        System::Canadian { period, stones, .. } => next_overtime(system, period, stones, over),
        _ => Left::Main(Duration::ZERO),
    }
}

/// The clock after a move that took `used` in a period.
fn next_overtime(system: System, left: Duration, count: u32, used: Duration) -> Left {
    match system {
        System::ByoYomi { period, .. } => {
            let lost = used.as_nanos() / period.as_nanos().max(1);
            let lost = u32::try_from(lost).unwrap_or(u32::MAX);
            Left::Overtime(period, count.saturating_sub(lost).max(1))
        }
        System::Canadian { period, stones, .. } if count <= 1 => Left::Overtime(period, stones),
        _ => Left::Overtime(left.saturating_sub(used), count.saturating_sub(1).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn standard(text: &str) -> Option<System> {
        System::standard(&text.split(' ').collect::<Vec<_>>())
    }

    fn named(text: &str) -> Option<System> {
        System::named(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn a_period_without_stones_means_no_limit() {
        assert_eq!(standard("0 1 0"), Some(System::Unlimited));
        assert_eq!(Clock::new(System::Unlimited).control(Color::First), TimeControl::None);
    }

    #[test]
    fn an_endless_clock_stays_endless_however_much_is_spent() {
        let mut clock = Clock::new(System::Unlimited);
        clock.spend(Color::First, s(3600));
        assert_eq!(clock.control(Color::First), TimeControl::None);
    }

    #[test]
    fn a_main_time_without_period_is_absolute() {
        assert_eq!(standard("300 0 0"), Some(System::Absolute { main: s(300) }));
    }

    #[test]
    fn stones_in_a_period_are_canadian() {
        let system = System::Canadian { main: s(300), period: s(60), stones: 10 };
        assert_eq!(standard("300 60 10"), Some(system));
        assert_eq!(named("canadian 300 60 10"), Some(system));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "300", "300 60", "-1 0 0", "a b c", "nan 0 0", "300 60 -1"] {
            assert_eq!(standard(text), None, "{text}");
        }
        for text in ["", "hourglass 3", "byoyomi 1 2", "absolute inf x -"] {
            assert!(named(text).is_none_or(|s| s == System::Absolute { main: s_longest() }));
        }
    }

    fn s_longest() -> Duration {
        Duration::from_secs_f64(LONGEST)
    }

    #[test]
    fn the_controllers_count_is_the_truth() {
        let mut clock = Clock::new(standard("300 60 10").unwrap());
        clock.report(Color::First, s(42), 0);
        let main = TimeControl::Canadian { left: s(42), period: s(60), stones: 10 };
        assert_eq!(clock.control(Color::First), main);
        clock.report(Color::First, s(30), 4);
        let session = TimeControl::Session { left: s(30), moves: 4, increment: Duration::ZERO };
        assert_eq!(clock.control(Color::First), session);
        assert_eq!(
            clock.control(Color::Second),
            TimeControl::Canadian { left: s(300), period: s(60), stones: 10 }
        );
    }

    #[test]
    fn in_japanese_byo_yomi_the_count_is_of_periods() {
        let mut clock = Clock::new(named("byoyomi 600 30 5").unwrap());
        clock.report(Color::Second, s(30), 3);
        let control = TimeControl::ByoYomi { left: Duration::ZERO, period: s(30), periods: 3 };
        assert_eq!(clock.control(Color::Second), control);
    }

    #[test]
    fn byo_yomi_without_periods_is_absolute() {
        for text in ["byoyomi 10 5 0", "byoyomi 10 0 5", "byoyomi 10 0 0"] {
            assert_eq!(named(text), Some(System::Absolute { main: s(10) }), "{text}");
        }
        let mut clock = Clock::new(named("byoyomi 10 5 0").unwrap());
        clock.report(Color::First, s(1), 0);
        let budget = clock.control(Color::First).budget(30, Duration::ZERO).unwrap();
        assert!(budget.hard < s(1), "{budget:?}");
    }

    #[test]
    fn we_count_for_controllers_that_do_not() {
        let mut clock = Clock::new(named("fischer 60 5").unwrap());
        clock.spend(Color::First, s(20));
        let control = TimeControl::SuddenDeath { left: s(45), increment: s(5) };
        assert_eq!(clock.control(Color::First), control);

        let mut clock = Clock::new(named("byoyomi 10 30 3").unwrap());
        clock.spend(Color::First, s(50));
        let control = TimeControl::ByoYomi { left: Duration::ZERO, period: s(30), periods: 2 };
        assert_eq!(clock.control(Color::First), control);

        let mut clock = Clock::new(standard("10 60 2").unwrap());
        for used in [10, 20, 30] {
            clock.spend(Color::First, s(used));
        }
        let session = TimeControl::Session { left: s(10), moves: 1, increment: Duration::ZERO };
        assert_eq!(
            clock.control(Color::First).budget(30, s(0)).map(|b| b.hard <= s(60)),
            Some(true)
        );
        clock.report(Color::First, s(10), 1);
        assert_eq!(clock.control(Color::First), session);
    }

    #[test]
    fn a_capped_clock_never_plans_a_longer_move() {
        let clock = Clock::new(named("fischer-capped 600 10 600 20").unwrap());
        let budget = clock.control(Color::First).budget(30, Duration::ZERO).unwrap();
        assert!(budget.hard <= s(20), "{budget:?}");
    }
}
