//! The patterns: which squares, where they lie on the board, and which weights they share.
//!
//! A pattern is given at one place; its other places are read through images of the board under
//! the symmetries, so that one mask serves all. Its discs are a number in base 3: for each square,
//! 0 empty, 1 the mover's, 2 the opponent's, the lowest bit of the mask first.

use crate::game::othello::{Kernel, Symmetry};

/// Squares whose discs are looked at together.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Its name, for people.
    pub name: &'static str,
    /// Its squares at one place.
    pub mask: u64,
    /// The symmetries (by number) that bring each of its places under the mask.
    pub places: &'static [usize],
    /// The symmetry that maps the mask onto itself: both readings share a weight.
    pub mirror: Option<usize>,
}

/// The mask of squares given by name.
const fn squares(names: &str) -> u64 {
    let bytes = names.as_bytes();
    let mut mask = 0;
    let mut i = 0;
    while i + 1 < bytes.len() {
        mask |= 1 << ((bytes[i + 1] - b'1') * 8 + (bytes[i] - b'a'));
        i += 2;
    }
    mask
}

// Numbers of symmetries: bit 0 flips rows, bit 1 flips columns, bit 2 then exchanges the two.
const FOUR_CORNERS: &[usize] = &[0, 1, 2, 3];
const FOUR_EDGES: &[usize] = &[0, 1, 4, 6];
const TWO_DIAGONALS: &[usize] = &[0, 2];
const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];
const LEFT_RIGHT: Option<usize> = Some(2);
const ACROSS_DIAGONAL: Option<usize> = Some(4);
const ACROSS_OTHER_DIAGONAL: Option<usize> = Some(7);

const fn pattern(
    name: &'static str,
    names: &str,
    places: &'static [usize],
    mirror: Option<usize>,
) -> Pattern {
    Pattern { name, mask: squares(names), places, mirror }
}

/// All patterns. Their order is part of the weights file.
pub const PATTERNS: [Pattern; 12] = [
    pattern("corner 3x3", "a1b1c1a2b2c2a3b3c3", FOUR_CORNERS, ACROSS_DIAGONAL),
    pattern("corner triangle", "a1b1c1d1a2b2c2a3b3a4", FOUR_CORNERS, ACROSS_DIAGONAL),
    pattern("corner 2x5", "a1b1c1d1e1a2b2c2d2e2", ALL, None),
    pattern("edge and X", "a1b1c1d1e1f1g1h1b2g2", FOUR_EDGES, LEFT_RIGHT),
    pattern("row 2", "a2b2c2d2e2f2g2h2", FOUR_EDGES, LEFT_RIGHT),
    pattern("row 3", "a3b3c3d3e3f3g3h3", FOUR_EDGES, LEFT_RIGHT),
    pattern("row 4", "a4b4c4d4e4f4g4h4", FOUR_EDGES, LEFT_RIGHT),
    pattern("diagonal 8", "a1b2c3d4e5f6g7h8", TWO_DIAGONALS, ACROSS_OTHER_DIAGONAL),
    pattern("diagonal 7", "b1c2d3e4f5g6h7", FOUR_CORNERS, ACROSS_OTHER_DIAGONAL),
    pattern("diagonal 6", "c1d2e3f4g5h6", FOUR_CORNERS, ACROSS_OTHER_DIAGONAL),
    pattern("diagonal 5", "d1e2f3g4h5", FOUR_CORNERS, ACROSS_OTHER_DIAGONAL),
    pattern("diagonal 4", "e1f2g3h4", FOUR_CORNERS, ACROSS_OTHER_DIAGONAL),
];

impl Pattern {
    /// How many fillings there are.
    pub const fn size(&self) -> usize {
        3_usize.pow(self.mask.count_ones())
    }

    /// The number of the filling under the mask.
    #[inline(always)]
    pub fn index<K: Kernel>(&self, kernel: K, mover: u64, opponent: u64) -> usize {
        let own = TERNARY[kernel.extract(mover, self.mask) as usize & 1023];
        let other = TERNARY[kernel.extract(opponent, self.mask) as usize & 1023];
        usize::from(own) + 2 * usize::from(other)
    }

    /// The discs of filling number `index`, mover's and opponent's, under the mask.
    pub fn filling(&self, mut index: usize) -> (u64, u64) {
        let (mut mover, mut opponent, mut rest) = (0, 0, self.mask);
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            match index % 3 {
                1 => mover |= square,
                2 => opponent |= square,
                _ => {}
            }
            index /= 3;
            rest ^= square;
        }
        (mover, opponent)
    }

    /// The number of the same filling seen in the mirror.
    pub fn mirrored<K: Kernel>(&self, kernel: K, index: usize) -> usize {
        let Some(symmetry) = self.mirror.and_then(|number| Symmetry::all().nth(number)) else {
            return index;
        };
        let (mover, opponent) = self.filling(index);
        self.index(kernel, symmetry.bits(mover), symmetry.bits(opponent))
    }
}

/// For each set of bits, its number when each bit is a digit 1 in base 3.
const TERNARY: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 1;
    while bits < 1024 {
        let low = bits & (bits - 1);
        table[bits] = table[low] + 3_u16.pow((bits ^ low).trailing_zeros());
        bits += 1;
    }
    table
};

/// The eight images of a bitboard, by the number of the symmetry.
#[inline(always)]
pub fn images(bits: u64) -> [u64; 8] {
    let mut images = [0; 8];
    for (image, symmetry) in images.iter_mut().zip(Symmetry::all()) {
        *image = symmetry.bits(bits);
    }
    images
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::othello::flip::Portable;

    /// The squares that a place of a pattern really covers.
    fn covered(pattern: &Pattern, place: usize) -> u64 {
        (0..64).map(|i| 1 << i).filter(|&bit| images(bit)[place] & pattern.mask != 0).sum()
    }

    #[test]
    fn the_places_of_a_pattern_are_all_its_images_each_once() {
        for pattern in PATTERNS {
            let read: HashSet<u64> = pattern.places.iter().map(|&p| covered(&pattern, p)).collect();
            let all: HashSet<u64> = images(pattern.mask).into_iter().collect();
            assert_eq!(read, all, "{}", pattern.name);
            assert_eq!(read.len(), pattern.places.len(), "{}", pattern.name);
        }
    }

    #[test]
    fn a_mirror_maps_the_mask_onto_itself() {
        for pattern in PATTERNS {
            if let Some(mirror) = pattern.mirror {
                assert_eq!(images(pattern.mask)[mirror], pattern.mask, "{}", pattern.name);
            }
        }
    }

    #[test]
    fn fillings_and_numbers_are_inverse() {
        for pattern in PATTERNS {
            for index in 0..pattern.size() {
                let (mover, opponent) = pattern.filling(index);
                assert_eq!(mover & opponent, 0);
                assert_eq!(pattern.index(Portable, mover, opponent), index, "{}", pattern.name);
                let mirrored = pattern.mirrored(Portable, index);
                assert_eq!(pattern.mirrored(Portable, mirrored), index, "{}", pattern.name);
            }
        }
    }

    #[test]
    fn a_line_read_in_the_mirror_is_read_backwards() {
        let row = PATTERNS.iter().find(|pattern| pattern.name == "row 2").unwrap();
        // Mover on a2, opponent on b2: 1 + 2·3; in the mirror they stand on h2 and g2.
        assert_eq!(row.mirrored(Portable, 1 + 2 * 3), 3_usize.pow(7) + 2 * 3_usize.pow(6));
    }
}
