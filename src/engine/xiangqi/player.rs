//! The player: settings, table and workers; turns a game and limits into an answer.

use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Duration;

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;

use super::dts::SharedTree;
use super::level;
use super::mate::Prover;
use super::root::{Goal, RootMove, Voice};
use super::score::{INFINITE, MAX_PLY, Value, from_table, to_score};
use super::settings::{Config, Parallel, SETTINGS};
use super::time::Timing;
use super::worker::{Search, Shared, Worker};
use crate::base::{Crew, Random};
use crate::engine::{Engine, Memory, Setting};
use crate::game::Game;
use crate::game::xiangqi::repetition::{Quiet, Trail};
use crate::game::xiangqi::{Board, Move};
use crate::search::split::{Bells, Counts, Exchange, Hand};
use crate::search::{
    Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score, Table, TimeControl,
};

/// Moves in a row that must be hopeless before giving up.
const HOPELESS_MOVES: u32 = 3;
/// A draw is offered when the value is within this.
const LEVEL_VALUE: Value = 8;
/// Nodes after which a proof is given up.
const PROOF_NODES: u64 = 20_000_000;
/// A draw is offered only after so many plies, ...
const LEVEL_PLIES: usize = 80;
/// ... and so many without a capture.
const LEVEL_CLOCK: u16 = 20;
/// A draw that is offered is welcome when so far behind.
const WELCOME_VALUE: Value = 50;

/// The xiangqi player.
#[derive(Debug)]
pub struct Player {
    config: Config,
    table: Table,
    crew: Crew<Worker>,
    /// Own moves in a row at which the game looked lost.
    hopeless: u32,
    /// The last search was made beyond the natural limit, and its values know none.
    beyond_limit: bool,
    random: Random,
    /// What the last search's threads shared.
    splitting: Counts,
    /// One thread, too, searches as if it shared its tree: to compare the two.
    pub(super) always_in_frames: bool,
}

/// What one thread found.
#[derive(Debug)]
struct Found {
    roots: Vec<RootMove>,
    depth: i32,
    report: Report<Move>,
}

impl Engine for Player {
    type Position = Board;
    type Config = Config;
    const SETTINGS: &'static [Setting<Config>] = SETTINGS;

    fn new(config: &Config) -> Self {
        Self {
            config: config.clone(),
            table: Table::at_most(config.common.hash_mib),
            crew: Crew::new(config.common.threads, |_| Worker::default()),
            hopeless: 0,
            beyond_limit: false,
            random: level::random(config.common.seed),
            splitting: Counts::default(),
            always_in_frames: false,
        }
    }

    fn configure(&mut self, config: &Config) {
        let common = &config.common;
        if common.hash_mib != self.config.common.hash_mib {
            // The old table goes first: both at once may not fit.
            self.table = Table::at_most(1);
            self.table = Table::at_most(common.hash_mib);
        } else if config.clearings != self.config.clearings {
            self.table.clear(common.threads);
        }
        let evaluator = |config: &Config| (config.eval, config.network_file.clone());
        if evaluator(config) != evaluator(&self.config) {
            // Values of one evaluation mean nothing to another.
            self.table.clear(common.threads);
            self.crew.workers_mut().iter_mut().for_each(|worker| worker.history.clear());
        }
        if common.seed != self.config.common.seed {
            self.random = level::random(common.seed);
        }
        self.crew.resize(common.threads);
        self.config = config.clone();
    }

    fn new_game(&mut self) {
        self.table.clear(self.config.common.threads);
        for worker in self.crew.workers_mut() {
            worker.history.clear();
        }
        self.hopeless = 0;
        self.random = level::random(self.config.common.seed);
    }

    fn think(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        let roots = root_moves(game, limits);
        if roots.is_empty() {
            wait(limits, control);
            return Answer::plain(Choice::Nothing);
        }
        if let Some(answer) = self.prove_mate(game, limits, control, &roots, report) {
            wait(limits, control);
            return answer;
        }
        let found = self.search(game, limits, control, roots, report);
        self.answer(game, limits, control, found)
    }

    fn recall(&self, board: &Board) -> Option<Memory<Move>> {
        let entry = self.table.probe(board.key())?;
        Some(Memory {
            best: Move::from_bits(entry.mv).filter(|&mv| board.is_legal(mv)),
            score: to_score(from_table(entry.score, 0)),
            bound: entry.bound?,
            depth: u32::from(entry.depth),
        })
    }
}

/// The moves the search may consider. If all are banned, none is.
fn root_moves(game: &Game<Board>, limits: &Limits<Move>) -> Vec<RootMove> {
    let legal = game.legal_moves();
    let allowed: Vec<_> = legal.iter().copied().filter(|mv| limits.allows(mv)).collect();
    let moves = if allowed.is_empty() { legal } else { allowed };
    moves.into_iter().map(RootMove::new).collect()
}

/// An answer to `go infinite` or `go ponder` waits until it is asked for.
fn wait(limits: &Limits<Move>, control: &Control) {
    while (limits.infinite || control.is_pondering()) && !control.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Tells the helpers that the leader is done, even if it panics.
struct Done<'a>(&'a Exchange<SharedTree>);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Player {
    /// Runs all threads and returns what the best of them found.
    fn search(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        roots: Vec<RootMove>,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Found {
        let goal = self.goal(limits);
        let us = game.turn().index();
        let mut draw_value = [self.config.contempt; 2];
        draw_value[us] = -self.config.contempt;
        self.table.grow_older();
        let natural_limit = self.limit_ahead(game);
        let bells = Bells::new(self.crew.len());
        let shared = Shared {
            table: &self.table,
            config: &self.config,
            control,
            timing: self.timing(game, limits),
            node_limit: level::node_limit(self.config.level(), limits.nodes),
            weak: level::is_weak(self.config.level()),
            repetition: game.rules().repetition,
            natural_limit,
            idle_plies: game.position().clock().saturating_sub(Quiet::of(game).plies()),
            draw_value,
            bells: bells.clone(),
            roots: Mutex::default(),
            efforts: roots.iter().map(|_| AtomicU64::new(0)).collect(),
            seldepth: CachePadded::default(),
            nodes: (0..self.crew.len()).map(|_| CachePadded::default()).collect(),
        };
        let exchange = Exchange::new(self.crew.len(), self.config.terms(), &bells);
        let together = self.shares_tree().then_some(&exchange);
        let job = |index: usize, worker: &mut Worker, voice: Voice<'_>| {
            worker.plies[0].board = game.position().clone();
            worker.trail = Trail::of(game);
            let mut search = Search::new(&shared, index, worker, roots.clone());
            search.exchange = together;
            search.voice = voice.map(|tell| tell as &mut dyn FnMut(Event<Move>));
            if index > 0
                && let Some(exchange) = together
            {
                Hand::new(exchange).help(&mut search);
                search.settle_nodes(None);
                return None;
            }
            let depth = search.iterate(goal);
            if index == 0 {
                wait(limits, control);
            }
            let report = search.report(depth, goal.lines);
            Some(Found { depth, report, roots: search.roots })
        };
        let lead = |worker: &mut Worker| {
            let _done = Done(&exchange);
            job(0, worker, Some(report))
        };
        let found = self.crew.run_led(lead, |index, worker| job(index, worker, None));
        self.splitting = exchange.counts();
        match found {
            Ok(found) => best_of(found.into_iter().flatten(), goal),
            // A bug in the search must not lose the game: any legal move is better than none.
            Err(panic) => {
                log::error!("{panic}");
                Found { roots, depth: 0, report: Report::empty() }
            }
        }
    }

    /// The natural limit, if it lies ahead. The table forgets its draws by the limit when a game goes
    /// on beyond it.
    fn limit_ahead(&mut self, game: &Game<Board>) -> Option<u16> {
        let limit = Quiet::limit_ahead(game);
        let beyond_limit = limit != game.rules().natural_limit;
        if beyond_limit != self.beyond_limit {
            self.table.clear(self.config.common.threads);
            self.beyond_limit = beyond_limit;
        }
        limit
    }

    /// Whether the threads share one tree instead of searching it each for itself.
    fn shares_tree(&self) -> bool {
        self.config.parallel == Parallel::Dts && (self.crew.len() > 1 || self.always_in_frames)
    }

    /// How often the last search was split.
    pub fn splitting(&self) -> Counts {
        self.splitting
    }

    /// The answer to `go mate` if there is a mate that can be proved.
    fn prove_mate(
        &self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        roots: &[RootMove],
        report: &mut dyn FnMut(Event<Move>),
    ) -> Option<Answer<Move>> {
        let most = limits.mate?;
        let moves: Vec<Move> = roots.iter().map(|root| root.mv).collect();
        let mut prover =
            Prover::new(control, self.timing(game, limits), limits.nodes.unwrap_or(PROOF_NODES));
        let (moves, pv) = prover.shortest(game, &moves, most)?;
        let line = Line {
            pv: pv.to_vec(),
            score: Score::Mate(moves as i32),
            bound: Bound::Exact,
            proven: true,
            visits: prover.nodes,
            prior: 0.0,
            lcb: 0.0,
            from_book: false,
            pv_visits: Vec::new(),
            ownership: None,
        };
        let depth = pv.len() as u32;
        let found = Report {
            depth,
            seldepth: depth,
            nodes: prover.nodes,
            elapsed: control.elapsed(),
            lines: vec![line],
            ..Report::empty()
        };
        report(Event::Report(found.clone()));
        let (choice, ponder) = (Choice::Play(pv[0]), pv.get(1).copied());
        Some(Answer { choice, ponder, draw: false, report: found })
    }

    fn timing(&self, game: &Game<Board>, limits: &Limits<Move>) -> Timing {
        let overhead = Duration::from_millis(self.config.common.move_overhead_ms);
        Timing::new(limits.time, game.len(), overhead)
    }

    fn goal(&self, limits: &Limits<Move>) -> Goal {
        let deepest = MAX_PLY as u32 - 1;
        // What could not be proved is looked for a little deeper, then given up.
        let for_mate =
            limits.mate.map_or(deepest, |moves| moves.saturating_mul(2).saturating_add(4));
        let depth = limits.depth.unwrap_or(deepest).min(for_mate).clamp(1, deepest) as i32;
        let lines = if limits.lines > 0 { limits.lines } else { self.config.common.multi_pv };
        let untimed = limits.time == TimeControl::None;
        Goal {
            depth,
            lines: lines.max(level::lines(self.config.margin())),
            mate: limits.mate,
            may_end_early: !untimed && !limits.infinite,
        }
    }

    /// What to do with what was found.
    fn answer(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        found: Found,
    ) -> Answer<Move> {
        let chosen = level::choose(self.config.margin(), &found.roots, &mut self.random);
        let root = &found.roots[chosen];
        let ponder = root.pv.get(1).copied().or_else(|| self.expected(game, root.mv));
        let value = root.value;
        let mut report = found.report;
        let wanted = if limits.lines > 0 { limits.lines } else { self.config.common.multi_pv };
        report.lines.truncate(wanted.max(1));
        // An analysis and a move the opponent did not play say nothing about our own moves.
        let in_play = !limits.infinite && !control.is_pondering();
        let resigns = in_play && self.gives_up(value);
        let draw = self.wants_draw(game, value, control.is_draw_offered());
        let choice = if resigns { Choice::Resign } else { Choice::Play(root.mv) };
        Answer { choice, ponder, draw, report }
    }

    /// Whether the game looks lost with this move, too, and has for long enough.
    fn gives_up(&mut self, value: Value) -> bool {
        let hopeless = value > -INFINITE && value <= -self.config.resign.max(1);
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.config.resign > 0 && self.hopeless >= HOPELESS_MOVES
    }

    /// Offers a draw in a long level game, if that is wanted; accepts one then, or when behind.
    fn wants_draw(&self, game: &Game<Board>, value: Value, offered: bool) -> bool {
        let level = game.len() >= LEVEL_PLIES && game.position().clock() >= LEVEL_CLOCK;
        let offers = self.config.offer_draws && level && value.abs() <= LEVEL_VALUE;
        offers || offered && (-INFINITE + 1..=-WELCOME_VALUE).contains(&value)
    }

    /// The table's answer to `mv`, to ponder on when the line ends there.
    fn expected(&self, game: &Game<Board>, mv: Move) -> Option<Move> {
        let mut board = game.position().clone();
        board.play(mv);
        let entry = self.table.probe(board.key())?;
        Move::from_bits(entry.mv).filter(|&reply| board.is_legal(reply))
    }
}

/// The deepest result; among equals the highest value, and the leader's before a helper's.
fn best_of(mut threads: impl Iterator<Item = Found>, goal: Goal) -> Found {
    let Some(mut best) = threads.next() else { unreachable!("a crew has a leader") };
    if goal.lines > 1 || goal.mate.is_some() {
        return best;
    }
    for other in threads {
        let key = |found: &Found| (found.depth, found.roots[0].value);
        if key(&other) > key(&best) {
            let report = Report { nodes: best.report.nodes, ..other.report };
            best = Found { report, ..other };
        }
    }
    best
}
