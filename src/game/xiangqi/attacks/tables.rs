//! The tables, built by the compiler.

use super::{HOME_POINTS, PALACE};
use crate::game::xiangqi::RED;
use crate::game::xiangqi::bitboard::Bitboard;
use crate::game::xiangqi::square::{FILES, RANKS, SQUARES, Square};

pub(super) type RankTable = [[u16; 128]; FILES as usize];
pub(super) type FileTable = [[u128; 256]; RANKS as usize];

/// How far a sliding piece sees.
#[derive(Clone, Copy)]
enum Slider {
    Rook,
    Cannon,
}

/// The points seen from `place` on a line of `length` points; `occupied` has a bit for each.
const fn slide_on_line(slider: Slider, place: u32, occupied: u32, length: u32) -> u32 {
    let mut seen = 0;
    let mut direction = 0;
    while direction < 2 {
        let mut at = place;
        let mut screens = 0;
        loop {
            if direction == 0 && at == 0 || direction == 1 && at + 1 == length {
                break;
            }
            at = if direction == 0 { at - 1 } else { at + 1 };
            let wanted = match slider {
                Slider::Rook => 0,
                Slider::Cannon => 1,
            };
            if screens == wanted {
                seen |= 1 << at;
            }
            if occupied >> at & 1 != 0 {
                screens += 1;
            }
            if screens > wanted {
                break;
            }
        }
        direction += 1;
    }
    seen
}

const fn rank_table(slider: Slider) -> RankTable {
    let mut table = [[0; 128]; FILES as usize];
    let mut file = 0;
    while file < FILES as usize {
        let mut inner = 0;
        while inner < 128 {
            table[file][inner] =
                slide_on_line(slider, file as u32, (inner as u32) << 1, FILES as u32) as u16;
            inner += 1;
        }
        file += 1;
    }
    table
}

const fn file_table(slider: Slider) -> FileTable {
    let mut table = [[0; 256]; RANKS as usize];
    let mut rank = 0;
    while rank < RANKS as usize {
        let mut inner = 0;
        while inner < 256 {
            let mut seen = slide_on_line(slider, rank as u32, (inner as u32) << 1, RANKS as u32);
            while seen != 0 {
                table[rank][inner] |= 1 << (seen.trailing_zeros() * FILES as u32);
                seen &= seen - 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

pub(super) static ROOK_RANKS: RankTable = rank_table(Slider::Rook);
pub(super) static ROOK_FILES: FileTable = file_table(Slider::Rook);
pub(super) static CANNON_RANKS: RankTable = rank_table(Slider::Cannon);
pub(super) static CANNON_FILES: FileTable = file_table(Slider::Cannon);

/// Steps of a horse: the bit of its leg among the straight neighbours, then the jump.
const HORSE_STEPS: [(u8, i8, i8); 8] = [
    (0, -1, -2),
    (0, 1, -2),
    (1, 2, -1),
    (1, 2, 1),
    (2, -2, -1),
    (2, -2, 1),
    (3, -1, 2),
    (3, 1, 2),
];

/// Where a horse that reaches the point stands: the bit of its leg among the point's diagonal
/// neighbours, then the way to the horse.
const HORSE_ATTACKER_STEPS: [(u8, i8, i8); 8] = [
    (0, 1, -2),
    (0, 2, -1),
    (1, 1, 2),
    (1, 2, 1),
    (2, -1, -2),
    (2, -2, -1),
    (3, -1, 2),
    (3, -2, 1),
];

/// Steps of an elephant: the bit of its eye among the diagonal neighbours, then the jump.
const ELEPHANT_STEPS: [(u8, i8, i8); 4] = [(0, 2, -2), (1, 2, 2), (2, -2, -2), (3, -2, 2)];

pub(super) type BlockTable = [[Bitboard; 16]; SQUARES];

const fn block_table(steps: &[(u8, i8, i8)]) -> BlockTable {
    let mut table = [[Bitboard::EMPTY; 16]; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut blocks = 0;
        while blocks < 16 {
            let mut step = 0;
            while step < steps.len() {
                let (bit, files, ranks) = steps[step];
                if blocks >> bit & 1 == 0
                    && let Some(to) = Square::at(index as u8).offset(files, ranks)
                {
                    table[index][blocks] = table[index][blocks].with(to);
                }
                step += 1;
            }
            blocks += 1;
        }
        index += 1;
    }
    table
}

/// Keeps what starts and ends inside one side's `points`.
const fn within(mut table: BlockTable, points: [Bitboard; 2]) -> BlockTable {
    let mut index = 0;
    while index < SQUARES {
        let square = Square::at(index as u8);
        let own = if points[0].contains(square) {
            points[0]
        } else if points[1].contains(square) {
            points[1]
        } else {
            Bitboard::EMPTY
        };
        let mut blocks = 0;
        while blocks < 16 {
            table[index][blocks].0 &= own.0;
            blocks += 1;
        }
        index += 1;
    }
    table
}

/// The unblocked column of a table.
const fn unblocked(table: BlockTable) -> [Bitboard; SQUARES] {
    let mut free = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        free[index] = table[index][0];
        index += 1;
    }
    free
}

pub(super) static HORSE: BlockTable = block_table(&HORSE_STEPS);
pub(super) static HORSE_ATTACKERS: BlockTable = block_table(&HORSE_ATTACKER_STEPS);
pub(super) static ELEPHANT: BlockTable =
    within(block_table(&ELEPHANT_STEPS), [HOME_POINTS[0][2], HOME_POINTS[1][2]]);
pub(super) static ADVISOR: [Bitboard; SQUARES] = unblocked(within(
    block_table(&[(0, 1, -1), (1, 1, 1), (2, -1, -1), (3, -1, 1)]),
    [HOME_POINTS[0][1], HOME_POINTS[1][1]],
));
pub(super) static KING: [Bitboard; SQUARES] =
    unblocked(within(block_table(&[(0, 0, -1), (1, 1, 0), (2, -1, 0), (3, 0, 1)]), PALACE));

pub(super) static PAWN: [[Bitboard; SQUARES]; 2] = pawn_table();
pub(super) static PAWN_ATTACKERS: [[Bitboard; SQUARES]; 2] = pawn_attacker_table();

const fn pawn_table() -> [[Bitboard; SQUARES]; 2] {
    let mut table = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::at(index as u8);
        let mut side = 0;
        while side < 2 {
            let color = if side == 0 { RED } else { RED.other() };
            let forward = if side == 0 { 1 } else { -1 };
            if let Some(to) = square.offset(0, forward) {
                table[side][index] = table[side][index].with(to);
            }
            if square.is_across_river(color) {
                if let Some(to) = square.offset(-1, 0) {
                    table[side][index] = table[side][index].with(to);
                }
                if let Some(to) = square.offset(1, 0) {
                    table[side][index] = table[side][index].with(to);
                }
            }
            side += 1;
        }
        index += 1;
    }
    table
}

const fn pawn_attacker_table() -> [[Bitboard; SQUARES]; 2] {
    let pawns = pawn_table();
    let mut table = [[Bitboard::EMPTY; SQUARES]; 2];
    let mut from = 0;
    while from < SQUARES {
        let mut side = 0;
        while side < 2 {
            let mut targets = pawns[side][from];
            while let Some(to) = targets.pop() {
                table[side][to.index()] = table[side][to.index()].with(Square::at(from as u8));
            }
            side += 1;
        }
        from += 1;
    }
    table
}

pub(super) static LINES: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::at(index as u8);
        table[index] = Bitboard(Bitboard::file(square.file()).0 ^ Bitboard::rank(square.rank()).0);
        index += 1;
    }
    table
};

pub(super) static BETWEEN: [[Bitboard; SQUARES]; SQUARES] = {
    let mut table = [[Bitboard::EMPTY; SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let from = Square::at(a as u8);
        let mut direction = 0;
        while direction < 4 {
            let (files, ranks) = [(1, 0), (-1, 0), (0, 1), (0, -1)][direction];
            let mut passed = Bitboard::EMPTY;
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                table[a][next.index()] = passed;
                passed = passed.with(next);
                at = next;
            }
            direction += 1;
        }
        a += 1;
    }
    table
};
