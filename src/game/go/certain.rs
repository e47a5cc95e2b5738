//! Points that count for one side whatever happens: what small boards are proved with.

use super::benson;
use super::board::Board;
use super::point::Point;
use crate::game::Color;

/// How many points `color` has for certain at the end, when every stone left on the board counts.
///
/// Pass-alive stones stay. A region around which they stand counts if each of its points touches one
/// of them: no enemy chain in it can ever have an eye, and each stone the owner adds while taking
/// them off is one of the living, so he is done before the board can repeat.
pub fn held(board: &Board, color: Color) -> usize {
    let safe = benson::pass_alive(board, color);
    let size = board.size();
    let is_own = |at: Point| board.stone(at) == Some(color);
    let lives = |at: Point| is_own(at) && safe.owns(size, at);
    let touches = |at: Point| size.neighbours(at).iter().any(|&near| lives(near));
    let counts = |at: Point| {
        lives(at)
            || (safe.owns(size, at)
                && board.region(at, |near| !is_own(near)).points.iter().all(|&near| touches(near)))
    };
    size.all().filter(|&at| counts(at)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};

    fn counts(diagram: &str) -> [usize; 2] {
        let board: Board = diagram.parse().unwrap();
        [BLACK, WHITE].map(|color| held(&board, color))
    }

    #[test]
    fn two_eyes_hold_their_stones_and_themselves() {
        assert_eq!(counts(". X .\n X X X\n . . ."), [9, 0]);
        // The right has points that no black stone touches.
        assert_eq!(counts(". X . O\n X X X O\n . . . O"), [5, 0]);
    }

    #[test]
    fn one_eye_holds_nothing() {
        assert_eq!(counts(". X O .\n X X O .\n O O O ."), [0, 0]);
    }

    #[test]
    fn enemy_stones_that_touch_the_wall_on_every_side_are_lost() {
        assert_eq!(counts(". X O .\n X X X X\n . X X X"), [12, 0]);
    }

    #[test]
    fn a_field_with_room_for_an_eye_is_not_counted() {
        let open = ". X . X . . .
                    X X X X . . .
                    . . . . . . .
                    . . . . . . .";
        assert_eq!(counts(open)[0], 8);
    }
}
