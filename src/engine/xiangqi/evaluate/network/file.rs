//! The network as a file.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SQXQNET1` |
//! | 4 | features |
//! | 4 | sums of the first layer |
//! | 4 | outputs |
//! | 4 | CRC-32 of the rest |
//! | 2 each | first layer, feature after feature, in 255ths, signed |
//! | 2 each | where its sums begin |
//! | 2 each | outputs, one after another: weights of the mover's sums, then of the opponent's, in 128ths |
//! | 4 each | where the outputs begin, in 32640ths, signed |
//!
//! Numbers are little-endian. The rule that puts pieces into features (`features`) is part of the
//! version in the first line.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use thiserror::Error;

use super::features::FEATURES;
use super::{
    BUCKETS, FIRST_UNIT, HIDDEN, LARGEST_FIRST, LARGEST_OUTPUT, Network, OUTPUT_UNIT, Row,
};
use crate::base::{FirstWord, SealError, Truncated, Wire, seal, unseal};

const KIND: FirstWord = *b"SQXQNET1";

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Not such a file, or damaged.
    #[error("no xiangqi network: {0}")]
    Seal(#[from] SealError),
    /// Made for another program.
    #[error(
        "a network of {found:?} features, sums and outputs; this program has [{FEATURES}, {HIDDEN}, {BUCKETS}]"
    )]
    Shape {
        /// Features, sums, outputs in the file.
        found: [u32; 3],
    },
    /// Cut short.
    #[error("the network is cut short: {0}")]
    Short(#[from] Truncated),
    /// More than the weights.
    #[error("the network is {0} bytes too long")]
    Long(usize),
    /// A weight that could overflow.
    #[error("the network has a weight of {0}, beyond what the arithmetic can hold")]
    Weight(i16),
    /// The file could not be read.
    #[error("{0}")]
    File(String),
}

impl Network {
    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (found, weights) = unseal(bytes, KIND)?;
        if found.map(|number| number as usize) != [FEATURES, HIDDEN, BUCKETS] {
            return Err(NetworkError::Shape { found });
        }
        let mut wire = Wire::new(weights);
        let rows: Result<Box<[Row]>, _> =
            (0..FEATURES).map(|_| row(&mut wire, LARGEST_FIRST, FIRST_UNIT)).collect();
        let mut network = Self {
            rows: rows?,
            first_bias: row(&mut wire, LARGEST_FIRST, FIRST_UNIT)?,
            outputs: [[Row::ZERO; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        };
        for side in network.outputs.iter_mut().flatten() {
            *side = row(&mut wire, LARGEST_OUTPUT, OUTPUT_UNIT)?;
        }
        for bias in &mut network.output_bias {
            *bias = wire.i32()?;
        }
        if !wire.is_at_end() {
            return Err(NetworkError::Long(wire.rest().len()));
        }
        Ok(network)
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain([&self.first_bias]).chain(self.outputs.iter().flatten());
        let mut weights: Vec<u8> = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes).collect();
        weights.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        seal(KIND, &[FEATURES, HIDDEN, BUCKETS].map(|number| number as u32), &weights)
    }
}

fn row(wire: &mut Wire<'_>, largest: f32, unit: i32) -> Result<Row, NetworkError> {
    let largest = (largest * unit as f32).round() as u16;
    let mut row = Row::ZERO;
    for weight in &mut row.0 {
        *weight = wire.u16()? as i16;
        if weight.unsigned_abs() > largest {
            return Err(NetworkError::Weight(*weight));
        }
    }
    Ok(row)
}
