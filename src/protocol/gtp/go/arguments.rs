//! Arguments of Go commands.

use crate::game::Color;
use crate::game::go::{BLACK, Move, Point, Size, WHITE};

/// A colour as GTP spells it, in any case.
pub fn color(word: &str) -> Option<Color> {
    let is = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    if is(["b", "black"]) {
        Some(BLACK)
    } else if is(["w", "white"]) {
        Some(WHITE)
    } else {
        None
    }
}

/// A colour's name in answers.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        BLACK => "black",
        WHITE => "white",
    }
}

/// A point of the board.
pub fn point(size: Size, word: &str) -> Option<Point> {
    word.parse().ok().filter(|&point| size.contains(point))
}

/// A point of the board, or a pass.
pub fn vertex(size: Size, word: &str) -> Option<Move> {
    let mv = word.parse().ok()?;
    match mv {
        Move::Place(point) if !size.contains(point) => None,
        _ => Some(mv),
    }
}

/// Pairs of colour and vertex: `B D4 W Q16`.
pub fn moves(size: Size, words: &[&str]) -> Option<Vec<(Color, Move)>> {
    let (pairs, []) = words.as_chunks::<2>() else { return None };
    pairs.iter().map(|&[who, at]| Some((color(who)?, vertex(size, at)?))).collect()
}

/// A board size: `9`, `9 13` or `9:13`.
pub fn size(words: &[&str]) -> Option<(usize, usize)> {
    let number = |word: &str| word.parse::<usize>().ok();
    match *words {
        [both] => match both.split_once(':') {
            Some((width, height)) => Some((number(width)?, number(height)?)),
            None => number(both).map(|side| (side, side)),
        },
        [width, height, ..] => match number(height) {
            Some(height) => Some((number(width)?, height)),
            // Words after the arguments do not matter.
            None => size(&[width]),
        },
        [] => None,
    }
}

/// A list of points as GTP writes it.
pub fn list(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_square_or_not() {
        assert_eq!(size(&["9"]), Some((9, 9)));
        assert_eq!(size(&["9", "13"]), Some((9, 13)));
        assert_eq!(size(&["9:13"]), Some((9, 13)));
        assert_eq!(size(&["9", "extra"]), Some((9, 9)));
        assert_eq!(size(&[]), None);
        assert_eq!(size(&["x"]), None);
    }

    #[test]
    fn colours_have_four_names_in_any_case() {
        assert_eq!(color("B"), Some(BLACK));
        assert_eq!(color("White"), Some(WHITE));
        assert_eq!(color("x"), None);
    }

    #[test]
    fn moves_come_in_pairs() {
        let found = moves(Size::NINE, &["B", "D4", "w", "pass"]).unwrap();
        assert_eq!(found, [(BLACK, Move::Place(Point::new(3, 3))), (WHITE, Move::Pass)]);
        assert_eq!(moves(Size::NINE, &["B"]), None);
        assert_eq!(moves(Size::NINE, &["B", "T19"]), None);
    }
}
