//! What a record says at a node besides the move: words, marks, setup, judgements.

use super::{Area, Cell};
use crate::game::Color;

/// One remark at a node. A node's remarks keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Free text about the position.
    Comment(Box<str>),
    /// A name for the node.
    Name(Box<str>),
    /// Cells given a stone, or emptied (`None`), in mid-game.
    Setup(Option<Color>, Vec<Area>),
    /// The side to move is set.
    Turn(Color),
    /// Cells marked.
    Mark(Mark, Vec<Area>),
    /// Texts written on cells.
    Labels(Vec<(Cell, Box<str>)>),
    /// A judgement of the move or the position.
    Glyph(Glyph),
    /// Evaluation of the position for the first side, in the units of the file.
    Value(f32),
    /// Seconds this side has left.
    TimeLeft(Color, f32),
    /// Seconds the move took.
    TimeSpent(f32),
    /// Anything else, by the name and the raw values the format gives it.
    Other(Box<str>, Vec<Box<str>>),
}

/// How a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// Selected.
    Selected,
    /// Dimmed.
    Dimmed,
    /// Territory of this side.
    Territory(Color),
}

/// A judgement of a move or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// A numeric annotation glyph of PGN (`$1` is `!`, `$2` is `?`, ...).
    Nag(u8),
    /// The position is good for this side.
    GoodFor(Color, Emphasis),
    /// The position is even.
    Even(Emphasis),
    /// The position is unclear.
    Unclear(Emphasis),
    /// Something noteworthy.
    Hotspot(Emphasis),
    /// A good move.
    Good(Emphasis),
    /// A bad move.
    Bad(Emphasis),
    /// A doubtful move.
    Doubtful,
    /// An interesting move.
    Interesting,
}

/// How strongly a judgement is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// As it is.
    Plain,
    /// Very much so.
    Strong,
}
