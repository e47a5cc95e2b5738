//! L0: what knows no game.

mod key;
mod random;

pub use key::{Key, KeyStream};
pub use random::Random;
