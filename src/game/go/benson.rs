//! Pass-alive chains (Benson 1976): those that live even if their owner passes for ever.
//!
//! A region is a connected set of points without the owner's stones. It is *vital* to a chain if
//! every vacant point of it is a liberty of that chain. Chains with fewer than two vital regions, and
//! regions touching a chain so dropped, are dropped in turn; what remains is safe.

use super::board::Board;
use super::group::{Chain, Region};
use super::point::{Point, Size};
use crate::game::Color;

/// What one side holds for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAlive {
    /// For each point (rows from the bottom): stones that cannot be captured, and regions where the
    /// enemy cannot live.
    owned: Vec<bool>,
}

impl PassAlive {
    /// Whether the side holds `point` for certain: a safe stone of its own, or any point, vacant or
    /// not, of a region in which no enemy stone can live.
    pub fn owns(&self, size: Size, point: Point) -> bool {
        self.owned[size.index(point)]
    }

    /// Number of points held.
    pub fn count(&self) -> usize {
        self.owned.iter().filter(|&&owned| owned).count()
    }

    /// The points held, rows from the bottom.
    pub fn points(&self, size: Size) -> impl Iterator<Item = Point> + '_ {
        size.all().filter(move |&point| self.owns(size, point))
    }
}

/// A region enclosed by one side, with the numbers of the chains around it.
struct Enclosed {
    region: Region,
    around: Vec<usize>,
    vital_to: Vec<usize>,
}

/// What `color` holds even if it never moves again.
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    let size = board.size();
    let chains: Vec<Chain> =
        board.chains().into_iter().filter(|chain| chain.color == color).collect();
    let mut number = vec![None; size.points()];
    for (i, chain) in chains.iter().enumerate() {
        for &stone in &chain.stones {
            number[size.index(stone)] = Some(i);
        }
    }
    let mut regions = enclosed(board, color, &chains, &number);
    let mut alive = vec![true; chains.len()];
    drop_weak(&mut regions, &mut alive);
    let mut owned = vec![false; size.points()];
    for (chain, _) in chains.iter().zip(&alive).filter(|(_, alive)| **alive) {
        for &stone in &chain.stones {
            owned[size.index(stone)] = true;
        }
    }
    for enclosed in regions.iter().filter(|region| !region.vital_to.is_empty()) {
        for &point in &enclosed.region.points {
            owned[size.index(point)] = true;
        }
    }
    PassAlive { owned }
}

fn enclosed(
    board: &Board,
    color: Color,
    chains: &[Chain],
    number: &[Option<usize>],
) -> Vec<Enclosed> {
    let size = board.size();
    let mut seen = vec![false; size.points()];
    let mut regions = Vec::new();
    for point in size.all() {
        if seen[size.index(point)] || board.stone(point) == Some(color) {
            continue;
        }
        let region = board.region(point, |at| board.stone(at) != Some(color));
        for &member in &region.points {
            seen[size.index(member)] = true;
        }
        let mut around: Vec<usize> =
            region.border.iter().filter_map(|&at| number[size.index(at)]).collect();
        around.sort_unstable();
        around.dedup();
        let vacant = |at: &&Point| board.is_vacant(**at);
        let is_vital = |chain: &&usize| {
            let liberties = &chains[**chain].liberties;
            region.points.iter().filter(vacant).all(|at| liberties.contains(at))
        };
        let vital_to = around.iter().filter(is_vital).copied().collect();
        regions.push(Enclosed { region, around, vital_to });
    }
    regions
}

/// Drops chains with fewer than two vital regions and the regions they hold, until none is left.
fn drop_weak(regions: &mut Vec<Enclosed>, alive: &mut [bool]) {
    loop {
        let mut vital = vec![0; alive.len()];
        for &chain in regions.iter().flat_map(|region| &region.vital_to) {
            vital[chain] += 1;
        }
        let mut dropped = false;
        for (chain, alive) in alive.iter_mut().enumerate() {
            if *alive && vital[chain] < 2 {
                *alive = false;
                dropped = true;
            }
        }
        regions.retain(|region| region.around.iter().all(|&chain| alive[chain]));
        if !dropped {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};

    /// The board with `*` (Black's) and `o` (White's) for what is held for certain.
    fn held(diagram: &str) -> String {
        let board: Board = diagram.parse().unwrap();
        let black = pass_alive(&board, BLACK);
        let white = pass_alive(&board, WHITE);
        let size = board.size();
        let mut text = String::new();
        for (i, point) in size.reading_order().enumerate() {
            if i > 0 && i % usize::from(size.width()) == 0 {
                text.push('/');
            }
            text.push(match (black.owns(size, point), white.owns(size, point)) {
                (true, false) => '*',
                (false, true) => 'o',
                (false, false) => '.',
                (true, true) => '!',
            });
        }
        text
    }

    #[test]
    fn two_eyes_live() {
        let corner = ". X . X .
                      X X X X .
                      . . . . .
                      O O O O .
                      . O . O .";
        assert_eq!(held(corner), "****./****./...../oooo./oooo.");
    }

    #[test]
    fn one_eye_does_not_live() {
        assert_eq!(held(". X .\n X X .\n . . ."), ".../.../...");
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        // Neither black chain has an eye of its own; both eyes are vital to both.
        let shared = ". X O . .
                      X . X O .
                      O X X O .
                      . O O O .
                      . . . . .";
        assert_eq!(held(shared).matches('*').count(), 0, "A5 is not vital to all three chains");
        let shared = ". X . X
                      X X X X
                      . . . .
                      . . . .";
        assert_eq!(held(shared), "****/****/..../....");
    }

    #[test]
    fn a_large_eye_may_hide_an_invader() {
        // The right-hand region has a vacant point that is no liberty: White might live there.
        let large = ". X . X . . .
                     X X X X . . .
                     X X X X . . .
                     X X X X X X X";
        assert_eq!(held(large), "****.../****.../****.../*******");
    }

    #[test]
    fn a_dead_stone_in_an_eye_is_held_too() {
        let dead = ". X O X .
                    X X . X X
                    X X X X X";
        assert_eq!(held(dead), "*****/*****/*****");
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        assert_eq!(held(". .\n . ."), "../..");
    }
}
