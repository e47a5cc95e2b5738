//! The network in floating point, as one list of weights: first layer, its bias, outputs, their bias.

use std::ops::Range;

use crate::base::Random;
use crate::engine::xiangqi::evaluate::network::features::FEATURES;
use crate::engine::xiangqi::evaluate::network::{
    BUCKETS, HIDDEN, LARGEST_FIRST, LARGEST_OUTPUT, Network,
};

/// Where the rows of the first layer stand.
pub(super) const ROWS: Range<usize> = 0..FEATURES * HIDDEN;
/// Where its sums begin.
pub(super) const FIRST_BIAS: Range<usize> = ROWS.end..ROWS.end + HIDDEN;
/// Where the outputs stand: for each the mover's weights, then the opponent's.
pub(super) const OUTPUTS: Range<usize> = FIRST_BIAS.end..FIRST_BIAS.end + BUCKETS * 2 * HIDDEN;
/// Where they begin.
pub(super) const OUTPUT_BIAS: Range<usize> = OUTPUTS.end..OUTPUTS.end + BUCKETS;
/// All weights.
pub(super) const WEIGHTS: usize = OUTPUT_BIAS.end;

/// A network that can learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// All weights.
    pub(super) weights: Vec<f32>,
}

impl Model {
    /// A network that knows nothing.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: Range<usize>, middle: f32, most: f32| {
            for weight in &mut weights[range] {
                *weight = middle + (random.unit() * 2.0 - 1.0) * most;
            }
        };
        // Some thirty features are on: their sums should be about as wide as the clipped range.
        fill(ROWS, 0.0, 0.08);
        fill(FIRST_BIAS, 0.25, 0.05);
        fill(OUTPUTS, 0.0, 0.06);
        Self { weights }
    }

    /// The network as it plays, to learn on.
    pub fn of(network: &Network) -> Self {
        Self { weights: network.weights() }
    }

    /// Keeps every weight where rounding can hold it.
    pub(super) fn clip(&mut self) {
        for (range, largest) in [(0..FIRST_BIAS.end, LARGEST_FIRST), (OUTPUTS, LARGEST_OUTPUT)] {
            for weight in &mut self.weights[range] {
                *weight = weight.clamp(-largest, largest);
            }
        }
    }

    /// The network to play with.
    pub fn network(&self) -> Network {
        let part = |range: Range<usize>| &self.weights[range];
        Network::quantised(part(ROWS), part(FIRST_BIAS), part(OUTPUTS), part(OUTPUT_BIAS))
    }
}
