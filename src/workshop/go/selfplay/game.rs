//! A game as bytes, the body of a block of [`selfplay`](crate::workshop::selfplay).
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1, 1 | columns and rows |
//! | 2 | komi in half points, signed |
//! | 1 | 1 if Black won, 2 if White did |
//! | 2 | Black's margin in half points, signed; 0 if the loser gave up |
//! | 2 | moves at the beginning that were drawn |
//! | 4 each | moves: the point's number from the bottom left, row by row, or 65535 for a pass; then the mover's winning chance, of 65535 |
//!
//! Numbers are little-endian.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use serde::{Deserialize, Serialize};

use crate::base::{Truncated, Wire};
use crate::engine::Engine;
use crate::engine::go::{Config, Player};
use crate::engine::setting::{SettingError, configured};
use crate::game::Color;
use crate::game::go::{Move, Size};
use crate::workshop::selfplay::Keep;

/// A pass, in bytes.
const PASS: u16 = u16::MAX;
/// The winning chance of a move that wins for certain, in bytes.
const CERTAIN: f32 = u16::MAX as f32;
/// Memory of one thread's tree: a few thousand playouts a move do not fill more.
const TREE_MIB: usize = 64;

/// What the games of a folder have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// Seed of the folder; game `n` has its own made from both.
    pub seed: u64,
    /// Lines of the board.
    pub lines: usize,
    /// Points for White.
    pub komi: f32,
    /// Playouts for each move.
    pub playouts: u64,
    /// Moves at the beginning that are drawn by visits, at most: each game draws how many, too.
    pub drawn: u32,
    /// Settings of the player other than its own: name and value.
    pub settings: Vec<(String, String)>,
}

impl Default for Terms {
    fn default() -> Self {
        Self { seed: 1, lines: 9, komi: 7.5, playouts: 1000, drawn: 12, settings: Vec::new() }
    }
}

impl Terms {
    /// The player's configuration, but for its seed.
    pub fn config(&self) -> Result<Config, SettingError> {
        let mut config: Config = configured(Player::SETTINGS, &self.settings)?;
        config.common.threads = 1;
        config.common.hash_mib = TREE_MIB;
        Ok(config)
    }
}

/// A move and what the player saw when it chose it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The move.
    pub mv: Move,
    /// The mover's winning chance.
    pub chance: f32,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number in the folder.
    pub number: u64,
    /// The board.
    pub size: Size,
    /// Points for White.
    pub komi: f32,
    /// Who won.
    pub winner: Color,
    /// Black's margin, or 0 if the loser gave up.
    pub margin: f32,
    /// Moves at the beginning that were drawn, not chosen.
    pub drawn: u16,
    /// The moves, Black's first.
    pub moves: Vec<Searched>,
}

impl Keep for PlayedGame {
    const MAGIC: &'static [u8; 4] = b"SQGO";
    const FILE: &'static str = "games.sqgo";

    fn number(&self) -> u64 {
        self.number
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn to_body(&self) -> Vec<u8> {
        let half_points = |points: f32| ((points * 2.0).round() as i16).to_le_bytes();
        let mut body = self.number.to_le_bytes().to_vec();
        body.extend([self.size.width(), self.size.height()]);
        body.extend(half_points(self.komi));
        body.push(self.winner.index() as u8 + 1);
        body.extend(half_points(self.margin));
        body.extend(self.drawn.to_le_bytes());
        for searched in &self.moves {
            let place = match searched.mv {
                Move::Place(point) => self.size.index(point) as u16,
                Move::Pass => PASS,
            };
            body.extend(place.to_le_bytes());
            body.extend(((searched.chance * CERTAIN).round() as u16).to_le_bytes());
        }
        body
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        let mut wire = Wire::new(body);
        let number = wire.u64().ok()?;
        let size = Size::new(wire.u8().ok()?.into(), wire.u8().ok()?.into()).ok()?;
        let komi = points(&mut wire).ok()?;
        let winner = match wire.u8().ok()? {
            1 => Color::First,
            2 => Color::Second,
            _ => return None,
        };
        let margin = points(&mut wire).ok()?;
        let drawn = wire.u16().ok()?;
        let mut moves = Vec::new();
        while !wire.is_at_end() {
            let mv = match wire.u16().ok()? {
                PASS => Move::Pass,
                place if usize::from(place) < size.points() => {
                    Move::Place(size.point(place.into()))
                }
                _ => return None,
            };
            moves.push(Searched { mv, chance: f32::from(wire.u16().ok()?) / CERTAIN });
        }
        Some(Self { number, size, komi, winner, margin, drawn, moves })
    }
}

/// Half points, signed.
fn points(wire: &mut Wire<'_>) -> Result<f32, Truncated> {
    Ok(f32::from(wire.u16()? as i16) / 2.0)
}
