//! L0: what knows no game.

mod arena;
mod crew;
pub mod data;
mod file;
mod key;
mod pages;
mod prefetch;
mod random;
mod seal;
pub mod stats;
mod wire;

pub use arena::Arena;
pub use crew::{Crew, WorkerPanic};
pub use file::{Map, atomic_write};
pub use key::{Key, KeyStream};
pub use pages::Pages;
pub use prefetch::prefetch;
pub use random::Random;
pub use seal::{FirstWord, SealError, seal, unseal};
pub use wire::{Truncated, Wire};
