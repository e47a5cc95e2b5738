//! Analyses of short games.

use super::judge::{Fault, chance, judge, turned};
use super::*;
use crate::record::{NodeId, Note, pgn, sgf};
use crate::search::Score;

/// Red leaves its rook to a cannon; Black takes it. Comments and a variation are there already.
const GAME: &str = r#"[Game "Chinese Chess"]
[Red "A"]
[Format "ICCS"]

{before all} 1. H2-E2 H9-G7 {a horse} (1... B9-C7 {the other}) 2. E2-E6 $1 {a pawn with check} G7-E6 *"#;

fn analyzed(text: &str, nodes: u64) -> (Record, Value) {
    let mut record = pgn::records(text).next().unwrap().unwrap();
    let progress = Progress::new(4, "moves");
    let analyze = analyze("-", None, nodes);
    let (value, error) = analyze.game(&mut record, 1, Format::Pgn, &progress).unwrap();
    assert_eq!(error, None);
    (record, value)
}

/// An analysis of `input`, written to `out`.
fn analyze(input: &str, out: Option<&str>, nodes: u64) -> Analyze {
    Analyze {
        input: input.into(),
        out: out.map(Into::into),
        json: false,
        nodes: Some(nodes),
        seconds: None,
        depth: None,
        set: vec![("Hash".into(), "1".into())],
        from: None,
        to: None,
        notation: MoveText::Iccs,
    }
}

#[test]
fn what_was_said_before_stays() {
    let (record, _) = analyzed(GAME, 3000);
    let mut text = String::new();
    Format::Pgn.write_in(MoveText::Iccs.notation(), &record, &mut text).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for kept in ["{before all}", "{a horse ", "B9-C7 {the other}", "$1", "{a pawn with check "] {
        assert!(text.contains(kept), "{kept} in\n{text}");
    }
    let again = pgn::records(&text).next().unwrap().unwrap();
    assert_eq!(
        again.tree.main_moves().collect::<Vec<_>>(),
        record.tree.main_moves().collect::<Vec<_>>()
    );
}

#[test]
fn a_thrown_away_cannon_is_a_fault_and_the_better_line_a_variation() {
    let (record, value) = analyzed(GAME, 3000);
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert!(moves[2]["fault"].is_string(), "{}", moves[2]);
    assert_eq!(moves[0]["fault"], Value::Null);
    let third = record.tree.main_line().nth(3).unwrap();
    let parent = record.tree[third].parent().unwrap();
    assert_eq!(record.tree.children(parent).count(), 2, "the move and a better one");
    assert!(record.tree.notes(third).iter().any(|note| matches!(note, Note::Glyph(_))));
    assert_eq!(value["info"]["Red"], "A");
    let red = &value["summary"][0];
    assert_eq!((red["side"].as_str(), red["moves"].as_u64()), (Some("Red"), Some(2)));
}

#[test]
fn a_second_analysis_adds_no_second_variation() {
    let (mut record, _) = analyzed(GAME, 2000);
    let nodes = record.tree.len();
    let mut player = crate::engine::xiangqi::Player::new(&Default::default());
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let judged = judge::<xiangqi::Board>(&record, &mut player, &limits, || ()).unwrap();
    annotate::annotate::<xiangqi::Board>(&mut record, &judged, Telling::Variation);
    assert_eq!(record.tree.len(), nodes);
}

/// Runs the subcommand on a file of this text with so many playouts; gives what it writes.
fn rewritten(text: &str, name: &str, nodes: u64) -> (Result<(), Failure>, String) {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join(name), folder.path().join("out"));
    std::fs::write(&input, text).unwrap();
    let analyze = Analyze {
        input,
        out: Some(out.clone()),
        json: false,
        nodes: Some(nodes),
        seconds: None,
        depth: None,
        set: vec![("Hash".into(), "1".into())],
        from: None,
        to: None,
        notation: MoveText::Iccs,
    };
    let result = analyze.run();
    (result, std::fs::read_to_string(out).unwrap_or_default())
}

/// White leaves a stone in atari and plays on the edge; the user has said much.
const ANNOTATED: &str = "(;GM[1]SZ[5]KM[0.5]AN[B. Kaner]C[root]AB[bb][bc]AW[cb]PL[W];W[ae]C[odd]LB[cc:1]\
    ;B[cc]TE[1]SBKV[61.5];W[ea]BM[1]V[-3.5];B[db]C[](;W[ed])(;W[cd]C[better];B[dc]))";

#[test]
fn a_second_analysis_changes_nothing() {
    let unjudged = GAME.replace(" $1", "");
    for (text, name, nodes) in [(ANNOTATED, "a.sgf", 200), (&unjudged, "a.pgn", 2000)] {
        let once = rewritten(text, name, nodes).1;
        assert_eq!(rewritten(&once, name, nodes).1, once);
        assert!(once.contains(" ??") || once.contains(" ?}"), "no fault found:\n{once}");
    }
}

#[test]
fn another_analysis_replaces_what_the_first_one_said() {
    let fresh = rewritten(ANNOTATED, "a.sgf", 60).1;
    let again = rewritten(&rewritten(ANNOTATED, "a.sgf", 300).1, "a.sgf", 60).1;
    let main_line = |text: &str| {
        let record = sgf::records(text).next().unwrap().unwrap();
        let nodes: Vec<_> = record.tree.main_line().collect();
        let mut said: Vec<Vec<Note>> =
            nodes.into_iter().map(|node| record.tree.notes(node).to_vec()).collect();
        // A glyph that is new comes last.
        said.iter_mut().for_each(|notes| notes.sort_by_key(|note| format!("{note:?}")));
        said
    };
    assert_eq!(main_line(&fresh), main_line(&again));
}

#[test]
fn the_lead_and_the_chance_of_a_go_move_are_blacks() {
    let mut record = sgf::records("(;GM[1]SZ[5];B[cc];W[aa];B[bb])").next().unwrap().unwrap();
    let judged = |mover, played: &str, win, lead| Judged {
        node: NodeId::ROOT,
        number: 1,
        mover,
        played: played.parse::<go::Move>().unwrap(),
        score: Score::Chance { win, lead },
        best_score: Score::Chance { win, lead },
        best_line: Vec::new(),
        depth: 3,
        nodes: 10,
        loss: 0.0,
    };
    let mut all = [
        judged(Color::First, "C3", 0.72, 5.25),
        judged(Color::Second, "A5", 0.25, -12.34),
        judged(Color::First, "B4", 0.75, -0.04),
    ];
    for (one, node) in all.iter_mut().zip(record.tree.main_line().skip(1)) {
        one.node = node;
    }
    annotate::annotate::<go::Board>(&mut record, &all, Telling::Variation);
    let mut text = String::new();
    sgf::write(&record, &mut text).unwrap();
    for said in ["C[72% +5.2/3]V[5.2]SBKV[72]", "C[75% +12.3/3]V[12.3]SBKV[75]"] {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert!(text.contains("V[0]"), "{text}");
}

#[test]
fn what_the_user_judged_stays_and_no_property_is_there_twice() {
    let text = rewritten(ANNOTATED, "a.sgf", 200).1;
    let record = sgf::records(&text).next().unwrap().unwrap();
    assert_eq!(record.mended, [], "{text}");
    for kept in ["TE[1]", "SBKV[61.5]", "BM[1]", "V[-3.5]", "C[odd ", "LB[cc:1]", "C[better"] {
        assert_eq!(text.matches(kept).count(), 1, "{kept} in\n{text}");
    }
    let nodes: Vec<_> = record.tree.main_line().skip(1).collect();
    let judgements = |node: &NodeId| {
        let notes = record.tree.notes(*node);
        notes.iter().filter(|note| matches!(note, Note::Glyph(_))).count()
    };
    assert!(nodes.iter().all(|node| judgements(node) <= 1), "{text}");
    assert_eq!(
        record.info.get(&crate::record::Tag::Annotator).map(|name| &name[..16]),
        Some("B. Kaner; sanqi ")
    );
}

#[test]
fn what_an_older_version_wrote_is_replaced() {
    let old = "(;GM[1]SZ[5]AN[sanqi 0.0.1];B[cc]C[corner 62% +17.3/4 59% +8.0/5]V[0.61867803]V[0.5931]\
        ;W[bb]C[47% -2.9/24]V[0.47])";
    let text = rewritten(old, "a.sgf", 30).1;
    for gone in ["62% +17.3/4", "59% +8.0/5", "0.618", "0.59", "47% -2.9/24", "0.47", "0.0.1"] {
        assert!(!text.contains(gone), "{gone} in\n{text}");
    }
    assert!(text.contains("C[corner ") && text.matches("V[").count() == 4, "two and two:\n{text}");
}

#[test]
fn values_of_other_programs_stay() {
    let game = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 {+0.35/12} H9-G7 {-M3/5} *";
    let text = rewritten(game, "a.pgn", 500).1;
    assert!(text.contains("{+0.35/12 ") && text.contains("{-M3/5 "), "{text}");
    assert_eq!(rewritten(&text, "a.pgn", 500).1, text);
}

#[test]
fn an_illegal_move_ends_the_analysis_of_its_game_only() {
    let text = "(;GM[1]SZ[5];B[cc];W[cc]C[impossible];B[aa])(;GM[1]SZ[5];B[bb];W[dd])";
    let (result, written) = rewritten(text, "a.sgf", 30);
    assert_eq!(result.unwrap_err().code(), 1);
    let games: Vec<Record> = sgf::records(&written).map(Result::unwrap).collect();
    let said = |game: &Record| -> Vec<bool> {
        let nodes = game.tree.main_line().skip(1);
        nodes.map(|node| game.tree.comment(node).is_some_and(|text| text.contains('%'))).collect()
    };
    assert_eq!(
        games.iter().map(said).collect::<Vec<_>>(),
        [vec![true, false, false], vec![true; 2]]
    );
    assert!(written.contains("W[cc]C[impossible];B[aa]"), "{written}");
    assert_eq!(
        rewritten("(;GM[1]SZ[5];B[cc])", "a.sgf", 30).0.map_err(|error| error.code()),
        Ok(())
    );
}

#[test]
fn every_game_can_be_judged() {
    let mut record =
        sgf::records("(;GM[1]SZ[5];B[cc];W[aa]C[corner];B[])").next().unwrap().unwrap();
    let mut player = crate::engine::go::Player::new(&Default::default());
    let limits = Limits { nodes: Some(30), ..Limits::default() };
    let judged = judge::<go::Board>(&record, &mut player, &limits, || ()).unwrap();
    annotate::annotate::<go::Board>(&mut record, &judged, Telling::Variation);
    assert_eq!(judged.len(), 3);
    let white = record.tree.main_line().nth(2).unwrap();
    assert!(record.tree.comment(white).unwrap().starts_with("corner "));
    let record = crate::record::transcript::records("f5d6c3").next().unwrap().unwrap();
    let mut player = crate::engine::othello::Player::new(&Default::default());
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let judged = judge::<othello::Board>(&record, &mut player, &limits, || ()).unwrap();
    assert_eq!(judged.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn a_pass_that_leaves_dead_stones_behind_is_no_fault() {
    // White's stones are dead; counted as alive, they would win the game.
    let walls = "AB[cb][bb][ba][da][db][dc][dd][de]AW[aa][ea][eb][ec][ed][ee]";
    let text = format!("(;GM[1]SZ[5]KM[2.5]RU[chinese]{walls}PL[W];W[];B[])");
    let record = sgf::records(&text).next().unwrap().unwrap();
    let mut player = crate::engine::go::Player::new(&Default::default());
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let judged = judge::<go::Board>(&record, &mut player, &limits, || ()).unwrap();
    let last = judged.last().unwrap();
    assert_eq!((last.fault(), last.score), (None, Score::Chance { win: 1.0, lead: 22.5 }));
}

/// Black takes a row, White must pass, and Black takes the last disc.
fn judged_with_a_pass() -> Vec<Judged<othello::Move>> {
    let board = format!("-O******{}-O****** *", "-".repeat(48));
    let text = format!("(;GM[Othello]TY[8]BO[8 {board}]B[A1]W[PA]B[A8];)");
    let record = crate::record::ggf::records(&text).next().unwrap().unwrap();
    let mut player = crate::engine::othello::Player::new(&Default::default());
    let limits = Limits { nodes: Some(2000), lines: 1, ..Limits::default() };
    judge::<othello::Board>(&record, &mut player, &limits, || ()).unwrap()
}

#[test]
fn a_forced_pass_is_no_fault_nor_is_the_move_before_it() {
    let judged = judged_with_a_pass();
    assert_eq!(judged.iter().filter_map(Judged::fault).collect::<Vec<_>>(), []);
    assert!(judged[1].is_best());
    assert_eq!(judged[1].best_score, Score::Hundredths(-6400));
}

#[test]
fn a_finished_game_of_othello_is_worth_its_discs() {
    let last = judged_with_a_pass().pop().unwrap();
    assert_eq!(last.score, Score::Hundredths(6400));
}

#[test]
fn a_mating_move_is_worth_everything() {
    let text =
        "[FEN \"3k5/4P4/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1\"]\n[Format \"ICCS\"]\n\n1. E0-F0 *";
    let (record, value) = analyzed(text, 500);
    let node = record.tree.main_line().nth(1).unwrap();
    assert_ne!(node, NodeId::ROOT);
    assert!(record.tree.comment(node).unwrap().starts_with("+M1"), "{value}");
    assert_eq!(value["moves"][0]["fault"], Value::Null);
}

#[test]
fn chances_turn_with_the_side() {
    for score in [
        Score::Hundredths(130),
        Score::Mate(3),
        Score::Mate(-2),
        Score::Chance { win: 0.7, lead: 2.5 },
    ] {
        let sum = chance::<xiangqi::Board>(score) + chance::<xiangqi::Board>(turned(score));
        assert!((sum - 1.0).abs() < 1e-5, "{score:?}");
    }
    assert_eq!(Fault::of(0.05), None);
    assert_eq!(Fault::of(0.2), Some(Fault::Mistake));
}

/// FFO #20, where h5 wins by 6, and a move that loses by 10.
const BLUNDER: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X h6\n";

/// What is written of a game, given as a file of this name, to a file of that one.
fn written(input: &str, text: &str, out: &str, to: Option<Format>) -> Result<String, Failure> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path(input), text).unwrap();
    Analyze { to, ..analyze(&path(input), Some(&path(out)), 500) }.run()?;
    Ok(std::fs::read_to_string(path(out)).unwrap())
}

#[test]
fn a_transcript_is_annotated_as_ggf_with_the_sign_and_the_better_line_in_words() {
    for out in ["notes", "notes.ggf"] {
        let text = written("game.txt", BLUNDER, out, None).unwrap();
        let record = crate::record::ggf::records(&text).next().unwrap().unwrap();
        assert_eq!(record.replay::<othello::Board>().unwrap().len(), 1);
        let blunder = record.tree.main_line().nth(1).unwrap();
        let said = record.tree.comment(blunder).unwrap();
        assert!(said.starts_with("-10.00") && said.contains(" ?? better: h5 "), "{said}");
        assert!(text.contains("B[H6]C["), "the move itself is as GUIs read it: {text}");
    }
}

#[test]
fn the_name_of_the_output_tells_the_format_of_othello_games() {
    let text = written("game.txt", BLUNDER, "notes.sgf", None).unwrap();
    let record = sgf::records(&text).next().unwrap().unwrap();
    let moves = record.tree.children(NodeId::ROOT).count();
    assert_eq!(moves, 2, "the move and a better one: {text}");
    let go = written("game.sgf", "(;GM[1]SZ[3];B[bb])", "notes.ggf", None).unwrap();
    assert!(go.contains("SZ[3]"), "{go}");
}

#[test]
fn an_output_without_room_for_notes_is_refused_before_any_search() {
    let refused = |out: &str, to| written("game.txt", BLUNDER, out, to).unwrap_err();
    for (out, to) in [
        ("notes.txt", None),
        ("notes.obf", None),
        ("notes.wtb", None),
        ("notes", Some(Format::Transcript)),
        ("notes.ggf", Some(Format::Wthor)),
    ] {
        let failure = refused(out, to);
        assert_eq!(failure.code(), 2, "{failure}");
        assert!(failure.to_string().ends_with("--to (sgf, sgfl, pgn, ggf)"), "{failure}");
    }
    let failure = refused("notes.pgn", None).to_string();
    assert!(failure.starts_with("game 1: "), "{failure}");
}

#[test]
fn a_text_file_that_nearly_is_a_transcript_is_told_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.txt");
    std::fs::write(&path, "f5d6a1\n").unwrap();
    let file = File::read(&path, None).unwrap();
    let error = file.source().records().next().unwrap().unwrap_err().to_string();
    assert!(error.starts_with("1:5, game 1, move 3: a1 is illegal"), "{error}");
}
