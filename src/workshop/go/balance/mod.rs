//! Makes playouts fair: their rates are chosen so that the share of playouts that Black wins comes near to what
//! a long search says of the position (simulation balancing).
//!
//! | file | does |
//! |---|---|
//! | `known` | positions of own games with what a long search says, a line of text each |
//! | `error` | how far playouts miss that |
//! | `descent` | finds the whole numbers with the smallest error |

mod descent;
mod error;
mod known;

#[cfg(test)]
mod tests;

pub use descent::{Ground, Step, descend};
pub use error::{Miss, shares};
pub use known::{Known, KnownError, Labeller, pick};
