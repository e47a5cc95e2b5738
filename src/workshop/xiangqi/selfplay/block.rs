//! A game as bytes, the body of a block of [`selfplay`](crate::workshop::selfplay).
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | result: 0 Black won, 1 drawn, 2 Red won |
//! | 1 | how it ended, see [`Ending`] |
//! | 2 | plies of the opening |
//! | 2 | plies played after it |
//! | 2 each | moves of the opening |
//! | 4 each | moves after it: move, then the value the mover saw, in hundredths of a pawn |
//!
//! Numbers are little-endian. Moves are `from + 1 + to * 128`, points numbered `rank * 9 + file`.
//! Every game begins at the usual start.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::base::Wire;
use crate::game::Color;
use crate::game::xiangqi::{Board, Move};
use crate::workshop::selfplay::{self, Keep};

/// Values further from 0 than this teach nothing: the game is decided.
const TAUGHT_VALUE: i16 = 2500;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// Mate.
    Checkmate = 0,
    /// No legal move.
    Stalemate = 1,
    /// The same position again, nobody at fault.
    Repetition = 2,
    /// The loser checked or chased without end.
    Fault = 3,
    /// Too many moves without a capture.
    MoveLimit = 4,
    /// Nothing left to win with.
    Material = 5,
    /// Both sides saw a won game long enough.
    Won = 6,
    /// Both sides saw a level game long enough.
    Level = 7,
    /// Too long.
    Length = 8,
}

impl Ending {
    /// Every ending, in the order of its number.
    pub const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::Fault,
        Self::MoveLimit,
        Self::Material,
        Self::Won,
        Self::Level,
        Self::Length,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::Fault => "perpetual check or chase",
            Self::MoveLimit => "move limit",
            Self::Material => "nothing to win with",
            Self::Won => "adjudicated, won",
            Self::Level => "adjudicated, level",
            Self::Length => "adjudicated, too long",
        }
    }
}

/// A move and the value its mover saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// The value from the mover's view, in hundredths of a pawn; mates are near 30,000.
    pub value: i16,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the folder.
    pub number: u64,
    /// Who won.
    pub winner: Option<Color>,
    /// How.
    pub ending: Ending,
    /// Moves nobody chose.
    pub opening: Vec<Move>,
    /// Moves of the player.
    pub moves: Vec<Scored>,
}

/// A quiet position of a game, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Taught<'a> {
    /// The position.
    pub board: &'a Board,
    /// Its value to the side to move, by search.
    pub value: i16,
    /// What the side to move got in the end: 0, ½ or 1.
    pub result: f32,
    /// Plies since the start.
    pub ply: usize,
}

impl Keep for PlayedGame {
    const MAGIC: &'static [u8; 4] = b"SQXG";
    const FILE: &'static str = "games.sqxg";

    fn number(&self) -> u64 {
        self.number
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn to_body(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(14 + 2 * self.opening.len() + 4 * self.moves.len());
        body.extend(self.number.to_le_bytes());
        body.push(match self.winner {
            Some(Color::Second) => 0,
            None => 1,
            Some(Color::First) => 2,
        });
        body.push(self.ending as u8);
        body.extend((self.opening.len() as u16).to_le_bytes());
        body.extend((self.moves.len() as u16).to_le_bytes());
        for mv in &self.opening {
            body.extend(mv.bits().to_le_bytes());
        }
        for scored in &self.moves {
            body.extend(scored.mv.bits().to_le_bytes());
            body.extend(scored.value.to_le_bytes());
        }
        body
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        let mut wire = Wire::new(body);
        let number = wire.u64().ok()?;
        let winner = match wire.u8().ok()? {
            0 => Some(Color::Second),
            1 => None,
            2 => Some(Color::First),
            _ => return None,
        };
        let ending = *Ending::ALL.get(usize::from(wire.u8().ok()?))?;
        let (before, after) = (wire.u16().ok()?, wire.u16().ok()?);
        let mv = |wire: &mut Wire<'_>| Move::from_bits(wire.u16().ok()?);
        let opening: Option<Vec<_>> = (0..before).map(|_| mv(&mut wire)).collect();
        let moves: Option<Vec<_>> = (0..after)
            .map(|_| Some(Scored { mv: mv(&mut wire)?, value: wire.u16().ok()? as i16 }))
            .collect();
        wire.is_at_end().then_some(Self {
            number,
            winner,
            ending,
            opening: opening?,
            moves: moves?,
        })
    }
}

impl PlayedGame {
    /// The block.
    pub fn to_bytes(&self) -> Vec<u8> {
        selfplay::to_bytes(self)
    }

    /// Walks the game; `look` sees each position with the move the player chose there. The first
    /// illegal move ends it with `Err` and the ply.
    pub fn walk(&self, mut look: impl FnMut(&Board, Scored)) -> Result<Board, usize> {
        let mut board = Board::start();
        let opening = self.opening.iter().map(|&mv| (mv, None));
        let moves = self.moves.iter().map(|&scored| (scored.mv, Some(scored)));
        for (ply, (mv, scored)) in opening.chain(moves).enumerate() {
            if !board.is_legal(mv) {
                return Err(ply);
            }
            if let Some(scored) = scored {
                look(&board, scored);
            }
            board.play(mv);
        }
        Ok(board)
    }

    /// What the mover could expect at each move, from 0 to 1: a mean of the chances seen from there on
    /// and at last of the result, in which each ply weighs `fade` times the one before it. With a fade
    /// of 1 it is the result, with 0 the `chance` of the value seen there.
    pub fn outlooks(&self, fade: f32, chance: impl Fn(i16) -> f32) -> Vec<f32> {
        let mover = if (self.opening.len() + self.moves.len()).is_multiple_of(2) {
            Color::First
        } else {
            Color::Second
        };
        let mut outlook = self.result_to(mover);
        let mut outlooks = Vec::with_capacity(self.moves.len());
        for scored in self.moves.iter().rev() {
            outlook = fade * (1.0 - outlook) + (1.0 - fade) * chance(scored.value);
            outlooks.push(outlook);
        }
        outlooks.reverse();
        outlooks
    }

    /// What `side` got in the end: 0, ½ or 1.
    fn result_to(&self, side: Color) -> f32 {
        match self.winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == side)),
        }
    }

    /// The positions that say something about an evaluation: quiet ones of a game not decided.
    /// `Err` as [`walk`](Self::walk).
    pub fn teach(&self, mut learn: impl FnMut(Taught<'_>)) -> Result<(), usize> {
        self.walk(|board, Scored { mv, value }| {
            let quiet = !board.in_check() && board.captured(mv).is_none();
            if quiet && value.abs() <= TAUGHT_VALUE {
                let result = self.result_to(board.turn());
                learn(Taught { board, value, result, ply: usize::from(board.ply()) });
            }
        })?;
        Ok(())
    }
}
