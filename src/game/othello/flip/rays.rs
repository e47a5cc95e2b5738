//! The eight rays of each square.

/// The rays of a square, not containing it, each to the edge of the board: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Rays {
    /// Towards higher squares, in the order of [`STEPS`].
    pub(super) up: [u64; 4],
    /// Towards lower squares, in the order of [`STEPS`].
    pub(super) down: [u64; 4],
}

/// How far apart neighbours are: along the row, the column, the antidiagonal, the diagonal.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// Rows and columns that go with [`STEPS`].
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, -1), (1, 1)];

/// The rays of every square.
pub(super) static RAYS: [Rays; 64] = all();

const fn all() -> [Rays; 64] {
    let mut rays = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (row, column) = DIRECTIONS[i];
            rays[square].up[i] = ray(square, row, column);
            rays[square].down[i] = ray(square, -row, -column);
            i += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: usize, row_step: i8, column_step: i8) -> u64 {
    let mut bits = 0;
    let mut row = (square / 8) as i8 + row_step;
    let mut column = (square % 8) as i8 + column_step;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        bits |= 1 << (row * 8 + column);
        row += row_step;
        column += column_step;
    }
    bits
}
