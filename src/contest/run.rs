//! Runs a match: workers play, one thread keeps the books.
//!
//! ```text
//! schedule --> queue --> worker: players, table --+
//!                   +--> worker: players, table --+--> games --> record file, journal, news
//! ```
//!
//! A finished game is written as a record, then into the journal, then announced. Interrupted, a
//! match loses only the games being played, which are played again from their seeds.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crossbeam::channel::{self, Sender};
use thiserror::Error;

use super::bout::{self, Abandoned, Played, Seats};
use super::journal::{Entry, Journal};
use super::log::{Detail, EngineLog};
use super::openings::Opening;
use super::player::Player;
use super::process::Interrupt;
use super::save::{self, Heading};
use super::schedule::Fixture;
use super::spec::{EngineSpec, Terms};
use super::standings::sprt_state;
use super::{calendar, machine};
use crate::base::stats::Sprt;
use crate::game::Color;

/// An engine that cannot even be started so often in a row is a mistake of the operator.
const START_FAILURES: u32 = 5;

/// A match, ready to run.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its name, for the records.
    pub event: String,
    /// The terms of its games.
    pub terms: Terms,
    /// The engines, by the numbers the fixtures use.
    pub engines: Vec<Arc<EngineSpec>>,
    /// The engine that judges dead stones.
    pub referee: Option<Arc<EngineSpec>>,
    /// The openings, by the numbers the fixtures use.
    pub openings: Vec<Opening>,
    /// All games.
    pub fixtures: Vec<Fixture>,
    /// Stop early when this is decided between the first two engines.
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub concurrency: usize,
    /// Where everything is written.
    pub folder: PathBuf,
    /// What the engines' logs hold.
    pub log_detail: Detail,
}

/// What happens during a match.
#[derive(Clone, Debug)]
pub enum News<'a> {
    /// A game begins.
    Started(Fixture),
    /// A game is over and in the journal; all games so far.
    Finished(&'a Entry, &'a [Entry]),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every game was played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// Interrupted: it can be resumed.
    Interrupted,
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file could not be written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// An opening is against the rules.
    #[error("opening `{0}`: {1}")]
    Opening(String, String),
    /// An engine cannot be started.
    #[error("{0} could not be started {START_FAILURES} times in a row: {1}")]
    Engine(String, String),
    /// A game could not be written down.
    #[error("game {0} cannot be recorded: {1}")]
    Record(usize, String),
}

enum Report {
    Started(Fixture),
    Finished(Fixture, Played),
    Unplayable(Fixture, String),
}

/// Flags shared by the workers.
#[derive(Debug, Default)]
struct Flags {
    /// No new games.
    halt: AtomicBool,
    /// Running games end without a result.
    abort: AtomicBool,
}

impl Match {
    /// Plays every game that the journal does not have. `stop` is looked at all the time: when it
    /// says so, everything ends within moments.
    pub fn run(
        &self,
        stop: Arc<AtomicBool>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<(Ending, Vec<Entry>), RunError> {
        let file = |path: PathBuf| move |error| RunError::File(path, error);
        for name in ["games", "logs"] {
            let path = self.folder.join(name);
            fs::create_dir_all(&path).map_err(file(path))?;
        }
        let path = self.folder.join("journal.jsonl");
        let (journal, mut entries) = Journal::open(&path).map_err(file(path))?;
        entries.retain(|entry| entry.index < self.fixtures.len());
        let have: HashSet<usize> = entries.iter().map(|entry| entry.index).collect();
        let missing: Vec<Fixture> =
            self.fixtures.iter().copied().filter(|f| !have.contains(&f.index)).collect();
        if self.decided(&entries) {
            return Ok((Ending::Decided, entries));
        }
        let flags = Arc::new(Flags::default());
        let mut books = Books { of: self, journal, entries, failures: HashMap::new() };
        let result = self.play_all(&missing, &flags, &stop, &mut books, news);
        let mut entries = books.entries;
        entries.sort_by_key(|entry| entry.index);
        result.map(|ending| (ending, entries))
    }

    fn play_all(
        &self,
        missing: &[Fixture],
        flags: &Arc<Flags>,
        stop: &Arc<AtomicBool>,
        books: &mut Books<'_>,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<Ending, RunError> {
        let next = AtomicUsize::new(0);
        let (send, reports) = channel::unbounded();
        thread::scope(|scope| {
            for number in 0..self.concurrency.max(1).min(missing.len().max(1)) {
                let (send, next) = (send.clone(), &next);
                let interrupt = interrupt(flags, stop);
                scope.spawn(move || {
                    let mut worker = Worker::new(self, number, interrupt);
                    worker.work(missing, next, flags, &send);
                });
            }
            drop(send);
            let mut error = None;
            let mut decided = false;
            for report in reports {
                match books.enter(report, news) {
                    Ok(()) => {}
                    Err(failed) => {
                        flags.halt.store(true, Ordering::Relaxed);
                        flags.abort.store(true, Ordering::Relaxed);
                        error.get_or_insert(failed);
                    }
                }
                // Games under way are finished: they were fairly begun.
                if !decided && self.decided(&books.entries) {
                    decided = true;
                    flags.halt.store(true, Ordering::Relaxed);
                }
            }
            match error {
                Some(error) => Err(error),
                None if decided => Ok(Ending::Decided),
                None if books.entries.len() >= self.fixtures.len() => Ok(Ending::Complete),
                None => Ok(Ending::Interrupted),
            }
        })
    }

    fn decided(&self, entries: &[Entry]) -> bool {
        let (Some(sprt), [a, b, ..]) = (&self.sprt, self.engines.as_slice()) else { return false };
        sprt_state(sprt, &a.name, &b.name, entries).verdict != "open"
    }

    fn engine_name(&self, number: usize) -> &str {
        self.engines.get(number).map_or("?", |engine| engine.name.as_str())
    }
}

fn interrupt(flags: &Arc<Flags>, stop: &Arc<AtomicBool>) -> Interrupt {
    let (flags, stop) = (Arc::clone(flags), Arc::clone(stop));
    Arc::new(move || flags.abort.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed))
}

/// One thread's players and the games it plays.
struct Worker<'a> {
    of: &'a Match,
    number: usize,
    interrupt: Interrupt,
    players: HashMap<usize, Player>,
    referee: Option<Player>,
}

impl<'a> Worker<'a> {
    fn new(of: &'a Match, number: usize, interrupt: Interrupt) -> Self {
        let mut worker = Self { of, number, interrupt, players: HashMap::new(), referee: None };
        worker.referee = of.referee.as_ref().map(|spec| worker.player(spec));
        worker
    }

    fn player(&self, spec: &Arc<EngineSpec>) -> Player {
        let safe: String =
            spec.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let path = self.of.folder.join("logs").join(format!("{safe}-{}.log", self.number + 1));
        let log = EngineLog::open(&path, self.of.log_detail).unwrap_or_else(|_| EngineLog::none());
        Player::new(
            Arc::clone(spec),
            self.of.terms.game,
            self.of.terms.start_patience,
            Arc::new(log),
            Arc::clone(&self.interrupt),
        )
    }

    fn work(
        &mut self,
        missing: &[Fixture],
        next: &AtomicUsize,
        flags: &Flags,
        reports: &Sender<Report>,
    ) {
        while !flags.halt.load(Ordering::Relaxed) && !(self.interrupt)() {
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some(&fixture) = missing.get(taken) else { break };
            // The receiver lives as long as any worker.
            let _ = reports.send(Report::Started(fixture));
            let report = match self.play(fixture) {
                Ok(played) => Report::Finished(fixture, played),
                Err(Abandoned::Interrupted) => break,
                Err(Abandoned::Opening(refused)) => {
                    Report::Unplayable(fixture, refused.to_string())
                }
            };
            let _ = reports.send(report);
        }
        for player in self.players.values_mut().chain(self.referee.as_mut()) {
            player.quit();
        }
    }

    fn play(&mut self, fixture: Fixture) -> Result<Played, Abandoned> {
        let mut seated = Vec::new();
        for number in [fixture.first, fixture.second] {
            let player = match self.players.remove(&number) {
                Some(player) => Some(player),
                None => self.of.engines.get(number).map(|spec| self.player(spec)),
            };
            seated.extend(player);
        }
        let opening = self.of.openings.get(fixture.opening);
        let ([first, second], Some(opening)) = (seated.as_mut_slice(), opening) else {
            return Err(Abandoned::Interrupted);
        };
        for player in [&*first, &*second] {
            player.note(&format!("game {}", fixture.index + 1));
        }
        let mut seats = Seats { players: [first, second], referee: self.referee.as_mut() };
        let played = bout::play(&mut seats, opening, &self.of.terms, fixture.seed);
        for (number, player) in [fixture.first, fixture.second].into_iter().zip(seated) {
            self.players.insert(number, player);
        }
        played
    }
}

/// The one keeper of files and results.
struct Books<'a> {
    of: &'a Match,
    journal: Journal,
    entries: Vec<Entry>,
    /// Failed starts in a row, by engine.
    failures: HashMap<String, u32>,
}

impl Books<'_> {
    fn enter(&mut self, report: Report, news: &mut dyn FnMut(News<'_>)) -> Result<(), RunError> {
        match report {
            Report::Started(fixture) => {
                news(News::Started(fixture));
                Ok(())
            }
            Report::Unplayable(fixture, why) => {
                let name = self.of.openings.get(fixture.opening).map(|o| o.name.clone());
                Err(RunError::Opening(name.unwrap_or_default(), why))
            }
            Report::Finished(fixture, played) => self.finish(fixture, &played, news),
        }
    }

    fn finish(
        &mut self,
        fixture: Fixture,
        played: &Played,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), RunError> {
        let ended = calendar::now();
        let name = format!("{:05}.{}", fixture.index + 1, save::ending(self.of.terms.game));
        let opening = self.of.openings.get(fixture.opening).map_or("", |o| o.name.as_str());
        let heading = Heading {
            event: &self.of.event,
            round: fixture.index + 1,
            players: [self.of.engine_name(fixture.first), self.of.engine_name(fixture.second)],
            opening,
            ended,
        };
        let text = save::text(played, &heading, &self.of.terms)
            .map_err(|why| RunError::Record(fixture.index + 1, why))?;
        let path = self.of.folder.join("games").join(&name);
        save::write(&path, &text).map_err(|error| RunError::File(path, error))?;
        let entry = entry(fixture, played, &heading, format!("games/{name}"));
        self.journal
            .add(&entry)
            .map_err(|error| RunError::File(self.of.folder.join("journal.jsonl"), error))?;
        let check = self.check_starts(&entry);
        self.entries.push(entry);
        if let Some(entry) = self.entries.last() {
            news(News::Finished(entry, &self.entries));
        }
        check
    }

    fn check_starts(&mut self, entry: &Entry) -> Result<(), RunError> {
        for (side, name) in [(0, &entry.first), (1, &entry.second)] {
            let failures = self.failures.entry(name.clone()).or_default();
            if entry.not_started == Some(side) {
                *failures += 1;
            } else {
                *failures = 0;
            }
            if *failures >= START_FAILURES {
                return Err(RunError::Engine(name.clone(), entry.detail.clone()));
            }
        }
        Ok(())
    }
}

fn entry(fixture: Fixture, played: &Played, heading: &Heading<'_>, file: String) -> Entry {
    let [first, second] = heading.players;
    let mut seconds = [0.0; 2];
    let mut nodes = [0; 2];
    let ours = played.line.moves.iter().skip(played.book_plies);
    for ((color, _), note) in ours.zip(&played.thoughts) {
        let Some(note) = note else { continue };
        if let (Some(seconds), Some(nodes)) =
            (seconds.get_mut(color.index()), nodes.get_mut(color.index()))
        {
            *seconds += note.time.as_secs_f64();
            *nodes += note.thought.nodes.unwrap_or(0);
        }
    }
    let result = match played.outcome.winner {
        Some(Color::First) => "1-0",
        Some(Color::Second) => "0-1",
        None => "1/2-1/2",
    };
    Entry {
        index: fixture.index,
        pair: fixture.pair,
        opening: fixture.opening,
        opening_name: heading.opening.to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
        seed: fixture.seed,
        result: result.into(),
        reason: played.outcome.reason.to_string(),
        detail: played.detail.clone(),
        margin: played.outcome.margin,
        book_plies: played.book_plies,
        moves: played.line.moves.iter().map(|(_, mv)| mv.clone()).collect(),
        dead: played.dead.clone(),
        seconds: seconds.map(|time: f64| (time * 1000.0).round() / 1000.0),
        nodes,
        not_started: played.not_started.map(|color| color.index() as u8),
        load: machine::load(),
        ended: heading.ended,
        file,
    }
}
