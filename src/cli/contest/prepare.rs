//! From an operator's words to a match that can run.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::fields::Fields;
use crate::base::data;
use crate::base::stats::Sprt;
use crate::contest::log::Detail;
use crate::contest::openings::{self, Opening};
use crate::contest::pace::{self, Pace};
use crate::contest::run::Match;
use crate::contest::schedule::{Format, Order, Plan};
use crate::contest::spec::{Adjudication, EngineSpec, GoScoring, Streak, Terms, check_pace};
use crate::contest::table::Rules;
use crate::game::{go, xiangqi};
use crate::record::GameKind;

/// A match and what its schedule was made of.
#[derive(Debug)]
pub struct Prepared {
    /// The match.
    pub contest: Match,
    /// Its plan.
    pub plan: Plan,
    /// Where the openings come from.
    pub openings: String,
}

/// The game's name in words.
pub fn game(text: Option<&str>) -> Result<GameKind, String> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        Some("go" | "weiqi" | "baduk") => Ok(GameKind::Go),
        Some("xiangqi" | "chess") => Ok(GameKind::Xiangqi),
        Some("othello" | "reversi") => Ok(GameKind::Othello),
        Some(other) => Err(format!("--game `{other}`: expected go, xiangqi or othello")),
        None => Err("--game is missing: go, xiangqi or othello".into()),
    }
}

/// Checks everything that can be checked before an engine is started.
pub fn prepare(
    fields: &Fields,
    engines: Vec<EngineSpec>,
    referee: Option<EngineSpec>,
) -> Result<Prepared, String> {
    let game = game(fields.game.as_deref())?;
    let terms = terms(fields, game)?;
    check_engines(&engines, &terms, game)?;
    if referee.is_some() && game != GameKind::Go {
        return Err("--referee counts dead stones: it is for Go alone".into());
    }
    let (source, openings) = openings(fields, game, &terms.rules)?;
    let plan = Plan {
        engines: engines.len(),
        format: format(fields.format.as_deref())?,
        games: fields.games.unwrap_or(2 * openings.len()).max(1),
        openings: openings.len(),
        order: if fields.shuffle == Some(true) { Order::Shuffled } else { Order::AsWritten },
        seed: fields.seed.unwrap_or(1),
    };
    let sprt = fields.sprt.as_deref().map(sprt).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        return Err("--sprt tests two engines against each other: give exactly two".into());
    }
    let folder =
        fields.out.clone().unwrap_or_else(|| PathBuf::from("matches").join(game.to_string()));
    let event = fields.event.clone().unwrap_or_else(|| {
        folder.file_name().map_or_else(|| "match".into(), |n| n.to_string_lossy().into_owned())
    });
    let contest = Match {
        event,
        terms,
        engines: engines.into_iter().map(Arc::new).collect(),
        referee: referee.map(Arc::new),
        openings,
        fixtures: plan.fixtures(),
        sprt,
        concurrency: fields.concurrency.unwrap_or(1).max(1),
        folder,
        log_detail: if fields.debug == Some(true) { Detail::All } else { Detail::Stderr },
    };
    Ok(Prepared { contest, plan, openings: source })
}

fn check_engines(engines: &[EngineSpec], terms: &Terms, game: GameKind) -> Result<(), String> {
    if engines.len() < 2 {
        return Err(format!("a match of {game} needs two engines: --engine \"cmd=...\" twice"));
    }
    let mut names = HashSet::new();
    for engine in engines {
        if !names.insert(&engine.name) {
            return Err(format!("two engines are called `{}`: give them name=...", engine.name));
        }
        check_pace(engine, &engine.pace(&terms.pace))?;
    }
    Ok(())
}

fn terms(fields: &Fields, game: GameKind) -> Result<Terms, String> {
    let rules = rules(fields, game)?;
    let pace: Pace = fields.tc.as_deref().unwrap_or("1s/move").parse()?;
    let time = |name: &str, text: &Option<String>, usual: u64| match text {
        None => Ok(Duration::from_millis(usual)),
        Some(text) => pace::duration(text)
            .ok_or_else(|| format!("--{name} `{text}`: expected a time such as 100ms or 5s")),
    };
    let longest = match game {
        GameKind::Go => 3 * usize::from(rules.size) * usize::from(rules.size),
        GameKind::Xiangqi | GameKind::Othello => 600,
    };
    Ok(Terms {
        game,
        rules,
        pace,
        margin: time("margin", &fields.margin, 100)?,
        start_patience: time("start-timeout", &fields.start_timeout, 20_000)?,
        move_patience: time("move-timeout", &fields.move_timeout, 60_000)?,
        adjudication: Adjudication {
            resign: fields.resign.as_deref().map(resign).transpose()?,
            draw: fields.draw.as_deref().map(draw).transpose()?.map(|(streak, _)| streak),
            draw_after: fields.draw.as_deref().map(draw).transpose()?.map_or(0, |(_, ply)| ply),
            max_plies: fields.max_plies.unwrap_or(longest),
        },
        scoring: match fields.scoring.as_deref() {
            None | Some("auto") => GoScoring::Auto,
            Some("tromp-taylor") => GoScoring::TrompTaylor,
            Some(other) => {
                return Err(format!("--scoring `{other}`: expected auto or tromp-taylor"));
            }
        },
    })
}

fn rules(fields: &Fields, game: GameKind) -> Result<Rules, String> {
    let mut rules = Rules::default();
    let name = fields.rules.as_deref();
    match (game, name) {
        (GameKind::Go, name) => {
            if let Some(name) = name {
                rules.go = name.parse().map_err(|error: go::RulesError| error.to_string())?;
            }
            rules.size = fields.size.unwrap_or(9);
            if let Some(komi) = fields.komi {
                rules.go = rules.go.with_komi(komi);
            }
        }
        (GameKind::Xiangqi, Some(name)) => {
            rules.xiangqi.adopt(match name {
                "asian" => xiangqi::RepetitionRule::Asian,
                "chinese" => xiangqi::RepetitionRule::Chinese,
                "league" => xiangqi::RepetitionRule::ComputerLeague,
                "none" => xiangqi::RepetitionRule::None,
                _ => {
                    return Err(format!(
                        "--rules `{name}`: expected asian, chinese, league or none"
                    ));
                }
            });
        }
        (GameKind::Othello, Some(name)) => {
            return Err(format!("--rules `{name}`: Othello has one set of rules"));
        }
        (GameKind::Xiangqi | GameKind::Othello, None) => {}
    }
    if game != GameKind::Go && (fields.size.is_some() || fields.komi.is_some()) {
        return Err("--size and --komi are for Go alone".into());
    }
    Ok(rules)
}

fn numbers(name: &str, form: &str, text: &str) -> Result<Vec<f64>, String> {
    let wrong = || format!("--{name} `{text}`: expected {form}");
    text.split(',').map(|part| part.trim().parse().map_err(|_| wrong())).collect()
}

fn resign(text: &str) -> Result<Streak, String> {
    const FORM: &str = "POINTS,MOVES, e.g. 1000,5";
    match *numbers("resign", FORM, text)?.as_slice() {
        [points, moves] if points > 0.0 && moves >= 1.0 => {
            Ok(Streak { points: points as i32, moves: moves as u32 })
        }
        _ => Err(format!("--resign `{text}`: expected {FORM}")),
    }
}

fn draw(text: &str) -> Result<(Streak, usize), String> {
    const FORM: &str = "POINTS,MOVES,PLY, e.g. 10,10,100";
    match *numbers("draw", FORM, text)?.as_slice() {
        [points, moves, ply] if points >= 0.0 && moves >= 1.0 && ply >= 0.0 => {
            Ok((Streak { points: points as i32, moves: moves as u32 }, ply as usize))
        }
        _ => Err(format!("--draw `{text}`: expected {FORM}")),
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    const FORM: &str = "ELO0,ELO1 with ELO0 < ELO1, e.g. 0,10";
    let sprt = match *numbers("sprt", FORM, text)?.as_slice() {
        [elo0, elo1] => Sprt::new(elo0, elo1),
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
        _ => return Err(format!("--sprt `{text}`: expected {FORM}")),
    };
    let likely = |x: f64| x > 0.0 && x < 0.5;
    if sprt.elo0 < sprt.elo1 && likely(sprt.alpha) && likely(sprt.beta) {
        Ok(sprt)
    } else {
        Err(format!("--sprt `{text}`: expected {FORM}"))
    }
}

fn format(text: Option<&str>) -> Result<Format, String> {
    match text {
        None | Some("round-robin") => Ok(Format::RoundRobin),
        Some("gauntlet") => Ok(Format::Gauntlet),
        Some(other) => Err(format!("--format `{other}`: expected round-robin or gauntlet")),
    }
}

/// The openings and where they come from.
fn openings(
    fields: &Fields,
    game: GameKind,
    rules: &Rules,
) -> Result<(String, Vec<Opening>), String> {
    let usual = || ("none".to_owned(), vec![Opening::usual(game, rules)]);
    let name = match fields.openings.as_deref() {
        Some("none") => return Ok(usual()),
        Some(name) => name.to_owned(),
        None => {
            let shipped = match game {
                GameKind::Go => format!("book/openings-go-{}.txt", rules.size),
                GameKind::Xiangqi => "book/openings-xiangqi.txt".to_owned(),
                GameKind::Othello => "book/openings-othello.txt".to_owned(),
            };
            if data::find(Path::new(&shipped)).is_none() {
                return Ok(usual());
            }
            shipped
        }
    };
    let path = Path::new(&name);
    let found = if path.exists() { Some(path.to_path_buf()) } else { data::find(path) };
    let found = found.ok_or_else(|| format!("--openings {name}: no such file"))?;
    let mut openings = openings::read_file(&found, game, rules)?;
    if let Some(plies) = fields.opening_plies {
        for opening in &mut openings {
            opening.moves.truncate(plies);
        }
    }
    Ok((name, openings))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str, game: GameKind) -> EngineSpec {
        EngineSpec::from_words(&format!("cmd=x name={name}"), game).unwrap()
    }

    fn fields(game: &str) -> Fields {
        Fields { game: Some(game.into()), openings: Some("none".into()), ..Fields::default() }
    }

    fn error(fields: &Fields, names: &[&str]) -> String {
        let game = game(fields.game.as_deref()).unwrap();
        let engines = names.iter().map(|name| engine(name, game)).collect();
        prepare(fields, engines, None).unwrap_err()
    }

    #[test]
    fn mistakes_are_told_before_anything_starts() {
        for (change, part) in [
            (Fields { tc: Some("soon".into()), ..fields("go") }, "no time control"),
            (Fields { sprt: Some("10,0".into()), ..fields("go") }, "ELO0 < ELO1"),
            (Fields { resign: Some("9".into()), ..fields("go") }, "--resign"),
            (Fields { draw: Some("x,1,2".into()), ..fields("go") }, "--draw"),
            (Fields { rules: Some("house".into()), ..fields("xiangqi") }, "--rules"),
            (Fields { size: Some(9), ..fields("othello") }, "--size"),
            (Fields { openings: Some("no/such".into()), ..fields("go") }, "no such file"),
            (Fields { margin: Some("late".into()), ..fields("go") }, "--margin"),
        ] {
            let error = error(&change, &["a", "b"]);
            assert!(error.contains(part), "{error}");
        }
        assert!(error(&fields("go"), &["a"]).contains("two engines"));
        assert!(error(&fields("go"), &["a", "a"]).contains("called `a`"));
    }

    #[test]
    fn a_plain_match_has_its_defaults() {
        let engines = ["a", "b"].map(|name| engine(name, GameKind::Go)).to_vec();
        let ready = prepare(&fields("go"), engines, None).unwrap();
        assert_eq!(ready.contest.fixtures.len(), 2);
        assert_eq!(ready.contest.terms.adjudication.max_plies, 243);
        assert_eq!(ready.contest.folder, PathBuf::from("matches/go"));
    }
}
