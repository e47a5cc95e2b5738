//! The line of JSON that the CGOS client passes on to its viewers.

use serde_json::{Value, json};

use super::analyze::{chance, pv};
use crate::game::go::Move;
use crate::search::{Line, Report};

/// The letters that stand for −1 to 1.
const SCALE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A search's figures as CGOS wants them.
pub fn line(report: &Report<Move>) -> String {
    let (win, lead) = report.lines.first().map_or((0.5, 0.0), |line| chance(line.score));
    let moves: Vec<Value> = report.lines.iter().map(candidate).collect();
    let mut figures = json!({
        "winrate": rounded(win),
        "score": rounded(lead),
        "visits": report.visits,
        "moves": moves,
    });
    if let (Some(values), Some(figures)) = (&report.ownership, figures.as_object_mut()) {
        let letters: String = values.iter().map(|&value| letter(value)).collect();
        figures.insert("ownership".to_owned(), Value::String(letters));
    }
    figures.to_string()
}

fn candidate(line: &Line<Move>) -> Value {
    let (win, lead) = chance(line.score);
    let whole = pv(line);
    // The move itself does not belong to its `pv` here.
    let (mv, rest) = whole.split_once(' ').unwrap_or((whole.as_str(), ""));
    json!({
        "move": mv,
        "winrate": rounded(win),
        "score": rounded(lead),
        "prior": rounded(line.prior),
        "visits": line.visits,
        "pv": rest,
    })
}

/// Four decimals are enough to draw.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 10_000.0).round() / 10_000.0
}

fn letter(value: f32) -> char {
    let place = ((value.clamp(-1.0, 1.0) + 1.0) / 2.0 * 62.0).round() as usize;
    SCALE.get(place).map_or('A', |&letter| char::from(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Bound, Score};

    #[test]
    fn the_figures_of_a_search_are_one_line_of_json() {
        let pv: Vec<Move> = ["D4", "E5", "F6"].iter().map(|text| text.parse().unwrap()).collect();
        let report = Report {
            nodes: 40,
            visits: 70,
            lines: vec![Line {
                pv,
                score: Score::Chance { win: 0.55, lead: 1.5 },
                bound: Bound::Exact,
                proven: false,
                visits: 60,
                prior: 0.25,
                lcb: 0.5,
                from_book: false,
                pv_visits: Vec::new(),
                ownership: None,
            }],
            ownership: Some(vec![-1.0, 0.0, 1.0]),
            ..Report::empty()
        };
        let text = line(&report);
        let parsed: Value = serde_json::from_str(&text).unwrap();
        assert!(!text.contains('\n'));
        assert_eq!(parsed["moves"][0]["move"], "D4");
        assert_eq!(parsed["moves"][0]["pv"], "E5 F6");
        assert_eq!(parsed["winrate"], 0.55);
        assert_eq!(parsed["visits"], 70, "all that the moves are a part of");
        assert_eq!(parsed["ownership"], "Af+");
    }
}
