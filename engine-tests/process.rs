//! The running program under rough hands: latency while searching, floods, garbage, sudden ends.
//!
//! Bounds are generous, because tests share their machine; the figures measured on an idle one
//! stand in RESULTS.md and are printed here (`cargo test --test engine process -- --nocapture`).

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::talk::Engine;

/// What a stop may take on a busy test machine. The aim is 50 ms on an idle one.
const PROMPT: Duration = Duration::from_millis(1500);

/// Long enough for a search to be in full swing.
const RUNNING: Duration = Duration::from_millis(400);

fn threads() -> String {
    let count = std::thread::available_parallelism().map_or(1, |count| count.get());
    format!("Threads={count}")
}

fn report(what: &str, time: Duration) {
    println!("{what}: {:.1} ms", time.as_secs_f64() * 1000.0);
    assert!(time < PROMPT, "{what} took {time:?}");
}

fn is_best(line: &str) -> bool {
    line.starts_with("bestmove") || line.starts_with("nobestmove")
}

#[test]
fn stop_is_obeyed_while_all_cores_search() {
    for (protocol, go) in [
        ("uci", "go infinite"),
        ("ucci", "go infinite"),
        ("uci", "go ponder wtime 60000 btime 60000"),
    ] {
        let mut engine = Engine::start(&[protocol, "--set", &threads()]);
        engine.send(go);
        sleep(RUNNING);
        let begin = Instant::now();
        engine.send("stop");
        engine.lines_until(is_best);
        report(&format!("{protocol} {go}: stop"), begin.elapsed());
    }
}

#[test]
fn isready_is_answered_while_all_cores_search() {
    let mut engine = Engine::start(&["uci", "--set", &threads()]);
    engine.send("go infinite");
    sleep(RUNNING);
    let begin = Instant::now();
    engine.send("isready");
    engine.lines_until(|line| line == "readyok");
    report("isready while searching", begin.elapsed());
}

#[test]
fn a_line_ends_an_analysis_while_all_cores_search() {
    let mut engine = Engine::start(&["gtp", "--set", &threads()]);
    assert_eq!(engine.ask("boardsize 19"), "= ");
    engine.send("1 kata-analyze b 10 ownership true");
    assert_eq!(engine.line(), "=1");
    sleep(RUNNING);
    let begin = Instant::now();
    engine.send("2 name");
    engine.lines_until(|line| line == "=2 sanqi");
    report("a line during analysis", begin.elapsed());
}

/// Says `quit`, or closes the input.
fn leave(engine: &mut Engine, how: &str) {
    match how {
        "quit" => engine.send("quit"),
        _ => engine.close(),
    }
}

#[test]
fn quit_and_the_end_of_input_end_a_search_of_all_cores() {
    let searches: [(&[&str], &[&str]); 4] = [
        (&["gtp"], &["boardsize 19", "time_settings 3600 0 0", "genmove b"]),
        (&["gtp", "--game", "othello"], &["time_settings 3600 0 0", "genmove b"]),
        (&["uci"], &["go infinite"]),
        (&["ucci"], &["go time 3600 increment 0"]),
    ];
    for (args, lines) in searches {
        for end in ["quit", "end of input"] {
            let threads = threads();
            let mut engine = Engine::start(&[args, &["--set", &threads]].concat());
            for line in lines {
                engine.send(line);
            }
            sleep(RUNNING);
            let begin = Instant::now();
            leave(&mut engine, end);
            let (_, success) = engine.wait();
            report(&format!("{args:?}: {end}"), begin.elapsed());
            assert!(success);
        }
    }
}

/// On 19x19 a wall of each colour, so that a pass is answered by judging every stone.
fn walls() -> String {
    let row = |row: u32| format!(" b K{row} w L{row}");
    format!("gogui-setup{}", (1..=19).map(row).collect::<String>())
}

#[test]
fn quit_and_the_end_of_input_end_the_judging_of_stones() {
    let questions: [&[&str]; 2] =
        [&["time_settings 3600 0 0", "play b pass", "genmove w"], &["final_score"]];
    for question in questions {
        for (end, running) in [("quit", 100), ("quit", 300), ("end of input", 100)] {
            let mut engine = Engine::start(&["gtp"]);
            assert_eq!(engine.ask(&walls()), "= ");
            for line in question {
                engine.send(line);
            }
            sleep(Duration::from_millis(running));
            let begin = Instant::now();
            leave(&mut engine, end);
            let (_, success) = engine.wait();
            report(&format!("{}: {end}", question.join(", ")), begin.elapsed());
            assert!(success);
        }
    }
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::start(&["uci"]);
    engine.send("go ponder movetime 100");
    sleep(RUNNING);
    let begin = Instant::now();
    engine.send("ponderhit");
    engine.lines_until(is_best);
    let time = begin.elapsed();
    assert!(time < PROMPT, "{time:?}");
}

#[test]
fn ten_thousand_pipelined_plays_are_all_answered_in_order() {
    let mut engine = Engine::start(&["gtp"]);
    let mut burst = String::from("boardsize 19\n");
    for number in 0..5000 {
        burst += &format!("{number} play b D4\n{number} undo\n");
    }
    let begin = Instant::now();
    engine.send_bytes(burst.as_bytes());
    assert_eq!(engine.answer(), "= ");
    for number in 0..5000 {
        assert_eq!(engine.answer(), format!("={number} "));
        assert_eq!(engine.answer(), format!("={number} "));
    }
    println!("10,000 pipelined commands: {:.0} ms", begin.elapsed().as_secs_f64() * 1000.0);
}

#[test]
fn a_line_of_a_megabyte_is_one_command() {
    let mut engine = Engine::start(&["gtp"]);
    engine.send(&format!("1 komi {}", "5".repeat(1 << 20)));
    assert_eq!(engine.answer(), "?1 komi not a float");
    engine.send(&format!("2 gogui-play_sequence {}", "B D4 ".repeat(1 << 18)));
    assert_eq!(engine.answer(), "?2 illegal move `D4`");
    assert_eq!(engine.ask("3 list_stones b"), "=3 ");
    let mut engine = Engine::start(&["uci"]);
    engine.send(&format!("position startpos moves {}", "h2e2 ".repeat(1 << 18)));
    assert!(engine.line().starts_with("info string position kept: move 2"));
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn lines_may_end_as_windows_ends_them() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"1 name\r\n2 boardsize 9\r\n3 play b E5\r\n4 list_stones b\r\n");
    let answers: Vec<String> = (0..4).map(|_| engine.answer()).collect();
    assert_eq!(answers, ["=1 sanqi", "=2 ", "=3 ", "=4 E5"]);
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"ucci\r\nposition startpos moves h2e2\r\nisready\r\nquit\r\n");
    engine.lines_until(|line| line == "readyok");
    assert_eq!(engine.rest(), ["bye"]);
}

#[test]
fn random_bytes_never_end_or_hang_the_program() {
    let mut state = 0x5eed_u64;
    println!("seed {state:#x}");
    let mut random = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    for protocol in ["gtp", "uci", "ucci", "nboard"] {
        let mut engine = Engine::start(&[protocol]);
        let bytes: Vec<u8> = (0..200_000).map(|_| random() as u8).collect();
        engine.send_bytes(&bytes);
        let (question, answer) = match protocol {
            "gtp" => ("77777 protocol_version", "=77777 2"),
            "nboard" => ("ping 77777", "pong 77777"),
            _ => ("isready", "readyok"),
        };
        // The last random byte may have begun a line.
        engine.send_bytes(b"\n");
        engine.send(question);
        engine.lines_until(|line| line == answer);
        engine.send("quit");
        assert!(engine.wait().1, "{protocol}");
    }
}

#[test]
fn a_piped_script_is_answered_in_full() {
    let mut engine = Engine::start(&["gtp", "--set", "MoveTime=0.3"]);
    engine.send_bytes(b"boardsize 9\ngenmove b\ngenmove w\nquit\n");
    engine.close();
    let (_, success) = engine.wait();
    assert!(success);
    let said = engine.rest();
    assert_eq!(said.iter().filter(|line| line.starts_with("= ")).count(), 4, "{said:?}");
}

#[test]
fn the_log_file_holds_both_sides_of_the_talk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.log");
    let setting = format!("LogFile={}", path.display());
    let mut engine = Engine::start(&["gtp", "--set", &setting]);
    assert_eq!(engine.ask("1 name"), "=1 sanqi");
    engine.send("quit");
    engine.wait();
    let log = std::fs::read_to_string(path).unwrap();
    assert!(log.contains(" < 1 name\n") && log.contains(" > =1 sanqi\n"), "{log}");
}

#[test]
fn a_wrong_command_line_says_what_to_do() {
    let run = |args: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_sanqi")).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = run(&["gtp", "--set", "Sauce=1"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("no setting is called `Sauce`; `sanqi settings` lists"), "{text}");
    let (code, text) = run(&["perft", "xiangqi", "2", "9/9 w"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("expected 10 ranks"), "{text}");
    assert_eq!(run(&["nonsense"]).0, Some(2));
    assert_eq!(run(&["help"]).0, Some(0));
}

#[test]
fn perft_is_counted_on_the_command_line() {
    let run = |args: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_sanqi")).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["perft", "xiangqi", "3"]).contains("total 79666\n"));
    assert!(run(&["perft", "othello", "5"]).contains("total 1396\n"));
    assert!(run(&["perft", "go", "2", "5"]).contains("total 651\n"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_signal_ends_a_search_when_gogui_asked_for_it() {
    let mut engine = Engine::start(&["gtp", "--set", &threads()]);
    let answer = engine.ask("gogui-sigint");
    let id = answer.strip_prefix("= ").unwrap().to_owned();
    assert_eq!(engine.ask("gogui-sigint"), answer);
    engine.send("time_settings 3600 0 0");
    assert_eq!(engine.answer(), "= ");
    // Once during a search, which ends with its best move, and once while nothing runs.
    engine.send("genmove b");
    sleep(RUNNING);
    let begin = Instant::now();
    let interrupt = || std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(interrupt().success());
    assert!(engine.answer().starts_with("= "));
    report("a signal during a search", begin.elapsed());
    assert!(interrupt().success());
    sleep(Duration::from_millis(50));
    assert_eq!(engine.ask("protocol_version"), "= 2");
}

#[test]
fn a_probe_looks_into_the_table_of_earlier_searches() {
    let mut engine = Engine::start(&["ucci"]);
    engine.send("position startpos\ngo depth 6");
    engine.lines_until(is_best);
    // Off the main line: nobody plays this, but the search has looked at it.
    engine.send("probe startpos moves a0a1");
    let known = engine.lines_until(|line| line.starts_with("pophash")).pop().unwrap();
    assert!(known.contains(" depth "), "{known}");
    engine.send("probe startpos moves a0a1 a9a8 a1a0 a8a9 b2b9 a9b9 b0a2 b9a9");
    assert_eq!(engine.line(), "pophash");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_hears_no_complaint() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sanqi"))
        .arg("settings")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(141));
}
