//! Tests of the program as a whole: layers, running engines, clients.

#[cfg(feature = "contest")]
mod contest;
mod layers;
mod process;
mod readme;
mod talk;
