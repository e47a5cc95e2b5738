//! The neighbourhood of a point in sixteen bits.

use crate::game::Color;

/// The eight neighbours of a point, two bits each: 0 vacant, 1 black, 2 white, 3 off the board.
///
/// From the low bits: north, west, east, south, then north-west, north-east, south-west, south-east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code(pub u16);

/// The low bit of each of the four neighbours along the lines.
const LINES: u16 = 0x0055;

impl Code {
    /// Whether a neighbour along the lines is vacant.
    #[inline]
    pub const fn has_liberty(self) -> bool {
        (self.0 | self.0 >> 1) & LINES != LINES
    }

    /// Whether all neighbours along the lines are `color`'s or off the board.
    #[inline]
    pub const fn is_enclosed_by(self, color: Color) -> bool {
        (self.0 >> color.index()) & LINES == LINES
    }

    /// Whether the point is an eye of `color` that looks real: enclosed, and the enemy holds at most
    /// one diagonal, none at the edge.
    #[inline]
    pub const fn is_eye_of(self, color: Color) -> bool {
        self.is_enclosed_by(color) && {
            let diagonals = self.0 >> 8;
            let (low, high) = (diagonals & LINES, (diagonals >> 1) & LINES);
            let outside = low & high;
            let enemy = match color {
                Color::First => high & !low,
                Color::Second => low & !high,
            };
            // At the edge none, elsewhere at most one.
            if outside != 0 { enemy == 0 } else { enemy & enemy.wrapping_sub(1) == 0 }
        }
    }

    /// Whether a neighbour along the lines is `color`'s.
    #[inline]
    pub const fn has(self, color: Color) -> bool {
        let (low, high) = (self.0 & LINES, (self.0 >> 1) & LINES);
        match color {
            Color::First => low & !high != 0,
            Color::Second => high & !low != 0,
        }
    }

    /// How many neighbours along the lines are `color`'s.
    #[inline]
    pub const fn count(self, color: Color) -> u32 {
        let (low, high) = (self.0 & LINES, (self.0 >> 1) & LINES);
        match color {
            Color::First => sum(low & !high),
            Color::Second => sum(high & !low),
        }
    }

    /// How many neighbours along the lines are vacant.
    #[inline]
    pub const fn vacant(self) -> u32 {
        4 - sum((self.0 | self.0 >> 1) & LINES)
    }

    /// A number of vacant points that are connected with this one, if it is vacant: there may be more
    /// beyond the neighbours.
    #[inline]
    pub const fn connected(self) -> u32 {
        let (lines, diagonals) = (self.vacant(), Self(self.0 >> 8).vacant());
        // Each diagonal neighbour is next to one of any three along the lines.
        if lines >= 3 { lines + diagonals } else { lines }
    }

    /// Whether any of the eight neighbours is a stone.
    #[inline]
    pub const fn has_stone(self) -> bool {
        (self.0 ^ self.0 >> 1) & 0x5555 != 0
    }

    /// The same neighbourhood with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let (low, high) = (self.0 & 0x5555, (self.0 >> 1) & 0x5555);
        Self(low << 1 | high)
    }
}

/// How many of the four bits of [`LINES`] are set: the plain x86-64 has no instruction for it.
#[inline]
const fn sum(bits: u16) -> u32 {
    let pairs = (bits & 0x11) + (bits >> 2 & 0x11);
    ((pairs + (pairs >> 4)) & 7) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};

    /// Reads three rows around a middle point `*`; `#` is off the board.
    fn code(picture: &str) -> Code {
        let signs: Vec<u16> = picture
            .chars()
            .filter(|sign| !sign.is_whitespace())
            .map(|sign| ".XO#".find(sign).unwrap_or(0) as u16)
            .collect();
        // Places in the picture of north, west, east, south, and the diagonals.
        let order = [1, 3, 5, 7, 0, 2, 6, 8];
        Code(order.iter().enumerate().fold(0, |code, (i, &at)| code | signs[at] << (2 * i)))
    }

    #[test]
    fn eyes_need_their_diagonals() {
        let cases = [
            ("X X X  X * X  X X X", true),
            ("O X X  X * X  X X .", true),
            ("O X X  X * X  X X O", false),
            (". X .  X * X  . X .", true),
            ("# # #  X * X  X X X", true),
            ("# # #  X * X  X X O", false),
            ("# # #  # * X  # X .", true),
            ("# # #  # * X  # X O", false),
            ("X X X  X * .  X X X", false),
            ("X X X  X * O  X X X", false),
        ];
        for (picture, is_eye) in cases {
            assert_eq!(code(picture).is_eye_of(BLACK), is_eye, "{picture}");
            assert_eq!(code(picture).swapped().is_eye_of(WHITE), is_eye, "{picture}");
            assert!(!code(picture).is_eye_of(WHITE), "{picture}");
        }
    }

    #[test]
    fn diagonals_are_connected_where_three_neighbours_are_vacant() {
        let cases = [
            (". . .  . * .  . . .", 8),
            (". . .  . * .  X X X", 5),
            (". X .  . * .  O . #", 5),
            (". X .  . * .  . X .", 2),
            (". . .  X * .  . X .", 2),
            (". X .  X * X  . X .", 0),
        ];
        for (picture, connected) in cases {
            assert_eq!(code(picture).connected(), connected, "{picture}");
        }
    }

    #[test]
    fn neighbours_are_counted_along_the_lines_only() {
        let corner = code("# # #  # * X  # . O");
        assert_eq!((corner.count(BLACK), corner.count(WHITE), corner.vacant()), (1, 0, 1));
        assert!(corner.has_liberty() && corner.has_stone());
        assert!(corner.has(BLACK) && !corner.has(WHITE));
        assert_eq!(code("X X X  X * X  X X X").count(BLACK), 4);
        let lonely = code("# # #  . * .  . . .");
        assert_eq!(lonely.vacant(), 3);
        assert!(!lonely.has_stone());
        assert!(!code("# # #  # * X  # O .").has_liberty());
    }
}
