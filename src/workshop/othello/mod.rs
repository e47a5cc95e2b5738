//! Fits the Othello evaluation to positions whose score is known.

mod fit;
mod samples;

pub use fit::{Fit, Sample, fit_phase};
pub use samples::Lesson;
