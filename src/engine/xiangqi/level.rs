//! Strength below the full: fewer nodes, and a choice among moves that are nearly as good.

use std::time::{SystemTime, UNIX_EPOCH};

use super::root::RootMove;
use super::score::{INFINITE, Value};
use super::settings::Randomness;
use crate::base::Random;

/// Full strength.
const FULL: u8 = 20;
/// Nodes of level 1, and the factor from level to level.
const FIRST_NODES: f64 = 40.0;
const STEP: f64 = 1.62;
/// Hundredths of a pawn that each missing level may give away at a move.
const CARELESSNESS: Value = 8;

/// The generator of `seed`; 0 takes one from the clock.
pub fn random(seed: u64) -> Random {
    let from_clock =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |d| d.as_nanos() as u64);
    Random::seeded(if seed == 0 { from_clock() } else { seed })
}

/// Whether `level` is below the full strength.
pub const fn is_weak(level: u8) -> bool {
    level < FULL
}

/// Nodes a player of `level` may look at, within its limits.
pub fn node_limit(level: u8, limit: Option<u64>) -> Option<u64> {
    if level >= FULL {
        return limit;
    }
    let nodes = (FIRST_NODES * STEP.powi(i32::from(level) - 1)) as u64;
    Some(limit.map_or(nodes, |limit| limit.min(nodes)))
}

/// Hundredths of a pawn that a player of `level` may give away at a move, or more if it shall
/// play at random.
pub fn margin(level: u8, randomness: Randomness) -> Value {
    (Value::from(FULL.saturating_sub(level)) * CARELESSNESS).max(randomness.margin())
}

/// How many lines a player that gives away `margin` needs to choose among.
pub const fn lines(margin: Value) -> usize {
    if margin == 0 { 1 } else { 4 }
}

/// The index of the root move that a player plays who gives away up to `margin`.
pub fn choose(margin: Value, roots: &[RootMove], random: &mut Random) -> usize {
    if margin == 0 {
        return 0;
    }
    let mut best = (0, -INFINITE);
    for (index, root) in roots.iter().enumerate().take(lines(margin)) {
        let worth = root.value + random.below(margin as u32 + 1) as Value;
        if root.value > -INFINITE && worth > best.1 {
            best = (index, worth);
        }
    }
    best.0
}
