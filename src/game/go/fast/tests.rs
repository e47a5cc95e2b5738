//! The fast board must agree with the plain one, move by move.

use proptest::prelude::*;

use super::*;
use crate::base::Random;
use crate::game::go::{Board, Move, Size};
use crate::game::{Color, Position};

fn compare<const CELLS: usize>(fast: &FastBoard<CELLS>, board: &Board) {
    assert_eq!(fast.turn(), board.turn());
    assert_eq!(fast.board_key(), board.board_key(), "{board}");
    assert_eq!(fast.passes(), board.passes());
    let ko = board.ko().map_or(Vertex::PASS, FastBoard::<CELLS>::vertex);
    assert_eq!(fast.ko(), ko, "ko\n{board}");
    let mut vacant = 0;
    for color in Color::BOTH {
        assert_eq!(fast.captures(color), board.captures(color), "captures\n{board}");
    }
    for point in board.size().all() {
        let vertex = FastBoard::<CELLS>::vertex(point);
        assert_eq!(FastBoard::<CELLS>::point(vertex), point);
        assert_eq!(fast.stone(vertex), board.stone(point), "{point}\n{board}");
        compare_code(fast, board, vertex);
        if board.is_vacant(point) {
            vacant += 1;
            assert!(fast.vacant().any(|other| other == vertex), "{point} is not listed\n{board}");
            let suicide = !board.suicide_by(board.turn(), point).is_empty();
            let legal = board.is_legal(point.into()) && !suicide;
            assert_eq!(fast.is_legal(vertex), legal, "{point}\n{board}");
            if legal {
                compare_foresight(fast, board, vertex);
            }
        } else {
            compare_chain(fast, board, vertex);
        }
    }
    assert_eq!(fast.vacant_count(), vacant);
}

/// What a legal move would do, against doing it.
fn compare_foresight<const CELLS: usize>(fast: &FastBoard<CELLS>, board: &Board, vertex: Vertex) {
    let point = FastBoard::<CELLS>::point(vertex);
    let own = board.turn();
    let mut after = board.clone();
    after.play(point.into());
    let chain = after.chain(point).unwrap();
    let captured = after.captures(own) - board.captures(own);
    assert_eq!(fast.captured_stones(vertex, own), captured, "{point}\n{board}");
    assert_eq!(fast.key_after(vertex), after.board_key(), "{point}\n{board}");
    assert_eq!(fast.chain_size_after(vertex, own) as usize, chain.stones.len());
    let liberties = fast.liberties_after::<CELLS>(vertex, own).len();
    assert_eq!(liberties, chain.liberties.len(), "{point}\n{board}");
    assert_eq!(fast.is_self_atari(vertex), liberties == 1, "{point}\n{board}");
}

fn compare_chain<const CELLS: usize>(fast: &FastBoard<CELLS>, board: &Board, vertex: Vertex) {
    let point = FastBoard::<CELLS>::point(vertex);
    let chain = board.chain(point).unwrap();
    let sorted = |mut vertices: Vec<Vertex>| {
        vertices.sort();
        vertices
    };
    let to_vertices = |points: &[crate::game::go::Point]| {
        sorted(points.iter().map(|&point| FastBoard::<CELLS>::vertex(point)).collect())
    };
    assert_eq!(fast.chain_size(vertex) as usize, chain.stones.len(), "{point}\n{board}");
    assert_eq!(sorted(fast.chain_stones(vertex).collect()), to_vertices(&chain.stones));
    let liberties = fast.liberties::<CELLS>(vertex).to_vec();
    assert_eq!(sorted(liberties), to_vertices(&chain.liberties), "{point}\n{board}");
    let last = match chain.liberties.as_slice() {
        [only] => Some(FastBoard::<CELLS>::vertex(*only)),
        _ => None,
    };
    assert_eq!(fast.last_liberty(vertex), last, "{point}\n{board}");
    assert_eq!(fast.in_atari(vertex), last.is_some());
}

fn compare_code<const CELLS: usize>(fast: &FastBoard<CELLS>, board: &Board, vertex: Vertex) {
    for (i, near) in FastBoard::<CELLS>::around(vertex).into_iter().enumerate() {
        let bits = (fast.code(vertex).0 >> (2 * i)) & 3;
        let expected = match fast.stone(near) {
            Some(color) => color as u16 + 1,
            None if fast.is_vacant(near) => 0,
            None => 3,
        };
        assert_eq!(bits, expected, "neighbour {i}\n{board}");
    }
}

/// Plays a random game on both boards and compares them after every move.
fn play_both<const CELLS: usize>(size: Size, seed: u64) {
    let mut random = Random::seeded(seed);
    let mut board = Board::new(size);
    let mut fast = FastBoard::<CELLS>::new(size);
    // On a large board, looking at everything after every move would take too long.
    let every = size.points() / 80 + 1;
    for n in 0..3 * size.points() {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.retain(|mv| match mv {
            Move::Pass => true,
            Move::Place(point) => board.suicide_by(board.turn(), *point).is_empty(),
        });
        let mv = moves[random.below(moves.len() as u32) as usize];
        board.play(mv);
        fast.play(FastBoard::<CELLS>::vertex_of(mv));
        if n % every == 0 {
            compare(&fast, &board);
        }
    }
    compare(&FastBoard::<CELLS>::of(&board), &board);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_fast_board_agrees_with_the_plain_one(w in 2usize..=9, h in 2usize..=9, seed: u64) {
        play_both::<128>(Size::new(w, h).unwrap(), seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn so_it_does_on_middle_boards(w in 2usize..=13, h in 10usize..=13, seed: u64) {
        play_both::<256>(Size::new(w, h).unwrap(), seed);
    }

    #[test]
    fn so_it_does_on_large_boards(w in 14usize..=19, h in 2usize..=19, seed: u64) {
        play_both::<512>(Size::new(w, h).unwrap(), seed);
    }

    #[test]
    fn so_it_does_on_the_largest(w in 5usize..=25, h in 20usize..=25, seed: u64) {
        play_both::<1024>(Size::new(w, h).unwrap(), seed);
    }
}

#[test]
fn a_set_up_position_is_taken_over_with_its_ko() {
    let mut board: Board = ". X O .
                            X O . O
                            . X O ."
        .parse()
        .unwrap();
    board.play("C2".parse().unwrap());
    let fast = Board9::of(&board);
    compare(&fast, &board);
    assert_eq!(Board9::point(fast.ko()).to_string(), "B2");
}

#[test]
fn a_finished_playout_is_counted() {
    let board: Board = ". X . X O .
                        X X X X O .
                        X X O O O O"
        .parse()
        .unwrap();
    // F3 and F2 are not enclosed one by one: only one-point eyes count after a playout.
    assert_eq!(Board9::of(&board).playout_score(), (8 + 2) - 6);
    let eyes: Board = ". X O .\n X X O O\n . X O .".parse().unwrap();
    assert_eq!(Board9::of(&eyes).playout_score(), 0);
}
