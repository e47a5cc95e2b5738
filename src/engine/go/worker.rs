//! One worker's board in the tree search: walks, offers moves with priors, plays out.

use std::sync::Arc;

use super::playout::policy::Policy;
use super::playout::reply::{Given, Replies};
use super::prior::{Ladders, Priors};
use super::scene::Scene;
use super::scene::{Ending, situation};
use super::settings::Config;
use crate::base::{Key, Random};
use crate::game::go::fast::{FastBoard, Vertex};
use crate::game::go::{Board, Suicide, certain, score};
use crate::game::{Color, Game};
use crate::search::uct::{Action, Bounds, Candidate, Expansion, Playout, Simulation, Trace};

/// Virtual playouts that filling an own eye has lost.
const EYE_FILLED: f32 = 1000.0;

/// Virtual playouts that a move has won of which it is proved that it wins.
const PROVED: f32 = 1000.0;

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
    replies: Option<Replies<CELLS>>,
    /// The answers of the present playout.
    given: Vec<Given>,
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
            policy: Policy::new(config.rates, config.quiet),
            replies: Replies::new(config.replies),
            given: Vec::new(),
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

    /// Gathers the legal moves that fill no own eye, on a solvable board those, too; says whether one
    /// was left out.
    fn gather_moves(&mut self) -> bool {
        let own = self.board.turn();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let mut left_out = false;
        for vertex in self.board.vacant() {
            if !self.board.is_legal(vertex) {
                // The playouts' board knows no suicide. That of a lone stone no rules allow.
                left_out |=
                    self.scene.suicide == Suicide::Allowed && self.board.code(vertex).has(own);
                continue;
            }
            if self.is_repetition(vertex) {
                continue;
            }
            if self.board.code(vertex).is_eye_of(own) && !self.scene.solvable {
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

    fn play_out(&mut self, trace: &mut Trace) {
        let Self { board, random, given, replies, .. } = self;
        self.policy.play_out_with(replies.as_ref(), board, random, |board, vertex| {
            trace.push(action(vertex), board.turn());
            if replies.is_some() {
                given.push(Given::on(board, vertex));
            }
        });
    }

    /// Remembers what a playout teaches beside its result.
    fn learn(&mut self, winner: Color) {
        if let Some(replies) = &mut self.replies {
            replies.learn(&self.given, winner);
        }
        if let Some(critical) = &self.scene.critical {
            critical.points.add(&self.board, winner);
        }
    }

    /// The area score of the board as it stands, every stone alive: what two passes make of it.
    fn counted(&self) -> i16 {
        self.scene.whole(score::area_balance(&self.stones()))
    }

    /// The board as it stands, without its history.
    fn stones(&self) -> Board {
        let mut board = Board::new(self.board.size());
        for point in self.board.size().all() {
            board.set(point, self.board.stone(FastBoard::<CELLS>::vertex(point)));
        }
        board
    }

    /// What is certain about the score: by points that nobody can ever take, and by a proof that the
    /// first move wins. That it loses does not end the search: the opponent may still go wrong.
    fn certain(&self) -> Bounds {
        let first = self.first.map(|action| FastBoard::<CELLS>::move_of(vertex::<CELLS>(action)));
        match self.scene.winning_move() {
            Some(mv) if self.path.len() == 1 && first == Some(mv) => self.scene.proved_after(mv),
            _ => self.held(),
        }
    }

    /// What the points that nobody can ever take say about the score.
    fn held(&self) -> Bounds {
        let board = self.stones();
        let points = board.size().points() as i32;
        let [black, white] = Color::BOTH.map(|color| certain::held(&board, color) as i32);
        Bounds {
            low: self.scene.whole(2 * black - points),
            high: self.scene.whole(points - 2 * white),
        }
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
        self.given.clear();
        self.first = None;
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn play(&mut self, action: Action) {
        self.first = self.first.or(Some(action));
        if self.replies.is_some() {
            self.given.push(Given::on(&self.board, vertex::<CELLS>(action)));
        }
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
        if self.scene.solvable {
            let own = self.board.turn();
            let eyes = thoughts.iter_mut().filter(|it| self.board.code(it.vertex).is_eye_of(own));
            eyes.for_each(|thought| thought.opinion.bad(EYE_FILLED));
        }
        if let Some(critical) = &self.scene.critical {
            for thought in thoughts.iter_mut() {
                thought.opinion.good(critical.worth * critical.points.of::<CELLS>(thought.vertex));
            }
        }
        candidates.extend(thoughts.iter().map(|thought| Candidate {
            action: action(thought.vertex),
            prior: thought.chance,
            value: thought.opinion.value(),
            weight: thought.opinion.weight,
        }));
        candidates.push(Self::pass_candidate());
        if let Some(mv) = self.scene.winning_move()
            && self.path.is_empty()
        {
            let wins = action(FastBoard::<CELLS>::vertex_of(mv));
            for candidate in candidates.iter_mut().filter(|candidate| candidate.action == wins) {
                (candidate.value, candidate.weight) = (1.0, PROVED);
            }
        }
        if left_out { Expansion::Partial } else { Expansion::Complete }
    }

    fn rollout(&mut self, trace: &mut Trace) -> Playout {
        if self.is_over() && self.scene.ending == Ending::Counted {
            let score = self.counted();
            let (value, bounds) = (self.value_of(score), Bounds::exactly(score));
            return Playout { value, lead: f32::from(score), bounds };
        }
        let bounds = if self.scene.solvable { self.certain() } else { Bounds::OPEN };
        self.play_out(trace);
        self.scene.ownership.add(&self.board);
        if let Some(owners) = self.first.and_then(|action| self.scene.kept_for(action)) {
            owners.add(&self.board);
        }
        let score = self.scene.score(self.board.playout_score());
        let fair = score - self.scene.allowance;
        self.learn(if fair > 0.0 { Color::First } else { Color::Second });
        Playout { value: self.scene.value(fair), lead: score, bounds }
    }

    fn value_of(&self, score: i16) -> f32 {
        self.scene.value(f32::from(score))
    }
}
