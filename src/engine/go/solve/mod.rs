//! Small boards solved: who wins, and by which move.
//!
//! A tree of playouts proves little where superko matters, because it knows no transpositions. Here
//! proofs are kept by position, with what they need of the past ([`proof`]): that solves the empty
//! board of four lines in seconds.

mod field;
mod proof;
mod prover;

use field::{Field, MOST_POINTS, NO_KO, stones_of};
use proof::Situation;
use prover::{Exhausted, Node, Prover};

pub use prover::Patience;

use crate::game::go::{Board, KoRule, Move, Suicide};
use crate::game::{Color, Game, Position};

/// No proof of use is longer than so many plies for each point of the board.
const PLIES_PER_POINT: usize = 4;

/// A proved result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who wins.
    pub winner: Color,
    /// The balance of areas that the winner gets at least, as Black counts it.
    pub balance: i32,
    /// By which move, if the winner is to move.
    pub best: Option<Move>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game at whose end the board stands.
    pub game: &'a Game<Board>,
    /// Positional or situational superko.
    pub ko: KoRule,
    /// Whether own stones may be played to death.
    pub suicide: Suicide,
    /// Points to take from Black's area to get the score.
    pub white_bonus: f32,
}

impl Question<'_> {
    /// Whether the board is small enough to be asked about.
    pub fn fits(board: &Board) -> bool {
        board.size().points() <= MOST_POINTS
    }

    /// Who wins by area when every stone left on the board counts, if that can be proved in time.
    pub fn solve(&self, patience: &mut Patience<'_>) -> Option<Solved> {
        let board = self.game.position();
        let field = Field::new(board.size(), self.suicide);
        let past = self.past();
        let root = Node {
            stones: stones_of(board),
            turn: board.turn(),
            ko: NO_KO,
            passed: board.passes() > 0,
        };
        let mut provers = [board.turn(), board.turn().other()].map(|color| {
            let wanted = self.wanted(color);
            (color, wanted, Prover::new(&field, self.ko, &past, color, wanted))
        });
        let deepest = (board.size().points() * PLIES_PER_POINT) as u8;
        for depth in 1..=deepest {
            for (color, wanted, prover) in &mut provers {
                match prover.succeeds(root, depth, patience) {
                    Ok(true) => return Some(self.solved(*color, *wanted, prover.best())),
                    Ok(false) => {}
                    Err(Exhausted) => return None,
                }
            }
        }
        None
    }

    /// The balance of areas, as `color` counts it, that is the least to win.
    fn wanted(&self, color: Color) -> i32 {
        let bonus = if color == Color::First { self.white_bonus } else { -self.white_bonus };
        bonus.floor() as i32 + 1
    }

    fn solved(&self, winner: Color, wanted: i32, best: Option<Option<u32>>) -> Solved {
        let board = self.game.position();
        let size = board.size();
        let as_move =
            |at: Option<u32>| at.map_or(Move::Pass, |at| Move::Place(size.point(at as usize)));
        Solved {
            winner,
            balance: if winner == Color::First { wanted } else { -wanted },
            best: best.filter(|_| winner == board.turn()).map(as_move),
        }
    }

    /// The situations of the game, each once, the present one last.
    fn past(&self) -> Vec<Situation> {
        let mut past: Vec<Situation> = Vec::new();
        for board in self.game.positions() {
            let turn = if self.ko == KoRule::Situational { board.turn() } else { Color::First };
            let situation = Situation { stones: stones_of(board), turn };
            past.retain(|earlier| *earlier != situation);
            past.push(situation);
        }
        past
    }
}
