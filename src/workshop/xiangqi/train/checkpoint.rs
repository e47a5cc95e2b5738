//! A course as bytes, to go on with.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SQXTRAI1` |
//! | 4 | CRC-32 of the rest |
//! | 8 | steps made |
//! | 4 | epochs done |
//! | 4 | weights |
//! | 8 each | loss of each epoch: taught, held out |
//! | 4 each | weights, then the running means of slopes, then of their squares |
//!
//! Numbers are little-endian, losses and weights 32-bit floating point.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use thiserror::Error;

use super::adam::Adam;
use super::course::{Course, Epoch};
use super::model::{Model, WEIGHTS};
use crate::base::{FirstWord, SealError, Truncated, Wire, seal, unseal};

const KIND: FirstWord = *b"SQXTRAI1";

/// Why a checkpoint is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// Not such a file, or damaged.
    #[error("no checkpoint: {0}")]
    Seal(#[from] SealError),
    /// Cut short.
    #[error("the checkpoint is cut short: {0}")]
    Short(#[from] Truncated),
    /// Of another network.
    #[error("a checkpoint of {0} weights, this network has {WEIGHTS}")]
    Shape(u32),
}

impl Course {
    /// The checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut rest = self.adam.steps.to_le_bytes().to_vec();
        rest.extend((self.epochs.len() as u32).to_le_bytes());
        rest.extend((WEIGHTS as u32).to_le_bytes());
        let losses = self.epochs.iter().flat_map(|epoch| [epoch.taught, epoch.held_out]);
        let lists = [&self.model.weights, &self.adam.first, &self.adam.second];
        for number in losses.chain(lists.into_iter().flatten().copied()) {
            rest.extend(number.to_le_bytes());
        }
        seal(KIND, &[], &rest)
    }

    /// Reads a checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let ([], rest) = unseal(bytes, KIND)?;
        let mut wire = Wire::new(rest);
        let steps = wire.u64()?;
        let (epochs, weights) = (wire.u32()?, wire.u32()?);
        if weights as usize != WEIGHTS {
            return Err(CheckpointError::Shape(weights));
        }
        let mut done = Vec::new();
        for _ in 0..epochs {
            done.push(Epoch { taught: wire.f32()?, held_out: wire.f32()? });
        }
        let mut list = || (0..WEIGHTS).map(|_| wire.f32()).collect::<Result<Vec<f32>, _>>();
        let model = Model { weights: list()? };
        let adam = Adam { first: list()?, second: list()?, steps };
        Ok(Self { model, adam, epochs: done })
    }
}
