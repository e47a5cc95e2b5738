//! The player: sets up a search, watches its limits, and makes a choice of what it learned.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::choose::Chooser;
use super::judge;
use super::plan::Plan;
use super::scene::Scene;
use super::settings::{Config, SETTINGS};
use super::solve::Patience;
use super::worker::{Worker, action, vertex};
use crate::base::Random;
use crate::engine::{Engine, Setting};
use crate::game::go::fast::FastBoard;
use crate::game::go::{Board, Move, Rules, Size};
use crate::game::{Color, Game, Position};
use crate::search::uct::{self, Action, Bounds, Flow, Proof, Run, Tree, Tuning};
use crate::search::{Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score};

/// How often a running search looks at the clock.
const TICK: Duration = Duration::from_millis(2);
/// How often a search that nobody asked for reports says how it stands.
const REPORT_EVERY: Duration = Duration::from_millis(1000);

/// Plays Go.
#[derive(Debug)]
pub struct Player {
    config: Config,
    tree: Tree,
    /// The game at whose end the tree stands.
    known: Option<Known>,
    /// The scene of the last search, if the tree is still the one that it grew.
    scene: Option<Arc<Scene>>,
    /// How many own moves in a row looked lost, by colour.
    hopeless: [u32; 2],
    /// At the last move every point had its owner: the game is about to end.
    settled: bool,
}

/// What must agree for a tree to be of use in another search.
#[derive(Debug)]
struct Known {
    size: Size,
    rules: Rules,
    start: Board,
    moves: Vec<(Color, Move)>,
    /// Whose turn it was when the tree was grown: anybody may be asked for a move.
    turn: Color,
    /// The root moves that were considered, as [`Limits`] tells them.
    only: Vec<Move>,
    /// Those that were not.
    banned: Vec<Move>,
}

impl Known {
    fn of(game: &Game<Board>, limits: &Limits<Move>) -> Self {
        Self {
            size: game.position().size(),
            rules: *game.rules(),
            start: game.start().clone(),
            moves: game.moves().collect(),
            turn: game.turn(),
            only: limits.only.clone(),
            banned: limits.banned.clone(),
        }
    }

    /// Whether the same root moves may be considered.
    fn considers_the_same(&self, limits: &Limits<Move>) -> bool {
        self.only == limits.only && self.banned == limits.banned
    }

    /// The moves that `game` has more, if it continues this one with sides in turn.
    fn continuation(&self, game: &Game<Board>) -> Option<Vec<Move>> {
        let same = self.size == game.position().size()
            && self.rules == *game.rules()
            && self.start == *game.start()
            && game.len() >= self.moves.len()
            && game.moves().zip(&self.moves).all(|(played, known)| played == *known);
        if !same {
            return None;
        }
        let mut turn = self.turn;
        let mut more = Vec::new();
        for (color, mv) in game.moves().skip(self.moves.len()) {
            if color != turn {
                return None;
            }
            more.push(mv);
            turn = turn.other();
        }
        (game.turn() == turn).then_some(more)
    }
}

impl Engine for Player {
    type Position = Board;
    type Config = Config;
    const SETTINGS: &'static [Setting<Config>] = SETTINGS;

    fn new(config: &Config) -> Self {
        let tree = Tree::with_bytes(config.common.hash_mib << 20);
        Self {
            config: config.clone(),
            tree,
            known: None,
            scene: None,
            hopeless: [0; 2],
            settled: false,
        }
    }

    fn configure(&mut self, config: &Config) {
        if config.common.hash_mib != self.config.common.hash_mib {
            self.tree = Tree::with_bytes(config.common.hash_mib << 20);
        }
        // What was learned with other settings is forgotten: the same settings, seed and playouts
        // must give the same move.
        self.forget();
        self.config = config.clone();
    }

    fn new_game(&mut self) {
        self.forget();
        self.hopeless = [0; 2];
        self.settled = false;
    }

    fn think(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        let size = game.position().size();
        match size.width().max(size.height()) {
            0..=9 => self.think_on::<128>(game, limits, control, report),
            10..=13 => self.think_on::<256>(game, limits, control, report),
            14..=19 => self.think_on::<512>(game, limits, control, report),
            _ => self.think_on::<1024>(game, limits, control, report),
        }
    }
}

impl Player {
    fn forget(&mut self) {
        self.tree.clear();
        self.known = None;
        self.scene = None;
    }

    fn think_on<const CELLS: usize>(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        let size = game.position().size();
        let plan = Plan::new(&self.config, game, limits);
        self.take_up::<CELLS>(game, limits, &plan);
        let judged = OnceCell::new();
        // A judgement takes part of the time for the move, so it comes before the search.
        let may_end = self.settled || game.position().passes() > 0;
        let judge_with_care = || {
            let deadline = plan.deadline_of(judge::expected_time(size), control)?;
            judge(game, &deadline)
        };
        if may_end
            && !limits.infinite
            && let Some(judgement) = judge_with_care()
        {
            judged.get_or_init(|| judgement);
        }
        let scene =
            Arc::new(self.set_the_scene::<CELLS>(game, limits, &mut plan.patience(control)));
        self.scene = Some(Arc::clone(&scene));
        let last = self.search_tree::<CELLS>(game, limits, &plan, &scene, control, report);
        wait_for_release(limits, control);
        let by_playouts = || judge::judge_by(game, &scene.ownership);
        let judgement = || judged.get_or_init(|| judge_with_care().unwrap_or_else(by_playouts));
        let chooser = Chooser {
            config: &self.config,
            game,
            ownership: &scene.ownership,
            judged: &judgement,
            cleans_up: limits.cleans_up,
        };
        let choice = self.choose::<CELLS>(&chooser, limits);
        self.settled = choice.settled;
        // What is thought in the opponent's time, or for a display, decides nothing.
        let is_played = !limits.infinite && !control.is_pondering();
        let resigns = is_played && self.gives_up(game.turn(), choice.hopeless);
        let ponder = last.lines.first().and_then(|line| line.pv.get(1).copied());
        let choice = match resigns && limits.only.is_empty() {
            true => Choice::Resign,
            false => Choice::Play(choice.mv),
        };
        Answer { choice, ponder, draw: false, report: last }
    }

    /// What all workers of a search share, small boards solved if there is patience for it.
    fn set_the_scene<const CELLS: usize>(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        patience: &mut Patience<'_>,
    ) -> Scene {
        let mut scene = Scene::new(game, &self.config);
        scene.solve(game, patience);
        if scene.winning_move().is_some() {
            // The tree of the last search may have looked at the winning move without a proof.
            self.tree.clear();
            self.scene = None;
        }
        if limits.line_ownership {
            scene.keep_moves_apart::<CELLS>();
        }
        if let Some(earlier) = self.scene.take() {
            scene.go_on_from(&earlier);
        }
        scene
    }

    /// Grows the tree as far as the plan goes; tells what it has come to, on the way and at the end.
    fn search_tree<const CELLS: usize>(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        plan: &Plan,
        scene: &Arc<Scene>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Report<Move> {
        let tuning = self.tuning(scene);
        let mut workers = self.workers::<CELLS>(game, scene);
        let only = allowed_actions::<CELLS>(game, limits);
        let run = Run {
            tuning: &tuning,
            playouts: plan.playouts,
            only: only.as_deref(),
            tick: plan.report_every.map_or(TICK, |every| every.min(TICK)),
        };
        let lines = if limits.lines > 0 { limits.lines } else { self.config.common.multi_pv };
        let only = run.only;
        let least = limits.least_lines.max(1);
        let view = View::<CELLS> { scene, control, least, lines, only, turn: game.turn() };
        let every = plan.report_every.unwrap_or(REPORT_EVERY);
        let begun = control.elapsed();
        let mut next_report = begun + every;
        let playouts =
            uct::search(&mut self.tree, &mut workers, &run, control, &mut |tree, playouts| {
                if control.elapsed() >= next_report {
                    next_report += every;
                    report(Event::Report(view.report(tree, playouts)));
                }
                if plan.is_spent(&|| tree.ranked_among(only), control, playouts, begun) {
                    Flow::Stop
                } else {
                    Flow::Continue
                }
            });
        drop(workers);
        let last = view.report(&self.tree, playouts);
        report(Event::Report(last.clone()));
        last
    }

    /// Counts a move of `side`; says whether that was enough that looked lost.
    fn gives_up(&mut self, side: Color, hopeless: bool) -> bool {
        let count = &mut self.hopeless[side.index()];
        *count = if hopeless { *count + 1 } else { 0 };
        *count >= 2
    }

    /// Moves the tree to the present position of `game`, or clears it.
    fn take_up<const CELLS: usize>(
        &mut self,
        game: &Game<Board>,
        limits: &Limits<Move>,
        plan: &Plan,
    ) {
        // A root visited for want of choice misleads a search that has the choice. What is known below
        // its moves holds whichever of them were considered.
        let fits =
            |known: &Known, more: &[Move]| !more.is_empty() || known.considers_the_same(limits);
        let known = self.known.as_ref();
        let more =
            known.and_then(|known| known.continuation(game).filter(|more| fits(known, more)));
        match more {
            Some(more) if self.may_reuse(game, plan, &more) => {
                if !more.is_empty() {
                    self.scene = None;
                }
                for mv in more {
                    if !self.tree.advance(action(FastBoard::<CELLS>::vertex_of(mv))) {
                        break;
                    }
                }
            }
            _ => {
                self.tree.clear();
                self.scene = None;
            }
        }
        self.known = Some(Known::of(game, limits));
    }

    /// Whether the tree is of use `more` moves later. A search by playouts that is repeated must come to
    /// the same end; two passes end the tree, but whoever asks then wants a move.
    fn may_reuse(&self, game: &Game<Board>, plan: &Plan, more: &[Move]) -> bool {
        let repeats = more.is_empty() && plan.is_exact();
        self.config.reuse_tree && !repeats && game.position().passes() < 2
    }

    fn tuning(&self, scene: &Scene) -> Tuning {
        Tuning {
            exploration: 0.0,
            rave_equivalence: self.config.rave_equivalence as f32,
            expand_after: self.config.expand_after,
            widen_start: if self.config.widening == 0 { u32::MAX } else { self.config.widening },
            proof: if self.config.minimax_backup { scene.proof() } else { Proof::Off },
            ..Tuning::default()
        }
    }

    fn workers<const CELLS: usize>(
        &self,
        game: &Game<Board>,
        scene: &Arc<Scene>,
    ) -> Vec<Worker<CELLS>> {
        let seed = match self.config.common.seed {
            0 => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_nanos() as u64),
            seed => seed,
        };
        // The position takes part, so that a tree reused does not meet the same numbers again.
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ game.position().key().0;
        (0..self.config.common.threads.max(1) as u64)
            .map(|n| {
                let random = Random::seeded(seed.wrapping_add(n << 32));
                Worker::new(game, Arc::clone(scene), &self.config, random)
            })
            .collect()
    }

    /// What the search learned, turned into a move.
    fn choose<const CELLS: usize>(&self, chooser: &Chooser<'_>, limits: &Limits<Move>) -> Chosen {
        let game = chooser.game;
        let ranked: Vec<(Move, uct::Ranked)> = self
            .tree
            .ranked()
            .into_iter()
            .map(|ranked| (FastBoard::<CELLS>::move_of(vertex::<CELLS>(ranked.action)), ranked))
            // Every move is legal, unless someone set up stones without liberties.
            .filter(|(mv, _)| limits.allows(mv) && game.is_legal(*mv))
            .collect();
        let mv = match limits.only.iter().find(|mv| game.is_legal(**mv)) {
            // The tree leaves out moves that are never good, such as filling an own eye.
            Some(&asked_for) if ranked.is_empty() => asked_for,
            // Nobody plays the choice of an endless search: it is not worth a judgement.
            _ if limits.infinite => ranked.first().map_or(Move::Pass, |(mv, _)| *mv),
            _ => chooser.choose(&ranked),
        };
        let hopeless = !limits.infinite && chooser.is_hopeless(&ranked);
        let settled = chooser.is_settled();
        Chosen { mv, hopeless, settled }
    }
}

/// The choice at the root, and what else was seen there.
struct Chosen {
    mv: Move,
    /// The game looks lost.
    hopeless: bool,
    /// Every point has its owner.
    settled: bool,
}

/// An answer must not come before the session wants it: infinite searches end by `stop`, ponderings
/// by `stop` or the opponent's move.
fn wait_for_release(limits: &Limits<Move>, control: &Control) {
    while !control.is_stopped() && (limits.infinite || control.is_pondering()) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The root moves that the limits allow, or `None` for all.
fn allowed_actions<const CELLS: usize>(
    game: &Game<Board>,
    limits: &Limits<Move>,
) -> Option<Vec<Action>> {
    if limits.only.is_empty() && limits.banned.is_empty() {
        return None;
    }
    let moves = game.legal_moves().into_iter().filter(|mv| limits.allows(mv));
    Some(moves.map(|mv| action(FastBoard::<CELLS>::vertex_of(mv))).collect())
}

/// The winning chance of a root move: the mean of its playouts, unless its result is proved.
const fn known_value(mean: f32, bounds: Bounds) -> f32 {
    match bounds {
        Bounds { low: 1.., .. } => 1.0,
        Bounds { high: ..=-1, .. } => 0.0,
        _ => mean,
    }
}

/// Makes reports of a tree.
struct View<'a, const CELLS: usize> {
    scene: &'a Scene,
    control: &'a Control,
    /// So many moves are shown, not visited ones too, ...
    least: usize,
    /// ... but no more than these.
    lines: usize,
    /// The root moves that may be shown; `None` for all.
    only: Option<&'a [Action]>,
    turn: Color,
}

impl<const CELLS: usize> View<'_, CELLS> {
    fn report(&self, tree: &Tree, playouts: u64) -> Report<Move> {
        let lines: Vec<Line<Move>> = tree
            .ranked_among(self.only)
            .into_iter()
            .enumerate()
            .take_while(|(rank, ranked)| *rank < self.least || ranked.visits > 0)
            .take(self.lines.max(1))
            .map(|(_, ranked)| self.line(&ranked, tree.line(ranked.action)))
            .collect();
        let depth = lines.iter().map(|line| line.pv.len() as u32).max().unwrap_or(0);
        Report {
            depth,
            seldepth: depth,
            nodes: playouts,
            visits: tree.visits().into(),
            elapsed: self.control.elapsed(),
            hashfull: tree.fullness(),
            lines,
            ownership: Some(self.scene.ownership.map(self.turn)),
        }
    }

    /// What was proved about a root move before the search, as the side to move counts.
    fn proved_after(&self, mv: Move) -> Bounds {
        let bounds = self.scene.proved_after(mv);
        if self.turn == Color::First { bounds } else { bounds.flipped() }
    }

    fn line(&self, ranked: &uct::Ranked, expected: uct::Expected) -> Line<Move> {
        let to_move = |action: &Action| FastBoard::<CELLS>::move_of(vertex::<CELLS>(*action));
        let bounds = ranked.bounds.and(self.proved_after(to_move(&ranked.action)));
        Line {
            pv: expected.moves.iter().map(to_move).collect(),
            score: Score::Chance { win: known_value(ranked.value, bounds), lead: ranked.lead },
            bound: Bound::Exact,
            proven: bounds.is_decided(),
            visits: u64::from(ranked.visits),
            prior: ranked.prior,
            lcb: ranked.lcb,
            from_book: false,
            pv_visits: expected.visits.into_iter().map(u64::from).collect(),
            ownership: self.scene.after(ranked.action).map(|owners| owners.map(self.turn)),
        }
    }
}
