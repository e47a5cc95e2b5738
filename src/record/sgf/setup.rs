//! The stones that the root lays before the game.

use super::build::MOST_LINES;
use crate::game::Color;
use crate::record::{Area, Cell, Start};

/// Setup by the root. A table, not a list: areas may overlap a thousand times over.
#[derive(Default)]
pub(super) struct RootSetup {
    stones: Option<Box<[[Option<Color>; MOST_LINES as usize]; MOST_LINES as usize]>>,
    pub(super) turn: Option<Color>,
}

impl RootSetup {
    pub(super) fn lay(&mut self, stone: Option<Color>, area: Area) {
        let rows = self
            .stones
            .get_or_insert_with(|| Box::new([[None; MOST_LINES as usize]; MOST_LINES as usize]));
        for cell in area.cells() {
            let row = rows.get_mut(usize::from(cell.row));
            if let Some(slot) = row.and_then(|row| row.get_mut(usize::from(cell.column))) {
                *slot = stone;
            }
        }
    }

    /// The stones laid, row by row.
    fn list(&self) -> Vec<(Color, Cell)> {
        let rows = self.stones.iter().flat_map(|rows| (0..).zip(rows.iter()));
        rows.flat_map(|(row, slots)| {
            (0..).zip(slots).filter_map(move |(column, &stone)| {
                stone.map(|color| (color, Cell { column, row }))
            })
        })
        .collect()
    }

    pub(super) fn enter(self, start: &mut Start) {
        let laid = self.list();
        match start {
            Start::Go { stones, turn, .. } => (*stones, *turn) = (laid, self.turn),
            Start::Othello { board } => *board = othello_board(&laid, self.turn),
            Start::Xiangqi { .. } => {}
        }
    }
}

/// Discs of the usual start of Othello.
const OTHELLO_START: &str = "---------------------------O*------*O--------------------------- *";

/// The board of a setup; `None` for the usual start.
fn othello_board(stones: &[(Color, Cell)], turn: Option<Color>) -> Option<Box<str>> {
    let sign = |color| if color == Color::First { b'*' } else { b'O' };
    let mut board = vec![b'-'; 64];
    for &(color, cell) in stones {
        let index = 8 * usize::from(cell.row) + usize::from(cell.column);
        if let (0..8, Some(slot)) = (cell.column, board.get_mut(index)) {
            *slot = sign(color);
        }
    }
    if board.iter().all(|&slot| slot == b'-') {
        board = OTHELLO_START.bytes().take(64).collect();
    }
    board.extend(b" *");
    if let (Some(turn), Some(last)) = (turn, board.last_mut()) {
        *last = sign(turn);
    }
    let board = String::from_utf8(board).ok()?;
    (board != OTHELLO_START).then(|| board.into())
}
