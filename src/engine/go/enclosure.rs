//! A group's surroundings made solid: only what matters for its life is left to play.

use crate::game::Color;
use crate::game::go::{Board, Point};

/// Eyes that keep a wall alive.
const EYES: usize = 2;

/// The board with every point outside `area` a stone of `wall`, save two eyes for each part of the
/// outside. `None` if there is no room for them: then the outside is not surely alive.
pub fn enclose(board: &Board, area: &[Point], wall: Color) -> Option<Board> {
    let size = board.size();
    let mut inside = vec![false; size.points()];
    area.iter().for_each(|&point| inside[size.index(point)] = true);
    let mut enclosed = Board::new(size);
    enclosed.set_turn(crate::game::Position::turn(board));
    for point in size.all() {
        let stone = if inside[size.index(point)] { board.stone(point) } else { Some(wall) };
        enclosed.set(point, stone);
    }
    let mut seen = inside.clone();
    for start in size.all() {
        if seen[size.index(start)] {
            continue;
        }
        let part = flood(board, start, &mut seen);
        for eye in eyes(board, &part, &inside)? {
            enclosed.set(eye, None);
        }
    }
    Some(enclosed)
}

/// The points connected with `start` that were not seen before.
fn flood(board: &Board, start: Point, seen: &mut [bool]) -> Vec<Point> {
    let size = board.size();
    let mut part = vec![start];
    seen[size.index(start)] = true;
    let mut next = 0;
    while let Some(&at) = part.get(next) {
        next += 1;
        for &near in &size.neighbours(at) {
            if !std::mem::replace(&mut seen[size.index(near)], true) {
                part.push(near);
            }
        }
    }
    part
}

/// Two points of `part` with nothing but its own points around them, not next to each other.
fn eyes(board: &Board, part: &[Point], inside: &[bool]) -> Option<[Point; EYES]> {
    let size = board.size();
    let is_free = |point: Point| {
        (-1..=1).all(|dx: i8| {
            (-1..=1).all(|dy: i8| {
                let (x, y) = (point.x.checked_add_signed(dx), point.y.checked_add_signed(dy));
                let (Some(x), Some(y)) = (x, y) else { return true };
                let on_board = x < size.width() && y < size.height();
                !on_board || !inside[size.index(Point::new(x, y))]
            })
        })
    };
    let free: Vec<Point> = part.iter().copied().filter(|&point| is_free(point)).collect();
    let first = *free.first()?;
    let apart = |point: &&Point| point.x.abs_diff(first.x).max(point.y.abs_diff(first.y)) > 1;
    let second = free.iter().rev().find(apart)?;
    Some([first, *second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, benson};

    fn area(board: &Board, names: &str) -> Vec<Point> {
        let all = names.split(' ').map(|name| name.parse().unwrap()).collect::<Vec<Point>>();
        assert!(all.iter().all(|&point| board.size().all().any(|at| at == point)));
        all
    }

    #[test]
    fn the_outside_becomes_alive_and_the_inside_stays() {
        let board: Board = ". . . O X . .
                            O O O O X X .
                            X X X X X . .
                            . . . . . O .
                            . . . . . . ."
            .parse()
            .unwrap();
        let inside = area(&board, "A5 B5 C5 D5 A4 B4 C4 D4");
        let enclosed = enclose(&board, &inside, BLACK).unwrap();
        for &point in &inside {
            assert_eq!(enclosed.stone(point), board.stone(point));
        }
        let safe = benson::pass_alive(&enclosed, BLACK);
        assert!(safe.owns(board.size(), "E5".parse().unwrap()), "{enclosed}");
        assert_eq!(enclosed.size().all().filter(|&p| enclosed.is_vacant(p)).count(), 3 + 2);
    }

    #[test]
    fn an_outside_too_narrow_for_two_eyes_is_refused() {
        let board: Board = ". . . O X
                            O O O O X
                            X X X X X"
            .parse()
            .unwrap();
        let inside = area(&board, "A3 B3 C3 D3 A2 B2 C2 D2");
        assert_eq!(enclose(&board, &inside, BLACK), None);
    }
}
