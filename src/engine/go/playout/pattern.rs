//! The 3x3 patterns after which a local answer is worth a try, as in MoGo's playouts: hane, cuts,
//! and answers at the edge.

use std::sync::OnceLock;

use crate::game::Color;
use crate::game::go::fast::Code;

/// Three rows each, the point to play in the middle. `X` and `O` are the two colours, either way
/// round; `x` is anything but `X`, `o` anything but `O` (both on the board), `?` anything, `#` off
/// the board.
const PATTERNS: [&str; 13] = [
    // Hane: round the enemy, towards him, turning.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    // Shoulder.
    ".O. X.. ...",
    // Cuts: open, peeped, through, at a knight's move.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // At the edge: chase, block a cut, block a connection, descend, cut.
    "X.? O.? ###",
    "OX? X.O ###",
    "?X? x.O ###",
    "?XO x.x ###",
    "?OX X.O ###",
];

/// For each neighbourhood, one bit: a pattern fits.
#[derive(Debug)]
pub struct Patterns {
    bits: Box<[u64; 1024]>,
}

impl Patterns {
    /// The table, built at first use.
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<Patterns> = OnceLock::new();
        TABLE.get_or_init(Self::build)
    }

    /// Whether a pattern fits around the vacant point with this neighbourhood.
    #[inline]
    pub fn fits(&self, code: Code) -> bool {
        self.bits[usize::from(code.0 >> 6)] >> (code.0 & 63) & 1 != 0
    }

    fn build() -> Self {
        let mut table = Self { bits: Box::new([0; 1024]) };
        for pattern in PATTERNS {
            let rows: Vec<u8> = pattern.bytes().filter(|sign| *sign != b' ').collect();
            let square: [u8; 9] = rows.try_into().expect("a pattern has nine points");
            for turned in symmetries(square) {
                table.add(turned, Color::First);
                table.add(turned, Color::Second);
            }
        }
        table
    }

    /// Marks every neighbourhood that `square` describes when `X` is `color`.
    fn add(&mut self, square: [u8; 9], color: Color) {
        // Places of the eight neighbours in the square, in the order of `Code`.
        const ORDER: [usize; 8] = [1, 3, 5, 7, 0, 2, 6, 8];
        let mut codes = vec![0u16];
        for (i, place) in ORDER.into_iter().enumerate() {
            let options = meaning(square[place], color);
            codes = codes
                .iter()
                .flat_map(|code| options.iter().map(move |value| code | value << (2 * i)))
                .collect();
        }
        for code in codes {
            self.bits[usize::from(code >> 6)] |= 1 << (code & 63);
        }
    }
}

/// The values of a neighbour that a sign allows: 0 vacant, 1 black, 2 white, 3 off the board.
fn meaning(sign: u8, x_is: Color) -> &'static [u16] {
    let x_is_black = x_is == Color::First;
    match (sign, x_is_black) {
        (b'.', _) => &[0],
        (b'X', true) | (b'O', false) => &[1],
        (b'X', false) | (b'O', true) => &[2],
        (b'x', true) | (b'o', false) => &[0, 2],
        (b'x', false) | (b'o', true) => &[0, 1],
        (b'?', _) => &[0, 1, 2, 3],
        _ => &[3],
    }
}

fn symmetries(square: [u8; 9]) -> Vec<[u8; 9]> {
    let turn = |s: [u8; 9]| [s[6], s[3], s[0], s[7], s[4], s[1], s[8], s[5], s[2]];
    let flip = |s: [u8; 9]| [s[2], s[1], s[0], s[5], s[4], s[3], s[8], s[7], s[6]];
    let mut all = vec![square];
    for _ in 0..3 {
        all.push(turn(all[all.len() - 1]));
    }
    let flipped: Vec<_> = all.iter().map(|&s| flip(s)).collect();
    all.extend(flipped);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    fn fits(diagram: &str, vertex: &str) -> bool {
        let board: Board = diagram.parse().unwrap();
        let vertex = Board9::vertex(vertex.parse().unwrap());
        Patterns::get().fits(Board9::of(&board).code(vertex))
    }

    #[test]
    fn a_hane_is_a_pattern_in_every_direction() {
        let hane = ". . . . .
                    . X O X .
                    . . . . .
                    . . . . .";
        assert!(fits(hane, "C2"));
        let turned = ". . . . .
                      . . O . .
                      . . X . .
                      . . O . .";
        assert!(fits(turned, "B2") && fits(turned, "D2"));
    }

    #[test]
    fn a_cut_is_a_pattern() {
        assert!(fits(
            ". . . .
             . X O .
             . O . .
             . . . .",
            "C2"
        ));
    }

    #[test]
    fn an_open_field_is_none() {
        assert!(!fits(". . .\n . . .\n . . .", "B2"));
        assert!(!fits(". . .\n . . .\n . . .", "A1"));
    }

    #[test]
    fn colours_may_be_exchanged() {
        for code in 0..=u16::MAX {
            let code = Code(code);
            assert_eq!(Patterns::get().fits(code), Patterns::get().fits(code.swapped()));
        }
    }
}
