//! What strong players usually play: a chance for each move, learned from game records.
//!
//! A move has *traits* (does it capture, how far is the last move, what shape do the stones around it
//! have); each trait has a weight, and the chances of a position's moves are in proportion to the
//! exponential of the sum of their weights. `sanqi tune go` fits the weights; those shipped are
//! embedded.

mod file;
mod shape;
mod traits;
mod weights;

pub use file::WeightsError;
pub use shape::{LEVELS, Shapes};
pub use traits::{FIXED, Survey, Traits};
pub use weights::{Chances, Weights};
