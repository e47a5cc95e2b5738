//! Othello transcripts: `f5d6c3d3c4...`, one game to a line.
//!
//! Case does not matter; passes are usually left out (`--`, `pa`, `ps`, `pass` are understood);
//! blanks, commas, single dashes and move numbers (`12.`) between moves are skipped. A line may
//! begin with the 64 squares and side to move of another start, and may end with a result:
//! `+12` (Black's lead) or `38-26` (discs). Empty lines and lines that begin with `#` or `%` are
//! skipped.

use super::othello::{Replay, start_board, start_of};
use super::{Place, Record, RecordError, RecordMove, Spot, Tag};
use crate::game::othello::{Board, Move};

/// The games of a text, line by line.
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> + '_ {
    let lines = (1..).zip(text.lines());
    let games = lines.filter(|(_, line)| !line.trim().is_empty() && !is_remark(line));
    (1..).zip(games).map(|(game, (line, text))| {
        read_line(text, line)
            .map_err(|error| RecordError { place: error.place.in_game(game), ..error })
    })
}

/// The main line as a transcript, without passes and without an end of line. A start other than
/// the usual one is written before it.
pub fn write(record: &Record, out: &mut String) {
    if let Ok(board) = start_board(&record.start)
        && board != Board::default()
    {
        out.push_str(&board.to_line());
        out.push(' ');
    }
    for (_, mv) in record.tree.main_moves() {
        if let RecordMove::Place(_) = mv
            && let Some(mv) = super::othello::move_of(mv)
        {
            out.push_str(&mv.to_string());
        }
    }
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

/// What stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word<'a> {
    Move(Move),
    Result(String),
    Unknown(&'a str),
}

fn read_line(line: &str, number: u32) -> Result<Record, RecordError> {
    let (start, mut rest) = split_start(line);
    let board = match start {
        None => Board::default(),
        Some(text) => text.parse().map_err(|error| {
            let place = Place::at(Spot { line: number, column: 1 });
            RecordError::new(place, format!("{error}"))
        })?,
    };
    let mut replay = Replay::from(board);
    let mut result = None;
    while let Some((at, word, after)) = next_word(rest) {
        let before = line.get(..line.len() - at.len()).unwrap_or(line);
        let spot = Spot { line: number, column: before.chars().count() as u32 + 1 };
        let place = Place::at(spot).at_move(replay.next_number());
        match word {
            _ if result.is_some() => {
                return Err(RecordError::new(place, "expected the end of the line after a result"));
            }
            Word::Move(mv) => {
                replay.play(mv, spot).map_err(|reason| RecordError::new(place, reason))?;
            }
            Word::Result(text) => result = Some(text),
            Word::Unknown(found) => {
                let reason = format!("expected a move from a1 to h8, found `{found}`");
                return Err(RecordError::new(place, reason));
            }
        }
        rest = after;
    }
    let mut record = Record::new(start_of(&board));
    if let Some(result) = result {
        record.info.push(Tag::Result, result);
    }
    record.tree = replay.tree;
    Ok(record)
}

/// The start position at the head of a line, if there is one, and what follows.
fn split_start(line: &str) -> (Option<&str>, &str) {
    let squares = line.bytes().take_while(|byte| b"*XxOo-.".contains(byte)).count();
    if squares < 64 {
        return (None, line);
    }
    // The side to move follows after blanks.
    let after = line.get(squares..).unwrap_or("");
    let blanks = after.len() - after.trim_start().len();
    let side = after.trim_start().chars().next().map_or(0, char::len_utf8);
    let end = squares + blanks + side;
    (line.get(..end), line.get(end..).unwrap_or(""))
}

/// Past what separates moves: the text at the next word, the word, and what follows it.
fn next_word(text: &str) -> Option<(&str, Word<'_>, &str)> {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || ",;:|".contains(c));
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let after_digits = trimmed.get(digits..).unwrap_or("");
        let skipped = if digits > 0 && after_digits.starts_with('.') {
            after_digits.trim_start_matches('.')
        } else if trimmed.starts_with('-') && starts_with_square(trimmed.get(1..)) {
            trimmed.get(1..).unwrap_or("")
        } else {
            trimmed
        };
        if skipped.len() == rest.len() {
            break;
        }
        rest = skipped;
    }
    if rest.is_empty() {
        return None;
    }
    let (word, after) = word_at(rest);
    Some((rest, word, after))
}

fn starts_with_square(text: Option<&str>) -> bool {
    text.and_then(|text| text.get(..2)).is_some_and(|two| two.parse::<Move>().is_ok())
}

/// The word at the head of `text`, which is not empty and begins with no separator.
fn word_at(text: &str) -> (Word<'_>, &str) {
    for length in [4, 2] {
        if let (Some(head), Some(rest)) = (text.get(..length), text.get(length..))
            && let Ok(mv) = head.parse()
        {
            return (Word::Move(mv), rest);
        }
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (head, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let word = read_result(head).map_or(Word::Unknown(head), Word::Result);
    (word, rest)
}

/// `+12`, `-4`, `0` or `38-26` as a result.
fn read_result(text: &str) -> Option<String> {
    let lead = match text.split_once('-') {
        Some((black, white)) if !black.is_empty() => {
            let (black, white): (u8, u8) = (black.parse().ok()?, white.parse().ok()?);
            i32::from(black) - i32::from(white)
        }
        _ => text.parse::<i32>().ok()?,
    };
    (-64..=64).contains(&lead).then(|| format!("{lead:+}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::Random;
    use crate::game::othello::Rules;
    use crate::game::{Game, Position};
    use crate::record::NodeId;
    use crate::record::othello::record_move;

    fn one(text: &str) -> Result<Record, RecordError> {
        records(text).next().expect("the text has a game")
    }

    fn names(text: &str) -> Vec<String> {
        let game = one(text).unwrap().replay::<Board>().unwrap();
        game.moves().map(|(_, mv)| mv.to_string()).collect()
    }

    #[test]
    fn moves_are_read_in_every_dress() {
        let plain = ["f5", "d6", "c3", "d3", "c4"];
        for text in [
            "f5d6c3d3c4",
            "F5D6C3D3C4",
            "f5 d6 c3 d3 c4",
            "F5-D6-C3-D3-C4",
            "1. f5 d6 2. c3 d3 3. c4",
            "  f5,d6,c3,d3,c4  ",
        ] {
            assert_eq!(names(text), plain, "{text}");
        }
    }

    #[test]
    fn the_result_may_follow() {
        let margin = |text: &str| one(text).unwrap().outcome().map(|o| (o.winner, o.margin));
        use crate::game::othello::{BLACK, WHITE};
        assert_eq!(margin("f5d6 +12"), Some((Some(BLACK), Some(12.0))));
        assert_eq!(margin("f5d6: -4"), Some((Some(WHITE), Some(4.0))));
        assert_eq!(margin("f5d6 26-38"), Some((Some(WHITE), Some(12.0))));
        assert_eq!(margin("f5d6 +0"), Some((None, Some(0.0))));
        assert_eq!(margin("f5d6"), None);
    }

    #[test]
    fn a_bad_move_is_told_with_line_column_and_number() {
        let text = "# two games\nf5d6\n\nf5 d6 a1";
        let found: Vec<_> = records(text).collect();
        assert!(found[0].is_ok());
        let error = found[1].as_ref().unwrap_err().to_string();
        assert!(error.starts_with("4:7, game 2, move 3: a1 is illegal"), "{error}");
        let error = one("f5d6 hello").unwrap_err().to_string();
        assert_eq!(error, "1:6, game 1, move 3: expected a move from a1 to h8, found `hello`");
    }

    #[test]
    fn another_start_is_read_and_written() {
        let text = format!("-OXXXXXX{} O a1", "-".repeat(56));
        let record = one(&text).unwrap();
        assert_eq!(names(&text), ["pass", "a1"]);
        let mut written = String::new();
        write(&record, &mut written);
        assert_eq!(one(&written).unwrap(), record);
    }

    proptest! {
        #[test]
        fn any_text_gives_records_or_errors(text: String) {
            for record in records(&text) {
                let _ = record;
            }
        }

        #[test]
        fn words_near_moves_give_records_or_errors(text in "[a-h1-8pP.:+ X*O-]{0,80}") {
            for record in records(&text) {
                let _ = record;
            }
        }

        #[test]
        fn random_games_are_read_back(seed: u64) {
            let mut random = Random::seeded(seed);
            let mut game = Game::new(Board::default(), Rules::default());
            let mut record = Record::new(start_of(game.start()));
            let mut end = NodeId::ROOT;
            while game.outcome().is_none() {
                let moves = game.legal_moves();
                let chosen = moves[random.below(moves.len() as u32) as usize];
                end = record.tree.add_move(end, game.position().turn(), record_move(chosen));
                game.play(chosen).unwrap();
            }
            let mut written = String::new();
            write(&record, &mut written);
            prop_assert_eq!(one(&written).unwrap(), record);
        }
    }
}
