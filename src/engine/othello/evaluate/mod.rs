//! What a position is worth: patterns of discs by phase of the game, and mobility.
//!
//! The value is a sum of table entries, in hundredths of a disc, from the mover's view. The tables
//! are fitted by `sanqi tune othello`; [`Weights::embedded`] has the ones shipped.

mod file;
mod pattern;
mod weights;

pub use file::WeightsError;
pub use pattern::{PATTERNS, Pattern, images};
pub use weights::{FEATURES, PHASES, WEIGHTS, Weights, features, phase};
