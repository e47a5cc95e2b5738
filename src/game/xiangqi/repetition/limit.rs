//! The natural limit: plies without a capture, of which endless checks are not counted.

use crate::game::xiangqi::Board;
use crate::game::{Color, Game};

/// Checks of one side that count, since the last capture.
const CHECKS_COUNTED: u16 = 10;

/// Plies since the last capture, as the limit counts them: a side's checks beyond the tenth, and
/// the replies to them, are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiet {
    plies: u16,
    checks: [u16; 2],
}

impl Quiet {
    /// A count that begins with `plies`, none of them a check.
    pub const fn new(plies: u16) -> Self {
        Self { plies, checks: [0; 2] }
    }

    /// The count of a game.
    pub fn of(game: &Game<Board>) -> Self {
        // The game's own clock never runs slower than this one.
        let board = game.position();
        let back = game.len().min(board.clock().into());
        let Some(first) = game.position_after(game.len() - back) else { return Self::new(0) };
        let mut quiet = Self::new(first.clock());
        let mut before = first;
        for after in game.positions().skip(game.len() - back + 1) {
            quiet = quiet.next(before, after);
            before = after;
        }
        quiet
    }

    /// The count after the move from `before` to `after`.
    #[must_use]
    pub fn next(self, before: &Board, after: &Board) -> Self {
        if after.clock() == 0 {
            return Self::default();
        }
        let mover = before.turn();
        let Self { mut plies, mut checks } = self;
        let own = &mut checks[mover.index()];
        *own += u16::from(after.in_check());
        let idle_check = after.in_check() && *own > CHECKS_COUNTED;
        let idle_reply = before.in_check() && checks[mover.other().index()] > CHECKS_COUNTED;
        if !idle_check && !idle_reply {
            plies = plies.saturating_add(1);
        }
        Self { plies, checks }
    }

    /// The natural limit of a game, unless it has gone on beyond it: then nobody minds.
    pub fn limit_ahead(game: &Game<Board>) -> Option<u16> {
        game.rules().natural_limit.filter(|&limit| Self::of(game).plies() < limit)
    }

    /// The plies that count towards the limit.
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// Checks given by `color` since the last capture.
    pub const fn checks(self, color: Color) -> u16 {
        self.checks[color.index()]
    }
}
