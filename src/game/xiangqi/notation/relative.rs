//! What Chinese notation and WXF share: a piece named by its kind and its file or its order among
//! others, a direction, and how far or where to. All is seen by the player who moves.

use super::{NotationError, only_legal};
use crate::game::Color;
use crate::game::xiangqi::RED;
use crate::game::xiangqi::board::Board;
use crate::game::xiangqi::moves::Move;
use crate::game::xiangqi::piece::Kind;
use crate::game::xiangqi::square::{FILES, Square};

/// Which way a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Advance,
    Retreat,
    Traverse,
}

/// Which of several pieces of a kind on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Front,
    Middle,
    Rear,
    /// Counted from the front, from 1. Without a file, over all files with several pieces, from
    /// the mover's right.
    Nth(u8),
}

/// How text points at the piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The file, counted from 1 at the mover's right.
    pub(super) file: Option<u8>,
    /// Its order among its like.
    pub(super) order: Option<Order>,
}

/// A move as the mover tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) kind: Kind,
    pub(super) place: Place,
    pub(super) direction: Direction,
    /// Steps of a straight move along the file, otherwise the file it ends on.
    pub(super) number: u8,
}

/// The number of a file, from 1 at `color`'s right.
pub(super) fn file_number(color: Color, square: Square) -> u8 {
    if color == RED { FILES - square.file() } else { square.file() + 1 }
}

impl Relative {
    /// The legal move meant; `text` is named in errors.
    pub(super) fn resolve(self, board: &Board, text: &str) -> Result<Move, NotationError> {
        let movers = self.movers(board);
        only_legal(board, text, |mv| {
            movers.contains(&mv.from()) && self.goes_like(board.turn(), mv)
        })
    }

    fn goes_like(self, color: Color, mv: Move) -> bool {
        let (direction, number) = motion(color, self.kind, mv);
        direction == self.direction && number == self.number
    }

    /// The points of the pieces that the place may mean.
    fn movers(self, board: &Board) -> Vec<Square> {
        let columns = Columns::of(board, self.kind);
        match (self.place.file, self.place.order) {
            (Some(file), None) => columns.on(file).to_vec(),
            (Some(file), Some(order)) => pick(columns.on(file), order).into_iter().collect(),
            (None, Some(Order::Nth(n))) => {
                let crowded = columns.crowded().flatten().copied();
                crowded.skip(usize::from(n).wrapping_sub(1)).take(1).collect()
            }
            (None, Some(order)) => {
                columns.crowded().filter_map(|column| pick(column, order)).collect()
            }
            (None, None) => Vec::new(),
        }
    }
}

/// The piece of a column, sorted from the front, that `order` names.
fn pick(column: &[Square], order: Order) -> Option<Square> {
    match order {
        Order::Front => column.first().copied(),
        Order::Rear => column.last().copied(),
        Order::Middle => match column {
            [_, middle, _] => Some(*middle),
            _ => None,
        },
        Order::Nth(n) => column.get(usize::from(n).checked_sub(1)?).copied(),
    }
}

/// The direction and the number of a move of `kind`.
pub(super) fn motion(color: Color, kind: Kind, mv: Move) -> (Direction, u8) {
    let (from, to) = (mv.from().rank_for(color), mv.to().rank_for(color));
    let direction = match to.cmp(&from) {
        std::cmp::Ordering::Greater => Direction::Advance,
        std::cmp::Ordering::Less => Direction::Retreat,
        std::cmp::Ordering::Equal => Direction::Traverse,
    };
    let straight = matches!(kind, Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn);
    let number = if straight && direction != Direction::Traverse {
        from.abs_diff(to)
    } else {
        file_number(color, mv.to())
    };
    (direction, number)
}

/// The mover's pieces of one kind, file by file.
pub(super) struct Columns {
    color: Color,
    /// From the mover's right; each from the front. No column is empty.
    columns: Vec<Vec<Square>>,
}

impl Columns {
    pub(super) fn of(board: &Board, kind: Kind) -> Self {
        let color = board.turn();
        let mut squares: Vec<Square> = board.pieces(color, kind).collect();
        squares.sort_by_key(|&at| (file_number(color, at), u8::MAX - at.rank_for(color)));
        let columns =
            squares.chunk_by(|a, b| a.file() == b.file()).map(<[Square]>::to_vec).collect();
        Self { color, columns }
    }

    /// The column on a file.
    fn on(&self, file: u8) -> &[Square] {
        self.columns
            .iter()
            .find(|column| column.first().is_some_and(|&at| file_number(self.color, at) == file))
            .map_or(&[], Vec::as_slice)
    }

    /// The columns of two pieces or more.
    pub(super) fn crowded(&self) -> impl Iterator<Item = &Vec<Square>> {
        self.columns.iter().filter(|column| column.len() > 1)
    }

    /// Whether front and rear do not tell all pieces apart: three on a file, or two such files.
    pub(super) fn are_crowded(&self) -> bool {
        self.crowded().any(|column| column.len() > 2) || self.crowded().count() > 1
    }

    /// Where `square` stands among the pieces of its file.
    pub(super) fn place_of(&self, square: Square) -> InColumn {
        let column = self.on(file_number(self.color, square));
        let before = column.iter().take_while(|&&at| at != square).count();
        InColumn { number: before as u8 + 1, of: column.len() as u8 }
    }

    /// The number of `square` among all pieces in crowded columns, from 1.
    pub(super) fn number_among_crowded(&self, square: Square) -> u8 {
        self.crowded().flatten().take_while(|&&at| at != square).count() as u8 + 1
    }
}

/// The number of a piece in its column, from 1 at the front, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InColumn {
    pub(super) number: u8,
    pub(super) of: u8,
}
