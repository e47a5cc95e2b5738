//! Life and death of one group: a tree search that plays only around it and asks only whether its
//! stones are taken.
//!
//! Playouts alone overlook what needs several exact moves, such as filling an eye space from within;
//! a search of the whole board has other things to look at.

use std::time::Duration;

use rustc_hash::FxHashSet;

use super::deadline::Deadline;
use super::playout::policy::Policy;
use super::prior::{Ladders, Priors};
use super::worker::{action, vertex};
use crate::base::{Key, Random};
use crate::game::Color;
use crate::game::go::fast::{FastBoard, Vertex};
use crate::search::uct::{
    self, Action, Bounds, Candidate, Expansion, Playout, Proof, Run, Simulation, Trace, Tree,
    Tuning,
};

/// Playouts for each side to move.
const PLAYOUTS: u64 = if cfg!(fuzzing) { 20 } else { 800 };
/// How often it looks at the clock.
const TICK: Duration = Duration::from_millis(2);
/// Memory of the search.
const TREE_BYTES: usize = 16 << 20;
/// A chain that survives less often than this is taken for captured.
const LOST: f32 = 0.3;
/// A chain that survives more often than this is taken for safe.
const SAFE: f32 = 0.7;

/// What reading found out about a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It cannot be taken, even if the enemy moves first.
    Lives,
    /// It is taken, even if its owner moves first.
    Dies,
    /// Whoever moves first decides, or it was not read to the end.
    Open,
}

/// Reads the fate of the chain at `target`; both sides play only at `area`. What it says after
/// the `deadline` means nothing.
pub fn read<const CELLS: usize>(
    board: &FastBoard<CELLS>,
    target: Vertex,
    area: &[Vertex],
    seed: u64,
    deadline: &Deadline<'_>,
) -> Fate {
    let Some(owner) = board.stone(target) else { return Fate::Open };
    let survival = |first| solve(board, target, area, first, seed, deadline).survival;
    if survival(owner) < LOST {
        Fate::Dies
    } else if survival(owner.other()) > SAFE {
        Fate::Lives
    } else {
        Fate::Open
    }
}

/// What a search about one chain found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// How often the chain survives.
    pub survival: f32,
    /// The best move of the side that begins; a pass if there is nothing to play.
    pub best: Vertex,
}

/// Reads the chain at `target` with `first` to move.
pub fn solve<const CELLS: usize>(
    board: &FastBoard<CELLS>,
    target: Vertex,
    area: &[Vertex],
    first: Color,
    seed: u64,
    deadline: &Deadline<'_>,
) -> Solution {
    let mut root = board.clone();
    root.forget_moves();
    root.set_turn(first);
    let Some(owner) = root.stone(target) else {
        return Solution { survival: 0.0, best: Vertex::PASS };
    };
    let mut reader = [Reader {
        board: root.clone(),
        root,
        target,
        owner,
        area,
        path: FxHashSet::default(),
        policy: Policy::default(),
        priors: Priors::new(Ladders::Read, 0.0),
        random: Random::seeded(seed),
    }];
    let tuning = Tuning {
        exploration: 0.0,
        rave_equivalence: 1000.0,
        expand_after: 2,
        proof: Proof::Result,
        ..Tuning::default()
    };
    let run = Run { tuning: &tuning, playouts: Some(PLAYOUTS), only: None, tick: TICK };
    let mut tree = Tree::with_bytes(TREE_BYTES);
    uct::search(&mut tree, &mut reader, &run, deadline.control(), &mut |_, _| deadline.flow());
    let found = tree.ranked().into_iter().next();
    let value = found.as_ref().map_or(0.5, |found| match found.bounds {
        bounds if bounds.low > 0 => 1.0,
        bounds if bounds.high < 0 => 0.0,
        _ => found.value,
    });
    let best = found.map_or(Vertex::PASS, |found| vertex::<CELLS>(found.action));
    Solution { survival: if first == owner { value } else { 1.0 - value }, best }
}

/// A worker's board that knows one group only.
struct Reader<'a, const CELLS: usize> {
    root: FastBoard<CELLS>,
    board: FastBoard<CELLS>,
    target: Vertex,
    owner: Color,
    area: &'a [Vertex],
    /// Boards since the root, which may not come again.
    path: FxHashSet<Key>,
    policy: Policy,
    priors: Priors<CELLS>,
    random: Random,
}

impl<const CELLS: usize> Reader<'_, CELLS> {
    fn survives(&self) -> bool {
        self.board.stone(self.target) == Some(self.owner)
    }

    /// 1 when it is Black whose wish came true, −1 when it is White.
    fn result(&self) -> i16 {
        if self.survives() == (self.owner == Color::First) { 1 } else { -1 }
    }
}

impl<const CELLS: usize> Simulation for Reader<'_, CELLS> {
    fn reset(&mut self) {
        self.board.clone_from(&self.root);
        self.path.clear();
        self.path.insert(self.board.board_key());
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn play(&mut self, action: Action) {
        self.board.play(vertex::<CELLS>(action));
        self.path.insert(self.board.board_key());
    }

    fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion {
        // Whoever wants the stones and passes twice does not get them.
        if !self.survives() || self.board.passes() >= 2 {
            return Expansion::Over(self.result());
        }
        let moves = self.area.iter().copied().filter(|&vertex| {
            self.board.is_vacant(vertex)
                && self.board.is_legal(vertex)
                && !self.board.code(vertex).is_eye_of(self.board.turn())
                && !self.path.contains(&self.board.key_after(vertex))
        });
        let thoughts = self.priors.think(&self.board, moves);
        candidates.extend(thoughts.iter().map(|thought| Candidate {
            action: action(thought.vertex),
            prior: thought.chance,
            value: thought.opinion.value(),
            weight: thought.opinion.weight * 0.3,
        }));
        candidates.push(Candidate {
            action: action(Vertex::PASS),
            prior: 1e-4,
            value: 0.3,
            weight: 3.0,
        });
        Expansion::Partial
    }

    fn rollout(&mut self, trace: &mut Trace) -> Playout {
        let (target, owner) = (self.target, self.owner);
        let mut taken = !self.survives();
        if !taken {
            self.policy.play_out(&mut self.board, &mut self.random, |board, vertex| {
                taken |= board.stone(target) != Some(owner);
                trace.push(action(vertex), board.turn());
            });
            taken |= !self.survives();
        }
        let black = taken != (owner == Color::First);
        let value = f32::from(u8::from(black));
        Playout { value, lead: 0.0, bounds: Bounds::OPEN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;
    use crate::search::Control;

    fn fate(diagram: &str, target: &str) -> Fate {
        let board = Board9::of(&diagram.parse::<Board>().unwrap());
        let area: Vec<Vertex> = board.size().all().map(Board9::vertex).collect();
        read(
            &board,
            Board9::vertex(target.parse().unwrap()),
            &area,
            1,
            &Deadline::none(&Control::new(false)),
        )
    }

    #[test]
    fn three_points_in_a_row_are_decided_by_the_first_move() {
        let board = ". . . O X . X
                     O O O O X X X
                     X X X X X . X";
        assert_eq!(fate(board, "A2"), Fate::Open);
    }

    #[test]
    fn a_square_is_dead_and_a_row_of_four_lives() {
        let square = ". . O X . X
                      . . O X X X
                      O O O X . X
                      X X X X X X";
        assert_eq!(fate(square, "C3"), Fate::Dies);
        let row = ". . . . O X . X
                   O O O O O X X X
                   X X X X X X . X";
        assert_eq!(fate(row, "A2"), Fate::Lives);
    }

    #[test]
    fn an_eye_space_is_filled_from_within() {
        // C1 and A1 make a pyramid of Black's stones; taking it leaves one eye.
        let board = "X X X X X . X
                     O O O O X X X
                     O . O X X . X
                     O X O O X X X
                     . X . O O X .";
        assert_eq!(fate(board, "A2"), Fate::Dies);
    }
}
