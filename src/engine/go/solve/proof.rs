//! What a proof rests on, and whether it holds on another way to the same position.
//!
//! Superko makes a result depend on how the position came about. A proof that one side, the prover,
//! gets what it wants rests on two things only: that certain situations had been on the board before,
//! so that the opponent could not bring them about, and that no situation that the prover brings about had
//! been there. More forbidden moves of the opponent do no harm. Of the second we keep less than all: a situation
//! of the past can come again only if every stone that has been added since is taken off, so it is
//! enough to know which stones are taken off anywhere in the proof.

use super::field::{Stones, Turn};
use crate::game::Color;

/// What superko compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The stones.
    pub stones: Stones,
    /// Who is to move; always the first where only stones count.
    pub turn: Color,
}

/// What a proof rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Situations that must have been on the board.
    pub past: Vec<Situation>,
    /// Stones that come off in it.
    pub taken: Stones,
}

impl Proof {
    /// This proof rests on `other`, too.
    pub fn join(&mut self, other: &Self) {
        self.remove(other.taken);
        for &situation in &other.past {
            self.need(situation);
        }
    }

    /// Stones come off in it.
    pub fn remove(&mut self, taken: Stones) {
        self.taken.0[0] |= taken.0[0];
        self.taken.0[1] |= taken.0[1];
    }

    /// It needs `situation` to have been on the board.
    pub fn need(&mut self, situation: Situation) {
        if !self.past.contains(&situation) {
            self.past.push(situation);
        }
    }

    /// The same proof on a turned board.
    pub fn turned(&self, turn: &Turn) -> Self {
        let past = self.past.iter().map(|it| Situation { stones: turn.stones(it.stones), ..*it });
        Self { past: past.collect(), taken: turn.stones(self.taken) }
    }

    /// Whether it holds, turned, at `here` after the situations of `path`, `here` the last of them.
    pub fn holds(&self, turn: &Turn, here: Situation, path: &[Situation]) -> bool {
        let taken = turn.stones(self.taken);
        let may_come_again = |earlier: &Situation| {
            let stays =
                |side: usize| here.stones.0[side] & !earlier.stones.0[side] & !taken.0[side];
            *earlier != here && stays(0) == 0 && stays(1) == 0
        };
        let has_been = |needed: &Situation| {
            path.contains(&Situation { stones: turn.stones(needed.stones), ..*needed })
        };
        self.past.iter().all(has_been) && !path.iter().any(may_come_again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::go::solve::field::Field;
    use crate::game::go::{Size, Suicide};

    fn situation(black: u16, white: u16) -> Situation {
        Situation { stones: Stones([black, white]), turn: Color::First }
    }

    fn holds(proof: &Proof, path: &[Situation]) -> bool {
        let field = Field::new(Size::square(3).unwrap(), Suicide::Forbidden);
        proof.holds(&field.turns()[0], *path.last().unwrap(), path)
    }

    #[test]
    fn what_is_needed_must_have_been() {
        let proof = Proof { past: vec![situation(1, 2)], taken: Stones::default() };
        assert!(holds(&proof, &[situation(0, 0), situation(1, 2), situation(5, 2)]));
        assert!(!holds(&proof, &[situation(0, 0), situation(1, 0), situation(5, 2)]));
    }

    #[test]
    fn what_may_come_again_must_not_have_been() {
        // Black's lowest stone comes off, and White's second.
        let proof = Proof { past: vec![], taken: Stones([1, 2]) };
        assert!(!holds(&proof, &[situation(4, 0), situation(5, 2)]));
        assert!(holds(&proof, &[situation(0, 0), situation(5, 2)]), "Black's other stone stays");
        assert!(!holds(&proof, &[situation(4 + 8, 0), situation(5, 2)]), "a stone may be added");
        assert!(holds(&proof, &[situation(5, 2)]), "the present is no past");
    }

    #[test]
    fn a_turned_proof_rests_on_turned_boards() {
        let field = Field::new(Size::square(3).unwrap(), Suicide::Forbidden);
        let proof = Proof { past: vec![situation(1, 2)], taken: Stones([4, 0]) };
        for turn in field.turns() {
            let turned = proof.turned(turn);
            let here = Situation { stones: turn.stones(Stones([1 | 4, 2])), turn: Color::First };
            let path = [turned.past[0], here];
            // The black stone that the past lacks comes off, so the past could come again.
            assert!(!proof.holds(turn, here, &path));
            let stays = Proof { taken: Stones::default(), ..proof.clone() };
            assert!(stays.holds(turn, here, &path));
            assert_eq!(turned.turned(&field.turns()[turn.inverse]), proof);
        }
    }
}
