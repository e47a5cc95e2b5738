//! Tables of xiangqi games: tab-separated columns named in the first line, one game a line, moves
//! in coordinates (`h2e2 h9g7`, ICCS or UCCI).
//!
//! | column | meaning |
//! |---|---|
//! | `moves` | the moves, blanks between; the only column that must be there |
//! | `fen` | the start position; the usual start if empty or absent |
//! | `red`, `black`, `event`, `site`, `date`, `result`, `ecco`, `path` | as the tags of PGN |
//! | any other | kept under its name |

use super::{NodeId, Place, Record, RecordError, RecordMove, Spot, Start, Tag};
use crate::game::Color;
use crate::game::xiangqi::{Board, Move};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Moves,
    Fen,
    Info(Tag),
}

impl Column {
    fn named(name: &str) -> Self {
        Self::Info(match name.to_lowercase().as_str() {
            "moves" => return Self::Moves,
            "fen" => return Self::Fen,
            "red" => Tag::Player(Color::First),
            "black" => Tag::Player(Color::Second),
            "event" => Tag::Event,
            "site" => Tag::Place,
            "date" => Tag::Date,
            "round" => Tag::Round,
            "result" => Tag::Result,
            "ecco" => Tag::OpeningCode,
            "path" => Tag::Source,
            _ => Tag::other(name),
        })
    }
}

/// The games of a table, line by line. The rules do not judge the moves: replaying does.
///
/// ```
/// let table = "red\tblack\tmoves\n胡榮華\t許銀川\th2e2 h9g7\n";
/// let game = sanqi::record::iccs_table::records(table).next().unwrap().unwrap();
/// assert_eq!(game.tree.main_moves().count(), 2);
/// ```
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let head = lines.next();
    let columns: Vec<Column> = head
        .map(|(_, line)| line.trim_start_matches('\u{feff}').split('\t').map(str::trim))
        .map(|names| names.map(Column::named).collect())
        .unwrap_or_default();
    let is_table = columns.contains(&Column::Moves);
    let complaint = head.filter(|_| !is_table).map(|(line, _)| {
        let place = Place::at(Spot { line, column: 1 });
        Err(RecordError::new(place, "expected a column `moves` in the first line"))
    });
    let games = (1..).zip(lines).map(move |(game, (line, text))| {
        row(&columns, line, text)
            .map_err(|error| RecordError { place: error.place.in_game(game), ..error })
    });
    complaint.into_iter().chain(games.take_while(move |_| is_table))
}

/// One game.
fn row(columns: &[Column], line: u32, text: &str) -> Result<Record, RecordError> {
    let mut record = Record::new(Start::xiangqi());
    let mut moves = None;
    let mut turn = Color::First;
    let mut column_number = 1;
    for (index, value) in text.split('\t').enumerate() {
        let spot = Spot { line, column: column_number };
        column_number += value.chars().count() as u32 + 1;
        let Some(column) = columns.get(index) else {
            let reason = format!("expected {} columns, found more", columns.len());
            return Err(RecordError::new(Place::at(spot), reason));
        };
        match column {
            Column::Moves => moves = Some((value, spot)),
            Column::Fen if value.trim().is_empty() => {}
            Column::Fen => {
                let board = Board::from_fen(value)
                    .map_err(|error| RecordError::new(Place::at(spot), error.to_string()))?;
                turn = board.turn();
                if board != Board::start() {
                    record.start = Start::Xiangqi { fen: Some(value.trim().into()) };
                }
            }
            Column::Info(tag) => {
                if !value.trim().is_empty() {
                    record.info.push(tag.clone(), value.trim());
                }
            }
        }
    }
    let Some((moves, spot)) = moves else {
        let place = Place::at(Spot { line, column: column_number });
        return Err(RecordError::new(place, "the line ends before its moves"));
    };
    add_moves(&mut record, turn, moves, spot)?;
    Ok(record)
}

fn add_moves(
    record: &mut Record,
    mut turn: Color,
    moves: &str,
    mut spot: Spot,
) -> Result<(), RecordError> {
    let mut node = NodeId::ROOT;
    let mut number = 0;
    for word in moves.split(' ') {
        if !word.trim().is_empty() {
            number += 1;
            let mv: Move = word.trim().parse().map_err(|error| {
                RecordError::new(Place::at(spot).at_move(number), format!("{error}"))
            })?;
            let step =
                RecordMove::Step { from: mv.from().index() as u8, to: mv.to().index() as u8 };
            node = record.tree.add_move(node, turn, step);
            record.tree.set_spot(node, spot);
            turn = turn.other();
        }
        spot.column += word.chars().count() as u32 + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Game;

    #[test]
    fn columns_are_known_by_their_names() {
        let table = "path\tecco\tresult\tred\tblack\tlegal\tmoves\n\
                     a/1.pgn\tC42\t0-1\t趙汝權\t許銀川\t1\th2e2 h9g7 h0g2\n";
        let game = records(table).next().unwrap().unwrap();
        assert_eq!(game.info.get(&Tag::Player(Color::Second)), Some("許銀川"));
        assert_eq!(game.info.get(&Tag::OpeningCode), Some("C42"));
        assert_eq!(game.info.get(&Tag::other("legal")), Some("1"));
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::Second));
        let replayed: Game<Board> = game.replay().unwrap();
        assert_eq!(replayed.len(), 3);
    }

    #[test]
    fn a_fen_says_who_begins() {
        let table = "fen\tmoves\n4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1\te9f9 a0a9\n";
        let game = records(table).next().unwrap().unwrap();
        assert_eq!(game.tree.main_moves().next().map(|(mover, _)| mover), Some(Color::Second));
        assert!(game.replay::<Board>().is_ok());
    }

    #[test]
    fn a_broken_line_is_told_and_the_next_one_read() {
        let table = "red\tmoves\n甲\th2e2 h9x7\n乙\th2e2\n丙\n丁\th2e2\textra\n";
        let told: Vec<String> = records(table)
            .map(|game| game.map_or_else(|error| error.to_string(), |_| "read".to_owned()))
            .collect();
        assert_eq!(
            told,
            [
                "2:8, game 1, move 2: expected a move like h2e2, found `h9x7`",
                "read",
                "4:3, game 3: the line ends before its moves",
                "5:8, game 4: expected 2 columns, found more",
            ]
        );
    }

    #[test]
    fn a_text_without_a_head_is_no_table() {
        let mut games = records("1. h2e2 h9g7\n2. h0g2\n");
        let error = games.next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "1:1: expected a column `moves` in the first line");
        assert!(games.next().is_none());
        assert!(records("").next().is_none());
    }

    proptest! {
        #[test]
        fn any_text_gives_games_or_errors(text: String) {
            let lines = text.lines().count();
            prop_assert!(records(&text).count() <= lines);
            let table = format!("moves\tfen\n{text}");
            prop_assert!(records(&table).count() <= lines + 1);
        }
    }
}
