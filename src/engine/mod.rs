//! L3: game + search + knowledge = a player.
//!
//! `think` blocks and does no I/O: tests, bench, matches and every protocol call the same function.

pub mod go;
pub mod othello;
pub mod setting;
pub mod xiangqi;

use crate::game::{Game, Position};
use crate::search::{Answer, Bound, Control, Event, Limits, Score};

pub use setting::{Common, Setting, SettingError, Shown};

/// The move type of an engine.
pub type MoveOf<E> = <<E as Engine>::Position as Position>::Move;

/// A player of one game.
pub trait Engine: Sized + Send + 'static {
    /// The game it plays.
    type Position: Position;
    /// Its settings.
    type Config: Default + Clone + Send + 'static;
    /// Every setting, declared once: UCCI and UCI options, GTP `sanqi-param`, flags and the README
    /// table are rendered from here.
    const SETTINGS: &'static [Setting<Self::Config>];

    /// A player with these settings.
    fn new(config: &Self::Config) -> Self;
    /// Takes over changed settings; keeps what it can (tables, trees).
    fn configure(&mut self, config: &Self::Config);
    /// Forgets what it learned about the game in progress.
    fn new_game(&mut self);
    /// Searches the present position of `game` until a limit or `control` ends it.
    fn think(
        &mut self,
        game: &Game<Self::Position>,
        limits: &Limits<MoveOf<Self>>,
        control: &Control,
        report: &mut dyn FnMut(Event<MoveOf<Self>>),
    ) -> Answer<MoveOf<Self>>;
    /// Learns from a game for games to come, if it can; says what went wrong. When stopped it ends soon
    /// and keeps what it can.
    fn learn(&mut self, _game: &Game<Self::Position>, _control: &Control) -> Result<(), String> {
        Ok(())
    }
    /// What it remembers of a position from earlier searches, if it keeps such a memory.
    fn recall(&self, _position: &Self::Position) -> Option<Memory<MoveOf<Self>>> {
        None
    }
}

/// What an engine remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory<M> {
    /// The best move, if one is known.
    pub best: Option<M>,
    /// Its value from the view of the side to move.
    pub score: Score,
    /// What the value is.
    pub bound: Bound,
    /// The depth of the search that found it.
    pub depth: u32,
}
