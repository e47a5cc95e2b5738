//! GGF, the game format of the generic game server GGS, read and written for Othello.
//!
//! `(;GM[Othello]PC[GGS/os]PB[..]PW[..]RE[+12.00]BO[8 <64 squares> *]B[F5/eval/time]W[d6//1.9];)`:
//! games are enclosed in `(;` and `;)`, values know no escape and end at the first `]`. A line of
//! a synchro match holds several games after their count: `2 (;..;)(;..;)`. Text between games
//! is skipped. A move's evaluation is the mover's, in discs; the record keeps Black's.

mod clock;

pub use clock::{Clock, Clocks};

use super::othello::{move_of, record_move, start_board, start_of};
use super::result::write_ggf;
use super::{NodeId, Note, Place, Record, RecordError, Spot, Start, Tag};
use crate::game::Color;
use crate::game::othello::{BLACK, Board, Move, WHITE};

/// Name of the tag that tells a synchro game's number and the number of games: `1/2`.
pub const SYNCHRO: &str = "Synchro";

/// The properties that are tags, by their GGF names; all others keep theirs.
const TAGS: &[(&str, Tag)] = &[
    ("PC", Tag::Place),
    ("DT", Tag::Date),
    ("PB", Tag::Player(BLACK)),
    ("PW", Tag::Player(WHITE)),
    ("RB", Tag::Rank(BLACK)),
    ("RW", Tag::Rank(WHITE)),
    ("TI", Tag::TimeLimit),
    ("RE", Tag::Result),
    ("KM", Tag::Komi),
    ("EV", Tag::Event),
    ("RO", Tag::Round),
];

/// The games of a text. A broken game is an error; reading goes on at the next `(;`.
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> + '_ {
    Reader { text, rest: text, spot: Spot { line: 1, column: 1 }, game: 0, synchro: None }
}

/// One game, and the end of its line.
pub fn write(record: &Record, out: &mut String) {
    write_game(record, out);
    out.push('\n');
}

/// The games of a synchro match on one line.
pub fn write_synchro(records: &[Record], out: &mut String) {
    out.push_str(&format!("{} ", records.len()));
    for record in records {
        write_game(record, out);
    }
    out.push('\n');
}

#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    spot: Spot,
    game: u32,
    /// Number of the next game and of all games of the present synchro line.
    synchro: Option<(u32, u32)>,
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.rest.find("(;")?;
        self.note_count(start);
        self.advance(start + 2);
        self.game += 1;
        let synchro = self.count_synchro();
        let game = self.game;
        let record = self.read_game().map(|mut record| {
            if let Some((number, count)) = synchro {
                record.info.push(Tag::other(SYNCHRO), format!("{number}/{count}"));
            }
            record
        });
        Some(record.map_err(|error| RecordError { place: error.place.in_game(game), ..error }))
    }
}

impl<'a> Reader<'a> {
    /// A number right before the game at `start` counts the games of its line.
    fn note_count(&mut self, start: usize) {
        let between = self.rest.get(..start).unwrap_or("");
        let word = between.split_whitespace().next_back();
        let count = word.and_then(|word| word.parse().ok()).filter(|count| (2..=9).contains(count));
        if let Some(count) = count {
            self.synchro = Some((1, count));
        }
    }

    fn count_synchro(&mut self) -> Option<(u32, u32)> {
        let (number, count) = self.synchro?;
        self.synchro = (number < count).then_some((number + 1, count));
        Some((number, count))
    }

    /// Moves `bytes` on, counting lines and columns.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        for c in passed.chars() {
            if c == '\n' {
                self.spot = Spot { line: self.spot.line + 1, column: 1 };
            } else {
                self.spot.column += 1;
            }
        }
        self.rest = rest;
        passed
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError::new(Place::at(self.spot), reason.into()))
    }

    /// From after `(;` to after `;)`.
    fn read_game(&mut self) -> Result<Record, RecordError> {
        let mut game = Building::new();
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.advance(blanks);
            if self.rest.starts_with(";)") {
                self.advance(2);
                return Ok(game.record);
            }
            let spot = self.spot;
            let (name, value) = self.read_property()?;
            game.take(name, value, spot)
                .map_err(|reason| RecordError::new(Place::at(spot), reason))?;
        }
    }

    fn read_property(&mut self) -> Result<(&'a str, &'a str), RecordError> {
        let letters = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            let found: String = self.rest.chars().take(8).collect();
            return self.fail(if found.is_empty() {
                let read = self.text.len();
                format!("the game is not ended by `;)` before the end of {read} bytes")
            } else {
                format!("expected a property or `;)`, found `{found}`")
            });
        }
        let name = self.advance(letters);
        if !self.rest.starts_with('[') {
            return self.fail(format!("expected `[` after `{name}`"));
        }
        self.advance(1);
        let Some(end) = self.rest.find(']') else {
            return self.fail(format!("expected `]` after the value of `{name}`"));
        };
        let value = self.advance(end);
        self.advance(1);
        Ok((name, value))
    }
}

/// A record in the making.
struct Building {
    record: Record,
    end: NodeId,
}

impl Building {
    fn new() -> Self {
        Self { record: Record::new(Start::othello()), end: NodeId::ROOT }
    }

    fn take(&mut self, name: &str, value: &str, spot: Spot) -> Result<(), String> {
        match name.to_ascii_uppercase().as_str() {
            "GM" if !["othello", "reversi"].contains(&value.trim().to_lowercase().as_str()) => {
                return Err(format!("expected a game of Othello, found `{value}`"));
            }
            "GM" => {}
            "BO" => self.record.start = read_board(value)?,
            "B" => self.add_move(BLACK, value, spot)?,
            "W" => self.add_move(WHITE, value, spot)?,
            "C" => self.record.tree.add_note(self.end, Note::Comment(value.into())),
            upper => {
                let known = TAGS.iter().find(|(tag, _)| *tag == upper);
                let tag = known.map_or_else(|| Tag::other(upper), |(_, tag)| tag.clone());
                self.record.info.push(tag, value);
            }
        }
        Ok(())
    }

    /// `F5/1.50/12.3`: the move, the mover's evaluation, the seconds used.
    fn add_move(&mut self, mover: Color, value: &str, spot: Spot) -> Result<(), String> {
        let mut parts = value.splitn(3, '/');
        let mv: Move = parts.next().unwrap_or("").trim().parse().map_err(|e| format!("{e}"))?;
        let tree = &mut self.record.tree;
        self.end = tree.add_move(self.end, mover, record_move(mv));
        tree.set_spot(self.end, spot);
        let evaluation = parts.next().unwrap_or("").trim();
        if !evaluation.is_empty() {
            let note = match number(evaluation) {
                Some(value) => Note::Value(view(mover, value)),
                None => Note::Other("eval".into(), vec![evaluation.into()]),
            };
            tree.add_note(self.end, note);
        }
        let time = parts.next().unwrap_or("").trim();
        if !time.is_empty() {
            let note = match seconds(time) {
                Some(time) => Note::TimeSpent(time),
                None => Note::Other("time".into(), vec![time.into()]),
            };
            tree.add_note(self.end, note);
        }
        Ok(())
    }
}

/// A mover's value as Black's, or the other way round.
fn view(mover: Color, value: f32) -> f32 {
    // Zero has one sign only, so that records can be compared.
    if mover == BLACK || value == 0.0 { value } else { -value }
}

fn number(text: &str) -> Option<f32> {
    text.parse::<f32>().ok().filter(|value| value.is_finite()).map(|value| value + 0.0)
}

/// `12.3`, `1:02.5` or `1:00:00` in seconds.
fn seconds(text: &str) -> Option<f32> {
    let mut total = 0.0;
    for part in text.split(':') {
        let part = number(part).filter(|&part| part >= 0.0)?;
        total = total * 60.0 + part;
    }
    Some(total)
}

/// `8 <64 squares, blanks allowed> *`.
fn read_board(value: &str) -> Result<Start, String> {
    let value = value.trim_start();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let (size, squares) = value.split_at_checked(digits).unwrap_or((value, ""));
    if size != "8" {
        return Err(format!("expected a board of size 8, found `{size}`"));
    }
    let board: Board = squares.parse().map_err(|error| format!("{error}"))?;
    Ok(start_of(&board))
}

fn write_game(record: &Record, out: &mut String) {
    out.push_str("(;");
    property(out, "GM", "Othello");
    for (tag, text) in record.info.iter() {
        match tag {
            Tag::Result => property(out, "RE", &result(record, text)),
            Tag::Other(name) if &**name == SYNCHRO => {}
            Tag::Other(name) if writable(name) => property(out, name, text),
            _ => {
                if let Some((name, _)) = TAGS.iter().find(|(_, known)| known == tag) {
                    property(out, name, text);
                }
            }
        }
    }
    if record.info.get(&Tag::other("TY")).is_none() {
        property(out, "TY", "8");
    }
    let board = start_board(&record.start).unwrap_or_default();
    property(out, "BO", &format!("8 {}", board.to_line().replace('X', "*")));
    for id in record.tree.main_line() {
        write_node(record, id, out);
    }
    out.push_str(";)");
}

/// A name of letters that stands for nothing else here.
fn writable(name: &str) -> bool {
    let upper = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let taken = ["GM", "BO", "B", "W", "C"].contains(&name);
    upper && !taken && TAGS.iter().all(|(tag, _)| *tag != name)
}

/// The result in GGF's words, whatever words the record has.
fn result(record: &Record, text: &str) -> String {
    match record.outcome() {
        Some(outcome) if !text.starts_with(['+', '-']) => write_ggf(Some(&outcome)),
        _ => text.to_owned(),
    }
}

fn write_node(record: &Record, id: NodeId, out: &mut String) {
    let notes = record.tree.notes(id);
    if let Some((mover, played)) = record.tree[id].played()
        && let Some(mv) = move_of(played)
    {
        let (mut evaluation, mut time) = (String::new(), String::new());
        for note in notes {
            match note {
                Note::Value(value) => evaluation = view(mover, *value).to_string(),
                Note::TimeSpent(seconds) => time = seconds.to_string(),
                Note::Other(name, values) if &**name == "eval" => evaluation = values.concat(),
                Note::Other(name, values) if &**name == "time" => time = values.concat(),
                _ => {}
            }
        }
        let name = match mv {
            Move::Pass => "PA".to_owned(),
            Move::Place(square) => square.to_string().to_uppercase(),
        };
        let text = match (evaluation.is_empty(), time.is_empty()) {
            (true, true) => name,
            (false, true) => format!("{name}/{evaluation}"),
            (_, false) => format!("{name}/{evaluation}/{time}"),
        };
        property(out, if mover == BLACK { "B" } else { "W" }, &text);
    }
    for note in notes {
        if let Note::Comment(text) = note {
            property(out, "C", text);
        }
    }
}

/// `NAME[value]`; GGF has no escape, so a closing bracket in the value becomes a round one.
fn property(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('[');
    out.extend(value.chars().map(|c| if c == ']' { ')' } else { c }));
    out.push(']');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::Random;
    use crate::game::othello::Rules;
    use crate::game::{Game, Reason};

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[ant]PW[booby]\
        RB[1837.5]RW[2000]TI[15:00//02:00]TY[8]RE[-12.00:r]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5/0.50/1.2]W[d6//11.88]B[C3]W[D3/-1.5];)";

    fn one(text: &str) -> Result<Record, RecordError> {
        records(text).next().expect("the text has a game")
    }

    #[test]
    fn a_game_of_the_server_is_read() {
        let record = one(GAME).unwrap();
        assert_eq!(record.start, Start::othello());
        assert_eq!(record.info.get(&Tag::Player(BLACK)), Some("ant"));
        assert_eq!(record.info.get(&Tag::Rank(WHITE)), Some("2000"));
        assert_eq!(record.info.get(&Tag::other("TY")), Some("8"));
        let outcome = record.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.margin), (Some(WHITE), Some(12.0)));
        assert_eq!(outcome.reason, Reason::Resignation);
        let notes: Vec<&[Note]> =
            record.tree.main_line().skip(1).map(|id| record.tree.notes(id)).collect();
        assert_eq!(notes[0], [Note::Value(0.5), Note::TimeSpent(1.2)]);
        assert_eq!(notes[1], [Note::TimeSpent(11.88)]);
        assert_eq!(notes[2], []);
        assert_eq!(notes[3], [Note::Value(1.5)], "White's -1.5 is Black's +1.5");
        assert_eq!(record.replay::<Board>().unwrap().len(), 4);
    }

    #[test]
    fn synchro_pairs_are_two_games() {
        let text = format!("2 {GAME}{GAME}\n{GAME}");
        let pairs: Vec<Option<String>> = records(&text)
            .map(|record| record.unwrap().info.get(&Tag::other(SYNCHRO)).map(str::to_owned))
            .collect();
        assert_eq!(pairs, [Some("1/2".to_owned()), Some("2/2".to_owned()), None]);
        let games: Vec<Record> = records(&text).take(2).map(Result::unwrap).collect();
        let mut written = String::new();
        write_synchro(&games, &mut written);
        assert_eq!(records(&written).collect::<Result<Vec<_>, _>>().unwrap(), games);
    }

    #[test]
    fn a_broken_game_is_told_and_the_next_one_follows() {
        let text = format!("(;GM[Othello]B[Z9];)\n(;GM[Othello]B(\n(;GM[Go];){GAME}");
        let found: Vec<_> = records(&text).collect();
        let told: Vec<String> =
            found[..3].iter().map(|game| game.as_ref().unwrap_err().to_string()).collect();
        assert_eq!(
            told,
            [
                "1:14, game 1: `Z9` is neither a square from a1 to h8 nor a pass",
                "2:15, game 2: expected `[` after `B`",
                "3:3, game 3: expected a game of Othello, found `Go`",
            ]
        );
        assert!(found[3].is_ok());
    }

    #[test]
    fn a_game_without_an_end_is_an_error() {
        let error = one("(;GM[Othello]B[F5]").unwrap_err().to_string();
        assert!(error.contains("not ended by `;)`"), "{error}");
        assert!(one("(;GM[Othello").unwrap_err().to_string().contains("expected `]`"));
        assert!(one("(;BO[10 -- *];)").unwrap_err().to_string().contains("size 8, found `10`"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let record = one(GAME).unwrap();
        let mut written = String::new();
        write(&record, &mut written);
        assert!(written.contains("W[D6//11.88]B[C3]W[D3/-1.5];)"), "{written}");
        assert_eq!(one(&written).unwrap(), record);
    }

    #[test]
    fn a_bracket_in_a_name_does_not_break_the_file() {
        let mut record = Record::new(Start::othello());
        record.info.push(Tag::Player(BLACK), "a];)(;b");
        record.info.push(Tag::Result, "W+6");
        let mut written = String::new();
        write(&record, &mut written);
        let read: Vec<Record> = records(&written).collect::<Result<_, _>>().unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].info.get(&Tag::Player(BLACK)), Some("a);)(;b"));
        assert_eq!(read[0].outcome().unwrap().margin, Some(6.0));
    }

    proptest! {
        #[test]
        fn any_text_gives_records_or_errors(text: String, inside: String) {
            for record in records(&text).chain(records(&format!("(;GM[Othello]{inside};)"))) {
                let _ = record;
            }
        }

        #[test]
        fn properties_of_any_value_give_records_or_errors(
            text in r"(\(;|;\)|B|W|BO|RE|\[|\]|F5|/|8|\*|O| |-){0,40}",
        ) {
            for record in records(&text).flatten() {
                let mut written = String::new();
                write(&record, &mut written);
                prop_assert!(one(&written).is_ok(), "{}", written);
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
                end = record.tree.add_move(end, game.turn(), record_move(chosen));
                record.tree.add_note(end, Note::Value(random.unit() * 8.0 - 4.0));
                record.tree.add_note(end, Note::TimeSpent(random.unit()));
                game.play(chosen).unwrap();
            }
            record.info.push(Tag::other("TY"), "8");
            let mut written = String::new();
            write(&record, &mut written);
            let read = one(&written).unwrap();
            prop_assert_eq!(read.replay::<Board>().unwrap().len(), game.len());
            prop_assert_eq!(read, record);
        }
    }
}
