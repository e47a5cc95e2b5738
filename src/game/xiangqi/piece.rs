//! The seven kinds of pieces and the letters FEN gives them.

use std::fmt;

use super::{Color, RED};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// 帥 將: one point, in the palace.
    King = 0,
    /// 仕 士: one point diagonally, in the palace.
    Advisor = 1,
    /// 相 象: two points diagonally, not over a piece, on its own side of the river.
    Elephant = 2,
    /// 馬: one point straight, then one diagonally on; a piece on the first point blocks it.
    Horse = 3,
    /// 車: any distance straight.
    Rook = 4,
    /// 炮: like the rook, but captures over exactly one piece.
    Cannon = 5,
    /// 兵 卒: one point forward, and sideways too beyond the river.
    Pawn = 6,
}

impl Kind {
    /// Every kind, in the order of its number.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// Its number, for tables of 7.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of this kind a side begins with.
    pub const fn number_at_start(self) -> usize {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// Its capital letter in FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Rook => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// The kind that `letter` names, in either case: FEN letters, and `H` and `E` for `N` and `B`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::King,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Elephant,
            'N' | 'H' => Self::Horse,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

    /// Its English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The piece of `color` and `kind`.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self { color, kind }
    }

    /// Its number, for tables of 14: Red's kinds, then Black's.
    #[inline]
    pub const fn index(self) -> usize {
        self.color.index() * 7 + self.kind.index()
    }

    /// Its letter in FEN: a capital for Red.
    pub const fn letter(self) -> char {
        match self.color {
            RED => self.kind.letter(),
            _ => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece that a FEN letter names.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { RED } else { RED.other() };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What stands on a point, in one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell(u8);

impl Cell {
    pub(super) const EMPTY: Self = Self(14);

    const PIECES: [Option<Piece>; 16] = {
        let mut pieces = [None; 16];
        let mut i = 0;
        while i < 7 {
            pieces[i] = Some(Piece::new(Color::First, Kind::ALL[i]));
            pieces[7 + i] = Some(Piece::new(Color::Second, Kind::ALL[i]));
            i += 1;
        }
        pieces
    };

    #[inline]
    pub(super) const fn of(piece: Piece) -> Self {
        Self(piece.index() as u8)
    }

    #[inline]
    pub(super) const fn piece(self) -> Option<Piece> {
        Self::PIECES[(self.0 & 15) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_read_back_as_the_same_piece() {
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
                assert_eq!(Cell::of(piece).piece(), Some(piece));
            }
        }
        assert_eq!(Cell::EMPTY.piece(), None);
    }

    #[test]
    fn western_letters_name_horse_and_elephant() {
        assert_eq!(Kind::from_letter('h'), Some(Kind::Horse));
        assert_eq!(Kind::from_letter('E'), Some(Kind::Elephant));
        assert_eq!(Kind::from_letter('m'), None);
    }
}
