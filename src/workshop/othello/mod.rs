//! Fits the Othello evaluation to positions whose score is known.

mod fit;

pub use fit::{Fit, Sample, fit_phase};
