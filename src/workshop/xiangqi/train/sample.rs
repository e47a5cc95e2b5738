//! Positions to learn from.
//!
//! Games are few and dear, the hand-made evaluation is cheap: a network may first learn to imitate it on
//! any number of positions one random move away from those of the games, and then from the games what
//! it does not know.

use crate::base::Random;
use crate::engine::xiangqi::evaluate::Evaluation;
use crate::engine::xiangqi::evaluate::network::features::{MOST_PIECES, of_mover};
use crate::engine::xiangqi::evaluate::network::{SCALE, bucket};
use crate::game::xiangqi::{Board, MoveSet};
use crate::workshop::xiangqi::selfplay::{Blocks, Taught};

/// Of so many games one is held out and tells the loss.
const HOLD_OUT: u64 = 20;

/// Steps of an outcome.
const OUTCOMES: f32 = 254.0;
/// Instead of an outcome: there is none.
const NO_OUTCOME: u8 = u8::MAX;

/// A position as the network sees it, and what it should say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Features of the mover; the first `count` count.
    features: [u16; MOST_PIECES],
    count: u8,
    /// Whether the opponent looks at the other image.
    pub differs: bool,
    /// What the mover could expect from the rest of the game, in 254ths, or [`NO_OUTCOME`].
    outcome: u8,
    /// What the search saw, or the evaluation that is imitated, in hundredths of a pawn.
    value: i16,
}

impl Sample {
    /// What a game teaches at one position.
    pub fn new(taught: &Taught<'_>, outlook: f32) -> Self {
        let outcome = (outlook.clamp(0.0, 1.0) * OUTCOMES).round() as u8;
        Self::labelled(taught.board, taught.value, outcome)
    }

    /// A position whose value alone is known.
    pub fn imitating(board: &Board, value: i32) -> Self {
        let most = i32::from(i16::MAX);
        Self::labelled(board, value.clamp(-most, most) as i16, NO_OUTCOME)
    }

    fn labelled(board: &Board, value: i16, outcome: u8) -> Self {
        let (list, differs) = of_mover(board);
        let mut features = [0; MOST_PIECES];
        features[..list.len()].copy_from_slice(&list);
        Self { features, count: list.len() as u8, differs, outcome, value }
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
        if self.outcome == NO_OUTCOME {
            return seen;
        }
        weight * seen + (1.0 - weight) * f32::from(self.outcome) / OUTCOMES
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
    /// What the hand-made evaluation says about those held out, in hundredths of a pawn.
    pub hand_made: Vec<i32>,
    /// Games that gave them.
    pub games: u64,
    /// Games with an illegal move, and damaged places in the files.
    pub faults: u64,
}

impl Samples {
    /// Adds the games in the bytes of a file; `told` hears of each. For each position taught `imitated`
    /// more are added that imitate the hand-made evaluation.
    pub fn add(&mut self, bytes: &[u8], imitated: usize, fade: f32, mut told: impl FnMut(u64)) {
        let mut teacher = Teacher::default();
        for block in Blocks::new(bytes) {
            let Ok(game) = block else {
                self.faults += 1;
                continue;
            };
            // Neighbours in the list of games have nothing in common, so the number will do.
            let held_out = game.number % HOLD_OUT == HOLD_OUT - 1;
            let mut random = Random::seeded(game.number);
            let outlooks = game.outlooks(fade, |value| sigmoid(f32::from(value) / SCALE as f32));
            let begin = game.opening.len();
            let whole = game.teach(|taught| {
                if held_out {
                    self.held_out.push(Sample::new(&taught, taught.result));
                    self.hand_made.push(teacher.value(taught.board));
                } else {
                    self.taught.push(Sample::new(&taught, outlooks[taught.ply - begin]));
                    let near = teacher.near(taught.board, imitated, &mut random);
                    self.taught.extend(near);
                }
            });
            self.faults += u64::from(whole.is_err());
            self.games += 1;
            told(1);
        }
    }

    /// The mean loss of the hand-made evaluation on the positions held out: what a network must beat.
    pub fn hand_made_loss(&self, weight: f32) -> f64 {
        let misses = self.held_out.iter().zip(&self.hand_made).map(|(sample, &value)| {
            let miss = sigmoid(value as f32 / SCALE as f32) - sample.target(weight);
            f64::from(miss * miss)
        });
        misses.sum::<f64>() / self.held_out.len().max(1) as f64
    }
}

/// The hand-made evaluation.
#[derive(Debug, Default)]
struct Teacher(Evaluation);

impl Teacher {
    fn value(&mut self, board: &Board) -> i32 {
        self.0.refresh(0, board);
        self.0.value(0, board)
    }

    /// Positions one random move away from `board`, not in check: `count` at most.
    fn near<'a>(
        &'a mut self,
        board: &'a Board,
        count: usize,
        random: &'a mut Random,
    ) -> impl Iterator<Item = Sample> + 'a {
        let mut moves = board.moves(MoveSet::All);
        (0..count).filter_map(move |_| {
            if moves.is_empty() {
                return None;
            }
            let mv = moves.swap_remove(random.below(moves.len() as u32) as usize);
            let mut next = board.clone();
            next.play(mv);
            (!next.in_check()).then(|| Sample::imitating(&next, self.value(&next)))
        })
    }
}
