//! The step from slopes to weights: Adam with decoupled decay.

use super::model::{Model, WEIGHTS};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Running means of the slopes and of their squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    /// Steps made.
    pub(super) steps: u64,
}

impl Default for Adam {
    fn default() -> Self {
        Self { first: vec![0.0; WEIGHTS], second: vec![0.0; WEIGHTS], steps: 0 }
    }
}

impl Adam {
    /// One step along `slopes`, which are `count` positions added up.
    pub fn step(&mut self, model: &mut Model, slopes: &[f32], count: usize, rate: f32, decay: f32) {
        self.steps += 1;
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let first_unbiased = 1.0 / (1.0 - FIRST_DECAY.powi(steps));
        let second_unbiased = 1.0 / (1.0 - SECOND_DECAY.powi(steps));
        let share = 1.0 / count.max(1) as f32;
        let kept = 1.0 - rate * decay;
        let means = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &slope), (first, second)) in model.weights.iter_mut().zip(slopes).zip(means) {
            let slope = slope * share;
            *first += (1.0 - FIRST_DECAY) * (slope - *first);
            *second += (1.0 - SECOND_DECAY) * (slope * slope - *second);
            let step = *first * first_unbiased / ((*second * second_unbiased).sqrt() + EPSILON);
            *weight = *weight * kept - rate * step;
        }
        model.clip();
    }
}
