//! The plain board against the rules as Tromp and Taylor word them: sets of points, nothing clever.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::base::Random;
use crate::game::Game;

/// One grid of colours per position of the game: `.`, `X`, `O`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn empty(size: Size) -> Self {
        Self(vec![vec!['.'; size.width().into()]; size.height().into()])
    }

    fn at(&self, x: usize, y: usize) -> char {
        self.0[y][x]
    }

    fn near(&self, x: usize, y: usize) -> Vec<(usize, usize)> {
        let mut near = Vec::new();
        for (dx, dy) in [(1i32, 0i32), (-1, 0), (0, 1), (0, -1)] {
            let (nx, ny) = (x as i32 + dx, y as i32 + dy);
            if nx >= 0 && ny >= 0 && ny < self.0.len() as i32 && nx < self.0[0].len() as i32 {
                near.push((nx as usize, ny as usize));
            }
        }
        near
    }

    /// "A point reaches a colour if there is a path of points of its own colour to a neighbour of
    /// that colour."
    fn reaches(&self, x: usize, y: usize, wanted: char) -> bool {
        let own = self.at(x, y);
        let mut seen = HashSet::from([(x, y)]);
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            for (nx, ny) in self.near(x, y) {
                if self.at(nx, ny) == wanted {
                    return true;
                }
                if self.at(nx, ny) == own && seen.insert((nx, ny)) {
                    open.push((nx, ny));
                }
            }
        }
        false
    }

    /// "Clearing a colour is emptying all points of that colour that do not reach empty."
    fn clear(&mut self, color: char) -> u32 {
        let mut gone = Vec::new();
        for y in 0..self.0.len() {
            for x in 0..self.0[0].len() {
                if self.at(x, y) == color && !self.reaches(x, y, '.') {
                    gone.push((x, y));
                }
            }
        }
        for &(x, y) in &gone {
            self.0[y][x] = '.';
        }
        gone.len() as u32
    }

    /// The grid after a move, and how many enemy and own stones it removed.
    fn after(&self, color: char, x: usize, y: usize) -> (Self, u32, u32) {
        let mut next = self.clone();
        next.0[y][x] = color;
        let enemy = next.clear(if color == 'X' { 'O' } else { 'X' });
        let own = next.clear(color);
        (next, enemy, own)
    }

    fn area(&self) -> i32 {
        let mut balance = 0;
        for y in 0..self.0.len() {
            for x in 0..self.0[0].len() {
                balance += match self.at(x, y) {
                    'X' => 1,
                    'O' => -1,
                    _ => i32::from(self.reaches(x, y, 'X')) - i32::from(self.reaches(x, y, 'O')),
                };
            }
        }
        balance
    }
}

fn sign(color: Color) -> char {
    if color == BLACK { 'X' } else { 'O' }
}

/// The game so far, by the letter: grids with the side to move.
struct Reference {
    history: Vec<(Grid, Color)>,
    captured: [u32; 2],
}

impl Reference {
    fn is_legal(&self, rules: &Rules, x: usize, y: usize) -> bool {
        let (grid, turn) = self.history.last().unwrap();
        if grid.at(x, y) != '.' {
            return false;
        }
        let (next, _, own) = grid.after(sign(*turn), x, y);
        if own == 1 || (own > 1 && rules.suicide == Suicide::Forbidden) {
            return false;
        }
        // The simple ko holds under every rule.
        let before_last = self.history.iter().rev().nth(1);
        if before_last.is_some_and(|(earlier, _)| *earlier == next) {
            return false;
        }
        match rules.ko {
            KoRule::Simple => true,
            KoRule::Positional => self.history.iter().all(|(earlier, _)| *earlier != next),
            KoRule::Situational => self
                .history
                .iter()
                .all(|(earlier, mover)| (earlier, *mover) != (&next, turn.other())),
        }
    }

    fn play(&mut self, mv: Move) {
        let (grid, turn) = self.history.last().unwrap().clone();
        let next = match mv {
            Move::Pass => grid,
            Move::Place(point) => {
                let (next, enemy, own) = grid.after(sign(turn), point.x.into(), point.y.into());
                self.captured[turn.index()] += enemy;
                self.captured[turn.other().index()] += own;
                next
            }
        };
        self.history.push((next, turn.other()));
    }
}

fn compare(game: &Game<Board>, reference: &Reference) {
    let board = game.position();
    let (grid, turn) = reference.history.last().unwrap();
    assert_eq!(game.turn(), *turn);
    for color in Color::BOTH {
        assert_eq!(board.captures(color), reference.captured[color.index()], "{board}");
    }
    let legal: HashSet<Move> = game.legal_moves().into_iter().collect();
    assert!(legal.contains(&Move::Pass));
    for point in board.size().all() {
        let (x, y) = (point.x.into(), point.y.into());
        assert_eq!(board.stone(point).map_or('.', sign), grid.at(x, y), "{point}\n{board}");
        let mv = Move::Place(point);
        let wanted = reference.is_legal(game.rules(), x, y);
        assert_eq!(legal.contains(&mv), wanted, "{point} by {}\n{board}", game.rules());
        assert_eq!(game.is_legal(mv), wanted);
    }
    assert_eq!(score::area_balance(board), grid.area(), "{board}");
}

fn play_both(size: Size, rules: Rules, seed: u64, moves: usize) {
    let mut random = Random::seeded(seed);
    let mut game = Game::on(size, rules);
    let mut reference = Reference { history: vec![(Grid::empty(size), BLACK)], captured: [0; 2] };
    for _ in 0..moves {
        compare(&game, &reference);
        let mut legal = game.legal_moves();
        // Passes are rare, or games would be short of stones.
        if legal.len() > 1 && random.below(20) > 0 {
            legal.retain(|mv| !mv.is_pass());
        }
        let mv = legal[random.below(legal.len() as u32) as usize];
        game.play(mv).unwrap();
        reference.play(mv);
    }
    let mut recomputed = Board::new(size);
    for color in Color::BOTH {
        for stone in game.position().stones(color) {
            recomputed.set(stone, Some(color));
        }
    }
    assert_eq!(recomputed.board_key(), game.position().board_key(), "the key drifted");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn tiny_boards_follow_every_ko_rule_to_the_letter(
        w in 2usize..=4, h in 2usize..=4, seed: u64, set in 0..Rules::NAMED.len()
    ) {
        play_both(Size::new(w, h).unwrap(), Rules::NAMED[set].1, seed, 60);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn larger_boards_follow_the_rules_too(
        w in 2usize..=9, h in 5usize..=9, seed: u64, set in 0..Rules::NAMED.len()
    ) {
        play_both(Size::new(w, h).unwrap(), Rules::NAMED[set].1, seed, 120);
    }
}
