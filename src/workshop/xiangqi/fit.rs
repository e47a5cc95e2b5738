//! Logistic regression on sparse terms: weights under which evaluations foretell results best.
//!
//! A position's winning chance is `1 / (1 + exp(−scale · value))`; the loss is the cross entropy with
//! the result. The scale is fitted once to the weights at the start and then kept, so that weights
//! stay in hundredths of a pawn. Descent is Adam on all samples at once: no order, no randomness, the
//! same weights every time. A pull towards the start keeps weights that few positions speak of.

use std::io;

use crate::base::Crew;
use crate::engine::xiangqi::evaluate::{self, FULL_PHASE, Sink, TERMS};
use crate::game::Color;
use crate::game::xiangqi::Board;

/// Positions as the fit sees them: which terms speak how often, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Terms of all positions, one after the other: number and net count for the first side.
    terms: Vec<(u16, i16)>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// Where its terms end; they begin where those of the row before end.
    end: usize,
    /// Share of the middlegame, `0..=1`.
    middle: f32,
    /// How much of an advantage counts if the first, or the second side is ahead.
    chances: [f32; 2],
    /// 1 if the first side won, 0 if it lost.
    label: f32,
}

/// Net counts of one position.
struct Counts(Vec<i16>);

impl Sink for Counts {
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let count = if color == Color::First { count } else { -count };
        self.0[term] += count as i16;
    }
}

impl Samples {
    /// Adds a position of a game in which the first side scored `label`.
    pub fn add(&mut self, board: &Board, label: f32) {
        let mut counts = Counts(vec![0; TERMS]);
        let phase = evaluate::trace(board, &mut counts);
        let spoken = (0..).zip(counts.0).filter(|&(_, count)| count != 0);
        self.terms.extend(spoken);
        self.rows.push(Row {
            end: self.terms.len(),
            middle: phase.min(FULL_PHASE) as f32 / FULL_PHASE as f32,
            chances: evaluate::chances(board),
            label,
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What came of the positions, in their order.
    #[cfg(test)]
    pub(super) fn labels(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows.iter().map(|row| row.label)
    }

    fn terms_of(&self, row: usize) -> &[(u16, i16)] {
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before].end);
        &self.terms[start..self.rows[row].end]
    }

    /// The value of a position under `weights`, chances included, and the chances' factor.
    fn value(&self, row: usize, weights: &[[f32; 2]]) -> (f32, f32) {
        let Row { middle, chances, .. } = self.rows[row];
        let mut sum = [0.0f32; 2];
        for &(term, count) in self.terms_of(row) {
            let weight = weights[usize::from(term)];
            sum[0] += weight[0] * f32::from(count);
            sum[1] += weight[1] * f32::from(count);
        }
        let value = sum[0] * middle + sum[1] * (1.0 - middle);
        let factor = chances[usize::from(value < 0.0)];
        (value * factor, factor)
    }
}

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Rounds over all samples.
    pub rounds: u32,
    /// Largest step of a weight in a round, in hundredths of a pawn.
    pub step: f32,
    /// Samples' worth of pull towards the weights at the start.
    pub pull: f32,
    /// Threads.
    pub threads: usize,
}

impl Default for Fit {
    fn default() -> Self {
        Self { rounds: 400, step: 2.0, pull: 0.0005, threads: 1 }
    }
}

/// A fit on its way: all that is needed to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct FitState {
    /// Rounds done.
    pub round: u32,
    /// Chance per hundredth of a pawn.
    pub scale: f32,
    start: Vec<[f32; 2]>,
    weights: Vec<[f32; 2]>,
    /// Adam's means of the slopes and of their squares.
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
}

/// Sum over some samples.
struct Slope {
    gradient: Vec<[f64; 2]>,
    loss: f64,
}

impl FitState {
    /// Begins at the weights in force, with the scale that suits them and `samples` best.
    pub fn new(samples: &Samples) -> Self {
        let start = evaluate::weights();
        let none = vec![[0.0; 2]; TERMS];
        let scale = best_scale(samples, &start);
        Self { round: 0, scale, weights: start.clone(), start, mean: none.clone(), square: none }
    }

    /// The weights, middlegame and endgame, rounded to hundredths of a pawn.
    pub fn rounded(&self) -> Vec<[i32; 2]> {
        self.weights.iter().map(|weight| weight.map(|w| w.round() as i32)).collect()
    }

    /// Mean loss on `samples`.
    pub fn loss(&self, samples: &Samples) -> f64 {
        loss(samples, &self.weights, self.scale)
    }

    /// One round over `samples`; returns the mean loss before it.
    pub fn round(&mut self, samples: &Samples, fit: &Fit) -> f64 {
        let slope = self.slope(samples, fit.threads);
        self.round += 1;
        let number = samples.len().max(1) as f64;
        let [fade, square_fade] = [0.9f32, 0.999];
        let [warm, square_warm] =
            [fade, square_fade].map(|fade| 1.0 - fade.powi(self.round as i32));
        // The last third of the rounds takes ever smaller steps.
        let left = fit.rounds.saturating_sub(self.round) as f32 / fit.rounds.max(1) as f32;
        let step = fit.step * (3.0 * left).clamp(0.05, 1.0);
        for (term, gradient) in slope.gradient.iter().enumerate() {
            for (half, slope) in gradient.iter().enumerate() {
                let off = self.weights[term][half] - self.start[term][half];
                let pull = f64::from(fit.pull * off) / 10_000.0;
                let slope = (slope / number + pull) as f32;
                let mean = &mut self.mean[term][half];
                let square = &mut self.square[term][half];
                *mean = fade * *mean + (1.0 - fade) * slope;
                *square = square_fade * *square + (1.0 - square_fade) * slope * slope;
                let root = (*square / square_warm).sqrt();
                if root > 0.0 {
                    self.weights[term][half] -= step * (*mean / warm) / (root + 1e-9);
                }
            }
        }
        slope.loss / number
    }

    fn slope(&self, samples: &Samples, threads: usize) -> Slope {
        let share = samples.len().div_ceil(threads.max(1)).max(1);
        let parts = Crew::new(threads, |_| ()).run(|index, ()| {
            let rows = (index * share).min(samples.len())..((index + 1) * share).min(samples.len());
            self.slope_of(samples, rows)
        });
        let mut whole = Slope { gradient: vec![[0.0; 2]; TERMS], loss: 0.0 };
        for part in parts.unwrap_or_else(|panic| panic!("{panic}")) {
            whole.loss += part.loss;
            for (sum, slope) in whole.gradient.iter_mut().zip(part.gradient) {
                sum[0] += slope[0];
                sum[1] += slope[1];
            }
        }
        whole
    }

    fn slope_of(&self, samples: &Samples, rows: std::ops::Range<usize>) -> Slope {
        let mut slope = Slope { gradient: vec![[0.0; 2]; TERMS], loss: 0.0 };
        for row in rows {
            let (value, factor) = samples.value(row, &self.weights);
            let Row { middle, label, .. } = samples.rows[row];
            let chance = chance(self.scale * value);
            slope.loss += cross_entropy(chance, label);
            let pull = (chance - label) * self.scale * factor;
            for &(term, count) in samples.terms_of(row) {
                let by = f64::from(pull * f32::from(count));
                let sum = &mut slope.gradient[usize::from(term)];
                sum[0] += by * f64::from(middle);
                sum[1] += by * f64::from(1.0 - middle);
            }
        }
        slope
    }

    /// The state as bytes, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.round.to_le_bytes().to_vec();
        bytes.extend(self.scale.to_le_bytes());
        for list in [&self.start, &self.weights, &self.mean, &self.square] {
            bytes.extend(list.iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// The state of a checkpoint, if it is one of these terms.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        let mut words = bytes.chunks_exact(4).map(|b| [b[0], b[1], b[2], b[3]]);
        if bytes.len() != 4 * (2 + 8 * TERMS) {
            let why = "expected a checkpoint of the same terms";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let round = words.next().map_or(0, u32::from_le_bytes);
        let mut number = || words.next().map_or(0.0, f32::from_le_bytes);
        let scale = number();
        let mut list = || (0..TERMS).map(|_| [number(), number()]).collect();
        Ok(Self { round, scale, start: list(), weights: list(), mean: list(), square: list() })
    }
}

/// The chance to win, by a value in units of the scale.
pub(super) fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(chance: f32, label: f32) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    let label = f64::from(label);
    -(label * chance.ln() + (1.0 - label) * (1.0 - chance).ln())
}

fn loss(samples: &Samples, weights: &[[f32; 2]], scale: f32) -> f64 {
    let sum: f64 = (0..samples.len())
        .map(|row| {
            let (value, _) = samples.value(row, weights);
            cross_entropy(chance(scale * value), samples.rows[row].label)
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// The scale with the least loss, to a hundredth of itself.
fn best_scale(samples: &Samples, weights: &[[f32; 2]]) -> f32 {
    let (mut low, mut high) = (0.0005f32, 0.02f32);
    while high / low > 1.01 {
        let ratio = (high / low).powf(1.0 / 3.0);
        let (left, right) = (low * ratio, high / ratio);
        if loss(samples, weights, left) < loss(samples, weights, right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::xiangqi::MoveSet;

    /// Positions of random games, won by whom the evaluation says, a rook being worth a third.
    fn samples() -> Samples {
        let mut random = Random::seeded(5);
        let mut samples = Samples::default();
        for _ in 0..40 {
            let mut board = Board::start();
            for _ in 0..60 {
                let moves = board.moves(MoveSet::All);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len() as u32) as usize]);
                samples.add(&board, random.unit().round());
            }
        }
        samples
    }

    #[test]
    fn the_loss_falls() {
        let samples = samples();
        let fit = Fit { rounds: 30, threads: 2, ..Fit::default() };
        let mut state = FitState::new(&samples);
        let before = state.loss(&samples);
        for _ in 0..fit.rounds {
            state.round(&samples, &fit);
        }
        assert!(state.loss(&samples) < before, "{} {before}", state.loss(&samples));
    }

    #[test]
    fn the_slope_is_the_slope_of_the_loss() {
        let samples = samples();
        let state = FitState::new(&samples);
        let slope = state.slope(&samples, 1);
        let number = samples.len() as f64;
        for term in (0..TERMS).step_by(17) {
            for half in 0..2 {
                let moved = |by: f32| {
                    let mut weights = state.weights.clone();
                    weights[term][half] += by;
                    loss(&samples, &weights, state.scale)
                };
                let measured = (moved(2.0) - moved(-2.0)) / 4.0;
                let told = slope.gradient[term][half] / number;
                assert!((measured - told).abs() < 1e-6, "{term}: {measured} {told}");
            }
        }
    }

    #[test]
    fn a_checkpoint_goes_on_where_it_stopped() {
        let samples = samples();
        let fit = Fit { rounds: 4, ..Fit::default() };
        let rounds = |state: &mut FitState, number: u32| {
            for _ in 0..number {
                state.round(&samples, &fit);
            }
        };
        let mut whole = FitState::new(&samples);
        rounds(&mut whole, 4);
        let mut half = FitState::new(&samples);
        rounds(&mut half, 2);
        let mut resumed = FitState::from_bytes(&half.to_bytes()).unwrap();
        rounds(&mut resumed, 2);
        assert_eq!(resumed, whole);
        assert!(FitState::from_bytes(&[0; 12]).is_err());
    }
}
