//! The weights as a file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SQOTHEV1` |
//! | 4 | phases |
//! | 4 | weights of a phase |
//! | 4 | CRC-32 of the rest |
//! | 2 each | weights, phase after phase, hundredths of a disc, signed |
//!
//! Numbers are little-endian.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use thiserror::Error;

use super::weights::{PHASES, WEIGHTS, Weights};
use crate::base::{Truncated, Wire};

const MAGIC: &[u8; 8] = b"SQOTHEV1";

/// Why a file of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Not such a file.
    #[error("no Othello weights: the file does not begin with `SQOTHEV1`")]
    Magic,
    /// Made for other patterns.
    #[error("weights for {phases} phases of {weights} weights, this program has {PHASES} of {}", *WEIGHTS)]
    Shape {
        /// Phases in the file.
        phases: u32,
        /// Weights of a phase in the file.
        weights: u32,
    },
    /// Cut short.
    #[error("the weights are cut short: {0}")]
    Short(#[from] Truncated),
    /// Changed on the way.
    #[error("the weights are damaged: their checksum is {found:08x}, not {expected:08x}")]
    Damaged {
        /// What the file says.
        expected: u32,
        /// What its bytes give.
        found: u32,
    },
}

impl Weights {
    /// Reads a file of weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut wire = Wire::new(bytes);
        if wire.take(MAGIC.len()) != Ok(MAGIC.as_slice()) {
            return Err(WeightsError::Magic);
        }
        let (phases, weights) = (wire.u32()?, wire.u32()?);
        if phases as usize != PHASES || weights as usize != *WEIGHTS {
            return Err(WeightsError::Shape { phases, weights });
        }
        let expected = wire.u32()?;
        let data = wire.take(PHASES * *WEIGHTS * 2)?;
        let found = crc32fast::hash(data);
        if found != expected {
            return Err(WeightsError::Damaged { expected, found });
        }
        let mut wire = Wire::new(data);
        let mut fitted = Vec::with_capacity(PHASES);
        for _ in 0..PHASES {
            let list: Result<Vec<i16>, Truncated> =
                (0..*WEIGHTS).map(|_| wire.u16().map(|word| word as i16)).collect();
            fitted.push(list?);
        }
        Ok(Self::from_fitted(&fitted))
    }

    /// The weights as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let data: Vec<u8> =
            self.to_fitted().into_iter().flatten().flat_map(i16::to_le_bytes).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((PHASES as u32).to_le_bytes());
        bytes.extend((*WEIGHTS as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&data).to_le_bytes());
        bytes.extend(data);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Weights {
        let fitted: Vec<Vec<i16>> = (0..PHASES)
            .map(|phase| (0..*WEIGHTS).map(|i| (i * 7 + phase) as i16 % 300 - 150).collect())
            .collect();
        Weights::from_fitted(&fitted)
    }

    #[test]
    fn a_file_gives_back_what_was_written_and_is_small_enough_to_ship() {
        let bytes = sample().to_bytes();
        assert!(bytes.len() < 4 << 20, "{} bytes", bytes.len());
        assert_eq!(Weights::from_bytes(&bytes), Ok(sample()));
    }

    #[test]
    fn a_damaged_or_foreign_file_is_refused_with_the_reason() {
        let mut bytes = sample().to_bytes();
        assert_eq!(Weights::from_bytes(b"hello"), Err(WeightsError::Magic));
        assert!(matches!(Weights::from_bytes(&bytes[..100]), Err(WeightsError::Short(_))));
        bytes[500] ^= 1;
        assert!(matches!(Weights::from_bytes(&bytes), Err(WeightsError::Damaged { .. })));
        bytes[8] = 99;
        let error = Weights::from_bytes(&bytes).unwrap_err();
        assert!(matches!(error, WeightsError::Shape { phases: 99, .. }), "{error}");
    }
}
