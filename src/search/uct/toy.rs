//! A small game with known answers, to test the tree on: players take turns to colour one of the
//! cells of a row; each cell is worth points to whoever takes it, and neighbours of one's own
//! colour count double. Brute force gives the truth.

use std::time::Duration;

use super::*;
use crate::base::Random;
use crate::search::Control;

#[derive(Clone, Debug)]
struct Row {
    worth: Vec<i16>,
    taken: Vec<Option<Color>>,
    turn: Color,
}

impl Row {
    fn random(cells: usize, random: &mut Random) -> Self {
        let worth = (0..cells).map(|_| random.below(9) as i16).collect();
        Self { worth, taken: vec![None; cells], turn: Color::First }
    }

    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.taken.len()).filter(|&cell| self.taken[cell].is_none())
    }

    fn take(&mut self, cell: usize) {
        self.taken[cell] = Some(self.turn);
        self.turn = self.turn.other();
    }

    /// Points of the first side minus those of the second.
    fn score(&self) -> i16 {
        (0..self.taken.len())
            .filter_map(|cell| {
                let owner = self.taken[cell]?;
                let doubled = cell > 0 && self.taken[cell - 1] == Some(owner);
                let points = self.worth[cell] * if doubled { 2 } else { 1 };
                Some(if owner == Color::First { points } else { -points })
            })
            .sum()
    }

    /// The score with best play.
    fn minimax(&self) -> i16 {
        let scores = self.free().map(|cell| {
            let mut next = self.clone();
            next.take(cell);
            next.minimax()
        });
        let best = if self.turn == Color::First { scores.max() } else { scores.min() };
        best.unwrap_or_else(|| self.score())
    }
}

#[derive(Debug)]
struct RowBoard {
    root: Row,
    now: Row,
    random: Random,
}

impl RowBoard {
    fn new(root: &Row, seed: u64) -> Self {
        Self { root: root.clone(), now: root.clone(), random: Random::seeded(seed) }
    }
}

impl Simulation for RowBoard {
    fn reset(&mut self) {
        self.now.clone_from(&self.root);
    }

    fn turn(&self) -> Color {
        self.now.turn
    }

    fn play(&mut self, action: Action) {
        self.now.take(usize::from(action.0));
    }

    fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion {
        candidates.extend(self.now.free().map(|cell| Candidate {
            action: Action(cell as u16),
            prior: 1.0,
            value: 0.5,
            weight: 0.0,
        }));
        if candidates.is_empty() { Expansion::Over(self.now.score()) } else { Expansion::Complete }
    }

    fn rollout(&mut self, trace: &mut Trace) -> Playout {
        loop {
            let free: Vec<usize> = self.now.free().collect();
            if free.is_empty() {
                let score = self.now.score();
                let value = self.value_of(score);
                return Playout { value, lead: f32::from(score), bounds: Bounds::OPEN };
            }
            let cell = free[self.random.below(free.len() as u32) as usize];
            trace.push(Action(cell as u16), self.now.turn);
            self.now.take(cell);
        }
    }
}

const MEMORY: usize = 16 << 20;

fn run(tree: &mut Tree, row: &Row, workers: usize, tuning: &Tuning, playouts: u64) -> u64 {
    let mut boards: Vec<_> = (0..workers as u64).map(|seed| RowBoard::new(row, seed)).collect();
    let run = Run { tuning, playouts: Some(playouts), only: None, tick: Duration::from_millis(1) };
    search(tree, &mut boards, &run, &Control::new(false), &mut |_, _| Flow::Continue)
}

#[test]
fn score_proof_ends_with_the_minimax_score() {
    for seed in 0..40 {
        let row = Row::random(6, &mut Random::seeded(seed));
        for rave_equivalence in [0.0, 50.0] {
            let tuning = Tuning { proof: Proof::Score, rave_equivalence, ..Tuning::default() };
            let mut tree = Tree::with_bytes(MEMORY);
            run(&mut tree, &row, 1, &tuning, 100_000);
            assert_eq!(tree.bounds(), Bounds::exactly(row.minimax()), "seed {seed}: {row:?}");
            let best = &tree.ranked()[0];
            let mut next = row.clone();
            next.take(usize::from(best.action.0));
            assert_eq!(next.minimax(), row.minimax(), "seed {seed}: {best:?}");
        }
    }
}

#[test]
fn result_proof_ends_with_the_right_winner_on_many_threads() {
    for seed in 0..20 {
        let row = Row::random(7, &mut Random::seeded(seed));
        let tuning = Tuning { proof: Proof::Result, ..Tuning::default() };
        let mut tree = Tree::with_bytes(MEMORY);
        run(&mut tree, &row, 4, &tuning, 300_000);
        let truth = row.minimax();
        let bounds = tree.bounds();
        assert!(bounds.is_decided(), "seed {seed}: {bounds:?}");
        assert!(bounds.low <= truth && truth <= bounds.high, "seed {seed}: {bounds:?} {truth}");
    }
}

#[test]
fn a_partial_choice_of_moves_proves_no_loss() {
    #[derive(Debug)]
    struct Reluctant(RowBoard);
    impl Simulation for Reluctant {
        fn reset(&mut self) {
            self.0.reset();
        }
        fn turn(&self) -> Color {
            self.0.turn()
        }
        fn play(&mut self, action: Action) {
            self.0.play(action);
        }
        fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion {
            match self.0.expand(candidates) {
                Expansion::Complete => {
                    candidates.truncate(1);
                    Expansion::Partial
                }
                other => other,
            }
        }
        fn rollout(&mut self, trace: &mut Trace) -> Playout {
            self.0.rollout(trace)
        }
    }
    let row = Row { worth: vec![0, 5], taken: vec![None, None], turn: Color::First };
    let mut boards = [Reluctant(RowBoard::new(&row, 1))];
    let tuning = Tuning::default();
    let run =
        Run { tuning: &tuning, playouts: Some(500), only: None, tick: Duration::from_millis(1) };
    let mut tree = Tree::with_bytes(MEMORY);
    search(&mut tree, &mut boards, &run, &Control::new(false), &mut |_, _| Flow::Continue);
    // The only move shown loses by 5; the one held back would have won.
    assert_eq!(tree.bounds().high, Bounds::LIMIT);
}

#[test]
fn one_thread_and_one_seed_give_the_same_tree() {
    let row = Row::random(10, &mut Random::seeded(3));
    let tuning = Tuning { rave_equivalence: 100.0, ..Tuning::default() };
    let ranked = || {
        let mut tree = Tree::with_bytes(MEMORY);
        assert_eq!(run(&mut tree, &row, 1, &tuning, 2_000), 2_000);
        tree.ranked()
    };
    assert_eq!(ranked(), ranked());
}

#[test]
fn playouts_are_counted_exactly_on_many_threads() {
    let row = Row::random(20, &mut Random::seeded(4));
    let mut tree = Tree::with_bytes(MEMORY);
    assert_eq!(run(&mut tree, &row, 3, &Tuning::default(), 5_000), 5_000);
    assert_eq!(tree.visits(), 5_000);
}

#[test]
fn a_full_tree_makes_room_and_goes_on() {
    let row = Row::random(30, &mut Random::seeded(5));
    let mut tree = Tree::with_bytes(1);
    let tuning = Tuning { expand_after: 0, ..Tuning::default() };
    assert_eq!(run(&mut tree, &row, 2, &tuning, 20_000), 20_000);
    assert_eq!(tree.visits(), 20_000);
    assert!(tree.fullness() <= 1000);
    assert_eq!(tree.ranked().len(), 30);
}

#[test]
fn advancing_keeps_what_was_learned() {
    let row = Row::random(9, &mut Random::seeded(6));
    let mut tree = Tree::with_bytes(MEMORY);
    run(&mut tree, &row, 1, &Tuning { proof: Proof::Off, ..Tuning::default() }, 3_000);
    let best = tree.ranked().swap_remove(0);
    assert!(tree.advance(best.action));
    assert_eq!(tree.visits(), best.visits);
    assert!((tree.value().unwrap() - (1.0 - best.value)).abs() < 1e-5);
    assert!(!tree.advance(Action(99)));
    assert_eq!(tree.visits(), 0);
}

#[test]
fn only_the_allowed_root_moves_are_visited() {
    let row = Row::random(8, &mut Random::seeded(7));
    let mut boards = [RowBoard::new(&row, 1)];
    let tuning = Tuning::default();
    let only = [Action(2), Action(5)];
    let run = Run {
        tuning: &tuning,
        playouts: Some(400),
        only: Some(&only),
        tick: Duration::from_millis(1),
    };
    let mut tree = Tree::with_bytes(MEMORY);
    search(&mut tree, &mut boards, &run, &Control::new(false), &mut |_, _| Flow::Continue);
    for mv in tree.ranked() {
        assert_eq!(mv.visits > 0, only.contains(&mv.action), "{mv:?}");
    }
}

#[test]
fn a_stopped_control_ends_an_endless_search() {
    let row = Row::random(30, &mut Random::seeded(8));
    let mut boards = [RowBoard::new(&row, 1)];
    let tuning = Tuning::default();
    let run = Run { tuning: &tuning, playouts: None, only: None, tick: Duration::from_millis(1) };
    let control = Control::new(false);
    let mut tree = Tree::with_bytes(MEMORY);
    let mut asked = 0;
    search(&mut tree, &mut boards, &run, &control, &mut |_, _| {
        asked += 1;
        if asked >= 3 { Flow::Stop } else { Flow::Continue }
    });
    assert!(asked >= 3);
    control.stop();
    assert_eq!(search(&mut tree, &mut boards, &run, &control, &mut |_, _| Flow::Continue), 0);
}
