//! What the Othello formats share: squares and cells, start positions, and reading moves with the
//! passes that files leave out.

use super::{Cell, NodeId, Place, RecordError, RecordMove, Spot, Start, Tree};
use crate::game::Position;
use crate::game::othello::{Board, Move, Square};

/// The position a record starts from.
pub fn start_board(start: &Start) -> Result<Board, RecordError> {
    match start {
        Start::Othello { board: None } => Ok(Board::default()),
        Start::Othello { board: Some(text) } => {
            text.parse().map_err(|error| RecordError::new(Place::default(), format!("{error}")))
        }
        other => {
            let reason = format!("expected a record of othello, found one of {}", other.game());
            Err(RecordError::new(Place::default(), reason))
        }
    }
}

/// How a record tells that it starts from `board`.
pub fn start_of(board: &Board) -> Start {
    let told = *board != Board::default();
    Start::Othello { board: told.then(|| board.to_line().replace('X', "*").into_boxed_str()) }
}

/// A move as records keep it.
pub fn record_move(mv: Move) -> RecordMove {
    match mv {
        Move::Pass => RecordMove::Pass,
        Move::Place(square) => {
            RecordMove::Place(Cell { column: square.column(), row: square.row() })
        }
    }
}

/// A record's move on the Othello board, if it is one.
pub fn move_of(mv: RecordMove) -> Option<Move> {
    match mv {
        RecordMove::Pass => Some(Move::Pass),
        RecordMove::Place(Cell { column, row }) => Square::at(row, column).map(Move::Place),
        RecordMove::Step { .. } => None,
    }
}

/// A game being read from a format that names squares only: who moves, and the passes in
/// between, follow from the board.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) board: Board,
    pub(super) tree: Tree,
    end: NodeId,
}

impl Replay {
    /// From `board` on.
    pub(super) fn from(board: Board) -> Self {
        Self { board, tree: Tree::new(), end: NodeId::ROOT }
    }

    /// Number of the next move.
    pub(super) fn next_number(&self) -> u32 {
        self.tree.len() as u32
    }

    /// Plays the next move, after the pass it may imply; the reason if it is illegal.
    pub(super) fn play(&mut self, mv: Move, spot: Spot) -> Result<(), String> {
        if mv != Move::Pass && self.board.must_pass() {
            self.add(Move::Pass, spot);
        }
        if !self.board.is_legal(mv) {
            return Err(format!("{mv} is illegal in {}", self.board.to_line()));
        }
        self.add(mv, spot);
        Ok(())
    }

    fn add(&mut self, mv: Move, spot: Spot) {
        self.end = self.tree.add_move(self.end, self.board.turn(), record_move(mv));
        self.tree.set_spot(self.end, spot);
        self.board.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::{BLACK, WHITE};
    use crate::record::{GameKind, Record};

    fn at(name: &str) -> RecordMove {
        record_move(name.parse().unwrap())
    }

    #[test]
    fn a_pass_left_out_is_put_in() {
        // White has no move; Black may take a1.
        let board: Board = format!("-OXXXXXX{} O", "-".repeat(56)).parse().unwrap();
        let mut record = Record::new(start_of(&board));
        assert_eq!(record.game(), GameKind::Othello);
        record.tree.add_move(NodeId::ROOT, BLACK, at("a1"));
        let game = record.replay::<Board>().unwrap();
        assert_eq!(game.len(), 2);
        assert_eq!(game.outcome().unwrap().margin, Some(64.0));
    }

    #[test]
    fn moves_that_do_not_replay_tell_where_and_why() {
        let mut record = Record::new(Start::othello());
        let first = record.tree.add_move(NodeId::ROOT, BLACK, at("f5"));
        record.tree.add_move(first, WHITE, at("a1"));
        assert_eq!(
            record.replay::<Board>().unwrap_err().to_string(),
            "move 2: White: illegal move `a1`"
        );
        let mut record = Record::new(Start::othello());
        record.tree.add_move(NodeId::ROOT, WHITE, at("f5"));
        assert_eq!(
            record.replay::<Board>().unwrap_err().to_string(),
            "move 1: White moves out of turn"
        );
        let step = Record::new(Start::xiangqi());
        assert!(step.replay::<Board>().unwrap_err().to_string().contains("a record of xiangqi"));
    }

    #[test]
    fn start_positions_are_read_back() {
        let board: Board = format!("-OXXXXXX{} O", "-".repeat(56)).parse().unwrap();
        assert_eq!(start_board(&start_of(&board)), Ok(board));
        assert_eq!(start_of(&Board::default()), Start::othello());
    }
}
