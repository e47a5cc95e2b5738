//! Every legal move reads back in every notation; examples of every form.

use proptest::prelude::*;

use super::*;
use crate::base::Random;
use crate::game::xiangqi::{Kind, Piece, RED, Square};

const TRADITIONAL: Notation = Notation::Chinese(Script::Traditional);
const SIMPLIFIED: Notation = Notation::Chinese(Script::Simplified);

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Both moves of a record and what they are.
#[test]
fn openings_are_written_as_records_write_them() {
    let mut board = Board::start();
    for (ucci, wxf, traditional, simplified) in [
        ("h2e2", "C2=5", "炮二平五", "炮二平五"),
        ("h9g7", "H8+7", "馬８進７", "马８进７"),
        ("h0g2", "H2+3", "馬二進三", "马二进三"),
        ("i9h9", "R9=8", "車９平８", "车９平８"),
        ("g3g4", "P3+1", "兵三進一", "兵三进一"),
        ("c6c5", "P3+1", "卒３進１", "卒３进１"),
        ("f0e1", "A4+5", "仕四進五", "仕四进五"),
        ("c9e7", "E3+5", "象３進５", "象３进５"),
        ("g0i2", "E3+1", "相三進一", "相三进一"),
        ("b7b8", "C2-1", "炮２退１", "炮２退１"),
        ("e0f0", "K5=4", "帥五平四", "帅五平四"),
        ("e9e8", "K5+1", "將５進１", "将５进１"),
    ] {
        let mv = mv(ucci);
        assert_eq!(Notation::Wxf.write(&board, mv), wxf);
        assert_eq!(TRADITIONAL.write(&board, mv), traditional);
        assert_eq!(SIMPLIFIED.write(&board, mv), simplified);
        for text in [ucci, wxf, traditional, simplified] {
            assert_eq!(parse(&board, text), Ok(mv), "{text} in\n{board}");
        }
        board.play(mv);
    }
}

#[test]
fn coordinates_come_in_four_forms() {
    let board = Board::start();
    let cannon = mv("h2e2");
    for (notation, text) in
        [(Notation::Iccs, "H2-E2"), (Notation::Ucci, "h2e2"), (Notation::UciFromOne, "h3e3")]
    {
        assert_eq!(notation.write(&board, cannon), text);
        assert_eq!(notation.parse(&board, text), Ok(cannon));
        assert_eq!(notation.parse(&board, &text.to_lowercase()), Ok(cannon));
        assert_eq!(notation.parse(&board, &text.to_uppercase()), Ok(cannon));
    }
    let corner = self::board("r2k5/9/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(Notation::UciFromOne.write(&corner, mv("a9b9")), "a10b10");
    assert_eq!(parse(&corner, "a10b10"), Ok(mv("a9b9")));
    assert_eq!(parse(&corner, "a10a9"), Ok(mv("a9a8")));
}

/// Positions with several pieces of a kind on a file: every way to name one of them.
#[test]
fn pieces_on_one_file_are_told_apart() {
    let two_cannons = "3k5/9/2C6/9/2C6/9/9/9/9/4K4 w";
    let black_rooks = "4k4/2r6/9/9/9/9/2r6/9/9/3K5 b";
    let three_pawns = "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w";
    let four_pawns = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w";
    let two_files = "3k5/9/2P3P2/2P3P2/9/8P/9/9/9/4K4 w";
    for (fen, ucci, texts) in [
        (two_cannons, "c7c6", "前炮退一 C+-1 +C-1 炮前退一 6+-1 前包退1 前砲下一"),
        (two_cannons, "c5d5", "后炮平六 後炮平六 C-=6 C.=6 -C.6 C..6 6..6 後炮平６"),
        (black_rooks, "c3c4", "前車退１ 前车退1 R+-1 r+-1 +r-1 前俥退１"),
        (black_rooks, "c8c9", "後車退１ 后车下1 R--1 r.-1 -r-1"),
        (three_pawns, "c7d7", "前兵平六 17=6 P+=6 P+.6 +P.6 一兵平六 Pa.6 前兵七平六"),
        (three_pawns, "c6d6", "中兵平六 27=6 P-=6 .P=6 二兵平六 Pb=6 7b.6 中七平六"),
        (three_pawns, "c5d5", "后兵平六 37=6 P.=6 -P=6 三兵平六 pc.6 后七平六"),
        (four_pawns, "c6d6", "三兵平六 37=6 Pc.6 三兵七平六"),
        (four_pawns, "c5d5", "四兵平六 47=6 Pd.6 后兵平六"),
        (two_files, "g7h7", "一兵平二 13=2 Pa=2 前兵三平二 前三平二"),
        (two_files, "g6h6", "二兵平二 23=2 Pb=2 后兵三平二 后三平二"),
        (two_files, "c7d7", "三兵平六 17=6 Pc=6 前兵七平六 前七平六"),
        (two_files, "c6d6", "四兵平六 27=6 Pd.6 后兵七平六 后七平六"),
        (two_files, "i4i5", "兵一进一 P1+1 71+1"),
    ] {
        let board = board(fen);
        for text in texts.split(' ') {
            assert_eq!(parse(&board, text), Ok(mv(ucci)), "{text} in\n{board}");
        }
        let written = texts.split(' ').next().unwrap();
        assert_eq!(
            SIMPLIFIED.write(&board, mv(ucci)).replace('後', "后"),
            written.replace("車", "车").replace('後', "后")
        );
    }
}

#[test]
fn front_is_nearer_to_the_enemy_for_both_sides() {
    let red = board("5k3/9/2N6/9/9/2N6/9/9/9/4K4 w");
    assert_eq!(parse(&red, "前马进九"), Ok(mv("c7a8")));
    let black = board("4k4/9/2n6/9/9/2n6/9/9/9/5K3 b");
    assert_eq!(parse(&black, "前马进1"), Ok(mv("c4a3")));
}

#[test]
fn advisors_and_elephants_need_no_order() {
    let board = board("5k3/9/9/9/9/2B6/9/3A5/9/2BAK4 w");
    for (text, ucci) in
        [("A6-5", "d2e1"), ("仕六进五", "d0e1"), ("相七退五", "c4e2"), ("E7+9", "c0a2")]
    {
        assert_eq!(parse(&board, text), Ok(mv(ucci)), "{text}");
        assert_eq!(Notation::of(text).parse(&board, text), Ok(mv(ucci)));
    }
    assert_eq!(SIMPLIFIED.write(&board, mv("d2e1")), "仕六退五");
    assert_eq!(Notation::Wxf.write(&board, mv("c0a2")), "E7+9");
}

#[test]
fn the_keyboards_digits_are_pieces() {
    let board = Board::start();
    for (text, ucci) in [("62.5", "h2e2"), ("42+3", "h0g2"), ("73+1", "g3g4"), ("15+1", "e0e1")] {
        assert_eq!(parse(&board, text), Ok(mv(ucci)), "{text}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let board = Board::start();
    let error = |text: &str| parse(&board, text).expect_err(text).to_string();
    assert_eq!(error("hello"), "expected a move, found `hello`");
    assert_eq!(error("炮二平"), "expected a move, found `炮二平`");
    assert_eq!(error("h2h8"), "`h2h8` is no legal move here");
    assert_eq!(error("炮二平九"), "`炮二平九` is no legal move here");
    assert_eq!(error("前炮平五"), "`前炮平五` is no legal move here");
    let two_files = self::board("3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4 w");
    let ambiguous = parse(&two_files, "前兵进一").unwrap_err();
    assert!(matches!(ambiguous, NotationError::Ambiguous { .. }), "{ambiguous}");
}

fn reads_back_everywhere(board: &Board) -> Result<(), TestCaseError> {
    for mv in board.moves(MoveSet::All) {
        for notation in Notation::ALL {
            let text = notation.write(board, mv);
            prop_assert_eq!(notation.parse(board, &text), Ok(mv), "{} in\n{}", text, board);
        }
        // No two moves are written alike, so guessing the notation finds the move too.
        for notation in [Notation::Iccs, Notation::Wxf, TRADITIONAL, SIMPLIFIED] {
            let text = notation.write(board, mv);
            prop_assert_eq!(parse(board, &text), Ok(mv), "{} in\n{}", text, board);
        }
    }
    Ok(())
}

/// A board where pieces stand anywhere they may, pawns mostly on few files.
fn crowded(seed: u64) -> Option<Board> {
    let mut random = Random::seeded(seed);
    let mut text = [['1'; 9]; 10];
    let mut put = |letter: char, file: u32, rank: u32| {
        text[9 - rank as usize][file as usize] = letter;
    };
    let files = [random.below(9), random.below(9)];
    for (pawn, base) in [('P', 5), ('p', 0)] {
        for _ in 0..5 {
            put(pawn, files[random.below(2) as usize], base + random.below(5));
        }
    }
    for letter in "CCNNRRccnnrr".chars() {
        let file = if random.below(2) == 0 { files[0] } else { random.below(9) };
        put(letter, file, random.below(10));
    }
    put('K', 3 + random.below(3), random.below(3));
    put('k', 3 + random.below(3), 7 + random.below(3));
    let ranks: Vec<String> = text.iter().map(|rank| rank.iter().collect()).collect();
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    Board::from_fen(&format!("{} {turn}", ranks.join("/"))).ok()
}

#[test]
fn every_move_reads_back_on_crowded_files() {
    let boards: Vec<Board> = (0..6000).filter_map(crowded).collect();
    assert!(boards.len() > 1000, "only {} boards are possible", boards.len());
    let most_pawns_on_a_file = |board: &Board| {
        let pawn = Piece::new(RED, Kind::Pawn);
        let on = |file| {
            (0..10).filter(|&rank| board.piece_at(Square::new(file, rank)) == Some(pawn)).count()
        };
        (0..9).map(on).max().unwrap()
    };
    assert!(boards.iter().any(|board| most_pawns_on_a_file(board) == 5));
    for board in &boards {
        reads_back_everywhere(board).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_move_reads_back_in_games(seed: u64, plies in 0..300u32) {
        let mut random = Random::seeded(seed);
        let mut board = Board::start();
        for _ in 0..plies {
            let moves = board.moves(MoveSet::All);
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        reads_back_everywhere(&board)?;
    }

    #[test]
    fn any_text_gives_a_move_or_an_error(text in any::<String>()) {
        for notation in Notation::ALL {
            let _ = notation.parse(&Board::start(), &text);
        }
    }

    #[test]
    fn any_near_move_gives_a_move_or_an_error(
        text in "[前中后一二三四五六七八九１-９1-9兵卒炮车馬P+.=a-e-]{1,2}[兵卒炮0-9四a-i+-]{1,2}[进退平上下+.=-][0-9一-龟]"
    ) {
        for notation in Notation::ALL {
            for board in [Board::start(), board("3k5/9/2P3P2/2P3P2/9/8P/9/9/9/4K4 w")] {
                if let Ok(mv) = notation.parse(&board, &text) {
                    prop_assert!(board.is_legal(mv));
                }
            }
        }
    }
}
