//! The table of a match: points, Elo, superiority, and what went wrong, from its finished games.

use std::collections::HashMap;

use serde::Serialize;

use super::journal::Entry;
use crate::base::stats::{Estimate, Pairs, Sprt, SprtVerdict, Tally};

/// One engine's row.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The engine.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Two for a win, one for a draw.
    pub points: u64,
    /// Points of all that could be had, 0 to 1.
    pub score: f64,
    /// Against the field, from pairs of games where they are whole.
    pub elo: Option<Elo>,
    /// Games lost by illegal moves, by time and by crashes, hangs and floods.
    pub faults: Faults,
    /// Mean thinking time of a game in seconds.
    pub seconds_per_game: f64,
}

/// Games lost other than over the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// By an illegal move.
    pub illegal: u64,
    /// By the clock.
    pub time: u64,
    /// By a crash, hang, flood or nonsense.
    pub crash: u64,
}

impl Faults {
    /// All of them.
    pub const fn total(&self) -> u64 {
        self.illegal + self.time + self.crash
    }
}

/// An Elo difference, as JSON can hold it (no infinities).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The difference; absent if every game was won or lost.
    pub value: Option<f64>,
    /// Half the 95 % interval; absent if it is unbounded.
    pub error: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
    /// Likelihood of superiority.
    pub los: f64,
}

impl From<Estimate> for Elo {
    fn from(estimate: Estimate) -> Self {
        let finite = |x: f64| x.is_finite().then_some((x * 100.0).round() / 100.0);
        Self {
            value: finite(estimate.elo),
            error: finite(estimate.error()),
            low: finite(estimate.low),
            high: finite(estimate.high),
            los: estimate.superiority,
        }
    }
}

/// Two engines against each other.
#[derive(Clone, Debug, Serialize)]
pub struct Encounter {
    /// The engine whose view it is.
    pub engine: String,
    /// Its opponent.
    pub opponent: String,
    /// Won, drawn, lost.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Two for a win, one for a draw.
    pub points: u64,
    /// Pairs of games with 0, ½, 1, 1½, 2 wins.
    pub pentanomial: [u64; 5],
    /// From pairs, or from single games while no pair is whole.
    pub elo: Option<Elo>,
    /// As first side: won, drawn, lost.
    pub as_first: [u64; 3],
}

/// Where a sequential test stands.
#[derive(Clone, Debug, Serialize)]
pub struct SprtState {
    /// Null hypothesis.
    pub elo0: f64,
    /// Alternative.
    pub elo1: f64,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Failed below this.
    pub lower: f64,
    /// Passed above this.
    pub upper: f64,
    /// `passed`, `failed` or `open`.
    pub verdict: String,
}

/// Games that took the same course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Identical {
    /// Games that repeat an earlier one move for move.
    pub games: usize,
    /// Numbers of games that are the same, for each course that occurred more than once.
    pub groups: Vec<Vec<usize>>,
}

/// Everything known from the finished games.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Engines, the best first.
    pub rows: Vec<Row>,
    /// Every pairing, from the view of the engine named first in the match.
    pub encounters: Vec<Encounter>,
    /// Repeated games.
    pub identical: Identical,
}

impl Standings {
    /// Counts `entries` for engines `names`, in their order.
    pub fn of(names: &[String], entries: &[Entry]) -> Self {
        let mut rows: Vec<Row> = names.iter().map(|name| row(name, entries)).collect();
        rows.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.games.cmp(&a.games)));
        let mut encounters = Vec::new();
        for (i, a) in names.iter().enumerate() {
            for b in names.iter().skip(i + 1) {
                let met = encounter(a, b, entries);
                if met.wins + met.draws + met.losses > 0 {
                    encounters.push(met);
                }
            }
        }
        Self { rows, encounters, identical: identical(entries) }
    }
}

/// Where `sprt` stands for `a` against `b`. Once a bound is reached the verdict stands, whatever the
/// games bring that were under way then.
pub fn sprt_state(sprt: &Sprt, a: &str, b: &str, entries: &[Entry]) -> SprtState {
    let (lower, upper) = sprt.bounds();
    let (mut pairs, mut verdict) = (Pairs::default(), SprtVerdict::Open);
    for half_wins in pair_results(entries, |name| name == a, |name| name == b) {
        pairs.add(half_wins);
        if verdict == SprtVerdict::Open {
            verdict = sprt.verdict(&pairs);
        }
    }
    let verdict = match verdict {
        SprtVerdict::Open => "open",
        SprtVerdict::Passed => "passed",
        SprtVerdict::Failed => "failed",
    };
    let (elo0, elo1, llr) = (sprt.elo0, sprt.elo1, sprt.ratio(&pairs));
    SprtState { elo0, elo1, llr, lower, upper, verdict: verdict.into() }
}

fn row(name: &str, entries: &[Entry]) -> Row {
    let mut tally = Tally::default();
    let mut faults = Faults::default();
    let mut seconds = 0.0;
    for entry in entries {
        let [first, second] = entry.seconds;
        let (half_wins, time) = if entry.first == name {
            (entry.first_half_wins(), first)
        } else if entry.second == name {
            (2 - entry.first_half_wins(), second)
        } else {
            continue;
        };
        seconds += time;
        match half_wins {
            2 => tally.wins += 1,
            1 => tally.draws += 1,
            _ => {
                tally.losses += 1;
                match entry.reason.as_str() {
                    "illegal move" => faults.illegal += 1,
                    "time" => faults.time += 1,
                    "crash" => faults.crash += 1,
                    _ => {}
                }
            }
        }
    }
    let pairs = pairs(entries, |other| other == name, |_| true);
    Row {
        name: name.to_owned(),
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        points: tally.points(),
        score: tally.score(),
        elo: estimate(&pairs, &tally).map(Elo::from),
        faults,
        seconds_per_game: if tally.games() == 0 { 0.0 } else { seconds / tally.games() as f64 },
    }
}

fn encounter(a: &str, b: &str, entries: &[Entry]) -> Encounter {
    let mut tally = Tally::default();
    let mut as_first = Tally::default();
    for entry in entries {
        let half_wins = if entry.first == a && entry.second == b {
            add(&mut as_first, entry.first_half_wins());
            entry.first_half_wins()
        } else if entry.first == b && entry.second == a {
            2 - entry.first_half_wins()
        } else {
            continue;
        };
        add(&mut tally, half_wins);
    }
    let pairs = pairs(entries, |name| name == a, |name| name == b);
    Encounter {
        engine: a.to_owned(),
        opponent: b.to_owned(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        points: tally.points(),
        pentanomial: pairs.counts,
        elo: estimate(&pairs, &tally).map(Elo::from),
        as_first: [as_first.wins, as_first.draws, as_first.losses],
    }
}

fn add(tally: &mut Tally, half_wins: usize) {
    match half_wins {
        2 => tally.wins += 1,
        1 => tally.draws += 1,
        _ => tally.losses += 1,
    }
}

/// From pairs; from single games while the pairs show no variance.
fn estimate(pairs: &Pairs, tally: &Tally) -> Option<Estimate> {
    pairs.estimate().filter(|_| pairs.vary()).or_else(|| tally.estimate())
}

/// The whole pairs of one engine against others.
pub fn pairs(entries: &[Entry], own: impl Fn(&str) -> bool, other: impl Fn(&str) -> bool) -> Pairs {
    let mut pairs = Pairs::default();
    for half_wins in pair_results(entries, own, other) {
        pairs.add(half_wins);
    }
    pairs
}

/// Half wins of one engine in each whole pair against others, in the order in which pairs became whole.
fn pair_results(
    entries: &[Entry],
    own: impl Fn(&str) -> bool,
    other: impl Fn(&str) -> bool,
) -> Vec<usize> {
    let mut first_games: HashMap<usize, usize> = HashMap::new();
    let mut results = Vec::new();
    for entry in entries {
        let half_wins = if own(&entry.first) && other(&entry.second) {
            entry.first_half_wins()
        } else if own(&entry.second) && other(&entry.first) {
            2 - entry.first_half_wins()
        } else {
            continue;
        };
        match first_games.remove(&entry.pair) {
            Some(first) => results.push(first + half_wins),
            None => _ = first_games.insert(entry.pair, half_wins),
        }
    }
    results
}

fn identical(entries: &[Entry]) -> Identical {
    let mut courses: HashMap<(usize, &[String]), Vec<usize>> = HashMap::new();
    for entry in entries {
        courses.entry(entry.course()).or_default().push(entry.index);
    }
    let mut groups: Vec<Vec<usize>> = courses.into_values().filter(|g| g.len() > 1).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    Identical { games: groups.iter().map(|group| group.len() - 1).sum(), groups }
}

#[cfg(test)]
mod tests {
    use super::super::journal::tests::entry;
    use super::*;

    fn names() -> Vec<String> {
        vec!["a".into(), "b".into()]
    }

    #[test]
    fn pairs_are_counted_from_both_colours() {
        // a wins both games of pair 0, draws and loses in pair 1, and pair 2 is not whole.
        let entries = [
            entry(0, "a", "b", "1-0"),
            entry(1, "b", "a", "0-1"),
            entry(2, "a", "b", "1/2-1/2"),
            entry(3, "b", "a", "1-0"),
            entry(4, "a", "b", "1-0"),
        ];
        let standings = Standings::of(&names(), &entries);
        let met = &standings.encounters[0];
        assert_eq!((met.wins, met.draws, met.losses, met.points), (3, 1, 1, 7));
        assert_eq!(met.pentanomial, [0, 1, 0, 0, 1]);
        assert_eq!(met.as_first, [2, 1, 0]);
        assert_eq!(standings.rows[0].name, "a");
        assert_eq!(standings.rows[1].points, 3);
    }

    #[test]
    fn equal_pairs_leave_the_error_to_single_games() {
        let entries = [entry(0, "a", "b", "1-0"), entry(1, "b", "a", "1-0")];
        let elo = Standings::of(&names(), &entries).encounters[0].elo.unwrap();
        assert_eq!((elo.value, elo.error), (Some(0.0), None));
    }

    #[test]
    fn faults_are_the_loser_s() {
        let mut crash = entry(0, "a", "b", "0-1");
        crash.reason = "crash".into();
        let mut late = entry(1, "b", "a", "1-0");
        late.reason = "time".into();
        let standings = Standings::of(&names(), &[crash, late]);
        let of = |name: &str| standings.rows.iter().find(|row| row.name == name).unwrap().faults;
        assert_eq!(of("a"), Faults { illegal: 0, time: 1, crash: 1 });
        assert_eq!(of("b").total(), 0);
    }

    #[test]
    fn the_same_moves_from_the_same_opening_are_the_same_game() {
        let mut again = entry(5, "b", "a", "1-0");
        let once = entry(4, "a", "b", "1-0");
        again.moves = once.moves.clone();
        let standings = Standings::of(&names(), &[once.clone(), again.clone()]);
        assert_eq!(standings.identical.games, 1);
        assert_eq!(standings.identical.groups, [vec![4, 5]]);
        again.opening = 7;
        assert_eq!(Standings::of(&names(), &[once, again]).identical.games, 0);
    }

    #[test]
    fn a_sequential_test_sees_only_its_two_engines() {
        let entries: Vec<Entry> = (0..400)
            .map(|i| {
                let (first, second) = if i % 2 == 0 { ("a", "b") } else { ("b", "a") };
                entry(i, first, second, if i % 2 == 0 { "1-0" } else { "1/2-1/2" })
            })
            .collect();
        let state = sprt_state(&Sprt::new(0.0, 10.0), "a", "b", &entries);
        assert_eq!(state.verdict, "passed");
        let state = sprt_state(&Sprt::new(0.0, 10.0), "a", "c", &entries);
        assert_eq!((state.verdict.as_str(), state.llr), ("open", 0.0));
    }

    #[test]
    fn games_under_way_do_not_take_a_verdict_back() {
        let sprt = Sprt::new(0.0, 10.0);
        let pair = |n: usize, result: [&str; 2]| {
            [entry(2 * n, "a", "b", result[0]), entry(2 * n + 1, "b", "a", result[1])]
        };
        let mut entries: Vec<Entry> = Vec::new();
        while sprt_state(&sprt, "a", "b", &entries).verdict == "open" {
            let n = entries.len() / 2;
            entries.extend(pair(
                n,
                if n.is_multiple_of(3) { ["1-0", "1-0"] } else { ["1-0", "1/2-1/2"] },
            ));
        }
        for _ in 0..3 {
            entries.extend(pair(entries.len() / 2, ["0-1", "1-0"]));
        }
        let state = sprt_state(&sprt, "a", "b", &entries);
        assert!(state.llr < state.upper, "{state:?}");
        assert_eq!(state.verdict, "passed");
    }
}
