//! What a folder of games holds: balance, phases, duplicates, damage.

use std::fmt;

use rustc_hash::FxHashSet;

use super::Blocks;
use super::block::{Ending, PlayedGame};
use crate::game::Color;

/// Pieces on the board, in classes of four.
const PHASES: usize = 8;
/// Values, in classes: up to 50, 100, 200, 400, 800, 1600, more.
const VALUES: [i16; 7] = [50, 100, 200, 400, 800, 1600, i16::MAX];

/// Counts over the games of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Good games.
    pub games: u64,
    /// Games whose number was already met.
    pub repeated_games: u64,
    /// Games with a move that is not legal.
    pub illegal: u64,
    /// Stretches of bytes that are no game.
    pub damaged: u64,
    /// Bytes in those.
    pub damaged_bytes: u64,
    /// Moves of the player.
    pub plies: u64,
    /// Positions to learn from.
    pub taught: u64,
    /// ... that were met before.
    pub duplicates: u64,
    /// ... with Red to move.
    pub red_to_move: u64,
    /// Red won, drawn, Black won.
    pub results: [u64; 3],
    /// Games by how they ended.
    pub endings: [u64; Ending::ALL.len()],
    /// Positions to learn from, by pieces on the board: 1 to 4, 5 to 8, ...
    pub phases: [u64; PHASES],
    /// Positions to learn from, by the size of their value.
    pub values: [u64; VALUES.len()],
}

impl Survey {
    /// Counts the games in the bytes of a file.
    pub fn of(bytes: &[u8], mut told: impl FnMut(u64)) -> Self {
        let mut survey = Self::default();
        let mut keys = FxHashSet::default();
        let mut numbers = FxHashSet::default();
        for block in Blocks::new(bytes) {
            match block {
                Ok(game) => {
                    survey.repeated_games += u64::from(!numbers.insert(game.number));
                    survey.count(&game, &mut keys);
                    told(1);
                }
                Err(damage) => {
                    survey.damaged += 1;
                    survey.damaged_bytes += damage.bytes as u64;
                }
            }
        }
        survey
    }

    fn count(&mut self, game: &PlayedGame, keys: &mut FxHashSet<u64>) {
        let taught = game.teach(|taught| {
            self.taught += 1;
            self.duplicates += u64::from(!keys.insert(taught.board.key().0));
            self.red_to_move += u64::from(taught.board.turn() == Color::First);
            let pieces = taught.board.occupied().count() as usize;
            self.phases[pieces.saturating_sub(1) / 4 % PHASES] += 1;
            let class = VALUES.iter().position(|&most| taught.value.abs() <= most);
            self.values[class.unwrap_or(VALUES.len() - 1)] += 1;
        });
        if taught.is_err() {
            self.illegal += 1;
            return;
        }
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.endings[game.ending as usize] += 1;
        self.results[match game.winner {
            Some(Color::First) => 0,
            None => 1,
            Some(Color::Second) => 2,
        }] += 1;
    }

    /// Whether every byte was part of a legal game, and each game there once.
    pub fn is_sound(&self) -> bool {
        self.damaged == 0 && self.illegal == 0 && self.repeated_games == 0
    }
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let games = self.games;
        writeln!(f, "games       {games:>10}")?;
        writeln!(
            f,
            "plies       {:>10}  {:.1} a game",
            self.plies,
            self.plies as f64 / games.max(1) as f64
        )?;
        writeln!(
            f,
            "positions   {:>10}  {:.1} % of the plies",
            self.taught,
            share(self.taught, self.plies)
        )?;
        writeln!(
            f,
            "duplicates  {:>10}  {:.2} % of the positions",
            self.duplicates,
            share(self.duplicates, self.taught)
        )?;
        writeln!(
            f,
            "Red to move {:>10}  {:.1} %",
            self.red_to_move,
            share(self.red_to_move, self.taught)
        )?;
        writeln!(
            f,
            "damaged     {:>10}  {} bytes, {} games illegal, {} twice",
            self.damaged, self.damaged_bytes, self.illegal, self.repeated_games
        )?;
        writeln!(f, "\nresults")?;
        for (name, count) in ["Red won", "drawn", "Black won"].iter().zip(self.results) {
            writeln!(f, "  {name:<26}{count:>10}  {:>5.1} %", share(count, games))?;
        }
        writeln!(f, "\nendings")?;
        for (ending, count) in Ending::ALL.iter().zip(self.endings) {
            writeln!(f, "  {:<26}{count:>10}  {:>5.1} %", ending.name(), share(count, games))?;
        }
        writeln!(f, "\npieces on the board")?;
        for (class, count) in self.phases.iter().enumerate() {
            let name = format!("{} to {}", 4 * class + 1, 4 * class + 4);
            writeln!(f, "  {name:<26}{count:>10}  {:>5.1} %", share(*count, self.taught))?;
        }
        writeln!(f, "\nvalues, either way")?;
        for (most, count) in VALUES.iter().zip(self.values) {
            let name = if *most == i16::MAX { "more".to_owned() } else { format!("up to {most}") };
            writeln!(f, "  {name:<26}{count:>10}  {:>5.1} %", share(count, self.taught))?;
        }
        Ok(())
    }
}
