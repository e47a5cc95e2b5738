//! How long the players may think: the time control as an operator writes it, and the clock of
//! one player that runs by it.
//!
//! | text | meaning |
//! |---|---|
//! | `100ms/move` | so much for each move |
//! | `60s+500ms` | for the game, with an increment after each move |
//! | `5m` | for the game |
//! | `40/5m` | 40 moves in 5 minutes, again and again (`40/5m+1s` with increment) |
//! | `10m+3x30s` | main time, then 3 periods of Japanese byo-yomi |
//! | `10m+25/5m` | main time, then Canadian byo-yomi, 25 moves in each 5 minutes |
//! | `nodes=20000`, `depth=8`, `playouts=2000` | a fixed effort for each move, without a clock |
//! | `free` | the engine's own limits |
//!
//! Parts joined with commas hold together: `depth=8,5s/move`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::search::TimeControl;

/// What limits a player's thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The clock at the start of the game.
    pub clock: Timing,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
    /// Playouts for each move.
    pub playouts: Option<u64>,
}

/// The clock part of a [`Pace`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// No clock.
    #[default]
    None,
    /// So much for each move.
    PerMove(Duration),
    /// For the whole game, with an increment.
    Sudden {
        /// At the start.
        base: Duration,
        /// After each move.
        increment: Duration,
    },
    /// For so many moves, again and again.
    Session {
        /// Moves in a session.
        moves: u32,
        /// Time of a session.
        base: Duration,
        /// After each move.
        increment: Duration,
    },
    /// Japanese byo-yomi.
    ByoYomi {
        /// Main time.
        base: Duration,
        /// Number of periods.
        periods: u32,
        /// Length of each.
        period: Duration,
    },
    /// Canadian byo-yomi.
    Canadian {
        /// Main time.
        base: Duration,
        /// Moves in a period.
        stones: u32,
        /// Length of a period.
        period: Duration,
    },
}

impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut pace = Self::default();
        for part in text.split(',').map(str::trim) {
            if let Some((name, value)) = part.split_once('=') {
                let number = value.replace('_', "");
                let number: u64 = number
                    .parse()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or_else(|| format!("`{part}`: expected a positive whole number"))?;
                match name {
                    "nodes" => pace.nodes = Some(number),
                    "playouts" => pace.playouts = Some(number),
                    "depth" => pace.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                    _ => return Err(unknown(part)),
                }
            } else if part != "free" {
                if pace.clock != Timing::None {
                    return Err(format!("`{text}` has two clocks"));
                }
                pace.clock = part.parse()?;
            }
        }
        Ok(pace)
    }
}

fn unknown(part: &str) -> String {
    format!(
        "`{part}` is no time control: expected 100ms/move, 60s+500ms, 40/5m, 10m+3x30s, \
         10m+25/5m, nodes=N, depth=N, playouts=N or free"
    )
}

impl FromStr for Timing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || unknown(text);
        if let Some(time) = text.strip_suffix("/move") {
            return Ok(Self::PerMove(duration(time).filter(|t| !t.is_zero()).ok_or_else(wrong)?));
        }
        let (main, rest) = text.split_once('+').unwrap_or((text, ""));
        if let Some((moves, base)) = main.split_once('/') {
            let moves: u32 = moves.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?;
            let base = duration(base).filter(|t| !t.is_zero()).ok_or_else(wrong)?;
            let increment = if rest.is_empty() { Some(Duration::ZERO) } else { duration(rest) };
            return Ok(Self::Session { moves, base, increment: increment.ok_or_else(wrong)? });
        }
        let base = duration(main).ok_or_else(wrong)?;
        let periodic = |n: &str, time: &str| {
            let n: u32 = n.parse().ok().filter(|&n| n > 0)?;
            Some((n, duration(time).filter(|t| !t.is_zero())?))
        };
        if let Some((periods, period)) = rest.split_once('x') {
            let (periods, period) = periodic(periods, period).ok_or_else(wrong)?;
            return Ok(Self::ByoYomi { base, periods, period });
        }
        if let Some((stones, period)) = rest.split_once('/') {
            let (stones, period) = periodic(stones, period).ok_or_else(wrong)?;
            return Ok(Self::Canadian { base, stones, period });
        }
        let increment = if rest.is_empty() { Some(Duration::ZERO) } else { duration(rest) };
        let increment = increment.ok_or_else(wrong)?;
        if base.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(Self::Sudden { base, increment })
    }
}

/// `100ms`, `1.5s`, `5m`, `1h`; a bare number is seconds. Clocks know whole milliseconds.
pub fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .iter()
        .find_map(|&(suffix, unit)| text.strip_suffix(suffix).map(|number| (number, unit)))
        .unwrap_or((text, 1.0));
    // No sign, no exponent, no `inf`.
    if number.is_empty() || !number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let seconds = number.parse::<f64>().ok()? * unit;
    (seconds < 1e6).then(|| Duration::from_millis((1000.0 * seconds).round() as u64))
}

/// A duration in the form [`duration`] reads.
fn brief(time: Duration) -> String {
    let ms = time.as_millis();
    if ms >= 60_000 && ms.is_multiple_of(60_000) {
        format!("{}m", ms / 60_000)
    } else if ms.is_multiple_of(1000) {
        format!("{}s", ms / 1000)
    } else if ms < 1000 {
        format!("{ms}ms")
    } else {
        format!("{}s", time.as_secs_f64())
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("free"),
            Self::PerMove(time) => write!(f, "{}/move", brief(time)),
            Self::Sudden { base, increment } if increment.is_zero() => f.write_str(&brief(base)),
            Self::Sudden { base, increment } => write!(f, "{}+{}", brief(base), brief(increment)),
            Self::Session { moves, base, increment } if increment.is_zero() => {
                write!(f, "{moves}/{}", brief(base))
            }
            Self::Session { moves, base, increment } => {
                write!(f, "{moves}/{}+{}", brief(base), brief(increment))
            }
            Self::ByoYomi { base, periods, period } => {
                write!(f, "{}+{periods}x{}", brief(base), brief(period))
            }
            Self::Canadian { base, stones, period } => {
                write!(f, "{}+{stones}/{}", brief(base), brief(period))
            }
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.depth.map(|n| format!("depth={n}")));
        parts.extend(self.nodes.map(|n| format!("nodes={n}")));
        parts.extend(self.playouts.map(|n| format!("playouts={n}")));
        if self.clock != Timing::None || parts.is_empty() {
            parts.push(self.clock.to_string());
        }
        f.write_str(&parts.join(","))
    }
}

/// The clock of one player during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    timing: Timing,
    left: Duration,
    /// Moves still to make in a session or Canadian period.
    moves: u32,
    periods: u32,
    in_overtime: bool,
}

/// The player has no time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFell;

impl Clock {
    /// A full clock.
    pub fn new(timing: Timing) -> Self {
        let (left, moves, periods) = match timing {
            Timing::None => (Duration::ZERO, 0, 0),
            Timing::PerMove(time) => (time, 0, 0),
            Timing::Sudden { base, .. } => (base, 0, 0),
            Timing::Session { moves, base, .. } => (base, moves, 0),
            Timing::ByoYomi { base, periods, .. } => (base, 0, periods),
            Timing::Canadian { base, .. } => (base, 0, 0),
        };
        let in_overtime = left.is_zero();
        let mut clock = Self { timing, left, moves, periods, in_overtime };
        if in_overtime && let Timing::Canadian { stones, period, .. } = timing {
            clock.left = period;
            clock.moves = stones;
        }
        clock
    }

    /// How the clock stands, in the words of the protocols.
    pub fn control(&self) -> TimeControl {
        match self.timing {
            Timing::None => TimeControl::None,
            Timing::PerMove(time) => TimeControl::PerMove(time),
            Timing::Sudden { increment, .. } => {
                TimeControl::SuddenDeath { left: self.left, increment }
            }
            Timing::Session { increment, .. } => {
                TimeControl::Session { left: self.left, moves: self.moves, increment }
            }
            Timing::ByoYomi { period, .. } => TimeControl::ByoYomi {
                left: if self.in_overtime { Duration::ZERO } else { self.left },
                period,
                periods: self.periods,
            },
            Timing::Canadian { .. } if self.in_overtime => TimeControl::Session {
                left: self.left,
                moves: self.moves,
                increment: Duration::ZERO,
            },
            Timing::Canadian { period, stones, .. } => {
                TimeControl::Canadian { left: self.left, period, stones }
            }
        }
    }

    /// The longest the next move may take; `None` without a clock.
    pub fn allowance(&self) -> Option<Duration> {
        match self.timing {
            Timing::None => None,
            Timing::PerMove(time) => Some(time),
            Timing::Sudden { .. } | Timing::Session { .. } => Some(self.left),
            Timing::ByoYomi { period, .. } => {
                let main = if self.in_overtime { Duration::ZERO } else { self.left };
                Some(main + period * self.periods)
            }
            Timing::Canadian { .. } if self.in_overtime => Some(self.left),
            Timing::Canadian { period, .. } => Some(self.left + period),
        }
    }

    /// Takes the time of a move off. A move at most `margin` late is forgiven: pipes and a loaded
    /// machine are not the engine's fault.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> Result<(), FlagFell> {
        if self.allowance().is_some_and(|most| used > most + margin) {
            self.left = Duration::ZERO;
            return Err(FlagFell);
        }
        match self.timing {
            Timing::None | Timing::PerMove(_) => {}
            Timing::Sudden { increment, .. } => {
                self.left = self.left.saturating_sub(used) + increment;
            }
            Timing::Session { moves, base, increment } => {
                self.left = self.left.saturating_sub(used) + increment;
                self.moves = self.moves.saturating_sub(1);
                if self.moves == 0 {
                    self.moves = moves;
                    self.left += base;
                }
            }
            Timing::ByoYomi { period, .. } => self.spend_byo_yomi(used, period),
            Timing::Canadian { stones, period, .. } => self.spend_canadian(used, stones, period),
        }
        Ok(())
    }

    fn spend_byo_yomi(&mut self, used: Duration, period: Duration) {
        let mut over = used;
        if !self.in_overtime {
            if used < self.left {
                self.left -= used;
                return;
            }
            over = used - self.left;
            self.left = Duration::ZERO;
            self.in_overtime = true;
        }
        let whole = (over.as_nanos() / period.as_nanos().max(1)).min(u128::from(u32::MAX)) as u32;
        // A forgiven oversight never takes the last period.
        self.periods = self.periods.saturating_sub(whole).max(1);
    }

    fn spend_canadian(&mut self, used: Duration, stones: u32, period: Duration) {
        if !self.in_overtime {
            if used < self.left {
                self.left -= used;
                return;
            }
            let over = used - self.left;
            self.in_overtime = true;
            self.left = period.saturating_sub(over);
            self.moves = stones;
        } else {
            self.left = self.left.saturating_sub(used);
        }
        self.moves = self.moves.saturating_sub(1);
        if self.moves == 0 {
            self.left = period;
            self.moves = stones;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse::<Pace>().unwrap().clock)
    }

    #[test]
    fn every_form_is_read_and_written_back() {
        for text in [
            "100ms/move",
            "2s/move",
            "60ms",
            "1m",
            "1m+500ms",
            "1s+10ms",
            "1.5s+10ms",
            "40/5m",
            "40/5m+1s",
            "10m+3x30s",
            "0s+5x1s",
            "10m+25/5m",
            "nodes=20000",
            "depth=8",
            "playouts=2000",
            "depth=8,5s/move",
            "free",
        ] {
            assert_eq!(text.parse::<Pace>().unwrap().to_string(), text);
        }
        assert_eq!("60s+0.5".parse::<Pace>().unwrap().to_string(), "1m+500ms");
        let parts = ".303020+1.00049".parse::<Pace>().unwrap();
        assert_eq!(parts.to_string(), "303ms+1s");
        assert_eq!(parts.to_string().parse(), Ok(parts));
        assert_eq!("nodes=20_000".parse::<Pace>().unwrap().nodes, Some(20_000));
    }

    #[test]
    fn nonsense_is_refused_with_the_forms_to_use() {
        for text in [
            "",
            "fast",
            "-1s",
            "0/move",
            "0s",
            "nodes=0",
            "nodes=x",
            "1s,2s",
            "5/0s",
            "10m+0x3s",
            "1e9s",
            "infs",
            "nans",
            "99999999h",
            "1s+",
            "time=5",
        ] {
            let result = text.parse::<Pace>();
            if text == "1s+" {
                assert!(result.is_ok());
                continue;
            }
            assert!(result.is_err(), "{text} gave {result:?}");
        }
        assert!("fast".parse::<Pace>().unwrap_err().contains("100ms/move"));
    }

    #[test]
    fn an_increment_is_added_after_the_move() {
        let mut clock = clock("1s+100ms");
        clock.spend(ms(600), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(500)));
        assert_eq!(clock.spend(ms(501), ms(0)), Err(FlagFell));
    }

    #[test]
    fn the_margin_forgives_a_late_move_but_gives_no_time() {
        let mut clock = clock("1s+100ms");
        clock.spend(ms(1020), ms(50)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(100)));
    }

    #[test]
    fn a_session_is_refilled_when_its_moves_are_made() {
        let mut clock = clock("2/10s");
        clock.spend(ms(4000), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(6000)));
        clock.spend(ms(1000), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(15_000)));
    }

    #[test]
    fn japanese_periods_are_lost_only_when_used_up() {
        let mut clock = clock("10s+3x5s");
        clock.spend(ms(9000), ms(0)).unwrap();
        clock.spend(ms(4000), ms(0)).unwrap(); // 1 s of main time, 3 s of a period: none lost
        assert_eq!(clock.allowance(), Some(ms(15_000)));
        clock.spend(ms(6000), ms(0)).unwrap(); // one period lost
        assert_eq!(clock.allowance(), Some(ms(10_000)));
        clock.spend(ms(4999), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(10_000)));
        assert_eq!(clock.spend(ms(10_001), ms(0)), Err(FlagFell));
    }

    #[test]
    fn canadian_periods_are_renewed_after_their_stones() {
        let mut clock = clock("1s+2/10s");
        clock.spend(ms(3000), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(8000)));
        clock.spend(ms(3000), ms(0)).unwrap();
        assert_eq!(clock.allowance(), Some(ms(10_000)));
        assert_eq!(clock.spend(ms(10_001), ms(0)), Err(FlagFell));
    }

    #[test]
    fn no_clock_never_falls() {
        let mut clock = clock("nodes=100");
        assert_eq!(clock.allowance(), None);
        clock.spend(Duration::from_secs(1000), ms(0)).unwrap();
    }

    proptest! {
        #[test]
        fn any_text_gives_a_pace_or_an_error(text in "\\PC{0,30}") {
            let _ = text.parse::<Pace>();
        }

        #[test]
        fn any_clock_survives_any_moves(
            which in 0usize..6,
            used in prop::collection::vec(0u64..20_000, 1..60),
        ) {
            let text = ["1s/move", "5s+1s", "3/5s", "5s+3x1s", "5s+3/2s", "0s+2/3s"][which];
            let mut clock = clock(text);
            for time in used {
                let _ = clock.spend(ms(time), ms(100));
                prop_assert!(clock.allowance().is_some());
                let _ = clock.control();
            }
        }
    }
}
