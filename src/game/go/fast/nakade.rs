//! Nakade: small eye spaces that a stone at the vital point keeps from becoming two eyes.

use arrayvec::ArrayVec;

use super::board::{FastBoard, Vertex};
use crate::game::Color;

/// No eye space of more points is killed by a single stone inside.
const LARGEST: usize = 6;

/// The points of a small eye space, or the stones that will leave one when they are taken.
type Space = ArrayVec<Vertex, LARGEST>;

/// What a single stone inside decides about an eye space with this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One eye, whatever is played.
    OneEye,
    /// Whoever plays here first decides between one eye and two.
    Vital(Vertex),
    /// Two eyes can be made in more than one way.
    TwoEyes,
}

impl<const CELLS: usize> FastBoard<CELLS> {
    /// The vital point of a small eye space that has `vertex` in it and is enclosed by one side.
    pub fn vital_point(&self, vertex: Vertex) -> Option<(Vertex, Color)> {
        let (space, owner) = self.eye_space(vertex)?;
        // The space is all that is vacant around its points.
        match shape(space.iter().map(|&at| (self.code(at).vacant() as u8, at))) {
            Shape::Vital(vital) => Some((vital, owner)),
            Shape::OneEye | Shape::TwoEyes => None,
        }
    }

    /// Whether a stone of `color` at the vacant `vertex` belongs to a chain whose capture would leave
    /// the enemy with one eye, not two: then the sacrifice is no waste.
    pub fn is_killing_sacrifice(&self, vertex: Vertex, color: Color) -> bool {
        let mut chain = Space::new();
        chain.push(vertex);
        for head in self.chains_near(vertex, color) {
            for stone in self.chain_stones(head) {
                if chain.try_push(stone).is_err() {
                    return false;
                }
            }
        }
        let inside = |at| Self::adjacent(at).iter().filter(|near| chain.contains(near)).count();
        shape(chain.iter().map(|&at| (inside(at) as u8, at))) != Shape::TwoEyes
    }

    /// Whether a stone of `color` at the vacant `vertex` leaves its chain nothing but an eye of its own. In a
    /// seki of one eye against one that is no sacrifice: the whole group is given away.
    pub fn leaves_only_an_eye(&self, vertex: Vertex, color: Color) -> bool {
        let encloses = |near: Vertex| {
            near == vertex || self.stone(near) == Some(color) || !self.is_on_board(near)
        };
        match self.liberties_after::<2>(vertex, color).as_slice() {
            [liberty] => Self::adjacent(*liberty).into_iter().all(encloses),
            _ => false,
        }
    }

    /// Whether `vertex` is no part of the rim.
    fn is_on_board(&self, vertex: Vertex) -> bool {
        self.is_vacant(vertex) || self.stone(vertex).is_some()
    }

    /// The vacant points connected with `vertex`, if they are few and one side's stones enclose them.
    fn eye_space(&self, vertex: Vertex) -> Option<(Space, Color)> {
        let mut space = Space::new();
        space.push(vertex);
        let mut walls = [false; 2];
        let mut next = 0;
        while let Some(&at) = space.get(next) {
            next += 1;
            let code = self.code(at);
            walls[0] |= code.has(Color::First);
            walls[1] |= code.has(Color::Second);
            if walls == [true; 2] || code.connected() as usize >= LARGEST {
                return None;
            }
            for near in Self::adjacent(at) {
                if self.is_vacant(near) && !space.contains(&near) {
                    space.try_push(near).ok()?;
                }
            }
        }
        match walls {
            [true, false] => Some((space, Color::First)),
            [false, true] => Some((space, Color::Second)),
            _ => None,
        }
    }
}

/// The shape of points, each with the number of its neighbours among them: that tells shapes apart.
fn shape(points: impl Iterator<Item = (u8, Vertex)>) -> Shape {
    let mut degrees = ArrayVec::<u8, LARGEST>::new();
    let mut most = (0, Vertex::PASS);
    for point in points {
        degrees.push(point.0);
        most = most.max(point);
    }
    degrees.sort_unstable();
    match degrees.as_slice() {
        // A point, a pair, a square.
        [_] | [_, _] | [2, 2, 2, 2] => Shape::OneEye,
        // Three in a row or bent; pyramid; bulky and crossed five; flower six.
        [_, _, _] | [1, 1, 1, 3] | [1, 2, 2, 2, 3] | [1, 1, 1, 1, 4] | [1, 1, 2, 2, 2, 4] => {
            Shape::Vital(most.1)
        }
        _ => Shape::TwoEyes,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Board9;
    use super::*;
    use crate::game::go::{BLACK, Board, WHITE};

    fn board(diagram: &str) -> Board9 {
        Board9::of(&diagram.parse::<Board>().unwrap())
    }

    fn at(text: &str) -> Vertex {
        Board9::vertex(text.parse().unwrap())
    }

    fn vital(diagram: &str, vertex: &str) -> Option<String> {
        let (vital, _) = board(diagram).vital_point(at(vertex))?;
        Some(Board9::point(vital).to_string())
    }

    #[test]
    fn dead_shapes_have_a_vital_point() {
        let three = "O O O O O
                     O . . . O
                     O O O O O";
        let bent = "O O O O
                    O . . O
                    O . O O
                    O O O O";
        let pyramid = "O O O O O
                       O . . . O
                       O O . O O
                       O O O O O";
        let bulky = "O O O O O
                     O . . . O
                     O . . O O
                     O O O O O";
        let cross = "O O O O O
                     O O . O O
                     O . . . O
                     O O . O O
                     O O O O O";
        let flower = "O O O O O
                      O O . . O
                      O . . . O
                      O O . O O
                      O O O O O";
        for (space, vertex, expected) in [
            (three, "B2", "C2"),
            (bent, "B2", "B3"),
            (pyramid, "D3", "C3"),
            (bulky, "D3", "C3"),
            (cross, "C2", "C3"),
            (flower, "D3", "C3"),
        ] {
            assert_eq!(vital(space, vertex).as_deref(), Some(expected), "{space}");
        }
    }

    #[test]
    fn living_and_dead_spaces_have_none() {
        let four = "O O O O O O
                    O . . . . O
                    O O O O O O";
        let square = "O O O O
                      O . . O
                      O . . O
                      O O O O";
        let seven = "O O O O O O O O O
                     O . . . . . . . O
                     O O O O O O O O O";
        let shared = "O O X X X
                      O . . . X
                      O O X X X";
        for (space, vertex) in [(four, "B2"), (square, "B2"), (seven, "E2"), (shared, "C2")] {
            assert_eq!(vital(space, vertex), None, "{space}");
        }
    }

    #[test]
    fn the_owner_of_the_space_is_told() {
        let board = board(
            ". . . O
             O O O O
             X X . .",
        );
        assert_eq!(board.vital_point(at("B3")), Some((at("B3"), WHITE)));
    }

    #[test]
    fn stones_that_leave_one_eye_may_be_sacrificed() {
        let board = board(
            "O O O O O O O
             O . X X . X O
             O O . O O O O
             O O O O O O O",
        );
        // B3 makes three in a row, C2 a bent three; E3 a row of four, which lives.
        assert!(board.is_killing_sacrifice(at("B3"), BLACK));
        assert!(board.is_killing_sacrifice(at("C2"), BLACK));
        assert!(!board.is_killing_sacrifice(at("E3"), BLACK));
        assert!(!board.leaves_only_an_eye(at("B3"), BLACK));
    }

    #[test]
    fn the_last_shared_liberty_of_a_seki_costs_the_own_eye() {
        let board = board(
            ". X . O .
             X X X O O
             O O O X X
             . . O X .",
        );
        for color in [BLACK, WHITE] {
            assert!(board.leaves_only_an_eye(at("C4"), color));
        }
    }
}
