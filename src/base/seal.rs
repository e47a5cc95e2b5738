//! Files of ours that are read whole: a first word that tells what they are, and a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the first word |
//! | 4 each | numbers of the heading, as many as the kind of file has |
//! | 4 | CRC-32 of the rest |
//! | | the rest |
//!
//! Numbers are little-endian.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use thiserror::Error;

use super::{Truncated, Wire};

/// The first word of a kind of file.
pub type FirstWord = [u8; 8];

/// Why a file is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// Another kind of file.
    #[error("the file does not begin with `{}`", .0.escape_ascii())]
    Kind(FirstWord),
    /// Cut short within its heading.
    #[error("the file is cut short: {0}")]
    Short(#[from] Truncated),
    /// Changed or cut on the way.
    #[error("the file is damaged or cut short: its checksum is {found:08x}, not {expected:08x}")]
    Damaged {
        /// What the file says.
        expected: u32,
        /// What its bytes give.
        found: u32,
    },
}

/// The heading and the rest of a file, if it is of the kind and whole.
pub fn unseal<const N: usize>(
    bytes: &[u8],
    kind: FirstWord,
) -> Result<([u32; N], &[u8]), SealError> {
    let mut wire = Wire::new(bytes);
    if wire.array() != Ok(kind) {
        return Err(SealError::Kind(kind));
    }
    let mut heading = [0; N];
    for number in &mut heading {
        *number = wire.u32()?;
    }
    let expected = wire.u32()?;
    let found = crc32fast::hash(wire.rest());
    if found != expected {
        return Err(SealError::Damaged { expected, found });
    }
    Ok((heading, wire.rest()))
}

/// The file of this kind with such a heading and `rest`.
pub fn seal(kind: FirstWord, heading: &[u32], rest: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_vec();
    bytes.extend(heading.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(crc32fast::hash(rest).to_le_bytes());
    bytes.extend(rest);
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KIND: FirstWord = *b"SQTESTS1";

    #[test]
    fn the_layout_is_the_one_described() {
        let bytes = seal(KIND, &[7, 0x0102_0304], b"123456789");
        // The checksum of these digits is the one by which CRC-32 is known.
        assert_eq!(bytes, b"SQTESTS1\x07\0\0\0\x04\x03\x02\x01\x26\x39\xf4\xcb123456789");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let bytes = seal(KIND, &[7], b"rest");
        let why = |bytes: &[u8]| unseal::<1>(bytes, KIND).unwrap_err().to_string();
        assert_eq!(why(b"hello"), "the file does not begin with `SQTESTS1`");
        assert_eq!(
            why(&bytes[..14]),
            "the file is cut short: expected 4 bytes at byte 12, found 2"
        );
        for wrong in [&bytes[..bytes.len() - 1], &[&bytes[..], b"x"].concat()] {
            assert!(
                why(wrong).starts_with("the file is damaged or cut short: its"),
                "{}",
                why(wrong)
            );
        }
    }

    proptest! {
        #[test]
        fn a_file_gives_back_what_was_sealed(heading: [u32; 3], rest: Vec<u8>) {
            let bytes = seal(KIND, &heading, &rest);
            prop_assert_eq!(unseal(&bytes, KIND), Ok((heading, &rest[..])));
        }

        #[test]
        fn a_changed_byte_after_the_heading_is_seen(rest in prop::collection::vec(any::<u8>(), 1..99), at: usize, bit in 0..8u8) {
            let mut bytes = seal(KIND, &[], &rest);
            let from = bytes.len() - rest.len() - 4;
            let at = from + at % (rest.len() + 4);
            bytes[at] ^= 1_u8 << bit;
            let damaged = matches!(unseal::<0>(&bytes, KIND), Err(SealError::Damaged { .. }));
            prop_assert!(damaged);
        }
    }
}
