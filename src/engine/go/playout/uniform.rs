//! Uniformly random playouts: any legal move that fills no own eye. The measure of the board's speed.

use std::time::{Duration, Instant};

use crate::base::Random;
use crate::game::go::Size;
use crate::game::go::fast::{Board9, Board13, Board19, Board25, FastBoard, Vertex};

/// Longest playout, in moves for each point of the board: cycles of captures end here.
const MOVES_PER_POINT: usize = 3;

/// Plays random moves until both sides pass or the move cap, and returns Black's points minus
/// White's by area, without komi.
pub fn random_playout<const CELLS: usize>(
    board: &mut FastBoard<CELLS>,
    random: &mut Random,
) -> i32 {
    for _ in 0..MOVES_PER_POINT * board.size().points() {
        let vertex = random_move(board, random);
        board.rush(vertex);
        if board.passes() >= 2 {
            break;
        }
    }
    board.playout_score()
}

/// A legal point that is no own eye, each with the same chance; a pass if there is none.
#[inline]
pub fn random_move<const CELLS: usize>(
    board: &mut FastBoard<CELLS>,
    random: &mut Random,
) -> Vertex {
    let mut left = board.vacant_count();
    while left > 0 {
        let place = random.below(left);
        let vertex = board.vacant_at(place);
        if !board.code(vertex).is_eye_of(board.turn()) && board.is_legal(vertex) {
            return vertex;
        }
        left -= 1;
        board.swap_vacant(place, left);
    }
    Vertex::PASS
}

/// How many random playouts from the empty board one thread ends in a second.
pub fn playout_rate(size: Size, time: Duration, seed: u64) -> f64 {
    match size.width().max(size.height()) {
        0..=9 => rate(&Board9::new(size), time, seed),
        10..=13 => rate(&Board13::new(size), time, seed),
        14..=19 => rate(&Board19::new(size), time, seed),
        _ => rate(&Board25::new(size), time, seed),
    }
}

fn rate<const CELLS: usize>(start: &FastBoard<CELLS>, time: Duration, seed: u64) -> f64 {
    let mut random = Random::seeded(seed);
    let begun = Instant::now();
    let mut playouts = 0;
    while begun.elapsed() < time {
        for _ in 0..100 {
            let mut board = start.clone();
            std::hint::black_box(random_playout(&mut board, &mut random));
        }
        playouts += 100;
    }
    f64::from(playouts) / begun.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Board, score};

    #[test]
    fn playouts_end_with_nothing_but_eyes() {
        let mut random = Random::seeded(7);
        let mut sum = 0;
        for _ in 0..500 {
            let mut board = Board9::new(Size::NINE);
            sum += random_playout(&mut board, &mut random);
            assert!(board.vacant_count() < 40, "{} vacant points", board.vacant_count());
        }
        // The first move is worth a little on average; White cannot be better.
        assert!((-1000..5000).contains(&sum), "Black's sum of 500 playouts is {sum}");
    }

    #[test]
    fn the_quick_count_is_the_area_of_the_final_board() {
        for seed in 0..200 {
            let mut random = Random::seeded(seed);
            let mut fast = Board9::new(Size::new(7, 9).unwrap());
            let quick = random_playout(&mut fast, &mut random);
            if fast.passes() < 2 {
                continue;
            }
            let mut board = Board::new(fast.size());
            for point in fast.size().all() {
                board.set(point, fast.stone(Board9::vertex(point)));
            }
            let enclosed = board.size().all().all(|point| {
                !board.is_vacant(point) || !fast.code(Board9::vertex(point)).has_liberty()
            });
            if enclosed {
                assert_eq!(quick, score::area_balance(&board), "seed {seed}\n{board}");
            }
        }
    }
}
