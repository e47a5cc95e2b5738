//! The file of weights.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SANQIGO1` |
//! | 4 | CRC-32 of the rest |
//! | | the weights for small boards, then those for large ones, each: |
//! | 4 | number of traits |
//! | 2 each | their weights, in thousandths |
//! | 4 | number of shapes |
//! | 4 each | their keys, ascending |
//! | 2 each | their weights, in thousandths |

use thiserror::Error;

use super::traits::FIXED;
use super::weights::{Set, Weights};
use crate::base::{FirstWord, SealError, Truncated, Wire, seal, unseal};

const KIND: FirstWord = *b"SANQIGO1";

/// Why a file holds no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is something else, or damaged.
    #[error("no go weights: {0}")]
    Seal(#[from] SealError),
    /// It was made for another number of traits.
    #[error("the file has {0} traits, expected {FIXED}")]
    Traits(u32),
    /// It ends too early.
    #[error("the weights are cut short: {0}")]
    Short(#[from] Truncated),
    /// It goes on after its end.
    #[error("the file goes on after its end")]
    TooLong,
}

impl Weights {
    /// The weights as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest = Vec::new();
        for set in [&self.small, &self.large] {
            rest.extend((set.fixed.len() as u32).to_le_bytes());
            rest.extend(set.fixed.iter().flat_map(|weight| weight.to_le_bytes()));
            let mut shapes: Vec<(u32, i16)> = set.shapes.iter().map(|(&k, &w)| (k, w)).collect();
            shapes.sort_unstable();
            rest.extend((shapes.len() as u32).to_le_bytes());
            rest.extend(shapes.iter().flat_map(|(key, _)| key.to_le_bytes()));
            rest.extend(shapes.iter().flat_map(|(_, weight)| weight.to_le_bytes()));
        }
        seal(KIND, &[], &rest)
    }

    /// The weights in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let ([], rest) = unseal(bytes, KIND)?;
        let mut wire = Wire::new(rest);
        let (small, large) = (read_set(&mut wire)?, read_set(&mut wire)?);
        if !wire.is_at_end() {
            return Err(WeightsError::TooLong);
        }
        Ok(Self { small, large })
    }
}

fn read_set(wire: &mut Wire<'_>) -> Result<Set, WeightsError> {
    let traits = wire.u32()?;
    if traits as usize != FIXED {
        return Err(WeightsError::Traits(traits));
    }
    let weight = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
    let fixed = wire.take(2 * FIXED)?.chunks_exact(2).map(weight).collect();
    let count = wire.u32()? as usize;
    let keys = wire.take(count.saturating_mul(4))?;
    let keys = keys.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let weights = wire.take(count.saturating_mul(2))?.chunks_exact(2).map(weight);
    Ok(Set { fixed, shapes: keys.zip(weights).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Size;
    use proptest::prelude::*;

    fn sample() -> Weights {
        let mut weights = Weights::default();
        let fixed: Vec<f32> = (0..FIXED).map(|n| n as f32 / 100.0 - 1.0).collect();
        weights.replace(Size::NINE, &fixed, [(77, -0.25), (5, 1.5)].into_iter());
        weights
    }

    #[test]
    fn a_file_gives_back_what_was_written() {
        let weights = sample();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    }

    #[test]
    fn damage_is_seen() {
        let bytes = sample().to_bytes();
        let mut damaged = bytes.clone();
        damaged[40] ^= 1;
        for wrong in [&damaged, &bytes[..bytes.len() - 1], b"something else"] {
            assert!(matches!(Weights::from_bytes(wrong), Err(WeightsError::Seal(_))));
        }
    }

    #[test]
    fn the_weights_shipped_can_be_read() {
        let weights = Weights::embedded();
        assert!(weights.small.shapes.len() > 1000 && weights.large.shapes.len() > 1000);
    }

    proptest! {
        #[test]
        fn any_bytes_give_an_error_not_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Weights::from_bytes(&bytes).is_err());
            prop_assert!(Weights::from_bytes(&seal(KIND, &[], &bytes)).is_err());
        }
    }
}
