//! Whole matches between sparring partners: every protocol, every mischief, interrupts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const SANQI: &str = env!("CARGO_BIN_EXE_sanqi");

/// A sparring partner as an `--engine` text.
fn sparring(name: &str, proto: &str, more: &str) -> String {
    let limit = if proto == "gtp" || proto == "nboard" { "tc=free" } else { "tc=depth=1" };
    format!("cmd='{SANQI} sparring --proto {proto} {more}' proto={proto} name={name} {limit}")
}

/// The command of a match of `game` between two engines.
fn contest(game: &str, out: &Path, engines: [&str; 2], more: &[&str]) -> Command {
    let mut command = Command::new(SANQI);
    command.args(["match", "--game", game, "--openings", "none", "--out"]).arg(out);
    command.args(["--engine", engines[0], "--engine", engines[1]]).args(more);
    command.stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{told}");
    output
}

fn summary(out: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap()
}

fn games(out: &Path) -> Vec<Value> {
    summary(out)["games"].as_array().unwrap().clone()
}

/// The journal's lines, in the order of the games.
fn journal(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("journal.jsonl")).unwrap_or_default();
    let mut lines: Vec<Value> =
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    lines.sort_by_key(|line| line["index"].as_u64());
    lines
}

#[test]
fn every_protocol_plays_whole_games() {
    for (game, proto, more, ending) in [
        ("go", "gtp", "", "sgf"),
        ("othello", "gtp", "--game othello", "ggf"),
        ("othello", "nboard", "", "ggf"),
        ("xiangqi", "uci", "", "pgn"),
        ("xiangqi", "ucci", "", "pgn"),
        ("xiangqi", "cecp", "", "pgn"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("match");
        let (a, b) =
            (sparring("a", proto, more), sparring("b", proto, &format!("{more} --seed 2")));
        run(&mut contest(game, &out, [&a, &b], &["--games", "4", "--concurrency", "2"]));
        let summary = summary(&out);
        assert_eq!(summary["ending"], "complete", "{proto}");
        for row in summary["rows"].as_array().unwrap() {
            assert_eq!(row["games"], 4, "{proto}");
            for kind in ["illegal", "time", "crash"] {
                assert_eq!(row["faults"][kind], 0, "{proto}: {summary:#}");
            }
        }
        let records = fs::read_dir(out.join("games")).unwrap().count();
        assert_eq!(records, 4);
        assert!(out.join(format!("games/00001.{ending}")).exists());
        assert!(summary["engines"][0]["files"][0]["sha256"].as_str().unwrap().len() == 64);
    }
}

#[test]
fn whoever_misbehaves_loses_and_the_match_goes_on() {
    for (trouble, reason) in [
        ("crash@3", "crash"),
        ("stall@2", "crash"),
        ("flood@2", "crash"),
        ("illegal@4", "illegal move"),
        ("garbage@1", "illegal move"),
        ("resign@2", "resignation"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("match");
        let good = sparring("good", "gtp", "");
        let bad = sparring("bad", "gtp", &format!("--trouble {trouble}")) + " restart=on";
        let more = ["--games", "4", "--move-timeout", "700ms", "--size", "5"];
        run(&mut contest("go", &out, [&good, &bad], &more));
        let games = games(&out);
        assert_eq!(games.len(), 4, "{trouble}");
        for game in games {
            assert_eq!(game["reason"], reason, "{trouble}: {game:#}");
            let winner = if game["result"] == "1-0" { &game["first"] } else { &game["second"] };
            assert_eq!(winner, "good", "{trouble}: {game:#}");
        }
    }
}

#[test]
fn troubles_of_xiangqi_engines_lose_too() {
    for proto in ["uci", "ucci", "cecp"] {
        for (trouble, reason) in
            [("crash@2", "crash"), ("flood@2", "crash"), ("illegal@2", "illegal move")]
        {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("match");
            let good = sparring("good", proto, "");
            let bad = sparring("bad", proto, &format!("--trouble {trouble}"));
            let more = ["--games", "2", "--move-timeout", "2s"];
            run(&mut contest("xiangqi", &out, [&good, &bad], &more));
            let first = &games(&out)[0];
            assert_eq!((&first["reason"], &first["result"]), (&reason.into(), &"1-0".into()));
        }
    }
}

#[test]
fn a_late_move_loses_on_time_and_a_slightly_late_one_does_not() {
    for (late, reason) in [("late:600ms@1", "time"), ("late:120ms@1", "score")] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("match");
        let good = sparring("good", "gtp", "");
        let bad = format!(
            "cmd='{SANQI} sparring --proto gtp --trouble {late}' proto=gtp name=bad tc=100ms/move"
        );
        let more = ["--games", "1", "--size", "3", "--margin", "300ms"];
        run(&mut contest("go", &out, [&good, &bad], &more));
        assert_eq!(games(&out)[0]["reason"], reason);
    }
}

#[test]
fn a_killed_match_is_resumed_and_loses_no_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let (out, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let a = sparring("a", "uci", "");
    let b = sparring("b", "uci", "");
    let more = ["--games", "30", "--max-plies", "120"];
    run(&mut contest("xiangqi", &whole, [&a, &b], &more));

    let mut child =
        contest("xiangqi", &out, [&a, &b], &more).stderr(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while journal(&out).len() < 3 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = journal(&out);
    assert!((3..30).contains(&before.len()), "{} games before the kill", before.len());

    let refused = contest("xiangqi", &out, [&a, &b], &more).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "a second match in the same folder");
    let mut resumed = more.to_vec();
    resumed.push("--resume");
    run(&mut contest("xiangqi", &out, [&a, &b], &resumed));
    let after = journal(&out);
    assert_eq!(after.len(), 30);
    for game in &before {
        assert!(after.contains(game), "lost: {game}");
    }
    // Seeds make the games of both matches the same, whenever they were played.
    let moves = |out: &Path| -> Vec<Value> {
        journal(out).iter().map(|game| game["moves"].clone()).collect()
    };
    assert_eq!(moves(&out), moves(&whole));
    let courses: BTreeSet<String> = moves(&whole).iter().map(Value::to_string).collect();
    assert_eq!(courses.len(), 30, "each game has its own seed");
}

#[test]
fn a_resumed_match_must_be_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let (a, b) = (sparring("a", "gtp", ""), sparring("b", "gtp", ""));
    run(&mut contest("go", &out, [&a, &b], &["--games", "2", "--size", "3"]));
    let more = ["--games", "2", "--size", "4", "--resume"];
    let refused = contest("go", &out, [&a, &b], &more).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("another match: rules"), "{told}");
    // The same match may be made longer.
    run(&mut contest("go", &out, [&a, &b], &["--games", "4", "--size", "3", "--resume"]));
    assert_eq!(games(&out).len(), 4);
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let good = sparring("good", "gtp", "");
    let bad = sparring("bad", "gtp", "--trouble resign@1") + " restart=on";
    let more = ["--games", "2000", "--size", "3", "--sprt", "0,200"];
    run(&mut contest("go", &out, [&good, &bad], &more));
    let summary = summary(&out);
    assert_eq!(summary["ending"], "decided");
    assert_eq!(summary["sprt"]["verdict"], "passed");
    assert!(summary["played"].as_u64().unwrap() < 200, "{}", summary["played"]);
}

#[test]
fn mistakes_are_told_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let good = sparring("good", "uci", "");
    for (engine, part) in [
        ("cmd=/no/such/engine tc=depth=1".to_owned(), "/no/such/engine"),
        (good.replace("name=good", "name=x option.Hahs=3"), "has no option `Hahs`"),
        ("cmd=true tc=depth=1".to_owned(), "did not start"),
    ] {
        let output = contest("xiangqi", &out, [&good, &engine], &[]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains(part), "{told}");
        assert!(!out.join("journal.jsonl").exists());
    }
}
