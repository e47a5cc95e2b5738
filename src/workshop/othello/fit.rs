//! Least squares on sparse features: the weights of one phase.
//!
//! Stochastic gradient descent, sample by sample in a new random order each round, with a rate that
//! falls from round to round. A weight that few samples speak of moves less, so that it does not
//! learn their noise.

use crate::base::Random;
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
    /// A weight that so many samples speak of learns at half the rate.
    pub pull: f32,
    /// Share of a sample's error that is mended at once in the first round.
    pub first_rate: f32,
    /// The same in the last round.
    pub last_rate: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self { rounds: 12, pull: 30.0, first_rate: 0.5, last_rate: 0.02 }
    }
}

impl Fit {
    /// The rate of a round: each is the same fraction of the one before.
    fn rate(&self, round: u32) -> f32 {
        let progress = round as f32 / self.rounds.saturating_sub(1).max(1) as f32;
        self.first_rate * (self.last_rate / self.first_rate).powf(progress)
    }
}

/// Weights of one phase in discs, fitted to `samples`. `watch` hears the round and the mean square
/// error in it.
pub fn fit_phase(samples: &[Sample], fit: &Fit, watch: &mut dyn FnMut(u32, f64)) -> Vec<f32> {
    let rows: Vec<[u32; FEATURES]> = samples.iter().map(row).collect();
    let paces = paces(&rows, fit);
    let mut weights = vec![0.0; *WEIGHTS];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = Random::seeded(1);
    for round in 0..fit.rounds {
        shuffle(&mut order, &mut random);
        let rate = fit.rate(round);
        let mut error = 0.0;
        for &number in &order {
            let row = &rows[number as usize];
            let value: f32 = row.iter().map(|&feature| weights[feature as usize]).sum();
            let miss = f32::from(samples[number as usize].score) - value;
            error += f64::from(miss * miss);
            for &feature in row {
                weights[feature as usize] += rate * miss * paces[feature as usize];
            }
        }
        watch(round, error / samples.len().max(1) as f64);
    }
    weights
}

fn shuffle(order: &mut [u32], random: &mut Random) {
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u32 + 1) as usize);
    }
}

fn row(sample: &Sample) -> [u32; FEATURES] {
    match Instructions::detect() {
        Instructions::Portable(kernel) => features(kernel, sample.mover, sample.opponent),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => features(kernel, sample.mover, sample.opponent),
    }
}

/// Each weight's share in mending a sample's error.
fn paces(rows: &[[u32; FEATURES]], fit: &Fit) -> Vec<f32> {
    let mut seen = vec![0u32; *WEIGHTS];
    for &feature in rows.iter().flatten() {
        seen[feature as usize] += 1;
    }
    let share = 1.0 / FEATURES as f32;
    seen.iter().map(|&count| share * count as f32 / (count as f32 + fit.pull)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let fit = Fit { rounds: 60, pull: 0.1, ..Fit::default() };
        let weights = fit_phase(&samples, &fit, &mut |_, error| errors.push(error));
        assert_eq!(weights.len(), *WEIGHTS);
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        assert!(last < first / 50.0, "{first} to {last}");
    }
}
