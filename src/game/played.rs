//! A game in play: the start, every position since, undo. Moves are checked here.

use std::error::Error;
use std::fmt;

use super::{Color, Outcome, Position};

/// A game from its start position to the present one.
///
/// Every position is kept: undo is a pop, and repetition rules can look at any of them.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    rules: P::Rules,
    start: P,
    plies: Vec<Ply<P>>,
}

#[derive(Clone, Debug)]
struct Ply<P: Position> {
    mv: P::Move,
    mover: Color,
    after: P,
}

impl<P: Position> Game<P> {
    /// A game that begins at `start`.
    pub fn new(start: P, rules: P::Rules) -> Self {
        Self { rules, start, plies: Vec::new() }
    }

    /// The rules in force.
    pub fn rules(&self) -> &P::Rules {
        &self.rules
    }

    /// Changes the rules for the rest of the game.
    pub fn set_rules(&mut self, rules: P::Rules) {
        self.rules = rules;
    }

    /// The position the game began with.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The present position.
    pub fn position(&self) -> &P {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// Number of moves played since the start.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move has been played.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The moves played, with who played them.
    pub fn moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Color, P::Move)> + ExactSizeIterator + '_ {
        self.plies.iter().map(|ply| (ply.mover, ply.mv))
    }

    /// Every position of the game, the start first, the present one last.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &P> + '_ {
        std::iter::once(&self.start).chain(self.plies.iter().map(|ply| &ply.after))
    }

    /// The position after `ply` moves, if so many were played.
    pub fn position_after(&self, ply: usize) -> Option<&P> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.plies.get(index).map(|ply| &ply.after),
        }
    }

    /// The last move and who played it.
    pub fn last_move(&self) -> Option<(Color, P::Move)> {
        self.plies.last().map(|ply| (ply.mover, ply.mv))
    }

    /// Whether `mv` is legal here, by the position and by the history.
    pub fn is_legal(&self, mv: P::Move) -> bool {
        self.position().is_legal(mv) && !P::is_forbidden(self, mv)
    }

    /// All legal moves, by the position and by the history.
    pub fn legal_moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.position().legal_moves(&mut moves);
        moves.retain(|&mv| !P::is_forbidden(self, mv));
        moves
    }

    /// Plays `mv` if it is legal; otherwise nothing changes.
    pub fn play(&mut self, mv: P::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { mv: mv.to_string() });
        }
        self.push(mv, self.position().clone());
        Ok(())
    }

    /// Plays `mv` on `before`, a variant of the present position (the turn given to the other
    /// side, as GTP allows in Go). `mv` must be legal there.
    pub(super) fn push(&mut self, mv: P::Move, before: P) {
        let mover = before.turn();
        let mut after = before;
        after.play(mv);
        self.plies.push(Ply { mv, mover, after });
    }

    /// Replaces the present position by a variant of it (the turn given to the other side).
    pub(super) fn set_present(&mut self, position: P) {
        match self.plies.last_mut() {
            Some(ply) => ply.after = position,
            None => self.start = position,
        }
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.plies.pop().map(|ply| ply.mv)
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        P::verdict(self)
    }
}

/// A move that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move as text.
    pub mv: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move `{}`", self.mv)
    }
}

impl Error for IllegalMove {}
