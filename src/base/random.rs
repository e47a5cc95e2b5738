//! The one random generator of searches and tests: small, fast, seeded.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// A seeded generator with the two questions playouts ask.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator of `seed`; the same seed gives the same numbers.
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A uniform word.
    pub fn word(&mut self) -> u64 {
        use rand_xoshiro::rand_core::Rng;
        self.0.next_u64()
    }

    /// A uniform number in `0..n` (bias below 2⁻³², which no playout can see). `n` must not be 0.
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "an empty range has no member");
        (((self.word() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A uniform number in `0.0..1.0`.
    pub fn unit(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1u64 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_stays_below_and_reaches_every_number() {
        let mut random = Random::seeded(1);
        let mut seen = [0u32; 7];
        for _ in 0..7_000 {
            seen[random.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }

    #[test]
    fn unit_is_in_its_range() {
        let mut random = Random::seeded(2);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
