//! Least squares on sparse features: the weights of one phase.
//!
//! Gradient descent with momentum on all samples at once. Each weight's step is divided by how many
//! samples speak of it, so that rare fillings learn as fast as common ones; a pull towards zero
//! keeps those that are almost never seen small.

use crate::engine::othello::evaluate::{FEATURES, WEIGHTS, features};
use crate::game::othello::Instructions;

/// A position whose score is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    /// Discs of the side to move.
    pub mover: u64,
    /// Discs of the other side.
    pub opponent: u64,
    /// Final discs of the mover minus those of the opponent.
    pub score: i8,
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Rounds over all samples.
    pub rounds: u32,
    /// Samples' worth of pull towards zero.
    pub pull: f32,
    /// Share of the last step that carries over.
    pub momentum: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self { rounds: 300, pull: 15.0, momentum: 0.95 }
    }
}

/// Weights of one phase in discs, fitted to `samples`. `watch` hears the round and the mean square
/// error so far.
pub fn fit_phase(samples: &[Sample], fit: &Fit, watch: &mut dyn FnMut(u32, f64)) -> Vec<f32> {
    let rows: Vec<[u32; FEATURES]> = samples.iter().map(row).collect();
    let scores: Vec<f32> = samples.iter().map(|sample| f32::from(sample.score)).collect();
    let pace = paces(&rows, fit);
    let mut weights = vec![0.0; *WEIGHTS];
    let mut step = vec![0.0; *WEIGHTS];
    for round in 0..fit.rounds {
        let (gradient, error) = gradient(&rows, &scores, &weights);
        watch(round, error / samples.len().max(1) as f64);
        for (((weight, step), slope), pace) in
            weights.iter_mut().zip(&mut step).zip(&gradient).zip(&pace)
        {
            *step = fit.momentum * *step + pace * (slope - fit.pull * *weight);
            *weight += *step;
        }
    }
    weights
}

fn row(sample: &Sample) -> [u32; FEATURES] {
    match Instructions::detect() {
        Instructions::Portable(kernel) => features(kernel, sample.mover, sample.opponent),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => features(kernel, sample.mover, sample.opponent),
    }
}

/// The step of each weight for a unit of slope. With [`FEATURES`] weights moving at once, a share
/// of 1 / [`FEATURES`] each can never overshoot.
fn paces(rows: &[[u32; FEATURES]], fit: &Fit) -> Vec<f32> {
    let mut seen = vec![0u32; *WEIGHTS];
    for &feature in rows.iter().flatten() {
        seen[feature as usize] += 1;
    }
    let share = 1.0 / FEATURES as f32;
    seen.iter().map(|&count| share / (count as f32 + fit.pull)).collect()
}

/// Slope of each weight, and the sum of squared errors, by two threads.
fn gradient(rows: &[[u32; FEATURES]], scores: &[f32], weights: &[f32]) -> (Vec<f32>, f64) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let share = rows.len().div_ceil(threads).max(1);
    let parts: Vec<(Vec<f32>, f64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = rows
            .chunks(share)
            .zip(scores.chunks(share))
            .map(|(rows, scores)| scope.spawn(move || partial_gradient(rows, scores, weights)))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let mut parts = parts.into_iter();
    let Some((mut sum, mut error)) = parts.next() else {
        return (vec![0.0; weights.len()], 0.0);
    };
    for (slopes, part_error) in parts {
        sum.iter_mut().zip(slopes).for_each(|(total, slope)| *total += slope);
        error += part_error;
    }
    (sum, error)
}

fn partial_gradient(rows: &[[u32; FEATURES]], scores: &[f32], weights: &[f32]) -> (Vec<f32>, f64) {
    let mut slopes = vec![0.0; weights.len()];
    let mut error = 0.0;
    for (row, score) in rows.iter().zip(scores) {
        let value: f32 = row.iter().map(|&feature| weights[feature as usize]).sum();
        let miss = score - value;
        error += f64::from(miss * miss);
        for &feature in row {
            slopes[feature as usize] += miss;
        }
    }
    (slopes, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;
    use crate::game::othello::Board;

    #[test]
    fn a_score_that_follows_the_features_is_learned() {
        // The score is made of the mover's corner and mobility: both are features.
        let mut random = Random::seeded(1);
        let mut samples = Vec::new();
        for _ in 0..3000 {
            let mut board = Board::default();
            for _ in 0..20 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                if let Some(&mv) = moves.get(random.below(moves.len().max(1) as u32) as usize) {
                    board.play(mv);
                }
            }
            let corners = (board.mover() & 0x8100_0000_0000_0081).count_ones() as i8;
            let score = 6 * corners + board.mobility().count_ones() as i8 - 8;
            samples.push(Sample { mover: board.mover(), opponent: board.opponent(), score });
        }
        let mut errors = Vec::new();
        let fit = Fit { rounds: 200, pull: 0.1, ..Fit::default() };
        let weights = fit_phase(&samples, &fit, &mut |_, error| errors.push(error));
        assert_eq!(weights.len(), *WEIGHTS);
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        assert!(last < first / 50.0, "{first} to {last}");
    }
}
