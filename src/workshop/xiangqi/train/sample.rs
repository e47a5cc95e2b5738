//! Positions to learn from.

use crate::engine::xiangqi::evaluate::network::features::{MOST_PIECES, of_mover};
use crate::engine::xiangqi::evaluate::network::{SCALE, bucket};
use crate::workshop::xiangqi::selfplay::{Blocks, Taught};

/// Of so many games one is held out and tells the loss.
const HOLD_OUT: u64 = 20;

/// A position as the network sees it, and what it should say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Features of the mover; the first `count` count.
    features: [u16; MOST_PIECES],
    count: u8,
    /// Whether the opponent looks at the other image.
    pub differs: bool,
    /// Twice the result to the mover.
    doubled_result: u8,
    /// What the search saw, in hundredths of a pawn.
    value: i16,
}

impl Sample {
    /// What a game teaches at one position.
    pub fn new(taught: &Taught<'_>) -> Self {
        let (list, differs) = of_mover(taught.board);
        let mut features = [0; MOST_PIECES];
        features[..list.len()].copy_from_slice(&list);
        Self {
            features,
            count: list.len() as u8,
            differs,
            doubled_result: (taught.result * 2.0) as u8,
            value: taught.value,
        }
    }

    /// The features of the mover.
    #[inline]
    pub fn features(&self) -> &[u16] {
        &self.features[..usize::from(self.count)]
    }

    /// The output that speaks.
    #[inline]
    pub fn bucket(&self) -> usize {
        bucket(self.count.into())
    }

    /// The chance to be learned: `weight` of what the search saw, the rest of the result.
    #[inline]
    pub fn target(&self, weight: f32) -> f32 {
        let seen = sigmoid(f32::from(self.value) / SCALE as f32);
        weight * seen + (1.0 - weight) * f32::from(self.doubled_result) / 2.0
    }
}

/// A chance from an output.
#[inline]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Positions taught and positions held out; those of one game are all on the same side.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// To learn from.
    pub taught: Vec<Sample>,
    /// To be examined with.
    pub held_out: Vec<Sample>,
    /// Games that gave them.
    pub games: u64,
    /// Games with an illegal move, and damaged places in the files.
    pub faults: u64,
}

impl Samples {
    /// Adds the games in the bytes of a file; `told` hears of each.
    pub fn add(&mut self, bytes: &[u8], mut told: impl FnMut(u64)) {
        for block in Blocks::new(bytes) {
            let Ok(game) = block else {
                self.faults += 1;
                continue;
            };
            // Neighbours in the list of games have nothing in common, so the number will do.
            let held_out = game.number % HOLD_OUT == HOLD_OUT - 1;
            let samples = if held_out { &mut self.held_out } else { &mut self.taught };
            let whole = game.teach(|taught| samples.push(Sample::new(&taught)));
            self.faults += u64::from(whole.is_err());
            self.games += 1;
            told(1);
        }
    }
}
