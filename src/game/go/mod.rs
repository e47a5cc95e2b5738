//! Go: boards of 2 to 25 lines, captures, ko, scoring.
//!
//! [`Board`] is plain and compact: it is kept for every move of a game. Whoever plays out thousands
//! of games a second uses [`fast::FastBoard`], which is tested against it.

pub mod benson;
mod board;
pub mod certain;
mod diagram;
pub mod fast;
mod group;
pub mod handicap;
mod moves;
mod play;
mod point;
mod rules;
pub mod score;
mod symmetry;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use diagram::DiagramError;
pub use group::Chain;
pub use moves::Move;
pub use point::{MAX_POINTS, MAX_SIDE, MIN_SIDE, Point, PointError, Size, SizeError};
pub use rules::{HandicapBonus, KoRule, Rules, RulesError, Scoring, Suicide, Tax};
pub use symmetry::Symmetry;

use super::Color;

/// Black, who plays first.
pub const BLACK: Color = Color::First;
/// White, who plays second and gets the komi.
pub const WHITE: Color = Color::Second;
