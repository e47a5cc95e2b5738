//! Ten rules that break real clients if ignored, one test each.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam::channel::unbounded;

use super::testing::{self, talk_slowly};
use super::{Opening, Speaker};
use crate::session::{Input, Line, Message, Out, Session, Source};

/// A speaker whose engines think little.
fn opening() -> Opening {
    let set = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    Opening { settings: vec![set("MoveTime", "0.2"), set("Hash", "16")], ..Opening::default() }
}

fn speaker(inbox: crossbeam::channel::Sender<Message<super::EngineNews>>) -> Speaker {
    Speaker::new(opening(), inbox, &mut Out::default())
}

fn talk(text: &str) -> String {
    testing::talk(speaker, text)
}

#[test]
fn rule_1_nothing_is_written_before_the_first_command() {
    assert_eq!(talk(""), "");
    assert_eq!(talk("\n\r\n# a comment\n"), "");
}

#[test]
fn rule_2_a_blank_follows_the_sign_even_without_text() {
    assert_eq!(talk("clear_board\n3 clear_board\n"), "= \n\n=3 \n\n");
    assert!(talk("showboard\n").starts_with("= \n   A B"));
}

#[test]
fn rule_3_the_id_is_glued_to_the_sign() {
    assert_eq!(talk("12 name\n13 foo\n"), "=12 sanqi\n\n?13 unknown command\n\n");
}

#[test]
fn rule_4_no_answer_has_an_empty_line_inside() {
    let commands = [
        "list_commands",
        "showboard",
        "sanqi-param",
        "sanqi-param list",
        "printsgf",
        "gogui-analyze_commands",
        "gomill-describe_engine",
        "kata-get-rules",
        "move_history",
        "final_status_list alive",
        "lz-setoption",
        "sanqi-ownership",
        "all_legal b",
    ];
    let said = talk(&format!("boardsize 9\n{}\n", commands.join("\n")));
    let answers: Vec<&str> = said.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), commands.len() + 1, "{said}");
    assert!(answers.iter().all(|answer| answer.starts_with("= ")), "{said}");
}

/// Remembers what was written before each flush.
#[derive(Clone, Default)]
struct Flushes(Arc<Mutex<(Vec<u8>, Vec<String>)>>);

impl Write for Flushes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut inside = self.0.lock().unwrap();
        let text = String::from_utf8(std::mem::take(&mut inside.0)).unwrap();
        inside.1.push(text);
        Ok(())
    }
}

#[test]
fn rule_5_every_answer_is_flushed() {
    let (sender, inbox) = unbounded();
    let speaker = speaker(sender.clone());
    for text in ["name", "version", "protocol_version"] {
        sender.send(Message::Input(Input::Line(Line::now(text)))).unwrap();
    }
    sender.send(Message::Input(Input::End(Instant::now()))).unwrap();
    let writer = Flushes::default();
    let out = Out::default();
    Session::new(speaker, inbox, writer.clone(), out, Source::Script).run().unwrap();
    let inside = writer.0.lock().unwrap();
    let version = format!("= {}\n\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(inside.1, ["= sanqi\n\n", version.as_str(), "= 2\n\n"]);
    assert!(inside.0.is_empty());
}

#[test]
fn rule_6_pipelined_commands_are_answered_in_order_without_limit() {
    let mut asked = String::from("boardsize 19\n1 genmove b\n2 undo\n");
    for n in 3..1003 {
        asked += &format!("{n} play b D4\n{n} undo\n");
    }
    asked += "9999 protocol_version\n";
    let said = talk(&asked);
    let ids: Vec<u32> = said
        .lines()
        .filter_map(|line| line.strip_prefix('=')?.split(' ').next()?.parse().ok())
        .collect();
    let expected: Vec<u32> =
        [1, 2].into_iter().chain((3..1003).flat_map(|n| [n, n])).chain([9999]).collect();
    assert_eq!(ids, expected);
}

#[test]
fn rule_7_any_line_ends_an_analysis_and_none_ends_a_genmove() {
    let begin = Instant::now();
    let said = talk_slowly(speaker, &[(0, "boardsize 9"), (0, "lz-analyze b 5"), (300, "")]);
    assert!(said.ends_with("\n\n"), "{said}");
    assert!(said.contains("=\ninfo move "), "{said}");
    assert!(begin.elapsed() < Duration::from_secs(20));
    // The genmove is answered as a whole before the line that came meanwhile.
    let said = talk_slowly(
        speaker,
        &[(0, "boardsize 9"), (0, "1 genmove b"), (20, "2 name"), (2000, "3 name")],
    );
    let one = said.find("=1 ").unwrap();
    assert!(one < said.find("=2 sanqi").unwrap(), "{said}");
}

#[test]
fn rule_8_the_end_of_input_quits_in_the_middle_of_a_search() {
    let settings = vec![("MoveTime".to_owned(), "60".to_owned())];
    let slow = || Opening { settings: settings.clone(), ..Opening::default() };
    for lines in [
        &[(0, "boardsize 9"), (0, "genmove b"), (200, "")][..],
        &[(0, "uci"), (0, "go infinite"), (200, "")],
        &[(0, "ucci"), (0, "go time 1000 increment 0"), (200, "")],
        &[(0, "nboard 2"), (0, "hint 2"), (200, "")],
    ] {
        let begin = Instant::now();
        talk_slowly(|inbox| Speaker::new(slow(), inbox, &mut Out::default()), lines);
        assert!(begin.elapsed() < Duration::from_secs(5), "{lines:?}: {:?}", begin.elapsed());
    }
}

#[test]
fn rule_9_every_key_of_an_info_line_has_one_value_and_the_pv_is_last() {
    for command in
        ["lz-genmove_analyze b 5", "kata-genmove_analyze b 5 ownership true rootInfo true"]
    {
        let said = talk(&format!("boardsize 5\n{command}\n"));
        let info =
            said.lines().find(|line| line.starts_with("info ")).unwrap_or_else(|| panic!("{said}"));
        let moves = info.split(" rootInfo ").next().unwrap_or_default();
        for segment in moves.split("info ").filter(|segment| !segment.is_empty()) {
            let (pairs, pv) = segment.split_once(" pv ").unwrap_or_else(|| panic!("{segment}"));
            let words: Vec<&str> = pairs.split(' ').collect();
            assert_eq!(words.len() % 2, 0, "{segment}");
            let keys: Vec<&str> = words.iter().step_by(2).copied().collect();
            let mut distinct = keys.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), keys.len(), "{segment}");
            assert!(["move", "visits", "winrate", "order"].iter().all(|key| keys.contains(key)));
            let vertex =
                |word: &str| word == "pass" || word.parse::<crate::game::go::Point>().is_ok();
            assert!(pv.split_whitespace().all(vertex), "{segment}");
        }
    }
}

#[test]
fn rule_10_a_move_comes_without_any_time_settings() {
    let begin = Instant::now();
    let said = talk("boardsize 9\ngenmove b\nset_game Othello\ngenmove b\n");
    assert_eq!(said.matches("= ").count(), 4, "{said}");
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}
