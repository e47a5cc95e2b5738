//! An evaluation learned from games: an efficiently updatable network.
//!
//! ```text
//! features of the mover    1260 -> 256 --+
//!                     (same weights)     +-- squared clipped ReLU -- 512 -> 1 of 8 outputs
//! features of the opponent 1260 -> 256 --+
//! ```
//!
//! A feature is a piece on a point, seen by one side (`features`). The sums of the first layer are
//! kept and changed piece by piece (`accumulate`); the output is chosen by the pieces left. Weights
//! are 16-bit integers: the first layer in 255ths, the output in 128ths. The arithmetic is exact, so
//! every `kernel` gives the same value.

mod accumulate;
pub mod features;
mod file;
mod kernel;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

pub use accumulate::Stack;
pub use file::NetworkError;
pub use kernel::Kernel;

use features::FEATURES;

/// Sums of the first layer for each side.
pub const HIDDEN: usize = 256;
/// Outputs, by the pieces on the board.
pub const BUCKETS: usize = 8;
/// Steps of 1 in the first layer, and where its sums are clipped.
pub const FIRST_UNIT: i32 = 255;
/// Steps of 1 in the output's weights.
pub const OUTPUT_UNIT: i32 = 128;
/// An output of 1 in hundredths of a pawn.
pub const SCALE: i32 = 400;
/// No weight of the first layer is larger: so no sum of 32 features overflows 16 bits.
pub const LARGEST_FIRST: f32 = 1.98;
/// No weight of an output is larger: so no product with a clipped sum overflows 16 bits.
pub const LARGEST_OUTPUT: f32 = 0.99;

/// One row of the first layer, or the sums of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Row {
    /// All zeros.
    pub const ZERO: Self = Self([0; HIDDEN]);
}

/// A trained network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// The first layer, a row for each feature.
    rows: Box<[Row]>,
    /// Where its sums begin.
    first_bias: Row,
    /// The outputs: weights of the mover's sums, then of the opponent's.
    outputs: [[Row; 2]; BUCKETS],
    /// Where the outputs begin, in `FIRST_UNIT * OUTPUT_UNIT` steps.
    output_bias: [i32; BUCKETS],
}

/// The network shipped; none if the program was built with a file that is none.
static EMBEDDED: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/xiangqi.net"));
    Network::from_bytes(bytes).ok().map(Arc::new)
});

impl Network {
    /// The network shipped with the program; without one the hand-made terms play.
    pub fn embedded() -> Option<Arc<Self>> {
        EMBEDDED.clone()
    }

    /// Rounds trained weights: `rows` has [`HIDDEN`] weights for each feature, `outputs` twice as many
    /// for each bucket. Weights beyond [`LARGEST_FIRST`] and [`LARGEST_OUTPUT`] are clipped.
    pub fn quantised(
        rows: &[f32],
        first_bias: &[f32],
        outputs: &[f32],
        output_bias: &[f32],
    ) -> Self {
        let row = |weights: &[f32], largest: f32, unit: i32| {
            let mut row = Row::ZERO;
            for (rounded, &weight) in row.0.iter_mut().zip(weights) {
                *rounded = (weight.clamp(-largest, largest) * unit as f32).round() as i16;
            }
            row
        };
        let first = |weights: &[f32]| row(weights, LARGEST_FIRST, FIRST_UNIT);
        let mut network = Self {
            rows: rows.chunks_exact(HIDDEN).take(FEATURES).map(first).collect(),
            first_bias: first(first_bias),
            outputs: [[Row::ZERO; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        };
        assert_eq!(network.rows.len(), FEATURES, "a row for each feature");
        let sides = outputs.chunks_exact(HIDDEN);
        for (rounded, weights) in network.outputs.iter_mut().flatten().zip(sides) {
            *rounded = row(weights, LARGEST_OUTPUT, OUTPUT_UNIT);
        }
        for (rounded, &bias) in network.output_bias.iter_mut().zip(output_bias) {
            *rounded = (bias * (FIRST_UNIT * OUTPUT_UNIT) as f32).round() as i32;
        }
        network
    }

    /// All weights unrounded again, in the order of [`quantised`](Self::quantised): rounding them gives
    /// the same network.
    pub fn weights(&self) -> Vec<f32> {
        let unit = |rows: &[Row], unit: i32| -> Vec<f32> {
            rows.iter().flat_map(|row| row.0).map(|step| f32::from(step) / unit as f32).collect()
        };
        let steps = (FIRST_UNIT * OUTPUT_UNIT) as f32;
        let bias = self.output_bias.iter().map(|&bias| bias as f32 / steps).collect();
        let first = [unit(&self.rows, FIRST_UNIT), unit(&[self.first_bias], FIRST_UNIT)];
        [first.concat(), unit(self.outputs.as_flattened(), OUTPUT_UNIT), bias].concat()
    }

    /// The first layer's sums of a list of features.
    pub fn sums(&self, kernel: Kernel, features: &[u16]) -> Row {
        let mut sums = Row::ZERO;
        kernel.change(&self.first_bias, &self.rows, features, &[], &mut sums);
        sums
    }

    /// The value of the sums `mover` and `opponent` with so many pieces on the board, to the mover.
    pub fn output(&self, kernel: Kernel, mover: &Row, opponent: &Row, pieces: u32) -> i32 {
        let bucket = bucket(pieces);
        let [ours, theirs] = &self.outputs[bucket];
        let sum = i64::from(kernel.dot(mover, ours)) + i64::from(kernel.dot(opponent, theirs));
        let steps = sum / i64::from(FIRST_UNIT) + i64::from(self.output_bias[bucket]);
        (steps * i64::from(SCALE) / i64::from(FIRST_UNIT * OUTPUT_UNIT)) as i32
    }
}

/// The output for so many pieces on the board.
pub const fn bucket(pieces: u32) -> usize {
    let bucket = pieces.saturating_sub(1) as usize / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FEATURES} -> {HIDDEN} x 2 -> {BUCKETS}")
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {self}")
    }
}
