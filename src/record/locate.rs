//! Lines and columns of bytes, asked for from front to back.

use crate::record::Spot;

/// Counts lines and characters as it goes forward.
#[derive(Clone, Debug)]
pub(super) struct Locator<'a> {
    text: &'a str,
    at: usize,
    spot: Spot,
}

impl<'a> Locator<'a> {
    /// For a text that begins at the beginning of this line.
    pub(super) const fn new(text: &'a str, line: u32) -> Self {
        Self { text, at: 0, spot: Spot { line, column: 1 } }
    }

    /// The line and column of the byte `at`, which must not be before the last one asked for.
    pub(super) fn spot(&mut self, at: usize) -> Spot {
        for &byte in self.text.as_bytes().get(self.at..at).unwrap_or_default() {
            if byte == b'\n' {
                self.spot = Spot { line: self.spot.line + 1, column: 1 };
            } else if byte & 0xc0 != 0x80 {
                self.spot.column += 1;
            }
        }
        self.at = self.at.max(at);
        self.spot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut locator = Locator::new("ab\n棋谱c", 7);
        let mut spot = |at| {
            let Spot { line, column } = locator.spot(at);
            (line, column)
        };
        assert_eq!(spot(0), (7, 1));
        assert_eq!(spot(2), (7, 3));
        assert_eq!(spot(3), (8, 1));
        assert_eq!(spot(9), (8, 3));
    }
}
