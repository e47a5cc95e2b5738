//! Fits the Othello evaluation to positions whose score is known; plays games to learn from.

mod fit;
mod samples;
pub mod selfplay;

pub use fit::{Fit, Sample, fit_phase};
pub use samples::Lesson;
