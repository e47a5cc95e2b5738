//! What a search says while it runs, and its answer. Protocols turn these into text.

use std::time::Duration;

/// Something to tell the outside while searching.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M> {
    /// The state of the search: best lines, counts.
    Report(Report<M>),
    /// The root move now being searched.
    Current {
        /// The move.
        mv: M,
        /// Its place in the order, from 1.
        number: usize,
        /// Depth of the iteration.
        depth: u32,
    },
    /// A remark for the log or an `info string`.
    Note(String),
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Finished depth in plies, or the length of the longest line in a tree search.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Nodes or playouts of this search.
    pub nodes: u64,
    /// Playouts through the root of a tree, those of earlier searches included; 0 without a tree.
    pub visits: u64,
    /// Time since `go`.
    pub elapsed: Duration,
    /// How full the table or arena is, in thousandths.
    pub hashfull: u32,
    /// Best lines, the best first.
    pub lines: Vec<Line<M>>,
    /// For each point (row-major from the top left), who will own it: 1 the side to move, −1 the opponent.
    pub ownership: Option<Vec<f32>>,
}

/// One line of play and its value, from the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The moves; never empty.
    pub pv: Vec<M>,
    /// Value.
    pub score: Score,
    /// What the value is.
    pub bound: Bound,
    /// Whether the value is proven to the end of the game.
    pub proven: bool,
    /// Nodes or playouts spent on this line.
    pub visits: u64,
    /// Prior probability, where the search has one.
    pub prior: f32,
    /// Lower confidence bound of the winning chance, where the search has one.
    pub lcb: f32,
    /// The line comes from the book.
    pub from_book: bool,
    /// Playouts through each move of the line, where the search counts them; else empty.
    pub pv_visits: Vec<u64>,
    /// Owners after the first move of the line, in the form of [`Report::ownership`], if asked for.
    pub ownership: Option<Vec<f32>>,
}

/// A value from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Hundredths of a pawn (xiangqi) or of a disc (Othello).
    Hundredths(i32),
    /// Mate in this many moves of the winner; negative: being mated; 0: mated now.
    Mate(i32),
    /// Winning chance in `0..=1` and expected lead in points.
    Chance {
        /// Winning chance.
        win: f32,
        /// Expected lead in points.
        lead: f32,
    },
}

impl Score {
    /// The same value from the other side's view.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Hundredths(value) => Self::Hundredths(-value),
            Self::Mate(moves) => Self::Mate(-moves),
            Self::Chance { win, lead } => Self::Chance { win: 1.0 - win, lead: -lead },
        }
    }
}

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// This is the value.
    Exact,
    /// The true value is at most this.
    Upper,
}

impl Bound {
    /// What the same value from the other side's view says.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Exact => Self::Exact,
            Self::Upper => Self::Lower,
        }
    }
}

/// What the engine wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    /// Play this move (a pass is a move).
    Play(M),
    /// Give up.
    Resign,
    /// There is no legal move.
    Nothing,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// What to do.
    pub choice: Choice<M>,
    /// The reply expected from the opponent.
    pub ponder: Option<M>,
    /// Offers or accepts a draw.
    pub draw: bool,
    /// The last state of the search.
    pub report: Report<M>,
}

impl<M> Report<M> {
    /// The report of a search that has not begun.
    pub const fn empty() -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            nodes: 0,
            visits: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            lines: Vec::new(),
            ownership: None,
        }
    }

    /// Nodes a second.
    pub fn speed(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

impl<M> Answer<M> {
    /// An answer without a search behind it.
    pub const fn plain(choice: Choice<M>) -> Self {
        Self { choice, ponder: None, draw: false, report: Report::empty() }
    }
}
