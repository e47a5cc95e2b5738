//! Games of the player with itself: what networks learn from.
//!
//! | file | does |
//! |---|---|
//! | `terms` | what the games of a folder have in common |
//! | `opening` | where a game begins: random plies, or a line of the book and a few random plies |
//! | `play` | plays one game; it depends on the terms and the game's number only |
//! | `block` | a game as bytes |
//! | `store` | a folder of games that any kill leaves readable |
//! | `generate` | plays on all threads until there are enough |
//! | `survey` | what a folder holds: balance, phases, duplicates, damage |

mod block;
mod generate;
mod opening;
mod play;
mod store;
mod survey;
mod terms;

#[cfg(test)]
mod tests;

pub use block::{Blocks, Damage, Ending, PlayedGame, Scored, Taught};
pub use generate::{Goal, Tally, generate};
pub use play::SelfPlayer;
pub use store::{GAMES_FILE, Store, StoreError, read_games};
pub use survey::Survey;
pub use terms::Terms;
