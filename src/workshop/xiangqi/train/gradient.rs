//! Loss and slopes of a list of positions: the inner loops of training.
//!
//! [`portable`] is the specification. The AVX2 sibling is the same code compiled for wider registers;
//! additions keep their order, so both give the same bits.

use super::model::{FIRST_BIAS, Model, OUTPUT_BIAS, OUTPUTS, WEIGHTS};
use super::sample::{Sample, sigmoid};
use crate::engine::xiangqi::evaluate::network::HIDDEN;
use crate::engine::xiangqi::evaluate::network::features::SEEN_BY_OTHER;

/// Sums that are kept in registers while rows pass by.
const PART: usize = 64;
/// Separate sums of a dot product, so that it need not wait for each addition.
const LANES: usize = 16;

/// The sums or slopes of one side.
type Side = [f32; HIDDEN];

/// Slopes and loss added up over positions.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// A slope for each weight.
    pub(super) slopes: Vec<f32>,
    /// The loss, added up.
    pub(super) loss: f64,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { slopes: vec![0.0; WEIGHTS], loss: 0.0 }
    }
}

impl Gradient {
    /// Back to nothing.
    pub fn clear(&mut self) {
        self.slopes.fill(0.0);
        self.loss = 0.0;
    }
}

/// Adds the loss and slopes of `samples`, picked from `all`; `weight` is that of the search's value.
pub fn add_slopes(
    model: &Model,
    all: &[Sample],
    samples: &[u32],
    weight: f32,
    gradient: &mut Gradient,
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was just found to be there.
        unsafe { avx2(model, all, samples, weight, gradient) };
        return;
    }
    portable(model, all, samples, weight, gradient);
}

/// The same for any processor.
pub(super) fn portable(
    model: &Model,
    all: &[Sample],
    samples: &[u32],
    weight: f32,
    gradient: &mut Gradient,
) {
    each(model, all, samples, weight, gradient);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(model: &Model, all: &[Sample], samples: &[u32], weight: f32, gradient: &mut Gradient) {
    each(model, all, samples, weight, gradient);
}

#[inline(always)]
fn each(model: &Model, all: &[Sample], samples: &[u32], weight: f32, gradient: &mut Gradient) {
    for &number in samples {
        let sample = &all[number as usize];
        let features = Features::of(sample);
        let sums = features.sides().map(|list| sums(model, list));
        let output = output(model, sample.bucket(), &sums);
        let chance = sigmoid(output);
        let miss = chance - sample.target(weight);
        gradient.loss += f64::from(miss * miss);
        let slope = 2.0 * miss * chance * (1.0 - chance);
        let below = through_output(model, sample.bucket(), &sums, slope, gradient);
        for (list, slopes) in features.sides().into_iter().zip(&below) {
            into_rows(list, slopes, gradient);
        }
    }
}

/// The loss of `samples`, added up.
pub fn loss(model: &Model, samples: &[Sample], weight: f32) -> f64 {
    let one = |sample: &Sample| {
        let miss = sigmoid(forward(model, sample)) - sample.target(weight);
        f64::from(miss * miss)
    };
    samples.iter().map(one).sum()
}

/// What the network says about a position: 1 is [`SCALE`] hundredths of a pawn.
///
/// [`SCALE`]: crate::engine::xiangqi::evaluate::network::SCALE
pub fn forward(model: &Model, sample: &Sample) -> f32 {
    let features = Features::of(sample);
    let sums = features.sides().map(|list| sums(model, list));
    output(model, sample.bucket(), &sums)
}

/// The features of both sides.
struct Features {
    lists: [[u16; 32]; 2],
    count: usize,
}

impl Features {
    #[inline(always)]
    fn of(sample: &Sample) -> Self {
        let own = sample.features();
        let table = &SEEN_BY_OTHER[usize::from(sample.differs)];
        let mut lists = [[0; 32]; 2];
        for (i, &feature) in own.iter().enumerate() {
            lists[0][i] = feature;
            lists[1][i] = table[usize::from(feature)];
        }
        Self { lists, count: own.len() }
    }

    #[inline(always)]
    fn sides(&self) -> [&[u16]; 2] {
        self.lists.each_ref().map(|list| &list[..self.count])
    }
}

/// The first layer's sums of one side.
#[inline(always)]
fn sums(model: &Model, features: &[u16]) -> Side {
    let mut sums = [0.0; HIDDEN];
    for part in (0..HIDDEN).step_by(PART) {
        let mut kept = [0.0; PART];
        kept.copy_from_slice(&model.weights[FIRST_BIAS][part..part + PART]);
        for &feature in features {
            let at = usize::from(feature) * HIDDEN + part;
            let row = &model.weights[at..at + PART];
            for i in 0..PART {
                kept[i] += row[i];
            }
        }
        sums[part..part + PART].copy_from_slice(&kept);
    }
    sums
}

/// The output of `bucket`.
#[inline(always)]
fn output(model: &Model, bucket: usize, sums: &[Side; 2]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (side, sums) in sums.iter().enumerate() {
        let weights = &model.weights[output_range(bucket, side)];
        for at in (0..HIDDEN).step_by(LANES) {
            for i in 0..LANES {
                let clipped = sums[at + i].clamp(0.0, 1.0);
                lanes[i] += clipped * clipped * weights[at + i];
            }
        }
    }
    model.weights[OUTPUT_BIAS.start + bucket] + lanes.iter().sum::<f32>()
}

/// Where the weights of one side for `bucket` stand.
#[inline(always)]
fn output_range(bucket: usize, side: usize) -> std::ops::Range<usize> {
    let at = OUTPUTS.start + (2 * bucket + side) * HIDDEN;
    at..at + HIDDEN
}

/// Adds the slopes of the outputs; returns those of the sums.
#[inline(always)]
fn through_output(
    model: &Model,
    bucket: usize,
    sums: &[Side; 2],
    slope: f32,
    gradient: &mut Gradient,
) -> [Side; 2] {
    gradient.slopes[OUTPUT_BIAS.start + bucket] += slope;
    let mut below = [[0.0; HIDDEN]; 2];
    for side in 0..2 {
        let range = output_range(bucket, side);
        let weights = &model.weights[range.clone()];
        let slopes = &mut gradient.slopes[range];
        let (sums, below) = (&sums[side], &mut below[side]);
        for i in 0..HIDDEN {
            let clipped = sums[i].clamp(0.0, 1.0);
            slopes[i] += slope * clipped * clipped;
            // Beyond the clipped range a sum changes nothing; at 0 the square is flat anyway.
            let open = if sums[i] < 1.0 { 2.0 * clipped } else { 0.0 };
            below[i] = slope * weights[i] * open;
        }
    }
    below
}

/// Adds the slopes of one side's sums to the rows that made them and to the bias.
#[inline(always)]
fn into_rows(features: &[u16], below: &Side, gradient: &mut Gradient) {
    for &feature in features {
        let at = usize::from(feature) * HIDDEN;
        let row = &mut gradient.slopes[at..at + HIDDEN];
        for i in 0..HIDDEN {
            row[i] += below[i];
        }
    }
    let bias = &mut gradient.slopes[FIRST_BIAS];
    for i in 0..HIDDEN {
        bias[i] += below[i];
    }
}
