//! The file a pupil is kept in between two sittings.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SANQIGOP` |
//! | 4 | CRC-32 of the rest |
//! | 1, 1 | columns and rows |
//! | 8 | games learned from |
//! | 4 | number of shapes |
//! | 4 each | their keys |
//! | 4 each | weights of traits and shapes |
//! | 4 each | sums of squares, likewise |

use thiserror::Error;

use super::pupil::Pupil;
use crate::base::{FirstWord, SealError, Truncated, Wire, seal, unseal};
use crate::engine::go::learned::FIXED;
use crate::game::go::Size;

const KIND: FirstWord = *b"SANQIGOP";

/// Why a file is no checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// It is something else, or damaged.
    #[error("no checkpoint of go weights: {0}")]
    Seal(#[from] SealError),
    /// No board has this size.
    #[error("{0}x{1} is no size of a board")]
    Size(u8, u8),
    /// It ends too early.
    #[error("the checkpoint is cut short: {0}")]
    Short(#[from] Truncated),
}

impl Pupil {
    /// The pupil as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest = vec![self.size.width(), self.size.height()];
        rest.extend(self.games.to_le_bytes());
        rest.extend((self.keys.len() as u32).to_le_bytes());
        rest.extend(self.keys.iter().flat_map(|key| key.to_le_bytes()));
        rest.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        rest.extend(self.squares.iter().flat_map(|square| square.to_le_bytes()));
        seal(KIND, &[], &rest)
    }

    /// The pupil in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let ([], rest) = unseal(bytes, KIND)?;
        let mut wire = Wire::new(rest);
        let (columns, rows) = (wire.u8()?, wire.u8()?);
        let size = Size::new(columns.into(), rows.into());
        let size = size.map_err(|_| CheckpointError::Size(columns, rows))?;
        let games = wire.u64()?;
        let count = wire.u32()? as usize;
        let mut words = |count: usize| -> Result<Vec<u32>, Truncated> {
            let bytes = wire.take(count.saturating_mul(4))?;
            let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            Ok(bytes.chunks_exact(4).map(word).collect())
        };
        let keys = words(count)?;
        let mut numbers = || words(FIXED.saturating_add(count));
        let weights = numbers()?.into_iter().map(f32::from_bits).collect();
        let squares = numbers()?.into_iter().map(f32::from_bits).collect();
        Ok(Self::with(size, keys, weights, squares, games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_gives_the_pupil_back() {
        let mut pupil = Pupil::new(Size::NINE, vec![3, 99]);
        pupil.games = 12;
        let bytes = pupil.to_bytes();
        let again = Pupil::from_bytes(&bytes).unwrap();
        assert_eq!((again.games, again.shapes(), again.to_bytes()), (12, 2, bytes.clone()));
        let mut damaged = bytes.clone();
        damaged[30] ^= 1;
        for wrong in [&damaged, &bytes[..20], b"x"] {
            assert!(matches!(Pupil::from_bytes(wrong), Err(CheckpointError::Seal(_))));
        }
    }
}
