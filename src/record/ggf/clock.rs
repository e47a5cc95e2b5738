//! The clocks of a game: what its moves left of the time each side began with.

use std::mem;

use super::{BLACK, Color, Note, Record, Tag, WHITE, seconds};

/// Seconds to play on with when the time is over, unless the game tells.
const USUAL_EXTENSION: f32 = 120.0;

/// A player's clock, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// What is left.
    pub left: f32,
    /// Added after each move.
    pub increment: f32,
    /// Added once, when the time is over.
    extension: f32,
}

impl Clock {
    /// `15:00/0:05/2:00`: the time, the increment and the extension, of which the time must be there.
    /// A clock without any time is none.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('/').map(str::trim);
        let left = seconds(parts.next()?)?;
        let mut optional = |usual| match parts.next() {
            None | Some("") => Some(usual),
            Some(part) => seconds(part),
        };
        let (increment, extension) = (optional(0.0)?, optional(USUAL_EXTENSION)?);
        (left + increment > 0.0).then_some(Self { left, increment, extension })
    }

    /// A move took so many seconds.
    fn spend(&mut self, seconds: f32) {
        self.left -= seconds.max(0.0);
        if self.left < 0.0 {
            self.left += mem::take(&mut self.extension);
        }
        self.left = self.left.max(0.0) + self.increment;
    }
}

/// The clocks of both sides, as far as they have any.
///
/// ```
/// use sanqi::game::othello::{BLACK, WHITE};
/// use sanqi::record::ggf;
/// let game = "(;GM[Othello]TI[5:00/10]B[F5//60]W[D6//1.5];)";
/// let record = ggf::records(game).next().unwrap().unwrap();
/// let clocks = ggf::Clocks::of(&record);
/// let [black, white] = [BLACK, WHITE].map(|side| clocks.side(side).unwrap().left);
/// assert_eq!((black, white), (250.0, 308.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks {
    black: Option<Clock>,
    white: Option<Clock>,
}

impl Clocks {
    /// Those of a game after its moves.
    pub fn of(record: &Record) -> Self {
        let common = record.info.get(&Tag::TimeLimit);
        let clock = |own| record.info.get(&Tag::other(own)).or(common).and_then(Clock::read);
        let mut clocks = Self { black: clock("TB"), white: clock("TW") };
        for id in record.tree.main_line() {
            let Some((mover, _)) = record.tree[id].played() else { continue };
            let spent = record.tree.notes(id).iter().find_map(|note| match note {
                Note::TimeSpent(seconds) => Some(*seconds),
                _ => None,
            });
            clocks.spend(mover, spent.unwrap_or(0.0));
        }
        clocks
    }

    /// The clock of a side.
    pub const fn side(&self, side: Color) -> Option<Clock> {
        match side {
            BLACK => self.black,
            WHITE => self.white,
        }
    }

    /// A move of `mover` took so many seconds.
    pub fn spend(&mut self, mover: Color, seconds: f32) {
        let clock = if mover == BLACK { &mut self.black } else { &mut self.white };
        if let Some(clock) = clock {
            clock.spend(seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> [Option<f32>; 2] {
        let record = crate::record::ggf::records(text).next().unwrap().unwrap();
        [BLACK, WHITE].map(|side| Clocks::of(&record).side(side).map(|clock| clock.left))
    }

    #[test]
    fn each_side_may_have_its_own_time() {
        let text = "(;GM[Othello]TB[15:00]TW[1:00:00//0]B[F5//2.5];)";
        assert_eq!(left(text), [Some(897.5), Some(3600.0)]);
    }

    #[test]
    fn the_extension_is_added_once() {
        let after = |moves: &str| left(&format!("(;GM[Othello]TI[10//5]{moves};)"));
        assert_eq!(after("B[F5//12]"), [Some(3.0), Some(10.0)]);
        assert_eq!(after("B[F5//12]W[D6]B[C3//4]"), [Some(0.0), Some(10.0)]);
    }

    #[test]
    fn no_time_is_no_clock() {
        for tag in ["", "TI[0]", "TI[]", "TI[long]", "TI[5:00/soon]"] {
            assert_eq!(left(&format!("(;GM[Othello]{tag}B[F5//2];)")), [None, None], "{tag}");
        }
    }
}
