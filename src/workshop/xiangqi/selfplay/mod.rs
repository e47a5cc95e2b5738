//! Games of the player with itself: what networks learn from.
//!
//! | file | does |
//! |---|---|
//! | `terms` | what the games of a folder have in common |
//! | `opening` | where a game begins: random plies, or a line of a book and a few random plies |
//! | `play` | plays one game; it depends on the terms and the game's number only |
//! | `block` | a game as bytes |
//! | `survey` | what a folder holds: balance, phases, duplicates, damage |

mod block;
mod opening;
mod play;
mod survey;
mod terms;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::workshop::selfplay;

pub use block::{Ending, PlayedGame, Scored, Taught};
pub use opening::{Book, OpeningsError};
pub use play::{SelfPlayer, TermsError};
pub use selfplay::{Damage, GenerateError, Goal, Keep, StoreError, Tally};
pub use survey::Survey;
pub use terms::Terms;

/// The games of a file, and what is damaged between them.
pub type Blocks<'a> = selfplay::Blocks<'a, PlayedGame>;
/// A folder open for more games.
pub type Store = selfplay::Store<PlayedGame>;

/// The bytes of the games in `folder`, for [`Blocks`].
pub fn read_games(folder: &Path) -> Result<Vec<u8>, StoreError> {
    selfplay::read_games::<PlayedGame>(folder)
}

/// Plays the games numbered below the goal that `store` lacks; `told` hears of each. `stop` ends it
/// after the games in play.
pub fn generate(
    store: Store,
    terms: &Terms,
    goal: Goal,
    stop: &AtomicBool,
    told: &(dyn Fn(Tally) + Sync),
) -> Result<(), GenerateError> {
    // A setting or a file that is refused is told before any thread starts.
    let players = (0..goal.threads.max(1)).map(|_| SelfPlayer::new(terms));
    let players = players.collect::<Result<Vec<_>, _>>().map_err(|error| match error {
        TermsError::Setting(error) => GenerateError::Setting(error),
        TermsError::Openings(error) => GenerateError::Openings(error.to_string()),
    })?;
    selfplay::generate(store, players, goal.games, stop, told)
}
