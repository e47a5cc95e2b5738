//! Xiangqi records and games.

use super::Recordable;
use crate::game::xiangqi::{Board, Move, Square};
use crate::game::{Color, Game};
use crate::record::{GameKind, Record, RecordMove, Start};

impl Recordable for Board {
    const KIND: GameKind = GameKind::Xiangqi;

    fn begin(record: &Record) -> Result<Game<Self>, String> {
        let board = match &record.start {
            Start::Xiangqi { fen: Some(fen) } => {
                Self::from_fen(fen).map_err(|error| error.to_string())?
            }
            _ => Self::start(),
        };
        Ok(Game::new(board, Default::default()))
    }

    fn play_recorded(game: &mut Game<Self>, mover: Color, mv: RecordMove) -> Result<(), String> {
        let RecordMove::Step { from, to } = mv else {
            return Err("not a move of xiangqi: expected two points".into());
        };
        if mover != game.turn() {
            return Err(format!("{} moves out of turn", name(mover)));
        }
        let square = |index| Square::from_index(usize::from(index));
        match (square(from), square(to)) {
            (Some(from), Some(to)) if from != to => {
                let refused = |error| format!("{}: {error}", name(mover));
                game.play(Move::new(from, to)).map_err(refused)
            }
            _ => Err(format!("from point {from} to point {to} is no move: expected 0 to 89")),
        }
    }

    fn describe(game: &Game<Self>) -> Record {
        let fen = game.start().fen();
        let is_usual = fen == Self::start().fen();
        Record::new(Start::Xiangqi { fen: (!is_usual).then(|| fen.into()) })
    }

    fn recorded(_game: &Game<Self>, mv: Move) -> RecordMove {
        // Both numbers are below 90.
        RecordMove::Step { from: mv.from().index() as u8, to: mv.to().index() as u8 }
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::First => "Red",
        Color::Second => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::NodeId;

    fn step(text: &str) -> RecordMove {
        let mv: Move = text.parse().unwrap();
        RecordMove::Step { from: mv.from().index() as u8, to: mv.to().index() as u8 }
    }

    #[test]
    fn squares_are_numbered_by_rank_and_file() {
        assert_eq!(step("h2e2"), RecordMove::Step { from: 2 * 9 + 7, to: 2 * 9 + 4 });
    }

    #[test]
    fn a_game_and_its_record_tell_the_same() {
        for fen in [None, Some("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1")] {
            let mut record = Record::new(Start::Xiangqi { fen: fen.map(Into::into) });
            let (mover, text) = match fen {
                None => (Color::First, "h2e2"),
                Some(_) => (Color::Second, "e9f9"),
            };
            record.tree.add_move(NodeId::ROOT, mover, step(text));
            let game: Game<Board> = record.replay().unwrap();
            assert_eq!(Record::of(&game), record);
        }
    }

    #[test]
    fn refusals_tell_move_and_reason() {
        let mut record = Record::new(Start::xiangqi());
        let first = record.tree.add_move(NodeId::ROOT, Color::First, step("h2e2"));
        let refused = |record: &Record| record.replay::<Board>().unwrap_err().to_string();
        record.tree.add_move(first, Color::Second, step("a0a1"));
        assert_eq!(refused(&record), "move 2: Black: illegal move `a0a1`");
        record.tree.set_move(first, Color::Second, step("h2e2"));
        assert_eq!(refused(&record), "move 1: Black moves out of turn");
        record.tree.set_move(first, Color::First, RecordMove::Step { from: 90, to: 255 });
        assert!(refused(&record).starts_with("move 1: from point 90 to point 255"));
        record.tree.set_move(first, Color::First, RecordMove::Pass);
        assert!(refused(&record).starts_with("move 1: not a move of xiangqi"));
    }
}
