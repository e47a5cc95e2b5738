//! The search against plain minimax and against the solver.

use super::root::value;
use super::*;
use crate::base::Random;
use crate::engine::othello::evaluate::{PHASES, WEIGHTS};
use crate::engine::othello::random_play::position_with_moves;
use crate::engine::othello::solve::{Halt, Search};
use crate::game::Position;
use crate::game::othello::flip::Portable;
use crate::game::othello::{Board, Empties, Move, Square, Squares};

/// Any weights will do: the search must find what they say.
fn weights() -> Weights {
    let mut random = Random::seeded(17);
    let fitted: Vec<Vec<i16>> = (0..PHASES)
        .map(|_| (0..*WEIGHTS).map(|_| random.below(101) as i16 - 50).collect())
        .collect();
    Weights::from_fitted(&fitted)
}

/// Plain minimax.
fn minimax(weights: &Weights, board: &Board, depth: u32) -> i32 {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    if moves.is_empty() {
        let margin = 100 * board.difference(Empties::ToWinner);
        return if board.turn() == crate::game::othello::BLACK { margin } else { -margin };
    }
    if depth == 0 && moves != [Move::Pass] {
        return weights.evaluate(Portable, board.mover(), board.opponent());
    }
    let scores = moves.into_iter().map(|mv| {
        let mut next = *board;
        next.play(mv);
        // A pass takes no depth.
        -minimax(weights, &next, if mv == Move::Pass { depth } else { depth - 1 })
    });
    scores.max().unwrap_or(NOTHING)
}

fn random_position(random: &mut Random, empties: u32) -> Board {
    position_with_moves(random, empties, 1)
}

#[test]
fn without_cuts_the_search_is_minimax() {
    let weights = weights();
    let mut random = Random::seeded(4);
    for depth in 1..=4 {
        for _ in 0..12 {
            let board = random_position(&mut random, 40 - 6 * depth);
            let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
            let solver = Search::new(&solved, Halt::default());
            let mut search = Midgame::new(&table, &weights, solver, Selectivity::Off);
            let found = value(&mut search, &board, depth, -6400, 6400);
            assert_eq!(found, minimax(&weights, &board, depth), "depth {depth}, {board:?}");
        }
    }
}

#[test]
fn a_search_to_the_end_is_the_exact_score() {
    let weights = weights();
    let mut random = Random::seeded(6);
    for _ in 0..10 {
        let board = random_position(&mut random, 9);
        let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
        let truth = Search::new(&solved, Halt::default()).score(&board, -64, 64).unwrap();
        let solver = Search::new(&solved, Halt::default()).ordered_by(Some(&weights));
        let mut search = Midgame::new(&table, &weights, solver, Selectivity::On);
        let mut root = Root::new(&board, u64::MAX);
        let depth = board.empties().count_ones();
        let found = root.search(&mut search, depth, 1).unwrap();
        assert_eq!(found[0].score, 100 * truth, "{board:?}");
    }
}

#[test]
fn bolder_searches_to_the_end_do_not_spoil_the_exact_one() {
    // Weights that know the game: bold cuts are then seldom wrong, but some are.
    let weights = Weights::embedded();
    let mut random = Random::seeded(31);
    let mut differ = 0;
    for threads in [1, 1, 1, 2, 2, 2] {
        let board = random_position(&mut random, 16);
        let (table, solved) = (Table::at_most(1), solve::Table::with_kib(1024));
        let truth = Search::new(&solved, Halt::default()).score(&board, -64, 64).unwrap();
        let solver = Search::new(&solved, Halt::default()).ordered_by(Some(&weights));
        let mut search =
            Midgame::new(&table, &weights, solver, Selectivity::On).on_threads(threads);
        let mut root = Root::new(&board, u64::MAX);
        let scores: Vec<i32> = Ending::all()
            .map(|ending| {
                search.end_by(ending);
                root.search(&mut search, 16, 1).unwrap()[0].score
            })
            .collect();
        assert_eq!(scores.last(), Some(&(100 * truth)), "{scores:?}, {threads} threads, {board:?}");
        differ += u32::from(scores[0] != 100 * truth);
    }
    assert!(differ > 0, "the boldest search cuts something");
}

#[test]
fn lines_are_legal_and_the_best_comes_first() {
    let weights = weights();
    let board = random_position(&mut Random::seeded(9), 30);
    let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
    let solver = Search::new(&solved, Halt::default());
    let mut search = Midgame::new(&table, &weights, solver, Selectivity::Off);
    let mut root = Root::new(&board, u64::MAX);
    for depth in 1..=5 {
        let found = root.search(&mut search, depth, 3).unwrap();
        assert_eq!(found.len(), 3);
        assert!(found.windows(2).all(|pair| pair[0].score >= pair[1].score), "{found:?}");
        for line in &found {
            let board_at_root = board;
            let mut board = board;
            for &mv in &line.pv {
                assert!(board.is_legal(mv), "{mv} in {line:?}");
                board.play(mv);
            }
            let mut next = board_at_root;
            next.play(line.pv[0]);
            assert_eq!(line.score, -minimax(&weights, &next, depth - 1), "{line:?}");
        }
    }
}

#[test]
fn a_search_that_ends_early_tells_a_move_it_found_better() {
    let weights = Weights::embedded();
    let mut random = Random::seeded(12);
    let mut told = 0;
    for _ in 0..12 {
        let board = random_position(&mut random, 34);
        for nodes in (1..7).map(|n| n * 8192) {
            let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
            let halt = Halt { nodes: Some(nodes), ..Halt::default() };
            let solver = Search::new(&solved, halt);
            let mut search = Midgame::new(&table, &weights, solver, Selectivity::On);
            let mut root = Root::new(&board, u64::MAX);
            let first = root.search(&mut search, 1, 1).unwrap()[0].pv[0];
            let found = root.search(&mut search, 10, 1);
            if !search.solver.is_halted() {
                continue;
            }
            if let Some(found) = found {
                assert_ne!(found[0].pv[0], first, "the first move was known before");
                told += 1;
            }
            assert_eq!(root.search(&mut search, 10, 2), None, "no node is left for two lines");
        }
    }
    assert!(told > 0);
}

#[test]
fn a_search_out_of_nodes_says_so() {
    let weights = weights();
    let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
    let solver = Search::new(&solved, Halt { nodes: Some(1), ..Halt::default() });
    let mut search = Midgame::new(&table, &weights, solver, Selectivity::Off);
    let mut root = Root::new(&Board::default(), u64::MAX);
    assert!((1..20).any(|depth| root.search(&mut search, depth, 1).is_none()));
}

/// The best score of `board` at one depth, all moves allowed.
fn best_score(
    weights: &Weights,
    board: &Board,
    depth: u32,
    halt: Halt<'_>,
    threads: usize,
) -> Option<i32> {
    let (table, solved) = (Table::at_most(4), solve::Table::with_kib(64));
    let solver = Search::new(&solved, halt).ordered_by(Some(weights));
    let mut search = Midgame::new(&table, weights, solver, Selectivity::Off).on_threads(threads);
    let found = Root::new(board, u64::MAX).search(&mut search, depth, 1)?;
    found.first().map(|best| best.score)
}

#[test]
fn threads_together_find_what_one_finds() {
    let weights = Weights::embedded();
    let mut random = Random::seeded(12);
    for number in 0..8 {
        // Some are searched to the end of the game.
        let board = random_position(&mut random, if number % 2 == 0 { 34 } else { 10 });
        let depth = shared::FROM_DEPTH + 1;
        let alone = best_score(&weights, &board, depth, Halt::default(), 1);
        assert!(alone.is_some());
        for threads in [2, 4] {
            let together = best_score(&weights, &board, depth, Halt::default(), threads);
            assert_eq!(together, alone, "{threads} threads, {board:?}");
        }
    }
}

#[test]
fn threads_end_together_without_a_score_when_their_nodes_are_spent() {
    let board = random_position(&mut Random::seeded(3), 40);
    let halt = Halt { nodes: Some(20_000), ..Halt::default() };
    assert_eq!(best_score(&Weights::embedded(), &board, 20, halt, 3), None);
}

#[test]
fn threads_that_end_early_tell_a_move_they_found_better() {
    let weights = Weights::embedded();
    let mut random = Random::seeded(12);
    let (mut told, mut silent) = (0, 0);
    for _ in 0..10 {
        let board = random_position(&mut random, 34);
        let moves: Vec<Square> = Squares(board.mobility()).collect();
        for nodes in [60_000, 120_000, 240_000] {
            let (table, solved) = (Table::at_most(4), solve::Table::with_kib(64));
            let halt = Halt { nodes: Some(nodes), ..Halt::default() };
            let solver = Search::new(&solved, halt).ordered_by(Some(&weights));
            let mut search = Midgame::new(&table, &weights, solver, Selectivity::On).on_threads(3);
            let found = shared::best(&mut search, &board, &moves, 13);
            let Some((better, _)) = found.better else {
                silent += 1;
                assert!(found.best.is_none_or(|(best, _)| best == moves[0]), "{found:?}");
                continue;
            };
            assert_ne!(better, moves[0], "{board:?}");
            assert!(found.best.is_none_or(|best| Some(best) == found.better), "{found:?}");
            told += usize::from(found.best.is_none());
        }
    }
    assert!(told > 0 && silent > 0, "{told} told a better move, {silent} none");
}

#[test]
fn threads_share_a_limit_of_nodes_over_all_depths() {
    let (weights, board) = (Weights::embedded(), random_position(&mut Random::seeded(5), 44));
    let (table, solved) = (Table::at_most(4), solve::Table::with_kib(64));
    let halt = Halt { nodes: Some(300_000), ..Halt::default() };
    let solver = Search::new(&solved, halt).ordered_by(Some(&weights));
    let mut search = Midgame::new(&table, &weights, solver, Selectivity::On).on_threads(3);
    let mut root = Root::new(&board, u64::MAX);
    let reached =
        (1..=44).take_while(|&depth| root.search(&mut search, depth, 1).is_some()).count();
    assert!(reached > shared::FROM_DEPTH as usize && reached < 44, "{reached}");
    // Each thread looks at its count now and then only.
    assert!(search.nodes() < 350_000, "{}", search.nodes());
}
