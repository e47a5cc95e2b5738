//! The terms of a match in words that a reader of its summary understands.

use super::schedule::{Format, Order, Plan};
use super::spec::{GoScoring, Terms};
use crate::game::othello::Empties;
use crate::game::xiangqi::RepetitionRule;
use crate::record::GameKind;

/// Rules, komi and board size.
pub fn rules(terms: &Terms) -> String {
    let rules = &terms.rules;
    match terms.game {
        GameKind::Go => format!(
            "{}x{}, {}, komi {}",
            rules.size,
            rules.size,
            rules.go.name().unwrap_or("own rules"),
            rules.go.komi
        ),
        GameKind::Xiangqi => {
            let repetition = match rules.xiangqi.repetition {
                RepetitionRule::Asian => "asian",
                RepetitionRule::Chinese => "chinese",
                RepetitionRule::ComputerLeague => "league",
                RepetitionRule::None => "none",
            };
            let limit = rules.xiangqi.natural_limit;
            let limit = limit.map_or("never".to_owned(), |plies| format!("after {plies} plies"));
            format!("repetition: {repetition}; draw without captures: {limit}")
        }
        GameKind::Othello => match rules.othello.empties {
            Empties::ToWinner => "empty squares to the winner".to_owned(),
            Empties::Nobody => "empty squares to nobody".to_owned(),
        },
    }
}

/// Margin, adjudication, scoring.
pub fn terms(terms: &Terms) -> String {
    let margin = terms.margin.as_millis();
    let scoring = match (terms.game, terms.scoring) {
        (GameKind::Go, GoScoring::Auto) => ", scoring auto",
        (GameKind::Go, GoScoring::TrompTaylor) => ", scoring tromp-taylor",
        _ => "",
    };
    format!("margin {margin} ms, {}{scoring}", terms.adjudication)
}

/// Who meets whom, from which openings.
pub fn format(plan: &Plan) -> String {
    let format = match plan.format {
        Format::RoundRobin => "round-robin",
        Format::Gauntlet => "gauntlet",
    };
    let order = match plan.order {
        Order::AsWritten => "openings as written",
        Order::Shuffled => "openings shuffled",
    };
    format!("{format}, {order}")
}
