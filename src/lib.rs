//! sanqi (三棋): Go, xiangqi and Othello over the protocols that GUIs and tournament managers speak.
//!
//! The crate is a stack of layers; a module may use only modules of its own or a lower layer
//! (`engine-tests/layers.rs` fails on an upward `use`):
//!
//! | layer | modules | knows |
//! |---|---|---|
//! | L0 | [`base`] | no game: keys, files, statistics, workers |
//! | L1 | [`game`], [`record`] | rules; text and binary records of games |
//! | L2 | [`search`] | no game: limits, control, clock, tables, trees |
//! | L3 | [`engine`] | game + search = a player |
//! | L4 | [`protocol`], [`session`], [`contest`], [`workshop`] | text of the outside world |
//! | L5 | [`cli`] | one file per subcommand |
//!
//! Invariants, each saying what is absent:
//!
//! 1. Nothing below L4 does I/O, except files through [`base`]. Search never prints.
//! 2. Rules never read a clock, a random number or a setting; a position has no evaluation.
//! 3. A [`search::Control`] is made for one search when `go` is read and never reset: no `stop` is lost.
//! 4. Text and files from outside cannot panic the process.
//! 5. One thread, a fixed seed and fixed nodes give the same answer, always.
//! 6. `unsafe` stays in [`base`] and in SIMD siblings of a scalar function that specifies them.

pub mod base;
pub mod cli;
#[cfg(feature = "contest")]
pub mod contest;
pub mod engine;
pub mod game;
pub mod protocol;
pub mod record;
pub mod search;
pub mod session;
pub mod workshop;
