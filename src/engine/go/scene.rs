//! What all workers of one search know of the game: superko, what both sides play for, what two
//! passes mean, and the tables that they fill together.

use rustc_hash::FxHashSet;

use super::critical::Criticality;
use super::komi;
use super::ownership::Ownership;
use super::settings::Config;
use super::solve::{Patience, Question, Solved};
use crate::base::Key;
use crate::game::go::{Board, KoRule, Move, Scoring, Suicide};
use crate::game::{Color, Game, Position};
use crate::search::uct::{Action, Bounds, Proof};

/// What all workers of one search know of the game.
#[derive(Debug)]
pub struct Scene {
    /// Positional or situational.
    pub(super) ko: KoRule,
    /// Keys that superko forbids: of boards, with the turn if that matters.
    pub(super) seen: FxHashSet<Key>,
    /// Points to take from Black's area to get the score.
    white_bonus: f32,
    /// Points that White gets more in playouts, so that a handicap does not decide them all.
    pub(super) allowance: f32,
    aim: Aim,
    pub(super) ending: Ending,
    /// Whether own stones may be played to death.
    pub(super) suicide: Suicide,
    /// Whether the board is small enough to be solved: then every move is looked at.
    pub(super) solvable: bool,
    /// Who wins, if that was proved before the search.
    solved: Option<Solved>,
    /// Who owns what at the end of the playouts.
    pub ownership: Ownership,
    /// The same for each root move, by action; empty if nobody asked.
    by_move: Vec<Ownership>,
    /// On which points the result depends, if that counts.
    pub(super) critical: Option<Critical>,
}

/// Critical points, and how much they count.
#[derive(Debug)]
pub(super) struct Critical {
    pub(super) points: Criticality,
    /// Virtual playouts of a move to a point on which everything depends.
    pub(super) worth: f32,
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
pub(super) enum Ending {
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
            allowance: komi::allowance(game, config.dynamic_komi as f32),
            aim: Aim::Win { lead: config.score_share as f32 },
            ending: if counted { Ending::Counted } else { Ending::Agreed },
            suicide: rules.suicide,
            solvable: counted && Question::fits(board),
            solved: None,
            ownership: Ownership::new(board.size()),
            by_move: Vec::new(),
            critical: (config.criticality > 0.0).then(|| Critical {
                points: Criticality::new(board.size()),
                worth: config.criticality as f32,
            }),
        }
    }

    /// Proves who wins, if the board is small enough and `patience` lasts.
    pub fn solve(&mut self, game: &Game<Board>, patience: &mut Patience<'_>) {
        if self.solvable {
            let (ko, suicide, white_bonus) = (self.ko, self.suicide, self.white_bonus);
            self.solved = Question { game, ko, suicide, white_bonus }.solve(patience);
        }
    }

    /// The move that is proved to win, if the winner is to move.
    pub(super) fn winning_move(&self) -> Option<Move> {
        self.solved.and_then(|solved| solved.best)
    }

    /// What was proved about Black's score after the root move `mv`: if the side to move wins, about its
    /// best move, else about all.
    pub(super) fn proved_after(&self, mv: Move) -> Bounds {
        match self.solved {
            Some(Solved { winner, balance, best }) if best.is_none_or(|best| best == mv) => {
                match winner {
                    Color::First => Bounds { low: self.whole(balance), ..Bounds::OPEN },
                    Color::Second => Bounds { high: self.whole(balance), ..Bounds::OPEN },
                }
            }
            _ => Bounds::OPEN,
        }
    }

    /// From now on ownership is also kept for each root move.
    pub fn keep_moves_apart<const CELLS: usize>(&mut self) {
        let size = self.ownership.size();
        self.by_move.resize_with(CELLS, || Ownership::new(size));
    }

    /// Who owns what at the end of the playouts that began with `action`, if that was kept for some.
    pub fn after(&self, action: Action) -> Option<&Ownership> {
        self.kept_for(action).filter(|owners| owners.playouts() > 0)
    }

    /// Where the ownership after `action` is kept, if anybody asked for it.
    pub(super) fn kept_for(&self, action: Action) -> Option<&Ownership> {
        self.by_move.get(usize::from(action.0))
    }

    /// Takes over who owned what in an `earlier` search of the same root, whose tree goes on, too.
    pub fn go_on_from(&mut self, earlier: &Self) {
        self.ownership.join(&earlier.ownership);
        for (owners, known) in self.by_move.iter().zip(&earlier.by_move) {
            owners.join(known);
        }
    }

    /// A scene in which every point counts: both sides save what can be saved, whoever is ahead.
    /// `par` is the expected score.
    pub fn for_points(game: &Game<Board>, config: &Config, par: f32) -> Self {
        Self {
            aim: Aim::Points { par },
            allowance: 0.0,
            ending: Ending::Agreed,
            solvable: false,
            ..Self::new(game, config)
        }
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

    /// The same in whole points, half points rounded away from zero.
    pub(super) fn whole(&self, area: i32) -> i16 {
        let score = self.score(area);
        if score > 0.0 { score.ceil() as i16 } else { score.floor() as i16 }
    }

    /// Value of a score for Black, 0 to 1.
    pub(super) fn value(&self, score: f32) -> f32 {
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
pub(super) fn situation(ko: KoRule, stones: Key, turn: Color) -> Key {
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
