//! Trains the network of the xiangqi evaluation on games of the player with itself.
//!
//! | file | does |
//! |---|---|
//! | `sample` | positions to learn from, by game into those taught and those held out |
//! | `model` | the network in floating point, as one list of weights |
//! | `gradient` | loss and slopes of a list of positions; the inner loops |
//! | `adam` | the step from slopes to weights |
//! | `course` | epochs and batches on all threads |
//! | `checkpoint` | a course as bytes, to go on with |
//! | `plot` | the loss as a picture |
//!
//! The loss is the squared difference between the chance the network sees, `σ(output)`, and a mixture
//! of the chance the search saw and what came of the game: chances seen later, then the result. With one number of threads the same seed
//! gives the same network.

mod adam;
mod checkpoint;
mod course;
mod gradient;
mod model;
mod plot;
mod sample;

#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;
pub use course::{Course, Epoch, Plan};
pub use model::Model;
pub use plot::loss_curve;
pub use sample::{Sample, Samples};
