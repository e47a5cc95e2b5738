//! OBF, Edax's lists of Othello problems: a position to a line, the scores of its moves after it.
//!
//! `--OOO-------XX-OO... X; G2:+6; A4:+0; C6:-2;`: 64 squares, the side to move, then moves with
//! the score the side to move gets by each, the best first. Scores may be missing; `%` begins a
//! remark.

use std::fmt::Write;

use super::othello::{move_of, record_move, start_of};
use super::{NodeId, Note, Place, Record, RecordError, Spot};
use crate::game::othello::{BLACK, Board, Move};
use crate::game::{Color, Position};

/// A position and what is known of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// Its moves, with the score for the side to move where the file gives one.
    pub moves: Vec<(Move, Option<i32>)>,
}

impl Problem {
    /// The best score of any move, if scores are given.
    pub fn best_score(&self) -> Option<i32> {
        self.moves.iter().filter_map(|&(_, score)| score).max()
    }

    /// The moves with the best score.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self.best_score();
        self.moves.iter().filter(move |(_, score)| best.is_some() && *score == best).map(|m| m.0)
    }
}

/// The problems of a text, line by line.
pub fn problems(text: &str) -> impl Iterator<Item = Result<Problem, RecordError>> + '_ {
    let lines = (1..).zip(text.lines());
    let lines = lines.map(|(number, line)| (number, line.split('%').next().unwrap_or("")));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    (1..).zip(lines).map(|(game, (line, text))| {
        read_line(text, line)
            .map_err(|error| RecordError { place: error.place.in_game(game), ..error })
    })
}

/// The problems as records: every move is a variation from the start, its score a value.
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, RecordError>> + '_ {
    problems(text).map(|problem| problem.map(|problem| record_of(&problem)))
}

/// The problem of a record: its start and the first moves of its variations.
pub fn problem_of(record: &Record) -> Result<Problem, RecordError> {
    let board = super::othello::start_board(&record.start)?;
    let moves = record.tree.children(NodeId::ROOT).filter_map(|id| {
        let (_, mv) = record.tree[id].played()?;
        let value = record.tree.notes(id).iter().find_map(|note| match note {
            Note::Value(value) => Some(view(board.turn(), value.round() as i32)),
            _ => None,
        });
        Some((move_of(mv)?, value))
    });
    Ok(Problem { board, moves: moves.collect() })
}

/// One line, with its end.
pub fn write(problem: &Problem, out: &mut String) {
    out.push_str(&problem.board.to_line());
    out.push(';');
    for (mv, score) in &problem.moves {
        let name = match mv {
            Move::Pass => "PS".to_owned(),
            Move::Place(square) => square.to_string().to_uppercase(),
        };
        // Writing to a string cannot fail.
        let _ = match score {
            Some(score) => write!(out, " {name}:{score:+};"),
            None => write!(out, " {name};"),
        };
    }
    out.push('\n');
}

/// A score of the side to move as one of the first side, or the other way round.
const fn view(turn: Color, score: i32) -> i32 {
    match turn {
        BLACK => score,
        _ => -score,
    }
}

fn record_of(problem: &Problem) -> Record {
    let mut record = Record::new(start_of(&problem.board));
    let turn = problem.board.turn();
    for &(mv, score) in &problem.moves {
        let id = record.tree.add_move(NodeId::ROOT, turn, record_move(mv));
        if let Some(score) = score {
            record.tree.add_note(id, Note::Value(view(turn, score) as f32));
        }
    }
    record
}

fn read_line(line: &str, number: u32) -> Result<Problem, RecordError> {
    let mut fields = line.split(';');
    let mut column = 1;
    let mut place = |field: &str| {
        let spot = Spot { line: number, column };
        column += field.chars().count() as u32 + 1;
        Place::at(spot)
    };
    let position = fields.next().unwrap_or("");
    let start = place(position);
    let board: Board =
        position.parse().map_err(|error| RecordError::new(start, format!("{error}")))?;
    let mut moves = Vec::new();
    for field in fields {
        let place = place(field);
        if let Some(entry) =
            read_move(&board, field.trim()).map_err(|reason| RecordError::new(place, reason))?
        {
            moves.push(entry);
        }
    }
    Ok(Problem { board, moves })
}

/// `G2:+6` or `G2`; `None` for an empty field.
fn read_move(board: &Board, field: &str) -> Result<Option<(Move, Option<i32>)>, String> {
    if field.is_empty() {
        return Ok(None);
    }
    let (name, score) = match field.split_once(':') {
        None => (field, None),
        Some((name, score)) => {
            let number = score.trim().parse().ok().filter(|score| (-64..=64).contains(score));
            let number = number
                .ok_or_else(|| format!("expected a score from -64 to +64, found `{score}`"))?;
            (name.trim(), Some(number))
        }
    };
    let mv: Move = name.parse().map_err(|error| format!("{error}"))?;
    if !board.is_legal(mv) {
        return Err(format!("{mv} is illegal in {}", board.to_line()));
    }
    Ok(Some((mv, score)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::othello::WHITE;

    /// FFO #21 in part.
    const LINE: &str = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O; \
                        G5:+0; G2:-2; G4:-4;\n";

    #[test]
    fn moves_and_scores_are_read_and_written_back() {
        let problem = problems(LINE).next().unwrap().unwrap();
        assert_eq!(problem.board.turn(), WHITE);
        assert_eq!(problem.best_score(), Some(0));
        let best: Vec<String> = problem.best_moves().map(|mv| mv.to_string()).collect();
        assert_eq!(best, ["g5"]);
        let mut written = String::new();
        write(&problem, &mut written);
        assert_eq!(written, LINE);
    }

    #[test]
    fn values_in_the_record_are_blacks_and_come_back_as_the_movers() {
        let problem = problems(LINE).next().unwrap().unwrap();
        let record = records(LINE).next().unwrap().unwrap();
        let g2 = record.tree.children(NodeId::ROOT).nth(1).unwrap();
        assert_eq!(record.tree.notes(g2), [Note::Value(2.0)]);
        assert_eq!(problem_of(&record), Ok(problem));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let told = |text: &str| problems(text).next().unwrap().unwrap_err().to_string();
        let board = LINE.split(';').next().unwrap();
        let error = told(&format!("% a remark\n\n{board}; A1:+2;"));
        assert!(error.starts_with("3:68, game 1: a1 is illegal"), "{error}");
        let error = told(&format!("{board}; G5:+99"));
        assert_eq!(error, "1:68, game 1: expected a score from -64 to +64, found `+99`");
        assert_eq!(told("XO"), "1:1, game 1: expected 64 squares, found 2");
    }

    proptest! {
        #[test]
        fn any_text_gives_problems_or_errors(text: String, tail: String) {
            for problem in problems(&text).chain(problems(&format!("{LINE}{tail}"))) {
                let _ = problem;
            }
        }
    }
}
