//! Games as files have them, and games written and read back.

use proptest::prelude::*;

use super::*;
use crate::base::Random;
use crate::game::xiangqi::{Board, Move, MoveSet, Notation, Script};
use crate::game::{Color, Game};
use crate::record::{Glyph, NodeId, Note, RecordMove, Spot, Start, Tag, text};

fn read(text: &str) -> Record {
    let mut games = records(text);
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(games.next().is_none(), "one game only: {text}");
    game
}

fn broken(text: &str) -> String {
    records(text).next().expect("a game").expect_err("a broken game").to_string()
}

/// The moves of the main line as ICCS without hyphens.
fn moves(record: &Record) -> String {
    let game: Game<Board> = record.replay().unwrap();
    game.moves().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn written(record: &Record, notation: Notation) -> String {
    let mut out = String::new();
    write(record, notation, &mut out).expect("PGN can hold it");
    out
}

const OPENING: &str = "h2e2 h9g7 h0g2 i9h9";

#[test]
fn every_notation_tells_the_same_game() {
    for text in [
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８",
        "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８",
        "1. 砲二平五 馬8進7\n2. 傌二進三 俥9平8",
        "1. C2=5 H8+7 2. H2+3 R9=8",
        "1. C2.5 h8+7 2. N2+3 r9.8",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. h2e2 h9g7 2. h0g2 i9h9",
        "1. h3e3 h10g8 2. h1g3 i10h10",
        "h2e2 h9g7 h0g2 i9h9",
        "1.炮二平五 马８进７ 2.马二进三 车９平８",
        "1 炮二平五 ... 马８进７ 2、马二进三 2… 车９平８",
    ] {
        assert_eq!(moves(&read(text)), OPENING, "{text}");
    }
}

#[test]
fn a_wrong_format_tag_does_no_harm() {
    assert_eq!(moves(&read("[Format \"ICCS\"]\n1. 炮二平五 C8=5")), "h2e2 h7e7");
}

#[test]
fn all_encodings_tell_the_same_game() {
    let traditional = "[Red \"許銀川\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";
    let simplified = "[Red \"许银川\"]\n1. 炮二平五 马８进７ 2. 马二进三 车９平８";
    for (pgn, encoding) in [
        (traditional, encoding_rs::BIG5),
        (simplified, encoding_rs::GB18030),
        (simplified, encoding_rs::UTF_8),
    ] {
        let (bytes, _, _) = encoding.encode(pgn);
        let decoded = text::decode(&bytes);
        assert_eq!(decoded.encoding, encoding);
        assert_eq!(moves(&read(&decoded.text)), OPENING);
    }
}

#[test]
fn tags_are_kept_in_order_and_empty_ones_dropped() {
    let game = read(
        "[Game \"Chinese Chess\"]\n[Event \"全国赛\"]\n[Round \"\"]\n[Red \"胡荣华\"]\n\
         [RedTeam \"上海\"]\n[Black \"\"]\n[Weather \"fine\"]\n[Result \"1-0\"]\n1. 炮二平五 1-0",
    );
    let entries: Vec<_> = game.info.iter().collect();
    assert_eq!(
        entries,
        [
            (&Tag::Event, "全国赛"),
            (&Tag::Player(Color::First), "胡荣华"),
            (&Tag::Team(Color::First), "上海"),
            (&Tag::other("Weather"), "fine"),
            (&Tag::Result, "1-0"),
        ]
    );
}

#[test]
fn a_result_among_the_moves_ends_the_game() {
    let game = read("1. 炮二平五 马８进７ 红胜\n======\n欢迎访问 http://www.example.org/ 炮二平五");
    assert_eq!(moves(&game), "h2e2 h9g7");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::First));
    let game = read("[Result \"0-1\"]\n1. 炮二平五 1-0");
    assert_eq!(game.info.get(&Tag::Result), Some("0-1"), "the tag counts");
    assert_eq!(read("1. h2e2 *").info.get(&Tag::Result), None);
}

#[test]
fn moves_that_begin_like_results_are_moves() {
    let fen = "[FEN \"3akab2/9/4c1n2/p1p1nR2p/4r4/2P6/P4RN1P/1Cc3C2/5K3/2B4r1 w\"]";
    assert_eq!(moves(&read(&format!("{fen}\n1. R++3 H7-6"))), "f6f9 g7f9");
    assert_eq!(moves(&read(&format!("{fen}\n1. 后车进一"))), "f3f4");
}

#[test]
fn a_fen_may_say_r_for_red_and_black_may_begin() {
    let game = read("[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 r - - 0 1\"]\n车九进九");
    assert_eq!(moves(&game), "a0a9");
    let game = read("[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 b\"]\n1. ... 将５平６ 2. 车九进九");
    assert_eq!(moves(&game), "e9f9 a0a9");
    let usual = format!("[FEN \"{}\"]\n1. h2e2", Board::start().fen());
    assert_eq!(read(&usual).start, Start::xiangqi());
}

#[test]
fn comments_glyphs_and_variations_stay_where_they_were() {
    let game = read(
        "{before} 1. 炮二平五! {centre} (1. 马二进三 卒７进１ (1... 炮８平５ {deep}) 2. 兵三进一) \
         (1. 兵七进一) 马８进７ $2 ; to the end\n; of two lines\n2. 马二进三 *",
    );
    let tree = &game.tree;
    assert_eq!(tree.comment(NodeId::ROOT), Some("before"));
    let firsts: Vec<_> = tree.children(NodeId::ROOT).collect();
    assert_eq!(firsts.len(), 3);
    assert_eq!(tree.notes(firsts[0]), [Note::Glyph(Glyph::Nag(1)), Note::Comment("centre".into())]);
    let replies: Vec<_> = tree.children(firsts[1]).collect();
    assert_eq!(replies.len(), 2);
    assert_eq!(tree.comment(replies[1]), Some("deep"));
    let reply = tree.children(firsts[0]).next().unwrap();
    assert_eq!(tree.comment(reply), Some("to the end\nof two lines"));
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2");
}

#[test]
fn several_games_follow_each_other_and_a_broken_one_is_skipped() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n1. 炮二平五\n\
                [Game \"Chinese Chess\"]\n[Red \"乙\"]\n1. 炮二平五 马８进５\n2. 马二进三\n\
                [Game \"Chinese Chess\"]\n[Red \"丙\"]\n\
                [Game \"Chinese Chess\"]\n[Red \"丁\"]\n1. 炮二平五 *\n junk\n";
    let games: Vec<_> = records(text).collect();
    assert_eq!(games.len(), 4);
    let error = games[1].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "6:9, game 2, move 2: `马８进５` is no legal move here");
    for (index, name) in [(0, "甲"), (2, "丙"), (3, "丁")] {
        let game = games[index].as_ref().unwrap();
        assert_eq!(game.info.get(&Tag::Player(Color::First)), Some(name));
    }
}

#[test]
fn errors_name_place_and_reason() {
    assert_eq!(broken("\n\n  what is this"), "3:3, game 1: expected a tag or a move, found `what`");
    assert_eq!(
        broken("[FEN \"9/9 w\"]\n1. h2e2"),
        "1:14, game 1: FEN: expected 10 ranks in `9/9`, found 2"
    );
    assert_eq!(
        broken("1. h2e2 h9g7\n2. hello"),
        "2:4, game 1, move 3: expected a move, found `hello`"
    );
    assert!(records("  \n\u{feff} ").next().is_none());
}

#[test]
fn a_broken_variation_becomes_a_comment_and_is_told() {
    let game = read("1. 炮二平五 (1. 马二进三 卒７退１ (1... 什么) 2. 兵三进一) 马８进７");
    assert_eq!(moves(&game), "h2e2 h9g7");
    let variation = game.tree.children(NodeId::ROOT).nth(1).unwrap();
    assert_eq!(game.tree.comment(variation), Some("卒７退１ (1... 什么) 2. 兵三进一"));
    assert_eq!(game.mended.len(), 1);
    assert_eq!(game.mended[0].to_string(), "1:18, move 2: `卒７退１` is no legal move here");
}

#[test]
fn brackets_that_do_not_match_are_mended() {
    let game = read("1. 炮二平五) 马８进７ (1... 炮８平５ {open");
    assert_eq!(moves(&game), "h2e2 h9g7");
    assert_eq!(game.mended.len(), 3, "{:?}", game.mended);
}

#[test]
fn moves_know_where_they_stood() {
    let game = read("[Red \"甲\"]\n1. 炮二平五 马８进７");
    let last = game.tree.end_of_main_line();
    assert_eq!(game.tree[last].spot(), Spot { line: 2, column: 9 });
}

#[test]
fn a_deep_nest_of_variations_needs_no_stack() {
    let text = format!("1. h2e2 {}{}", "(h2e2 ".repeat(20_000), ")".repeat(20_000));
    assert_eq!(read(&text).tree.len(), 20_002);
}

#[test]
fn what_is_written_looks_like_pgn() {
    let mut game = read("[Red \"胡荣华\"]\n1. 炮二平五 {中炮} (1. 兵七进一) 马８进７ 2. 马二进三");
    game.info.push(Tag::Result, "1-0");
    assert_eq!(
        written(&game, Notation::Chinese(Script::Simplified)),
        "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n[Result \"1-0\"]\n[Format \"Chinese\"]\n\n\
         1. 炮二平五 {中炮} (1. 兵七进一) 1... 马８进７ 2. 马二进三 1-0\n\n"
    );
    assert!(written(&game, Notation::Iccs).contains("1. H2-E2 {中炮} (1. C3-C4) 1... H9-G7"));
}

#[test]
fn records_of_other_games_and_wild_moves_are_refused() {
    let mut out = String::new();
    assert!(write(&Record::new(Start::go(9)), Notation::Iccs, &mut out).is_err());
    let mut record = Record::new(Start::xiangqi());
    record.tree.add_move(NodeId::ROOT, Color::First, RecordMove::Step { from: 200, to: 3 });
    let error = write(&record, Notation::Wxf, &mut out).unwrap_err();
    assert_eq!(error.place.move_number, Some(1));
}

/// A tree of random legal moves with comments, glyphs and variations.
fn random_record(seed: u64, nodes: usize) -> Record {
    let mut random = Random::seeded(seed);
    let mut record = Record::new(Start::xiangqi());
    let mut known: Vec<(NodeId, Board)> = vec![(NodeId::ROOT, Board::start())];
    let comments = ["好", "a } b\nsecond {", "(1. 炮二平五)", "[Red \"x\"]", "; $1 1-0 *", "}"];
    for _ in 0..nodes {
        // Mostly the newest node, so that lines get long and pawns and cannons meet.
        let back = if random.below(4) == 0 { random.below(known.len() as u32) } else { 0 };
        let (parent, board) = known[known.len() - 1 - back as usize].clone();
        let legal = board.moves(MoveSet::All);
        if legal.is_empty() {
            continue;
        }
        let mv: Move = legal[random.below(legal.len() as u32) as usize];
        let step = RecordMove::Step { from: mv.from().index() as u8, to: mv.to().index() as u8 };
        let node = record.tree.add_move(parent, board.turn(), step);
        while random.below(5) == 0 {
            let comment = comments[random.below(comments.len() as u32) as usize];
            record.tree.add_note(node, Note::Comment(comment.into()));
            if random.below(2) == 0 {
                record.tree.add_note(node, Note::Glyph(Glyph::Nag(random.below(140) as u8)));
            }
        }
        let mut next = board;
        next.play(mv);
        known.push((node, next));
    }
    record
}

/// The tree as nested text, whatever the order in which its nodes were added.
fn shape(record: &Record) -> String {
    let mut text = format!("{:?}", record.tree.notes(NodeId::ROOT));
    let mut stack: Vec<(NodeId, bool)> =
        record.tree.children(NodeId::ROOT).map(|id| (id, false)).collect();
    stack.reverse();
    while let Some((id, done)) = stack.pop() {
        if done {
            text.push(')');
            continue;
        }
        text += &format!("({:?}{:?}", record.tree[id].played(), record.tree.notes(id));
        stack.push((id, true));
        let children: Vec<_> = record.tree.children(id).map(|id| (id, false)).collect();
        stack.extend(children.into_iter().rev());
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(seed: u64, nodes in 0..120usize) {
        let record = random_record(seed, nodes);
        for notation in Notation::ALL {
            let text = written(&record, notation);
            let mut games = records(&text);
            let back = games.next().unwrap().map_err(|error| {
                TestCaseError::fail(format!("seed {seed} {notation:?}: {error}\n{text}"))
            })?;
            prop_assert_eq!(shape(&back), shape(&record), "seed {} {:?}\n{}", seed, notation, text);
            prop_assert!(games.next().is_none());
        }
    }

    #[test]
    fn tags_are_read_back(value in "[^\n\r]*", name in "[A-Z][a-z_]{3,9}") {
        prop_assume!(!value.trim().is_empty() && name != "Game" && name != "Format");
        let mut record = Record::new(Start::xiangqi());
        record.info.push(tags::meaning(&name), value.trim());
        record.info.push(Tag::Event, value.trim());
        let text = written(&record, Notation::Iccs);
        prop_assert_eq!(read(&text), record);
    }
}

proptest! {
    #[test]
    fn any_text_gives_games_or_errors(text: String) {
        let count = records(&text).count();
        prop_assert!(count <= text.len());
    }

    #[test]
    fn any_mixture_of_pgn_pieces_gives_games_or_errors(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[Game \"x\"]", "[FEN \"", "[Red \"甲\"]", "1.", "炮二平五", "马８进７", "h2e2", "{", "}",
                "(", ")", ";", "\n", "*", "1-0", "$7", "\"]", "[", "]", "C2=5", "前", "62.5", "\u{feff}",
            ]),
            0..60,
        ),
    ) {
        let text = pieces.join(" ");
        for game in records(&text).flatten() {
            prop_assert!(game.replay::<Board>().is_ok());
        }
    }
}
