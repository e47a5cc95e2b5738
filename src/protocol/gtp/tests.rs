//! Whole GTP conversations about Go.

use crossbeam::channel::Sender;

use super::*;
use crate::game::go::Board;
use crate::game::othello;
use crate::protocol::testing::{self, Toy, ToyConfig};
use crate::session::Message;

pub(super) fn open(inbox: Sender<Message<EngineNews>>) -> Gtp {
    let posts = inbox.clone();
    let open_table = move |game: GtpGame| -> Box<dyn Table> {
        let config = ToyConfig::default();
        match game {
            GtpGame::Go => {
                Box::new(GoTable::<Toy<Board>>::new(config, testing::post(posts.clone())))
            }
            GtpGame::Othello => Box::new(OthelloTable::<Toy<othello::Board>>::new(
                config,
                testing::post(posts.clone()),
            )),
        }
    };
    Gtp::new(GtpGame::Go, Box::new(open_table), Preferences::default(), inbox)
}

pub(super) fn talk(text: &str) -> String {
    testing::talk(open, text)
}

/// Lines `> command` and the exact answers below them.
pub(super) fn golden(transcript: &str) {
    let (mut asked, mut expected) = (String::new(), String::new());
    for line in transcript.trim().lines().map(str::trim) {
        match line.strip_prefix('>') {
            Some(command) => asked += &format!("{}\n", command.trim_start()),
            None => expected += &format!("{line}\n"),
        }
    }
    let said: String = talk(&asked).lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(said.trim(), expected.trim(), "to:\n{asked}");
}

#[test]
fn corner_cases_of_the_line_layer_are_answered_as_gnu_go_does() {
    golden(
        "
        > 7 foo
        ?7 unknown command

        > 8   protocol_version # c
        =8 2

        > 12
        > 5name
        =5 sanqi

        > -3 name
        = sanqi

        > 99999999999 name
        =2147483647 sanqi
        ",
    );
}

#[test]
fn errors_have_the_words_of_gnu_go() {
    golden(
        "
        > play b I5
        ? invalid color or coordinate

        > play x D4
        ? invalid color or coordinate

        > play b D4
        =

        > play w D4
        ? illegal move

        > undo
        =

        > undo
        ? cannot undo

        > komi
        ? komi not a float

        > boardsize 30
        ? unacceptable size

        > fixed_handicap 10
        ? invalid handicap

        > play b D4
        =

        > fixed_handicap 2
        ? board not empty

        > final_status_list foo
        ? invalid status

        > play b resign
        ? invalid color or coordinate

        > genmove
        ? invalid color

        > komi 7.5 extra
        =
        ",
    );
}

#[test]
fn handicap_points_are_in_gnu_gos_order() {
    golden(
        "
        > fixed_handicap 2
        = Q16 D4

        > clear_board
        =

        > fixed_handicap 9
        = D16 K16 Q16 D10 K10 Q10 D4 K4 Q4

        > clear_board
        =

        > set_free_handicap D4 D4
        ? bad vertex list

        > set_free_handicap D4 pass
        ? bad vertex list

        > set_free_handicap D4 Q16 K10
        =

        > genmove w
        = A1

        > undo
        =

        > undo
        ? cannot undo
        ",
    );
}

#[test]
fn clearing_the_board_keeps_komi_rules_and_clock() {
    golden(
        "
        > komi -3.5
        =

        > kata-set-rules japanese
        =

        > clear_board
        =

        > get_komi
        = -3.5

        > kata-get-rules
        = {\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"suicide\":false,\"tax\":\"SEKI\",\"whiteHandicapBonus\":\"0\"}
        ",
    );
}

#[test]
fn the_same_colour_may_play_twice_and_genmove_any_colour() {
    golden(
        "
        > boardsize 9
        =

        > play b C3
        =

        > play b D3
        =

        > genmove b
        = A1

        > last_move
        = black A1

        > move_history
        = black A1
        black D3
        black C3
        ",
    );
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    golden(
        "
        > boardsize 9
        =

        > gogui-play_sequence B C3 W D4 B C3
        ? illegal move `C3`

        > list_stones b
        =

        > gogui-play_sequence B C3 W D4
        =

        > list_stones w
        = D4
        ",
    );
}

#[test]
fn chains_and_captures_are_told() {
    golden(
        "
        > boardsize 5
        =

        > gogui-play_sequence W A1 B A2 B B1
        =

        > captures b
        = 1

        > color A1
        = empty

        > countlib A2
        = 3

        > findlib B1
        = B2 A1 C1

        > is_legal w A1
        = 0

        > countlib A1
        ? vertex must not be empty
        ",
    );
}

#[test]
fn dead_stones_are_taken_off_alike_by_score_and_status() {
    // Black owns the whole board but for one hopeless stone.
    golden(
        "
        > boardsize 5
        =

        > komi 0.5
        =

        > gogui-play_sequence W C1 B B1 B B2 B B3 B B4 B D1 B D2 B D3 B D4 B C5
        =

        > final_score
        = B+24.5

        > final_status_list dead
        = C1

        > final_status_list seki
        =

        > final_status C1
        = dead

        > gogui-play_sequence W pass B pass
        =

        > final_score
        = B+24.5

        > kata-set-rules tromp-taylor
        =

        > final_status_list dead
        =

        > final_score
        = B+19.5
        ",
    );
}

#[test]
fn settings_are_read_and_changed() {
    golden(
        "
        > sanqi-param get Threads
        = 1

        > sanqi-param set Threads 0
        ? `Threads` takes a whole number from 1 to 256, not `0`

        > sanqi-param threads 2
        =

        > kata-get-param numSearchThreads
        = 2

        > lz-setoption name Visits value 100
        =

        > sanqi-param get MoveNodes
        = 100

        > sanqi-param get Sauce
        ? no setting is called `Sauce`

        > sanqi-param set BookFile a b.dat
        =

        > sanqi-param BookFile
        = a b.dat
        ",
    );
}

#[test]
fn a_komi_of_minus_nothing_is_nothing() {
    golden(
        "
        > komi -0
        =

        > get_komi
        = 0
        ",
    );
}

#[test]
fn leela_zeros_names_of_settings_are_understood() {
    let said = talk("lz-setoption name Resign Percentage value 5\nlz-setoption\n");
    let unknown = "? no setting is called `Resign`";
    // The player of these tests has no such setting; the name is known all the same.
    assert!(said.starts_with(unknown), "{said}");
    for name in ["Visits", "Playouts", "Maximum Memory Use (MiB)", "Lagbuffer", "Pondering"] {
        assert!(said.contains(&format!("option name {name} type ")), "{name} in {said}");
    }
}

#[test]
fn every_listed_command_is_known_and_none_is_listed_twice() {
    let said = talk("list_commands\n");
    let names: Vec<&str> = said.trim().trim_start_matches("= ").lines().collect();
    assert!(names.len() > 80, "{} commands", names.len());
    let asked: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    assert_eq!(talk(&asked), "= true\n\n".repeat(names.len()));
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len());
    // Sabaki would take them for analysis in a dialect of its own.
    for absent in ["analyze", "genmove_analyze", "gogui-rules_game_id"] {
        assert!(!names.contains(&absent), "{absent}");
    }
}

#[test]
fn ten_thousand_commands_in_one_burst_are_answered_in_order() {
    let mut asked = String::from("boardsize 9\n");
    for number in 0..5000 {
        asked += &format!("{number} play b E5\n{number} undo\n");
    }
    let said = talk(&asked);
    let expected: String = (0..5000).map(|n| format!("={n} \n\n={n} \n\n")).collect();
    assert_eq!(said, format!("= \n\n{expected}"));
}

#[test]
fn a_score_is_counted_anew_when_the_stones_are_the_same_but_not_the_prisoners() {
    let said = talk(
        "boardsize 5\nkomi 0\nkata-set-rules japanese\n\
         set_position b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 w d5\n\
         play b pass\nplay w e4\nfinal_score\ngg-undo 2\nplay b e5\nplay w e4\nfinal_score\n",
    );
    let scores: Vec<&str> = said.lines().filter(|line| line.starts_with("= B+")).collect();
    assert_eq!(scores, ["= B+6.0", "= B+5.0"], "White took a prisoner: {said}");
}

#[test]
fn a_record_has_the_result_that_final_score_told() {
    let said = talk(
        "boardsize 5\nkata-set-rules japanese\nplay b C3\nplay w pass\nplay b pass\nprintsgf\n\
         final_score\nprintsgf\n",
    );
    let results: Vec<bool> = said
        .lines()
        .filter(|line| line.contains("SZ[5]"))
        .map(|line| line.contains("RE[B+"))
        .collect();
    assert_eq!(results, [false, true], "{said}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let path = path.to_str().unwrap();
    golden(&format!(
        "
        > loadsgf /nonexist
        ? cannot open or parse '/nonexist'

        > boardsize 9
        =

        > komi 5.5
        =

        > gogui-play_sequence B C3 W D4 B E5
        =

        > printsgf {path}
        =

        > boardsize 19
        =

        > komi 0
        =

        > loadsgf {path}
        =

        > query_boardsize
        = 9

        > get_komi
        = 5.5

        > list_stones b
        = C3 E5

        > loadsgf {path} 2
        =

        > move_history
        = black C3
        "
    ));
    std::fs::write(path, "(;SZ[9];B[cc];W[gg];B[ee];W[]AE[cc][ee])").unwrap();
    let said = talk(&format!("loadsgf {path} 3\nmove_history\n"));
    assert_eq!(said, "= \n\n= white G3\nblack C7\n\n", "dead stones are taken off at the end only");
    let said = talk("boardsize 9\nplay b C3\nprintsgf\n");
    assert!(said.contains("= (;") && said.contains(";B[cg])"), "{said}");
}

#[test]
fn a_very_long_line_is_one_command() {
    let moves = "B A1 ".repeat(200_000);
    let said = talk(&format!("gogui-play_sequence {moves}\nname\n"));
    assert_eq!(said, "? illegal move `A1`\n\n= sanqi\n\n");
}

#[test]
fn an_unknown_game_is_refused() {
    golden(
        "
        > set_game Chess
        ? unsupported game

        > list_games
        = Go
        Othello
        ",
    );
}

proptest::proptest! {
    #[test]
    fn any_text_is_answered_in_gtps_form(lines in proptest::collection::vec(
        proptest::prop_oneof![
            "\\PC{0,30}",
            "(play|undo|komi|boardsize|time_left|kata-set-rule|gogui-setup|set_position|sanqi-param|\
              lz-analyze|kata-analyze|is_legal|findlib|kgs-time_settings|gg-undo|fixed_handicap) \
              [a-z0-9. -]{0,12}",
        ], 1..12))
    {
        let said = talk(&lines.join("\n"));
        for answer in said.split_terminator("\n\n") {
            proptest::prop_assert!(answer.starts_with(['=', '?']), "{answer:?} in {said:?}");
        }
    }
}
