//! Finds whole numbers with a small error: one number after the other, a step up or down while that helps.

use std::ops::RangeInclusive;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The numbers.
    pub values: Vec<i64>,
    /// What each may be.
    pub ranges: Vec<RangeInclusive<i64>>,
}

/// Something that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Which number.
    pub place: usize,
    /// What it was set to.
    pub value: i64,
    /// The error with it.
    pub error: f64,
    /// Whether it stays.
    pub taken: bool,
}

/// Goes down from `ground` by steps of one width after the other, each until no number gains by it.
/// `error` says how bad some numbers are, or why that cannot be told; `told` hears of every step with the ground after it.
pub fn descend<E>(
    ground: &mut Ground,
    widths: &[i64],
    mut error: impl FnMut(&[i64]) -> Result<f64, E>,
    mut told: impl FnMut(&Ground, Step) -> Result<(), E>,
) -> Result<f64, E> {
    let mut least = error(&ground.values)?;
    for &width in widths {
        let mut idle = 0;
        for place in (0..ground.values.len()).cycle() {
            if idle == ground.values.len() {
                break;
            }
            idle += 1;
            for direction in [width, -width] {
                let before = least;
                while let Some(value) = ground.next(place, direction) {
                    let old = std::mem::replace(&mut ground.values[place], value);
                    let found = error(&ground.values)?;
                    let taken = found < least;
                    if taken {
                        (least, idle) = (found, 0);
                    } else {
                        ground.values[place] = old;
                    }
                    told(ground, Step { place, value, error: found, taken })?;
                    if !taken {
                        break;
                    }
                }
                if least < before {
                    break;
                }
            }
        }
    }
    Ok(least)
}

impl Ground {
    /// The number at `place` moved by a step, if it may be moved at all.
    fn next(&self, place: usize, step: i64) -> Option<i64> {
        let (value, range) = (self.values.get(place)?, self.ranges.get(place)?);
        let next = (value + step).clamp(*range.start(), *range.end());
        (next != *value).then_some(next)
    }
}
