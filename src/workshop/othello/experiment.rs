//! The report's experiment: how often the tree search finds the best, second and third move, and what
//! each improvement wins, with the exact solver as the judge.
//!
//! Positions come from two classes of games: the tree search against the alpha-beta player, and the
//! alpha-beta player against itself.

use std::ops::RangeInclusive;

use crate::base::Random;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::solve::{Halt, Search, Table};
use crate::engine::othello::{Config, Player, Policy, SearchKind};
use crate::engine::{Common, Engine};
use crate::game::othello::flip::Portable;
use crate::game::othello::{BLACK, Board, Empties, Move};
use crate::game::{Color, Game, Position};
use crate::search::{Choice, Control, Limits};

/// Memory of a player: fixed simulations need little.
const HASH_MIB: usize = 64;
/// Random moves before a game of the experiment.
const RANDOM_MOVES: u32 = 8;
/// Plies the alpha-beta player looks ahead.
const DEPTH: u32 = 6;
/// Playouts of the tree search in games that only supply positions.
const SUPPLY_PLAYOUTS: u64 = 1000;

/// The numbers of moves whose ranking can be had: with more empties a position takes minutes, with fewer
/// there is little to choose.
pub const MOVE_NUMBERS: RangeInclusive<u32> = 30..=58;
/// Ranks that are told apart; what is below them need not be solved to the disc.
const RANKS: usize = 3;
/// Memory of the solver: near the end, and from so many empties on.
const SOLVER_MIB: usize = 32;
const FAR_SOLVER_MIB: usize = 256;
const FAR: u32 = 23;

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The tree search against a stronger player.
    Against,
    /// The stronger player against itself.
    SelfPlay,
}

impl Class {
    /// Both classes.
    pub const ALL: [Self; 2] = [Self::Against, Self::SelfPlay];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Against => "UCT - alpha-beta",
            Self::SelfPlay => "alpha-beta - alpha-beta",
        }
    }
}

/// The tree search with some of the improvements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in tables.
    pub name: &'static str,
    /// How playouts choose.
    pub policy: Policy,
    /// Known results are backed up by minimax.
    pub minimax: bool,
    /// The margin counts too.
    pub score: bool,
    /// Positions of the tree with so many empties or fewer are solved; beyond the report.
    pub solve_in_tree: u32,
}

/// The report's baseline, each improvement alone, all of them, and what we added.
pub const VARIANTS: [Variant; 6] = {
    let plain = Variant {
        name: "baseline",
        policy: Policy::Squares,
        minimax: false,
        score: false,
        solve_in_tree: 0,
    };
    let whole =
        Variant { name: "all three", policy: Policy::Report, minimax: true, score: true, ..plain };
    [
        plain,
        Variant { name: "stable discs", policy: Policy::Report, ..plain },
        Variant { name: "minimax backup", minimax: true, ..plain },
        Variant { name: "win size", score: true, ..plain },
        whole,
        Variant { name: "all three, solved leaves", solve_in_tree: 8, ..whole },
    ]
};

impl Variant {
    fn player(&self, seed: u64) -> Player {
        let usual = Config::default();
        Player::new(&Config {
            common: Common { threads: 1, hash_mib: HASH_MIB, seed: seed | 1, ..Common::default() },
            search: SearchKind::Uct,
            policy: self.policy,
            minimax_backup: self.minimax,
            score_weight: if self.score { usual.score_weight } else { 0.0 },
            solve_in_tree: self.solve_in_tree,
            solve_at_root: 0,
            ..usual
        })
    }
}

/// A position whose moves are judged.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Where it comes from.
    pub class: Class,
    /// The number of the move to be found, from 1 on.
    pub move_number: u32,
    game: Game<Board>,
    /// Its moves and their scores, the best first: the three best scores are exact, the others upper
    /// bounds below them.
    moves: Vec<(Move, i32)>,
}

/// How far the judge is with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judging {
    /// The number of the move that is due.
    pub move_number: u32,
    /// Moves solved.
    pub solved: usize,
    /// All moves.
    pub moves: usize,
}

impl Trial {
    /// 1 for a best move, 2 for one of the second-best score, 3 for one of the third; the ranks of others
    /// are greater.
    pub fn rank(&self, mv: Move) -> Option<usize> {
        let score = self.moves.iter().find(|known| known.0 == mv)?.1;
        let mut better: Vec<i32> =
            self.moves.iter().map(|known| known.1).filter(|&other| other > score).collect();
        better.dedup();
        Some(better.len() + 1)
    }

    /// The rank of the move a variant finds with so many simulations.
    pub fn attempt(&self, variant: &Variant, simulations: u64, seed: u64) -> Option<usize> {
        self.rank(chosen(&mut variant.player(seed), &self.game, simulations)?)
    }

    /// Judges a position; `None` if there is nothing to choose.
    fn judged(class: Class, game: &Game<Board>, watch: &mut dyn FnMut(Judging)) -> Option<Self> {
        let board = game.position();
        let empties = board.empties().count_ones();
        let weights = Weights::embedded();
        let mut nexts = nexts(board, &weights);
        if nexts.len() < RANKS {
            return None;
        }
        let table = Table::with_kib(if empties < FAR { SOLVER_MIB } else { FAR_SOLVER_MIB } << 10);
        let move_number = 61 - empties;
        let count = nexts.len();
        let mut moves: Vec<(Move, i32)> = Vec::new();
        for (mv, next) in nexts.drain(..) {
            watch(Judging { move_number, solved: moves.len(), moves: count });
            let mut search = Search::new(&table, Halt::default()).ordered_by(Some(&weights));
            let beta = third(&moves).map_or(64, |third| (1 - third).min(64));
            let score = -score(&mut search, &next, beta)?;
            let at = moves.partition_point(|known| known.1 >= score);
            moves.insert(at, (mv, score));
        }
        watch(Judging { move_number, solved: count, moves: count });
        Some(Self { class, move_number, game: game.clone(), moves })
    }
}

/// The positions after each move, what looks best for the mover first: the best scores known, the other
/// moves need only be shown to be worse.
fn nexts(board: &Board, weights: &Weights) -> Vec<(Move, Board)> {
    let mut legal = Vec::new();
    board.legal_moves(&mut legal);
    let mut nexts: Vec<(Move, Board)> = legal
        .into_iter()
        .map(|mv| {
            let mut next = *board;
            next.play(mv);
            (mv, next)
        })
        .collect();
    nexts.sort_by_key(|(_, next)| weights.evaluate(Portable, next.mover(), next.opponent()));
    nexts
}

/// The third-best score so far.
fn third(moves: &[(Move, i32)]) -> Option<i32> {
    let mut scores: Vec<i32> = moves.iter().map(|known| known.1).collect();
    scores.dedup();
    scores.get(RANKS - 1).copied()
}

/// The score of a position for its side to move; one above `beta` is a bound.
fn score(search: &mut Search<'_>, board: &Board, beta: i32) -> Option<i32> {
    match search.best(board, u64::MAX, -64, beta) {
        Some((_, score)) => Some(score),
        // Nothing to choose: a pass, or the end.
        None => search.score(board, -64, beta),
    }
}

/// Positions of one game of a class in which one of the moves `numbers` is due; `watch` is told how far
/// the judge is.
pub fn trials(
    class: Class,
    numbers: &[u32],
    seed: u64,
    watch: &mut dyn FnMut(Judging),
) -> Vec<Trial> {
    let mut game = random_opening(seed);
    let whole = VARIANTS[4];
    let mut tree = whole.player(seed);
    let mut strong = Player::new(&Config {
        common: Common { threads: 1, hash_mib: HASH_MIB, ..Common::default() },
        search: SearchKind::AlphaBeta,
        ..Config::default()
    });
    let tree_side = if seed.is_multiple_of(2) { Color::First } else { Color::Second };
    let mut trials = Vec::new();
    while !game.position().is_over() {
        let number = 61 - game.position().empties().count_ones();
        if numbers.contains(&number) && !game.position().must_pass() {
            trials.extend(Trial::judged(class, &game, watch));
        }
        let mv = if class == Class::Against && game.turn() == tree_side {
            chosen(&mut tree, &game, SUPPLY_PLAYOUTS)
        } else {
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            played(&mut strong, &game, &limits)
        };
        let last = numbers.iter().all(|&due| number >= due);
        if last || mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    trials
}

/// Two games between variants from one opening, colours swapped: the first one's points of 2.
pub fn pair(first: &Variant, second: &Variant, simulations: u64, seed: u64) -> f64 {
    let mut points = 0.0;
    for color in Color::BOTH {
        let mut game = random_opening(seed);
        let (mut one, mut other) = (first.player(seed), second.player(seed));
        while !game.position().is_over() {
            let player = if game.turn() == color { &mut one } else { &mut other };
            let mv = chosen(player, &game, simulations);
            if mv.is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        let black = game.position().difference(Empties::ToWinner);
        let margin = if color == BLACK { black } else { -black };
        points += f64::from(margin.signum() + 1) / 2.0;
    }
    points
}

fn random_opening(seed: u64) -> Game<Board> {
    let mut random = Random::seeded(seed);
    let mut game = Game::new(Board::default(), Default::default());
    for _ in 0..RANDOM_MOVES {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        let mv = moves.get(random.below(moves.len().max(1) as u32) as usize).copied();
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

fn chosen(player: &mut Player, game: &Game<Board>, simulations: u64) -> Option<Move> {
    played(player, game, &Limits { nodes: Some(simulations), ..Limits::default() })
}

fn played(player: &mut Player, game: &Game<Board>, limits: &Limits<Move>) -> Option<Move> {
    match player.think(game, limits, &Control::new(false), &mut |_| ()).choice {
        Choice::Play(mv) => Some(mv),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_equal_score_share_a_rank() {
        let game = Game::new(Board::default(), Default::default());
        let moves = ["d3", "c4", "f5", "e6"].map(|name| Move::Place(name.parse().unwrap()));
        let scored = moves.into_iter().zip([6, 6, 2, -4]).collect();
        let trial = Trial { class: Class::SelfPlay, move_number: 1, game, moves: scored };
        let ranks: Vec<_> = moves.iter().map(|&mv| trial.rank(mv)).collect();
        assert_eq!(ranks, [Some(1), Some(1), Some(2), Some(3)]);
        assert_eq!(trial.rank(Move::Pass), None);
    }

    #[test]
    fn a_game_gives_positions_of_the_numbers_asked_for_and_the_solver_judges_them() {
        let trials: Vec<Trial> =
            (0..4).flat_map(|seed| trials(Class::SelfPlay, &[53, 55], seed, &mut |_| ())).collect();
        assert!(!trials.is_empty());
        for trial in &trials {
            assert!([53, 55].contains(&trial.move_number));
            assert!(trial.moves.len() >= 3 && trial.moves.is_sorted_by_key(|known| -known.1));
            // With known results backed up, a few thousand simulations see a game of eight empties
            // through.
            let rank = trial.attempt(&VARIANTS[5], 2000, 1);
            assert_eq!(rank, Some(1), "move {} of\n{}", trial.move_number, trial.game.position());
        }
    }

    /// The scores of all moves, every one exact.
    fn exact(board: &Board) -> Vec<(Move, i32)> {
        let table = Table::with_kib(1 << 10);
        let solve = |next: &Board| {
            Search::new(&table, Halt::default()).score(next, -64, 64).expect("nothing halts it")
        };
        let nexts = nexts(board, &Weights::embedded());
        nexts.into_iter().map(|(mv, next)| (mv, -solve(&next))).collect()
    }

    #[test]
    fn the_three_best_scores_are_exact_and_the_others_are_below_them() {
        let mut judged = 0;
        for seed in 0..6 {
            for trial in trials(Class::SelfPlay, &[46, 48, 50], seed, &mut |_| ()) {
                let board = trial.game.position();
                let exact = exact(board);
                assert_eq!(trial.moves.len(), exact.len());
                let truth = Trial { moves: sorted(exact), ..trial.clone() };
                for &(mv, _) in &truth.moves {
                    let (rank, told) = (truth.rank(mv).unwrap(), trial.rank(mv).unwrap());
                    assert!(rank == told || rank.min(told) > RANKS, "{mv}, seed {seed}\n{board}");
                }
                judged += 1;
            }
        }
        assert!(judged > 6, "{judged}");
    }

    fn sorted(mut moves: Vec<(Move, i32)>) -> Vec<(Move, i32)> {
        moves.sort_by_key(|known| -known.1);
        moves
    }

    #[test]
    fn whoever_watches_is_told_of_each_move_solved() {
        let mut seen: Vec<Judging> = Vec::new();
        let found = (0..8).find_map(|seed| {
            seen.clear();
            trials(Class::SelfPlay, &[54], seed, &mut |judging| seen.push(judging)).pop()
        });
        let moves = found.expect("some game has a choice of three moves").moves.len();
        let told: Vec<_> =
            (0..=moves).map(|solved| Judging { move_number: 54, solved, moves }).collect();
        assert_eq!(seen, told);
    }

    #[test]
    fn a_variant_against_itself_shares_the_points() {
        let variant = VARIANTS[0];
        assert_eq!(pair(&variant, &variant, 30, 5), 1.0);
    }
}
