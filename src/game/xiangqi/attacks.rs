//! Where each kind of piece can go from a point of a given board.
//!
//! Rooks and cannons look their rank and their file up apart: the seven inner points of a rank and
//! the eight of a file decide everything, since a piece on the edge hides nothing. Horses and
//! elephants look the four points up that can block them. All tables are built by the compiler.

use super::bitboard::Bitboard;
use super::square::{FILES, RANKS, SQUARES, Square};
use super::{Color, RED};

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

type RankTable = [[u16; 128]; FILES as usize];
type FileTable = [[u128; 256]; RANKS as usize];

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

static ROOK_RANKS: RankTable = rank_table(Slider::Rook);
static ROOK_FILES: FileTable = file_table(Slider::Rook);
static CANNON_RANKS: RankTable = rank_table(Slider::Cannon);
static CANNON_FILES: FileTable = file_table(Slider::Cannon);

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

type BlockTable = [[Bitboard; 16]; SQUARES];

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

static HORSE: BlockTable = block_table(&HORSE_STEPS);
static HORSE_ATTACKERS: BlockTable = block_table(&HORSE_ATTACKER_STEPS);
static ELEPHANT: BlockTable =
    within(block_table(&ELEPHANT_STEPS), [HOME_POINTS[0][2], HOME_POINTS[1][2]]);
static ADVISOR: [Bitboard; SQUARES] = unblocked(within(
    block_table(&[(0, 1, -1), (1, 1, 1), (2, -1, -1), (3, -1, 1)]),
    [HOME_POINTS[0][1], HOME_POINTS[1][1]],
));
static KING: [Bitboard; SQUARES] =
    unblocked(within(block_table(&[(0, 0, -1), (1, 1, 0), (2, -1, 0), (3, 0, 1)]), PALACE));

static PAWN: [[Bitboard; SQUARES]; 2] = pawn_table();
static PAWN_ATTACKERS: [[Bitboard; SQUARES]; 2] = pawn_attacker_table();

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

static LINES: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square::at(index as u8);
        table[index] = Bitboard(Bitboard::file(square.file()).0 ^ Bitboard::rank(square.rank()).0);
        index += 1;
    }
    table
};

static BETWEEN: [[Bitboard; SQUARES]; SQUARES] = {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn walk(square: Square, occupied: Bitboard, screens_wanted: u32) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut screens = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                if screens == screens_wanted {
                    seen = seen.with(next);
                }
                screens += u32::from(occupied.contains(next));
                at = next;
            }
        }
        seen
    }

    /// Jumps `long` in one direction and `short` across it, if the point `leg` is empty.
    fn horse_by_steps(square: Square, occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (f, r) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(leg) = square.offset(f, r) else { continue };
            if occupied.contains(leg) {
                continue;
            }
            for side in [-1, 1] {
                let to = square.offset(2 * f + side * r, 2 * r + side * f);
                seen = to.map_or(seen, |to| seen.with(to));
            }
        }
        seen
    }

    fn points() -> impl Strategy<Value = (Square, Bitboard)> {
        // Sparse boards as well as full ones.
        (0..SQUARES, any::<u128>(), any::<u128>(), any::<bool>()).prop_map(|(index, a, b, thin)| {
            let square = Square::from_index(index).unwrap();
            (square, Bitboard::from_bits(if thin { a & b } else { a }))
        })
    }

    proptest! {
        #[test]
        fn rooks_walk_to_the_first_piece((square, occupied) in points()) {
            prop_assert_eq!(rook(square, occupied), walk(square, occupied, 0));
        }

        #[test]
        fn cannons_walk_on_behind_one_piece((square, occupied) in points()) {
            prop_assert_eq!(cannon(square, occupied), walk(square, occupied, 1));
        }

        #[test]
        fn horses_stumble_over_their_legs((square, occupied) in points()) {
            prop_assert_eq!(horse(square, occupied), horse_by_steps(square, occupied));
        }

        #[test]
        fn horse_attackers_are_the_horses_that_reach_the_point((square, occupied) in points()) {
            let reaching: Bitboard =
                Square::all().filter(|&s| horse_by_steps(s, occupied).contains(square)).collect();
            prop_assert_eq!(horse_attackers(square, occupied), reaching);
        }

        #[test]
        fn a_blocked_leg_stops_the_jump((square, _) in points()) {
            for to in horse_jumps(square) {
                let leg = Bitboard::of(horse_leg(square, to));
                prop_assert!(!horse(square, leg).contains(to));
                prop_assert!(horse(square, !leg).contains(to));
            }
        }

        #[test]
        fn elephants_stumble_over_their_eyes((square, occupied) in points()) {
            let mut seen = Bitboard::EMPTY;
            for home in [HOME_POINTS[0][2], HOME_POINTS[1][2]].iter().filter(|h| h.contains(square)) {
                for (f, r) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let eye = square.offset(f, r);
                    let Some(to) = square.offset(2 * f, 2 * r) else { continue };
                    if !occupied.contains(eye.unwrap()) && home.contains(to) {
                        seen = seen.with(to);
                    }
                }
            }
            prop_assert_eq!(elephant(square, occupied), seen);
        }
    }

    #[test]
    fn home_points_are_as_many_as_the_rules_say() {
        for side in HOME_POINTS {
            assert_eq!(side.map(Bitboard::count), [9, 5, 7, 90, 90, 90, 55]);
        }
    }

    #[test]
    fn advisors_and_kings_stay_in_the_palace() {
        assert_eq!(advisor("e1".parse().unwrap()).count(), 4);
        assert_eq!(advisor("d0".parse().unwrap()).count(), 1);
        assert_eq!(king("e0".parse().unwrap()).count(), 3);
        assert_eq!(king("e8".parse().unwrap()).count(), 4);
        assert!(king("e4".parse().unwrap()).is_empty());
    }

    #[test]
    fn pawns_turn_sideways_across_the_river() {
        assert_eq!(pawn(RED, "e4".parse().unwrap()).count(), 1);
        assert_eq!(pawn(RED, "e5".parse().unwrap()).count(), 3);
        assert_eq!(pawn(RED, "a9".parse().unwrap()).count(), 1);
        assert_eq!(pawn(RED.other(), "e5".parse().unwrap()).count(), 1);
        assert_eq!(pawn(RED.other(), "e4".parse().unwrap()).count(), 3);
    }

    #[test]
    fn between_is_the_open_segment() {
        let (a, b): (Square, Square) = ("e0".parse().unwrap(), "e9".parse().unwrap());
        assert_eq!(between(a, b).count(), 8);
        assert!(between(a, "f9".parse().unwrap()).is_empty());
        assert_eq!(
            between("a3".parse().unwrap(), "c3".parse().unwrap()).to_string().matches('x').count(),
            1
        );
    }
}
