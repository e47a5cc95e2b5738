//! The search against plain minimax and against the solver.

use super::root::value;
use super::*;
use crate::base::Random;
use crate::engine::othello::evaluate::{PHASES, WEIGHTS};
use crate::engine::othello::solve::{Halt, Search};
use crate::game::Position;
use crate::game::othello::flip::Portable;
use crate::game::othello::{Board, Empties, Move};

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
    let mut board = Board::default();
    let mut moves = Vec::new();
    while board.empties().count_ones() > empties {
        moves.clear();
        board.legal_moves(&mut moves);
        if moves.is_empty() {
            return random_position(random, empties);
        }
        board.play(moves[random.below(moves.len() as u32) as usize]);
    }
    if board.mobility() == 0 { random_position(random, empties) } else { board }
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
fn a_search_out_of_nodes_says_so() {
    let weights = weights();
    let (table, solved) = (Table::at_most(1), solve::Table::with_kib(64));
    let solver = Search::new(&solved, Halt { nodes: Some(1), ..Halt::default() });
    let mut search = Midgame::new(&table, &weights, solver, Selectivity::Off);
    let mut root = Root::new(&Board::default(), u64::MAX);
    assert!((1..20).any(|depth| root.search(&mut search, depth, 1).is_none()));
}
