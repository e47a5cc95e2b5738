//! What is thought of a move before it is tried: virtual playouts, won or lost.

use std::sync::Arc;

use super::learned::{Chances, Survey, Weights};
use super::playout::pattern::Patterns;
use crate::game::Color;
use crate::game::go::fast::{FastBoard, Vertex};

/// Virtual playouts: how many, and how many of them won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// How many playouts the opinion is worth.
    pub weight: f32,
    /// How many of them the mover won.
    pub wins: f32,
}

impl Opinion {
    /// Nothing speaks for or against: an even chance.
    const EVEN: Self = Self { weight: 10.0, wins: 5.0 };

    /// So many playouts more are won.
    pub fn good(&mut self, weight: f32) {
        self.weight += weight;
        self.wins += weight;
    }

    /// So many playouts more are lost.
    pub fn bad(&mut self, weight: f32) {
        self.weight += weight;
    }

    /// The expected value.
    pub fn value(self) -> f32 {
        self.wins / self.weight
    }

    /// How much the search should look here, before normalisation, by reasons alone.
    fn share(self) -> f32 {
        // Cubed, so that a single good reason outweighs many indifferent points.
        self.value().powi(3) * self.weight
    }
}

/// A move with what is thought of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The move.
    pub vertex: Vertex,
    /// Virtual playouts.
    pub opinion: Opinion,
    /// How likely it is to be played, among all moves asked about.
    pub chance: f32,
}

/// Weights of the reasons, in virtual playouts.
mod weight {
    pub const CAPTURE_ONE: f32 = 15.0;
    pub const CAPTURE_MANY: f32 = 30.0;
    pub const ESCAPE: f32 = 15.0;
    pub const LADDER: f32 = 15.0;
    pub const SELF_ATARI: f32 = 10.0;
    pub const PATTERN: f32 = 10.0;
    pub const EMPTY_AREA: f32 = 10.0;
    /// By steps from the last move, stones of one chain being no distance apart.
    pub const NEAR: [f32; 3] = [24.0, 22.0, 8.0];
}

/// Opinions on the moves of one position.
#[derive(Clone, Debug)]
pub struct Priors<const CELLS: usize> {
    survey: Survey<CELLS>,
    patterns: &'static Patterns,
    ladders: Ladders,
    learned: Option<Learned>,
    thoughts: Vec<Thought>,
    chances: Chances,
    sums: Vec<i32>,
}

/// What was learned from records, and how much it counts.
#[derive(Clone, Debug)]
struct Learned {
    weights: Arc<Weights>,
    /// Virtual playouts of a move that is sure to be played.
    worth: f32,
}

/// Whether ladders are read before a move is thought well of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladders {
    /// Chains in atari and chains with two liberties are read out.
    Read,
    /// Running from atari is always thought well of.
    Ignored,
}

impl<const CELLS: usize> Priors<CELLS> {
    /// Opinions by these means. What was learned from records is worth so many virtual playouts; 0
    /// leaves it to reasons made by hand.
    pub fn new(ladders: Ladders, learned: f32) -> Self {
        let learned =
            (learned > 0.0).then(|| Learned { weights: Weights::embedded(), worth: learned });
        Self {
            survey: Survey::default(),
            patterns: Patterns::get(),
            ladders,
            learned,
            thoughts: Vec::new(),
            chances: Chances::default(),
            sums: Vec::new(),
        }
    }

    /// What is thought of these legal moves of `board`.
    pub fn think(
        &mut self,
        board: &FastBoard<CELLS>,
        moves: impl Iterator<Item = Vertex>,
    ) -> &mut [Thought] {
        self.survey.look(board);
        self.thoughts.clear();
        self.sums.clear();
        for vertex in moves {
            let opinion = self.opinion(board, vertex);
            self.thoughts.push(Thought { vertex, opinion, chance: opinion.share() });
            if let Some(learned) = &self.learned {
                self.sums.push(learned.weights.sum(&self.survey, board, vertex));
            }
        }
        match &self.learned {
            Some(learned) => {
                let chances = self.chances.of(self.sums.iter().copied());
                for (thought, &chance) in self.thoughts.iter_mut().zip(chances) {
                    thought.chance = chance;
                    thought.opinion.good(learned.worth * chance.sqrt());
                }
            }
            None => {
                let total: f32 = self.thoughts.iter().map(|thought| thought.chance).sum();
                self.thoughts.iter_mut().for_each(|thought| thought.chance /= total);
            }
        }
        &mut self.thoughts
    }

    /// What is thought of the legal move at `vertex`, for reasons made by hand.
    fn opinion(&self, board: &FastBoard<CELLS>, vertex: Vertex) -> Opinion {
        let own = board.turn();
        let mut opinion = Opinion::EVEN;
        match board.captured_stones(vertex, own) {
            0 => {}
            1 => opinion.good(weight::CAPTURE_ONE),
            _ => opinion.good(weight::CAPTURE_MANY),
        }
        if board.is_self_atari(vertex) {
            opinion.bad(weight::SELF_ATARI);
        } else {
            self.weigh_chases(board, vertex, own, &mut opinion);
        }
        if self.learned.is_none() {
            self.weigh_place(board, vertex, &mut opinion);
        }
        opinion
    }

    /// Shapes, nearness and lines: all that is better learned from records.
    fn weigh_place(&self, board: &FastBoard<CELLS>, vertex: Vertex, opinion: &mut Opinion) {
        if self.patterns.fits(board.code(vertex)) {
            opinion.good(weight::PATTERN);
        }
        let steps = usize::from(self.survey.steps(vertex));
        if let Some(&near) = weight::NEAR.get(steps.wrapping_sub(1)) {
            opinion.good(near);
        }
        if is_lonely(board, vertex) {
            match board.size().line(FastBoard::<CELLS>::point(vertex)) {
                1 | 2 => opinion.bad(weight::EMPTY_AREA),
                3 | 4 => opinion.good(weight::EMPTY_AREA),
                _ => {}
            }
        }
    }

    /// Running from atari, and attacking a chain that cannot run.
    fn weigh_chases(
        &self,
        board: &FastBoard<CELLS>,
        vertex: Vertex,
        own: Color,
        opinion: &mut Opinion,
    ) {
        for head in board.chains_near(vertex, own) {
            if board.last_liberty(head) != Some(vertex) {
                continue;
            }
            // Three liberties cannot be chased in a ladder.
            if self.ladders == Ladders::Ignored
                || board.liberties_after::<3>(vertex, own).len() == 3
                || self.survey.escapes(head)
            {
                opinion.good(weight::ESCAPE);
            } else {
                opinion.bad(weight::ESCAPE);
            }
        }
        if self.ladders == Ladders::Ignored {
            return;
        }
        for head in board.chains_near(vertex, own.other()) {
            if self.survey.catches(head, vertex) {
                opinion.good(weight::LADDER);
            }
        }
    }
}

/// Whether no stone is within two steps along the lines and one diagonally.
fn is_lonely<const CELLS: usize>(board: &FastBoard<CELLS>, vertex: Vertex) -> bool {
    !board.code(vertex).has_stone()
        && FastBoard::<CELLS>::adjacent(vertex)
            .into_iter()
            .all(|near| !board.is_vacant(near) || !board.code(near).has_stone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    fn opinion(diagram: &str, last: &str, vertex: &str) -> Opinion {
        let board: Board = diagram.parse().unwrap();
        let mut fast = Board9::of(&board);
        if !last.is_empty() {
            fast.set_last(Vertex::PASS, Board9::vertex(last.parse().unwrap()));
        }
        let mut priors = Priors::new(Ladders::Read, 0.0);
        priors.think(&fast, [Board9::vertex(vertex.parse().unwrap())].into_iter())[0].opinion
    }

    const FIGHT: &str = ". . . . . . .
                         . . X . . . .
                         . X O . . . .
                         . . X . . . .
                         . . . . . . .
                         . . . . . . .
                         . . . . . . .";

    #[test]
    fn a_capture_near_the_last_move_is_thought_best() {
        let capture = opinion(FIGHT, "C5", "D5");
        let elsewhere = opinion(FIGHT, "C5", "F2");
        assert!(capture.value() > 0.85 && capture.share() > elsewhere.share(), "{capture:?}");
    }

    #[test]
    fn running_in_a_lost_ladder_is_thought_little_of() {
        // To move, Black's two stones at B5 are in atari.
        let lost = ". . . . . . .
                    . O O . . . .
                    O X X O . . .
                    . O . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .";
        let broken = lost.replacen(
            ". . . . . . .\n                    . . . . . . .",
            ". . . . . . .\n . . . . X . .",
            1,
        );
        assert!(opinion(lost, "", "C4").value() < 0.5, "{:?}", opinion(lost, "", "C4"));
        assert!(opinion(&broken, "", "C4").value() > 0.7, "{:?}", opinion(&broken, "", "C4"));
    }

    #[test]
    fn the_first_line_of_an_empty_board_is_thought_little_of() {
        let empty = ". . . . . . . . .\n".repeat(9);
        assert!(opinion(&empty, "", "A5").value() < opinion(&empty, "", "C5").value());
        assert!(opinion(&empty, "", "E5").value() < opinion(&empty, "", "C5").value());
    }

    #[test]
    fn distance_runs_along_chains() {
        let board = ". . . . . . .
                     X X X X X X .
                     . . . . . . .
                     . . . . . . .";
        // From A3, G3 is one step: the chain is one place.
        assert_eq!(opinion(board, "A3", "G3").weight, 10.0 + 24.0);
    }
}
