//! Positions with what a long search says of them.
//!
//! A line of text each: lines of the board, komi, Black's winning chance, the moves from the empty board.
//! For example `9 7.5 0.5312 E5 C4 pass`.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::base::Random;
use crate::engine::Engine;
use crate::engine::go::{Config, Player};
use crate::game::go::fast::Board25;
use crate::game::go::{Board, Move, Rules, Size};
use crate::game::{Color, Game};
use crate::search::{Control, Limits, Score};
use crate::workshop::go::selfplay::PlayedGame;

/// Positions of own games are taken while the winning chance of neither side is above this.
const OPEN: f32 = 0.95;

/// A position whose value is known.
#[derive(Clone, Debug)]
pub struct Known {
    game: Game<Board>,
    /// Black's winning chance.
    pub chance: f32,
}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KnownError {
    /// Fewer than three numbers.
    #[error("it does not begin with the lines of the board, the komi and a winning chance")]
    Head,
    /// A word is no move.
    #[error("`{0}` is no move")]
    Move(String),
    /// A move is illegal.
    #[error("{0} is illegal there")]
    Illegal(Move),
}

impl Known {
    /// The position after these moves on an empty board, with what is known of it.
    pub fn new(size: Size, komi: f32, moves: &[Move], chance: f32) -> Result<Self, KnownError> {
        let mut game = Game::on(size, Rules::CHINESE.with_komi(komi));
        for &mv in moves {
            game.play(mv).map_err(|_| KnownError::Illegal(mv))?;
        }
        Ok(Self { game, chance })
    }

    /// The game up to the position.
    pub const fn game(&self) -> &Game<Board> {
        &self.game
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.game.position().size().width();
        write!(f, "{lines} {} {:.4}", self.game.rules().komi, self.chance)?;
        self.game.moves().try_for_each(|(_, mv)| write!(f, " {mv}"))
    }
}

impl FromStr for Known {
    type Err = KnownError;

    fn from_str(line: &str) -> Result<Self, KnownError> {
        let mut words = line.split_whitespace();
        let mut number = || words.next()?.parse::<f32>().ok().filter(|number| number.is_finite());
        let (Some(lines), Some(komi), Some(chance)) = (number(), number(), number()) else {
            return Err(KnownError::Head);
        };
        let size = Size::square(lines as usize).map_err(|_| KnownError::Head)?;
        if !(0.0..=1.0).contains(&chance) {
            return Err(KnownError::Head);
        }
        let moves = words.map(|word| word.parse().map_err(|_| KnownError::Move(word.to_owned())));
        Self::new(size, komi, &moves.collect::<Result<Vec<Move>, _>>()?, chance)
    }
}

/// Position `number` of those that a seed takes from `games`: every second one is followed by a move nobody
/// would choose, for such moves are what playouts must tell from others.
pub fn pick(games: &[PlayedGame], seed: u64, number: u64) -> Option<(&PlayedGame, Vec<Move>)> {
    let mut random = Random::seeded(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let count = u32::try_from(games.len()).ok().filter(|&count| count > 0)?;
    let game = games.get(random.below(count) as usize)?;
    let is_open = |chance: f32| (1.0 - OPEN..=OPEN).contains(&chance);
    let open = game.moves.iter().rposition(|searched| is_open(searched.chance))?;
    let length = random.below(open as u32 + 1) as usize;
    let mut moves: Vec<Move> = game.moves.iter().take(length).map(|searched| searched.mv).collect();
    if number % 2 == 1 {
        moves.extend(stray(game, &moves, &mut random));
    }
    Some((game, moves))
}

/// Any legal move after these that fills no own eye.
fn stray(game: &PlayedGame, moves: &[Move], random: &mut Random) -> Option<Move> {
    let known = Known::new(game.size, game.komi, moves, 0.5).ok()?;
    let (board, own) = (Board25::of(known.game.position()), known.game.turn());
    let is_eye = |mv: Move| board.code(Board25::vertex_of(mv)).is_eye_of(own);
    let mut sensible = known.game.legal_moves();
    sensible.retain(|&mv| !mv.is_pass() && !is_eye(mv));
    let count = u32::try_from(sensible.len()).ok().filter(|&count| count > 0)?;
    sensible.get(random.below(count) as usize).copied()
}

/// Searches positions for a fixed number of playouts.
#[derive(Debug)]
pub struct Labeller {
    player: Player,
    playouts: u64,
}

impl Labeller {
    /// By searches of so many playouts.
    pub fn new(config: &Config, playouts: u64) -> Self {
        Self { player: Player::new(config), playouts }
    }

    /// The position after these moves with what the search says; `None` if nothing can be searched.
    pub fn label(&mut self, game: &PlayedGame, moves: &[Move]) -> Option<Known> {
        let mut known = Known::new(game.size, game.komi, moves, 0.5).ok()?;
        self.player.new_game();
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        let answer = self.player.think(&known.game, &limits, &Control::new(false), &mut |_| {});
        let Score::Chance { win, .. } = answer.report.lines.first()?.score else { return None };
        known.chance = if known.game.turn() == Color::First { win } else { 1.0 - win };
        Some(known)
    }
}
