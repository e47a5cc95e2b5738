//! Discs that no continuation of the game can turn over.
//!
//! Sound, not complete: every disc reported is stable, a few stable discs deep inside are missed.
//! A disc is safe along a line if the line is full, if the disc ends the line at the edge of the
//! board, or if a neighbour on the line is a stable disc of its own colour; safe along all four
//! lines, it is stable. On the edges, where only the edge's own line counts, a table knows more:
//! it has tried every order of play on the edge.

/// The stable discs of `mover`, as far as lines and edges show.
#[inline]
pub fn stable(mover: u64, opponent: u64) -> u64 {
    let discs = mover | opponent;
    if discs & CORNERS == 0 && discs.count_ones() < FEWEST_INSIDE {
        return 0;
    }
    let full = FullLines::of(discs);
    let mut stable = edges(mover, opponent)
        | (mover & full.rows & full.columns & full.diagonals & full.antidiagonals);
    if stable == 0 {
        return 0;
    }
    loop {
        // Shifts that leave a row arrive on a side column, where these lines end anyway.
        let rows = full.rows | SIDES | (stable << 1) | (stable >> 1);
        let columns = full.columns | TOP_AND_BOTTOM | (stable << 8) | (stable >> 8);
        let diagonals = full.diagonals | BORDER | (stable << 9) | (stable >> 9);
        let antidiagonals = full.antidiagonals | BORDER | (stable << 7) | (stable >> 7);
        let grown = stable | (mover & rows & columns & diagonals & antidiagonals);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Without a corner, and so without a full edge, only a disc whose four lines are all full can be
/// stable: at least 24 squares, as for c2.
const FEWEST_INSIDE: u32 = 24;

/// Squares of the side columns.
const SIDES: u64 = 0x8181_8181_8181_8181;
/// Squares of the top and bottom rows.
const TOP_AND_BOTTOM: u64 = 0xff00_0000_0000_00ff;
/// Squares of the border.
const BORDER: u64 = SIDES | TOP_AND_BOTTOM;
/// The four corners.
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Column a.
const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// For each kind of line, the squares whose line has no empty square.
#[derive(Clone, Copy, Debug)]
pub struct FullLines {
    /// Along rows.
    pub rows: u64,
    /// Along columns.
    pub columns: u64,
    /// Along diagonals parallel to a1-h8.
    pub diagonals: u64,
    /// Along diagonals parallel to h1-a8.
    pub antidiagonals: u64,
}

impl FullLines {
    /// Of a board with these squares occupied.
    #[inline]
    pub fn of(discs: u64) -> Self {
        let mut rows = discs & (discs >> 4);
        rows &= rows >> 2;
        rows &= rows >> 1;
        let mut columns = discs & discs.rotate_right(32);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(8);
        Self {
            rows: (rows & COLUMN_A) * 0xff,
            columns,
            diagonals: full_both_ways::<9>(discs, &OFF_DOWN_RIGHT, &OFF_UP_LEFT),
            antidiagonals: full_both_ways::<7>(discs, &OFF_DOWN_LEFT, &OFF_UP_RIGHT),
        }
    }
}

/// Squares from which 1, 2 and 4 steps in a direction leave the board.
const OFF_DOWN_RIGHT: [u64; 3] = off_board(1, 1);
const OFF_UP_LEFT: [u64; 3] = off_board(-1, -1);
const OFF_DOWN_LEFT: [u64; 3] = off_board(1, -1);
const OFF_UP_RIGHT: [u64; 3] = off_board(-1, 1);

const fn off_board(row_step: i32, column_step: i32) -> [u64; 3] {
    let mut off = [0; 3];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 3 {
            let row = square / 8 + (row_step << i);
            let column = square % 8 + (column_step << i);
            if row < 0 || row > 7 || column < 0 || column > 7 {
                off[i] |= 1 << square;
            }
            i += 1;
        }
        square += 1;
    }
    off
}

/// Squares with nothing but discs ahead and behind along lines of `STEP`.
#[inline]
fn full_both_ways<const STEP: u32>(discs: u64, off_ahead: &[u64; 3], off_behind: &[u64; 3]) -> u64 {
    let (mut ahead, mut behind) = (discs, discs);
    for i in 0..3 {
        ahead &= off_ahead[i] | (ahead >> (STEP << i));
        behind &= off_behind[i] | (behind << (STEP << i));
    }
    ahead & behind
}

/// Stable discs of `mover` on the four edges.
#[inline]
fn edges(mover: u64, opponent: u64) -> u64 {
    let top = stable_on_edge(mover as u8, opponent as u8);
    let bottom = stable_on_edge((mover >> 56) as u8, (opponent >> 56) as u8);
    let left = stable_on_edge(column_a(mover), column_a(opponent));
    let right = stable_on_edge(column_a(mover >> 7), column_a(opponent >> 7));
    (mover & CORNERS)
        | u64::from(top)
        | u64::from(bottom) << 56
        | inner_of_column_a(left)
        | inner_of_column_a(right) << 7
}

/// Column a as a row.
#[inline]
const fn column_a(bits: u64) -> u8 {
    ((bits & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A row as column a, without the corners (whose copies would carry into each other).
#[inline]
const fn inner_of_column_a(row: u8) -> u64 {
    ((row as u64 & 0x7e) * 0x0002_0408_1020_4081) & COLUMN_A
}

/// Stable discs of `mover` on an edge of eight squares.
#[inline]
fn stable_on_edge(mover: u8, opponent: u8) -> u8 {
    let index = TERNARY[mover as usize] + 2 * TERNARY[opponent as usize];
    STABLE_ON_EDGE[index as usize]
}

/// The binary digits of the index read as ternary ones.
static TERNARY: [u16; 256] = ternary();

/// Stable discs of the mover for every edge, by its ternary number: 1 mover, 2 opponent.
static STABLE_ON_EDGE: [u8; EDGES] = all_edges();

/// 3⁸ edges.
const EDGES: usize = 6561;

const fn ternary() -> [u16; 256] {
    let mut numbers = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut power, mut i) = (1, 0);
        while i < 8 {
            if bits >> i & 1 == 1 {
                numbers[bits] += power;
            }
            power *= 3;
            i += 1;
        }
        bits += 1;
    }
    numbers
}

/// A disc is stable if it keeps its colour whatever is placed on the edge, in any order. Edges
/// with more discs have larger sets of occupied squares, so they are known first.
const fn all_edges() -> [u8; EDGES] {
    let ternary = ternary();
    let mut stable = [0; EDGES];
    let mut occupied = 256;
    while occupied > 0 {
        occupied -= 1;
        let mut mover = occupied;
        loop {
            let opponent = occupied & !mover;
            let index = ternary[mover] + 2 * ternary[opponent];
            stable[index as usize] = keeps(&stable, &ternary, mover as u8, opponent as u8);
            if mover == 0 {
                break;
            }
            mover = (mover - 1) & occupied;
        }
    }
    stable
}

/// Discs of `mover` that are stable whatever is placed next, given the edges with one more disc.
const fn keeps(stable: &[u8; EDGES], ternary: &[u16; 256], mover: u8, opponent: u8) -> u8 {
    let mut kept = mover;
    let mut empty = !(mover | opponent);
    while empty != 0 {
        let placed = empty & empty.wrapping_neg();
        empty ^= placed;
        let won = edge_flips(mover, opponent, placed) | placed;
        let index = ternary[(mover | won) as usize] + 2 * ternary[(opponent & !won) as usize];
        kept &= stable[index as usize];
        let lost = edge_flips(opponent, mover, placed) | placed;
        let index = ternary[(mover & !lost) as usize] + 2 * ternary[(opponent | lost) as usize];
        kept &= stable[index as usize];
    }
    kept
}

/// What `mover` turns over on an edge by the disc `placed`.
const fn edge_flips(mover: u8, opponent: u8, placed: u8) -> u8 {
    let mut flips = 0;
    let mut run = 0;
    let mut bit = placed << 1;
    while bit & opponent != 0 {
        run |= bit;
        bit <<= 1;
    }
    if bit & mover != 0 {
        flips |= run;
    }
    run = 0;
    bit = placed >> 1;
    while bit & opponent != 0 {
        run |= bit;
        bit >>= 1;
    }
    if bit & mover != 0 {
        flips |= run;
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;
    use crate::game::othello::{BLACK, Board, Move, WHITE};

    /// Discs of each colour that keep it in every continuation, by playing all of them.
    fn never_flipped(board: &Board) -> [u64; 2] {
        let mut kept = [board.discs(BLACK), board.discs(WHITE)];
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        for mv in moves {
            let mut next = *board;
            next.play(mv);
            let below = never_flipped(&next);
            kept[0] &= below[0];
            kept[1] &= below[1];
        }
        kept
    }

    fn random_position(random: &mut Random, empties: u32) -> Option<Board> {
        let mut board = Board::default();
        let mut moves: Vec<Move> = Vec::new();
        while board.empties().count_ones() > empties {
            moves.clear();
            board.legal_moves(&mut moves);
            if moves.is_empty() {
                return None;
            }
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        Some(board)
    }

    #[test]
    fn stable_discs_are_never_flipped_and_few_are_missed() {
        let mut random = Random::seeded(7);
        let (mut found, mut truly) = (0, 0);
        for empties in [3, 4, 5, 6, 7] {
            for _ in 0..60 {
                let Some(board) = random_position(&mut random, empties) else { continue };
                let kept = never_flipped(&board);
                for (color, kept) in [(BLACK, kept[0]), (WHITE, kept[1])] {
                    let reported = stable(board.discs(color), board.discs(color.other()));
                    assert_eq!(reported & !kept, 0, "seed 7, {color:?}\n{board}");
                    found += reported.count_ones();
                    truly += kept.count_ones();
                }
            }
        }
        assert!(found * 10 > truly * 6, "found {found} of {truly}");
    }

    #[test]
    fn nothing_is_stable_at_the_start_and_all_at_the_end() {
        let board = Board::default();
        assert_eq!(stable(board.mover(), board.opponent()), 0);
        assert_eq!(stable(0x5555_aaaa_5555_aaaa, !0x5555_aaaa_5555_aaaa), 0x5555_aaaa_5555_aaaa);
    }

    #[test]
    fn a_corner_holds_its_edge_and_what_leans_on_it() {
        // X X X . . . . .
        // X X O . . . . .
        // X O . . . . . .
        let mover = 0b0000_0111 | 0b0000_0011 << 8 | 1 << 16;
        let opponent = 1 << 10 | 1 << 17;
        assert_eq!(stable(mover, opponent), mover);
        assert_eq!(stable(opponent, mover), 0);
    }

    #[test]
    fn without_a_corner_nothing_is_stable_with_few_discs() {
        let fewest = (0..64)
            .filter(|square| CORNERS >> square & 1 == 0)
            .map(|square| {
                let lines = |step: &dyn Fn(i32) -> (i32, i32)| {
                    (-7..8)
                        .map(step)
                        .filter(|&(row, column)| (0..8).contains(&row) && (0..8).contains(&column))
                        .fold(0u64, |bits, (row, column)| bits | 1 << (row * 8 + column))
                };
                let (row, column) = (square / 8, square % 8);
                lines(&|i| (row, column + i))
                    | lines(&|i| (row + i, column))
                    | lines(&|i| (row + i, column + i))
                    | lines(&|i| (row + i, column - i))
            })
            .filter(|squares| squares & CORNERS == 0)
            .map(u64::count_ones)
            .min();
        assert_eq!(fewest, Some(FEWEST_INSIDE));
    }

    #[test]
    fn a_gap_between_two_walls_decides_an_edge() {
        // Whoever fills d1 flips nothing: X X X . X X X X has no opponent's disc at all.
        assert_eq!(stable_on_edge(0b1111_0111, 0), 0b1111_0111);
        // . X X X X X X . can be flipped by O in a corner after the other corner is O's.
        assert_eq!(stable_on_edge(0b0111_1110, 0), 0);
        // X O . . . . . . : the corner stays, the O beside it falls.
        assert_eq!(stable_on_edge(0b01, 0b10), 0b01);
        assert_eq!(stable_on_edge(0b10, 0b01), 0);
    }

    #[test]
    fn both_columns_know_what_rows_know() {
        for word in [0b0000_0111_u64, 0b1110_0011, 0b1011_1111, 0b1111_1111] {
            let column = (0..8).filter(|i| word >> i & 1 == 1).fold(0, |c, i| c | 1 << (8 * i));
            let row = stable(word, 0).count_ones();
            for shift in [0, 7] {
                assert_eq!(stable(column << shift, 0).count_ones(), row, "{word:08b}");
            }
        }
    }
}
