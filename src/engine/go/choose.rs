//! From what a search learned to a move: when to pass, when all is lost.

use super::judge::{Judgement, Status};
use super::komi;
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
    pub judged: &'a dyn Fn() -> &'a Judgement,
    /// Dead enemy stones are to be taken off before a pass.
    pub cleans_up: bool,
}

impl Chooser<'_> {
    /// The move to play, of `ranked` root moves that are allowed, best first.
    pub fn choose(&self, ranked: &[(Move, Ranked)]) -> Move {
        let stone = ranked.iter().find(|(mv, _)| !mv.is_pass());
        let Some((best, found)) = ranked.first() else { return Move::Pass };
        let Some((stone, second)) = stone else { return Move::Pass };
        let may_pass = ranked.iter().any(|(mv, _)| mv.is_pass());
        if may_pass && self.is_time_to_pass(*stone) {
            return self.cleaning_move(ranked).unwrap_or(Move::Pass);
        }
        if let Some(mv) = self.border_move(ranked) {
            return mv;
        }
        if !best.is_pass() {
            return *best;
        }
        // A pass that loses helps only the opponent. Where that is not sure, a stone must not lose instead.
        let loses = || {
            let ended = (self.judged)();
            let counted =
                if ended.settled { self.own(ended.score) < 0.0 } else { second.value >= 0.5 };
            found.value < 0.5 || counted
        };
        if !self.wastes_points(*stone) && loses() {
            return *stone;
        }
        self.cleaning_move(ranked).unwrap_or(Move::Pass)
    }

    /// Where territory counts and the best move is worth nothing: the best that closes a border, or opens one.
    fn border_move(&self, ranked: &[(Move, Ranked)]) -> Option<Move> {
        let (best, _) = ranked.first()?;
        let counts = self.game.rules().scoring == Scoring::Territory && self.is_settled();
        if !counts || !self.gains_nothing(*best) {
            return None;
        }
        let open = &(self.judged)().open;
        let closes = |mv: &Move| matches!(mv, Move::Place(point) if open.contains(point));
        ranked.iter().map(|(mv, _)| *mv).find(|mv| closes(mv) && !self.wastes_points(*mv))
    }

    /// The best move that takes a liberty of dead enemy stones, if they are to be taken off.
    fn cleaning_move(&self, ranked: &[(Move, Ranked)]) -> Option<Move> {
        if !self.cleans_up {
            return None;
        }
        let enemy = self.game.turn().other();
        let dead = || (self.judged)().chains(Status::Dead).filter(|chain| chain.color == enemy);
        let attacks = |mv: &Move| match mv {
            Move::Place(point) => dead().any(|chain| chain.liberties.contains(point)),
            Move::Pass => false,
        };
        ranked.iter().map(|(mv, _)| *mv).find(attacks)
    }

    /// Whether the best move is worth so little that the game is as good as lost.
    pub fn is_hopeless(&self, ranked: &[(Move, Ranked)]) -> bool {
        let Some((_, best)) = ranked.first() else { return false };
        let board = self.game.position();
        best.visits >= MIN_VISITS
            && f64::from(best.value) * 100.0 < self.config.resign_percent
            && self.game.len() * RESIGN_AFTER >= board.size().points()
            && komi::allowance(self.game, self.config.dynamic_komi as f32) == 0.0
            && !self.is_won_on_the_board()
    }

    /// Whether nothing depends on the next move and the board counts as won, whatever playouts make of it.
    fn is_won_on_the_board(&self) -> bool {
        let ended = (self.judged)();
        ended.settled && self.own(ended.score) > 0.0
    }

    fn is_time_to_pass(&self, best: Move) -> bool {
        if self.ownership.playouts() < MIN_PLAYOUTS {
            // Too little is known; only a pass that wins on the spot is safe, dead stones or not.
            let agreed = self.game.rules().friendly_pass;
            return self.game.position().passes() > 0
                && self.wins_if_all_live()
                && (!agreed || self.own((self.judged)().score) > 0.0);
        }
        let passed = self.game.position().passes() > 0;
        match self.game.rules().scoring {
            // Playouts in which the own move comes first do not see what the enemy's move would do.
            Scoring::Area => {
                (passed || self.is_settled()) && (self.judged)().settled && self.wins_as_counted()
            }
            // Stones, also those that playouts count on, only cost once all borders are closed.
            Scoring::Territory => {
                (passed || self.is_settled() || self.wastes_points(best))
                    && (self.judged)().settled
                    && (self.judged)().open.is_empty()
            }
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

    /// Whether `mv` fills territory or lies between stones of both sides, where all fights are over.
    fn gains_nothing(&self, mv: Move) -> bool {
        let Move::Place(point) = mv else { return true };
        self.wastes_points(mv) || is_dame(self.game.position(), point)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Rules, WHITE};
    use crate::search::uct::{Action, Bounds};

    fn ranked(mv: &str, value: f32) -> (Move, Ranked) {
        let found = Ranked {
            action: Action(0),
            visits: 100,
            value,
            lead: 0.0,
            prior: 0.0,
            lcb: 0.0,
            bounds: Bounds::OPEN,
        };
        (mv.parse().unwrap(), found)
    }

    /// What Black chooses after White's pass if a pass wins by the search and C5 is worth `stone`.
    fn choice(score: f32, settled: bool, stone: f32) -> Move {
        let board = ". X . O .
                     X X X O O
                     X X X O O
                     X X X O O
                     X X X O O";
        let mut game = Game::new(board.parse().unwrap(), Rules::CHINESE.with_komi(0.5));
        game.play_as(WHITE, Move::Pass).unwrap();
        let mut judgement = Judgement::all_alive(&game);
        (judgement.score, judgement.settled) = (score, settled);
        let chooser = Chooser {
            config: &Config::default(),
            game: &game,
            ownership: &Ownership::new(game.position().size()),
            judged: &|| &judgement,
            cleans_up: false,
        };
        chooser.choose(&[ranked("pass", 0.99), ranked("C5", stone)])
    }

    #[test]
    fn a_stone_is_played_where_a_pass_may_lose_unless_it_loses_itself() {
        assert!(!choice(-3.5, true, 0.2).is_pass(), "a pass loses");
        assert!(!choice(-3.5, false, 0.6).is_pass(), "a pass may lose");
        assert!(choice(-3.5, false, 0.1).is_pass(), "a pass may lose, the stone does");
        assert!(choice(3.5, true, 0.1).is_pass(), "a pass wins");
    }
}
