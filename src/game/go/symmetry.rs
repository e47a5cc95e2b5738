//! The eight symmetries of the board: turned and mirrored.

use super::board::Board;
use super::moves::Move;
use super::point::{Point, Size};
use crate::game::{Color, Position};

/// One of the eight ways to look at a board. Mirrors come first: columns, rows, then the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

/// Bits of a symmetry, applied in this order.
const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Those that keep the size: four on a board that is not square.
    pub fn of(size: Size) -> &'static [Self] {
        if size.is_square() { &Self::ALL } else { &Self::ALL[..4] }
    }

    /// The size of a board after it.
    #[must_use]
    pub fn size(self, size: Size) -> Size {
        if self.0 & TRANSPOSE == 0 {
            return size;
        }
        Size::new(size.height().into(), size.width().into()).expect("sides keep their lengths")
    }

    /// Where `point` of a board of `size` goes.
    #[must_use]
    pub fn point(self, size: Size, point: Point) -> Point {
        let Point { mut x, mut y } = point;
        if self.0 & MIRROR_COLUMNS != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & MIRROR_ROWS != 0 {
            y = size.height() - 1 - y;
        }
        if self.0 & TRANSPOSE != 0 { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// Where a move goes.
    #[must_use]
    pub fn mv(self, size: Size, mv: Move) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Place(point) => Move::Place(self.point(size, point)),
        }
    }

    /// What undoes it.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Only the two quarter turns are not their own inverses: mirrored once, then transposed.
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            own => Self(own),
        }
    }

    /// The stones, turn and prisoners seen this way. The ko and passes are not taken over.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let mut seen = Board::new(self.size(board.size()));
        for color in Color::BOTH {
            for stone in board.stones(color) {
                seen.set(self.point(board.size(), stone), Some(color));
            }
            seen.set_captures(color, board.captures(color));
        }
        seen.set_turn(board.turn());
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for size in [Size::NINE, Size::new(3, 5).unwrap()] {
            for symmetry in Symmetry::ALL {
                let turned = symmetry.size(size);
                for point in size.all() {
                    let there = symmetry.point(size, point);
                    assert!(turned.contains(there));
                    assert_eq!(symmetry.inverse().point(turned, there), point, "{symmetry:?}");
                }
                assert_eq!(symmetry.inverse().size(turned), size);
            }
        }
    }

    #[test]
    fn a_point_off_the_axes_has_eight_images() {
        let point = Point::new(1, 2);
        let images: HashSet<Point> =
            Symmetry::of(Size::NINE).iter().map(|s| s.point(Size::NINE, point)).collect();
        assert_eq!(images.len(), 8);
        assert_eq!(Symmetry::of(Size::new(9, 8).unwrap()).len(), 4);
    }

    #[test]
    fn neighbours_stay_neighbours() {
        let size = Size::new(4, 6).unwrap();
        for symmetry in Symmetry::ALL {
            for point in size.all() {
                let there = symmetry.size(size).neighbours(symmetry.point(size, point));
                for near in size.neighbours(point) {
                    assert!(there.contains(&symmetry.point(size, near)));
                }
            }
        }
    }

    #[test]
    fn a_board_is_turned_stone_by_stone() {
        let board: Board = "X . .\n . O .".parse().unwrap();
        let turned = Symmetry::ALL[4].board(&board);
        assert_eq!(turned.size(), Size::new(2, 3).unwrap());
        let wanted: Board = ". .\n O .\n . X".parse().unwrap();
        assert_eq!(turned.board_key(), wanted.board_key(), "{turned}");
    }
}
