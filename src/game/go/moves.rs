//! A move: a stone or a pass.

use std::fmt;
use std::str::FromStr;

use super::point::{Point, PointError};

/// A move by either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// No stone.
    Pass,
    /// A stone here.
    Place(Point),
}

impl Move {
    /// The point of the stone, unless it is a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::Place(point) => Some(point),
        }
    }

    /// Whether it is a pass.
    pub const fn is_pass(self) -> bool {
        matches!(self, Self::Pass)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Self {
        Self::Place(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.pad("pass"),
            Self::Place(point) => point.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_gtp_writes_them() {
        assert_eq!(Move::Pass.to_string(), "pass");
        assert_eq!(Move::Place(Point::new(3, 3)).to_string(), "D4");
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!("q16".parse(), Ok(Move::Place(Point::new(15, 15))));
        assert!("resign".parse::<Move>().is_err());
    }
}
