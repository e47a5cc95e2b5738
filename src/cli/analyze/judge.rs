//! What a player thinks of each move of a record. No game is named here but in [`Analyzable`].

use crate::engine::Engine;
use crate::engine::go::{Deadline, judge as judge_stones};
use crate::game::{Color, Game, Outcome, Position, go, othello, xiangqi};
use crate::record::{NodeId, Record, Recordable, ReplayError};
use crate::search::{Control, Limits, Score};

/// A game whose records can be analysed.
pub(super) trait Analyzable: Recordable {
    /// Who judges.
    type Player: Engine<Position = Self>;
    /// Nodes or playouts spent on a position unless asked otherwise.
    const NODES: u64;
    /// An advantage, in hundredths, with which ten of eleven points are won.
    const TEN_TO_ONE: f32;

    /// How the game ended, if it did.
    fn ended(game: &Game<Self>) -> Option<Outcome> {
        game.outcome()
    }

    /// What a finished game is worth to `side`.
    fn worth(outcome: &Outcome, side: Color) -> Score {
        match outcome.winner {
            Some(winner) if winner == side => Score::Mate(1),
            Some(_) => Score::Mate(0),
            None => Score::Hundredths(0),
        }
    }
}

impl Analyzable for xiangqi::Board {
    type Player = crate::engine::xiangqi::Player;
    const NODES: u64 = 300_000;
    const TEN_TO_ONE: f32 = 400.0;
}

impl Analyzable for go::Board {
    type Player = crate::engine::go::Player;
    const NODES: u64 = 2000;
    const TEN_TO_ONE: f32 = 1000.0;

    /// Where dead stones are agreed upon, as the player judges them.
    fn ended(game: &Game<Self>) -> Option<Outcome> {
        let counted = game.outcome()?;
        if !game.rules().has_dead_stones() {
            return Some(counted);
        }
        let judgement = judge_stones(game, &Deadline::none(&Control::new(false)))?;
        Some(Outcome::by_score(judgement.score))
    }

    /// The points it is won by.
    fn worth(outcome: &Outcome, side: Color) -> Score {
        let points = outcome.margin.unwrap_or(0.0);
        match outcome.winner {
            Some(winner) if winner == side => Score::Chance { win: 1.0, lead: points },
            Some(_) => Score::Chance { win: 0.0, lead: -points },
            None => Score::Chance { win: 0.5, lead: 0.0 },
        }
    }
}

impl Analyzable for othello::Board {
    type Player = crate::engine::othello::Player;
    const NODES: u64 = 200_000;
    const TEN_TO_ONE: f32 = 800.0;

    /// The discs it is won by.
    fn worth(outcome: &Outcome, side: Color) -> Score {
        let hundredths = (100.0 * outcome.margin.unwrap_or(0.0)) as i32;
        Score::Hundredths(if outcome.winner == Some(side) { hundredths } else { -hundredths })
    }
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// It gives a little away.
    Doubtful,
    /// It gives much away.
    Mistake,
    /// It throws away a won game, or a level one.
    Blunder,
}

impl Fault {
    /// All of them, the least first, with the winning chance each gives away at least.
    pub(super) const ALL: [(Self, f32); 3] =
        [(Self::Doubtful, 0.08), (Self::Mistake, 0.16), (Self::Blunder, 0.30)];

    /// The fault of a move that gives this much of its winning chance away.
    pub(super) fn of(loss: f32) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|&(_, least)| loss >= least).map(|(fault, _)| fault)
    }

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Doubtful => "doubtful",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// What the player thinks of a position.
#[derive(Clone, Debug)]
struct Opinion<M> {
    /// Who is to move.
    turn: Color,
    /// To the side to move.
    score: Score,
    best_line: Vec<M>,
    depth: u32,
    nodes: u64,
}

/// A move of the main line, judged.
#[derive(Clone, Debug)]
pub(super) struct Judged<M> {
    /// Where it stands in the tree.
    pub(super) node: NodeId,
    /// Its number, from 1.
    pub(super) number: u32,
    /// Who played it.
    pub(super) mover: Color,
    /// The move.
    pub(super) played: M,
    /// What the position is worth after it, to the mover.
    pub(super) score: Score,
    /// What the best move is worth, to the mover.
    pub(super) best_score: Score,
    /// The best line, the best move first; empty if the search gave none.
    pub(super) best_line: Vec<M>,
    /// How deep the best line was searched.
    pub(super) depth: u32,
    /// Nodes or playouts spent on it.
    pub(super) nodes: u64,
    /// How much of its winning chance the mover gave away, `0..=1`.
    pub(super) loss: f32,
}

impl<M: PartialEq> Judged<M> {
    /// How bad the move is.
    pub(super) fn fault(&self) -> Option<Fault> {
        Fault::of(self.loss)
    }

    /// Whether it is the best move.
    pub(super) fn is_best(&self) -> bool {
        self.best_line.first() == Some(&self.played)
    }
}

/// The winning chance that a score means to its side.
pub(super) fn chance<P: Analyzable>(score: Score) -> f32 {
    match score {
        Score::Chance { win, .. } => win,
        Score::Mate(moves) => f32::from(u8::from(moves > 0)),
        Score::Hundredths(value) => 1.0 / (1.0 + 10_f32.powf(-(value as f32) / P::TEN_TO_ONE)),
    }
}

/// The same score as the other side sees it.
pub(super) fn turned(score: Score) -> Score {
    match score {
        // The side that is mated now has been mated by the move before.
        Score::Mate(0) => Score::Mate(1),
        other => other.turned(),
    }
}

/// A move of the main line: the game before it, the move, and the node that has it.
struct Turn<P: Analyzable> {
    node: NodeId,
    before: Game<P>,
    mover: Color,
    played: P::Move,
    after: Game<P>,
}

/// What was judged of a main line that the rules refuse from some move on.
#[derive(Clone, Debug)]
pub(super) struct Fragment<M> {
    /// The moves before it.
    pub(super) judged: Vec<Judged<M>>,
    /// Where and why it is refused.
    pub(super) error: ReplayError,
}

/// Judges every move of the main line, the last first: what comes later is then known already.
pub(super) fn judge<P: Analyzable>(
    record: &Record,
    player: &mut P::Player,
    limits: &Limits<P::Move>,
    mut done: impl FnMut(),
) -> Result<Vec<Judged<P::Move>>, Fragment<P::Move>> {
    let (turns, error) = turns::<P>(record);
    player.new_game();
    let mut judged = Vec::with_capacity(turns.len());
    let mut next: Option<Opinion<P::Move>> = None;
    for (index, turn) in turns.iter().enumerate().rev() {
        let after = match next.take() {
            Some(opinion) => opinion,
            None => opinion::<P>(&turn.after, player, limits),
        };
        let before = opinion::<P>(&turn.before, player, limits);
        judged.push(compare::<P>(turn, index as u32 + 1, &before, &after));
        next = Some(before);
        done();
    }
    judged.reverse();
    match error {
        Some(error) => Err(Fragment { judged, error }),
        None => Ok(judged),
    }
}

fn compare<P: Analyzable>(
    turn: &Turn<P>,
    number: u32,
    before: &Opinion<P::Move>,
    after: &Opinion<P::Move>,
) -> Judged<P::Move> {
    let is_best = before.best_line.first() == Some(&turn.played);
    let later = if after.turn == turn.mover { after.score } else { turned(after.score) };
    let loss = (chance::<P>(before.score) - chance::<P>(later)).max(0.0);
    Judged {
        node: turn.node,
        number,
        mover: turn.mover,
        played: turn.played,
        score: later,
        best_score: before.score,
        best_line: before.best_line.clone(),
        depth: before.depth,
        nodes: before.nodes,
        // Two searches of the same move may differ; that is no fault of the player's.
        loss: if is_best { 0.0 } else { loss },
    }
}

/// The moves of the main line with the games before and after them, and what ends them too early.
fn turns<P: Analyzable>(record: &Record) -> (Vec<Turn<P>>, Option<ReplayError>) {
    let mut turns = Vec::new();
    for node in record.tree.main_line() {
        let Some((mover, _)) = record.tree[node].played() else { continue };
        let after = match record.replay_to::<P>(node) {
            Ok(after) => after,
            Err(error) => return (turns, Some(error)),
        };
        let mut before = after.clone();
        // Without a move the node was set up by hand: there is nothing to judge.
        let Some(played) = before.undo() else { continue };
        turns.push(Turn { node, before, mover, played, after });
    }
    (turns, None)
}

/// What the player thinks of the present position, or what the rules say if the game is over.
fn opinion<P: Analyzable>(
    game: &Game<P>,
    player: &mut P::Player,
    limits: &Limits<P::Move>,
) -> Opinion<P::Move> {
    let turn = game.turn();
    let decided = |score| Opinion { turn, score, best_line: Vec::new(), depth: 0, nodes: 0 };
    if let Some(outcome) = P::ended(game) {
        return decided(P::worth(&outcome, turn));
    }
    let report = player.think(game, limits, &Control::new(false), &mut |_| ()).report;
    match report.lines.into_iter().next() {
        None => decided(Score::Hundredths(0)),
        Some(line) => Opinion {
            turn,
            score: line.score,
            best_line: line.pv,
            depth: report.depth,
            nodes: report.nodes,
        },
    }
}

/// The mean loss and the number of each fault of one side's moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Summary {
    /// Moves judged.
    pub(super) moves: u32,
    /// Mean of the winning chance given away.
    pub(super) mean_loss: f32,
    /// Number of doubtful moves, mistakes, blunders.
    pub(super) faults: [u32; 3],
}

/// The summary of `side`'s moves.
pub(super) fn summary<M: PartialEq>(judged: &[Judged<M>], side: Color) -> Summary {
    let mut found = Summary::default();
    for one in judged.iter().filter(|one| one.mover == side) {
        found.moves += 1;
        found.mean_loss += one.loss;
        if let Some(fault) = one.fault() {
            found.faults[fault as usize] += 1;
        }
    }
    found.mean_loss /= found.moves.max(1) as f32;
    found
}

/// Names of the two sides, the first first.
pub(super) const fn sides<P: Position>() -> [&'static str; 2] {
    if matches!(P::GAME.as_bytes(), b"xiangqi") { ["Red", "Black"] } else { ["Black", "White"] }
}
