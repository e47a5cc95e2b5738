//! Where a game begins: random plies, or a line of the book and a few random plies.

use std::sync::LazyLock;

use super::terms::Terms;
use crate::base::Random;
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, MoveSet, Rules, notation};

/// Random plies after a line of the book, at least and at most.
const AFTER_BOOK: [u32; 2] = [2, 5];
/// A line of the book is followed for at least so many plies.
const SHORTEST_LINE: usize = 2;

/// The lines of the book.
static BOOK: LazyLock<Vec<Vec<Move>>> = LazyLock::new(|| {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/book/openings-xiangqi.txt"));
    text.lines().filter_map(line).collect()
});

/// The moves of `number name | moves`, as far as they can be read.
fn line(text: &str) -> Option<Vec<Move>> {
    let (_, moves) = text.split('#').next()?.split_once('|')?;
    let mut board = Board::start();
    let mut line = Vec::new();
    for word in moves.split_ascii_whitespace() {
        let mv = notation::parse(&board, word).ok()?;
        board.play(mv);
        line.push(mv);
    }
    Some(line)
}

/// An opening, whatever it is worth; `None` if the game ended in it.
pub(super) fn draw(terms: &Terms, random: &mut Random) -> Option<Game<Board>> {
    let mut game = Game::new(Board::start(), Rules::default());
    let from_book = terms.book_every > 0 && random.below(terms.book_every) == 0;
    let plies = if from_book {
        let line = &BOOK[random.below(BOOK.len() as u32) as usize];
        let most = line.len().max(SHORTEST_LINE);
        let length = between(random, [SHORTEST_LINE as u32, most as u32]) as usize;
        let mirrored = random.below(2) == 1;
        for &mv in line.iter().take(length) {
            game.play(if mirrored { mv.mirrored() } else { mv }).ok()?;
        }
        between(random, AFTER_BOOK)
    } else {
        between(random, terms.random_plies)
    };
    for _ in 0..plies {
        let moves = game.position().moves(MoveSet::All);
        if moves.is_empty() {
            return None;
        }
        game.play(moves[random.below(moves.len() as u32) as usize]).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

fn between(random: &mut Random, [least, most]: [u32; 2]) -> u32 {
    least + random.below(most.saturating_sub(least) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_book_can_be_played() {
        assert_eq!(BOOK.len(), 32);
        assert!(BOOK.iter().all(|line| line.len() >= SHORTEST_LINE));
    }

    #[test]
    fn openings_have_the_plies_they_should() {
        let random_only = Terms { book_every: 0, ..Terms::default() };
        let book_only = Terms { book_every: 1, ..Terms::default() };
        let mut random = Random::seeded(5);
        for _ in 0..50 {
            let game = draw(&random_only, &mut random).unwrap();
            assert!((8..=10).contains(&game.len()), "{}", game.len());
            let game = draw(&book_only, &mut random).unwrap();
            let length = game.len() - 2;
            let known =
                |line: &Vec<Move>| line[0] == first(&game) || line[0].mirrored() == first(&game);
            assert!(length >= SHORTEST_LINE && BOOK.iter().any(known), "{}", game.position());
        }
    }

    fn first(game: &Game<Board>) -> Move {
        game.moves().next().unwrap().1
    }
}
