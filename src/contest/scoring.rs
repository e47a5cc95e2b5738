//! Counts a Go board after two passes: who says which stones are dead, in order of trust.
//!
//! 1. A referee engine, if the match has one: its `final_status_list dead`.
//! 2. Both players, if they name the same dead stones, or the same winner.
//! 3. The board played out: both are asked for moves that take dead stones off.
//! 4. All stones alive (Tromp-Taylor).
//!
//! The count itself is always our own, except where two players agree on a winner without naming
//! stones.

use std::collections::BTreeSet;

use super::bout::Seats;
use super::player::Player;
use super::process::Fault;
use super::spec::{GoScoring, Terms};
use super::table::Table;
use crate::game::{Color, Outcome, Reason, go};

/// A counted board, or the wish that the players go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Scored {
    /// The result.
    Counted {
        /// Who won by how much.
        outcome: Outcome,
        /// Stones taken off.
        dead: Vec<String>,
        /// Who said so.
        how: String,
    },
    /// The players disagree and shall play it out.
    PlayOut,
}

/// Counts the board of `table`. `cleaned` says that it has been played out.
pub fn score_go(
    seats: &mut Seats<'_>,
    table: &Table,
    terms: &Terms,
    cleaned: bool,
) -> Result<Scored, Fault> {
    let alive = terms.scoring == GoScoring::TrompTaylor
        || terms.rules.go.with_komi(0.0) == go::Rules::TROMP_TAYLOR.with_komi(0.0);
    if alive {
        return Ok(counted(table, Vec::new(), "all stones alive"));
    }
    if let Some(referee) = seats.referee.as_deref_mut()
        && let Some(dead) = referee_says(referee, table, terms)?
    {
        return Ok(counted(table, dead, &format!("dead stones by {}", referee.spec().name)));
    }
    if cleaned {
        return Ok(counted(table, Vec::new(), "played out"));
    }
    if let Some(scored) = players_agree(seats, table)? {
        return Ok(scored);
    }
    let [first, second] = &mut seats.players;
    let able = first.driver(0).is_ok_and(|driver| driver.cleans_up())
        && second.driver(0).is_ok_and(|driver| driver.cleans_up());
    if able {
        return Ok(Scored::PlayOut);
    }
    Ok(counted(table, Vec::new(), "the players disagree: all stones alive"))
}

fn counted(table: &Table, dead: Vec<String>, how: &str) -> Scored {
    let outcome = table.count(&dead).unwrap_or(Outcome::draw(Reason::Score));
    Scored::Counted { outcome, dead, how: how.to_owned() }
}

/// The referee's dead stones; one new start is granted to a referee that fails.
fn referee_says(
    referee: &mut Player,
    table: &Table,
    terms: &Terms,
) -> Result<Option<Vec<String>>, Fault> {
    for _ in 0..2 {
        let line = table.line();
        let told = referee.driver(1).and_then(|driver| {
            driver.new_game(line, &super::pace::Pace::default(), 1)?;
            driver.dead_stones(line)
        });
        match told {
            Ok(Some(dead)) if table.are_stones(&dead) => return Ok(Some(dead)),
            Ok(_) => {
                referee.note("the referee names no dead stones");
                return Ok(None);
            }
            Err(Fault::Interrupted) => return Err(Fault::Interrupted),
            Err(fault) => {
                referee.note(&format!("the {} referee failed: {fault}", terms.game));
                referee.abandon();
            }
        }
    }
    Ok(None)
}

/// What both players say about the end, if it is the same. A player that fails here has no say;
/// the moves are made, and a late crash shall not turn a result round.
fn players_agree(seats: &mut Seats<'_>, table: &Table) -> Result<Option<Scored>, Fault> {
    let mut dead = Vec::new();
    let mut scores = Vec::new();
    for player in &mut seats.players {
        let line = table.line();
        let told = player
            .driver(0)
            .and_then(|driver| Ok((driver.dead_stones(line)?, driver.final_score(line)?)));
        match told {
            Ok((stones, score)) => {
                dead.push(stones.filter(|stones| table.are_stones(stones)));
                scores.push(score);
            }
            Err(Fault::Interrupted) => return Err(Fault::Interrupted),
            Err(fault) => {
                player.note(&format!("failed while counting: {fault}"));
                player.abandon();
                return Ok(None);
            }
        }
    }
    if let [Some(a), Some(b)] = dead.as_slice()
        && set(a) == set(b)
    {
        let how = "the players agree on the dead stones";
        return Ok(Some(counted(table, set(a).into_iter().collect(), how)));
    }
    if let [Some(a), Some(b)] = scores.as_slice()
        && let (Some(a), Some(b)) = (score_of(a), score_of(b))
        && a.winner == b.winner
    {
        let margin = if a.margin == b.margin { a.margin } else { None };
        let how = "the players agree on the winner".to_owned();
        return Ok(Some(Scored::Counted { outcome: Outcome { margin, ..a }, dead: vec![], how }));
    }
    Ok(None)
}

fn set(stones: &[String]) -> BTreeSet<String> {
    stones.iter().map(|stone| stone.to_uppercase()).collect()
}

/// `B+3.5`, `W+12`, `0`.
fn score_of(text: &str) -> Option<Outcome> {
    let text = text.trim();
    if matches!(text, "0" | "DRAW" | "JIGO") {
        return Some(Outcome::by_score(0.0));
    }
    let (winner, margin) = text.split_once('+')?;
    let sign = match winner {
        "B" => 1.0,
        "W" => -1.0,
        _ => return None,
    };
    let margin: f32 = margin.parse().ok().filter(|m: &f32| m.is_finite() && *m > 0.0)?;
    let outcome = Outcome::by_score(sign * margin);
    debug_assert!(outcome.winner == Some(if sign > 0.0 { Color::First } else { Color::Second }));
    Some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_engines_are_read() {
        assert_eq!(score_of("B+3.5"), Some(Outcome::by_score(3.5)));
        assert_eq!(score_of("W+12"), Some(Outcome::by_score(-12.0)));
        assert_eq!(score_of("0"), Some(Outcome::by_score(0.0)));
        for text in ["", "?", "B+", "B+R", "B+-3", "B+inf", "X+3"] {
            assert_eq!(score_of(text), None, "{text}");
        }
    }
}
