//! Chinese notation: `炮二平五`, `前馬退六`, `一兵平四`.
//!
//! Written as rule books do: Red's numbers 一 to 九, Black's １ to ９; of three pawns on a file
//! the middle one is 中; of four or five, or with two files of several, pawns are numbered from
//! the right, then from the front. Read in both scripts mixed, with old and new glyphs, 上 and 下
//! for 進 and 退, any digits, and the longer and shorter ways to name a crowded pawn.

use super::NotationError;
use super::relative::{Columns, Direction, Order, Place, Relative, file_number, motion};
use crate::game::xiangqi::board::Board;
use crate::game::xiangqi::moves::Move;
use crate::game::xiangqi::piece::{Kind, Piece};
use crate::game::{Color, xiangqi::RED};

/// The characters to write with. Reading takes both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// 馬８進７.
    Traditional,
    /// 马８进７.
    Simplified,
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// What one character says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Piece(Kind),
    Order(Order),
    Number(u8),
    Direction(Direction),
}

use Word::{Direction as Goes, Number, Order as Ordered, Piece as Named};

/// Reads a move of four or five characters; white space inside does not matter.
pub(super) fn read(board: &Board, text: &str) -> Result<Move, NotationError> {
    let form = || NotationError::form(text);
    let words: Vec<Word> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(word)
        .collect::<Option<_>>()
        .ok_or_else(form)?;
    let (kind, place, direction, number) = match *words.as_slice() {
        // 炮二平五
        [Named(kind), Number(file), Goes(direction), Number(number)] => {
            (kind, Place { file: Some(file), order: None }, direction, number)
        }
        // 前炮退二, and 炮前退二
        [Ordered(order), Named(kind), Goes(direction), Number(number)]
        | [Named(kind), Ordered(order), Goes(direction), Number(number)] => {
            (kind, Place { file: None, order: Some(order) }, direction, number)
        }
        // 二兵平四
        [Number(nth), Named(kind), Goes(direction), Number(number)] => {
            (kind, Place { file: None, order: Some(Order::Nth(nth)) }, direction, number)
        }
        // 前四平五: a pawn is meant.
        [Ordered(order), Number(file), Goes(direction), Number(number)] => {
            (Kind::Pawn, Place { file: Some(file), order: Some(order) }, direction, number)
        }
        // 前兵四平五
        [Ordered(order), Named(kind), Number(file), Goes(direction), Number(number)] => {
            (kind, Place { file: Some(file), order: Some(order) }, direction, number)
        }
        // 二兵四平五
        [Number(nth), Named(kind), Number(file), Goes(direction), Number(number)] => {
            (kind, Place { file: Some(file), order: Some(Order::Nth(nth)) }, direction, number)
        }
        _ => return Err(form()),
    };
    Relative { kind, place, direction, number }.resolve(board, text)
}

/// Writes a legal move.
pub(super) fn write(board: &Board, mv: Move, script: Script) -> String {
    let Some(piece) = board.piece_at(mv.from()) else { return mv.to_string() };
    let (direction, number) = motion(piece.color, piece.kind, mv);
    let mut text = String::with_capacity(12);
    match order_mark(board, mv, script) {
        Some(mark) => text.extend([mark, name(piece, script)]),
        None => {
            let file = file_number(piece.color, mv.from());
            text.extend([name(piece, script), numeral(piece.color, file)]);
        }
    }
    text.extend([direction_name(direction, script), numeral(piece.color, number)]);
    text
}

/// What tells the mover from its like on the file, where it does not tell itself.
fn order_mark(board: &Board, mv: Move, script: Script) -> Option<char> {
    let kind = board.piece_at(mv.from())?.kind;
    let columns = Columns::of(board, kind);
    let column = columns.place_of(mv.from());
    // Two advisors or elephants on one file cannot go the same way.
    if column.of == 1 || matches!(kind, Kind::Advisor | Kind::Elephant) {
        return None;
    }
    let rear = if script == Script::Traditional { '後' } else { '后' };
    let numbered = || {
        let nth = usize::from(columns.number_among_crowded(mv.from()));
        NUMERALS.get(nth.checked_sub(1)?).copied()
    };
    match (column.number, column.of) {
        _ if columns.crowded().count() > 1 => numbered(),
        (_, 4..) => numbered(),
        (1, _) => Some('前'),
        (2, 3) => Some('中'),
        _ => Some(rear),
    }
}

fn word(letter: char) -> Option<Word> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => Named(Kind::King),
        '仕' | '士' => Named(Kind::Advisor),
        '相' | '象' => Named(Kind::Elephant),
        '马' | '馬' | '傌' | '㐷' => Named(Kind::Horse),
        // The third is a compatibility twin of the second, from old character sets.
        '车' | '車' | '\u{f902}' | '俥' | '伡' => Named(Kind::Rook),
        '炮' | '砲' | '包' => Named(Kind::Cannon),
        '兵' | '卒' => Named(Kind::Pawn),
        '前' => Ordered(Order::Front),
        '中' => Ordered(Order::Middle),
        '后' | '後' => Ordered(Order::Rear),
        '进' | '進' | '上' => Goes(Direction::Advance),
        '退' | '下' => Goes(Direction::Retreat),
        '平' => Goes(Direction::Traverse),
        '1'..='9' => Number(letter as u8 - b'0'),
        '１'..='９' => Number((letter as u32 - '０' as u32) as u8),
        _ => {
            let place = NUMERALS.iter().position(|&numeral| numeral == letter)?;
            Number(place as u8 + 1)
        }
    })
}

fn numeral(color: Color, number: u8) -> char {
    let red = || NUMERALS.get(usize::from(number).checked_sub(1)?).copied();
    let black = || char::from_u32('０' as u32 + u32::from(number));
    if color == RED { red() } else { black() }.unwrap_or('？')
}

const fn direction_name(direction: Direction, script: Script) -> char {
    match (direction, script) {
        (Direction::Advance, Script::Traditional) => '進',
        (Direction::Advance, Script::Simplified) => '进',
        (Direction::Retreat, _) => '退',
        (Direction::Traverse, _) => '平',
    }
}

/// The character of a piece, as records write it.
const fn name(piece: Piece, script: Script) -> char {
    match (piece.kind, piece.color, script) {
        (Kind::King, RED, Script::Traditional) => '帥',
        (Kind::King, RED, Script::Simplified) => '帅',
        (Kind::King, _, Script::Traditional) => '將',
        (Kind::King, _, Script::Simplified) => '将',
        (Kind::Advisor, RED, _) => '仕',
        (Kind::Advisor, ..) => '士',
        (Kind::Elephant, RED, _) => '相',
        (Kind::Elephant, ..) => '象',
        (Kind::Horse, _, Script::Traditional) => '馬',
        (Kind::Horse, _, Script::Simplified) => '马',
        (Kind::Rook, _, Script::Traditional) => '車',
        (Kind::Rook, _, Script::Simplified) => '车',
        (Kind::Cannon, ..) => '炮',
        (Kind::Pawn, RED, _) => '兵',
        (Kind::Pawn, ..) => '卒',
    }
}
