//! The eight symmetries of the board.

use super::{Board, Move, Square};
use crate::game::Position;

/// A turn or reflection of the board: first a flip of rows, then of columns, then an exchange of
/// rows and columns, as its three bits say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// All eight; the first changes nothing.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // An exchange of rows and columns before a flip turns it into the other flip.
        Self(if self.0 & 4 == 0 { self.0 } else { 4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1 })
    }

    /// Where `square` goes.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        match Square::first(self.bits(square.bit())) {
            Some(moved) => moved,
            None => square,
        }
    }

    /// Where `mv` goes; a pass stays a pass.
    #[must_use]
    pub const fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Pass => Move::Pass,
            Move::Place(square) => Move::Place(self.square(square)),
        }
    }

    /// Where the squares of a bitboard go.
    #[must_use]
    pub const fn bits(self, mut bits: u64) -> u64 {
        if self.0 & 1 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 2 != 0 {
            bits = flip_columns(bits);
        }
        if self.0 & 4 != 0 {
            bits = transpose(bits);
        }
        bits
    }

    /// The moved position.
    #[must_use]
    pub fn board(self, board: &Board) -> Board {
        let (mover, opponent) = (self.bits(board.mover()), self.bits(board.opponent()));
        board.with_discs(mover, opponent)
    }

    /// The symmetry that takes `board` to the one of its eight images that stands for all of
    /// them, and that image.
    pub fn canonical(board: &Board) -> (Self, Board) {
        let (mut chosen, mut least) = (Self::IDENTITY, *board);
        for symmetry in Self::all().skip(1) {
            let image = symmetry.board(board);
            if (image.mover(), image.opponent()) < (least.mover(), least.opponent()) {
                (chosen, least) = (symmetry, image);
            }
        }
        debug_assert_eq!(least.turn(), board.turn());
        (chosen, least)
    }
}

/// Exchanges left and right.
const fn flip_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Exchanges rows and columns: blocks of 1, 2 and 4 squares across the diagonal a1-h8.
const fn transpose(mut bits: u64) -> u64 {
    let mut swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ (swap << 7);
    swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ (swap << 14);
    swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    bits ^ swap ^ (swap << 28)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::othello::Squares;

    #[test]
    fn the_eight_images_of_a_square_are_known() {
        let b1: Square = "b1".parse().unwrap();
        let images: HashSet<String> =
            Symmetry::all().map(|symmetry| symmetry.square(b1).to_string()).collect();
        let expected = ["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"];
        assert_eq!(images, expected.into_iter().map(str::to_owned).collect());
    }

    #[test]
    fn every_symmetry_is_taken_back_by_its_inverse() {
        for symmetry in Symmetry::all() {
            for square in Square::all() {
                let there = symmetry.square(square);
                assert_eq!(symmetry.inverse().square(there), square, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn moves_move_with_the_board_and_canonical_boards_are_one() {
        let mut board = Board::default();
        for name in ["f5", "d6", "c3", "d3", "c4"] {
            board.play(name.parse().unwrap());
        }
        let (_, canonical) = Symmetry::canonical(&board);
        for symmetry in Symmetry::all() {
            let image = symmetry.board(&board);
            assert_eq!(image.mobility(), symmetry.bits(board.mobility()), "{symmetry:?}");
            assert_eq!(Symmetry::canonical(&image).1, canonical, "{symmetry:?}");
            let back = Symmetry::canonical(&image).0.board(&image);
            assert_eq!(back, canonical);
            assert_eq!(Squares(image.mobility()).len(), Squares(board.mobility()).len());
        }
    }
}
