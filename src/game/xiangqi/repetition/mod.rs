//! Repetition, perpetual check and chase, and the limit on moves without a capture.
//!
//! | | Asian | Chinese | computer league | none |
//! |---|---|---|---|---|
//! | checks on every move | loses | loses | loses | draw |
//! | chases one piece on every move | loses | loses | loses | draw |
//! | chases several pieces in turn | draw | loses | draw | draw |
//! | mixes checks, mate threats and chases | draw | loses | draw | draw |
//! | attack on the same kind | exchange if it can strike back | as Asian | always exchange | |
//! | both at fault alike | draw | draw | draw | draw |
//! | judged at occurrence | 3 | 3 | 4 | 3 |
//!
//! A perpetual check is always the worse fault. Kings and pawns may chase for ever; under Chinese
//! rules such a chase still answers the opponent's. What counts as a chase stands in `chase`. A
//! side is judged by all its moves between the first and the last of the occurrences counted.
//!
//! Where the Asian rules leave room, three readings were chosen:
//!
//! - A perpetual chase needs an opponent who answers it: a piece that is threatened all the time
//!   is not chased, whichever attackers come and go.
//! - A chase of a rook that a horse pins outweighs what the rook threatens meanwhile.
//! - After a check, threats and protections are judged as if the check were already met.
//!
//! Fairy-Stockfish judged 45,022 random cycles of four or six moves as we do, but for 304; it never
//! blamed the other side. In 240 it punished a threat that merely goes on, in 7 the attacks of
//! pinned pieces. In 27 it took a threat that goes on for a chase in return, and in 30 it saw no
//! chase, mostly because it does not know protectors that are cut off or cannot retake.
//!
//! [`judge`] is for games, [`Trail`] for searches, which judge a position sooner.

mod chase;
mod conduct;
mod limit;
mod stand;
mod trail;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

use super::{Board, Color, Move, RepetitionRule};
use crate::game::{Game, Outcome, Reason};

pub use conduct::Fault;
pub use limit::Quiet;
pub use trail::{Fold, Trail};

/// What a repeated position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The position is new, or not yet old enough.
    None,
    /// Nobody, or both, are at fault.
    Draw,
    /// This side is at fault.
    Loses(Color),
}

impl RepetitionRule {
    /// At which occurrence of a position a game is judged.
    pub const fn folds(self) -> u8 {
        match self {
            Self::ComputerLeague => 4,
            Self::Asian | Self::Chinese | Self::None => 3,
        }
    }
}

/// The result by repetition or by the limit on moves without a capture, if the game is over.
///
/// ```
/// use sanqi::game::xiangqi::{Board, Rules, repetition};
/// use sanqi::game::{Color, Game};
/// let board = Board::from_fen("4k4/9/9/9/9/9/9/9/9/R2K5 w").unwrap();
/// let mut game = Game::new(board, Rules::default());
/// for mv in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9".split(' ') {
///     assert_eq!(repetition::judge(&game), None);
///     game.play(mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(repetition::judge(&game).unwrap().winner, Some(Color::Second));
/// ```
pub fn judge(game: &Game<Board>) -> Option<Outcome> {
    let rules = game.rules();
    if let Some(cycle) = cycle(game, rules.repetition.folds()) {
        return Some(match conduct::loser(rules.repetition, game.position(), &cycle) {
            None => Outcome::draw(Reason::Repetition),
            Some((loser, Fault::PerpetualCheck)) => {
                Outcome::win(loser.other(), Reason::PerpetualCheck)
            }
            Some((loser, Fault::PerpetualChase)) => {
                Outcome::win(loser.other(), Reason::PerpetualChase)
            }
        });
    }
    let limit = rules.natural_limit?;
    (Quiet::of(game).plies() >= limit).then(|| Outcome::draw(Reason::MoveLimit))
}

/// The moves since the position's occurrence number one of `folds`, the present being the last.
fn cycle(game: &Game<Board>, folds: u8) -> Option<Vec<Move>> {
    let key = game.position().key();
    let longest = game.len().min(game.position().clock().into());
    let mut left = folds.saturating_sub(1);
    for back in (4..=longest).step_by(2) {
        if game.position_after(game.len() - back).is_some_and(|board| board.key() == key) {
            left = left.saturating_sub(1);
            if left == 0 {
                return Some(game.moves().skip(game.len() - back).map(|(_, mv)| mv).collect());
            }
        }
    }
    None
}
