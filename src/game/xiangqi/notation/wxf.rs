//! WXF: `C2=5`, `H8+7`, front and rear as `C+=6` and `C-=6`, crowded pawns as `17=6` (the first
//! pawn on file 7).
//!
//! Read as well: `.` for `=`, the sign before the letter (`+C-2`), `.` for the rear (`C.-2`) and
//! then `-` for the middle pawn, pawns by letter (`Pa.5`), the keyboard's digits for pieces
//! (`62.5`), N and B for H and E. Case says nothing.

use super::NotationError;
use super::relative::{Columns, Direction, Order, Place, Relative, file_number, motion};
use crate::game::xiangqi::board::Board;
use crate::game::xiangqi::moves::Move;
use crate::game::xiangqi::piece::Kind;

/// Reads a move in any of the variants.
pub(super) fn read(board: &Board, text: &str) -> Result<Move, NotationError> {
    let form = || NotationError::form(text);
    let letters: Vec<char> = text.chars().collect();
    let &[first, second, sign, number] = letters.as_slice() else { return Err(form()) };
    let direction = direction(sign).ok_or_else(form)?;
    let number = digit(number).ok_or_else(form)?;
    let meant = |kind, file, order| {
        let place = Place { file, order };
        Relative { kind, place, direction, number }.resolve(board, text)
    };

    if let (Some(order), Some(file)) = (digit(first), digit(second)) {
        // Where pawns are crowded, `14=5` is the first pawn on file 4, else the keyboard's king.
        let pawn = || meant(Kind::Pawn, Some(file), Some(Order::Nth(order)));
        if Columns::of(board, Kind::Pawn).are_crowded()
            && let Ok(mv) = pawn()
        {
            return Ok(mv);
        }
    }
    if let (Some(order), Some(kind)) = (order_before(first), piece(second)) {
        return meant(kind, None, Some(order));
    }
    let kind = piece(first).ok_or_else(form)?;
    if let Some(file) = digit(second) {
        return meant(kind, Some(file), None);
    }
    meant(kind, None, Some(order_after(second, board, kind).ok_or_else(form)?))
}

/// Writes a legal move.
pub(super) fn write(board: &Board, mv: Move) -> String {
    let Some(piece) = board.piece_at(mv.from()) else { return mv.to_string() };
    let (direction, number) = motion(piece.color, piece.kind, mv);
    let sign = match direction {
        Direction::Advance => '+',
        Direction::Retreat => '-',
        Direction::Traverse => '=',
    };
    let columns = Columns::of(board, piece.kind);
    let column = columns.place_of(mv.from());
    let file = file_number(piece.color, mv.from());
    let letter = letter(piece.kind);
    // Two advisors or elephants on one file cannot go the same way.
    let tells_itself = matches!(piece.kind, Kind::Advisor | Kind::Elephant);
    if column.of == 1 || tells_itself {
        format!("{letter}{file}{sign}{number}")
    } else if columns.are_crowded() {
        format!("{}{file}{sign}{number}", column.number)
    } else {
        let place = if column.number == 1 { '+' } else { '-' };
        format!("{letter}{place}{sign}{number}")
    }
}

const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        _ => kind.letter(),
    }
}

/// The kind that a letter or a key of the digits names.
fn piece(letter: char) -> Option<Kind> {
    let by_digit = || {
        use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let keys = [King, Advisor, Elephant, Horse, Rook, Cannon, Pawn];
        keys.get(usize::from(digit(letter)?) - 1).copied()
    };
    Kind::from_letter(letter).or_else(by_digit)
}

fn direction(sign: char) -> Option<Direction> {
    match sign {
        '+' => Some(Direction::Advance),
        '-' => Some(Direction::Retreat),
        '=' | '.' => Some(Direction::Traverse),
        _ => None,
    }
}

/// A digit 1 to 9.
fn digit(letter: char) -> Option<u8> {
    letter.to_digit(10).filter(|&n| n > 0).map(|n| n as u8)
}

fn order_before(sign: char) -> Option<Order> {
    match sign {
        '+' => Some(Order::Front),
        '=' | '.' => Some(Order::Middle),
        '-' => Some(Order::Rear),
        _ => None,
    }
}

fn order_after(sign: char, board: &Board, kind: Kind) -> Option<Order> {
    let three = || Columns::of(board, kind).crowded().any(|column| column.len() == 3);
    match sign.to_ascii_lowercase() {
        '+' => Some(Order::Front),
        '-' if three() => Some(Order::Middle),
        '-' | '.' => Some(Order::Rear),
        letter @ 'a'..='e' if kind == Kind::Pawn => Some(Order::Nth(letter as u8 - b'a' + 1)),
        _ => None,
    }
}
