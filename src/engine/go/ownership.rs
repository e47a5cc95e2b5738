//! Who owns each point at the end of the playouts: a table that all workers fill.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use crate::game::Color;
use crate::game::go::fast::FastBoard;
use crate::game::go::{Point, Size};

/// Sums over playouts, for each point of the board.
#[derive(Debug)]
pub struct Ownership {
    size: Size,
    /// Black's ends minus White's. Rows from the bottom.
    sums: Vec<AtomicI32>,
    /// Ends at which the point was nobody's: neither side could fill it.
    unfilled: Vec<AtomicU32>,
    playouts: AtomicU32,
}

impl Ownership {
    /// Nothing known yet.
    pub fn new(size: Size) -> Self {
        let sums = (0..size.points()).map(|_| AtomicI32::new(0)).collect();
        let unfilled = (0..size.points()).map(|_| AtomicU32::new(0)).collect();
        Self { size, sums, unfilled, playouts: AtomicU32::new(0) }
    }

    /// The board's size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Adds the final board of a playout.
    pub fn add<const CELLS: usize>(&self, end: &FastBoard<CELLS>) {
        for ((point, sum), unfilled) in self.size.all().zip(&self.sums).zip(&self.unfilled) {
            // Other threads may see a playout half added; that changes no choice.
            match end.owner(FastBoard::<CELLS>::vertex(point)) {
                Some(Color::First) => _ = sum.fetch_add(1, Ordering::Relaxed),
                Some(Color::Second) => _ = sum.fetch_sub(1, Ordering::Relaxed),
                None => _ = unfilled.fetch_add(1, Ordering::Relaxed),
            }
        }
        self.playouts.fetch_add(1, Ordering::Relaxed);
    }

    /// Playouts added.
    pub fn playouts(&self) -> u32 {
        self.playouts.load(Ordering::Relaxed)
    }

    /// How much `point` is `color`'s: 1 always, −1 never.
    pub fn of(&self, point: Point, color: Color) -> f32 {
        let sum = self.sums[self.size.index(point)].load(Ordering::Relaxed);
        let black = sum as f32 / self.playouts().max(1) as f32;
        if color == Color::First { black } else { -black }
    }

    /// How often `point` was nobody's at the end: shared liberties of a seki always, dame never.
    pub fn unfilled(&self, point: Point) -> f32 {
        let ends = self.unfilled[self.size.index(point)].load(Ordering::Relaxed);
        ends as f32 / self.playouts().max(1) as f32
    }

    /// Black's points minus White's by area, on average.
    pub fn balance(&self) -> f32 {
        let sum: i32 = self.sums.iter().map(|sum| sum.load(Ordering::Relaxed)).sum();
        sum as f32 / self.playouts().max(1) as f32
    }

    /// Adds what `other`, of the same board, knows.
    pub fn join(&self, other: &Self) {
        for (sum, more) in self.sums.iter().zip(&other.sums) {
            sum.fetch_add(more.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (ends, more) in self.unfilled.iter().zip(&other.unfilled) {
            ends.fetch_add(more.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.playouts.fetch_add(other.playouts(), Ordering::Relaxed);
    }

    /// The whole board as reports have it: rows from the top, from `color`'s view.
    pub fn map(&self, color: Color) -> Vec<f32> {
        self.size.reading_order().map(|point| self.of(point, color)).collect()
    }
}
