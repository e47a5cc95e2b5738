//! The tables against plain walks over the board.

use proptest::prelude::*;

use super::*;
use crate::game::xiangqi::RED;

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
