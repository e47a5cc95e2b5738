//! L4: engine-vs-engine matches.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod bout;
pub mod calendar;
pub mod driver;
pub mod journal;
pub mod judge;
pub mod log;
pub mod machine;
pub mod openings;
pub mod pace;
pub mod player;
pub mod process;
pub mod run;
pub mod save;
pub mod schedule;
pub mod scoring;
pub mod sparring;
pub mod spec;
pub mod standings;
pub mod summary;
pub mod table;
mod words;
