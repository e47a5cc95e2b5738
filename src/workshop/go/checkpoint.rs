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

use std::error::Error;
use std::fmt;

use super::pupil::Pupil;
use crate::base::{Truncated, Wire};
use crate::engine::go::learned::FIXED;
use crate::game::go::Size;

const MAGIC: &[u8; 8] = b"SANQIGOP";

/// Why a file is no checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// It is something else.
    NotCheckpoint,
    /// It is damaged.
    Checksum,
    /// No board has this size.
    Size(u8, u8),
    /// It ends too early.
    Truncated(Truncated),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCheckpoint => write!(f, "this is no checkpoint of go weights"),
            Self::Checksum => write!(f, "the checkpoint is damaged: its checksum is wrong"),
            Self::Size(columns, rows) => write!(f, "{columns}x{rows} is no size of a board"),
            Self::Truncated(truncated) => truncated.fmt(f),
        }
    }
}

impl Error for CheckpointError {}

impl From<Truncated> for CheckpointError {
    fn from(truncated: Truncated) -> Self {
        Self::Truncated(truncated)
    }
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
        let mut bytes = MAGIC.to_vec();
        bytes.extend(crc32fast::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    /// The pupil in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut wire = Wire::new(bytes);
        if wire.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(CheckpointError::NotCheckpoint);
        }
        if wire.u32()? != crc32fast::hash(wire.rest()) {
            return Err(CheckpointError::Checksum);
        }
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
        assert_eq!(Pupil::from_bytes(&damaged).err(), Some(CheckpointError::Checksum));
        assert!(Pupil::from_bytes(&bytes[..20]).is_err() && Pupil::from_bytes(b"x").is_err());
    }
}
