//! Epochs and batches on all threads.

use super::adam::Adam;
use super::gradient::{Gradient, add_slopes, forward, loss};
use super::model::Model;
use super::sample::{Sample, Samples};
use crate::base::{Crew, Random, WorkerPanic};
use crate::engine::xiangqi::evaluate::network::features::SEEN_BY_OTHER;
use crate::engine::xiangqi::evaluate::network::{Kernel, Network, Row, SCALE};

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Times every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// Rate of the first step; it falls to a hundredth along half a cosine.
    pub rate: f32,
    /// Pull of weights towards 0.
    pub decay: f32,
    /// Weight of what the search saw in the target; the rest is what came of the game.
    pub score_weight: f32,
    /// Seed of the first weights and of the order of positions.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 16_384,
            rate: 0.001,
            decay: 0.01,
            score_weight: 0.75,
            seed: 1,
            threads: 1,
        }
    }
}

/// What an epoch brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Mean loss of the positions taught, while they were.
    pub taught: f32,
    /// Mean loss of those held out, after it.
    pub held_out: f32,
}

/// A network in training.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The network.
    pub model: Model,
    pub(super) adam: Adam,
    /// What each epoch brought.
    pub epochs: Vec<Epoch>,
}

impl Course {
    /// A course that has not begun.
    pub fn new(seed: u64) -> Self {
        Self { model: Model::random(seed), adam: Adam::default(), epochs: Vec::new() }
    }

    /// A course that begins with a network trained before.
    pub fn from_model(model: Model) -> Self {
        Self { model, adam: Adam::default(), epochs: Vec::new() }
    }

    /// Goes once through all positions; `told` hears how many were done.
    pub fn epoch(
        &mut self,
        plan: &Plan,
        samples: &Samples,
        mut told: impl FnMut(u64),
    ) -> Result<Epoch, WorkerPanic> {
        let number = self.epochs.len();
        let order = shuffled(samples.taught.len(), plan.seed ^ (number as u64 + 1) << 32);
        let mut crew = Crew::new(plan.threads, |_| Gradient::default());
        let mut taught = 0.0;
        let batches = order.len().div_ceil(plan.batch.max(1)).max(1);
        for (index, batch) in order.chunks(plan.batch.max(1)).enumerate() {
            let progress = (number as f64 + index as f64 / batches as f64) / f64::from(plan.epochs);
            let rate = plan.rate * falling(progress) as f32;
            taught += self.batch(plan, &samples.taught, batch, rate, &mut crew)?;
            told(batch.len() as u64);
        }
        let epoch = Epoch {
            taught: (taught / order.len().max(1) as f64) as f32,
            held_out: self.loss(plan, &samples.held_out)? as f32,
        };
        self.epochs.push(epoch);
        Ok(epoch)
    }

    /// One step on `batch`; returns its loss.
    fn batch(
        &mut self,
        plan: &Plan,
        all: &[Sample],
        batch: &[u32],
        rate: f32,
        crew: &mut Crew<Gradient>,
    ) -> Result<f64, WorkerPanic> {
        let share = batch.len().div_ceil(crew.len());
        let model = &self.model;
        crew.run(|index, gradient| {
            gradient.clear();
            if let Some(part) = batch.chunks(share).nth(index) {
                add_slopes(model, all, part, plan.score_weight, gradient);
            }
        })?;
        let [first, others @ ..] = crew.workers_mut() else { return Ok(0.0) };
        for other in others {
            first.loss += other.loss;
            for (sum, slope) in first.slopes.iter_mut().zip(&other.slopes) {
                *sum += slope;
            }
        }
        self.adam.step(&mut self.model, &first.slopes, batch.len(), rate, plan.decay);
        Ok(first.loss)
    }

    /// The mean loss of `samples`.
    pub fn loss(&self, plan: &Plan, samples: &[Sample]) -> Result<f64, WorkerPanic> {
        let mut crew = Crew::new(plan.threads, |_| ());
        let share = samples.len().div_ceil(crew.len()).max(1);
        let parts = crew.run(|index, ()| {
            let part = samples.chunks(share).nth(index).unwrap_or_default();
            loss(&self.model, part, plan.score_weight)
        })?;
        Ok(parts.iter().sum::<f64>() / samples.len().max(1) as f64)
    }

    /// The largest and the mean difference between the network in floating point and the rounded one, in
    /// hundredths of a pawn.
    pub fn rounding(&self, samples: &[Sample]) -> (f32, f32) {
        let network = self.model.network();
        let (mut largest, mut sum) = (0.0_f32, 0.0_f64);
        for sample in samples {
            let exact = forward(&self.model, sample) * SCALE as f32;
            let miss = (rounded_value(&network, sample) as f32 - exact).abs();
            largest = largest.max(miss);
            sum += f64::from(miss);
        }
        (largest, (sum / samples.len().max(1) as f64) as f32)
    }
}

/// The rounded network's value of a sample.
fn rounded_value(network: &Network, sample: &Sample) -> i32 {
    let own = sample.features();
    let table = &SEEN_BY_OTHER[usize::from(sample.differs)];
    let other: Vec<u16> = own.iter().map(|&feature| table[usize::from(feature)]).collect();
    let sums = |features: &[u16]| -> Row { network.sums(Kernel::Portable, features) };
    network.output(Kernel::Portable, &sums(own), &sums(&other), own.len() as u32)
}

/// From 1 to a hundredth along half a cosine.
fn falling(progress: f64) -> f64 {
    0.01 + 0.99 * 0.5 * (1.0 + (std::f64::consts::PI * progress.clamp(0.0, 1.0)).cos())
}

/// The numbers below `count` in an order of their own for each seed.
fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut random = Random::seeded(seed);
    let mut order: Vec<u32> = (0..count as u32).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u32 + 1) as usize);
    }
    order
}
