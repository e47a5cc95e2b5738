//! The positions games start from.
//!
//! A set of openings is a text file, one opening on a line, `#` starts a comment:
//!
//! ```text
//! name | moves or position [| moves]
//! ```
//!
//! The name and its bar may be left out. Moves are in the game's notations: GTP vertices
//! (`D4 Q16`), ICCS or WXF (`h2e2`, `c2.5 h8+7`), an Othello transcript (`f5d6c3`). A position is a
//! FEN (xiangqi), or 64 characters and the side to move (Othello, as in OBF; what follows a `;` or
//! `%` is ignored). SGF, PGN and GGF files are read too: every game is an opening, cut where the
//! caller says.

use std::path::Path;

use super::driver::Setup;
use super::table::{Refused, Rules, Table, usual_setup};
use crate::game::Color;
use crate::record::{Format, GameKind, Source, Tag};

/// Where a game starts and the moves before the engines take over.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Its name, for the records.
    pub name: String,
    /// The start.
    pub setup: Setup,
    /// Who moves first.
    pub first: Color,
    /// Moves in plain notation.
    pub moves: Vec<String>,
}

impl Opening {
    /// The usual start, no moves.
    pub fn usual(game: GameKind, rules: &Rules) -> Self {
        let setup = usual_setup(game, rules);
        Self { name: "usual start".into(), setup, first: Color::First, moves: Vec::new() }
    }

    /// The table after the opening's moves.
    pub fn table(&self, rules: &Rules) -> Result<Table, Refused> {
        let mut table = Table::new(&self.setup, self.first, rules)?;
        for mv in &self.moves {
            table.play(mv)?;
        }
        Ok(table)
    }
}

/// Reads openings from the text of a file; every one is checked against the rules.
pub fn read_lines(text: &str, game: GameKind, rules: &Rules) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let opening =
            read_line(line, game, rules).map_err(|why| format!("line {}: {why}", index + 1))?;
        openings.push(opening);
    }
    Ok(openings)
}

fn read_line(line: &str, game: GameKind, rules: &Rules) -> Result<Opening, String> {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let (name, rest) = match parts.as_slice() {
        [only] => ("", vec![*only]),
        // A position first and moves after it need no name.
        [first, rest @ ..] if is_position(first, game) => ("", [&[*first], rest].concat()),
        [name, rest @ ..] => (*name, rest.to_vec()),
        [] => ("", Vec::new()),
    };
    let mut opening = Opening::usual(game, rules);
    let mut moves = rest.as_slice();
    if let [position, after @ ..] = moves
        && is_position(position, game)
    {
        opening.setup = match game {
            GameKind::Xiangqi => Setup::Xiangqi { fen: Some((*position).to_owned()) },
            GameKind::Othello => Setup::Othello { board: Some(obf_board(position)) },
            GameKind::Go => opening.setup,
        };
        moves = after;
    }
    let text = moves.join(" ");
    let mut table = Table::new(&opening.setup, opening.first, rules).map_err(|e| e.to_string())?;
    opening.first = table.turn();
    for word in words(&text, game) {
        let plain = table.read(&word).map_err(|why| format!("{why} in `{line}`"))?;
        opening.moves.push(plain);
    }
    opening.name = if name.is_empty() { text.chars().take(60).collect() } else { name.to_owned() };
    if opening.name.is_empty() {
        opening.name = line.chars().take(60).collect();
    }
    Ok(opening)
}

/// Whether the text is a position rather than moves.
fn is_position(text: &str, game: GameKind) -> bool {
    match game {
        GameKind::Go => false,
        GameKind::Xiangqi => text.matches('/').count() == 9,
        GameKind::Othello => {
            text.chars().take(64).filter(|c| "XxOo*-.bwBW".contains(*c)).count() == 64
        }
    }
}

/// 64 squares and the side to move, without what OBF writes after them.
fn obf_board(text: &str) -> String {
    text.split([';', '%']).next().unwrap_or(text).trim().replace('*', "X")
}

/// The moves of a text, one word each.
fn words(text: &str, game: GameKind) -> Vec<String> {
    if game != GameKind::Othello {
        return text.split_whitespace().map(str::to_owned).collect();
    }
    // Transcripts have no blanks: two characters are a move.
    let squeezed: Vec<char> = text.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    squeezed.chunks(2).map(|pair| pair.iter().collect()).collect()
}

/// Reads openings from a file of any of the forms, by its ending.
pub fn read_file(path: &Path, game: GameKind, rules: &Rules) -> Result<Vec<Opening>, String> {
    let place = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("{place}: {error}"))?;
    let openings = match Format::of_path(path).filter(|format| *format != Format::Obf) {
        Some(format) => read_records(&Source::new(format, &bytes), game, rules),
        None => read_lines(&String::from_utf8_lossy(&bytes), game, rules),
    };
    let openings = openings.map_err(|why| format!("{place}, {why}"))?;
    if openings.is_empty() {
        return Err(format!("{place} has no openings"));
    }
    Ok(openings)
}

/// Every game of a record file as an opening.
fn read_records(
    source: &Source<'_>,
    game: GameKind,
    rules: &Rules,
) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (index, record) in source.records().enumerate() {
        let number = index + 1;
        let record = record.map_err(|error| format!("game {number}: {error}"))?;
        if record.game() != game {
            return Err(format!("game {number}: a record of {}, expected {game}", record.game()));
        }
        let table = Table::of_record(&record, rules).map_err(|e| format!("game {number}: {e}"))?;
        let line = table.line();
        let name = [Tag::Opening, Tag::Title].iter().find_map(|tag| record.info.get(tag));
        openings.push(Opening {
            name: name.map_or_else(|| format!("game {number}"), str::to_owned),
            setup: line.setup.clone(),
            first: line.first,
            moves: line.moves.iter().map(|(_, mv)| mv.clone()).collect(),
        });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(game: GameKind, text: &str) -> Result<Vec<Opening>, String> {
        read_lines(text, game, &Rules::default())
    }

    #[test]
    fn go_openings_are_vertices() {
        let openings = read(GameKind::Go, "# a comment\nstar | E5 C3 # why\n\nC3 G7\n").unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0].name, "star");
        assert_eq!(openings[0].moves, ["E5", "C3"]);
        assert_eq!(openings[1].name, "C3 G7");
    }

    #[test]
    fn othello_openings_are_transcripts_or_boards() {
        let text = "perpendicular | f5d6c3\nf5 f6\n---------------------------O*------*O--------------------------- *; f5:+0\n";
        let openings = read(GameKind::Othello, text).unwrap();
        assert_eq!(openings[0].moves, ["f5", "d6", "c3"]);
        assert_eq!(openings[1].moves, ["f5", "f6"]);
        assert!(matches!(&openings[2].setup, Setup::Othello { board: Some(_) }));
    }

    #[test]
    fn xiangqi_openings_may_start_from_a_fen() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
        let openings = read(GameKind::Xiangqi, &format!("x | {fen} | h7e7\n{fen}")).unwrap();
        assert_eq!(openings[0].moves, ["h7e7"]);
        assert_eq!(openings[0].first, Color::Second);
        assert_eq!(openings[1].moves.len(), 0);
    }

    #[test]
    fn the_32_openings_of_the_report_are_legal_and_differ() {
        let text = include_str!("../../book/openings-xiangqi.txt");
        let openings = read(GameKind::Xiangqi, text).unwrap();
        assert_eq!(openings.len(), 32);
        let boards: std::collections::HashSet<String> = openings
            .iter()
            .map(|opening| opening.table(&Rules::default()).unwrap().diagram())
            .collect();
        assert_eq!(boards.len(), 32);
        assert_eq!(openings.iter().filter(|o| o.name.contains("(ours)")).count(), 5);
        assert_eq!(openings[2].moves, ["h2e2", "h7e7", "h0g2", "h9g7", "i0h0", "i9i8"]);
    }

    #[test]
    fn the_go_sets_are_legal_differ_and_have_as_many_stones_of_each_side() {
        for (size, text) in [
            (9, include_str!("../../book/openings-go-9.txt")),
            (13, include_str!("../../book/openings-go-13.txt")),
            (19, include_str!("../../book/openings-go-19.txt")),
        ] {
            let rules = Rules { size, ..Rules::default() };
            let openings = read_lines(text, GameKind::Go, &rules).unwrap();
            assert!(openings.len() > 60, "{size}: {}", openings.len());
            let mut boards = std::collections::HashSet::new();
            for opening in &openings {
                let table = opening.table(&rules).unwrap();
                assert_eq!((table.turn(), table.plies()), (Color::First, 4));
                assert!(boards.insert(table.diagram()), "{size}: {} twice", opening.name);
            }
        }
    }

    #[test]
    fn the_othello_set_is_legal_and_no_two_positions_are_images_of_each_other() {
        use crate::game::othello::{Board, Symmetry};

        let text = include_str!("../../book/openings-othello.txt");
        let openings = read(GameKind::Othello, text).unwrap();
        assert!(openings.len() >= 100, "{}", openings.len());
        let mut seen = std::collections::HashSet::new();
        for opening in &openings {
            let table = opening.table(&Rules::default()).unwrap();
            assert_eq!(table.plies(), 8);
            let Setup::Othello { board: Some(text) } = table.as_setup() else { panic!("no board") };
            let board: Board = text.replace('*', "X").parse().unwrap();
            let (_, image) = Symmetry::canonical(&board);
            assert!(seen.insert(image), "{} again", opening.name);
        }
    }

    #[test]
    fn games_of_record_files_are_openings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.sgf");
        std::fs::write(&path, "(;SZ[9]GN[first];B[ee];W[cc])(;SZ[9]AB[ee]AW[ff]PL[W];W[gg])")
            .unwrap();
        let openings = read_file(&path, GameKind::Go, &Rules::default()).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!((openings[0].name.as_str(), openings[0].moves.len()), ("first", 2));
        assert_eq!(openings[1].first, Color::Second);
        assert!(openings[1].table(&Rules::default()).is_ok());
        let error = read_file(&path, GameKind::Othello, &Rules::default()).unwrap_err();
        assert!(error.contains("expected othello"), "{error}");
    }

    #[test]
    fn an_illegal_opening_names_its_line() {
        let error = read(GameKind::Go, "E5\nE5 E5\n").unwrap_err();
        assert!(error.starts_with("line 2"), "{error}");
    }

    proptest! {
        #[test]
        fn any_text_gives_openings_or_an_error(text in "\\PC{0,80}", which in 0usize..3) {
            let game = [GameKind::Go, GameKind::Xiangqi, GameKind::Othello][which];
            let _ = read(game, &text);
        }
    }
}
