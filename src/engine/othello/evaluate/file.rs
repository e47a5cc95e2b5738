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
use crate::base::{FirstWord, SealError, Truncated, Wire, seal, unseal};

const KIND: FirstWord = *b"SQOTHEV1";

/// Why a file of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Not such a file, or damaged.
    #[error("no Othello weights: {0}")]
    Seal(#[from] SealError),
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
    /// More than the weights.
    #[error("the weights are {0} bytes too long")]
    Long(usize),
    /// The file could not be read.
    #[error("{0}")]
    File(String),
}

impl Weights {
    /// Reads a file of weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let ([phases, weights], data) = unseal(bytes, KIND)?;
        if phases as usize != PHASES || weights as usize != *WEIGHTS {
            return Err(WeightsError::Shape { phases, weights });
        }
        let mut wire = Wire::new(data);
        let mut fitted = Vec::with_capacity(PHASES);
        for _ in 0..PHASES {
            let list: Result<Vec<i16>, Truncated> =
                (0..*WEIGHTS).map(|_| wire.u16().map(|word| word as i16)).collect();
            fitted.push(list?);
        }
        if !wire.is_at_end() {
            return Err(WeightsError::Long(wire.rest().len()));
        }
        Ok(Self::from_fitted(&fitted))
    }

    /// The weights as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let data: Vec<u8> =
            self.to_fitted().into_iter().flatten().flat_map(i16::to_le_bytes).collect();
        seal(KIND, &[PHASES as u32, *WEIGHTS as u32], &data)
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
        let bytes = sample().to_bytes();
        assert!(matches!(Weights::from_bytes(b"hello"), Err(WeightsError::Seal(_))));
        assert!(matches!(Weights::from_bytes(&bytes[..100]), Err(WeightsError::Seal(_))));
        let (heading, data): ([u32; 2], _) = unseal(&bytes, KIND).unwrap();
        let why = |heading: [u32; 2], data: &[u8]| {
            Weights::from_bytes(&seal(KIND, &heading, data)).unwrap_err()
        };
        assert!(matches!(why([99, heading[1]], data), WeightsError::Shape { phases: 99, .. }));
        assert!(matches!(why(heading, &data[1..]), WeightsError::Short(_)));
        assert_eq!(why(heading, &[data, &[0; 3]].concat()), WeightsError::Long(3));
    }
}
