//! What each fuzz target does with its bytes: everything a user can do with such a file or line, and
//! what must hold for whatever was read. `scripts/fuzz` runs them.

mod binary;
mod contest;
mod talk;

pub use binary::{checkpoint, network, selfplay, weights};
pub use contest::{engine_talk, match_file};
pub use talk::{gtp, gtp_othello, nboard, session, ucci, uci};

use sanqi::game::xiangqi::{self, Notation, notation};
use sanqi::game::{Position, go, othello};
use sanqi::record::{
    Format, Record, RecordError, Source, ggf, iccs_table, obf, pgn, sgf, text, transcript, wthor,
};

type Results<'a> = Box<dyn Iterator<Item = Result<Record, RecordError>> + 'a>;

/// Replays whatever was read; errors must be tellable.
fn replayed(records: impl Iterator<Item = Result<Record, RecordError>>) -> Vec<Record> {
    let tell = |error: RecordError| assert!(!error.to_string().is_empty());
    let mut read = Vec::new();
    for record in records {
        match record {
            Ok(record) => {
                let _ = record.check().map_err(|error| tell(error.in_game(1)));
                let _ = (record.outcome(), record.info.komi(), record.info.handicap());
                read.push(record);
            }
            Err(error) => tell(error),
        }
    }
    read
}

/// Every record that `format` can write must be read back with the same moves.
fn survives_writing(format: Format, record: &Record) {
    let mut out = String::new();
    if format.write(record, &mut out).is_err() {
        return;
    }
    let source = Source::new(format, out.as_bytes());
    let again = source.records().next().expect("a game").expect("a game that can be read");
    assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{format}:\n{out}");
}

/// SGF files and lines of SGF.
pub fn sgf(bytes: &[u8]) {
    let decoded = sgf::decode(bytes);
    for record in replayed(sgf::records(&decoded.text)) {
        let mut out = String::new();
        sgf::write(&record, &mut out).expect("SGF can hold what was SGF");
        let again = sgf::records(&out).next().expect("a game").expect("a game that can be read");
        assert_eq!(again, record, "{out}");
    }
    replayed(sgf::records_by_line(&decoded.text));
}

/// Xiangqi PGN in any encoding and notation.
pub fn pgn(bytes: &[u8]) {
    let decoded = text::decode(bytes);
    for record in replayed(pgn::records(&decoded.text)) {
        for notation in Notation::ALL {
            let mut out = String::new();
            if pgn::write(&record, notation, &mut out).is_ok() {
                let again = pgn::records(&out).next().expect("a game").expect("a readable game");
                assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{out}");
            }
        }
    }
}

/// Tables of xiangqi games.
pub fn iccs_table(bytes: &[u8]) {
    replayed(iccs_table::records(&text::decode(bytes).text));
}

/// GGF.
pub fn ggf(bytes: &[u8]) {
    for record in replayed(ggf::records(&text::decode(bytes).text)) {
        survives_writing(Format::Ggf, &record);
    }
}

/// WTHOR's games, players and tournaments.
pub fn wthor(bytes: &[u8]) {
    let names = wthor::Names::read(bytes, bytes).unwrap_or_default();
    let _ = wthor::looks_right(bytes);
    for record in replayed(wthor::records(bytes, &names)) {
        survives_writing(Format::Sgf, &record);
        survives_writing(Format::Ggf, &record);
    }
}

/// Othello transcripts.
pub fn transcript(bytes: &[u8]) {
    for record in replayed(transcript::records(&text::decode(bytes).text)) {
        survives_writing(Format::Sgf, &record);
    }
}

/// Othello problems.
pub fn obf(bytes: &[u8]) {
    let decoded = text::decode(bytes);
    for problem in obf::problems(&decoded.text).flatten() {
        let mut out = String::new();
        obf::write(&problem, &mut out);
        let again = obf::problems(&out).next().expect("a problem").expect("a readable problem");
        assert_eq!(again, problem, "{out}");
    }
    replayed(obf::records(&decoded.text));
}

/// A file of unknown format, and the same bytes as a file of every format.
pub fn any_record(bytes: &[u8]) {
    let found = Format::of_content(bytes);
    for format in Format::ALL.into_iter().chain(found) {
        let source = Source::new(format, bytes);
        let records: Results<'_> = source.records();
        replayed(records);
    }
}

/// Xiangqi FEN.
pub fn fen(bytes: &[u8]) {
    let Ok(board) = xiangqi::Board::from_fen(&text::decode(bytes).text) else { return };
    let fen = board.fen();
    let again = xiangqi::Board::from_fen(&fen).expect("our own FEN can be read");
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), board.key());
    let _ = (board.to_string(), board.outcome());
    let mut moves = Vec::new();
    Position::legal_moves(&board, &mut moves);
    for mv in moves {
        let mut next = board.clone();
        next.play(mv);
    }
}

/// Othello boards as text.
pub fn othello_board(bytes: &[u8]) {
    let Ok(board) = text::decode(bytes).text.parse::<othello::Board>() else { return };
    assert_eq!(board.to_line().parse(), Ok(board), "{board}");
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    for mv in moves {
        let mut next = board;
        next.play(mv);
    }
}

/// Go diagrams, vertices and names of rules.
pub fn go_text(bytes: &[u8]) {
    let text = text::decode(bytes).text;
    if let Ok(point) = text.parse::<go::Point>() {
        assert_eq!(point.to_string().parse(), Ok(point));
    }
    let _ = text.parse::<go::Rules>();
    let Ok(board) = text.parse::<go::Board>() else { return };
    let _ = (board.to_string(), board.chains(), board.is_settled());
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    for mv in moves {
        let mut next = board.clone();
        next.play(mv);
    }
}

/// Xiangqi moves in every notation, each line played from the position so far.
pub fn notation(bytes: &[u8]) {
    let decoded = text::decode(bytes);
    let mut board = xiangqi::Board::start();
    for line in decoded.text.lines().take(200) {
        for notation in Notation::ALL {
            let _ = notation.parse(&board, line);
        }
        let Ok(mv) = notation::parse(&board, line) else { continue };
        for notation in Notation::ALL {
            let written = notation.write(&board, mv);
            assert_eq!(notation.parse(&board, &written), Ok(mv), "{written} on\n{board}");
        }
        board.play(mv);
    }
}
