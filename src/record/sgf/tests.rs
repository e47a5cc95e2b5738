//! Golden files, the faults of real files, round trips, hostile text.

use proptest::prelude::*;

use super::*;
use crate::game::Color;
use crate::record::{
    Area, Cell, Emphasis, GameKind, Glyph, Mark, NodeId, Note, RecordMove, Spot, Start, Tag, Tree,
};

const BLACK: Color = Color::First;
const WHITE: Color = Color::Second;

fn read(text: &str) -> Record {
    let mut games = records(text);
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(games.next().is_none(), "one game only: {text}");
    game
}

fn broken(text: &str) -> String {
    records(text).next().expect("a game").expect_err("a broken game").to_string()
}

fn written(record: &Record) -> String {
    let mut out = String::new();
    write(record, &mut out).expect("SGF can hold it");
    out
}

fn cell(text: &str) -> Cell {
    value::cell(text).expect("a point")
}

fn place(text: &str) -> RecordMove {
    RecordMove::Place(cell(text))
}

/// The main line as `Bdd Wpp B--`.
fn moves(record: &Record) -> String {
    let spell = |(mover, mv)| {
        let mut text = String::from(if mover == BLACK { "B" } else { "W" });
        match mv {
            RecordMove::Place(cell) => value::write_cell(cell, &mut text),
            _ => text.push_str("--"),
        }
        text
    };
    record.tree.main_moves().map(spell).collect::<Vec<_>>().join(" ")
}

fn mended(record: &Record) -> Vec<String> {
    record.mended.iter().map(|error| error.reason.to_string()).collect()
}

#[test]
fn a_game_is_read_with_everything_about_it() {
    let game = read(
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Yamada Wakio]BR[7p]PW[Cho Chikun]WR[9p]EV[Mini-Go]\
         DT[1993-10-30]KM[5.5]RE[W+0.5]HA[2]AB[cc][gg]PL[W]XX[a\\]][b]C[Start];W[ee]N[center]\
         ;B[]C[pass])",
    );
    assert_eq!(game.game(), GameKind::Go);
    assert_eq!(
        game.start,
        Start::Go {
            columns: 9,
            rows: 9,
            stones: vec![(BLACK, cell("cc")), (BLACK, cell("gg"))],
            turn: Some(WHITE)
        }
    );
    assert_eq!(game.info.get(&Tag::Player(WHITE)), Some("Cho Chikun"));
    assert_eq!(game.info.get(&Tag::Rank(BLACK)), Some("7p"));
    assert_eq!(game.info.get(&Tag::Komi), Some("5.5"));
    let outcome = game.outcome().expect("a result");
    assert_eq!((outcome.winner, outcome.margin), (Some(WHITE), Some(0.5)));
    assert_eq!(moves(&game), "Wee B--");
    assert_eq!(
        game.tree.notes(NodeId::ROOT),
        [Note::Other("XX".into(), vec!["a\\]".into(), "b".into()]), Note::Comment("Start".into())]
    );
    assert_eq!(game.tree.comment(game.tree.end_of_main_line()), Some("pass"));
    assert!(game.mended.is_empty());
}

#[test]
fn variations_are_read_in_order() {
    let game = read("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff]))(;W[gg]))");
    assert_eq!(moves(&game), "Baa Wbb Bcc");
    let first = game.tree.children(NodeId::ROOT).next().unwrap();
    let replies: Vec<_> = game.tree.children(first).collect();
    let played = |id| game.tree[id].played().unwrap().1;
    assert_eq!(
        replies.iter().map(|&id| played(id)).collect::<Vec<_>>(),
        ["bb", "dd", "gg"].map(place)
    );
    let second: Vec<_> = game.tree.children(replies[1]).map(played).collect();
    assert_eq!(second, ["ee", "ff"].map(place));
}

#[test]
fn marks_labels_and_judgements_are_understood() {
    let game = read(
        "(;SZ[19];B[dd]TR[aa:cc][dd]LB[aa:1][bb:two\\]]TB[ee]DD[]GB[2]TE[1]DO[]V[-3.5]BL[99.5]\
         ;AE[dd]AW[aa:bb]PL[B]AR[aa:bb])",
    );
    let ids: Vec<_> = game.tree.main_line().collect();
    assert_eq!(
        game.tree.notes(ids[1]),
        [
            Note::Mark(
                Mark::Triangle,
                vec![Area::between(cell("aa"), cell("cc")), cell("dd").into()]
            ),
            Note::Labels(vec![(cell("aa"), "1".into()), (cell("bb"), "two]".into())]),
            Note::Mark(Mark::Territory(BLACK), vec![cell("ee").into()]),
            Note::Mark(Mark::Dimmed, vec![]),
            Note::Glyph(Glyph::GoodFor(BLACK, Emphasis::Strong)),
            Note::Glyph(Glyph::Good(Emphasis::Plain)),
            Note::Glyph(Glyph::Doubtful),
            Note::Value(-3.5),
            Note::TimeLeft(BLACK, 99.5),
        ]
    );
    assert_eq!(
        game.tree.notes(ids[2]),
        [
            Note::Setup(None, vec![cell("dd").into()]),
            Note::Setup(Some(WHITE), vec![Area::between(cell("aa"), cell("bb"))]),
            Note::Turn(BLACK),
            Note::Other("AR".into(), vec!["aa:bb".into()]),
        ]
    );
}

#[test]
fn old_files_with_long_names_are_read() {
    let game = read(
        "(;GaMe[1]VieW[]SiZe[19]PlayerBlack[Ito]Comment[an old one]AddBlack[dd]AddWhite[pp]\
         ;White[qd];Black[tt])",
    );
    assert_eq!(game.info.get(&Tag::Player(BLACK)), Some("Ito"));
    assert_eq!(game.tree.comment(NodeId::ROOT), Some("an old one"));
    assert_eq!(moves(&game), "Wqd B--");
    let game = read("(;gm[1]sz[9]pb[small letters];b[ee];w[cc])");
    assert_eq!(game.info.get(&Tag::Player(BLACK)), Some("small letters"));
    assert_eq!(moves(&game), "Bee Wcc");
}

#[test]
fn text_before_between_and_after_games_is_skipped() {
    let text = "From: me (home)\nSubject: games\n\n(;SZ[9];B[aa])\n-- \n(;SZ[9];B[bb]) bye )";
    let games: Vec<_> = records(text).map(|game| moves(&game.unwrap())).collect();
    assert_eq!(games, ["Baa", "Bbb"]);
    assert!(records("").next().is_none());
    assert!(records(" \r\n\u{feff}").next().is_none());
    assert_eq!(broken("hello (world)"), "1:1: no game found: expected `(;`");
}

#[test]
fn a_property_with_one_value_is_kept_once() {
    let game = read("(;SZ[9];B[aa]V[1]GB[1]N[x]BL[9]V[2]GB[2]N[y]BL[8]WL[7]GW[1])");
    let node = game.tree.end_of_main_line();
    assert_eq!(
        game.tree.notes(node),
        [
            Note::Value(1.0),
            Note::Glyph(Glyph::GoodFor(BLACK, Emphasis::Plain)),
            Note::Name("x".into()),
            Note::TimeLeft(BLACK, 9.0),
            Note::TimeLeft(WHITE, 7.0),
            Note::Glyph(Glyph::GoodFor(WHITE, Emphasis::Plain)),
        ]
    );
    assert_eq!(mended(&game).len(), 4);
}

#[test]
fn missing_brackets_and_semicolons_are_mended() {
    let game = read("(;SZ[9];B[aa](;W[bb]");
    assert_eq!(moves(&game), "Baa Wbb");
    assert_eq!(mended(&game), ["the game is not closed: expected `)`"]);
    let game = read("(SZ[9]PB[x];B[aa])");
    assert_eq!(game.info.get(&Tag::Player(BLACK)), Some("x"));
    assert_eq!(mended(&game), ["a node does not begin with `;`"]);
    let game = read("(;SZ[9];B[aa]W[bb];B[cc])");
    assert_eq!(moves(&game), "Baa Wbb Bcc");
    assert_eq!(mended(&game), ["a node has two moves"]);
    let game = read("(;SZ[9];B[aa](W[bb])(W[cc]))");
    assert_eq!(moves(&game), "Baa Wbb");
    assert_eq!(game.tree.len(), 4);
    let game = read("(;SZ[9] 12.5 ;B[aa] foo ;W[bb])");
    assert_eq!(moves(&game), "Baa Wbb");
    assert_eq!(game.mended.len(), 2);
}

#[test]
fn an_unclosed_game_does_not_swallow_the_next() {
    let text = "(;GM[1]SZ[9];B[aa](;W[bb]\n(;GM[1]SZ[9];B[cc])\n(;FF[4]SZ[9];B[dd])";
    let games: Vec<_> = records(text).map(|game| moves(&game.unwrap())).collect();
    assert_eq!(games, ["Baa Wbb", "Bcc", "Bdd"]);
}

#[test]
fn a_broken_game_is_told_with_its_place_and_the_next_is_read() {
    let text = "(;SZ[9];B[aa])\n(;SZ[9];B[aa]\n  ;W[b9])\n(;GM[3])(;SZ[99])(;SZ[9];B[bb])";
    let results: Vec<_> = records(text)
        .map(|game| game.map_or_else(|error| error.to_string(), |game| moves(&game)))
        .collect();
    assert_eq!(
        results,
        [
            "Baa",
            "3:3, game 2, move 2: `b9` is not a move: expected two letters",
            "4:2, game 3, move 1: `GM[3]` is not Go (1) or Othello (2)",
            "4:10, game 4, move 1: `SZ[99]` is not a board size: expected 1 to 52",
            "Bbb",
        ]
    );
}

#[test]
fn a_bad_move_in_a_variation_does_not_break_the_game() {
    let game = read("(;SZ[9];B[aa](;W[bb])(;W[??];B[cc]))");
    assert_eq!(moves(&game), "Baa Wbb");
    assert_eq!(mended(&game), ["`??` is not a move: expected two letters"]);
}

#[test]
fn duplicated_properties_are_joined() {
    let game = read("(;SZ[9]AB[aa]AB[bb]PB[one]PB[two];B[cc]C[a]C[b]TR[aa]TR[bb]ZZ[1]ZZ[2])");
    let Start::Go { stones, .. } = &game.start else { panic!("Go") };
    assert_eq!(stones.len(), 2);
    assert_eq!(game.info.get(&Tag::Player(BLACK)), Some("one"));
    let end = game.tree.end_of_main_line();
    assert_eq!(game.tree.comment(end), Some("a\nb"));
    assert_eq!(game.tree.notes(end).len(), 3);
    assert_eq!(read(&written(&game)), game);
}

#[test]
fn properties_duplicated_far_apart_are_written_and_read_back() {
    // Found by fuzzing.
    let game = read("(;SZ[9]PB[a]KM[375]TAG[x:1]HA[2]PB[b]EV[c]TAG[y:2]KM[0])");
    let tags: Vec<_> = game.info.iter().map(|(_, text)| text).collect();
    assert_eq!(tags, ["a", "b", "375", "0", "1", "2", "2", "c"]);
    assert_eq!(read(&written(&game)), game);
}

#[test]
fn setup_areas_fill_rectangles_and_later_ones_win() {
    let game = read("(;SZ[9]AB[aa:cc]AW[bb]AE[cc])");
    let Start::Go { stones, .. } = &game.start else { panic!("Go") };
    assert_eq!(stones.len(), 8);
    assert!(stones.contains(&(WHITE, cell("bb"))) && stones.contains(&(BLACK, cell("ca"))));
}

#[test]
fn tt_passes_only_where_it_is_no_point() {
    assert_eq!(moves(&read("(;SZ[19];B[tt])")), "B--");
    assert_eq!(moves(&read("(;B[tt]SZ[9])")), "B--");
    assert_eq!(moves(&read("(;SZ[21];B[tt])")), "Btt");
    assert_eq!(moves(&read("(;SZ[52];B[ZZ])")), "BZZ");
}

#[test]
fn boards_may_be_rectangular() {
    let game = read("(;SZ[13:9];B[ma])");
    assert!(matches!(game.start, Start::Go { columns: 13, rows: 9, .. }));
    assert!(written(&game).contains("SZ[13:9]"));
}

#[test]
fn othello_moves_come_in_two_forms() {
    let game = read("(;GM[2];B[f5];W[fd];B[C3];W[pass];B[];W[PA])");
    assert_eq!(game.start, Start::othello());
    assert_eq!(moves(&game), "Bfe Wfd Bcc W-- B-- W--");
    assert!(written(&game).contains("B[fe]"), "written as points");
    assert_eq!(
        broken("(;GM[2]SZ[10];B[f5])"),
        "1:2, game 1, move 1: Othello on 10x10: expected 8x8"
    );
}

#[test]
fn an_othello_setup_becomes_a_board() {
    let usual = read("(;GM[2]SZ[8]AB[ed][de]AW[dd][ee]PL[B];B[f5])");
    assert_eq!(usual.start, Start::othello());
    let other = read("(;GM[2]AB[aa]AW[ba][hh]PL[W])");
    let board = format!("*O{}O O", "-".repeat(61));
    assert_eq!(other.start, Start::Othello { board: Some(board.into()) });
    assert_eq!(read(&written(&other)), other);
}

#[test]
fn nodes_know_their_lines_and_columns() {
    let game = read("\n(;SZ[9]C[棋谱];B[aa]\n ;W[bb])");
    let spots: Vec<_> = game.tree.main_line().map(|id| game.tree[id].spot()).collect();
    assert_eq!(spots, [(2, 2), (2, 13), (3, 2)].map(|(line, column)| Spot { line, column }));
}

#[test]
fn every_line_is_a_game_of_its_own() {
    let text = "(;SZ[9];B[aa])\r\n\n(;SZ[9];B[bb]C[open\n(;SZ[9];B[cc])\nnothing\n(;GM[9])\n";
    let results: Vec<_> = records_by_line(text)
        .map(|game| game.map_or_else(|error| error.to_string(), |game| moves(&game)))
        .collect();
    assert_eq!(
        results,
        [
            "Baa",
            "Bbb",
            "Bcc",
            "5:1: no game found: expected `(;`",
            "6:2, game 6, move 1: `GM[9]` is not Go (1) or Othello (2)",
        ]
    );
}

#[test]
fn the_charset_is_what_the_bytes_say_then_what_the_file_says() {
    // 棋譜 in Shift_JIS: the second byte of 譜 is 0xc3, of 表 (0x95 0x5c) a backslash.
    let shift_jis = b"(;CA[Shift_JIS]PB[\x8a\xfb\x95\x88\x95\x5c];B[aa])";
    let decoded = decode(shift_jis);
    let game = read(&decoded.text);
    assert_eq!(game.info.get(&Tag::Player(BLACK)), Some("棋譜表"));
    let wrong_label = "(;CA[GBK]PB[楚河汉界];B[aa])";
    assert_eq!(decode(wrong_label.as_bytes()).text, wrong_label);
    let latin = decode(b"(;CA[ISO-8859-1]PB[Andr\xe9];B[aa])");
    assert!(latin.text.contains("André"), "{}", latin.text);
}

#[test]
fn the_written_file_is_plain_ff4() {
    let game = read(
        "(;GM[1]SZ[9]PW[b\\]c]PB[a]KM[6.5]AB[cc]C[x\\\\y];W[dd];B[](;W[aa])(;W[ee]LB[aa:A]C[z]LB[bb:B]))",
    );
    assert_eq!(
        written(&game),
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]PW[b\\]c]PB[a]KM[6.5]AB[cc]C[x\\\\y]\n\
         ;W[dd];B[]\n\
         (;W[aa])\n\
         (;W[ee]LB[aa:A][bb:B]C[z]))\n"
    );
    let mut line = String::new();
    write_line(&game, &mut line).unwrap();
    assert_eq!(line.lines().count(), 1);
    assert_eq!(read(&line), game);
}

#[test]
fn one_line_has_no_line_breaks_even_from_comments() {
    let game = read("(;SZ[9]C[one\ntwo\\\nthree]QQ[a\\\nb\nc];B[aa])");
    let mut line = String::new();
    write_line(&game, &mut line).unwrap();
    assert_eq!(line.matches('\n').count(), 1);
    assert_eq!(read(&line).tree.comment(NodeId::ROOT), Some("one twothree"));
}

#[test]
fn tags_that_sgf_does_not_know_are_kept_all_the_same() {
    let mut record = Record::new(Start::othello());
    record.info.push(Tag::other("TheoreticalDiscs"), "40");
    record.info.push(Tag::other("TI"), "5:00]");
    record.info.push(Tag::OpeningCode, "B12");
    assert!(written(&record).contains("TAG[TheoreticalDiscs:40][TI:5:00\\]][OpeningCode:B12]"));
    assert_eq!(read(&written(&record)), record);
}

#[test]
fn xiangqi_is_refused() {
    let error = write(&Record::new(Start::xiangqi()), &mut String::new()).unwrap_err();
    assert_eq!(error.to_string(), "SGF has no xiangqi: expected Go or Othello");
}

#[test]
fn every_prefix_of_a_file_gives_a_game_or_an_error() {
    let text =
        "junk(;GM[1]SZ[9]PB[a\\]b]AB[aa:bb][cc];B[dd]C[é\\\\];W[ee](;B[ff])(;B[gg]LB[aa:x]))";
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        for record in records(&text[..end]).flatten() {
            assert_eq!(read(&written(&record)), record, "{}", &text[..end]);
        }
    }
}

#[test]
fn a_million_nodes_deep_wide_or_nested_are_read_and_dropped() {
    const NODES: usize = 1_000_000;
    let deep = format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(NODES / 2));
    let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(NODES));
    let nested = format!("(;SZ[9]{}{})", "(;B[aa]".repeat(NODES), ")".repeat(NODES));
    for text in [deep, wide, nested] {
        let game = read(&text);
        assert_eq!(game.tree.len(), NODES + 1);
        let again = read(&written(&game));
        assert!(again == game);
    }
    assert!(records(&"(".repeat(NODES)).next().unwrap().is_err());
    assert!(records(&"(;".repeat(NODES)).next().unwrap().is_ok());
    assert!(records(&"C[".repeat(NODES)).next().unwrap().is_err());
}

fn any_cell() -> impl Strategy<Value = Cell> {
    (0u8..52, 0u8..52).prop_map(|(column, row)| Cell { column, row })
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(BLACK), Just(WHITE)]
}

fn any_areas() -> impl Strategy<Value = Vec<Area>> {
    prop::collection::vec((any_cell(), any_cell()).prop_map(|(a, b)| Area::between(a, b)), 0..3)
}

fn any_text() -> impl Strategy<Value = Box<str>> {
    "[ -~é楚\\]\\\\:]{0,12}".prop_map(Into::into)
}

/// At most one note of each kind, as the reader leaves them.
fn any_notes() -> impl Strategy<Value = Vec<Note>> {
    let raw = "[a-z:é\n]{0,5}".prop_map(Box::<str>::from);
    let one = prop_oneof![
        "[ -~é楚\n]{0,20}".prop_map(|text| Note::Comment(text.into())),
        any_text().prop_map(Note::Name),
        (prop::option::of(any_color()), any_areas()).prop_map(|(c, a)| Note::Setup(c, a)),
        any_color().prop_map(Note::Turn),
        any_areas().prop_map(|areas| Note::Mark(Mark::Circle, areas)),
        Just(Note::Glyph(Glyph::Even(Emphasis::Strong))),
        any::<i16>().prop_map(|n| Note::Value(f32::from(n) / 8.0)),
        (any_color(), any::<u16>()).prop_map(|(c, n)| Note::TimeLeft(c, f32::from(n) / 4.0)),
        prop::collection::vec(raw, 1..3).prop_map(|values| Note::Other("QZ".into(), values)),
        prop::collection::vec((any_cell(), any_text()), 1..3).prop_map(Note::Labels),
    ];
    prop::collection::vec(one, 0..4).prop_map(|mut notes| {
        let mut kinds = Vec::new();
        notes.retain(|note| {
            let kind = std::mem::discriminant(note);
            let is_new = !kinds.contains(&kind);
            kinds.push(kind);
            is_new
        });
        notes
    })
}

fn any_move() -> impl Strategy<Value = RecordMove> {
    prop_oneof![any_cell().prop_map(RecordMove::Place), Just(RecordMove::Pass)]
}

fn any_tree() -> impl Strategy<Value = Tree> {
    let node = (any::<prop::sample::Index>(), any_color(), any_move(), any_notes());
    prop::collection::vec(node, 0..40).prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut ids = vec![NodeId::ROOT];
        for (parent, color, mv, notes) in nodes {
            let id = tree.add_move(ids[parent.index(ids.len())], color, mv);
            notes.into_iter().for_each(|note| tree.add_note(id, note));
            ids.push(id);
        }
        tree
    })
}

fn any_record() -> impl Strategy<Value = Record> {
    let stones = prop::collection::btree_map(any_cell(), any_color(), 0..8);
    (any_tree(), stones, prop::option::of(any_color()), any_text()).prop_map(
        |(tree, stones, turn, text)| {
            let mut stones: Vec<_> =
                stones.into_iter().map(|(cell, color)| (color, cell)).collect();
            stones.sort_by_key(|&(_, cell)| (cell.row, cell.column));
            let mut record = Record::new(Start::Go { columns: 52, rows: 51, stones, turn });
            record.info.push(Tag::Player(BLACK), text.clone());
            record.info.push(Tag::Event, text);
            record.tree = tree;
            record
        },
    )
}

/// Text made of the pieces that SGF is made of.
fn almost_sgf() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "B",
        "W",
        "AB",
        "SZ[9]",
        "GM[1]",
        "GM[2]",
        "B[aa]",
        "W[bb]",
        "AW[aa:zz]",
        "C[x]",
        "LB[aa:x]",
        "\n",
        "\r",
        " ",
        ":",
        "x",
        "é",
        "(;",
        "FF[4]",
        "PL[B]",
        "tt",
        "AE[a]",
        "KM[",
        "KM[6]",
        "PB[x]",
        "TAG[a:b]",
        "V[1e9]",
        "TR[]",
        "N[\\]]",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(record in any_record()) {
        let text = written(&record);
        prop_assert_eq!(&read(&text), &record, "{}", text);
    }

    #[test]
    fn what_is_read_is_written_and_read_back(text in almost_sgf()) {
        for record in records(&text).flatten() {
            let written = written(&record);
            prop_assert_eq!(&read(&written), &record, "{}", written);
        }
    }

    #[test]
    fn any_bytes_give_games_or_errors(bytes: Vec<u8>) {
        let decoded = decode(&bytes);
        records(&decoded.text).for_each(drop);
        records_by_line(&decoded.text).for_each(drop);
    }
}
