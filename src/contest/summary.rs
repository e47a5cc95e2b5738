//! The summary of a match: everything a published result must rest on, as one JSON file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::driver::Identity;
use super::journal::Entry;
use super::machine::{HashedFile, Machine};
use super::run::{Ending, Match};
use super::schedule::Plan;
use super::spec::EngineSpec;
use super::standings::{SprtState, Standings, sprt_state};
use super::{calendar, machine, words};

/// What must be the same when a match is resumed: everything that decides its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The game.
    pub game: String,
    /// Rules, komi and board size in words.
    pub rules: String,
    /// The common time control.
    pub tc: String,
    /// Other terms: margin, adjudication, scoring.
    pub terms: String,
    /// The match's seed.
    pub seed: u64,
    /// Games of each pairing.
    pub games_per_pairing: usize,
    /// Round robin or gauntlet.
    pub format: String,
    /// The file of openings.
    pub openings: String,
    /// How many openings there are.
    pub openings_count: usize,
    /// SHA-256 over all openings as they are played.
    pub openings_sha256: String,
    /// The engines.
    pub engines: Vec<EngineBasis>,
    /// The engine that judges dead stones.
    pub referee: Option<EngineBasis>,
}

/// What decides how an engine plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineBasis {
    /// Its name.
    pub name: String,
    /// Its command.
    pub command: Vec<String>,
    /// What it speaks.
    pub protocol: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// Lines sent before each game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Its time control.
    pub tc: String,
    /// Its program and other files.
    pub files: Vec<HashedFile>,
}

impl Basis {
    /// The basis of a match.
    pub fn of(played: &Match, plan: &Plan, openings: &str) -> Self {
        let terms = &played.terms;
        let engine = |spec: &EngineSpec| EngineBasis {
            name: spec.name.clone(),
            command: spec.launch.argv.clone(),
            protocol: spec.protocol.to_string(),
            options: spec.options.iter().cloned().collect(),
            init: spec.init.clone(),
            tc: spec.pace(&terms.pace).to_string(),
            files: machine::files_of(&spec.launch.argv),
        };
        Self {
            game: terms.game.to_string(),
            rules: words::rules(terms),
            tc: terms.pace.to_string(),
            terms: words::terms(terms),
            seed: plan.seed,
            games_per_pairing: plan.games,
            format: words::format(plan),
            openings: openings.to_owned(),
            openings_count: played.openings.len(),
            openings_sha256: machine::sha256(format!("{:?}", played.openings).as_bytes()),
            engines: played.engines.iter().map(|spec| engine(spec)).collect(),
            referee: played.referee.as_deref().map(engine),
        }
    }

    /// What differs between this and the basis of a match begun before; `None` if nothing does.
    /// More games than before are welcome: the match is made longer.
    pub fn difference(&self, before: &Self) -> Option<String> {
        let differ = |name: &str, now: &dyn std::fmt::Debug, then: &dyn std::fmt::Debug| {
            let (now, then) = (format!("{now:?}"), format!("{then:?}"));
            (now != then).then(|| format!("{name}: it was {then}, now it is {now}"))
        };
        let mut found = differ("game", &self.game, &before.game)
            .or_else(|| differ("rules", &self.rules, &before.rules))
            .or_else(|| differ("tc", &self.tc, &before.tc))
            .or_else(|| differ("terms", &self.terms, &before.terms))
            .or_else(|| differ("seed", &self.seed, &before.seed))
            .or_else(|| differ("format", &self.format, &before.format))
            .or_else(|| differ("openings", &self.openings_sha256, &before.openings_sha256))
            .or_else(|| differ("referee", &self.referee, &before.referee))
            .or_else(|| differ("number of engines", &self.engines.len(), &before.engines.len()));
        for (now, then) in self.engines.iter().zip(&before.engines) {
            found = found.or_else(|| differ(&format!("engine {}", now.name), now, then));
        }
        found
    }
}

/// An engine of the summary.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    /// Its name in this match.
    pub name: String,
    /// What it calls itself.
    pub says_name: String,
    /// Its version, with the commit where it tells one.
    pub says_version: String,
    /// The commit checked out in the work tree its program lies in, if it lies in one.
    pub commit_beside: Option<String>,
}

/// The whole summary.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// The match's name.
    pub event: &'a str,
    /// This program and its version.
    pub runner: String,
    /// The commit this program was built from, if known.
    pub runner_commit: Option<&'static str>,
    /// How it ended: `complete`, `decided`, `interrupted`.
    pub ending: String,
    /// When the summary was written.
    pub written: String,
    /// What decides the games.
    #[serde(flatten)]
    pub basis: &'a Basis,
    /// What the engines say about themselves.
    pub identities: Vec<EngineSummary>,
    /// The machine.
    pub machine: Machine,
    /// Games at a time.
    pub concurrency: usize,
    /// Load averages when the games ended: least, mean, most.
    pub load: Option<[f32; 3]>,
    /// Games planned.
    pub planned: usize,
    /// Games played.
    pub played: usize,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<&'a str, usize>,
    /// The sequential test.
    pub sprt: Option<SprtState>,
    /// The table.
    #[serde(flatten)]
    pub standings: Standings,
    /// Every game.
    pub games: Vec<GameSummary<'a>>,
}

/// A game of the summary.
#[derive(Debug, Serialize)]
pub struct GameSummary<'a> {
    /// From 1.
    pub number: usize,
    /// The opening's name.
    pub opening: &'a str,
    /// First side.
    pub first: &'a str,
    /// Second side.
    pub second: &'a str,
    /// The game's seed.
    pub seed: u64,
    /// The first side's result.
    pub result: &'a str,
    /// Why.
    pub reason: &'a str,
    /// In more words.
    pub detail: &'a str,
    /// Points or discs.
    pub margin: Option<f32>,
    /// Length.
    pub plies: usize,
    /// Thinking times.
    pub seconds: [f64; 2],
    /// Load average at its end.
    pub load: Option<f32>,
    /// Its record.
    pub file: &'a str,
}

/// Makes the summary of a match.
pub fn summarise<'a>(
    played: &'a Match,
    basis: &'a Basis,
    identities: &[Identity],
    ending: Ending,
    entries: &'a [Entry],
) -> Summary<'a> {
    let names: Vec<String> = played.engines.iter().map(|engine| engine.name.clone()).collect();
    let sprt = match (&played.sprt, names.as_slice()) {
        (Some(sprt), [a, b, ..]) => Some(sprt_state(sprt, a, b, entries)),
        _ => None,
    };
    let mut reasons = BTreeMap::new();
    for entry in entries {
        *reasons.entry(entry.reason.as_str()).or_default() += 1;
    }
    let who = basis.engines.iter().zip(identities).map(|(basis, identity)| EngineSummary {
        name: basis.name.clone(),
        says_name: identity.name.clone(),
        says_version: identity.version.clone(),
        commit_beside: basis.files.first().and_then(|file| machine::commit_beside(&file.path)),
    });
    Summary {
        event: &played.event,
        runner: concat!("sanqi ", env!("CARGO_PKG_VERSION")).into(),
        runner_commit: option_env!("SANQI_COMMIT"),
        ending: match ending {
            Ending::Complete => "complete",
            Ending::Decided => "decided",
            Ending::Interrupted => "interrupted",
        }
        .into(),
        written: calendar::timestamp(calendar::now()),
        basis,
        identities: who.collect(),
        machine: Machine::here(),
        concurrency: played.concurrency,
        load: loads(entries),
        planned: played.fixtures.len(),
        played: entries.len(),
        reasons,
        sprt,
        standings: Standings::of(&names, entries),
        games: entries.iter().map(game).collect(),
    }
}

fn loads(entries: &[Entry]) -> Option<[f32; 3]> {
    let loads: Vec<f32> = entries.iter().filter_map(|entry| entry.load).collect();
    let least = loads.iter().copied().reduce(f32::min)?;
    let most = loads.iter().copied().reduce(f32::max)?;
    let mean = loads.iter().sum::<f32>() / loads.len() as f32;
    Some([least, (mean * 100.0).round() / 100.0, most])
}

fn game(entry: &Entry) -> GameSummary<'_> {
    GameSummary {
        number: entry.index + 1,
        opening: &entry.opening_name,
        first: &entry.first,
        second: &entry.second,
        seed: entry.seed,
        result: &entry.result,
        reason: &entry.reason,
        detail: &entry.detail,
        margin: entry.margin,
        plies: entry.moves.len(),
        seconds: entry.seconds,
        load: entry.load,
        file: &entry.file,
    }
}
