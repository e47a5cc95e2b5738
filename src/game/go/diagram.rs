//! Boards as text pictures, both ways: failing tests show them, tests are written in them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;
use super::handicap;
use super::point::{Point, Size, SizeError};
use super::{BLACK, WHITE};
use crate::game::{Color, Position};

/// A picture that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// A sign that means nothing.
    #[error("expected `.`, `+`, `X` or `O` in row {row} from the top, found `{sign}`")]
    Sign {
        /// The row, 1 at the top.
        row: usize,
        /// The sign found.
        sign: char,
    },
    /// A row of another length than the first.
    #[error("expected {width} points in row {row} from the top, found {found}")]
    Row {
        /// The row, 1 at the top.
        row: usize,
        /// Length of the first row.
        width: usize,
        /// Its own length.
        found: usize,
    },
    /// Too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Reads rows of `.` or `+` (vacant), `X` (Black), `O` (White) from the top; blanks do not matter.
impl FromStr for Board {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let rows = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
            .map(|(row, line)| read_row(row + 1, line))
            .collect::<Result<Vec<_>, _>>()?;
        let width = rows.first().map_or(0, Vec::len);
        let mut board = Self::new(Size::new(width, rows.len())?);
        for (row, cells) in rows.iter().enumerate() {
            if cells.len() != width {
                return Err(DiagramError::Row { row: row + 1, width, found: cells.len() });
            }
            let y = (rows.len() - 1 - row) as u8;
            for (x, &cell) in cells.iter().enumerate() {
                board.set(Point::new(x as u8, y), cell);
            }
        }
        Ok(board)
    }
}

fn read_row(row: usize, line: &str) -> Result<Vec<Option<Color>>, DiagramError> {
    line.chars()
        .filter(|sign| !sign.is_whitespace())
        .map(|sign| match sign {
            '.' | '+' => Ok(None),
            'X' | 'x' => Ok(Some(BLACK)),
            'O' | 'o' => Ok(Some(WHITE)),
            _ => Err(DiagramError::Sign { row, sign }),
        })
        .collect()
}

/// The board with coordinates, `X` for Black, `O` for White, `+` for star points.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let letters: String =
            (0..size.width()).map(|x| format!(" {}", &Point::new(x, 0).to_string()[..1])).collect();
        let stars = handicap::star_points(size);
        writeln!(f, "  {letters}")?;
        for y in (0..size.height()).rev() {
            write!(f, "{:2}", y + 1)?;
            for x in 0..size.width() {
                let point = Point::new(x, y);
                let sign = match self.stone(point) {
                    Some(BLACK) => 'X',
                    Some(WHITE) => 'O',
                    None if stars.contains(&point) => '+',
                    None => '.',
                };
                write!(f, " {sign}")?;
            }
            write!(f, " {}", y + 1)?;
            match y {
                1 => write!(f, "  White (O) has captured {} stones", self.captures(WHITE))?,
                0 => write!(f, "  Black (X) has captured {} stones", self.captures(BLACK))?,
                _ => {}
            }
            writeln!(f)?;
        }
        let turn = if self.turn() == BLACK { "Black" } else { "White" };
        writeln!(f, "  {letters}  {turn} to move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_draws_itself() {
        let mut board: Board = ". X .\n O . .\n . . .".parse().unwrap();
        board.set_captures(BLACK, 2);
        assert_eq!(
            board.to_string(),
            "   A B C\n 3 . X . 3\n 2 O . . 2  White (O) has captured 0 stones\n \
             1 . . . 1  Black (X) has captured 2 stones\n   A B C  Black to move\n"
        );
    }

    #[test]
    fn star_points_are_drawn_where_vacant() {
        let mut board = Board::new(Size::NINE);
        board.set("E5".parse().unwrap(), Some(WHITE));
        let picture = board.to_string();
        assert_eq!(picture.matches('+').count(), 4, "{picture}");
    }

    #[test]
    fn bad_pictures_name_the_place() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert_eq!(
            error(". .\n . ?"),
            "expected `.`, `+`, `X` or `O` in row 2 from the top, found `?`"
        );
        assert_eq!(error(". .\n . . ."), "expected 2 points in row 2 from the top, found 3");
        assert_eq!(error(""), "expected sides of 2 to 25 lines, found 0 by 0");
    }
}
