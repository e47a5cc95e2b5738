//! How a game ended, and why.

use std::fmt;

use super::Color;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// By how many points or discs, where the game counts them. Never negative.
    pub margin: Option<f32>,
    /// Why the game is over.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Counted: points in Go, discs in Othello.
    Score,
    /// Checkmate.
    Checkmate,
    /// No legal move (a loss in xiangqi).
    Stalemate,
    /// Neither side has material that can win.
    InsufficientMaterial,
    /// The same position again, nobody at fault.
    Repetition,
    /// The loser checked without end.
    PerpetualCheck,
    /// The loser chased without end.
    PerpetualChase,
    /// Too many moves without a capture.
    MoveLimit,
    /// The loser gave up.
    Resignation,
    /// The loser overstepped the time.
    Time,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser's program died, hung or talked nonsense.
    Crash,
    /// The referee stopped a decided game.
    Adjudication,
    /// Both sides agreed.
    Agreement,
}

impl Outcome {
    /// `winner` won for `reason`.
    pub const fn win(winner: Color, reason: Reason) -> Self {
        Self { winner: Some(winner), margin: None, reason }
    }

    /// A draw for `reason`.
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, margin: None, reason }
    }

    /// Counted from the first side's view: positive points win for it.
    pub fn by_score(first_minus_second: f32) -> Self {
        let winner = if first_minus_second > 0.0 {
            Some(Color::First)
        } else if first_minus_second < 0.0 {
            Some(Color::Second)
        } else {
            None
        };
        Self { winner, margin: Some(first_minus_second.abs()), reason: Reason::Score }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "score",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::MoveLimit => "move limit",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Adjudication => "adjudication",
            Self::Agreement => "agreement",
        })
    }
}
