//! From what a search learned to a move: when to pass, when all is lost.

use super::judge::Judgement;
use super::ownership::Ownership;
use super::settings::Config;
use crate::game::go::{Board, Move, Scoring};
use crate::game::{Color, Game};
use crate::search::uct::Ranked;

/// A point this much one side's will not change hands.
const SETTLED: f32 = 0.9;
/// Playouts below which ownership says nothing.
const MIN_PLAYOUTS: u32 = 50;
/// Visits below which a low value is no reason to give up.
const MIN_VISITS: u32 = 64;
/// Share of the board, one in so many points, that must be played before giving up.
const RESIGN_AFTER: usize = 5;

/// Makes the choice at the root.
pub struct Chooser<'a> {
    /// The settings.
    pub config: &'a Config,
    /// The game, the player to move.
    pub game: &'a Game<Board>,
    /// Ownership by the playouts of this search.
    pub ownership: &'a Ownership,
    /// What the game would come to if it ended now: the judgement that `final_score` gives, too.
    pub judged: &'a dyn Fn() -> Ended,
}

/// What a game would come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    /// Black's score.
    pub score: f32,
    /// Nobody's stones depend on who moves next.
    pub settled: bool,
}

impl From<&Judgement> for Ended {
    fn from(judgement: &Judgement) -> Self {
        Self { score: judgement.score, settled: judgement.settled }
    }
}

impl Chooser<'_> {
    /// The move to play, of `ranked` root moves that are allowed, best first.
    pub fn choose(&self, ranked: &[(Move, Ranked)]) -> Move {
        let stone = ranked.iter().find(|(mv, _)| !mv.is_pass());
        let Some((best, found)) = ranked.first() else { return Move::Pass };
        let Some((stone, _)) = stone else { return Move::Pass };
        let may_pass = ranked.iter().any(|(mv, _)| mv.is_pass());
        if may_pass && self.is_time_to_pass(*stone) {
            return Move::Pass;
        }
        // A pass that loses helps only the opponent.
        let loses = || {
            let ended = (self.judged)();
            found.value < 0.5 || !ended.settled || self.own(ended.score) < 0.0
        };
        if best.is_pass() && !self.wastes_points(*stone) && loses() {
            return *stone;
        }
        *best
    }

    /// Whether the best move is worth so little that the game is as good as lost.
    pub fn is_hopeless(&self, ranked: &[(Move, Ranked)]) -> bool {
        let Some((_, best)) = ranked.first() else { return false };
        let board = self.game.position();
        best.visits >= MIN_VISITS
            && f64::from(best.value) * 100.0 < self.config.resign_percent
            && self.game.len() * RESIGN_AFTER >= board.size().points()
    }

    fn is_time_to_pass(&self, best: Move) -> bool {
        if self.ownership.playouts() < MIN_PLAYOUTS {
            // Too little is known; only a pass that wins on the spot is safe.
            return self.game.position().passes() > 0 && self.wins_if_all_live();
        }
        let over = self.game.position().passes() > 0 || self.is_settled();
        // Playouts in which the own move comes first do not see what the enemy's move would do.
        over && (self.judged)().settled
            && match self.game.rules().scoring {
                Scoring::Area => self.wins_as_counted(),
                Scoring::Territory => self.is_settled() || self.wastes_points(best),
            }
    }

    /// Whether the stones as they stand win for the side to move by area.
    fn wins_as_counted(&self) -> bool {
        let strict = self.config.cleanup || !self.game.rules().friendly_pass;
        (!strict || self.wins_if_all_live()) && self.own((self.judged)().score) > 0.0
    }

    fn wins_if_all_live(&self) -> bool {
        self.own(self.game.score(&[])) > 0.0
    }

    /// A score of Black from the view of the side to move.
    fn own(&self, score: f32) -> f32 {
        if self.game.turn() == Color::First { score } else { -score }
    }

    /// Whether every point has its owner, dame under territory scoring excepted.
    pub fn is_settled(&self) -> bool {
        let board = self.game.position();
        let territory = self.game.rules().scoring == Scoring::Territory;
        board.size().all().all(|point| {
            let settled = self.ownership.of(point, Color::First).abs() >= SETTLED;
            settled || (territory && is_dame(board, point))
        })
    }

    /// Whether `mv` only fills somebody's territory, which costs a point under territory scoring.
    fn wastes_points(&self, mv: Move) -> bool {
        let Move::Place(point) = mv else { return false };
        self.game.rules().scoring == Scoring::Territory
            && self.ownership.of(point, Color::First).abs() >= SETTLED
    }
}

/// Whether a vacant point lies between stones of both sides.
fn is_dame(board: &Board, point: crate::game::go::Point) -> bool {
    let near = board.size().neighbours(point);
    board.is_vacant(point)
        && Color::BOTH
            .into_iter()
            .all(|color| near.iter().any(|&at| board.stone(at) == Some(color)))
}
