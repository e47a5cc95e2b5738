//! The tables, and the sum that is the value.

use std::sync::LazyLock;

use super::pattern::{PATTERNS, images};
use crate::game::othello::Kernel;
use crate::game::othello::flip::Portable;

/// Phases of the game; each has its own tables.
pub const PHASES: usize = 12;
/// Moves in a phase.
const PLIES: u32 = 5;

/// Table entries that speak of one position.
pub const FEATURES: usize = {
    let mut count = COUNTS;
    let mut i = 0;
    while i < PATTERNS.len() {
        count += PATTERNS[i].places.len();
        i += 1;
    }
    count
};

/// Counts with a table each: moves of both sides, open neighbours of both sides, empty squares.
const COUNTS: usize = 5;
/// Entries in the table of a count.
const COUNT_SIZE: usize = 64;

/// Entries of the pattern tables when every filling has its own.
const FILLINGS: usize = {
    let mut size = 0;
    let mut i = 0;
    while i < PATTERNS.len() {
        size += PATTERNS[i].size();
        i += 1;
    }
    size
};

/// Entries of one phase as searches read them: fillings, then counts.
const ENTRIES: usize = FILLINGS + COUNTS * COUNT_SIZE;

/// Where the table of each pattern begins.
const STARTS: [usize; PATTERNS.len()] = {
    let mut starts = [0; PATTERNS.len()];
    let mut i = 1;
    while i < PATTERNS.len() {
        starts[i] = starts[i - 1] + PATTERNS[i - 1].size();
        i += 1;
    }
    starts
};

/// Different weights of one phase: a filling and its mirror image share one. Fitted and stored.
pub static WEIGHTS: LazyLock<usize> = LazyLock::new(|| SHARED.1);

/// For each entry the weight it shares, and how many weights there are.
static SHARED: LazyLock<(Vec<u32>, usize)> = LazyLock::new(|| {
    let mut shared = vec![0; ENTRIES];
    let mut next = 0;
    let mut entry = 0;
    for pattern in PATTERNS {
        let start = entry;
        for index in 0..pattern.size() {
            let mirrored = pattern.mirrored(Portable, index);
            if mirrored < index {
                shared[entry] = shared[start + mirrored];
            } else {
                shared[entry] = next;
                next += 1;
            }
            entry += 1;
        }
    }
    for slot in &mut shared[entry..] {
        *slot = next;
        next += 1;
    }
    (shared, next as usize)
});

/// The phase of a position with so many discs.
#[inline(always)]
pub const fn phase(discs: u32) -> usize {
    let phase = (discs.saturating_sub(4) / PLIES) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The discs with which a phase begins.
pub const fn first_discs(phase: usize) -> u32 {
    4 + PLIES * phase as u32
}

/// The entries that speak of a position.
#[inline(always)]
fn entries<K: Kernel>(kernel: K, mover: u64, opponent: u64, mut each: impl FnMut(usize)) {
    let (movers, opponents) = (images(mover), images(opponent));
    for (pattern, start) in PATTERNS.iter().zip(STARTS) {
        for &place in pattern.places {
            each(start + pattern.index(kernel, movers[place], opponents[place]));
        }
    }
    let empty = !(mover | opponent);
    let counts = [
        kernel.mobility(mover, opponent),
        kernel.mobility(opponent, mover),
        neighbours(opponent) & empty,
        neighbours(mover) & empty,
        empty,
    ];
    for (number, squares) in counts.into_iter().enumerate() {
        let count = (squares.count_ones() as usize).min(COUNT_SIZE - 1);
        each(FILLINGS + number * COUNT_SIZE + count);
    }
}

/// Squares next to one of `discs`.
#[inline(always)]
const fn neighbours(discs: u64) -> u64 {
    const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let sideways = ((discs & (INNER | 0x8080_8080_8080_8080)) >> 1)
        | ((discs & (INNER | 0x0101_0101_0101_0101)) << 1);
    let band = discs | sideways;
    sideways | (band << 8) | (band >> 8)
}

/// The weights that speak of a position, for fitting them.
pub fn features<K: Kernel>(kernel: K, mover: u64, opponent: u64) -> [u32; FEATURES] {
    let shared = &SHARED.0;
    let mut features = [0; FEATURES];
    let mut slots = features.iter_mut();
    entries(kernel, mover, opponent, |entry| {
        if let Some(slot) = slots.next() {
            *slot = shared[entry];
        }
    });
    features
}

/// The tables of all phases, ready to be read.
#[derive(Clone, PartialEq)]
pub struct Weights {
    phases: Vec<Box<[i16]>>,
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights({PHASES} phases of {} weights)", *WEIGHTS)
    }
}

impl Weights {
    /// Tables from the weights of each phase, in hundredths of a disc.
    ///
    /// # Panics
    /// If there are not [`PHASES`] lists of [`WEIGHTS`] weights.
    pub fn from_fitted(fitted: &[Vec<i16>]) -> Self {
        assert_eq!(fitted.len(), PHASES, "one list of weights for each phase");
        let shared = &SHARED.0;
        let phases = fitted
            .iter()
            .map(|weights| shared.iter().map(|&number| weights[number as usize]).collect())
            .collect();
        Self { phases }
    }

    /// The weights of each phase, in hundredths of a disc.
    pub fn to_fitted(&self) -> Vec<Vec<i16>> {
        let shared = &SHARED.0;
        self.phases
            .iter()
            .map(|table| {
                let mut weights = vec![0; *WEIGHTS];
                for (&number, &weight) in shared.iter().zip(table) {
                    weights[number as usize] = weight;
                }
                weights
            })
            .collect()
    }

    /// The value of a position for the mover, in hundredths of a disc.
    #[inline(always)]
    pub fn evaluate<K: Kernel>(&self, kernel: K, mover: u64, opponent: u64) -> i32 {
        let table = &self.phases[phase((mover | opponent).count_ones())];
        let mut sum = 0;
        entries(kernel, mover, opponent, |entry| sum += i32::from(table[entry]));
        sum.clamp(-6400, 6400)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;
    use crate::game::othello::{Board, Instructions, Symmetry};

    fn random_board(seed: u64, plies: u32) -> Board {
        let mut random = Random::seeded(seed);
        let mut board = Board::default();
        for _ in 0..plies {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        board
    }

    #[test]
    fn neighbours_are_the_eight_squares_around_within_the_board() {
        for square in 0..64u32 {
            let (row, column) = ((square / 8) as i32, (square % 8) as i32);
            let mut expected = 0u64;
            for (r, c) in (-1..=1).flat_map(|r| (-1..=1).map(move |c| (row + r, column + c))) {
                if (0..8).contains(&r) && (0..8).contains(&c) && (r, c) != (row, column) {
                    expected |= 1 << (r * 8 + c);
                }
            }
            assert_eq!(neighbours(1 << square) & !(1 << square), expected, "square {square}");
        }
    }

    #[test]
    fn all_eight_images_of_a_position_have_the_same_features() {
        for seed in 0..30 {
            let board = random_board(seed, 10 + seed as u32);
            let mut expected = features(Portable, board.mover(), board.opponent());
            expected.sort_unstable();
            for symmetry in Symmetry::all() {
                let image = symmetry.board(&board);
                let mut found = features(Portable, image.mover(), image.opponent());
                found.sort_unstable();
                assert_eq!(found, expected, "seed {seed} {symmetry:?}");
            }
        }
    }

    #[test]
    fn every_kernel_finds_the_same_features() {
        for seed in 0..30 {
            let board = random_board(seed, 2 * seed as u32);
            let (mover, opponent) = (board.mover(), board.opponent());
            let found = match Instructions::detect() {
                Instructions::Portable(kernel) => features(kernel, mover, opponent),
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx2(kernel) => features(kernel, mover, opponent),
            };
            assert_eq!(found, features(Portable, mover, opponent), "seed {seed}");
        }
    }

    #[test]
    fn the_value_is_the_sum_of_the_features_weights() {
        let mut random = Random::seeded(1);
        let fitted: Vec<Vec<i16>> = (0..PHASES)
            .map(|_| (0..*WEIGHTS).map(|_| random.below(61) as i16 - 30).collect())
            .collect();
        let weights = Weights::from_fitted(&fitted);
        assert_eq!(weights.to_fitted(), fitted);
        for seed in 0..50 {
            let board = random_board(seed, seed as u32);
            let (mover, opponent) = (board.mover(), board.opponent());
            let list = &fitted[phase((mover | opponent).count_ones())];
            let sum: i32 = features(Portable, mover, opponent)
                .iter()
                .map(|&number| i32::from(list[number as usize]))
                .sum();
            assert_eq!(weights.evaluate(Portable, mover, opponent), sum.clamp(-6400, 6400));
        }
    }

    #[test]
    fn phases_follow_the_discs() {
        assert_eq!((phase(4), phase(8), phase(9), phase(63), phase(64)), (0, 0, 1, 11, 11));
        for number in 1..PHASES {
            let first = first_discs(number);
            assert_eq!((phase(first - 1), phase(first)), (number - 1, number));
        }
    }
}
