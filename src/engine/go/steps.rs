//! How many steps it is from the last move to each point, stones of one chain being no distance
//! apart (common-fate distance).

use crate::game::go::fast::{FastBoard, Vertex};

/// Steps from the last move, as far as they matter.
#[derive(Clone, Debug)]
pub struct Steps<const CELLS: usize> {
    distance: [u8; CELLS],
    queue: Vec<Vertex>,
    far: u8,
}

impl<const CELLS: usize> Steps<CELLS> {
    /// Steps up to `most` are counted.
    pub fn new(most: u8) -> Self {
        Self { distance: [most + 1; CELLS], queue: Vec::new(), far: most + 1 }
    }

    /// Counts from the last move of `board`; without one, everything is far.
    pub fn survey(&mut self, board: &FastBoard<CELLS>) {
        self.distance.fill(self.far);
        if board.last().is_pass() {
            return;
        }
        // Breadth first; a chain is one place, so its stones go to the front of the queue.
        self.queue.clear();
        self.visit(board, board.last(), 0);
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            let steps = self.distance[at.index()] + 1;
            if steps >= self.far {
                break;
            }
            for near in FastBoard::<CELLS>::adjacent(at) {
                self.visit(board, near, steps);
            }
        }
    }

    fn visit(&mut self, board: &FastBoard<CELLS>, vertex: Vertex, steps: u8) {
        if self.distance[vertex.index()] <= steps {
            return;
        }
        match board.stone(vertex) {
            Some(_) => {
                for stone in board.chain_stones(vertex) {
                    if self.distance[stone.index()] > steps {
                        self.distance[stone.index()] = steps;
                        self.queue.push(stone);
                    }
                }
            }
            None if board.is_vacant(vertex) => {
                self.distance[vertex.index()] = steps;
                self.queue.push(vertex);
            }
            None => {}
        }
    }

    /// Steps to `vertex`; one more than the most that are counted if it is farther.
    pub fn to(&self, vertex: Vertex) -> u8 {
        self.distance[vertex.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    #[test]
    fn a_chain_is_one_place() {
        let board: Board = ". . . . . . .
                            X X X X X X .
                            . . . . . . .
                            . . . . . . ."
            .parse()
            .unwrap();
        let at = |text: &str| Board9::vertex(text.parse().unwrap());
        let mut fast = Board9::of(&board);
        fast.set_last(Vertex::PASS, at("A3"));
        let mut steps = Steps::new(3);
        steps.survey(&fast);
        let found = ["F3", "G3", "F2", "G2", "F1", "G1"].map(|text| steps.to(at(text)));
        assert_eq!(found, [0, 1, 1, 2, 2, 3]);
        fast.set_last(Vertex::PASS, Vertex::PASS);
        steps.survey(&fast);
        assert_eq!(steps.to(at("G3")), 4);
    }
}
