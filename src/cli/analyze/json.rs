//! An analysis as JSON, for other programs.

use serde_json::{Value, json};

use super::annotate::for_first;
use super::judge::{Analyzable, Fault, Judged, Summary, chance, sides, summary};
use crate::game::Color;
use crate::record::{Record, Tag};
use crate::search::Score;

/// The analysis of one game. Scores are those of the first side, chances and losses the mover's.
pub(super) fn of_game<P: Analyzable>(record: &Record, judged: &[Judged<P::Move>]) -> Value {
    let names = sides::<P>();
    let info: serde_json::Map<String, Value> =
        record.info.iter().map(|(tag, text)| (tag_name::<P>(tag), json!(text))).collect();
    json!({
        "game": P::GAME,
        "annotator": concat!("sanqi ", env!("CARGO_PKG_VERSION")),
        "info": info,
        "moves": judged.iter().map(of_move::<P>).collect::<Vec<_>>(),
        "summary": Color::BOTH.map(|side| of_summary(names[side.index()], &summary(judged, side))),
    })
}

/// A tag's name, the sides called as in the game.
fn tag_name<P: Analyzable>(tag: &Tag) -> String {
    let side = |color: &Color| sides::<P>()[color.index()];
    match tag {
        Tag::Player(color) => side(color).to_owned(),
        Tag::Rank(color) => format!("{}Rank", side(color)),
        Tag::Team(color) => format!("{}Team", side(color)),
        Tag::Other(name) => name.to_string(),
        tag => format!("{tag:?}"),
    }
}

fn of_move<P: Analyzable>(one: &Judged<P::Move>) -> Value {
    let text = |mv: &P::Move| mv.to_string();
    json!({
        "number": one.number,
        "side": sides::<P>()[one.mover.index()],
        "move": text(&one.played),
        "score": of_score(for_first(one.score, one.mover)),
        "chance": rounded(chance::<P>(one.score)),
        "best": one.best_line.first().map(text),
        "best_score": of_score(for_first(one.best_score, one.mover)),
        "best_chance": rounded(chance::<P>(one.best_score)),
        "best_line": one.best_line.iter().map(text).collect::<Vec<_>>(),
        "is_best": one.is_best(),
        "depth": one.depth,
        "nodes": one.nodes,
        "loss": rounded(one.loss),
        "fault": one.fault().map(Fault::name),
    })
}

fn of_score(score: Score) -> Value {
    match score {
        Score::Hundredths(value) => json!({ "cp": value }),
        Score::Mate(moves) => json!({ "mate": moves }),
        Score::Chance { win, lead } => json!({ "win": rounded(win), "lead": rounded(lead) }),
    }
}

fn of_summary(name: &str, summary: &Summary) -> Value {
    let [doubtful, mistakes, blunders] = summary.faults;
    json!({
        "side": name,
        "moves": summary.moves,
        "mean_loss": rounded(summary.mean_loss),
        "doubtful": doubtful,
        "mistakes": mistakes,
        "blunders": blunders,
    })
}

/// To four places: more is noise.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 10_000.0).round() / 10_000.0
}
