//! The solver against playing everything out, and on published problems.

use super::*;
use crate::base::Random;
use crate::engine::othello::random_play::any_position;
use crate::game::othello::{BLACK, Empties, stable};
use crate::record::obf;

/// The score by trying everything.
fn brute(board: &Board) -> i32 {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let scores = moves.into_iter().map(|mv| {
        let mut next = *board;
        next.play(mv);
        -brute(&next)
    });
    scores.max().unwrap_or_else(|| {
        let black = board.difference(Empties::ToWinner);
        if board.turn() == BLACK { black } else { -black }
    })
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let table = Table::with_kib(256);
    for empties in 1..=9 {
        let mut random = Random::seeded(100 + u64::from(empties));
        for _ in 0..if empties < 8 { 60 } else { 6 } {
            let board = any_position(&mut random, empties);
            let truth = brute(&board);
            let mut search = Search::new(&table, Halt::default());
            assert_eq!(search.score(&board, -64, 64), Some(truth), "{board:?}\n{board}");
        }
    }
}

#[test]
fn every_kernel_and_every_window_tells_the_truth() {
    let mut random = Random::seeded(5);
    for _ in 0..40 {
        let board = any_position(&mut random, 8);
        let (mover, opponent) = (board.mover(), board.opponent());
        let truth = brute(&board);
        let table = Table::with_kib(64);
        let mut search = Search::new(&table, Halt::default());
        let portable = crate::game::othello::flip::Portable;
        for alpha in (-65..64).step_by(7) {
            let score = portable.deep(&mut search, mover, opponent, alpha);
            assert_eq!(score > alpha, truth > alpha, "alpha {alpha}, {board:?}");
            if score > alpha {
                assert!(score <= truth, "{score} is a lower bound of {truth}, {board:?}");
            } else {
                assert!(score >= truth, "{score} is an upper bound of {truth}, {board:?}");
            }
        }
    }
}

#[test]
fn the_line_leads_to_the_score() {
    let mut random = Random::seeded(11);
    let table = Table::with_kib(256);
    for _ in 0..20 {
        let board = any_position(&mut random, 11);
        let mut search = Search::new(&table, Halt::default());
        let score = search.score(&board, -64, 64).unwrap();
        let mut end = board;
        for mv in search.line(&board, score) {
            assert!(end.is_legal(mv), "{mv} in {end:?}");
            end.play(mv);
        }
        assert!(end.is_over(), "{end:?}");
        let black = end.difference(Empties::ToWinner);
        assert_eq!(if board.turn() == BLACK { black } else { -black }, score, "{board:?}");
    }
}

#[test]
fn only_allowed_moves_are_chosen() {
    let table = Table::with_kib(256);
    // FFO #20: h5 +6, g6 -2, f6 -4, h6 -10.
    let board: Board =
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".parse().unwrap();
    let mut search = Search::new(&table, Halt::default());
    let mut allowed = u64::MAX;
    for (name, score) in [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)] {
        let square: Square = name.parse().unwrap();
        assert_eq!(search.best(&board, allowed, -64, 64), Some((square, score)));
        allowed &= !square.bit();
    }
    assert_eq!(search.best(&board, allowed, -64, 64), None);
}

/// Positions of FFORUM with their best scores, from number 20 on.
fn published() -> impl Iterator<Item = (Board, i32)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/fforum.obf");
    let text = std::fs::read_to_string(path).unwrap();
    let problems: Vec<_> = obf::problems(&text).map(Result::unwrap).collect();
    assert_eq!(problems.len(), 40);
    problems.into_iter().map(|problem| (problem.board, problem.best_score().unwrap()))
}

#[test]
fn published_problems_are_solved() {
    // The longer ones are solved by `scripts/full-check`.
    let table = Table::with_kib(16 << 10);
    let weights = Weights::embedded();
    let mut solved = 0;
    for (number, (board, score)) in (20..).zip(published()) {
        if board.empties().count_ones() > 18 {
            continue;
        }
        let mut search = Search::new(&table, Halt::default()).ordered_by(Some(&weights));
        let best = search.best(&board, u64::MAX, -64, 64).map(|best| best.1);
        assert_eq!(best, Some(score), "#{number} {board:?}");
        solved += 1;
    }
    assert_eq!(solved, 4, "problems are short enough");
}

#[test]
fn who_wins_is_found_without_by_how_much() {
    let table = Table::with_kib(16 << 10);
    let weights = Weights::embedded();
    for (board, score) in published().filter(|(board, _)| board.empties().count_ones() <= 16) {
        let mut search = Search::new(&table, Halt::default()).ordered_by(Some(&weights));
        let (_, sign) = search.best(&board, u64::MAX, -1, 1).unwrap();
        assert_eq!(sign.signum(), score.signum(), "{board:?}");
    }
}

#[test]
fn a_guess_that_is_wrong_does_not_change_the_score() {
    // Weights of noise: ordering and guess are useless, the score must not be.
    let mut random = Random::seeded(7);
    let noise: Vec<Vec<i16>> = (0..crate::engine::othello::evaluate::PHASES)
        .map(|_| {
            let weights = 0..*crate::engine::othello::evaluate::WEIGHTS;
            weights.map(|_| random.below(800) as i16 - 400).collect()
        })
        .collect();
    let noise = Weights::from_fitted(&noise);
    for seed in 0..3 {
        let board = any_position(&mut Random::seeded(seed), 16);
        let solve = |weights: &Weights| {
            let table = Table::with_kib(4 << 10);
            let mut search = Search::new(&table, Halt::default()).ordered_by(Some(weights));
            search.best(&board, u64::MAX, -64, 64).map(|best| best.1)
        };
        assert_eq!(solve(&noise), solve(&Weights::embedded()), "{board:?}");
    }
}

#[test]
fn a_solve_ends_when_told() {
    // FFO #40, 20 empties: more than 10,000 nodes.
    let board: Board =
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X".parse().unwrap();
    let table = Table::with_kib(1024);
    let mut search = Search::new(&table, Halt { nodes: Some(10_000), ..Halt::default() });
    assert_eq!(search.score(&board, -64, 64), None);
    assert!(search.nodes() < 10_000 + 2 * LOOK_EVERY);
    let control = Control::new(false);
    control.stop();
    let mut search = Search::new(&table, Halt { control: Some(&control), ..Halt::default() });
    assert_eq!(search.best(&board, u64::MAX, -64, 64), None);
}

#[test]
fn stable_discs_bound_the_score() {
    // The premise of the stability cut.
    let mut random = Random::seeded(3);
    for _ in 0..100 {
        let board = any_position(&mut random, 6);
        let lost = stable(board.opponent(), board.mover()).count_ones() as i32;
        assert!(brute(&board) <= 64 - 2 * lost, "{board:?}");
    }
}

#[test]
fn threads_together_find_what_one_finds() {
    let weights = Weights::embedded();
    for seed in 0..4 {
        let board = any_position(&mut Random::seeded(40 + seed), 17);
        let (alone, shared) = (Table::with_kib(4 << 10), Table::with_kib(4 << 10));
        let mut search = Search::new(&alone, Halt::default()).ordered_by(Some(&weights));
        let mut allowed = u64::MAX;
        // All moves, then all but the best one.
        for _ in 0..2 {
            let expected = search.best(&board, allowed, -64, 64).map(|best| best.1);
            let mut team = Team::new(&shared, &weights, Halt::default(), 3);
            let found = team.best(&board, allowed, -64, 64);
            assert_eq!(found.map(|best| best.1), expected, "seed {seed}, {board:?}");
            assert!(team.nodes() > 0);
            allowed &= !found.map_or(0, |best| best.0.bit());
        }
    }
}

#[test]
fn threads_end_together_when_told() {
    let board = published().nth(20).unwrap().0;
    let table = Table::with_kib(1024);
    let weights = Weights::embedded();
    let halt = Halt { nodes: Some(30_000), ..Halt::default() };
    assert_eq!(Team::new(&table, &weights, halt, 3).best(&board, u64::MAX, -64, 64), None);
    let control = Control::new(false);
    control.stop();
    let halt = Halt { control: Some(&control), ..Halt::default() };
    assert_eq!(Team::new(&table, &weights, halt, 3).best(&board, u64::MAX, -64, 64), None);
}
