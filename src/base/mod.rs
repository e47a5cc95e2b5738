//! L0: what knows no game.

mod crew;
pub mod data;
mod key;
mod prefetch;
mod random;
pub mod stats;

pub use crew::{Crew, WorkerPanic};
pub use key::{Key, KeyStream};
pub use prefetch::prefetch;
pub use random::Random;
