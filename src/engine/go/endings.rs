//! Finished corners with known fates, asked of the judge that counts games.

use super::judge::{Status, judge_in_full};
use crate::game::Game;
use crate::game::go::{BLACK, Board, Point, Rules, Size, WHITE};

/// What it is about, the dead stones, the board. Black's walls live.
type Case = (&'static str, &'static str, &'static str);

fn check(cases: &[Case]) {
    let mut faults = Vec::new();
    for &(why, dead, diagram) in cases {
        let board: Board = diagram.parse().unwrap();
        let judgement = judge_in_full(&Game::new(board, Rules::CHINESE));
        let mut found: Vec<String> =
            judgement.stones(Status::Dead).iter().map(Point::to_string).collect();
        found.sort();
        if found.join(" ") != dead {
            faults.push(format!("{why}: dead are {found:?}, not {dead}\n{diagram}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn groups_without_two_eyes_are_dead() {
    check(&[
        (
            "one point",
            "A2 B2 B3",
            ". O X . X
             O O X X X
             X X X . X",
        ),
        (
            "two points",
            "A2 B2 C2 C3",
            ". . O X . X
             O O O X X X
             X X X X . X",
        ),
        (
            "a real eye and a false one",
            "A3 B3 B4 C3 D4",
            ". O . O X . X
             O O O X X X X
             X X X X X . X
             X X X X . X .",
        ),
        (
            "a square",
            "A2 B2 C2 C3 C4",
            ". . O X . X
             . . O X X X
             O O O X . X
             X X X X X X",
        ),
        (
            "three in a row, the middle taken",
            "A2 B2 C2 D2 D3",
            ". X . O X . X
             O O O O X X X
             X X X X X . X",
        ),
        (
            "a pyramid, its vital point taken",
            "A2 A3 B2 C2 C3 D3 D4",
            ". X . O X . X
             O . O O X X X
             O O O X X . X
             X X X X X X X",
        ),
        (
            "a bulky five, its vital point taken",
            "A2 B2 B3 C3 C4 C5",
            ". . O X . X
             X . O X X X
             . O O X . X
             O O X X X X
             X X X . X .",
        ),
        (
            "a flower six, its vital point taken",
            "A2 A3 A5 B2 C2 C3 D3 D4 D5",
            "O . . O X . X
             . X . O X X X
             O . O O X . X
             O O O X X X X
             X X X X . X .",
        ),
        (
            "stones that a snapback catches",
            "B1 B2 C2 D2",
            ". . . . . .
             X X X X X .
             X O O O X .
             X O X . X .",
        ),
    ]);
}

#[test]
fn groups_with_two_eyes_live_and_their_prisoners_do_not() {
    check(&[
        (
            "two eyes",
            "",
            ". O . O X . X
             O O O O X X X
             X X X X X . X",
        ),
        (
            "four in a row",
            "",
            ". . . . O X . X
             O O O O O X X X
             X X X X X X . X",
        ),
        (
            "a stone in the larger of two eyes",
            "B4",
            ". X . O . O X
             O O O O O O X
             X X X X X X X
             . X . X . X .",
        ),
        (
            "two stones in a wide eye space",
            "B5 C5",
            ". X X . O . O X
             O . . O O O O X
             O O O O X X X X
             X X X X X . X .
             . X . X X X X X",
        ),
        (
            "a stone within each side's land",
            "B3 F3",
            "X . X X O O .
             . X . X O . O
             X O . X O X .
             . X X X O O O
             X . X X O . O",
        ),
        (
            "two living groups that touch",
            "",
            ". X . X O . O .
             X X X X O O O O",
        ),
    ]);
}

#[test]
fn stones_in_seki_are_not_dead() {
    let shared = ". X . O .
                  X X . O O
                  X X . O O";
    let no_eyes = ". X X X X . O
                   O O O O O O O
                   X X X X X X X
                   . X . X . X .";
    check(&[("one eye each", "", shared), ("no eyes", "", no_eyes)]);
    let judgement = judge_in_full(&Game::new(no_eyes.parse().unwrap(), Rules::JAPANESE));
    assert_eq!(judgement.stones(Status::Seki).len(), 4 + 8, "{judgement:?}");
}

#[test]
fn a_seki_is_one_on_a_large_board_too() {
    // Rows 19 and 18: eight black stones and four white ones share F19; all else lives beyond doubt.
    let small = ". O O O O . X O .
                 X X X X X X X O .
                 O O O O O O O O .
                 . O . . . . . . .";
    let in_seki = |lines: usize| {
        let mut board = Board::new(Size::square(lines).unwrap());
        for (y, line) in (0..lines).rev().zip(small.lines()) {
            for (x, cell) in line.split_whitespace().enumerate() {
                let stone = [("X", BLACK), ("O", WHITE)].iter().find(|(sign, _)| *sign == cell);
                board.set(Point::new(x as u8, y as u8), stone.map(|(_, color)| *color));
            }
        }
        judge_in_full(&Game::new(board, Rules::JAPANESE)).stones(Status::Seki).len()
    };
    assert_eq!(in_seki(13), 12);
    assert_eq!(in_seki(19), 12);
}
