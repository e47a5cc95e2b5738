//! What engines tell about their searches: score, depth, nodes.

use std::fmt;

/// An engine's value of a position, for the side it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Hundredths of a pawn (xiangqi) or of a disc (Othello).
    Points(i32),
    /// Mate in so many moves; negative if it is the one to be mated.
    Mate(i32),
}

/// Scores beyond this are mates that an engine writes as points.
const MATE_POINTS: i32 = 9_000;

impl Score {
    /// On one scale, for adjudication.
    pub const fn points(self) -> i32 {
        match self {
            Self::Points(points) => points,
            Self::Mate(moves) if moves > 0 => MATE_POINTS,
            Self::Mate(_) => -MATE_POINTS,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{:+.2}", f64::from(*points) / 100.0),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What an engine told about one search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thought {
    /// Its value of the position.
    pub score: Option<Score>,
    /// Depth reached.
    pub depth: Option<u32>,
    /// Nodes or playouts.
    pub nodes: Option<u64>,
}

impl Thought {
    /// Takes in a UCI or UCCI `info` line.
    pub fn hear_info(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Other lines of a multi-PV search say nothing about the move to be played.
        let multipv = value_after(&words, "multipv").unwrap_or("1");
        if multipv != "1" || words.get(1) == Some(&"string") || words.get(1) == Some(&"message") {
            return;
        }
        if let Some(nodes) = value_after(&words, "nodes").and_then(|text| text.parse().ok()) {
            self.nodes = Some(nodes);
        }
        let at = words.iter().position(|&word| word == "score");
        let Some(score) = at.and_then(|at| words.get(at + 1..)) else { return };
        let score = match *score {
            ["cp", points, ..] => points.parse().ok().map(Score::Points),
            ["mate", moves, ..] => moves.parse().ok().map(Score::Mate),
            [points, ..] => points.parse().ok().map(Score::Points),
            [] => None,
        };
        if score.is_some() {
            self.score = score;
            self.depth = value_after(&words, "depth").and_then(|text| text.parse().ok());
        }
    }

    /// Takes in a thinking line of CECP: `ply score time nodes pv`.
    pub fn hear_post(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let (Some(ply), Some(score), Some(_time), Some(nodes)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return;
        };
        let ply = ply.trim_end_matches(|c: char| !c.is_ascii_digit());
        let (Ok(depth), Ok(points), Ok(nodes)) = (ply.parse(), score.parse(), nodes.parse()) else {
            return;
        };
        *self = Self { score: Some(Score::Points(points)), depth: Some(depth), nodes: Some(nodes) };
    }
}

fn value_after<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    // What follows `pv` are moves, never keys.
    let end = words.iter().position(|&word| word == "pv").unwrap_or(words.len());
    let words = words.get(..end)?;
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn heard(line: &str) -> Thought {
        let mut thought = Thought::default();
        thought.hear_info(line);
        thought
    }

    #[test]
    fn scores_of_all_dialects_are_read() {
        let uci = heard("info depth 5 seldepth 7 multipv 1 score cp -31 nodes 695 pv h10g8 e3c3");
        assert_eq!(uci.score, Some(Score::Points(-31)));
        assert_eq!((uci.depth, uci.nodes), (Some(5), Some(695)));
        assert_eq!(heard("info depth 9 score mate -3 pv a0a1").score, Some(Score::Mate(-3)));
        assert_eq!(heard("info depth 6 score 12 pv a0a1").score, Some(Score::Points(12)));
        assert_eq!(heard("info depth 4 multipv 2 score cp 99").score, None);
        assert_eq!(heard("info string score cp 5").score, None);
        assert_eq!(heard("info time 10 nodes 5000").nodes, Some(5000));
    }

    #[test]
    fn thinking_lines_of_xboard_engines_are_read() {
        let mut thought = Thought::default();
        thought.hear_post("6 -9 54 133469 1. ... Hb9-c7 2. Cb2-c2");
        assert_eq!(thought.score, Some(Score::Points(-9)));
        thought.hear_post(" 9      9      173    3765729 b7c7");
        assert_eq!((thought.depth, thought.nodes), (Some(9), Some(3_765_729)));
        let before = thought;
        thought.hear_post("Iteration aborted after 12/45 moves (26%)");
        thought.hear_post("");
        assert_eq!(thought, before);
    }

    proptest! {
        #[test]
        fn any_line_is_heard_without_panic(line in "(info)?( (score|cp|mate|depth|nodes|pv|multipv|-?[0-9]{1,25}|\\PC{0,5}))*") {
            let mut thought = Thought::default();
            thought.hear_info(&line);
            thought.hear_post(&line);
        }
    }
}
