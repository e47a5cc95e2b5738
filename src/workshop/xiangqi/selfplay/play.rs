//! Plays one game. It depends on the terms and the game's number only, so that any game of a folder
//! can be played again.

use super::block::{Ending, PlayedGame, Scored};
use super::opening::{self, Book, OpeningsError};
use super::terms::Terms;
use crate::base::Random;
use crate::engine::xiangqi::Player;
use crate::engine::{Engine, SettingError};
use crate::game::xiangqi::{Board, Move};
use crate::game::{Color, Game, Outcome, Reason};
use crate::search::{Bound, Choice, Control, Event, Limits, Score};
use crate::workshop::selfplay::Plays;
use thiserror::Error;

/// A game is won when both sides have seen such a value for [`WON_PLIES`].
const WON_VALUE: i16 = 1200;
const WON_PLIES: usize = 4;
/// A game is drawn when both sides have seen no more than this for [`LEVEL_PLIES`].
const LEVEL_VALUE: i16 = 12;
const LEVEL_PLIES: usize = 16;
/// ... and not before this ply.
const LEVEL_FROM: usize = 80;
/// A game in which nothing was taken for [`STUCK_CLOCK`] plies is drawn when neither side saw more
/// than this for [`LEVEL_PLIES`].
const STUCK_VALUE: i16 = 250;
const STUCK_CLOCK: u16 = 50;
/// A game this long is drawn.
const LONGEST: usize = 260;
/// Mates are stored as this minus their distance in plies.
const MATE: i32 = 30_000;

/// Plays games against itself.
#[derive(Debug)]
pub struct SelfPlayer {
    player: Player,
    terms: Terms,
    book: Book,
}

/// Why games of some terms cannot be played.
#[derive(Debug, Error)]
pub enum TermsError {
    /// A setting is refused.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

impl SelfPlayer {
    /// A player for games of these terms.
    pub fn new(terms: &Terms) -> Result<Self, TermsError> {
        let book = terms.openings.as_deref().map_or_else(|| Ok(Book::shipped()), Book::read)?;
        Ok(Self { player: Player::new(&terms.config()?), terms: terms.clone(), book })
    }

    /// Plays game `number`.
    pub fn play(&mut self, number: u64) -> PlayedGame {
        // Neighbouring seeds must not give neighbouring streams.
        let seed = self.terms.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Random::seeded(seed);
        self.player.new_game();
        let mut game = self.balanced_opening(&mut random);
        let opening: Vec<Move> = game.moves().map(|(_, mv)| mv).collect();
        let mut moves: Vec<Scored> = Vec::new();
        loop {
            if let Some((winner, ending)) = ended(&game, &moves) {
                return PlayedGame { number, winner, ending, opening, moves };
            }
            let Some(scored) = self.choose(&game) else {
                // The rules say that there is a move; without one the game is nobody's.
                return PlayedGame { number, winner: None, ending: Ending::Length, opening, moves };
            };
            moves.push(scored);
            if game.play(scored.mv).is_err() {
                moves.pop();
                return PlayedGame { number, winner: None, ending: Ending::Length, opening, moves };
            }
        }
    }

    fn balanced_opening(&mut self, random: &mut Random) -> Game<Board> {
        loop {
            let Some(game) = opening::draw(&self.terms, &self.book, random) else { continue };
            let value = self.choose(&game).map(|scored| i32::from(scored.value).abs());
            if value.is_some_and(|value| value <= self.terms.unbalanced) {
                return game;
            }
        }
    }

    /// The player's move and the value it saw.
    fn choose(&mut self, game: &Game<Board>) -> Option<Scored> {
        let limits = Limits { nodes: Some(self.terms.nodes), ..Limits::default() };
        let mut finished = None;
        let answer = self.player.think(game, &limits, &Control::new(false), &mut |event| {
            if let Event::Report(report) = event {
                finished = report.lines.first().map(|line| line.score);
            }
        });
        let Choice::Play(mv) = answer.choice else { return None };
        // An iteration that was broken off may know no more than a bound.
        let last = answer.report.lines.first();
        let exact = last.filter(|line| line.bound == Bound::Exact).map(|line| line.score);
        let score = exact.or(finished).or(last.map(|line| line.score))?;
        Some(Scored { mv, value: in_hundredths(score) })
    }
}

impl Plays for SelfPlayer {
    type Game = PlayedGame;

    fn play(&mut self, number: u64) -> PlayedGame {
        Self::play(self, number)
    }
}

fn in_hundredths(score: Score) -> i16 {
    let value = match score {
        Score::Hundredths(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + 1 - 2 * moves,
        Score::Mate(moves) => -MATE - 2 * moves,
        Score::Chance { .. } => 0,
    };
    value.clamp(-MATE, MATE) as i16
}

/// The winner and the ending, if the game is over by the rules or plainly decided.
fn ended(game: &Game<Board>, moves: &[Scored]) -> Option<(Option<Color>, Ending)> {
    if let Some(Outcome { winner, reason, .. }) = game.outcome() {
        let ending = match reason {
            Reason::Checkmate => Ending::Checkmate,
            Reason::Stalemate => Ending::Stalemate,
            Reason::PerpetualCheck | Reason::PerpetualChase => Ending::Fault,
            Reason::MoveLimit => Ending::MoveLimit,
            Reason::InsufficientMaterial => Ending::Material,
            _ => Ending::Repetition,
        };
        return Some((winner, ending));
    }
    if let Some(sign) = decided(moves) {
        // The last value is that of the side that has just moved.
        let mover = game.turn().other();
        return Some((Some(if sign > 0 { mover } else { mover.other() }), Ending::Won));
    }
    let stuck = game.position().clock() >= STUCK_CLOCK && is_within(moves, STUCK_VALUE);
    if stuck || game.len() >= LEVEL_FROM && is_within(moves, LEVEL_VALUE) {
        return Some((None, Ending::Level));
    }
    (game.len() >= LONGEST).then_some((None, Ending::Length))
}

/// The sign of the last value, if both sides agree on who wins.
fn decided(moves: &[Scored]) -> Option<i16> {
    let last = moves.last_chunk::<WON_PLIES>()?;
    let sign = last[WON_PLIES - 1].value.signum();
    let agrees = |(back, scored): (usize, &Scored)| {
        let ours = if back % 2 == 0 { scored.value } else { -scored.value };
        ours * sign >= WON_VALUE
    };
    last.iter().rev().enumerate().all(agrees).then_some(sign)
}

/// Whether neither side saw more than `most` for long enough.
fn is_within(moves: &[Scored], most: i16) -> bool {
    moves
        .last_chunk::<LEVEL_PLIES>()
        .is_some_and(|last| last.iter().all(|scored| scored.value.abs() <= most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(values: &[i16]) -> Vec<Scored> {
        let mv = "a0a1".parse().unwrap();
        values.iter().map(|&value| Scored { mv, value }).collect()
    }

    #[test]
    fn a_game_is_decided_when_both_sides_say_so() {
        assert_eq!(decided(&scored(&[1600, -1600, 1600, -1600])), Some(-1));
        assert_eq!(decided(&scored(&[0, -1600, 1600, -1600, 1600])), Some(1));
        assert_eq!(decided(&scored(&[1600, 1600, 1600, 1600])), None, "each thinks it wins");
        assert_eq!(decided(&scored(&[1600, -1600, 1100, -1600])), None);
        assert_eq!(decided(&scored(&[-1600, 1600, -1600])), None, "too short");
    }

    #[test]
    fn mates_are_stored_by_their_distance() {
        assert_eq!(in_hundredths(Score::Mate(1)), 29_999);
        assert_eq!(in_hundredths(Score::Mate(-1)), -29_998);
        assert_eq!(in_hundredths(Score::Mate(0)), -30_000);
        assert_eq!(in_hundredths(Score::Hundredths(-35)), -35);
    }
}
