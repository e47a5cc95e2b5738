//! Statistics of matches: Elo with its error, likelihood of superiority, sequential tests.
//!
//! Everything works on *counts of scores*: single games ([`Tally`], scores 0 ½ 1) or game pairs
//! ([`Pairs`], the same opening played with both colours, scores 0 ¼ ½ ¾ 1 per game). Pairs have
//! the smaller variance, because an unbalanced opening cancels inside the pair; so they are used
//! wherever whole pairs exist. Knows no game and no engine.

use std::fmt;

/// Two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Standard in for a count of zero, so that a likelihood ratio stays finite (as fishtest does).
const NEVER_SEEN: f64 = 1e-3;

/// The normal distribution function Φ.
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() > 6.0 {
        let tail = normal_tail(x.abs());
        return if x > 0.0 { 1.0 - tail } else { tail };
    }
    // Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …): all terms of one sign, so nothing cancels.
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * normal_density(x)
}

/// 1 − Φ(x) for large x, by its continued fraction.
fn normal_tail(x: f64) -> f64 {
    let fraction = (1..=40).rev().fold(x, |below, k| x + f64::from(k) / below);
    normal_density(x) / fraction
}

fn normal_density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The expected score of a player `elo` points stronger than the opponent.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that explains `score`; infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // No negative zero in reports.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Games played.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Two points for a win, one for a draw.
    pub const fn points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The share of the points won, 0 to 1; ½ before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() as f64 / (2 * self.games()) as f64 }
    }

    /// Elo difference and error from single games.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&[self.losses, self.draws, self.wins])
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Game pairs by their points on the 2-1-0 scale, halved: `counts[i]` pairs brought `i` half wins
/// (0 = both lost, 2 = even, 4 = both won). The pentanomial of fishtest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Number of pairs with 0, 1, 2, 3, 4 half wins.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Pairs played.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether no pair is complete.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a pair with this many half wins (0 to 4) in its two games.
    pub fn add(&mut self, half_wins: usize) {
        debug_assert!(half_wins <= 4, "two games have at most four half wins");
        self.counts[half_wins.min(4)] += 1;
    }

    /// Whether the pairs differ at all: without that no error can be measured.
    pub fn vary(&self) -> bool {
        self.counts.iter().filter(|&&n| n > 0).count() > 1
    }

    /// Elo difference and error from pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.counts)
    }
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score per game, 0 to 1.
    pub score: f64,
    /// Elo difference; infinite if every game was won or lost.
    pub elo: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Likelihood of superiority: how sure it is that the first player is the stronger.
    pub superiority: f64,
}

impl Estimate {
    /// From counts of equally spaced scores between 0 and 1; `None` without any.
    fn of(counts: &[u64]) -> Option<Self> {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let (mean, variance) = mean_and_variance(counts);
        let error = (variance / total as f64).sqrt();
        let (low, high) = if mean == 0.0 || mean == 1.0 {
            // Nothing but wins has no measured variance; the exact binomial bound still says
            // something: 10 of 10 is less sure than 100 of 100.
            let bound = 0.025f64.powf(1.0 / total as f64);
            if mean == 1.0 { (bound, 1.0) } else { (0.0, 1.0 - bound) }
        } else {
            ((mean - Z95 * error).max(0.0), (mean + Z95 * error).min(1.0))
        };
        let superiority = if error > 0.0 {
            normal_cdf((mean - 0.5) / error)
        } else if mean == 0.5 {
            0.5
        } else {
            // All won: the chance that an equal player does it, halved at each trial.
            let luck = 0.5f64.powf(total as f64);
            if mean > 0.5 { 1.0 - luck } else { luck }
        };
        Some(Self {
            score: mean,
            elo: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
            superiority,
        })
    }

    /// Half the width of the 95 % interval: the number behind `±`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elo == f64::INFINITY {
            write!(f, "> {:+.0}", self.low)
        } else if self.elo == f64::NEG_INFINITY {
            write!(f, "< {:+.0}", self.high)
        } else if self.error().is_finite() {
            write!(f, "{:+.1} ± {:.1}", self.elo, self.error())
        } else {
            write!(f, "{:+.1} ± inf", self.elo)
        }
    }
}

/// Mean and variance of scores spaced equally from 0 to 1.
fn mean_and_variance(counts: &[u64]) -> (f64, f64) {
    let total = counts.iter().sum::<u64>() as f64;
    let mean = weighted(counts, |score| score) / total;
    let variance = weighted(counts, |score| (score - mean).powi(2)) / total;
    (mean, variance)
}

fn weighted(counts: &[u64], value: impl Fn(f64) -> f64) -> f64 {
    let top = (counts.len() - 1) as f64;
    counts.iter().enumerate().map(|(i, &n)| n as f64 * value(i as f64 / top)).sum()
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, above `elo0`.
    pub elo1: f64,
    /// Accepted chance of a false pass.
    pub alpha: f64,
    /// Accepted chance of a false failure.
    pub beta: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Go on playing.
    Open,
    /// `elo1` is accepted.
    Passed,
    /// `elo0` is accepted.
    Failed,
}

impl Sprt {
    /// The test of `elo0` against `elo1` with 5 % error each way.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratios at which the test fails and passes.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of game pairs (generalised SPRT: each hypothesis fixes only the mean,
    /// the shape of the distribution is fitted to the data).
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        let counts = pairs.counts.map(|n| if n == 0 { NEVER_SEEN } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let null = fitted(&seen, score_of_elo(self.elo0));
        let alternative = fitted(&seen, score_of_elo(self.elo1));
        let mean: f64 = (0..5).map(|i| seen[i] * (alternative[i] / null[i]).ln()).sum();
        total * mean
    }

    /// The verdict on game pairs.
    pub fn verdict(&self, pairs: &Pairs) -> SprtVerdict {
        let (fail, pass) = self.bounds();
        let ratio = self.ratio(pairs);
        if ratio >= pass {
            SprtVerdict::Passed
        } else if ratio <= fail {
            SprtVerdict::Failed
        } else {
            SprtVerdict::Open
        }
    }
}

/// The most likely distribution with the given mean, for frequencies `seen`: by Lagrange
/// multipliers pᵢ = seenᵢ / (1 + θ(aᵢ − mean)), with θ found by bisection.
fn fitted(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let away = |i: usize| i as f64 / 4.0 - mean;
    // θ lies where all denominators are positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let theta = (low + high) / 2.0;
        let slope: f64 = (0..5).map(|i| seen[i] * away(i) / (1.0 + theta * away(i))).sum();
        if slope > 0.0 { low = theta } else { high = theta }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + theta * away(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} is not within {within} of {b}");
    }

    // Figures computed with Python's math.erfc and a bisection of its own.

    #[test]
    fn normal_cdf_agrees_with_erfc() {
        for (x, value) in [
            (-3.0, 0.001_349_898_031_630_095_7),
            (-1.96, 0.024_997_895_148_220_435),
            (-0.5, 0.308_537_538_725_986_9),
            (0.0, 0.5),
            (0.25, 0.598_706_325_682_923_7),
            (1.0, 0.841_344_746_068_542_9),
            (2.575_829_303_548_900_4, 0.995),
            (5.0, 0.999_999_713_348_428_1),
        ] {
            close(normal_cdf(x), value, 1e-14);
        }
        close(normal_cdf(-7.0) / 1.279_812_543_885_835e-12, 1.0, 1e-10);
        assert_eq!(normal_cdf(40.0), 1.0);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 3.0, 200.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn trinomial_estimate_is_that_of_the_reference() {
        let e = Tally { wins: 120, draws: 60, losses: 70 }.estimate().unwrap();
        close(e.score, 0.6, 1e-12);
        close(e.elo, 70.436_503_622_272_47, 1e-9);
        close(e.low, 33.042_160_828_434_09, 1e-9);
        close(e.high, 109.520_276_024_702_82, 1e-9);
        close(e.superiority, 0.999_903_029_185_448_2, 1e-12);
    }

    #[test]
    fn pentanomial_estimate_is_that_of_the_reference() {
        let e = Pairs { counts: [5, 20, 50, 35, 15] }.estimate().unwrap();
        close(e.score, 0.57, 1e-12);
        close(e.elo, 48.962_560_037_161_914, 1e-9);
        close(e.low, 18.179_690_189_329_2, 1e-9);
        close(e.high, 80.530_677_456_718_92, 1e-9);
        close(e.superiority, 0.999_119_980_451_315_7, 1e-12);
    }

    #[test]
    fn a_clean_sweep_has_a_finite_lower_bound() {
        let e = Tally { wins: 64, draws: 0, losses: 0 }.estimate().unwrap();
        assert_eq!(e.elo, f64::INFINITY);
        close(e.low, 490.683_720_322_170_76, 1e-9);
        assert_eq!(e.to_string(), "> +491");
        let e = Tally { wins: 0, draws: 0, losses: 64 }.estimate().unwrap();
        close(e.high, -490.683_720_322_170_76, 1e-9);
    }

    #[test]
    fn likelihood_ratio_is_that_of_the_reference() {
        for (counts, elo1, ratio) in [
            ([5, 20, 50, 35, 15], 10.0, 1.685_567_391_059_461_3),
            ([0, 20, 50, 35, 0], 5.0, 0.743_632_988_923_547_1),
            ([100, 800, 2000, 850, 110], 3.0, 0.981_872_619_585_606_9),
            ([30, 20, 5, 1, 0], 10.0, -1.634_954_144_807_705_6),
        ] {
            close(Sprt::new(0.0, elo1).ratio(&Pairs { counts }), ratio, 1e-6);
        }
    }

    #[test]
    fn sprt_bounds_are_wald_s() {
        let (fail, pass) = Sprt::new(0.0, 5.0).bounds();
        close(pass, 2.944_438_979_166_440_3, 1e-12);
        close(fail, -2.944_438_979_166_440_3, 1e-12);
    }

    #[test]
    fn sprt_passes_a_clear_winner_and_fails_a_clear_loser() {
        let sprt = Sprt::new(0.0, 20.0);
        let better = Pairs { counts: [5, 30, 100, 90, 60] };
        let worse = Pairs { counts: [60, 90, 100, 30, 5] };
        assert_eq!(sprt.verdict(&better), SprtVerdict::Passed);
        assert_eq!(sprt.verdict(&worse), SprtVerdict::Failed);
        assert_eq!(sprt.verdict(&Pairs::default()), SprtVerdict::Open);
    }

    #[test]
    fn points_are_two_for_a_win_and_one_for_a_draw() {
        // The report's own table: 32 wins, 23 draws, 9 losses are 87 points of 128.
        let tally = Tally { wins: 32, draws: 23, losses: 9 };
        assert_eq!(tally.points(), 87);
        close(tally.score(), 87.0 / 128.0, 1e-12);
        assert_eq!(tally.reversed().points(), 41);
    }
}
