//! The weights of traits and shapes, and the chances they give to moves.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::shape;
use super::traits::{self, FIXED, Survey};
use crate::game::Color;
use crate::game::go::Size;
use crate::game::go::fast::{Code, FastBoard, Vertex};

/// Boards with fewer points have weights of their own.
const LARGE_FROM: usize = 11 * 11;

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub(super) small: Set,
    pub(super) large: Set,
}

/// The weights for boards of one kind, in thousandths.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Set {
    pub(super) fixed: Vec<i16>,
    pub(super) shapes: FxHashMap<u32, i16>,
}

/// The weights shipped.
static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/go.weights"));
    Arc::new(Weights::from_bytes(bytes).expect("a test reads the weights shipped"))
});

impl Default for Weights {
    fn default() -> Self {
        let set = || Set { fixed: vec![0; FIXED], shapes: FxHashMap::default() };
        Self { small: set(), large: set() }
    }
}

impl Weights {
    /// The weights shipped with the program.
    pub fn embedded() -> Arc<Self> {
        EMBEDDED.clone()
    }

    /// Whether boards of this size use the weights of small boards.
    pub const fn is_small(size: Size) -> bool {
        size.points() < LARGE_FROM
    }

    fn set(&self, size: Size) -> &Set {
        if Self::is_small(size) { &self.small } else { &self.large }
    }

    /// Replaces the weights of small or of large boards: those of the [`FIXED`] traits, and of shapes
    /// by key.
    pub fn replace(&mut self, size: Size, fixed: &[f32], shapes: impl Iterator<Item = (u32, f32)>) {
        let thousandths = |weight: f32| (weight * 1000.0).round().clamp(-32_000.0, 32_000.0) as i16;
        let set = Set {
            fixed: fixed.iter().copied().map(thousandths).collect(),
            shapes: shapes.map(|(key, weight)| (key, thousandths(weight))).collect(),
        };
        if Self::is_small(size) {
            self.small = set;
        } else {
            self.large = set;
        }
    }

    /// The sum of the weights of a move, in thousandths.
    pub fn sum<const CELLS: usize>(
        &self,
        survey: &Survey<CELLS>,
        board: &FastBoard<CELLS>,
        vertex: Vertex,
    ) -> i32 {
        let set = self.set(board.size());
        let mut sum = 0;
        for number in survey.traits(board, vertex) {
            sum += i32::from(set.fixed[usize::from(number)]);
        }
        if let Some(&weight) = set.shapes.get(&survey.contact(board, vertex)) {
            sum += i32::from(weight);
        }
        for key in survey.shapes.around::<CELLS>(vertex) {
            // A larger shape is rarer: none follows one that is not known.
            let Some(&weight) = set.shapes.get(&key) else { break };
            sum += i32::from(weight);
        }
        sum
    }
}

impl Weights {
    /// The sum of the weights of the nearest stones alone, in thousandths, for `own` to move at a point
    /// with this neighbourhood.
    pub fn around(&self, size: Size, code: Code, own: Color) -> i32 {
        let seen = if own == Color::First { code } else { code.swapped() };
        let points = std::array::from_fn(|i| (seen.0 >> (2 * i) & 3) as u8);
        let weight = |key| self.set(size).shapes.get(&key).map_or(0, |&weight| i32::from(weight));
        shape::of_neighbours(points).into_iter().map(weight).sum()
    }

    /// How much more, in thousandths, the points next to the last move weigh than those far from it:
    /// along the lines, diagonally.
    pub fn near(&self, size: Size) -> [i32; 2] {
        let fixed = &self.set(size).fixed;
        let sum = |traits: [u16; 2]| {
            traits.iter().map(|&n| i32::from(fixed[usize::from(n)])).sum::<i32>()
        };
        let far = sum(traits::far_from_last());
        [2, 3].map(|distance| sum(traits::next_to_last(distance)) - far)
    }
}

/// The chances of a position's moves.
#[derive(Clone, Debug, Default)]
pub struct Chances {
    chances: Vec<f32>,
}

impl Chances {
    /// Turns the sums of the weights of all moves into their chances.
    pub fn of(&mut self, sums: impl Iterator<Item = i32> + Clone) -> &[f32] {
        let most = sums.clone().max().unwrap_or(0);
        self.chances.clear();
        self.chances.extend(sums.map(|sum| ((sum - most) as f32 / 1000.0).exp()));
        let total: f32 = self.chances.iter().sum();
        self.chances.iter_mut().for_each(|chance| *chance /= total);
        &self.chances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::{Board9, Board19};

    /// The likeliest moves of the side to move, with their chances.
    fn likeliest<const CELLS: usize>(board: &FastBoard<CELLS>) -> Vec<(String, f32)> {
        let weights = Weights::embedded();
        let mut survey = Survey::default();
        survey.look(board);
        let moves: Vec<Vertex> = board.vacant().filter(|&v| board.is_legal(v)).collect();
        let sums: Vec<i32> = moves.iter().map(|&v| weights.sum(&survey, board, v)).collect();
        let mut chances = Chances::default();
        let chances = chances.of(sums.into_iter());
        let names = moves.iter().map(|&v| FastBoard::<CELLS>::point(v).to_string());
        let mut found: Vec<(String, f32)> = names.zip(chances.iter().copied()).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    }

    #[test]
    fn games_begin_in_the_corners_of_the_large_board() {
        let found = likeliest(&Board19::new(Size::NINETEEN));
        let corners =
            ["D4", "Q16", "D16", "Q4", "C4", "D3", "Q3", "R4", "R16", "Q17", "C16", "D17"];
        for (name, chance) in &found[..8] {
            assert!(corners.contains(&name.as_str()), "{name} {chance}");
        }
    }

    #[test]
    fn games_begin_in_the_middle_of_the_small_board() {
        let found = likeliest(&Board9::new(Size::NINE));
        assert!(
            ["E5", "D4", "D5", "F5", "E4", "E6", "C5", "G5", "E3", "E7", "F6", "D6", "F4"]
                .contains(&found[0].0.as_str()),
            "{:?}",
            &found[..5]
        );
        assert!(!found[..20].iter().any(|(name, _)| name.starts_with(['A', 'J'])));
    }

    #[test]
    fn a_chain_in_atari_is_saved_or_taken_first_of_all() {
        let board: Board = ". . . . . . . . .
                            . . . . . . . . .
                            . . . O X X . . .
                            . . X O O X . . .
                            . . . X X O O . .
                            . . . . . . . . .
                            . . . O . . . . .
                            . . . . . . . . .
                            . . . . . . . . ."
            .parse()
            .unwrap();
        let mut fast = Board9::of(&board);
        fast.set_last(Vertex::PASS, Board9::vertex("D7".parse().unwrap()));
        let found = likeliest(&fast);
        assert!(found[0].1 > 0.2, "{:?}", &found[..5]);
        assert_eq!(found.iter().map(|(_, chance)| chance).sum::<f32>().round(), 1.0);
    }

    #[test]
    fn chances_follow_the_weights() {
        let mut chances = Chances::default();
        let found = chances.of([1000, 0, 1000].into_iter());
        assert!((found[0] / found[1] - 1f32.exp()).abs() < 1e-4);
        assert_eq!(found[0], found[2]);
    }
}
