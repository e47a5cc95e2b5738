//! Othello records and games. Most files leave passes out; they are put in here.

use super::Recordable;
use crate::game::othello::{Board, Move};
use crate::game::{Color, Game};
use crate::record::othello::{move_of, record_move, start_board, start_of};
use crate::record::{GameKind, Note, Record, RecordMove};

impl Recordable for Board {
    const KIND: GameKind = GameKind::Othello;

    fn begin(record: &Record) -> Result<Game<Self>, String> {
        let board = start_board(&record.start).map_err(|error| error.to_string())?;
        Ok(Game::new(board, Default::default()))
    }

    fn set_up(_game: &mut Game<Self>, notes: &[Note]) -> Result<(), String> {
        match notes.iter().any(|note| matches!(note, Note::Setup(..))) {
            true => Err("discs are set up in mid-game".into()),
            false => Ok(()),
        }
    }

    fn play_recorded(game: &mut Game<Self>, mover: Color, mv: RecordMove) -> Result<(), String> {
        let name = if mover == Color::First { "Black" } else { "White" };
        if mv == RecordMove::Pass {
            let is_idle = game.position().is_over() || game.turn() != mover;
            // A pass that was put in already, or one after the end.
            return match is_idle {
                true => Ok(()),
                false => game.play(Move::Pass).map_err(|_| format!("{name} may not pass")),
            };
        }
        if game.turn() != mover {
            game.play(Move::Pass).map_err(|_| format!("{name} moves out of turn"))?;
        }
        let mv = move_of(mv).ok_or_else(|| format!("{name}: not a square of the board"))?;
        game.play(mv).map_err(|error| format!("{name}: {error}"))
    }

    fn describe(game: &Game<Self>) -> Record {
        Record::new(start_of(game.start()))
    }

    fn recorded(_game: &Game<Self>, mv: Move) -> RecordMove {
        record_move(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Cell, NodeId, Start, sgf};

    fn replay(text: &str) -> Result<Game<Board>, String> {
        let record = sgf::records(text).next().unwrap().unwrap();
        record.replay().map_err(|error| error.to_string())
    }

    #[test]
    fn both_spellings_of_a_move_replay() {
        let game = replay("(;GM[2];B[f5];W[f6];B[ef])").unwrap();
        assert_eq!(game.position().discs(Color::First).count_ones(), 5);
    }

    #[test]
    fn passes_are_put_in_where_they_were_left_out() {
        // White has no move after a1; Black goes on.
        let board = "-O*-----".to_owned() + &"-".repeat(48) + "*O------";
        let setup = board.replace(' ', "");
        let mut record = Record::new(Start::Othello { board: Some(format!("{setup} *").into()) });
        let cell = |column, row| RecordMove::Place(Cell { column, row });
        let first = record.tree.add_move(NodeId::ROOT, Color::First, cell(0, 0));
        let second = record.tree.add_move(first, Color::First, cell(2, 7));
        let game: Game<Board> = record.replay().unwrap();
        assert_eq!(game.len(), 3, "with the pass");
        assert!(game.position().is_over());
        record.tree.add_move(second, Color::Second, RecordMove::Pass);
        assert_eq!(record.replay::<Board>().unwrap().len(), 3, "a pass after the end is nothing");
        let again: Game<Board> = Record::of(&game).replay().unwrap();
        assert!(again.moves().eq(game.moves()));
    }

    #[test]
    fn refusals_tell_move_and_reason() {
        assert_eq!(replay("(;GM[2];B[a1])").unwrap_err(), "move 1: Black: illegal move `a1`");
        assert_eq!(replay("(;GM[2];W[f5])").unwrap_err(), "move 1: White moves out of turn");
        assert_eq!(replay("(;GM[2];B[])").unwrap_err(), "move 1: Black may not pass");
        assert_eq!(
            replay("(;GM[2];B[zz])").unwrap_err(),
            "move 1: Black: not a square of the board"
        );
    }
}
