//! Plays one game. It depends on the terms and the game's number only, so that any game of a folder
//! can be played again.

use thiserror::Error;

use super::game::{PlayedGame, Searched, Terms};
use crate::base::Random;
use crate::engine::go::{Config, Deadline, Judgement, Player, judge};
use crate::engine::{Engine, SettingError};
use crate::game::go::{Board, Move, Rules, Size, SizeError};
use crate::game::{Color, Game};
use crate::search::{Choice, Control, Limits, Line, Score};
use crate::workshop::selfplay::Plays;

/// Moves that may be drawn in place of the best.
const CHOICES: usize = 16;
/// Longest game, in moves for each point of the board.
const MOVES_PER_POINT: usize = 3;

/// Why games of some terms cannot be played.
#[derive(Debug, Error)]
pub enum TermsError {
    /// A setting is refused.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// No board has so many lines.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Plays games against itself.
#[derive(Debug)]
pub struct SelfPlayer {
    player: Player,
    config: Config,
    terms: Terms,
    size: Size,
}

impl SelfPlayer {
    /// A player for games of these terms.
    pub fn new(terms: &Terms) -> Result<Self, TermsError> {
        let (config, size) = (terms.config()?, Size::square(terms.lines)?);
        Ok(Self { player: Player::new(&config), config, terms: terms.clone(), size })
    }

    /// What the player finds, or `None` if it gives up.
    fn think(&mut self, game: &Game<Board>) -> Option<(Searched, Vec<Line<Move>>)> {
        let limits =
            Limits { nodes: Some(self.terms.playouts), lines: CHOICES, ..Limits::default() };
        let answer = self.player.think(game, &limits, &Control::new(false), &mut |_| {});
        let Choice::Play(mv) = answer.choice else { return None };
        let lines = answer.report.lines;
        Some((Searched { mv, chance: chance_of(&lines, mv) }, lines))
    }

    /// Plays on until somebody gives up or both have passed; says who gave up.
    fn play_out(
        &mut self,
        game: &mut Game<Board>,
        drawn: usize,
        random: &mut Random,
    ) -> (Vec<Searched>, Option<Color>) {
        let mut moves = Vec::new();
        while game.position().passes() < 2 && moves.len() < MOVES_PER_POINT * self.size.points() {
            let Some((mut searched, lines)) = self.think(game) else {
                return (moves, Some(game.turn()));
            };
            if moves.len() < drawn && !searched.mv.is_pass() {
                searched = draw(&lines, random).unwrap_or(searched);
            }
            if game.play(searched.mv).is_err() {
                break;
            }
            moves.push(searched);
        }
        (moves, None)
    }
}

impl Plays for SelfPlayer {
    type Game = PlayedGame;

    fn play(&mut self, number: u64) -> PlayedGame {
        // Neighbouring seeds must not give neighbouring streams.
        let seed = self.terms.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Random::seeded(seed);
        // A player whose seed is 0 takes one from the clock.
        self.config.common.seed = random.word() | 1;
        self.player.configure(&self.config);
        self.player.new_game();
        let komi = self.terms.komi;
        let mut game = Game::on(self.size, Rules::CHINESE.with_komi(komi));
        let drawn = random.below(self.terms.drawn + 1) as usize;
        let (moves, loser) = self.play_out(&mut game, drawn, &mut random);
        let margin = match loser {
            Some(_) => 0.0,
            None => counted(&game).score,
        };
        let winner = match loser {
            Some(loser) => loser.other(),
            None if margin > 0.0 => Color::First,
            None => Color::Second,
        };
        let drawn = drawn.min(moves.len()) as u16;
        PlayedGame { number, size: self.size, komi, winner, margin, drawn, moves }
    }
}

/// The game as it would be counted.
fn counted(game: &Game<Board>) -> Judgement {
    let control = Control::new(false);
    judge(game, &Deadline::none(&control)).unwrap_or_else(|| Judgement::all_alive(game))
}

/// The winning chance of a move that was searched, for the mover.
fn chance_of(lines: &[Line<Move>], mv: Move) -> f32 {
    let searched = lines.iter().find(|line| line.pv.first() == Some(&mv));
    match searched.or(lines.first()).map(|line| line.score) {
        Some(Score::Chance { win, .. }) => win,
        _ => 0.5,
    }
}

/// A move drawn by the visits of the search, passes left out.
fn draw(lines: &[Line<Move>], random: &mut Random) -> Option<Searched> {
    let stones = lines.iter().filter_map(|line| {
        let mv = *line.pv.first()?;
        (!mv.is_pass()).then_some((mv, line.visits))
    });
    let total: u64 = stones.clone().map(|(_, visits)| visits).sum();
    let mut left: u64 = random.below(u32::try_from(total).ok()?.max(1)).into();
    for (mv, visits) in stones {
        if left < visits {
            return Some(Searched { mv, chance: chance_of(lines, mv) });
        }
        left -= visits;
    }
    None
}
