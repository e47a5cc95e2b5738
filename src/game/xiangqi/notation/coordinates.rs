//! Two points: ICCS `H2-E2`, UCCI and UCI `h2e2`, UCI with ranks from 1 `h3e3`.

use crate::game::xiangqi::moves::Move;
use crate::game::xiangqi::square::Square;

/// The number of Red's home rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRank {
    /// a0 to i9: ICCS, UCCI, most UCI engines.
    Zero,
    /// a1 to i10: Fairy-Stockfish and its clients.
    One,
}

impl FirstRank {
    const fn number(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }
}

/// The move between two points in letters of either case, with or without a dash.
pub(super) fn read(text: &str, first: FirstRank) -> Option<Move> {
    let (from, rest) = read_square(text, first)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (to, rest) = read_square(rest, first)?;
    (rest.is_empty() && from != to).then(|| Move::new(from, to))
}

fn read_square(text: &str, first: FirstRank) -> Option<(Square, &str)> {
    let file = text.chars().next()?.to_ascii_lowercase();
    let file = i8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = rest.split_at_checked(digits)?;
    if rank.len() > 1 && rank != "10" {
        return None;
    }
    let rank = rank.parse::<i8>().ok()? - first.number() as i8;
    Some((Square::checked(file, rank)?, rest))
}

/// `h2e2`.
pub(super) fn write(mv: Move, first: FirstRank) -> String {
    let square =
        |at: Square| format!("{}{}", char::from(b'a' + at.file()), at.rank() + first.number());
    square(mv.from()) + &square(mv.to())
}

/// `H2-E2`.
pub(super) fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}
