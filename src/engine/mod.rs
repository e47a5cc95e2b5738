//! L3: game + search + knowledge = a player.
//!
//! `think` blocks and does no I/O: tests, bench, matches and every protocol call the same function.

pub mod go;
pub mod othello;
pub mod setting;
pub mod xiangqi;

use crate::game::{Game, Position};
use crate::search::{Answer, Control, Event, Limits};

pub use setting::{Common, Setting, SettingError, Shown};

/// A player of one game.
pub trait Engine: Send + 'static {
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
        limits: &Limits<<Self::Position as Position>::Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<<Self::Position as Position>::Move>),
    ) -> Answer<<Self::Position as Position>::Move>;
}
