//! Checked little-endian reads from bytes that came from outside.

use std::error::Error;
use std::fmt;

/// Bytes read from front to back; a read past the end is an error, never a panic.
#[derive(Clone, Debug)]
pub struct Wire<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Fewer bytes than a read needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// Where the read began.
    pub at: usize,
    /// How many bytes it needs.
    pub wanted: usize,
    /// How many bytes there are from there on.
    pub found: usize,
}

impl fmt::Display for Truncated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, wanted, found } = self;
        write!(f, "expected {wanted} bytes at byte {at}, found {found}")
    }
}

impl Error for Truncated {}

impl<'a> Wire<'a> {
    /// Reads from the first byte on.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes were read.
    pub const fn position(&self) -> usize {
        self.at
    }

    /// The bytes not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Truncated> {
        let rest = self.rest();
        let truncated = Truncated { at: self.at, wanted: count, found: rest.len() };
        let taken = rest.get(..count).ok_or(truncated)?;
        self.at += count;
        Ok(taken)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Truncated> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8, Truncated> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next 2 bytes as a number.
    pub fn u16(&mut self) -> Result<u16, Truncated> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next 4 bytes as a number.
    pub fn u32(&mut self) -> Result<u32, Truncated> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next 8 bytes as a number.
    pub fn u64(&mut self) -> Result<u64, Truncated> {
        self.array().map(u64::from_le_bytes)
    }

    /// The next 4 bytes as a signed number.
    pub fn i32(&mut self) -> Result<i32, Truncated> {
        self.array().map(i32::from_le_bytes)
    }

    /// The next 4 bytes as a floating-point number.
    pub fn f32(&mut self) -> Result<f32, Truncated> {
        self.array().map(f32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_little_endian() {
        let mut wire = Wire::new(&[1, 2, 1, 4, 3, 2, 1, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(wire.u8(), Ok(1));
        assert_eq!(wire.u16(), Ok(0x0102));
        assert_eq!(wire.u32(), Ok(0x0102_0304));
        assert_eq!(wire.i32(), Ok(-1));
        assert!(wire.is_at_end());
    }

    #[test]
    fn a_short_read_tells_what_is_missing_and_takes_nothing() {
        let mut wire = Wire::new(&[1, 2, 3]);
        assert_eq!(wire.take(1), Ok(&[1][..]));
        let error = wire.u32().unwrap_err();
        assert_eq!(error.to_string(), "expected 4 bytes at byte 1, found 2");
        assert_eq!(wire.u16(), Ok(0x0302));
    }

    proptest! {
        #[test]
        fn reads_never_pass_the_end(bytes: Vec<u8>, counts: Vec<usize>) {
            let mut wire = Wire::new(&bytes);
            for count in counts {
                let before = wire.position();
                let taken = wire.take(count).map_or(0, <[u8]>::len);
                prop_assert_eq!(wire.position(), before + taken);
                prop_assert!(wire.position() <= bytes.len());
            }
        }
    }
}
