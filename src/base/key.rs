//! Position keys and the stable streams of random words behind them.
//!
//! Books and archives store keys, so the words of a stream must never change between builds:
//! they come from SplitMix64 seeded by the stream's name, not from a `rand` generator.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

/// A 64-bit Zobrist key.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:016x})", self.0)
    }
}

/// An endless, reproducible stream of keys, usable in constants.
#[derive(Clone, Copy, Debug)]
pub struct KeyStream(u64);

impl KeyStream {
    /// The stream called `name`; the same name gives the same keys for ever.
    pub const fn named(name: &str) -> Self {
        // FNV-1a of the name.
        let bytes = name.as_bytes();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            i += 1;
        }
        Self(hash)
    }

    /// The next key of the stream.
    #[must_use]
    pub const fn next(&mut self) -> Key {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(word ^ (word >> 31))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_never_change() {
        // Books on disk depend on these words.
        let mut stream = KeyStream::named("test");
        let first = stream.next();
        let second = stream.next();
        assert_eq!(first, Key(0x46aa_d63a_bc8a_a135));
        assert_eq!(second, Key(0xe167_862b_6ff3_d513));
    }

    #[test]
    fn streams_of_different_names_differ() {
        assert_ne!(KeyStream::named("go").next(), KeyStream::named("othello").next());
    }
}
