//! The room a chain has to live in: all points it can reach without passing strong enemies.

use super::ownership::Ownership;
use crate::game::Color;
use crate::game::go::{Board, Chain, Point};

/// An enemy chain that keeps less of its points than this is no wall.
const WALL: f32 = 0.9;

/// Points between walls of one side, and the other side's chains among them.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Every point, stones of both sides included.
    pub points: Vec<Point>,
    /// Points without a stone of the side whose room it is.
    pub space: usize,
}

impl Room {
    /// The room of `color` around `start`. `chains` are those of the board, with how much of their
    /// points they keep.
    pub fn around(
        board: &Board,
        ownership: &Ownership,
        chains: &[Chain],
        start: Point,
        color: Color,
    ) -> Self {
        let size = board.size();
        let mut is_wall = vec![false; size.points()];
        for chain in chains.iter().filter(|chain| chain.color != color) {
            let kept = mean(chain, ownership) >= WALL;
            chain.stones.iter().for_each(|&stone| is_wall[size.index(stone)] = kept);
        }
        let mut seen = is_wall;
        let mut room = Self::default();
        let mut open = vec![start];
        seen[size.index(start)] = true;
        while let Some(at) = open.pop() {
            room.points.push(at);
            room.space += usize::from(board.stone(at) != Some(color));
            for &near in &size.neighbours(at) {
                if !std::mem::replace(&mut seen[size.index(near)], true) {
                    open.push(near);
                }
            }
        }
        room
    }
}

/// How much of its own points a chain keeps: 1 all, −1 none.
pub fn mean(chain: &Chain, ownership: &Ownership) -> f32 {
    let sum: f32 = chain.stones.iter().map(|&stone| ownership.of(stone, chain.color)).sum();
    sum / chain.stones.len() as f32
}
