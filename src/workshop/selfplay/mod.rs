//! Folders of games that players play with themselves, the same for every game.
//!
//! | file | does |
//! |---|---|
//! | `block` | a game as bytes that can be read without the ones before it |
//! | `store` | a folder of games that any kill leaves readable |
//! | `generate` | plays on all threads until there are enough |

mod block;
mod generate;
mod store;

#[cfg(test)]
mod tests;

pub use block::{Blocks, Damage, Keep, to_bytes};
pub use generate::{GenerateError, Goal, Plays, Tally, generate};
pub use store::{Store, StoreError, read_games};
