//! L4: engine-vs-engine matches.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod driver;
pub mod log;
pub mod pace;
pub mod process;
