//! Learns what strong players play from their games: the weights of `engine::go::learned`.

pub mod balance;
mod checkpoint;
mod lesson;
mod pupil;
pub mod selfplay;

pub use checkpoint::CheckpointError;
pub use lesson::{Lesson, LessonError};
pub use pupil::{Harvest, Marks, Pupil};
