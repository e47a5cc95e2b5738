//! What becomes of a chain, by every line of play there is: slow, obvious, the reference of the reading.
//!
//! All positions that can arise are listed, then the wins of the attacker are found from the captures
//! backwards. A position from which he cannot force the capture in any number of moves is safe; so are seki
//! and cycles.

use rustc_hash::FxHashMap;

use crate::base::Key;
use crate::game::go::{Board, Move, Point};
use crate::game::{Color, Position};

/// What becomes of the chain when both sides play their best; the attacker likes the greater ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// It cannot be taken, even if the attacker may always retake a ko.
    Safe,
    /// Whoever wins a ko decides.
    Ko,
    /// It is taken, even if its owner may always retake a ko.
    Taken,
}

/// Positions that a siege may have; more would be no picture for this.
const MOST: usize = 1_000_000;

/// Who may retake a ko at once, as if it had any number of threats elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threats {
    None,
    Of(Color),
}

/// One chain and who attacks it.
#[derive(Clone, Debug)]
pub struct Siege {
    start: Board,
    target: Point,
    owner: Color,
    /// The attacker's eyes outside, which are filled by nobody.
    eyes: Vec<Point>,
}

/// A position in the list: what follows from it, and from what it follows.
#[derive(Clone, Debug, Default)]
struct Place {
    attacks: bool,
    next: Vec<usize>,
    before: Vec<usize>,
}

impl Siege {
    /// The siege of the chain at `target`.
    pub fn of(board: &Board, target: Point) -> Self {
        let owner = board.stone(target).expect("a chain is asked about");
        let is_eye = |at: &Point| {
            let mut around = board.size().neighbours(*at).into_iter();
            board.is_vacant(*at) && around.all(|near| board.stone(near) == Some(owner.other()))
        };
        let eyes = board.size().all().filter(is_eye).collect();
        Self { start: board.clone(), target, owner, eyes }
    }

    /// What becomes of it if `first` begins.
    pub fn outcome(&self, first: Color) -> Outcome {
        let start = self.begun_by(first);
        if self.taken(&start, Threats::Of(self.owner)) {
            Outcome::Taken
        } else if self.taken(&start, Threats::Of(self.owner.other())) {
            Outcome::Ko
        } else {
            Outcome::Safe
        }
    }

    /// The moves with which `first` gets its way where nobody has a threat elsewhere.
    pub fn right_moves(&self, first: Color) -> Vec<Move> {
        let start = self.begun_by(first);
        let attacks = first != self.owner;
        let mut moves = self.moves(&start);
        moves.retain(|mv| self.taken(&after(&start, *mv, Threats::None), Threats::None) == attacks);
        moves
    }

    fn begun_by(&self, first: Color) -> Board {
        let mut board = self.start.clone();
        board.set_turn(first);
        board
    }

    fn is_taken(&self, board: &Board) -> bool {
        board.stone(self.target) != Some(self.owner)
    }

    /// The legal moves, suicide and the attacker's eyes left out; a pass is one, too.
    fn moves(&self, board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.retain(|mv| {
            mv.point().is_none_or(|at| {
                !self.eyes.contains(&at) && board.suicide_by(board.turn(), at).is_empty()
            })
        });
        moves
    }

    /// Whether the attacker forces the capture from `start`.
    fn taken(&self, start: &Board, threats: Threats) -> bool {
        let mut places = vec![Place::default()];
        let mut numbers = FxHashMap::from_iter([(situation(start), 0)]);
        let mut open = vec![(start.clone(), 0)];
        let mut won = Vec::new();
        while let Some((board, number)) = open.pop() {
            assert!(places.len() < MOST, "too wide:\n{}", self.start);
            places[number].attacks = board.turn() != self.owner;
            if self.is_taken(&board) {
                won.push(number);
                continue;
            }
            for mv in self.moves(&board) {
                let next = after(&board, mv, threats);
                let found = *numbers.entry(situation(&next)).or_insert_with(|| {
                    places.push(Place::default());
                    open.push((next, places.len() - 1));
                    places.len() - 1
                });
                places[number].next.push(found);
                places[found].before.push(number);
            }
        }
        reaches_start(&places, won)
    }
}

/// Whether the attacker, who has won in the places `won`, wins in the first place, too.
fn reaches_start(places: &[Place], mut won: Vec<usize>) -> bool {
    let mut is_won = vec![false; places.len()];
    // For the owner: moves that are not yet known to lose.
    let mut hopes: Vec<usize> = places.iter().map(|place| place.next.len()).collect();
    won.iter().for_each(|&number| is_won[number] = true);
    while let Some(number) = won.pop() {
        for &before in &places[number].before {
            hopes[before] -= 1;
            if !is_won[before] && (places[before].attacks || hopes[before] == 0) {
                is_won[before] = true;
                won.push(before);
            }
        }
    }
    is_won[0]
}

/// All that matters for what follows.
fn situation(board: &Board) -> (Key, Option<Point>) {
    (board.key(), board.ko())
}

/// The position after `mv`.
fn after(board: &Board, mv: Move, threats: Threats) -> Board {
    let mut next = board.clone();
    next.play(mv);
    if let Some(ko) = next.ko()
        && threats == Threats::Of(next.turn())
    {
        // Setting up forgets the ko.
        next.set(ko, None);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};

    fn siege(diagram: &str, target: &str) -> Siege {
        Siege::of(&diagram.parse().unwrap(), target.parse().unwrap())
    }

    #[test]
    fn an_outcome_is_greater_the_better_for_the_attacker() {
        assert!(Outcome::Taken > Outcome::Ko && Outcome::Ko > Outcome::Safe);
    }

    #[test]
    fn three_in_a_row_are_decided_by_the_middle() {
        let siege = siege(
            ". . . O X . X
             O O O O X X X
             X X X X X . X",
            "A2",
        );
        assert_eq!(siege.outcome(BLACK), Outcome::Taken);
        assert_eq!(siege.outcome(WHITE), Outcome::Safe);
        for first in [BLACK, WHITE] {
            assert_eq!(siege.right_moves(first), ["B3".parse().unwrap()]);
        }
    }

    #[test]
    fn a_bent_four_as_an_eye_space_in_the_corner_is_a_ko() {
        let siege = siege(
            ". . . O X . X
             . O O O X X X
             O O X X X . X
             X X X X X X X",
            "D4",
        );
        assert_eq!(siege.outcome(BLACK), Outcome::Ko);
        assert_eq!(siege.outcome(WHITE), Outcome::Safe);
    }
}
