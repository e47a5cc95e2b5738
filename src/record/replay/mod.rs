//! Records to games and back: here the rules judge what a file says.

mod go;
mod othello;
mod xiangqi;

use std::error::Error;
use std::fmt;

use super::{GameKind, NodeId, Note, Place, Record, RecordError, RecordMove, Spot};
use crate::game::{Color, Game, Outcome, Position};

/// A game whose records can be replayed.
pub trait Recordable: Position {
    /// Which game it is.
    const KIND: GameKind;

    /// The game before its first move, or why there is none.
    fn begin(record: &Record) -> Result<Game<Self>, String>;
    /// Changes the position as the notes of a node say.
    fn set_up(_game: &mut Game<Self>, _notes: &[Note]) -> Result<(), String> {
        Ok(())
    }
    /// Plays a recorded move, or tells why it cannot be played.
    fn play_recorded(game: &mut Game<Self>, mover: Color, mv: RecordMove) -> Result<(), String>;
    /// Where the game started, and what its rules say.
    fn describe(game: &Game<Self>) -> Record;
    /// The result, as far as the moves tell it.
    fn result(game: &Game<Self>) -> Option<Outcome> {
        game.outcome()
    }
    /// The move as records hold it.
    fn recorded(game: &Game<Self>, mv: Self::Move) -> RecordMove;
}

impl Record {
    /// The game that the main line tells.
    ///
    /// Stones set up in mid-game begin a new game there: what came before is forgotten.
    ///
    /// ```
    /// use sanqi::game::go;
    /// use sanqi::record::sgf;
    ///
    /// let record = sgf::records("(;SZ[9]KM[6.5];B[ee];W[cc])").next().unwrap().unwrap();
    /// let game = record.replay::<go::Board>().unwrap();
    /// assert_eq!(game.len(), 2);
    /// assert_eq!(game.rules().komi, 6.5);
    /// ```
    pub fn replay<P: Recordable>(&self) -> Result<Game<P>, ReplayError> {
        self.replay_nodes(self.tree.main_line())
    }

    /// The game that the main line tells before its move `number`, counted from 1; all of it if it has
    /// fewer moves. What is set up after that is not looked at.
    pub fn replay_before<P: Recordable>(&self, number: usize) -> Result<Game<P>, ReplayError> {
        let mut moves = 0;
        self.replay_nodes(self.tree.main_line().take_while(|&id| {
            moves += usize::from(self.tree[id].played().is_some());
            moves < number.max(1)
        }))
    }

    /// Replays the main line whatever the game is; the number of moves played, passes that the
    /// record leaves out included.
    pub fn check(&self) -> Result<usize, ReplayError> {
        use crate::game::{go, othello, xiangqi};
        match self.game() {
            GameKind::Go => self.replay::<go::Board>().map(|game| game.len()),
            GameKind::Xiangqi => self.replay::<xiangqi::Board>().map(|game| game.len()),
            GameKind::Othello => self.replay::<othello::Board>().map(|game| game.len()),
        }
    }

    /// The game from the root to this node.
    pub fn replay_to<P: Recordable>(&self, end: NodeId) -> Result<Game<P>, ReplayError> {
        let mut path = vec![end];
        let mut next = self.tree[end].parent();
        while let Some(id) = next {
            path.push(id);
            next = self.tree[id].parent();
        }
        self.replay_nodes(path.into_iter().rev())
    }

    fn replay_nodes<P: Recordable>(
        &self,
        nodes: impl Iterator<Item = NodeId>,
    ) -> Result<Game<P>, ReplayError> {
        let mut error = ReplayError { move_number: 0, spot: None, reason: String::new() };
        let fail = |error: &ReplayError, reason| ReplayError { reason, ..error.clone() };
        if self.game() != P::KIND {
            return Err(fail(&error, format!("a record of {}, expected {}", self.game(), P::KIND)));
        }
        let mut game = P::begin(self).map_err(|reason| fail(&error, reason))?;
        for id in nodes {
            let node = &self.tree[id];
            error.spot = (node.spot() != Spot::default()).then(|| node.spot());
            P::set_up(&mut game, self.tree.notes(id)).map_err(|reason| fail(&error, reason))?;
            if let Some((mover, mv)) = node.played() {
                error.move_number += 1;
                P::play_recorded(&mut game, mover, mv).map_err(|reason| fail(&error, reason))?;
            }
        }
        Ok(game)
    }

    /// The record of a game: its start, its moves, its rules, and its result if it is over.
    pub fn of<P: Recordable>(game: &Game<P>) -> Self {
        let mut record = P::describe(game);
        if let Some(outcome) = P::result(game) {
            record.set_outcome(&outcome);
        }
        let mut last = NodeId::ROOT;
        for (mover, mv) in game.moves() {
            last = record.tree.add_move(last, mover, P::recorded(game, mv));
        }
        record
    }
}

/// A record that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Number of the refused move, from 1; 0 if the start is wrong.
    pub move_number: u32,
    /// Where it stands in the file.
    pub spot: Option<Spot>,
    /// Why.
    pub reason: String,
}

impl ReplayError {
    /// The same as a fault of the `game`th record of a file.
    pub fn in_game(self, game: u32) -> RecordError {
        let mut place = Place { spot: self.spot, ..Place::default() }.in_game(game);
        if self.move_number > 0 {
            place = place.at_move(self.move_number);
        }
        RecordError::new(place, self.reason)
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.move_number {
            0 => write!(f, "{}", self.reason),
            number => write!(f, "move {number}: {}", self.reason),
        }
    }
}

impl Error for ReplayError {}
