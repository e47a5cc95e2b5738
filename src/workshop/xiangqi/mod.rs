//! Fits the xiangqi evaluation to games whose result is known; plays games to learn from.

mod fit;
mod samples;
pub mod selfplay;
mod table;
pub mod train;

pub use fit::{Fit, FitState, Samples};
pub use samples::{Lesson, LessonError, teach_played};
pub use table::write_weights;
