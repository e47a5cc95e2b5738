//! Points of the board and its size. A point knows no board: `Size::contains` says whether it is on one.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

/// The longest side a board can have; GTP has no letters for more.
pub const MAX_SIDE: u8 = 25;
/// The shortest side a board can have.
pub const MIN_SIDE: u8 = 2;
/// The most points a board can have.
pub const MAX_POINTS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Column letters of GTP: `I` is left out.
const LETTERS: &[u8; MAX_SIDE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point of a board, counted from the lower left corner as GTP does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column, 0 at the left.
    pub x: u8,
    /// Row, 0 at the bottom.
    pub y: u8,
}

impl Point {
    /// The point in column `x` from the left and row `y` from the bottom.
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < MAX_SIDE && y < MAX_SIDE, "no board is so large");
        Self { x, y }
    }

    /// A number below [`MAX_POINTS`], the same on boards of every size: for tables of keys.
    pub const fn number(self) -> usize {
        self.y as usize * MAX_SIDE as usize + self.x as usize
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS[usize::from(self.x)] as char;
        f.pad(&format!("{letter}{}", self.y + 1))
    }
}

/// Text that is not a vertex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a vertex such as D4 (letters A to Z without I, rows 1 to 25), found `{0}`")]
pub struct PointError(pub String);

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let parse = || {
            let (&letter, digits) = text.as_bytes().split_first()?;
            let letter = letter.to_ascii_uppercase();
            let x = LETTERS.iter().position(|&known| known == letter)?;
            if !(1..=2).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            let row = digits.iter().fold(0, |sum, digit| sum * 10 + (digit - b'0'));
            (1..=MAX_SIDE).contains(&row).then(|| Self::new(x as u8, row - 1))
        };
        parse().ok_or_else(|| PointError(text.to_owned()))
    }
}

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board that nobody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected sides of {MIN_SIDE} to {MAX_SIDE} lines, found {width} by {height}")]
pub struct SizeError {
    /// The width asked for.
    pub width: usize,
    /// The height asked for.
    pub height: usize,
}

impl Size {
    /// The board of beginners and engine tests.
    pub const NINE: Self = Self { width: 9, height: 9 };
    /// The middle board.
    pub const THIRTEEN: Self = Self { width: 13, height: 13 };
    /// The board of the game proper.
    pub const NINETEEN: Self = Self { width: 19, height: 19 };

    /// A board of `width` columns and `height` rows.
    pub const fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        const MIN: usize = MIN_SIDE as usize;
        const MAX: usize = MAX_SIDE as usize;
        if width < MIN || width > MAX || height < MIN || height > MAX {
            return Err(SizeError { width, height });
        }
        Ok(Self { width: width as u8, height: height as u8 })
    }

    /// A board with `side` lines both ways.
    pub const fn square(side: usize) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Whether both sides are equal.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Number of points.
    pub const fn points(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `point` is on the board.
    pub const fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// The place of `point` in an array over this board, rows from the bottom.
    pub const fn index(self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }

    /// The point at place `index` of an array over this board.
    pub const fn point(self, index: usize) -> Point {
        let width = self.width as usize;
        Point::new((index % width) as u8, (index / width) as u8)
    }

    /// All points, rows from the bottom.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.points()).map(move |index| self.point(index))
    }

    /// All points as people read a diagram: rows from the top.
    pub fn reading_order(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).rev().flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }

    /// The two to four points next to `point`.
    pub fn neighbours(self, point: Point) -> ArrayVec<Point, 4> {
        let Point { x, y } = point;
        let mut found = ArrayVec::new();
        if y + 1 < self.height {
            found.push(Point::new(x, y + 1));
        }
        if x > 0 {
            found.push(Point::new(x - 1, y));
        }
        if x + 1 < self.width {
            found.push(Point::new(x + 1, y));
        }
        if y > 0 {
            found.push(Point::new(x, y - 1));
        }
        found
    }

    /// How many lines `point` is from the nearest edge, 1 on the edge itself.
    pub const fn line(self, point: Point) -> u8 {
        const fn min(a: u8, b: u8) -> u8 {
            if a < b { a } else { b }
        }
        1 + min(min(point.x, self.width - 1 - point.x), min(point.y, self.height - 1 - point.y))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn vertices_leave_out_the_letter_i() {
        assert_eq!("H8".parse(), Ok(Point::new(7, 7)));
        assert_eq!("j8".parse(), Ok(Point::new(8, 7)));
        assert_eq!("Z25".parse(), Ok(Point::new(24, 24)));
        assert_eq!(Point::new(8, 18).to_string(), "J19");
    }

    #[test]
    fn what_is_no_vertex_is_refused() {
        for text in ["", "I5", "A", "A0", "A26", "5", "AA", "A+5", "D4 ", "Ä4", "A256", "pass"] {
            assert_eq!(text.parse::<Point>(), Err(PointError(text.to_owned())));
        }
    }

    #[test]
    fn every_point_is_read_back_as_it_is_written() {
        for number in 0..MAX_POINTS {
            let point = Point::new((number % 25) as u8, (number / 25) as u8);
            assert_eq!(point.number(), number);
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
        }
    }

    #[test]
    fn sizes_from_2_to_25_exist() {
        assert!(Size::new(1, 9).is_err() && Size::new(9, 26).is_err());
        let size = Size::new(2, 25).unwrap();
        assert_eq!((size.points(), size.to_string().as_str()), (50, "2x25"));
    }

    #[test]
    fn lines_are_counted_from_the_edge() {
        let lines: Vec<u8> = (0..9).map(|x| Size::NINE.line(Point::new(x, 4))).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 4, 3, 2, 1]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC*") {
            let _ = text.parse::<Point>();
        }

        #[test]
        fn neighbours_are_one_step_away_and_mutual(w in 2usize..=25, h in 2usize..=25, i in 0usize..625) {
            let size = Size::new(w, h).unwrap();
            let point = size.point(i % size.points());
            prop_assert_eq!(size.index(point), i % size.points());
            for near in size.neighbours(point) {
                prop_assert!(size.contains(near));
                prop_assert_eq!(near.x.abs_diff(point.x) + near.y.abs_diff(point.y), 1);
                prop_assert!(size.neighbours(near).contains(&point));
            }
        }
    }
}
