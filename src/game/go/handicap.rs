//! Handicap stones and star points.

use super::point::{Point, Size};

/// The shortest side on which handicap stones are placed.
const MIN_SIDE: u8 = 7;

/// The lines, from 0, that carry star points along one side: low, middle, high.
#[derive(Clone, Copy)]
struct Lines {
    low: u8,
    middle: Option<u8>,
    high: u8,
}

impl Lines {
    /// `None` on a side too short for handicap stones.
    fn of(side: u8) -> Option<Self> {
        if side < MIN_SIDE {
            return None;
        }
        let low = if side >= 13 { 3 } else { 2 };
        let middle = (side % 2 == 1 && side >= 9).then_some(side / 2);
        Some(Self { low, middle, high: side - 1 - low })
    }
}

/// The most stones a fixed handicap can have on this board.
pub fn max_fixed(size: Size) -> u32 {
    match (Lines::of(size.width()), Lines::of(size.height())) {
        (Some(Lines { middle: Some(_), .. }), Some(Lines { middle: Some(_), .. })) => 9,
        (Some(_), Some(_)) => 4,
        _ => 0,
    }
}

/// The points of a fixed handicap in reading order, as GNU Go lists them; `None` if the board has no
/// such handicap.
pub fn fixed(size: Size, stones: u32) -> Option<Vec<Point>> {
    if stones < 2 || stones > max_fixed(size) {
        return None;
    }
    let (columns, rows) = (Lines::of(size.width())?, Lines::of(size.height())?);
    let mut points = vec![Point::new(columns.high, rows.high), Point::new(columns.low, rows.low)];
    if stones >= 3 {
        points.push(Point::new(columns.low, rows.high));
    }
    if stones >= 4 {
        points.push(Point::new(columns.high, rows.low));
    }
    if let (Some(middle_column), Some(middle_row)) = (columns.middle, rows.middle) {
        if stones >= 6 {
            points.push(Point::new(columns.low, middle_row));
            points.push(Point::new(columns.high, middle_row));
        }
        if stones >= 8 {
            points.push(Point::new(middle_column, rows.high));
            points.push(Point::new(middle_column, rows.low));
        }
        if stones >= 5 && stones % 2 == 1 {
            points.push(Point::new(middle_column, middle_row));
        }
    }
    points.sort_by_key(|point| (std::cmp::Reverse(point.y), point.x));
    Some(points)
}

/// The star points drawn on a board of this size.
pub fn star_points(size: Size) -> Vec<Point> {
    let most = max_fixed(size);
    // On small boards only the corners and the centre are marked.
    let small = size.width() < 13 || size.height() < 13;
    fixed(size, if most == 9 && small { 5 } else { most }).unwrap_or_default()
}

/// Up to `stones` points for a free handicap: the fixed points as far as they go, then points of the
/// third and fourth lines as far as possible from the others.
pub fn free(size: Size, stones: u32) -> Vec<Point> {
    let most = (size.points() as u32).saturating_sub(1).min(stones);
    let fixed_part = most.min(max_fixed(size));
    let mut points = fixed(size, fixed_part).unwrap_or_default();
    while (points.len() as u32) < most {
        let vacant = size.all().filter(|point| !points.contains(point));
        let best = vacant.max_by_key(|&point| (worth(size, &points, point), point));
        points.extend(best);
    }
    points
}

/// How good a handicap point is beside those already chosen.
fn worth(size: Size, chosen: &[Point], point: Point) -> u32 {
    let apart = |other: &Point| {
        let (dx, dy) = (point.x.abs_diff(other.x), point.y.abs_diff(other.y));
        u32::from(dx).pow(2) + u32::from(dy).pow(2)
    };
    let distance = chosen.iter().map(apart).min().unwrap_or(1000).min(1000);
    let on_line = match size.line(point) {
        1 => 1,
        2 => 2,
        3 | 4 => 6,
        _ => 4,
    };
    distance * on_line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(points: &[Point]) -> String {
        points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
    }

    fn fixed_text(side: usize, stones: u32) -> Option<String> {
        fixed(Size::square(side).unwrap(), stones).map(|points| text(&points))
    }

    #[test]
    fn fixed_handicaps_are_those_of_gnu_go() {
        let golden = [
            (19, 2, "Q16 D4"),
            (19, 3, "D16 Q16 D4"),
            (19, 4, "D16 Q16 D4 Q4"),
            (19, 5, "D16 Q16 K10 D4 Q4"),
            (19, 6, "D16 Q16 D10 Q10 D4 Q4"),
            (19, 7, "D16 Q16 D10 K10 Q10 D4 Q4"),
            (19, 8, "D16 K16 Q16 D10 Q10 D4 K4 Q4"),
            (19, 9, "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4"),
            (13, 9, "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
            (9, 5, "C7 G7 E5 C3 G3"),
            (9, 9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
            (8, 4, "C6 F6 C3 F3"),
            (7, 4, "C5 E5 C3 E3"),
        ];
        for (side, stones, points) in golden {
            assert_eq!(fixed_text(side, stones).as_deref(), Some(points), "{side} {stones}");
        }
    }

    #[test]
    fn a_board_without_room_has_no_fixed_handicap() {
        for (side, stones) in [(6, 2), (8, 5), (7, 5), (19, 1), (19, 0), (19, 10), (14, 5)] {
            assert_eq!(fixed_text(side, stones), None, "{side} {stones}");
        }
        assert_eq!(fixed(Size::new(19, 5).unwrap(), 2), None);
        assert_eq!(fixed(Size::new(9, 13).unwrap(), 2).map(|p| text(&p)).unwrap(), "G10 C4");
    }

    proptest! {
        #[test]
        fn free_handicaps_are_distinct_points_of_the_board(w in 2usize..=25, h in 2usize..=25, n in 0u32..40) {
            let size = Size::new(w, h).unwrap();
            let points = free(size, n);
            prop_assert_eq!(points.len() as u32, n.min(size.points() as u32 - 1));
            for (i, point) in points.iter().enumerate() {
                prop_assert!(size.contains(*point));
                prop_assert!(!points[..i].contains(point));
            }
        }
    }
}
