//! Fits the xiangqi evaluation to games whose result is known.

mod fit;
mod samples;
mod table;

pub use fit::{Fit, FitState, Samples};
pub use samples::{Lesson, LessonError};
pub use table::write_weights;
