//! Dynamic komi: in a handicap game nearly every playout is won by the same side, which teaches
//! nothing. At first both sides play for a part of what the stones are worth; the rest is for White to
//! win back while the board fills, until the true komi counts.

use crate::game::Game;
use crate::game::go::Board;

/// Share of the board's points after which the true komi counts: 200 moves of the large board.
const FADES_BY: f32 = 0.55;

/// What White gets more in the playouts of the present position, when each handicap stone counts
/// for `per_stone` points at first.
pub fn allowance(game: &Game<Board>, per_stone: f32) -> f32 {
    let moves = FADES_BY * game.position().size().points() as f32;
    let left = (1.0 - game.len() as f32 / moves).max(0.0);
    game.handicap() as f32 * per_stone * left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Point, Rules, Size};

    fn handicap(stones: &[&str]) -> Game<Board> {
        let stones: Vec<Point> = stones.iter().map(|text| text.parse().unwrap()).collect();
        Game::with_handicap(Size::NINE, Rules::default(), &stones)
    }

    #[test]
    fn even_games_have_no_other_komi() {
        assert_eq!(allowance(&handicap(&[]), 7.0), 0.0);
    }

    #[test]
    fn the_allowance_fades_while_the_board_fills() {
        let mut game = handicap(&["C3", "G7"]);
        assert_eq!(allowance(&game, 7.0), 14.0);
        let mut before = 14.0;
        for point in game.position().size().all().take(60).collect::<Vec<_>>() {
            if game.play(crate::game::go::Move::Place(point)).is_err() {
                continue;
            }
            let now = allowance(&game, 7.0);
            assert!(now < before || now == 0.0, "{now} after {before}");
            before = now;
        }
        assert_eq!(before, 0.0);
    }
}
