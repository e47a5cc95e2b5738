//! Stops decided games: when both engines see the same end for long enough, it is the end.

use super::driver::Score;
use super::spec::{Adjudication, Streak};
use crate::game::{Color, Outcome, Reason};

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    rules: Adjudication,
    /// Moves in a row on which a side called itself lost, won, level.
    lost: [u32; 2],
    won: [u32; 2],
    level: [u32; 2],
}

impl Judge {
    /// A judge at the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, lost: [0; 2], won: [0; 2], level: [0; 2] }
    }

    /// Takes in what `mover` thought of its own position, and says whether the game is decided.
    /// `ply` counts the moves played. Silence about the score breaks every streak.
    pub fn hear(&mut self, mover: Color, score: Option<Score>, ply: usize) -> Option<Outcome> {
        let points = score.map(Score::points);
        let beyond = |rule: Option<Streak>, test: fn(i32, i32) -> bool| {
            rule.zip(points).is_some_and(|(rule, points)| test(points, rule.points))
        };
        count(&mut self.lost, mover, beyond(self.rules.resign, |points, limit| points <= -limit));
        count(&mut self.won, mover, beyond(self.rules.resign, |points, limit| points >= limit));
        count(
            &mut self.level,
            mover,
            beyond(self.rules.draw, |points, limit| points.abs() <= limit),
        );
        if let Some(rule) = self.rules.resign {
            for side in Color::BOTH {
                let gives_up = of(&self.lost, side) >= rule.moves;
                let agrees = of(&self.won, side.other()) >= rule.moves;
                if gives_up && agrees {
                    return Some(Outcome::win(side.other(), Reason::Adjudication));
                }
            }
        }
        let rule = self.rules.draw?;
        let level = self.level.iter().all(|&moves| moves >= rule.moves);
        (level && ply >= self.rules.draw_after).then(|| Outcome::draw(Reason::Adjudication))
    }
}

fn count(streaks: &mut [u32; 2], side: Color, goes_on: bool) {
    let [first, second] = streaks;
    let streak = if side == Color::First { first } else { second };
    *streak = if goes_on { *streak + 1 } else { 0 };
}

const fn of(streaks: &[u32; 2], side: Color) -> u32 {
    let [first, second] = *streaks;
    match side {
        Color::First => first,
        Color::Second => second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge() -> Judge {
        Judge::new(Adjudication {
            resign: Some(Streak { points: 900, moves: 3 }),
            draw: Some(Streak { points: 10, moves: 4 }),
            draw_after: 20,
            max_plies: 100,
        })
    }

    /// Plays scores (first's, second's) and returns the outcome and the ply it came at.
    fn run(scores: &[(i32, i32)], from: usize) -> Option<(usize, Outcome)> {
        let mut judge = judge();
        let mut ply = from;
        for &(first, second) in scores {
            for (side, points) in [(Color::First, first), (Color::Second, second)] {
                ply += 1;
                if let Some(outcome) = judge.hear(side, Some(Score::Points(points)), ply) {
                    return Some((ply, outcome));
                }
            }
        }
        None
    }

    #[test]
    fn a_loss_needs_both_to_see_it_three_times() {
        let (ply, outcome) = run(&[(0, 0), (-950, 950), (-950, 950), (-950, 950)], 0).unwrap();
        assert_eq!((ply, outcome.winner), (8, Some(Color::Second)));
        assert_eq!(run(&[(-950, 100), (-950, 100), (-950, 100), (-950, 100)], 0), None);
        assert_eq!(run(&[(-950, 950), (-950, 950), (0, 950), (-950, 950)], 0), None);
    }

    #[test]
    fn a_draw_waits_for_its_ply() {
        assert_eq!(run(&[(5, -5); 6], 0), None);
        let (ply, outcome) = run(&[(5, -5); 8], 12).unwrap();
        assert_eq!((ply, outcome.winner), (20, None));
    }

    #[test]
    fn silence_breaks_a_streak() {
        let mut judge = judge();
        for ply in [1, 3] {
            assert!(judge.hear(Color::First, Some(Score::Mate(-2)), ply).is_none());
            assert!(judge.hear(Color::Second, Some(Score::Mate(2)), ply + 1).is_none());
        }
        assert!(judge.hear(Color::First, None, 5).is_none());
        assert!(judge.hear(Color::Second, Some(Score::Mate(2)), 6).is_none());
        assert!(judge.hear(Color::First, Some(Score::Mate(-1)), 7).is_none());
    }
}
