//! Shapes: the stones around a point, in growing sizes, named by keys that are the same from all
//! eight sides and for both colours.

use std::sync::OnceLock;

use crate::base::KeyStream;
use crate::game::go::fast::{FastBoard, Vertex};

/// How many sizes of shapes there are.
pub const LEVELS: usize = SIZES.len();
/// Largest distance of the points of each size. The distance of a point `x` columns and `y` rows
/// away is `x + y + max(x, y)`: shapes are nearly round.
const SIZES: [usize; 7] = [3, 4, 5, 6, 7, 9, 11];
/// The farthest column or row of the largest shape.
const REACH: usize = 5;
/// Points of a canvas in a row.
const SIDE: usize = 25 + 2 * REACH;

const VACANT: u8 = 0;
const OWN: u8 = 1;
const ENEMY: u8 = 2;
const OFF: u8 = 3;

/// The board with a wide margin, in the colours of the side to move.
#[derive(Clone, Debug)]
pub struct Shapes {
    cells: Box<[u8; SIDE * SIDE]>,
    table: &'static Table,
}

impl Default for Shapes {
    fn default() -> Self {
        Self { cells: Box::new([OFF; SIDE * SIDE]), table: Table::get() }
    }
}

impl Shapes {
    /// Looks at `board`.
    pub fn draw<const CELLS: usize>(&mut self, board: &FastBoard<CELLS>) {
        self.cells.fill(OFF);
        let own = board.turn();
        for point in board.size().all() {
            let cell = match board.stone(FastBoard::<CELLS>::vertex(point)) {
                None => VACANT,
                Some(color) if color == own => OWN,
                Some(_) => ENEMY,
            };
            self.cells[Self::place(point.x, point.y)] = cell;
        }
    }

    fn place(x: u8, y: u8) -> usize {
        (usize::from(y) + REACH) * SIDE + usize::from(x) + REACH
    }

    /// The keys of the shapes around `vertex`, the smallest first.
    pub fn around<const CELLS: usize>(&self, vertex: Vertex) -> impl Iterator<Item = u32> + '_ {
        let point = FastBoard::<CELLS>::point(vertex);
        let centre = Self::place(point.x, point.y);
        let mut sides = [0u32; 8];
        self.table.levels.iter().map(move |level| {
            for near in &level.points {
                let cell = self.cells[centre.wrapping_add_signed(near.offset)];
                let words = &near.words[usize::from(cell)];
                for (side, word) in sides.iter_mut().zip(words) {
                    *side ^= word;
                }
            }
            least(&sides) ^ level.salt
        })
    }

    /// The key of the nearest shape together with the liberties (1, 2, or 3 for more) of the chains
    /// along the lines.
    pub fn with_liberties<const CELLS: usize>(
        &self,
        vertex: Vertex,
        liberties: impl Fn(Vertex) -> u8,
    ) -> u32 {
        let point = FastBoard::<CELLS>::point(vertex);
        let centre = Self::place(point.x, point.y);
        let mut sides = [0u32; 8];
        for (near, at) in self.table.nearest.iter().zip(FastBoard::<CELLS>::around(vertex)) {
            let cell = self.cells[centre.wrapping_add_signed(near.offset)];
            let is_stone = cell == OWN || cell == ENEMY;
            let along = near.offset.unsigned_abs() == 1 || near.offset.unsigned_abs() == SIDE;
            // More liberties than two are the plain stone.
            let few = if is_stone && along { 3 - liberties(at).clamp(1, 3) } else { 0 };
            let words = &near.words[usize::from(cell + 4 * few)];
            for (side, word) in sides.iter_mut().zip(words) {
                *side ^= word;
            }
        }
        least(&sides) ^ self.table.salt
    }
}

/// The key of the nearest shape of these eight points, in the order of `FastBoard::around`, and the
/// key of the same shape when all its chains have many liberties. Points are told as in
/// [`Code`](crate::game::go::fast::Code), Black being the side to move.
pub fn of_neighbours(points: [u8; 8]) -> [u32; 2] {
    let table = Table::get();
    let mut sides = [0u32; 8];
    for (near, cell) in table.nearest.iter().zip(points) {
        for (side, word) in sides.iter_mut().zip(&near.words[usize::from(cell)]) {
            *side ^= word;
        }
    }
    [least(&sides) ^ table.levels[0].salt, least(&sides) ^ table.salt]
}

fn least(sides: &[u32; 8]) -> u32 {
    sides.iter().copied().min().unwrap_or(0)
}

/// A point near the middle.
#[derive(Debug)]
struct Near {
    /// Where it lies in a canvas.
    offset: isize,
    /// A word for each state of the point, as seen from each of the eight sides.
    words: [[u32; 8]; 12],
}

#[derive(Debug)]
struct Level {
    /// The points that the next smaller size does not have.
    points: Vec<Near>,
    salt: u32,
}

#[derive(Debug)]
struct Table {
    levels: Vec<Level>,
    /// The eight points around, in the order of `FastBoard::around`.
    nearest: Vec<Near>,
    salt: u32,
}

impl Table {
    fn get() -> &'static Self {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(Self::build)
    }

    fn build() -> Self {
        let mut stream = KeyStream::named("go shapes");
        let mut word = move || stream.next().0 as u32;
        // The word of each point and state; the eight sides exchange the points.
        const WIDTH: usize = 2 * REACH + 1;
        let words: Vec<[u32; 12]> = (0..WIDTH * WIDTH)
            .map(|_| {
                let mut states = [0; 12];
                states.iter_mut().skip(1).for_each(|state| *state = word());
                states
            })
            .collect();
        let near = |x: i32, y: i32| {
            let sides = images(x, y);
            let of = |(x, y): (i32, i32)| {
                let place = (y + REACH as i32) * WIDTH as i32 + x + REACH as i32;
                &words[place as usize]
            };
            let mut seen = [[0; 8]; 12];
            for (state, row) in seen.iter_mut().enumerate() {
                for (word, &side) in row.iter_mut().zip(&sides) {
                    *word = of(side)[state];
                }
            }
            Near { offset: y as isize * SIDE as isize + x as isize, words: seen }
        };
        let reach = REACH as i32;
        let all: Vec<(i32, i32)> =
            (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y))).collect();
        let mut smaller = 0;
        let levels = SIZES
            .iter()
            .map(|&size| {
                let ring = all.iter().filter(|&&(x, y)| {
                    let distance = distance(x, y);
                    distance > smaller && distance <= size
                });
                let points = ring.map(|&(x, y)| near(x, y)).collect();
                smaller = size;
                Level { points, salt: word() }
            })
            .collect();
        let order = [(0, 1), (-1, 0), (1, 0), (0, -1), (-1, 1), (1, 1), (-1, -1), (1, -1)];
        let nearest = order.into_iter().map(|(x, y)| near(x, y)).collect();
        Self { levels, nearest, salt: word() }
    }
}

/// The distance that sizes are measured in.
pub(super) const fn distance(x: i32, y: i32) -> usize {
    let (x, y) = (x.unsigned_abs() as usize, y.unsigned_abs() as usize);
    x + y + if x > y { x } else { y }
}

/// Where a point comes to lie by the eight symmetries.
const fn images(x: i32, y: i32) -> [(i32, i32); 8] {
    [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Symmetry;
    use crate::game::go::fast::Board19;
    use crate::game::go::{BLACK, Board, Point, Size, WHITE};
    use proptest::prelude::*;

    fn keys(board: &Board19, point: Point) -> Vec<u32> {
        let mut shapes = Shapes::default();
        shapes.draw(board);
        shapes.around::<512>(Board19::vertex(point)).collect()
    }

    fn board(stones: &[(u8, u8, bool)]) -> Board {
        let mut board = Board::new(Size::NINETEEN);
        for &(x, y, black) in stones {
            board.set(Point::new(x, y), Some(if black { BLACK } else { WHITE }));
        }
        board
    }

    #[test]
    fn a_stone_is_seen_by_the_sizes_that_reach_it() {
        let empty = Board19::of(&board(&[]));
        let beside = Board19::of(&board(&[(12, 9, true)]));
        let point = Point::new(9, 9);
        let differ: Vec<bool> =
            keys(&empty, point).iter().zip(keys(&beside, point)).map(|(a, b)| *a != b).collect();
        // Three columns away: distance 6.
        assert_eq!(differ, [false, false, false, true, true, true, true]);
    }

    #[test]
    fn the_edge_is_part_of_a_shape() {
        let empty = Board19::of(&board(&[]));
        let (middle, third) = (keys(&empty, Point::new(9, 9)), keys(&empty, Point::new(9, 2)));
        assert_eq!(middle[0], third[0]);
        assert_ne!(middle[LEVELS - 1], third[LEVELS - 1]);
    }

    #[test]
    fn liberties_tell_shapes_apart() {
        let mut shapes = Shapes::default();
        let fast = Board19::of(&board(&[(9, 9, true), (10, 10, false)]));
        shapes.draw(&fast);
        let vertex = Board19::vertex(Point::new(9, 10));
        let key = |n| shapes.with_liberties::<512>(vertex, |_| n);
        assert_ne!(key(1), key(2));
        assert_ne!(key(2), key(3));
        assert_eq!(key(3), key(7));
    }

    proptest! {
        #[test]
        fn a_shape_is_the_same_from_every_side_and_for_both_colours(
            stones in prop::collection::vec((0u8..19, 0u8..19, any::<bool>()), 0..60),
            x in 0u8..19,
            y in 0u8..19,
        ) {
            let plain = board(&stones);
            let expected = keys(&Board19::of(&plain), Point::new(x, y));
            for symmetry in Symmetry::ALL {
                let turned: Vec<(u8, u8, bool)> = stones
                    .iter()
                    .map(|&(x, y, black)| {
                        let point = symmetry.point(Size::NINETEEN, Point::new(x, y));
                        (point.x, point.y, !black)
                    })
                    .collect();
                let mut turned = Board19::of(&board(&turned));
                turned.set_turn(WHITE);
                let point = symmetry.point(Size::NINETEEN, Point::new(x, y));
                // Chains without liberties are not taken over; both boards lack the same ones.
                prop_assert_eq!(&expected, &keys(&turned, point));
            }
        }
    }
}
