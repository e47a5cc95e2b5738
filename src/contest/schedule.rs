//! Who plays whom, with which opening, colour and seed: fixed before the first game, so that a
//! match that is interrupted goes on as if it had not been.

use serde::{Deserialize, Serialize};

use crate::base::Random;

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// In which order openings are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the file has them.
    AsWritten,
    /// Shuffled by the match's seed.
    Shuffled,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Number in the match, from 0.
    pub index: usize,
    /// The pair of games it belongs to: same engines, same opening, colours swapped.
    pub pair: usize,
    /// The opening.
    pub opening: usize,
    /// The engine of the first side.
    pub first: usize,
    /// The engine of the second side.
    pub second: usize,
    /// The game's own seed.
    pub seed: u64,
}

/// What a schedule is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of engines.
    pub engines: usize,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing of engines.
    pub games: usize,
    /// Number of openings.
    pub openings: usize,
    /// Their order.
    pub order: Order,
    /// The match's seed.
    pub seed: u64,
}

impl Plan {
    /// The pairings of engines, the lower number first.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let firsts = match self.format {
            Format::RoundRobin => self.engines,
            Format::Gauntlet => 1.min(self.engines),
        };
        (0..firsts).flat_map(|a| (a + 1..self.engines).map(move |b| (a, b))).collect()
    }

    /// All games. The pairings take turns, so that a table half-way is a fair one.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let openings = self.openings_in_order();
        let mut fixtures = Vec::new();
        let mut pair = 0;
        for round in 0..self.games.div_ceil(2) {
            let turn = round % openings.len().max(1);
            let Some(&opening) = openings.get(turn) else { return fixtures };
            for (a, b) in self.pairings() {
                for (game, (first, second)) in [(a, b), (b, a)].into_iter().enumerate() {
                    if 2 * round + game >= self.games {
                        continue;
                    }
                    let index = fixtures.len();
                    let seed = seed_of(self.seed, index);
                    fixtures.push(Fixture { index, pair, opening, first, second, seed });
                }
                pair += 1;
            }
        }
        fixtures
    }

    fn openings_in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings).collect();
        if self.order == Order::Shuffled {
            let mut random = Random::seeded(self.seed);
            for i in (1..order.len()).rev() {
                let bound = u32::try_from(i + 1).unwrap_or(u32::MAX);
                order.swap(i, random.below(bound) as usize);
            }
        }
        order
    }
}

/// The seed of a game: the same for the same match and number, unlike that of any other game.
fn seed_of(of_match: u64, index: usize) -> u64 {
    let mut random = Random::seeded(of_match ^ (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.word()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const PLAN: Plan = Plan {
        engines: 3,
        format: Format::RoundRobin,
        games: 6,
        openings: 2,
        order: Order::AsWritten,
        seed: 1,
    };

    #[test]
    fn a_round_robin_has_every_pairing_and_a_gauntlet_only_the_first_s() {
        assert_eq!(PLAN.pairings(), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(Plan { format: Format::Gauntlet, ..PLAN }.pairings(), [(0, 1), (0, 2)]);
        assert_eq!(PLAN.fixtures().len(), 18);
    }

    #[test]
    fn colours_are_swapped_on_every_opening() {
        for pair in PLAN.fixtures().chunks(2) {
            let [a, b] = pair else { panic!("an odd game") };
            assert_eq!((a.first, a.second, a.opening), (b.second, b.first, b.opening));
            assert_eq!(a.pair, b.pair);
        }
    }

    #[test]
    fn openings_take_turns_and_come_again() {
        let two = Plan { engines: 2, ..PLAN };
        let used: Vec<usize> = two.fixtures().iter().map(|f| f.opening).collect();
        assert_eq!(used, [0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn every_game_has_its_own_seed_and_the_same_one_each_time() {
        let fixtures = Plan { games: 1000, ..PLAN }.fixtures();
        let seeds: HashSet<u64> = fixtures.iter().map(|f| f.seed).collect();
        assert_eq!(seeds.len(), fixtures.len());
        assert_eq!(fixtures, Plan { games: 1000, ..PLAN }.fixtures());
    }

    #[test]
    fn shuffling_keeps_every_opening() {
        let plan = Plan { engines: 2, games: 64, openings: 32, order: Order::Shuffled, ..PLAN };
        let used: HashSet<usize> = plan.fixtures().iter().map(|f| f.opening).collect();
        assert_eq!(used.len(), 32);
    }

    #[test]
    fn an_odd_number_of_games_is_played_as_asked() {
        assert_eq!(Plan { engines: 2, games: 5, ..PLAN }.fixtures().len(), 5);
    }
}
