//! What the FEN reader takes, what it refuses, and that it never breaks.

use proptest::prelude::*;

use super::{BLACK, Board, FenError, RED};
use crate::base::Random;
use crate::game::xiangqi::MoveSet;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

fn refused(fen: &str) -> String {
    Board::from_fen(fen).expect_err(fen).to_string()
}

#[test]
fn the_start_is_written_as_everybody_writes_it() {
    assert_eq!(Board::start().fen(), format!("{START} w - - 0 1"));
}

#[test]
fn every_number_of_fields_is_read() {
    let start = Board::start();
    for tail in ["", " w", " w -", " w - -", " w - - 0", " w - - 0 1", " w - - 0 1 more"] {
        assert_eq!(Board::from_fen(&format!("{START}{tail}")).unwrap(), start, "`{tail}`");
    }
}

#[test]
fn only_b_is_black() {
    for (letter, turn) in [("w", RED), ("r", RED), ("R", RED), ("?", RED), ("b", BLACK)] {
        assert_eq!(Board::from_fen(&format!("{START} {letter}")).unwrap().turn(), turn);
    }
}

#[test]
fn western_letters_and_wide_spaces_are_read() {
    let western = START.replace('n', "h").replace('b', "e").replace('N', "H").replace('B', "E");
    let board = Board::from_fen(&format!("\u{3000}{western}\u{3000}b - - 7 12\r\n")).unwrap();
    assert_eq!(board.fen(), format!("{START} b - - 7 12"));
}

#[test]
fn numbers_are_clamped_not_refused() {
    let board = Board::from_fen(&format!("{START} w - - 120 99999999999999999999")).unwrap();
    assert_eq!(board.clock(), 119);
    let board = Board::from_fen(&format!("{START} b - - -3 0")).unwrap();
    assert_eq!((board.clock(), board.ply()), (0, 1));
}

#[test]
fn errors_name_the_place() {
    assert_eq!(refused(" \t"), "expected a FEN, found no text");
    assert_eq!(refused("9/9/9 w"), "expected 10 ranks in `9/9/9`, found 3");
    assert_eq!(
        refused(&START.replace("1c5c1", "1c5c2")),
        "expected 9 points in rank 7 `1c5c2`, found 10"
    );
    assert_eq!(
        refused(&START.replace("1C5C1", "1C5Q1")),
        "expected a piece KABNRCP or a digit in rank 2, found `Q`"
    );
}

#[test]
fn impossible_boards_are_refused() {
    for (fen, error) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w", "expected exactly 1 black king, found 0"),
        ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "expected exactly 1 black king, found 2"),
        ("4k4/9/9/9/9/9/9/9/9/RRRK5 w", "expected at most 2 red rook, found 3"),
        ("4k4/9/9/9/9/9/9/9/9/6K2 w", "expected no red king on g0, it can never get there"),
        ("4k4/9/9/9/9/9/9/9/9/3KA4 w", "expected no red advisor on e0, it can never get there"),
        (
            "4k1b2/9/9/9/b8/9/9/9/9/3K5 w",
            "expected no black elephant on a5, it can never get there",
        ),
        ("4k4/9/9/9/9/9/1P7/9/9/3K5 w", "expected no red pawn on b3, it can never get there"),
        ("4k4/9/9/9/9/9/9/9/P8/3K5 w", "expected no red pawn on a1, it can never get there"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "expected the black king, not to move, to be out of check"),
        ("3k5/9/9/9/9/3R5/9/9/9/4K4 w", "expected the black king, not to move, to be out of check"),
        ("3k5/9/9/9/9/4c4/9/9/4A4/4K4 b", "expected the red king, not to move, to be out of check"),
    ] {
        assert_eq!(refused(fen), error, "{fen}");
    }
    assert!(matches!(Board::from_fen("x"), Err(FenError::Ranks { found: 1, .. })));
}

proptest! {
    #[test]
    fn boards_read_back_as_the_same(seed: u64, plies in 0..119u32) {
        let mut random = Random::seeded(seed);
        let mut board = Board::start();
        for _ in 0..plies {
            let moves = board.moves(MoveSet::All);
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        prop_assert_eq!(Board::from_fen(&board.fen()), Ok(board));
    }

    #[test]
    fn any_text_gives_a_board_or_an_error(text in any::<String>()) {
        let _ = Board::from_fen(&text);
    }

    #[test]
    fn any_near_fen_gives_a_board_or_an_error(text in "([KABNRCPkabnrcp0-9é]{0,9}/){8,10}[Kk1-9]{0,4} [wbr] - - [0-9]{0,9} [0-9]{0,9}") {
        if let Ok(board) = Board::from_fen(&text) {
            prop_assert!(board.moves(MoveSet::All).len() < 128);
        }
    }

    #[test]
    fn any_damaged_fen_gives_a_board_or_an_error(at in 0..80usize, letter: char) {
        let mut text: Vec<char> = format!("{START} w - - 0 1").chars().collect();
        if let Some(place) = text.get_mut(at) {
            *place = letter;
        }
        let _ = Board::from_fen(&text.into_iter().collect::<String>());
    }
}
