//! Where each kind of piece can go from a point of a given board.
//!
//! Rooks and cannons look their rank and their file up apart: the seven inner points of a rank and
//! the eight of a file decide everything, since a piece on the edge hides nothing. Horses and
//! elephants look the four points up that can block them. All tables are built by the compiler.

mod tables;
#[cfg(test)]
mod tests;

use super::Color;
use super::bitboard::Bitboard;
use super::square::{FILES, RANKS, SQUARES, Square};
use tables::{
    ADVISOR, BETWEEN, CANNON_FILES, CANNON_RANKS, ELEPHANT, FileTable, HORSE, HORSE_ATTACKERS,
    KING, LINES, PAWN, PAWN_ATTACKERS, ROOK_FILES, ROOK_RANKS, RankTable,
};

/// The nine points of each palace.
pub const PALACE: [Bitboard; 2] = [Bitboard(PALACE_BITS), Bitboard(PALACE_BITS << 63)];
const PALACE_BITS: u128 = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;

/// The half of the board on each side's own bank of the river.
pub const OWN_SIDE: [Bitboard; 2] = [Bitboard((1 << 45) - 1), Bitboard(((1 << 45) - 1) << 45)];

/// The points that pieces of each kind can ever stand on, by side.
pub const HOME_POINTS: [[Bitboard; 7]; 2] = {
    let mut points = [[Bitboard::ALL; 7]; 2];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::at(index as u8);
        let mut side = 0;
        while side < 2 {
            let file = square.file();
            let rank = if side == 0 { square.rank() } else { RANKS - 1 - square.rank() };
            let corner = file % 2 == 1 && (rank == 0 || rank == 2);
            let advisor = (file == 3 || file == 5) && corner || file == 4 && rank == 1;
            let elephant = (file == 2 || file == 6) && (rank == 0 || rank == 4)
                || (file == 0 || file == 4 || file == 8) && rank == 2;
            let pawn = rank > 4 || rank > 2 && file.is_multiple_of(2);
            let bit = 1 << index;
            if !advisor {
                points[side][1].0 &= !bit;
            }
            if !elephant {
                points[side][2].0 &= !bit;
            }
            if !pawn {
                points[side][6].0 &= !bit;
            }
            side += 1;
        }
        index += 1;
    }
    points[0][0] = PALACE[0];
    points[1][0] = PALACE[1];
    points
};

/// Points a rook reaches, the first piece in each direction included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&ROOK_RANKS, &ROOK_FILES, square, occupied)
}

/// Points a cannon could capture on: beyond exactly one piece, up to the next one.
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&CANNON_RANKS, &CANNON_FILES, square, occupied)
}

/// Points a cannon reaches: empty ones before the first piece, the second piece of each direction.
#[inline]
pub fn cannon_moves(square: Square, occupied: Bitboard) -> Bitboard {
    (rook(square, occupied) - occupied) | cannon(square, occupied) & occupied
}

/// Points a horse reaches, its four legs considered.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][straight_neighbours(square, occupied)]
}

/// Points from which a horse reaches `square`, each horse's leg considered.
#[inline]
pub fn horse_attackers(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_ATTACKERS[square.index()][diagonal_neighbours(square, occupied)]
}

/// Points an elephant reaches, the eyes considered; it stays on its side of the river.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][diagonal_neighbours(square, occupied)]
}

/// Points an advisor in its palace reaches.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// Points a king in its palace reaches, flying apart.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Points a pawn of `color` reaches.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Points from which a pawn of `color` reaches `square`.
#[inline]
pub fn pawn_attackers(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKERS[color.index()][square.index()]
}

/// The points strictly between two on one rank or file; none for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The other points of the rank and the file of `square`.
#[inline]
pub fn lines(square: Square) -> Bitboard {
    LINES[square.index()]
}

/// Points a horse's jump away from `square`, whatever stands on the legs.
#[inline]
pub fn horse_jumps(square: Square) -> Bitboard {
    HORSE[square.index()][0]
}

/// The leg of a horse on `from` that jumps to `to`: the point that must be empty.
#[inline]
pub fn horse_leg(from: Square, to: Square) -> Square {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    // Halving towards zero leaves only the long part of the jump.
    Square::new((from.file() as i8 + files / 2) as u8, (from.rank() as i8 + ranks / 2) as u8)
}

/// Bits: 0 towards Red, 1 right, 2 left, 3 towards Black.
#[inline]
fn straight_neighbours(square: Square, occupied: Bitboard) -> usize {
    let window = ((occupied.0 << 10) >> (square.index() + 1)) as u32 & 0b100_0000_0101_0000_0001;
    // One multiplication brings the bits 0, 8, 10, 18 side by side.
    (u64::from(window).wrapping_mul(1 << 18 | 1 << 12 | 1 << 9 | 1 << 3) >> 18) as usize & 15
}

/// Bits: 0 towards Red and right, 1 towards Black and right, 2 towards Red and left, 3 towards
/// Black and left.
#[inline]
fn diagonal_neighbours(square: Square, occupied: Bitboard) -> usize {
    let window = ((occupied.0 << 10) >> square.index()) as u32 & 0b1_0100_0000_0000_0000_0101;
    // One multiplication brings the bits 0, 2, 18, 20 side by side.
    (u64::from(window).wrapping_mul(1 << 22 | 1 << 18 | 1 << 5 | 1 << 1) >> 20) as usize & 15
}

#[inline]
fn slide(ranks: &RankTable, files: &FileTable, square: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let start = rank * FILES;
    let inner_rank = (occupied.0 >> (start + 1)) as usize & 127;
    // The eight inner points of the file lie nine bits apart: a diagonal that one multiplication
    // brings side by side.
    let diagonal = (occupied.0 >> (FILES + file)) as u64 & 0x8040_2010_0804_0201;
    let inner_file = (diagonal.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    let along_rank = u128::from(ranks[file as usize][inner_rank]) << start;
    let along_file = files[rank as usize][inner_file] << file;
    Bitboard(along_rank | along_file)
}
