//! L4: the languages of controllers. A dialogue turns lines into actions at a desk and news from
//! engines into lines; it never blocks and does no I/O of its own (the session does).
//!
//! Parsers of lines and writers of answers are pure functions over text, tested as such.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod gtp;
pub mod nboard;
mod news;
mod preferences;
mod speaker;
#[cfg(test)]
mod ten_rules;
#[cfg(test)]
mod testing;
pub mod xiangqi;

pub use news::EngineNews;
pub use preferences::{Coordinates, PREFERENCES, Preferences};
pub use speaker::{Opening, Protocol, Speaker};
