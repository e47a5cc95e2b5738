//! What earlier nodes teach about moves: which ones cut, after which ones.
//!
//! Every number moves towards a limit by gravity (`h += bonus − h·|bonus| / LIMIT`), so none leaves
//! `i16` and old lessons fade. Each worker has its own; nothing here is shared.

use crate::base::Pages;
use crate::game::Color;
use crate::game::xiangqi::{Kind, Move, Piece, Square};

/// Numbers stay within ± this.
const LIMIT: i32 = 14_000;
/// Squares of the board.
const SQUARES: usize = 90;
/// A piece and where it went: 14 × 90.
const STEPS: usize = 14 * SQUARES;
/// Entries of a correction table, a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept in this fraction of a hundredth of a pawn.
const CORRECTION_GRAIN: i32 = 256;
/// Corrections stay within ± this many hundredths.
const CORRECTION_LIMIT: i32 = 64;

/// A piece and the point it came to: what a move looks like to the moves after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u16);

impl Step {
    /// `piece` came to `to`.
    pub fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * SQUARES + to.index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The steps one, two and four plies ago, as far as there are any.
pub type Past = [Option<Step>; 3];

/// The lessons of one worker.
#[derive(Debug)]
pub struct History {
    /// By side, from and to.
    quiet: Box<[[i16; SQUARES * SQUARES]; 2]>,
    /// By step and the kind taken.
    capture: Box<[[i16; 8]; STEPS]>,
    /// By an earlier step and this one.
    continuation: Pages<i16>,
    /// How far evaluations of such pawn and piece settings were off, by side to move.
    correction: Box<[[[i16; CORRECTIONS]; 2]; Self::CORRECTION_KINDS]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: boxed([[0; SQUARES * SQUARES]; 2]),
            capture: boxed([[0; 8]; STEPS]),
            continuation: Pages::zeroed(STEPS * STEPS).expect("3 MiB of memory"),
            correction: boxed([[[0; CORRECTIONS]; 2]; Self::CORRECTION_KINDS]),
        }
    }
}

fn boxed<T: Copy, const N: usize>(array: [T; N]) -> Box<[T; N]> {
    vec![array[0]; N].try_into().unwrap_or_else(|_| unreachable!("made with N elements"))
}

impl History {
    /// How many keys describe a position for [`correction`](Self::correction).
    pub const CORRECTION_KINDS: usize = 3;

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// How often quiet `mv` of `piece` cut before, also after the moves of `past`.
    #[inline]
    pub fn quiet(&self, mv: Move, piece: Piece, past: &Past) -> i32 {
        let step = Step::new(piece, mv.to());
        let mut sum = i32::from(self.quiet[piece.color.index()][butterfly(mv)]);
        for earlier in past.iter().flatten() {
            sum += i32::from(self.continuation[pair(*earlier, step)]);
        }
        sum
    }

    /// How often `piece` taking `taken` at `to` cut before.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, taken: Kind) -> i32 {
        i32::from(self.capture[Step::new(piece, to).index()][taken.index()])
    }

    /// Teaches about a quiet move; a negative bonus is a punishment.
    pub fn learn_move(&mut self, mv: Move, piece: Piece, bonus: i32) {
        pull(&mut self.quiet[piece.color.index()][butterfly(mv)], bonus);
    }

    /// Teaches about a quiet move after the moves of `past`.
    pub fn learn_continuation(&mut self, mv: Move, piece: Piece, past: &Past, bonus: i32) {
        let step = Step::new(piece, mv.to());
        for earlier in past.iter().flatten() {
            pull(&mut self.continuation[pair(*earlier, step)], bonus);
        }
    }

    /// Teaches about a capture.
    pub fn learn_capture(&mut self, piece: Piece, to: Square, taken: Kind, bonus: i32) {
        pull(&mut self.capture[Step::new(piece, to).index()][taken.index()], bonus);
    }

    /// What to add to the evaluation of a position with these keys.
    pub fn correction(&self, side: Color, keys: &[u64; Self::CORRECTION_KINDS]) -> i32 {
        let sum: i32 = keys
            .iter()
            .zip(self.correction.iter())
            .map(|(&key, table)| i32::from(table[side.index()][key as usize % CORRECTIONS]))
            .sum();
        // Each table alone learns the whole error: together they say it more than once.
        sum / (2 * CORRECTION_GRAIN)
    }

    /// The search found `error` more than the evaluation said, at `depth`.
    pub fn learn_correction(
        &mut self,
        side: Color,
        keys: &[u64; Self::CORRECTION_KINDS],
        error: i32,
        depth: i32,
    ) {
        let weight = depth.clamp(1, 16);
        let most = CORRECTION_LIMIT * CORRECTION_GRAIN;
        let aim = (error * CORRECTION_GRAIN).clamp(-most, most);
        for (&key, table) in keys.iter().zip(self.correction.iter_mut()) {
            let slot = &mut table[side.index()][key as usize % CORRECTIONS];
            let moved = (i32::from(*slot) * (256 - weight) + aim * weight) / 256;
            *slot = moved.clamp(-most, most) as i16;
        }
    }
}

/// Where the lessons about `step` after `earlier` stand.
#[inline]
fn pair(earlier: Step, step: Step) -> usize {
    earlier.index() * STEPS + step.index()
}

#[inline]
fn butterfly(mv: Move) -> usize {
    mv.from().index() * SQUARES + mv.to().index()
}

/// Pulls `number` towards the limit on the side of `bonus`.
#[inline]
fn pull(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::xiangqi::RED;

    const ROOK: Piece = Piece::new(RED, Kind::Rook);

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn no_number_of_lessons_leaves_the_limit() {
        let mut number = 0;
        for bonus in [5000, 20_000, 1, LIMIT] {
            for _ in 0..100 {
                pull(&mut number, bonus);
            }
        }
        assert!(i32::from(number) <= LIMIT && number > 10_000, "{number}");
        for _ in 0..100 {
            pull(&mut number, -900);
        }
        assert!(number < 0 && i32::from(number) >= -LIMIT, "{number}");
    }

    #[test]
    fn a_lesson_counts_only_after_the_same_past() {
        let mut history = History::default();
        let past = [Some(Step::new(ROOK, mv("a0a5").to())), None, None];
        history.learn_move(mv("e0e1"), ROOK, 1000);
        history.learn_continuation(mv("e0e1"), ROOK, &past, 1000);
        let alone = history.quiet(mv("e0e1"), ROOK, &[None; 3]);
        assert!(alone > 0);
        assert_eq!(history.quiet(mv("e0e1"), ROOK, &past), 2 * alone);
        assert_eq!(history.quiet(mv("e0e2"), ROOK, &past), 0);
        history.clear();
        assert_eq!(history.quiet(mv("e0e1"), ROOK, &past), 0);
    }

    #[test]
    fn corrections_approach_a_steady_error_and_no_more() {
        let mut history = History::default();
        let keys = [3, 4, 5];
        for _ in 0..2000 {
            history.learn_correction(RED, &keys, 10, 8);
        }
        let found = history.correction(RED, &keys);
        assert!((12..=15).contains(&found), "half of three keys that say 10 each: {found}");
        assert_eq!(history.correction(RED.other(), &keys), 0);
    }
}
