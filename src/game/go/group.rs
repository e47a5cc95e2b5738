//! Chains: stones of one colour connected along the lines, and their liberties.

use arrayvec::ArrayVec;

use super::board::Board;
use super::point::{MAX_POINTS, Point};
use crate::game::Color;

/// Stones of one colour connected along the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Whose stones.
    pub color: Color,
    /// The stones; the first is the one asked for.
    pub stones: Vec<Point>,
    /// The vacant points next to them.
    pub liberties: Vec<Point>,
}

impl Chain {
    /// Whether the next enemy stone may capture it.
    pub fn in_atari(&self) -> bool {
        self.liberties.len() == 1
    }
}

/// A connected region of points, and what touches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub points: Vec<Point>,
    /// Points next to the region that are not in it, each once.
    pub border: Vec<Point>,
}

impl Board {
    /// The chain of the stone at `point`, or `None` if it is vacant.
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let color = self.stone(point)?;
        let region = self.region(point, |at| self.stone(at) == Some(color));
        let liberties = region.border.into_iter().filter(|&at| self.is_vacant(at)).collect();
        Some(Chain { color, stones: region.points, liberties })
    }

    /// Whether the chain of the stone at `stone` has a liberty besides `excepted`. Stops at the
    /// first it meets, which for most chains is beside the stone itself.
    pub(super) fn has_liberty_besides(&self, stone: Point, excepted: Point) -> bool {
        let size = self.size();
        let color = self.stone(stone);
        let mut seen = [false; MAX_POINTS];
        seen[size.index(stone)] = true;
        let mut open: ArrayVec<Point, MAX_POINTS> = ArrayVec::new();
        open.push(stone);
        while let Some(point) = open.pop() {
            for near in size.neighbours(point) {
                let found = self.stone(near);
                if found.is_none() && near != excepted {
                    return true;
                }
                if found == color && !std::mem::replace(&mut seen[size.index(near)], true) {
                    open.push(near);
                }
            }
        }
        false
    }

    /// All chains, each once.
    pub fn chains(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.size().points()];
        let mut chains = Vec::new();
        for point in self.size().all() {
            if seen[self.size().index(point)] {
                continue;
            }
            let Some(chain) = self.chain(point) else { continue };
            for &stone in &chain.stones {
                seen[self.size().index(stone)] = true;
            }
            chains.push(chain);
        }
        chains
    }

    /// The points connected to `from` through points that `belongs` accepts.
    pub(super) fn region(&self, from: Point, belongs: impl Fn(Point) -> bool) -> Region {
        let size = self.size();
        let mut seen = vec![false; size.points()];
        seen[size.index(from)] = true;
        let mut points = vec![from];
        let mut border = Vec::new();
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in size.neighbours(point) {
                if std::mem::replace(&mut seen[size.index(near)], true) {
                    continue;
                }
                if belongs(near) { points.push(near) } else { border.push(near) }
            }
        }
        Region { points, border }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};

    #[test]
    fn the_quick_look_for_a_liberty_agrees_with_the_chain() {
        let board: Board = "X X . O
                            O X O .
                            . O X O"
            .parse()
            .unwrap();
        for stone in [BLACK, WHITE].into_iter().flat_map(|color| board.stones(color)) {
            let liberties = board.chain(stone).unwrap().liberties;
            for excepted in board.size().all() {
                let others = liberties.iter().any(|&liberty| liberty != excepted);
                let found = board.has_liberty_besides(stone, excepted);
                assert_eq!(found, others, "{stone} besides {excepted}\n{board}");
            }
        }
    }

    #[test]
    fn a_chain_knows_its_stones_and_liberties() {
        let board: Board = "X X . O
                            O X O .
                            . X . ."
            .parse()
            .unwrap();
        let chain = board.chain("A3".parse().unwrap()).unwrap();
        assert_eq!((chain.color, chain.stones.len()), (BLACK, 4));
        let mut liberties: Vec<String> = chain.liberties.iter().map(Point::to_string).collect();
        liberties.sort();
        assert_eq!(liberties, ["A1", "C1", "C3"]);
        assert!(board.chain("A1".parse().unwrap()).is_none());
        let white: Vec<usize> = board
            .chains()
            .iter()
            .filter(|chain| chain.color == WHITE)
            .map(|chain| chain.liberties.len())
            .collect();
        assert_eq!(white, [1, 3, 2], "A2, C2, D3\n{board}");
    }
}
