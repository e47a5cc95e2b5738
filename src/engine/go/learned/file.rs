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

use std::error::Error;
use std::fmt;

use super::traits::FIXED;
use super::weights::{Set, Weights};
use crate::base::{Truncated, Wire};

const MAGIC: &[u8; 8] = b"SANQIGO1";

/// Why a file holds no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is something else.
    NotWeights,
    /// It is damaged.
    Checksum,
    /// It was made for another number of traits.
    Traits(u32),
    /// It ends too early.
    Truncated(Truncated),
    /// It goes on after its end.
    TooLong,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => write!(f, "this is no file of go weights"),
            Self::Checksum => write!(f, "the file is damaged: its checksum is wrong"),
            Self::Traits(found) => write!(f, "the file has {found} traits, expected {FIXED}"),
            Self::Truncated(truncated) => truncated.fmt(f),
            Self::TooLong => write!(f, "the file goes on after its end"),
        }
    }
}

impl Error for WeightsError {}

impl From<Truncated> for WeightsError {
    fn from(truncated: Truncated) -> Self {
        Self::Truncated(truncated)
    }
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
        let mut bytes = MAGIC.to_vec();
        bytes.extend(crc32fast::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// The weights in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut wire = Wire::new(bytes);
        if wire.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        if wire.u32()? != crc32fast::hash(wire.rest()) {
            return Err(WeightsError::Checksum);
        }
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
        assert_eq!(Weights::from_bytes(&damaged), Err(WeightsError::Checksum));
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert_eq!(Weights::from_bytes(b"something else"), Err(WeightsError::NotWeights));
    }

    #[test]
    fn the_weights_shipped_can_be_read() {
        let weights = Weights::embedded();
        assert!(weights.small.shapes.len() > 1000 && weights.large.shapes.len() > 1000);
    }

    proptest! {
        #[test]
        fn any_bytes_give_an_error_not_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut rest = bytes.clone();
            rest.truncate(rest.len().saturating_sub(12));
            let mut headed = MAGIC.to_vec();
            headed.extend(crc32fast::hash(&rest).to_le_bytes());
            headed.extend(&rest);
            prop_assert!(Weights::from_bytes(&bytes).is_err());
            prop_assert!(Weights::from_bytes(&headed).is_err());
        }
    }
}
