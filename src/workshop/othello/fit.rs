//! Weighted least squares on sparse features: the weights of one phase.
//!
//! Ridge regression: the mean square error plus a pull of every weight towards 0, so that a weight
//! that few positions speak of does not learn their noise. The optimum is unique; conjugate gradients
//! with the diagonal as preconditioner come near it in some dozens of rounds.

use crate::engine::othello::evaluate::{FEATURES, WEIGHTS, features};
use crate::game::othello::Instructions;

/// A position whose score is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Discs of the side to move.
    pub mover: u64,
    /// Discs of the other side.
    pub opponent: u64,
    /// Final discs of the mover minus those of the opponent.
    pub score: f32,
    /// How far the score can be trusted: 1 for an exact one.
    pub trust: f32,
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Rounds of conjugate gradients.
    pub rounds: u32,
    /// Pull towards 0: a weight that so many trusted samples speak of reaches half of what they say.
    pub pull: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self { rounds: 30, pull: 8.0 }
    }
}

/// Weights of one phase in discs, fitted to `samples`. `watch` hears the round and the mean square
/// error after it.
pub fn fit_phase(samples: &[Sample], fit: &Fit, watch: &mut dyn FnMut(u32, f64)) -> Vec<f32> {
    let problem = Problem::new(samples, fit.pull);
    let mut weights = vec![0.0; *WEIGHTS];
    let mut residual = problem.right_side();
    let mut direction = problem.precondition(&residual);
    let mut slope = dot(&residual, &direction);
    for round in 0..fit.rounds {
        if slope <= f64::EPSILON {
            break;
        }
        let curvature = problem.apply(&direction);
        let step = (slope / dot(&direction, &curvature)) as f32;
        add(&mut weights, step, &direction);
        add(&mut residual, -step, &curvature);
        let next = problem.precondition(&residual);
        let before = std::mem::replace(&mut slope, dot(&residual, &next));
        let keep = (slope / before) as f32;
        for (old, new) in direction.iter_mut().zip(next) {
            *old = new + keep * *old;
        }
        watch(round, problem.error(&weights));
    }
    weights
}

/// The equations `(FᵀTF + pull) w = FᵀTs` of features `F`, trust `T` and scores `s`.
struct Problem<'a> {
    samples: &'a [Sample],
    rows: Vec<[u32; FEATURES]>,
    pull: f32,
    diagonal: Vec<f32>,
}

impl<'a> Problem<'a> {
    fn new(samples: &'a [Sample], pull: f32) -> Self {
        let rows: Vec<[u32; FEATURES]> = samples.iter().map(row).collect();
        let mut diagonal = vec![pull; *WEIGHTS];
        for (row, sample) in rows.iter().zip(samples) {
            row.iter().for_each(|&feature| diagonal[feature as usize] += sample.trust);
        }
        Self { samples, rows, pull, diagonal }
    }

    fn right_side(&self) -> Vec<f32> {
        let mut sums = vec![0.0; *WEIGHTS];
        for (row, sample) in self.rows.iter().zip(self.samples) {
            let score = sample.score * sample.trust;
            row.iter().for_each(|&feature| sums[feature as usize] += score);
        }
        sums
    }

    fn apply(&self, weights: &[f32]) -> Vec<f32> {
        let mut sums: Vec<f32> = weights.iter().map(|weight| self.pull * weight).collect();
        for (row, sample) in self.rows.iter().zip(self.samples) {
            let value = value(row, weights) * sample.trust;
            row.iter().for_each(|&feature| sums[feature as usize] += value);
        }
        sums
    }

    fn precondition(&self, residual: &[f32]) -> Vec<f32> {
        residual.iter().zip(&self.diagonal).map(|(part, diagonal)| part / diagonal).collect()
    }

    /// Mean square error, by trust.
    fn error(&self, weights: &[f32]) -> f64 {
        let (mut sum, mut trust) = (0.0, 0.0);
        for (row, sample) in self.rows.iter().zip(self.samples) {
            let miss = f64::from(sample.score - value(row, weights));
            sum += miss * miss * f64::from(sample.trust);
            trust += f64::from(sample.trust);
        }
        sum / f64::max(trust, 1.0)
    }
}

fn value(row: &[u32; FEATURES], weights: &[f32]) -> f32 {
    row.iter().map(|&feature| weights[feature as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

fn add(sum: &mut [f32], factor: f32, part: &[f32]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += factor * part;
    }
}

fn row(sample: &Sample) -> [u32; FEATURES] {
    match Instructions::detect() {
        Instructions::Portable(kernel) => features(kernel, sample.mover, sample.opponent),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => features(kernel, sample.mover, sample.opponent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;
    use crate::game::othello::Board;

    /// Positions whose score is made of the mover's corners and mobility: both are features.
    fn samples(count: u32) -> Vec<Sample> {
        let mut random = Random::seeded(1);
        let mut samples = Vec::new();
        for _ in 0..count {
            let mut board = Board::default();
            for _ in 0..20 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                if let Some(&mv) = moves.get(random.below(moves.len().max(1) as u32) as usize) {
                    board.play(mv);
                }
            }
            let (mover, opponent) = (board.mover(), board.opponent());
            let corners = (mover & 0x8100_0000_0000_0081).count_ones() as f32;
            let score = 6.0 * corners + board.mobility().count_ones() as f32 - 8.0;
            samples.push(Sample { mover, opponent, score, trust: 1.0 });
        }
        samples
    }

    #[test]
    fn a_score_that_follows_the_features_is_learned() {
        let mut errors = Vec::new();
        let fit = Fit { rounds: 60, pull: 0.1 };
        let weights = fit_phase(&samples(3000), &fit, &mut |_, error| errors.push(error));
        assert_eq!(weights.len(), *WEIGHTS);
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        assert!(last < first / 50.0, "{first} to {last}");
    }

    #[test]
    fn samples_nobody_trusts_teach_nothing() {
        let mut samples = samples(400);
        let fit = Fit { rounds: 10, pull: 1.0 };
        let honest = fit_phase(&samples, &fit, &mut |_, _| ());
        let lies = samples.clone().into_iter().map(|s| Sample { score: 64.0, trust: 0.0, ..s });
        samples.extend(lies);
        let fitted = fit_phase(&samples, &fit, &mut |_, _| ());
        let far = honest.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(far < 1e-3, "{far}");
    }

    #[test]
    fn a_strong_pull_keeps_weights_small() {
        let samples = samples(400);
        let size = |pull| {
            let weights = fit_phase(&samples, &Fit { rounds: 20, pull }, &mut |_, _| ());
            dot(&weights, &weights)
        };
        assert!(size(1000.0) < size(1.0) / 10.0);
    }
}
