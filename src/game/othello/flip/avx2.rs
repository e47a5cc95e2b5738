//! Flips and mobility with four directions in one 256-bit register.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64, _pext_u64,
};

use super::Kernel;
use super::rays::{RAYS, STEPS};

/// Runs where AVX2, BMI1, BMI2, LZCNT and POPCNT were detected.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if this processor can run it.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn flips(self, mover: u64, opponent: u64, square: usize) -> u64 {
        // SAFETY: a value of `Avx2` exists only after its features were detected.
        unsafe { flips(mover, opponent, square) }
    }

    #[inline(always)]
    fn mobility(self, mover: u64, opponent: u64) -> u64 {
        // SAFETY: a value of `Avx2` exists only after its features were detected.
        unsafe { mobility(mover, opponent) }
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Avx2` exists only after its features, BMI2 among them, were detected.
        unsafe { _pext_u64(bits, mask) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips(mover: u64, opponent: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    // SAFETY: `Rays` is aligned to 64 bytes and holds four words in each half.
    let (up, down) = unsafe {
        (_mm256_load_si256(rays.up.as_ptr().cast()), _mm256_load_si256(rays.down.as_ptr().cast()))
    };
    let movers = _mm256_set1_epi64x(mover as i64);
    let opponents = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();
    let ones = _mm256_cmpeq_epi64(zero, zero);

    // Upwards: adding 1 carries through the run into its end.
    let filled = _mm256_or_si256(opponents, _mm256_andnot_si256(up, ones));
    let carried = _mm256_sub_epi64(filled, ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, movers), up);
    let below = _mm256_add_epi64(end, ones);
    let flips_up = _mm256_and_si256(_mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below), up);

    // Downwards: smear the highest square that is not the opponent's along its ray.
    let step = steps();
    let two = _mm256_add_epi64(step, step);
    let four = _mm256_add_epi64(two, two);
    let mut beyond = _mm256_andnot_si256(opponents, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
    let highest = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), beyond);
    let foreign = _mm256_cmpeq_epi64(_mm256_and_si256(highest, movers), zero);
    let flips_down = _mm256_andnot_si256(_mm256_or_si256(foreign, beyond), down);

    gather(_mm256_or_si256(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn mobility(mover: u64, opponent: u64) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let step = steps();
    let two = _mm256_add_epi64(step, step);
    let movers = _mm256_set1_epi64x(mover as i64);
    let inner = _mm256_and_si256(
        _mm256_set1_epi64x(opponent as i64),
        _mm256_set_epi64x(INNER, INNER, -1, INNER),
    );

    let pairs_up = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, step));
    let pairs_down = _mm256_and_si256(inner, _mm256_srlv_epi64(inner, step));
    let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(movers, step));
    let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(movers, step));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, step)));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    }
    let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    gather(moves) & !(mover | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn steps() -> __m256i {
    let [a, b, c, d] = STEPS;
    _mm256_set_epi64x(d.into(), c.into(), b.into(), a.into())
}

/// The four lanes in one word.
#[inline]
#[target_feature(enable = "avx2")]
fn gather(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}
