//! Sixteen sums at a time.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::super::{FIRST_UNIT, HIDDEN, Row};

/// Runs where AVX2 was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// Sums in a register.
const LANES: usize = 16;
/// Registers that are kept while the rows pass by: half of a row.
const KEPT: usize = 8;

impl Avx2 {
    /// The kernel, if this processor can run it.
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    #[inline]
    pub(super) fn change(self, from: &Row, rows: &[Row], add: &[u16], take: &[u16], to: &mut Row) {
        // SAFETY: a value of `Avx2` exists only after its feature was detected.
        unsafe { change(from, rows, add, take, to) }
    }

    #[inline]
    pub(super) fn dot(self, sums: &Row, weights: &Row) -> i32 {
        // SAFETY: a value of `Avx2` exists only after its feature was detected.
        unsafe { dot(sums, weights) }
    }
}

/// The register of `row` that begins at `at`, a multiple of [`LANES`] below [`HIDDEN`].
#[inline]
#[target_feature(enable = "avx2")]
fn load(row: &Row, at: usize) -> __m256i {
    // SAFETY: the slice has 16 numbers of 2 bytes, and a `Row` is aligned to 64 bytes.
    unsafe { _mm256_load_si256(row.0[at..at + LANES].as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
fn change(from: &Row, rows: &[Row], add: &[u16], take: &[u16], to: &mut Row) {
    for part in (0..HIDDEN).step_by(KEPT * LANES) {
        let mut kept = [_mm256_setzero_si256(); KEPT];
        for (i, sums) in kept.iter_mut().enumerate() {
            *sums = load(from, part + i * LANES);
        }
        for &number in add {
            let row = &rows[usize::from(number)];
            for (i, sums) in kept.iter_mut().enumerate() {
                *sums = _mm256_add_epi16(*sums, load(row, part + i * LANES));
            }
        }
        for &number in take {
            let row = &rows[usize::from(number)];
            for (i, sums) in kept.iter_mut().enumerate() {
                *sums = _mm256_sub_epi16(*sums, load(row, part + i * LANES));
            }
        }
        for (i, sums) in kept.into_iter().enumerate() {
            let at = part + i * LANES;
            // SAFETY: the slice has 16 numbers of 2 bytes, and a `Row` is aligned to 64 bytes.
            unsafe { _mm256_store_si256(to.0[at..at + LANES].as_mut_ptr().cast(), sums) };
        }
    }
}

#[target_feature(enable = "avx2")]
fn dot(sums: &Row, weights: &Row) -> i32 {
    let zero = _mm256_setzero_si256();
    let most = _mm256_set1_epi16(FIRST_UNIT as i16);
    let mut total = zero;
    for at in (0..HIDDEN).step_by(LANES) {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(sums, at), zero), most);
        // At most 255 times 127: fits.
        let weighted = _mm256_mullo_epi16(clipped, load(weights, at));
        total = _mm256_add_epi32(total, _mm256_madd_epi16(weighted, clipped));
    }
    let halves = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let pairs = _mm_add_epi32(halves, _mm_shuffle_epi32::<0b01_00_11_10>(halves));
    _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs)))
}
