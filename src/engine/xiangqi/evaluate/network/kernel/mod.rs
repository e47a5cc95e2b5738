//! The two inner loops, for any processor and for AVX2. [`Portable`](Kernel::Portable) is the
//! specification; both give the same bits.

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::{FIRST_UNIT, HIDDEN, Row};

/// Which instructions the loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Any processor.
    Portable,
    /// AVX2, found to be there.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Kernel {
    /// The fastest that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// The name of its instructions.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
        }
    }

    /// `from` with the rows numbered `add` added and those numbered `take` taken away.
    #[inline]
    pub fn change(self, from: &Row, rows: &[Row], add: &[u16], take: &[u16], to: &mut Row) {
        match self {
            Self::Portable => change(from, rows, add, take, to),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.change(from, rows, add, take, to),
        }
    }

    /// The sum of squared clipped `sums` times `weights`.
    #[inline]
    pub fn dot(self, sums: &Row, weights: &Row) -> i32 {
        match self {
            Self::Portable => dot(sums, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.dot(sums, weights),
        }
    }
}

fn change(from: &Row, rows: &[Row], add: &[u16], take: &[u16], to: &mut Row) {
    to.0 = from.0;
    for &number in add {
        let row = &rows[usize::from(number)];
        for i in 0..HIDDEN {
            to.0[i] = to.0[i].wrapping_add(row.0[i]);
        }
    }
    for &number in take {
        let row = &rows[usize::from(number)];
        for i in 0..HIDDEN {
            to.0[i] = to.0[i].wrapping_sub(row.0[i]);
        }
    }
}

fn dot(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let clipped = i32::from(sum).clamp(0, FIRST_UNIT);
        total += clipped * clipped * i32::from(weight);
    }
    total
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{LARGEST_OUTPUT, OUTPUT_UNIT};
    use super::*;

    fn row(least: i16, most: i16) -> impl Strategy<Value = Row> {
        prop::collection::vec(least..=most, HIDDEN).prop_map(|v| Row(v.try_into().unwrap()))
    }

    /// The largest weight of an output.
    const LARGEST: i16 = (LARGEST_OUTPUT * OUTPUT_UNIT as f32 + 0.5) as i16;

    proptest! {
        #[test]
        fn all_kernels_change_sums_alike(
            from in row(-9000, 9000),
            rows in prop::collection::vec(row(-505, 505), 8),
            add in prop::collection::vec(0u16..8, 0..5),
            take in prop::collection::vec(0u16..8, 0..5),
        ) {
            let (mut expected, mut found) = (Row::ZERO, Row::ZERO);
            change(&from, &rows, &add, &take, &mut expected);
            Kernel::detect().change(&from, &rows, &add, &take, &mut found);
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn all_kernels_give_the_same_output(
            sums in row(-1000, 1000),
            weights in row(-LARGEST, LARGEST),
        ) {
            prop_assert_eq!(Kernel::detect().dot(&sums, &weights), dot(&sums, &weights));
        }
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        let sums = Row([i16::MAX; HIDDEN]);
        for weight in [LARGEST, -LARGEST] {
            let expected = HIDDEN as i32 * FIRST_UNIT * FIRST_UNIT * i32::from(weight);
            let weights = Row([weight; HIDDEN]);
            assert_eq!(dot(&sums, &weights), expected);
            assert_eq!(Kernel::detect().dot(&sums, &weights), expected);
        }
    }
}
