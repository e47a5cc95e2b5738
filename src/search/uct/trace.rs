//! Who played where first in a simulation: what "all moves as first" learns from.

use super::Action;
use crate::game::Color;

/// The moves of one rollout, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    moves: Vec<(Action, Color)>,
}

impl Trace {
    /// Notes a move of the rollout. Moves that should teach nothing (passes) are left out.
    #[inline]
    pub fn push(&mut self, action: Action, color: Color) {
        self.moves.push((action, color));
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    pub(super) fn moves(&self) -> &[(Action, Color)] {
        &self.moves
    }
}

/// For each action, who plays it first from some point of the simulation on. Filled backwards.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstPlays {
    by: Vec<Option<Color>>,
}

impl FirstPlays {
    /// Starts over with the moves of a rollout.
    pub(super) fn restart(&mut self, trace: &Trace) {
        self.by.fill(None);
        for &(action, color) in trace.moves().iter().rev() {
            self.set(action, color);
        }
    }

    /// `color` played `action` before everything noted so far.
    pub(super) fn set(&mut self, action: Action, color: Color) {
        let index = usize::from(action.0);
        if index >= self.by.len() {
            self.by.resize(index + 1, None);
        }
        self.by[index] = Some(color);
    }

    /// Whether `color` plays `action` before the opponent does.
    pub(super) fn is_by(&self, action: Action, color: Color) -> bool {
        self.by.get(usize::from(action.0)).copied().flatten() == Some(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_play_an_action_counts() {
        let mut trace = Trace::default();
        trace.push(Action(3), Color::First);
        trace.push(Action(5), Color::Second);
        trace.push(Action(3), Color::Second);
        let mut plays = FirstPlays::default();
        plays.restart(&trace);
        assert!(plays.is_by(Action(3), Color::First));
        assert!(plays.is_by(Action(5), Color::Second));
        assert!(!plays.is_by(Action(9), Color::First));
        plays.set(Action(5), Color::First);
        assert!(plays.is_by(Action(5), Color::First));
    }
}
