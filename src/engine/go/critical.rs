//! How much depends on each point: whether who owns it at the end of a playout is also who wins
//! (Coulom's criticality). A table that all workers fill.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::game::Color;
use crate::game::go::fast::{FastBoard, Vertex};
use crate::game::go::{Point, Size};

/// Playouts before the table says anything.
const ENOUGH: u32 = 200;

/// Counts over playouts, for each point of the board.
#[derive(Debug)]
pub struct Criticality {
    size: Size,
    /// Playouts whose winner owned the point. Rows from the bottom.
    won: Vec<AtomicU32>,
    /// Playouts in which Black owned it.
    black: Vec<AtomicU32>,
    black_wins: AtomicU32,
    playouts: AtomicU32,
}

impl Criticality {
    /// Nothing known yet.
    pub fn new(size: Size) -> Self {
        let counts = || (0..size.points()).map(|_| AtomicU32::new(0)).collect();
        Self {
            size,
            won: counts(),
            black: counts(),
            black_wins: AtomicU32::new(0),
            playouts: AtomicU32::new(0),
        }
    }

    /// Adds the final board of a playout that `winner` won.
    pub fn add<const CELLS: usize>(&self, end: &FastBoard<CELLS>, winner: Color) {
        // Other threads may see a playout half added; that changes no choice.
        let relaxed = Ordering::Relaxed;
        for ((point, won), black) in self.size.all().zip(&self.won).zip(&self.black) {
            let owner = end.owner(FastBoard::<CELLS>::vertex(point));
            if owner == Some(winner) {
                won.fetch_add(1, relaxed);
            }
            if owner == Some(Color::First) {
                black.fetch_add(1, relaxed);
            }
        }
        self.black_wins.fetch_add(u32::from(winner == Color::First), relaxed);
        self.playouts.fetch_add(1, relaxed);
    }

    /// How much more often the winner owns the point of `vertex` than if the two had nothing to do
    /// with each other: 0 for nothing, at most one half.
    pub fn of<const CELLS: usize>(&self, vertex: Vertex) -> f32 {
        self.at(FastBoard::<CELLS>::point(vertex))
    }

    fn at(&self, point: Point) -> f32 {
        let relaxed = Ordering::Relaxed;
        let playouts = self.playouts.load(relaxed);
        if playouts < ENOUGH {
            return 0.0;
        }
        let share = |count: &AtomicU32| count.load(relaxed) as f32 / playouts as f32;
        let place = self.size.index(point);
        let (wins, owns) = (share(&self.black_wins), share(&self.black[place]));
        let by_chance = wins * owns + (1.0 - wins) * (1.0 - owns);
        (share(&self.won[place]) - by_chance).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    #[test]
    fn the_point_whose_owner_wins_is_critical() {
        // The left is always Black's; who owns the right wins.
        let ends = ["X X X\n. X .\nX X X", "X O O\nX O .\nX O O"]
            .map(|diagram| Board9::of(&diagram.parse::<Board>().unwrap()));
        let critical = Criticality::new(Size::square(3).unwrap());
        for n in 0..ENOUGH {
            assert_eq!(critical.at("C2".parse().unwrap()), 0.0, "too little is known");
            match n % 2 {
                0 => critical.add(&ends[0], Color::First),
                _ => critical.add(&ends[1], Color::Second),
            }
        }
        let of = |text: &str| critical.of::<128>(Board9::vertex(text.parse().unwrap()));
        assert!((of("C2") - 0.5).abs() < 1e-3, "{}", of("C2"));
        assert!(of("A2").abs() < 1e-3, "{}", of("A2"));
    }
}
