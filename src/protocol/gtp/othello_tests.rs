//! Whole GTP conversations about Othello.

use super::tests::{golden, talk};

#[test]
fn set_game_brings_othello_and_its_rules_for_gogui() {
    golden(
        "
        > known_command gogui-rules_game_id
        = false

        > set_game Othello
        =

        > known_command gogui-rules_game_id
        = true

        > gogui-rules_board
        =
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O . . .
        . . . O X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .

        > gogui-rules_legal_moves
        = D3 C4 F5 E6

        > gogui-rules_side_to_move
        = black

        > boardsize 10
        ? unacceptable size

        > komi 6.5
        =

        > final_score
        ? cannot score

        > set_game go
        =

        > query_boardsize
        = 19
        ",
    );
}

#[test]
fn squares_are_othellos_and_moves_are_checked() {
    golden(
        "
        > set_game Reversi
        =

        > play b f5
        =

        > play b D6
        ? illegal move

        > play w A1
        ? illegal move

        > play w pass
        ? illegal move

        > genmove w
        = D6

        > list_stones w
        = D4 D5 D6

        > undo
        =

        > undo
        =

        > undo
        ? cannot undo
        ",
    );
}

/// Black takes every disc in nine moves.
const SHORT_GAME: [&str; 9] =
    ["b F5", "w D6", "b C5", "w F4", "b E3", "w F6", "b G5", "w E6", "b E7"];

#[test]
fn a_finished_game_is_counted_and_takes_passes() {
    let play: String = SHORT_GAME.iter().map(|mv| format!("play {mv}\n")).collect();
    let said = talk(&format!(
        "set_game Othello\n{play}gogui-rules_legal_moves\nfinal_score\ngenmove w\nplay b pass\n\
         undo\nundo\nundo\ngogui-rules_side_to_move\n"
    ));
    let answers: Vec<&str> = said.split_terminator("\n\n").collect();
    assert_eq!(answers[..10], ["= "; 10], "{said}");
    assert_eq!(answers[10..], ["= ", "= B+64", "= pass", "= ", "= ", "= ", "= ", "= black"]);
}

#[test]
fn a_silent_pass_is_made_with_the_move_that_brings_it_and_not_before() {
    golden(
        "
        > set_game Othello
        =

        > gogui-play_sequence b E6 w F6 b G6 w G7 b D3 w H6 b H8 w F8
        =

        > all_legal
        = pass

        > reg_genmove w
        = C3

        > last_move
        = white F8

        > sanqi-param set Hopeless true
        =

        > genmove w
        = resign

        > last_move
        = white F8

        > sanqi-param set Hopeless false
        =

        > genmove w
        = C3

        > gogui-rules_side_to_move
        = black

        > undo
        =

        > last_move
        = white F8

        > gg-undo 8
        =

        > undo
        ? cannot undo
        ",
    );
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let path = path.to_str().unwrap();
    golden(&format!(
        "
        > set_game Othello
        =

        > loadsgf /nonexist
        ? cannot open or parse '/nonexist'

        > gogui-play_sequence b F5 w D6 b C3
        =

        > printsgf {path}
        =

        > clear_board
        =

        > loadsgf {path}
        =

        > move_history
        = black C3
        white D6
        black F5

        > loadsgf {path} 2
        =

        > list_stones w
        = D4

        > gogui-rules_side_to_move
        = white
        "
    ));
}

#[test]
fn pondering_is_silent_and_ends_for_the_next_command() {
    golden(
        "
        > set_game Othello
        =

        > sanqi-param set Ponder true
        =

        > genmove b
        = C4

        > name
        = sanqi

        > genmove w
        = C3
        ",
    );
}
