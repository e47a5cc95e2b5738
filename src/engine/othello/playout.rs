//! Playouts: a game played to its end by chance, guided by what the report found to matter.
//!
//! The report's policy ([`Policy::Report`]): if some moves gain stable discs, they share 90 % and
//! the others 10 %; otherwise moves on C-squares share 10 %, moves on X-squares 5 %, and the rest
//! is shared by all other moves in proportion to their degree. The report does not define the
//! degree; here it is how many replies fewer than the worst move a move leaves the opponent, plus
//! one.

use crate::base::Random;
use crate::game::othello::flip::per_kernel;
use crate::game::othello::{Instructions, Kernel, Square, Squares, stable};

/// How playouts choose their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Stable discs first, C- and X-squares seldom, the rest by degree.
    #[default]
    Report,
    /// By the fixed weight of the square: the report's baseline.
    Squares,
    /// All moves alike.
    Uniform,
}

/// Squares beside a corner on the edge.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// Squares beside a corner on the diagonal.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// Weight of a square in the baseline.
static SQUARE_WEIGHT: [u8; 64] = {
    const QUARTER: [[u8; 4]; 4] = [[64, 2, 24, 16], [2, 1, 6, 8], [24, 6, 12, 10], [16, 8, 10, 8]];
    let mut weights = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        weights[square] = QUARTER[row][column];
        square += 1;
    }
    weights
};

/// The discs at the end of a playout: those of the side that was to move at its start, and the
/// opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) mover: u64,
    pub(super) opponent: u64,
}

/// Plays to the end.
pub(super) fn play(
    instructions: Instructions,
    policy: Policy,
    random: &mut Random,
    mover: u64,
    opponent: u64,
) -> End {
    match instructions {
        Instructions::Portable(kernel) => kernel.to_the_end(policy, random, mover, opponent),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => kernel.to_the_end(policy, random, mover, opponent),
    }
}

/// The shares of the policy for the legal moves `moves`, in order of the squares; they sum to 1.
pub(super) fn shares(policy: Policy, mover: u64, opponent: u64, moves: u64) -> Vec<f32> {
    let weights = match Instructions::detect() {
        Instructions::Portable(kernel) => kernel.weigh(policy, mover, opponent, moves),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => kernel.weigh(policy, mover, opponent, moves),
    };
    let sum: f32 = weights.iter().sum::<u32>() as f32;
    weights[..moves.count_ones() as usize].iter().map(|&weight| weight as f32 / sum).collect()
}

per_kernel! {
    /// Playouts, compiled for a kernel.
    trait Playing {
        fn to_the_end(policy: Policy, random: &mut Random, mover: u64, opponent: u64) -> End
            = to_the_end;
        fn weigh(policy: Policy, mover: u64, opponent: u64, moves: u64) -> Weights = weigh;
    }
}

/// More moves than any position has.
const MOST_MOVES: usize = 34;

/// A weight for each legal move, in order of the squares.
type Weights = [u32; MOST_MOVES];

#[inline(always)]
fn to_the_end<K: Playing>(
    kernel: K,
    policy: Policy,
    random: &mut Random,
    mover: u64,
    opponent: u64,
) -> End {
    let (mut mover, mut opponent) = (mover, opponent);
    let mut swapped = false;
    loop {
        let mut moves = kernel.mobility(mover, opponent);
        if moves == 0 {
            moves = kernel.mobility(opponent, mover);
            if moves == 0 {
                break;
            }
            (mover, opponent, swapped) = (opponent, mover, !swapped);
        }
        let square = choose(kernel, policy, random, mover, opponent, moves);
        let placed = kernel.flips(mover, opponent, square.index()) | square.bit();
        (mover, opponent, swapped) = (opponent & !placed, mover | placed, !swapped);
    }
    if swapped { End { mover: opponent, opponent: mover } } else { End { mover, opponent } }
}

#[inline(always)]
fn choose<K: Playing>(
    kernel: K,
    policy: Policy,
    random: &mut Random,
    mover: u64,
    opponent: u64,
    moves: u64,
) -> Square {
    let count = moves.count_ones();
    let mut squares = Squares(moves);
    let first = squares.next().expect("the caller has a move");
    if count == 1 {
        return first;
    }
    if policy == Policy::Uniform {
        return Squares(moves).nth(random.below(count) as usize).unwrap_or(first);
    }
    let weights = weigh(kernel, policy, mover, opponent, moves);
    let mut left = random.below(weights[..count as usize].iter().sum());
    for (square, &weight) in Squares(moves).zip(&weights) {
        if left < weight {
            return square;
        }
        left -= weight;
    }
    first
}

/// The weights of the policy.
#[inline(always)]
fn weigh<K: Kernel>(kernel: K, policy: Policy, mover: u64, opponent: u64, moves: u64) -> Weights {
    match policy {
        Policy::Uniform => [1; MOST_MOVES],
        Policy::Squares => {
            let mut weights = [0; MOST_MOVES];
            for (weight, square) in weights.iter_mut().zip(Squares(moves)) {
                *weight = SQUARE_WEIGHT[square.index()].into();
            }
            weights
        }
        Policy::Report => weigh_by_report(kernel, mover, opponent, moves),
    }
}

/// All shares together, in units that every group divides finely enough.
const WHOLE: u32 = 1 << 20;

#[inline(always)]
fn weigh_by_report<K: Kernel>(kernel: K, mover: u64, opponent: u64, moves: u64) -> Weights {
    let held = stable(mover, opponent).count_ones();
    let mut gaining = 0u64;
    let mut replies = [0u32; MOST_MOVES];
    for (replies, square) in replies.iter_mut().zip(Squares(moves)) {
        let flips = kernel.flips(mover, opponent, square.index());
        let (next, other) = (opponent & !flips, mover | flips | square.bit());
        if stable(other, next).count_ones() > held {
            gaining |= square.bit();
        }
        *replies = kernel.mobility(next, other).count_ones();
    }
    let mut weights = [0; MOST_MOVES];
    if gaining != 0 {
        let gain = share(WHOLE / 10 * 9, gaining);
        let rest = share(WHOLE / 10, moves & !gaining);
        for (weight, square) in weights.iter_mut().zip(Squares(moves)) {
            *weight = if gaining & square.bit() != 0 { gain } else { rest };
        }
        return weights;
    }
    let worst = replies.iter().copied().max().unwrap_or(0);
    let quiet = moves & !(C_SQUARES | X_SQUARES);
    let degrees: u32 = replies
        .iter()
        .zip(Squares(moves))
        .filter(|(_, square)| quiet & square.bit() != 0)
        .map(|(&replies, _)| worst - replies + 1)
        .sum();
    let on_c = share(WHOLE / 10, moves & C_SQUARES);
    let on_x = share(WHOLE / 20, moves & X_SQUARES);
    let c_whole = if moves & C_SQUARES != 0 { WHOLE / 10 } else { 0 };
    let x_whole = if moves & X_SQUARES != 0 { WHOLE / 20 } else { 0 };
    let by_degree = (WHOLE - c_whole - x_whole) / degrees.max(1);
    for ((weight, square), replies) in weights.iter_mut().zip(Squares(moves)).zip(replies) {
        *weight = if C_SQUARES & square.bit() != 0 {
            on_c
        } else if X_SQUARES & square.bit() != 0 {
            on_x
        } else {
            by_degree * (worst - replies + 1)
        };
    }
    weights
}

/// What each of `squares` gets of `whole`.
#[inline(always)]
fn share(whole: u32, squares: u64) -> u32 {
    whole / squares.count_ones().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;
    use crate::game::othello::Board;
    use crate::game::othello::flip::Portable;

    fn shares_of(line: &str) -> Vec<(String, f32)> {
        let board: Board = line.parse().unwrap();
        let moves = board.mobility();
        let shares = shares(Policy::Report, board.mover(), board.opponent(), moves);
        Squares(moves).map(|square| square.to_string()).zip(shares).collect()
    }

    fn share_of(shares: &[(String, f32)], name: &str) -> f32 {
        shares.iter().find(|(square, _)| square == name).map_or(0.0, |(_, share)| *share)
    }

    #[test]
    fn moves_that_gain_stable_discs_share_nine_tenths() {
        // X can take the corner a1 over b1, or play elsewhere.
        let shares =
            shares_of(&format!("{}{}{}{} X", "-OX-----", "--------", "--OX----", "-".repeat(40)));
        assert!(shares.len() > 1, "{shares:?}");
        assert!((share_of(&shares, "a1") - 0.9).abs() < 1e-3, "{shares:?}");
    }

    #[test]
    fn c_and_x_squares_are_seldom_chosen() {
        // b1 (C) over c1, b2 (X) over c3, f4 and others in the centre.
        let rows = ["--OX----", "--------", "--OOX---", "---X----", "----OX--", "--------"];
        let shares = shares_of(&format!("{}{} X", rows.concat(), "-".repeat(16)));
        assert!((share_of(&shares, "b1") - 0.1).abs() < 1e-3, "{shares:?}");
        assert!((share_of(&shares, "b2") - 0.05).abs() < 1e-3, "{shares:?}");
        let rest: f32 = shares.iter().map(|(_, share)| share).sum();
        assert!((rest - 1.0).abs() < 1e-3, "{shares:?}");
    }

    #[test]
    fn with_nothing_else_c_and_x_squares_share_all() {
        // Only b1 (C) and b2 (X) are legal: twice as likely the C-square.
        let rows = ["--OX----", "--------", "--O-----", "---X----"];
        let shares = shares_of(&format!("{}{} X", rows.concat(), "-".repeat(32)));
        let (c, x) = (share_of(&shares, "b1"), share_of(&shares, "b2"));
        assert!(c > 0.0 && (c - 2.0 * x).abs() < 1e-2, "{shares:?}");
    }

    #[test]
    fn playouts_reach_the_end_whatever_the_policy() {
        let board = Board::default();
        for policy in [Policy::Report, Policy::Squares, Policy::Uniform] {
            for seed in 0..20 {
                let mut random = Random::seeded(seed);
                let instructions = Instructions::detect();
                let end = play(instructions, policy, &mut random, board.mover(), board.opponent());
                assert_eq!(end.mover & end.opponent, 0, "seed {seed}");
                assert_eq!(Portable.mobility(end.mover, end.opponent), 0, "seed {seed}");
                assert_eq!(Portable.mobility(end.opponent, end.mover), 0, "seed {seed}");
            }
        }
    }

    #[test]
    fn kernels_play_the_same_games() {
        let board = Board::default();
        for seed in 0..20 {
            let ends = [Instructions::Portable(Portable), Instructions::detect()].map(|kernel| {
                let random = &mut Random::seeded(seed);
                play(kernel, Policy::Report, random, board.mover(), board.opponent())
            });
            assert_eq!(ends[0], ends[1], "seed {seed}");
        }
        assert_eq!(board.turn(), crate::game::othello::BLACK);
    }
}
