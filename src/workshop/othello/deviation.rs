//! How far a shallow search is from a deep one: the standard deviation behind Multi-ProbCut, measured
//! on positions of games and fitted.
//!
//! Every position is searched to each depth without cuts. Pairs of depths of the same parity, as the
//! search uses them, are gathered in cells by depths and empties; the logarithm of a cell's deviation
//! is fitted as a sum of [`terms`].

use std::collections::BTreeMap;

use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::midgame::{Midgame, Root, Selectivity, TERMS, terms};
use crate::engine::othello::solve::{self, Halt, Search};
use crate::game::othello::Board;
use crate::search::Table;

/// Memory of the searches: they are small.
const TABLE_MIB: usize = 4;
/// Empties that share a cell.
const GROUP: u32 = 6;
/// Cells with fewer pairs say too little.
const LEAST_PAIRS: u32 = 30;
/// A score beyond so many hundredths of a disc is of a decided game, where scores spread less.
const DECIDED: i32 = 4000;

/// The scores of one position by depth, the first of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    /// Empty squares of the position.
    pub empties: u32,
    /// In hundredths of a disc.
    pub by_depth: Vec<i32>,
}

impl Scores {
    /// Searches `board` to each depth up to `depth`.
    pub fn measure(board: &Board, depth: u32, weights: &Weights) -> Option<Self> {
        let (table, endings) = (Table::at_most(TABLE_MIB), solve::Table::with_kib(64));
        let solver = Search::new(&endings, Halt::default());
        let mut search = Midgame::new(&table, weights, solver, Selectivity::Off);
        let mut root = Root::new(board, u64::MAX);
        let mut by_depth = Vec::new();
        for depth in 1..=depth {
            by_depth.push(root.search(&mut search, depth, 1)?.first()?.score);
        }
        Some(Self { empties: board.empties().count_ones(), by_depth })
    }
}

/// Pairs of searches alike in depths and empties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Depth of the deep search.
    pub depth: u32,
    /// Depth of the shallow one.
    pub shallow: u32,
    /// Empty squares, in the middle.
    pub empties: u32,
    /// How many pairs.
    pub pairs: u32,
    /// Standard deviation of deep minus shallow, in hundredths of a disc.
    pub deviation: f64,
}

/// The cells of all pairs of depths of the same parity.
pub fn cells(measured: &[Scores]) -> Vec<Cell> {
    let mut sums: BTreeMap<(u32, u32, u32), Sums> = BTreeMap::new();
    for scores in measured {
        for (shallow, deep) in pairs(scores.by_depth.len()) {
            let (less, more) = (scores.by_depth[shallow], scores.by_depth[deep]);
            if more.abs() <= DECIDED {
                let cell = (deep as u32 + 1, shallow as u32 + 1, scores.empties / GROUP);
                sums.entry(cell).or_default().add(f64::from(more - less));
            }
        }
    }
    sums.retain(|_, sums| sums.pairs >= LEAST_PAIRS);
    let cell = |((depth, shallow, group), sums): ((u32, u32, u32), Sums)| {
        let (empties, pairs) = (group * GROUP + GROUP / 2, sums.pairs);
        Cell { depth, shallow, empties, pairs, deviation: sums.deviation() }
    };
    sums.into_iter().map(cell).collect()
}

/// Indices of shallow and deep searches of the same parity.
fn pairs(depths: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..depths).flat_map(|deep| (deep % 2..deep).step_by(2).map(move |shallow| (shallow, deep)))
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    pairs: u32,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, miss: f64) {
        self.pairs += 1;
        self.sum += miss;
        self.squares += miss * miss;
    }

    /// At least a hundredth of a disc, so that it has a logarithm.
    fn deviation(&self) -> f64 {
        let mean = self.sum / f64::from(self.pairs);
        (self.squares / f64::from(self.pairs) - mean * mean).max(1.0).sqrt()
    }
}

/// Normal equations, the right side in the last column.
type Equations = [[f64; TERMS + 1]; TERMS];

/// The factors of [`terms`] that come nearest to the logarithms of the cells' deviations, by least
/// squares, each cell by its pairs.
pub fn fit(cells: &[Cell]) -> [f64; TERMS] {
    let mut equations: Equations = [[0.0; TERMS + 1]; TERMS];
    for cell in cells {
        let terms = terms(cell.depth, cell.shallow, cell.empties);
        for (row, term) in equations.iter_mut().zip(terms) {
            let weight = term * f64::from(cell.pairs);
            for (sum, other) in row.iter_mut().zip(terms) {
                *sum += weight * other;
            }
            row[TERMS] += weight * cell.deviation.ln();
        }
    }
    solve_equations(equations)
}

/// Elimination. The smallest pull towards 0 decides what the cells say nothing about.
fn solve_equations(mut equations: Equations) -> [f64; TERMS] {
    for i in 0..TERMS {
        equations[i][i] += 1e-9;
        let pivot = equations[i];
        for row in equations.iter_mut().enumerate().filter(|(j, _)| *j != i).map(|(_, row)| row) {
            let factor = row[i] / pivot[i];
            for (entry, above) in row.iter_mut().zip(pivot) {
                *entry -= factor * above;
            }
        }
    }
    std::array::from_fn(|i| equations[i][TERMS] / equations[i][i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::engine::othello::midgame::deviation;

    #[test]
    fn deviations_that_follow_the_terms_are_found_again() {
        let truth = [6.0, -0.8, 0.7, -0.3, -1.2];
        let mut cells = Vec::new();
        for (deep, shallow) in [(3, 1), (5, 1), (5, 3), (8, 2), (8, 4), (8, 6)] {
            for empties in (9..57).step_by(6) {
                let deviation = deviation(&truth, terms(deep, shallow, empties));
                cells.push(Cell { depth: deep, shallow, empties, pairs: 50, deviation });
            }
        }
        for (found, truth) in fit(&cells).into_iter().zip(truth) {
            assert!((found - truth).abs() < 1e-3, "{found} for {truth}");
        }
    }

    #[test]
    fn a_cell_has_the_deviation_of_its_pairs() {
        let mut random = Random::seeded(3);
        let scores = |noise: i32| Scores { empties: 20, by_depth: vec![0, 900, 100 + noise] };
        let measured: Vec<Scores> =
            (0..4000).map(|_| scores(if random.below(2) == 0 { 200 } else { -200 })).collect();
        let cells = cells(&measured);
        assert_eq!(cells.len(), 1, "two plies have no partner of their parity");
        let Cell { depth, shallow, empties, pairs, deviation } = cells[0];
        assert_eq!((depth, shallow, empties, pairs), (3, 1, 21, 4000));
        assert!((deviation - 200.0).abs() < 2.0, "{deviation}: the mean of 100 is no deviation");
    }

    #[test]
    fn decided_games_and_small_cells_are_left_out() {
        let scores = |score: i32| Scores { empties: 20, by_depth: vec![0, 0, score] };
        assert_eq!(cells(&vec![scores(5000); 100]), []);
        assert_eq!(cells(&vec![scores(500); 5]), []);
    }

    #[test]
    fn a_position_has_a_score_for_each_depth() {
        let scores = Scores::measure(&Board::default(), 3, &Weights::embedded()).unwrap();
        assert_eq!((scores.empties, scores.by_depth.len()), (60, 3));
    }
}
