//! Where a record is broken, and why.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::Spot;

/// A place in a file of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, where known.
    pub file: Option<Arc<str>>,
    /// Line and column, where the format has lines.
    pub spot: Option<Spot>,
    /// Number of the game in the file, from 1.
    pub game: Option<u32>,
    /// Number of the move in the game, from 1.
    pub move_number: Option<u32>,
}

impl Place {
    /// A line and column, the file unknown.
    pub fn at(spot: Spot) -> Self {
        Self { spot: Some(spot), ..Self::default() }
    }

    /// The game of this number, from 1.
    #[must_use]
    pub fn in_game(self, game: u32) -> Self {
        Self { game: Some(game), ..self }
    }

    /// The move of this number, from 1.
    #[must_use]
    pub fn at_move(self, move_number: u32) -> Self {
        Self { move_number: Some(move_number), ..self }
    }

    /// In this file.
    #[must_use]
    pub fn in_file(self, file: &Arc<str>) -> Self {
        Self { file: Some(Arc::clone(file)), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(file) = &self.file {
            write!(f, "{file}")?;
            separator = ":";
        }
        if let Some(spot) = self.spot {
            write!(f, "{separator}{}:{}", spot.line, spot.column)?;
            separator = ", ";
        } else if !separator.is_empty() {
            separator = ", ";
        }
        if let Some(game) = self.game {
            write!(f, "{separator}game {game}")?;
            separator = ", ";
        }
        if let Some(number) = self.move_number {
            write!(f, "{separator}move {number}")?;
        }
        Ok(())
    }
}

/// A game that cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// Why, in words: the thing found and the thing expected.
    pub reason: Cow<'static, str>,
}

impl RecordError {
    /// `reason` at `place`.
    pub fn new(place: Place, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { place, reason: reason.into() }
    }

    /// The same, in this file.
    #[must_use]
    pub fn in_file(self, file: &Arc<str>) -> Self {
        Self { place: self.place.in_file(file), ..self }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place == Place::default() {
            return write!(f, "{}", self.reason);
        }
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_file_line_game_move_and_reason() {
        let place = Place::at(Spot { line: 3, column: 14 }).in_game(2).at_move(41);
        let error = RecordError::new(place, "point `dd` is occupied");
        assert_eq!(error.to_string(), "3:14, game 2, move 41: point `dd` is occupied");
        let error = error.in_file(&Arc::from("a.sgf"));
        assert_eq!(error.to_string(), "a.sgf:3:14, game 2, move 41: point `dd` is occupied");
    }

    #[test]
    fn a_place_tells_only_what_is_known() {
        assert_eq!(Place::default().in_game(7).to_string(), "game 7");
        assert_eq!(
            Place::default().in_file(&Arc::from("b.wtb")).in_game(7).to_string(),
            "b.wtb, game 7"
        );
        assert_eq!(RecordError::new(Place::default(), "empty").to_string(), "empty");
    }
}
