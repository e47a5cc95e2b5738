//! One worker's board in the tree search: walks, offers moves with priors, plays out.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ownership::Ownership;
use super::playout::policy::Policy;
use super::prior::{Ladders, Priors};
use super::settings::Config;
use crate::base::{Key, Random};
use crate::game::go::fast::{FastBoard, Vertex};
use crate::game::go::{Board, KoRule, Scoring, score};
use crate::game::{Color, Game, Position};
use crate::search::uct::{Action, Bounds, Candidate, Expansion, Playout, Proof, Simulation, Trace};

/// What all workers of one search know of the game.
#[derive(Debug)]
pub struct Scene {
    /// Positional or situational.
    ko: KoRule,
    /// Keys that superko forbids: of boards, with the turn if that matters.
    seen: FxHashSet<Key>,
    /// Points to take from Black's area to get the score.
    white_bonus: f32,
    aim: Aim,
    ending: Ending,
    /// Who owns what at the end of the playouts.
    pub ownership: Ownership,
    /// The same for each root move, by action; empty if nobody asked.
    by_move: Vec<Ownership>,
}

/// What both sides play for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    /// To win, and a little for the lead: its share in the value of a playout.
    Win { lead: f32 },
    /// For points, more or fewer than `par`.
    Points { par: f32 },
}

/// Points above par that are nearly as good as any more.
const PLENTY: f32 = 12.0;

/// What two passes in the tree mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The game is over and the board is counted as it stands.
    Counted,
    /// Dead stones will be agreed upon: a playout shows what the board is worth.
    Agreed,
}

/// Distinguishes White's turn in situational keys.
const WHITE_TO_MOVE: Key = Key(0x9e37_79b9_7f4a_7c15);

impl Scene {
    /// The scene of the present position of `game`.
    pub fn new(game: &Game<Board>, config: &Config) -> Self {
        let board = game.position();
        let rules = game.rules();
        // Where only the simple ko is forbidden, cycles are still avoided: they end no game.
        let ko = match rules.ko {
            KoRule::Simple => KoRule::Situational,
            superko => superko,
        };
        let counted = rules.scoring == Scoring::Area && (config.cleanup || !rules.friendly_pass);
        let keys =
            game.positions().map(|earlier| situation(ko, earlier.board_key(), earlier.turn()));
        Self {
            ko,
            seen: keys.collect(),
            white_bonus: game.white_bonus() + territory_correction(game),
            aim: Aim::Win { lead: config.score_share as f32 },
            ending: if counted { Ending::Counted } else { Ending::Agreed },
            ownership: Ownership::new(board.size()),
            by_move: Vec::new(),
        }
    }

    /// From now on ownership is also kept for each root move.
    pub fn keep_moves_apart<const CELLS: usize>(&mut self) {
        let size = self.ownership.size();
        self.by_move.resize_with(CELLS, || Ownership::new(size));
    }

    /// Who owns what at the end of the playouts that began with `action`, if it is kept.
    pub fn after(&self, action: Action) -> Option<&Ownership> {
        self.by_move.get(usize::from(action.0))
    }

    /// A scene in which every point counts: both sides save what can be saved, whoever is ahead.
    /// `par` is the expected score.
    pub fn for_points(game: &Game<Board>, config: &Config, par: f32) -> Self {
        Self { aim: Aim::Points { par }, ending: Ending::Agreed, ..Self::new(game, config) }
    }

    /// What the tree may prove: results follow only where two passes end the game.
    pub const fn proof(&self) -> Proof {
        match self.ending {
            Ending::Counted => Proof::Result,
            Ending::Agreed => Proof::Off,
        }
    }

    /// Black's score when the balance of areas is `area`.
    pub fn score(&self, area: i32) -> f32 {
        area as f32 - self.white_bonus
    }

    /// Value of a score for Black, 0 to 1.
    fn value(&self, score: f32) -> f32 {
        let lead = match self.aim {
            Aim::Win { lead } => lead,
            Aim::Points { par } => return 0.5 + 0.5 * ((score - par) / PLENTY).tanh(),
        };
        let win = if score > 0.0 {
            1.0
        } else if score < 0.0 {
            0.0
        } else {
            0.5
        };
        win + lead * (0.5 + 0.5 * (score / 20.0).clamp(-1.0, 1.0) - win)
    }
}

/// The key that superko compares.
fn situation(ko: KoRule, stones: Key, turn: Color) -> Key {
    if ko == KoRule::Situational && turn == Color::Second { stones ^ WHITE_TO_MOVE } else { stones }
}

/// Playouts count area. Black's area less his territory score is the number of stones he placed more
/// than White; whoever is to move reckons with the worse of the two ways the last dame can fall.
fn territory_correction(game: &Game<Board>) -> f32 {
    if game.rules().scoring == Scoring::Area {
        return 0.0;
    }
    let board = game.position();
    let placed =
        |color: Color| board.stones(color).count() as f32 + board.captures(color.other()) as f32;
    let more = placed(Color::First) - placed(Color::Second);
    match board.turn() {
        Color::First => more + 1.0,
        Color::Second => more - 1.0,
    }
}

/// One worker.
#[derive(Debug)]
pub struct Worker<const CELLS: usize> {
    root: FastBoard<CELLS>,
    board: FastBoard<CELLS>,
    /// Situations since the root, the root left out.
    path: Vec<Key>,
    /// The move that was made at the root.
    first: Option<Action>,
    scene: Arc<Scene>,
    policy: Policy,
    priors: Priors<CELLS>,
    moves: Vec<Vertex>,
    random: Random,
}

impl<const CELLS: usize> Worker<CELLS> {
    /// A worker at the present position of `game`.
    pub fn new(game: &Game<Board>, scene: Arc<Scene>, config: &Config, random: Random) -> Self {
        let mut root = FastBoard::of(game.position());
        let mut last = game.moves().skip(game.len().saturating_sub(2));
        let mut next =
            || last.next().map_or(Vertex::PASS, |(_, mv)| FastBoard::<CELLS>::vertex_of(mv));
        let (before, last) = if game.len() < 2 { (Vertex::PASS, next()) } else { (next(), next()) };
        root.set_last(before, last);
        let ladders = if config.ladders { Ladders::Read } else { Ladders::Ignored };
        Self {
            board: root.clone(),
            root,
            path: Vec::new(),
            first: None,
            scene,
            policy: Policy::new(config.rates),
            priors: Priors::new(ladders, config.learned as f32),
            moves: Vec::new(),
            random,
        }
    }

    fn is_repetition(&self, vertex: Vertex) -> bool {
        let after = self.board.key_after(vertex);
        let key = situation(self.scene.ko, after, self.board.turn().other());
        self.scene.seen.contains(&key) || self.path.contains(&key)
    }

    /// Gathers the legal moves that fill no own eye; says whether an eye was left out.
    fn gather_moves(&mut self) -> bool {
        let own = self.board.turn();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let mut left_out = false;
        for vertex in self.board.vacant() {
            if !self.board.is_legal(vertex) || self.is_repetition(vertex) {
                continue;
            }
            if self.board.code(vertex).is_eye_of(own) {
                left_out = true;
            } else {
                moves.push(vertex);
            }
        }
        // The order of vacant points depends on how they came about; runs must not.
        moves.sort_unstable();
        self.moves = moves;
        left_out
    }

    /// Whether both sides passed. Before the root that ends nothing: whoever asks wants a move.
    fn is_over(&self) -> bool {
        self.board.passes() >= 2 && !self.path.is_empty()
    }

    fn pass_candidate() -> Candidate {
        // Little is expected of a pass, so that it is tried last; a game that is over shows in its value.
        Candidate { action: action(Vertex::PASS), prior: 1e-4, value: 0.1, weight: 20.0 }
    }

    /// The area score of the board as it stands, every stone alive, for half points rounded away
    /// from zero: what two passes make of it.
    fn counted(&self) -> i16 {
        let mut board = Board::new(self.board.size());
        for point in self.board.size().all() {
            board.set(point, self.board.stone(FastBoard::<CELLS>::vertex(point)));
        }
        let score = self.scene.score(score::area_balance(&board));
        if score > 0.0 { score.ceil() as i16 } else { score.floor() as i16 }
    }
}

/// The action of a vertex.
pub fn action(vertex: Vertex) -> Action {
    Action(vertex.index() as u16)
}

/// The vertex of an action.
pub fn vertex<const CELLS: usize>(action: Action) -> Vertex {
    FastBoard::<CELLS>::vertex_at(usize::from(action.0))
}

impl<const CELLS: usize> Simulation for Worker<CELLS> {
    fn reset(&mut self) {
        self.board.clone_from(&self.root);
        self.path.clear();
        self.first = None;
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn play(&mut self, action: Action) {
        self.first = self.first.or(Some(action));
        self.board.play(vertex::<CELLS>(action));
        self.path.push(situation(self.scene.ko, self.board.board_key(), self.board.turn()));
    }

    fn expand(&mut self, candidates: &mut Vec<Candidate>) -> Expansion {
        if self.is_over() {
            return match self.scene.ending {
                Ending::Counted => Expansion::Over(self.counted()),
                // No candidate: the leaf stays one and is played out.
                Ending::Agreed => Expansion::Partial,
            };
        }
        let left_out = self.gather_moves();
        let thoughts = self.priors.think(&self.board, self.moves.iter().copied());
        candidates.extend(thoughts.iter().map(|thought| Candidate {
            action: action(thought.vertex),
            prior: thought.chance,
            value: thought.opinion.value(),
            weight: thought.opinion.weight,
        }));
        candidates.push(Self::pass_candidate());
        if left_out { Expansion::Partial } else { Expansion::Complete }
    }

    fn rollout(&mut self, trace: &mut Trace) -> Playout {
        if self.is_over() && self.scene.ending == Ending::Counted {
            let score = self.counted();
            let (value, bounds) = (self.value_of(score), Bounds::exactly(score));
            return Playout { value, lead: f32::from(score), bounds };
        }
        self.policy.play_out(&mut self.board, &mut self.random, |board, vertex| {
            trace.push(action(vertex), board.turn());
        });
        self.scene.ownership.add(&self.board);
        if let Some(owners) = self.first.and_then(|action| self.scene.after(action)) {
            owners.add(&self.board);
        }
        let score = self.scene.score(self.board.playout_score());
        Playout { value: self.scene.value(score), lead: score, bounds: Bounds::OPEN }
    }

    fn value_of(&self, score: i16) -> f32 {
        self.scene.value(f32::from(score))
    }
}
