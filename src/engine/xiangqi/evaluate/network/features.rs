//! What the network sees: each piece on its point, from the view of each side.
//!
//! A side sees its own pieces as 0 to 6 and the enemy's as 7 to 13, itself at the bottom of the board.
//! Left and right are the same game, so it looks at one of the two images only: the one in which its
//! own king stands to the left; on the middle file, the enemy's king; both there, the pieces lean to
//! the left. The lean is a sum over pieces in which left and right have opposite signs; slow pieces
//! weigh more, so that it seldom changes.

use crate::base::KeyStream;
use crate::game::Color;
use crate::game::xiangqi::{Board, Kind, Piece, SQUARES, Square};

/// Features of one side.
pub const FEATURES: usize = 14 * SQUARES;
/// Pieces on a full board.
pub const MOST_PIECES: usize = 32;

/// Which of the two images a side looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Image {
    /// As it is.
    #[default]
    Plain = 0,
    /// Left and right exchanged.
    Mirrored = 1,
}

/// The feature of `piece` on `square` as `side` sees it in `image`.
#[inline]
pub fn feature(side: Color, image: Image, piece: Piece, square: Square) -> usize {
    usize::from(INDEX[side.index()][image as usize][piece.index()][square.index()])
}

static INDEX: [[[[u16; SQUARES]; 14]; 2]; 2] = {
    let mut index = [[[[0; SQUARES]; 14]; 2]; 2];
    let mut i = 0;
    while i < 2 * 2 * 14 * SQUARES {
        let (square, piece) = (i % SQUARES, i / SQUARES % 14);
        let (image, side) = (i / SQUARES / 14 % 2, i / SQUARES / 28);
        index[side][image][piece][square] = seen(side, image, piece, square) as u16;
        i += 1;
    }
    index
};

/// The feature by numbers.
const fn seen(side: usize, image: usize, piece: usize, square: usize) -> usize {
    let (rank, file) = (square / 9, square % 9);
    let rank = if side == 0 { rank } else { 9 - rank };
    let file = if image == 0 { file } else { 8 - file };
    let own = piece / 7 == side;
    (if own { 0 } else { 7 } + piece % 7) * SQUARES + rank * 9 + file
}

/// What the other side sees of the piece behind each feature, if it looks at the same image or at
/// the other one.
pub static SEEN_BY_OTHER: [[u16; FEATURES]; 2] = {
    let mut other = [[0; FEATURES]; 2];
    let mut i = 0;
    while i < 2 * FEATURES {
        let (feature, differs) = (i % FEATURES, i / FEATURES);
        let (piece, square) = (feature / SQUARES, feature % SQUARES);
        other[differs][feature] = seen(1, differs, piece, square) as u16;
        i += 1;
    }
    other
};

/// How the pieces lean, for each side: what decides which image it looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lean([i64; 2]);

impl Lean {
    /// Of all pieces of `board`.
    pub fn of(board: &Board) -> Self {
        let mut lean = Self::default();
        for (square, piece) in board.placed() {
            lean.put(piece, square);
        }
        lean
    }

    /// `piece` appears on `square`.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        for side in Color::BOTH {
            self.0[side.index()] += LEAN[feature(side, Image::Plain, piece, square)];
        }
    }

    /// `piece` leaves `square`.
    #[inline]
    pub fn take(&mut self, piece: Piece, square: Square) {
        for side in Color::BOTH {
            self.0[side.index()] -= LEAN[feature(side, Image::Plain, piece, square)];
        }
    }

    /// The image `side` looks at.
    #[inline]
    pub const fn image(self, side: Color) -> Image {
        if self.0[side.index()] > 0 { Image::Mirrored } else { Image::Plain }
    }
}

/// What each feature adds to the lean: to the right is positive. The bands of the own king, the enemy
/// king, the slow and the fast pieces cannot reach each other.
static LEAN: [i64; FEATURES] = {
    let mut stream = KeyStream::named("xiangqi network lean");
    let mut lean = [0; FEATURES];
    let mut i = 0;
    while i < FEATURES {
        let (piece, rank, file) = (i / SQUARES, i % SQUARES / 9, i % 9);
        if file < 4 {
            // Below 2^20 and never 0: no two sums of different pieces cancel, as good as never.
            let word = (stream.next().0 >> 44) as i64 + 1;
            let weight = match Kind::ALL[piece % 7] {
                Kind::King if piece < 7 => 1 << 60,
                Kind::King => 1 << 58,
                Kind::Advisor | Kind::Elephant | Kind::Pawn => word << 28,
                Kind::Horse | Kind::Rook | Kind::Cannon => word,
            };
            lean[i] = -weight;
            lean[piece * SQUARES + rank * 9 + 8 - file] = weight;
        }
        i += 1;
    }
    lean
};

/// The features of `board` for its mover, and whether the opponent looks at the other image.
pub fn of_mover(board: &Board) -> (arrayvec::ArrayVec<u16, MOST_PIECES>, bool) {
    let lean = Lean::of(board);
    let (mover, opponent) = (board.turn(), board.turn().other());
    let image = lean.image(mover);
    let placed = board.placed().take(MOST_PIECES);
    let features = placed.map(|(at, piece)| feature(mover, image, piece, at) as u16).collect();
    (features, image != lean.image(opponent))
}
