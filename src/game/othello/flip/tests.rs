//! The kernels against each other and against walking the rays square by square.

use proptest::prelude::*;

use super::*;

/// Walks each ray and collects opponents until one's own disc.
fn walked_flips(mover: u64, opponent: u64, square: usize) -> u64 {
    let mut flips = 0;
    for (row_step, column_step) in
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    {
        let (mut row, mut column) = ((square / 8) as i32, (square % 8) as i32);
        let mut run = 0;
        loop {
            row += row_step;
            column += column_step;
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                break;
            }
            let bit = 1u64 << (row * 8 + column);
            if opponent & bit != 0 {
                run |= bit;
                continue;
            }
            if mover & bit != 0 {
                flips |= run;
            }
            break;
        }
    }
    flips
}

fn walked_mobility(mover: u64, opponent: u64) -> u64 {
    (0..64)
        .filter(|&square| (mover | opponent) >> square & 1 == 0)
        .filter(|&square| walked_flips(mover, opponent, square) != 0)
        .fold(0, |moves, square| moves | 1 << square)
}

/// Moves the masked bits together one by one.
fn collected(bits: u64, mask: u64) -> u64 {
    let under_mask = (0..64).filter(|&i| mask >> i & 1 == 1);
    under_mask.enumerate().fold(0, |word, (place, i)| word | (bits >> i & 1) << place)
}

fn agrees<K: Kernel>(kernel: K, mover: u64, opponent: u64) {
    assert_eq!(
        kernel.extract(mover, opponent),
        collected(mover, opponent),
        "{kernel:?} extract {mover:#018x} {opponent:#018x}"
    );
    assert_eq!(
        kernel.mobility(mover, opponent),
        walked_mobility(mover, opponent),
        "{kernel:?} mobility of {mover:#018x} {opponent:#018x}"
    );
    for square in (0..64).filter(|&square| (mover | opponent) >> square & 1 == 0) {
        assert_eq!(
            kernel.flips(mover, opponent, square),
            walked_flips(mover, opponent, square),
            "{kernel:?} flips on {square} of {mover:#018x} {opponent:#018x}"
        );
    }
}

fn all_agree(mover: u64, opponent: u64) {
    agrees(Portable, mover, opponent);
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx2::detect() {
        agrees(kernel, mover, opponent);
    }
}

#[test]
fn a_run_to_the_edge_flips_nothing_and_never_wraps() {
    // Opponents on the whole row but a1, none of the mover's at the end.
    all_agree(0, 0xfe);
    // The mover's disc is in the next row: no wrap.
    all_agree(1 << 8, 0xfe);
    all_agree(u64::MAX << 1, 0);
    all_agree(1 << 63, 0x0040_2010_0804_0200);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn kernels_agree_with_walking(a: u64, b: u64, c: u64) {
        all_agree(a & !b, b & !a);
        all_agree(a & b, !a & c);
        // Few empties, mostly opponents: long runs.
        all_agree(a & b & c, !(a & b & c) & (a | b | c));
    }
}
