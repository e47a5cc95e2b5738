//! Moves of playouts drawn from all vacant points by learned weights: those of the stones around the
//! point, and of its nearness to the last move.

use std::sync::LazyLock;

use crate::base::Random;
use crate::engine::go::learned::Weights;
use crate::game::Color;
use crate::game::go::Size;
use crate::game::go::fast::{Code, FastBoard, Vertex};

/// Chances of points, before normalisation, on boards of one kind.
#[derive(Debug)]
pub struct Softmax {
    /// By colour to move and neighbourhood.
    around: [Vec<f32>; 2],
    /// Factor of the points next to the last move, along the lines and diagonally.
    near: [f32; 2],
}

impl Softmax {
    /// The chances on boards of this size, by the weights shipped; made at first use.
    pub fn of(size: Size) -> &'static Self {
        static SMALL: LazyLock<Softmax> = LazyLock::new(|| Softmax::build(Size::NINE));
        static LARGE: LazyLock<Softmax> = LazyLock::new(|| Softmax::build(Size::NINETEEN));
        if Weights::is_small(size) { &SMALL } else { &LARGE }
    }

    fn build(size: Size) -> Self {
        let weights = Weights::embedded();
        let chance = |thousandths: i32| (thousandths as f32 / 1000.0).exp();
        let around = Color::BOTH.map(|own| {
            (0..=u16::MAX).map(|code| chance(weights.around(size, Code(code), own))).collect()
        });
        Self { around, near: weights.near(size).map(chance) }
    }

    /// Draws until `accepts` takes a point; a pass if it takes none.
    pub fn draw<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        random: &mut Random,
        mut accepts: impl FnMut(Vertex, &mut Random) -> bool,
    ) -> Vertex {
        let mut chances = [0.0; CELLS];
        let mut total = 0.0;
        let around = &self.around[board.turn().index()];
        let near = Nearness::to(board, self.near);
        for (chance, vertex) in chances.iter_mut().zip(board.vacant()) {
            *chance = around[usize::from(board.code(vertex).0)] * near.factor(vertex);
            total += *chance;
        }
        let count = board.vacant_count() as usize;
        for _ in 0..count {
            let Some(place) = pick(&chances[..count], random.unit() * total) else { break };
            let vertex = board.vacant_at(place as u32);
            if accepts(vertex, random) {
                return vertex;
            }
            total -= chances[place];
            chances[place] = 0.0;
        }
        Vertex::PASS
    }
}

/// The place at which the running sum passes `mark`, or the last that has a chance: sums of
/// fractions are not exact.
fn pick(chances: &[f32], mark: f32) -> Option<usize> {
    let mut sum = 0.0;
    for (place, chance) in chances.iter().enumerate() {
        sum += chance;
        if sum > mark {
            return Some(place);
        }
    }
    chances.iter().rposition(|&chance| chance > 0.0)
}

/// How much likelier the points around the last move are.
struct Nearness {
    last: Vertex,
    stride: u16,
    factors: [f32; 2],
}

impl Nearness {
    fn to<const CELLS: usize>(board: &FastBoard<CELLS>, factors: [f32; 2]) -> Self {
        Self { last: board.last(), stride: FastBoard::<CELLS>::STRIDE as u16, factors }
    }

    #[inline]
    fn factor(&self, vertex: Vertex) -> f32 {
        if self.last.is_pass() {
            return 1.0;
        }
        let apart = vertex.index().abs_diff(self.last.index()) as u16;
        match apart {
            1 => self.factors[0],
            n if n == self.stride => self.factors[0],
            n if n == self.stride - 1 || n == self.stride + 1 => self.factors[1],
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    fn at(text: &str) -> Vertex {
        Board9::vertex(text.parse().unwrap())
    }

    fn drawn(board: &Board9, times: u32, wanted: &str) -> u32 {
        let mut random = Random::seeded(7);
        let softmax = Softmax::of(Size::NINE);
        let hits =
            (0..times).filter(|_| softmax.draw(board, &mut random, |_, _| true) == at(wanted));
        hits.count() as u32
    }

    #[test]
    fn a_cut_beside_the_last_move_is_likelier_than_a_point_far_away() {
        let board: Board = ". . . . . . . . .
                            . . . . . . . . .
                            . . . X O . . . .
                            . . . O . . . . .
                            . . . . . . . . .
                            . . . . . . . . .
                            . . . . . . . . .
                            . . . . . . . . .
                            . . . . . . . . ."
            .parse()
            .unwrap();
        let mut fast = Board9::of(&board);
        fast.set_last(Vertex::PASS, at("E7"));
        let (cut, far) = (drawn(&fast, 2000, "E6"), drawn(&fast, 2000, "A1"));
        assert!(cut > 20 * far.max(1), "{cut} against {far}");
    }

    #[test]
    fn every_point_is_drawn_once_and_then_there_is_a_pass() {
        let board = Board9::new(Size::NINE);
        let mut seen = Vec::new();
        let mut random = Random::seeded(7);
        let found = Softmax::of(Size::NINE).draw(&board, &mut random, |vertex, _| {
            assert!(!seen.contains(&vertex), "{vertex:?} came twice");
            seen.push(vertex);
            false
        });
        assert_eq!((found, seen.len()), (Vertex::PASS, 81));
    }

    #[test]
    fn the_first_line_of_an_empty_corner_is_seldom_played() {
        let board = Board9::new(Size::NINE);
        assert!(drawn(&board, 4000, "A1") < drawn(&board, 4000, "C3"));
    }
}
