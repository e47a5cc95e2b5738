//! Fits the Othello evaluation to positions whose score is known; plays games to learn from.

pub mod deviation;
mod error;
pub mod experiment;
mod fit;
mod samples;
pub mod selfplay;
mod teacher;

pub use error::Examiner;
pub use fit::{Fit, Sample, fit_phase};
pub use samples::{Lesson, Questions, stray_from};
pub use teacher::{CHUNK, Foresight, Teacher};
