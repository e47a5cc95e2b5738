//! Ladders: chases in which the prey never gets more than two liberties.

use super::board::{FastBoard, Vertex};

/// A chase longer than this is given up as unknown; the longest ladder across a 19x19 board takes
/// some 60 moves.
const MAX_MOVES: u32 = 120;
/// Positions looked at before a chase is given up as unknown.
const MAX_POSITIONS: u32 = 400;

impl<const CELLS: usize> FastBoard<CELLS> {
    /// Whether the chain in atari at `prey`, its owner to move, gets away from a ladder.
    /// When the reading is too long it says yes.
    pub fn escapes_ladder(&self, prey: Vertex) -> bool {
        debug_assert_eq!(self.stone(prey), Some(self.turn()), "its owner is to move");
        let mut budget = MAX_POSITIONS;
        runs(self, prey, MAX_MOVES, &mut budget).is_some()
    }

    /// The move that lets the chain in atari at `prey`, its owner to move, get away.
    pub fn ladder_escape(&self, prey: Vertex) -> Option<Vertex> {
        let mut budget = MAX_POSITIONS;
        runs(self, prey, MAX_MOVES, &mut budget)
    }

    /// The move that catches the chain with two liberties at `prey` in a ladder, the enemy of its
    /// owner to move; `None` if none does or the reading is too long.
    pub fn ladder_capture(&self, prey: Vertex) -> Option<Vertex> {
        debug_assert_eq!(self.stone(prey), Some(self.turn().other()), "its enemy is to move");
        let mut budget = MAX_POSITIONS;
        chases(self, prey, MAX_MOVES, &mut budget)
    }
}

/// A move of the owner that saves `prey`, or that could not be read to its end.
fn runs<const CELLS: usize>(
    board: &FastBoard<CELLS>,
    prey: Vertex,
    moves: u32,
    budget: &mut u32,
) -> Option<Vertex> {
    let own = board.turn();
    let liberty = board.last_liberty(prey)?;
    let mut options: arrayvec::ArrayVec<Vertex, 8> = arrayvec::ArrayVec::new();
    for stone in board.chain_stones(prey) {
        for attacker in board.chains_near(stone, own.other()) {
            if let Some(target) = board.last_liberty(attacker)
                && target != liberty
                && !options.contains(&target)
                && options.len() < 7
            {
                options.push(target);
            }
        }
    }
    options.push(liberty);
    for option in options {
        if !board.is_legal(option) {
            continue;
        }
        if moves == 0 || *budget == 0 {
            return Some(option);
        }
        *budget -= 1;
        let next = after(board, option);
        let free = match next.liberties::<3>(prey).len() {
            0 | 1 => false,
            2 => chases(&next, prey, moves - 1, budget).is_none(),
            _ => true,
        };
        if free {
            return Some(option);
        }
    }
    None
}

/// A move of the enemy after which `prey`, with two liberties, cannot get away.
fn chases<const CELLS: usize>(
    board: &FastBoard<CELLS>,
    prey: Vertex,
    moves: u32,
    budget: &mut u32,
) -> Option<Vertex> {
    let liberties = board.liberties::<3>(prey);
    if liberties.len() != 2 || moves == 0 {
        return None;
    }
    liberties.into_iter().find(|&attack| {
        if !board.is_legal(attack) || *budget == 0 {
            return false;
        }
        *budget -= 1;
        let next = after(board, attack);
        runs(&next, prey, moves - 1, budget).is_none()
    })
}

/// The board after a move, on the heap: a long chase of large boards would not fit on the stack.
#[inline(never)]
fn after<const CELLS: usize>(board: &FastBoard<CELLS>, mv: Vertex) -> Box<FastBoard<CELLS>> {
    let mut next = Box::new(board.clone());
    next.rush(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::super::{Board9, Board19};
    use super::*;
    use crate::game::go::{BLACK, Board, Size, WHITE};

    fn at(text: &str) -> Vertex {
        Board9::vertex(text.parse().unwrap())
    }

    fn board(diagram: &str) -> Board9 {
        Board9::of(&diagram.parse::<Board>().unwrap())
    }

    /// White's stone at C5 is to be chased towards the lower right.
    const LADDER: &str = ". . . . . . .
                          . X X . . . .
                          X O O X . . .
                          . X . . . . .
                          . . . . . . .
                          . . . . . . .
                          . . . . . . .";

    #[test]
    fn a_ladder_runs_to_the_edge() {
        let mut board = board(LADDER);
        board.set_turn(WHITE);
        assert!(board.in_atari(at("B5")));
        assert!(!board.escapes_ladder(at("B5")));
    }

    #[test]
    fn a_breaker_saves_the_prey() {
        let broken = LADDER.replacen(". . . . . . .\n                          . . . . . . .\n                          . . . . . . .", ". . . . . . .\n . . . . . O .\n . . . . . . .", 1);
        let mut board = board(&broken);
        board.set_turn(WHITE);
        assert!(board.escapes_ladder(at("B5")));
        assert_eq!(board.ladder_escape(at("B5")), Some(at("C4")));
    }

    #[test]
    fn a_lone_stone_in_the_open_gets_three_liberties() {
        let mut open = board(
            ". . . . . . .
             . . X . . . .
             . X O . . . .
             . . X . . . .
             . . . . . . .",
        );
        assert!(open.in_atari(at("C3")));
        open.set_turn(WHITE);
        assert!(open.escapes_ladder(at("C3")));
    }

    #[test]
    fn the_chase_begins_on_the_right_side() {
        // At D4 Black drives the stones along his wall; at C3 they would get out at D4.
        let open = board(
            ". . . . . . .
             . X X . . . .
             X O O . . . .
             . X . . X . .
             . . X X . . .
             . . . . . . .",
        );
        assert_eq!(open.ladder_capture(at("B4")), Some(at("D4")));
    }

    #[test]
    fn a_capture_of_the_attacker_ends_the_chase() {
        // The attacker at D5 is itself in atari.
        let diagram = ". . . O . . .
                       . X X X O . .
                       X O O X O . .
                       . X . O . . .
                       . . . . . . .
                       . . . . . . .
                       . . . . . . .";
        let mut board = board(diagram);
        board.set_turn(WHITE);
        assert!(board.escapes_ladder(at("B5")));
    }

    #[test]
    fn two_liberties_in_the_corner_are_caught() {
        let board = board(
            ". . . .
             X X X .
             O . X .
             O . X .",
        );
        assert!(board.ladder_capture(at("A1")).is_some());
    }

    #[test]
    fn a_ladder_across_the_large_board_is_read_to_its_end() {
        let mut plain = Board::new(Size::NINETEEN);
        plain.set("C17".parse().unwrap(), Some(WHITE));
        for vertex in ["C18", "B17", "D18", "C16"] {
            plain.set(vertex.parse().unwrap(), Some(BLACK));
        }
        let mut board = Board19::of(&plain);
        board.set_turn(WHITE);
        let prey = Board19::vertex("C17".parse().unwrap());
        assert!(board.in_atari(prey));
        assert!(!board.escapes_ladder(prey));
        let mut broken = plain.clone();
        broken.set("Q4".parse().unwrap(), Some(WHITE));
        let mut board = Board19::of(&broken);
        board.set_turn(WHITE);
        assert!(board.escapes_ladder(prey));
    }
}
