//! GTP conversations in which an engine thinks: moves, analysis, interruptions.

use super::tests::{golden, open, talk};
use super::*;
use crate::protocol::testing;
use crate::session::Message;

#[test]
fn an_analysis_ends_on_any_line_also_a_blank_one() {
    for line in ["", "name", "lz-analyze 10"] {
        let said =
            testing::talk_slowly(open, &[(0, "boardsize 9"), (0, "3 lz-analyze b 1"), (60, line)]);
        let stream = said.strip_prefix("= \n\n=3\n").unwrap_or_else(|| panic!("{said}"));
        let (info, rest) = stream.split_once("\n\n").unwrap();
        assert!(info.starts_with("info move A1 visits 10 winrate "), "{info}");
        assert!(info.lines().all(|line| line.starts_with("info ")), "{info}");
        assert_eq!(rest.is_empty(), line.is_empty(), "{rest}");
    }
}

#[test]
fn an_analysis_in_a_script_still_prints_a_line() {
    let said = talk("boardsize 9\nkata-analyze b 10\nname\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[2], "=");
    assert!(lines[3].starts_with("info move A1 visits 10 utility "), "{said}");
    assert_eq!(lines[4..], ["", "= sanqi", "", "= ", ""]);
}

#[test]
fn a_genmove_with_analysis_ends_with_the_move_it_plays() {
    let said = talk("boardsize 9\n4 lz-genmove_analyze b 10\nlist_stones b\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[2], "=4");
    assert!(lines[3].starts_with("info move A1 "));
    assert_eq!(lines[4..], ["play A1", "", "= A1", ""]);
}

#[test]
fn cgos_gets_json_and_a_move() {
    let said = talk("boardsize 9\ncgos-genmove_analyze b\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[2], "=");
    assert!(lines[3].starts_with('{') && lines[3].ends_with('}'), "{said}");
    assert_eq!(lines[4..], ["play A1", ""]);
}

#[test]
fn a_move_can_be_asked_for_among_vertices() {
    golden(
        "
        > boardsize 9
        =

        > restricted_genmove w C3 D4
        = C3

        > list_stones w
        =

        > restricted_genmove w
        ? invalid vertex

        > restricted_genmove w Z99
        ? invalid vertex

        > restricted_genmove green C3
        ? invalid color
        ",
    );
}

#[test]
fn resigning_is_an_answer_and_no_move() {
    golden(
        "
        > sanqi-param set Hopeless true
        =

        > genmove b
        = resign

        > undo
        ? cannot undo
        ",
    );
}

#[test]
fn a_broken_search_is_an_error_and_the_game_goes_on() {
    golden(
        "
        > boardsize 9
        =

        > play b E5
        =

        > sanqi-param set Broken true
        =

        > 9 genmove w
        ?9 the engine broke down: this engine is broken

        > sanqi-param set Broken false
        =

        > genmove w
        = A1

        > list_stones b
        = E5
        ",
    );
}

#[test]
fn a_cancellable_search_is_cancelled_by_a_line() {
    let slow = (0, "sanqi-param set Slow 5000");
    let lines = [(0, "boardsize 9"), slow, (0, "kata-search_cancellable b"), (30, "captures b")];
    assert_eq!(testing::talk_slowly(open, &lines), "= \n\n= \n\n= cancelled\n\n= 0\n\n");
}

#[test]
fn a_genmove_ends_early_for_an_interrupt_only() {
    let ask = |line: &str| {
        let (sender, inbox) = crossbeam::channel::unbounded();
        let (mut gtp, mut out) = (open(sender), Out::default());
        gtp.line(&Line::now("sanqi-param set Slow 300"), &mut out);
        gtp.line(&Line::now("genmove b"), &mut out);
        let begin = Instant::now();
        gtp.interject(&Line::now(line), &mut out);
        while gtp.is_busy() {
            let Ok(Message::News(news)) = inbox.recv() else { panic!("no answer") };
            gtp.news(news, &mut out);
        }
        assert!(out.take().ends_with("= A1\n\n"));
        begin.elapsed().as_millis()
    };
    assert!(ask("# interrupt") < 200);
    assert!(ask("name") >= 280);
}

#[test]
fn pondering_is_silent_and_ends_for_the_next_command() {
    golden(
        "
        > boardsize 9
        =

        > sanqi-param set Ponder true
        =

        > genmove b
        = A1

        > name
        = sanqi

        > play w C3
        =

        > genmove b
        = A2

        > quit
        =
        ",
    );
}

#[test]
fn an_evaluation_has_katagos_lines_from_whites_view() {
    let said = talk("boardsize 3\nplay w B2\nsanqi-param set Owned 50\nkata-raw-nn 0\n");
    let lines: Vec<&str> = said.lines().skip(6).collect();
    assert_eq!(lines[..2], ["= ", "symmetry 0"], "{said}");
    let value = |name: &str| -> f32 {
        let line = lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}: {said}")).parse().unwrap()
    };
    assert!((value("whiteWin") + value("whiteLoss") - 1.0).abs() < 1e-5);
    let after = |name: &str| lines.iter().position(|line| *line == name).unwrap() + 1;
    let policy: Vec<_> = lines[after("policy")..][..3].iter().map(|l| l.split(' ')).collect();
    // White's stone in the middle leaves no move there.
    let numbers: Vec<_> = policy.into_iter().flatten().map(|word| word != "NAN").collect();
    assert_eq!(numbers, [true, true, true, true, false, true, true, true, true], "{said}");
    // Black to move owns half of everything, so White the other way.
    assert_eq!(lines[after("whiteOwnership")..][..3], ["-0.5000000 -0.5000000 -0.5000000"; 3]);
}

#[test]
fn a_benchmark_tells_playouts_and_speed() {
    let said = talk("kata-benchmark 10\nkata-benchmark 0\nlz-memory_report\n");
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[0].starts_with("= 10 playouts in "), "{said}");
    assert_eq!(answers[1], "? expected a number of playouts");
    assert!(answers[2].starts_with("= Estimated total memory consumption: 64 MiB."), "{said}");
}

#[test]
fn influence_is_drawn_as_gnu_go_does() {
    golden(
        "
        > boardsize 3
        =

        > gogui-setup B A2 B B2 B C2
        =

        > initial_influence white influence_regions
        =
        -3 -3 -3
        -4 -4 -4
        -3 -3 -3

        > initial_influence white sauce
        ? unknown influence data

        > initial_influence mauve white_influence
        ? invalid color
        ",
    );
}

#[test]
fn groups_are_shown_with_what_becomes_of_them() {
    golden(
        "
        > boardsize 3
        =

        > sanqi-groups
        = TEXT 0 groups: 0 alive, 0 in seki, 0 dead

        > gogui-setup B A2 B B2 B C2 W A1
        =

        > sanqi-groups
        = COLOR #60b060 A2 B2 C2
        COLOR #d05050 A1
        LABEL A1 1 A2 2 B2 2 C2 2
        TEXT 2 groups: 1 alive, 0 in seki, 1 dead

        > final_status_list dead
        = A1

        > kata-set-rules tromp-taylor
        =

        > sanqi-groups
        = COLOR #60b060 A1 A2 B2 C2
        LABEL A1 1 A2 2 B2 2 C2 2
        TEXT 2 groups: 2 alive, 0 in seki, 0 dead
        ",
    );
}
