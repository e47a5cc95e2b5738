//! L2: searching without knowing a game: limits, control, events, clock, table, splitting.

mod clock;
mod control;
mod event;
mod limits;
pub mod split;
mod table;
pub mod uct;

pub use clock::{Budget, TimeControl};
pub use control::Control;
pub use event::{Answer, Bound, Choice, Event, Line, Report, Score};
pub use limits::Limits;
pub use table::{Entry, NoMemory, Table};
