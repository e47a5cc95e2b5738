//! Which stones are dead, which live in seki, and what the game comes to.
//!
//! Playouts from the stones on the board, Black and White moving first in turn, say who owns each
//! point in the end; pass-alive stones need no playout. Neither the turn nor passes matter, so the
//! answer is the same before and after both sides pass.

use super::ownership::Ownership;
use super::playout::policy::Policy;
use crate::base::Random;
use crate::game::go::fast::{Board9, Board13, Board19, Board25, FastBoard};
use crate::game::go::{Board, Chain, Point, benson};
use crate::game::{Color, Game};

/// Playouts behind a judgement.
const PLAYOUTS: u32 = 1000;
/// Seed of those playouts: the same stones are always judged the same.
const SEED: u64 = 0x6a75_6467;
/// A chain is dead if its points are the enemy's by more than this on average.
const DEAD_BELOW: f32 = -0.3;
/// A group is in seki only if it mostly survives.
const SEKI_ABOVE: f32 = 0.3;

/// What becomes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It lives.
    Alive,
    /// It lives without two eyes, sharing liberties.
    Seki,
    /// It will be captured.
    Dead,
}

/// A judged position.
#[derive(Clone, Debug)]
pub struct Judgement {
    chains: Vec<(Chain, Status)>,
    /// Who owns each point: 1 Black, −1 White. Rows from the top.
    pub ownership: Vec<f32>,
    /// Black's points minus White's by the rules of the game, komi included.
    pub score: f32,
}

impl Judgement {
    /// The stones of chains with this status, both colours, chain by chain.
    pub fn stones(&self, status: Status) -> Vec<Point> {
        self.chains(status).flat_map(|chain| chain.stones.iter().copied()).collect()
    }

    /// The chains with this status.
    pub fn chains(&self, status: Status) -> impl Iterator<Item = &Chain> {
        self.chains.iter().filter(move |(_, found)| *found == status).map(|(chain, _)| chain)
    }
}

/// Judges the present position of `game`.
pub fn judge(game: &Game<Board>) -> Judgement {
    let board = game.position();
    let ownership = match board.size().width().max(board.size().height()) {
        0..=9 => sample(&Board9::of(board)),
        10..=13 => sample(&Board13::of(board)),
        14..=19 => sample(&Board19::of(board)),
        _ => sample(&Board25::of(board)),
    };
    judge_by(game, &ownership)
}

/// Judges the present position of `game` by playouts made already.
pub fn judge_by(game: &Game<Board>, ownership: &Ownership) -> Judgement {
    let board = game.position();
    let safe = Color::BOTH.map(|color| benson::pass_alive(board, color));
    let mut chains: Vec<(Chain, Status)> = board
        .chains()
        .into_iter()
        .map(|chain| {
            let status = status(board, &chain, ownership, &safe);
            (chain, status)
        })
        .collect();
    mark_seki(board, ownership, &mut chains);
    let dead: Vec<Point> = chains
        .iter()
        .filter(|(_, status)| *status == Status::Dead)
        .flat_map(|(chain, _)| chain.stones.iter().copied())
        .collect();
    Judgement { chains, ownership: ownership.map(Color::First), score: game.score(&dead) }
}

fn sample<const CELLS: usize>(start: &FastBoard<CELLS>) -> Ownership {
    let ownership = Ownership::new(start.size());
    let policy = Policy::default();
    let mut random = Random::seeded(SEED);
    for n in 0..PLAYOUTS {
        let mut board = start.clone();
        board.forget_moves();
        board.set_turn(Color::BOTH[n as usize % 2]);
        policy.play_out(&mut board, &mut random, |_, _| {});
        ownership.add(&board);
    }
    ownership
}

fn status(
    board: &Board,
    chain: &Chain,
    ownership: &Ownership,
    safe: &[benson::PassAlive; 2],
) -> Status {
    let first = chain.stones[0];
    if safe[chain.color.index()].owns(board.size(), first) {
        return Status::Alive;
    }
    if safe[chain.color.other().index()].owns(board.size(), first) {
        return Status::Dead;
    }
    if mean(chain, ownership) < DEAD_BELOW { Status::Dead } else { Status::Alive }
}

fn mean(chain: &Chain, ownership: &Ownership) -> f32 {
    let sum: f32 = chain.stones.iter().map(|&stone| ownership.of(stone, chain.color)).sum();
    sum / chain.stones.len() as f32
}

/// Living chains of both sides that share a liberty nobody owns, with at most one eye between them
/// and it, are in seki.
fn mark_seki(board: &Board, ownership: &Ownership, chains: &mut [(Chain, Status)]) {
    let alive = |color: Color, chains: &[(Chain, Status)], point: Point| {
        chains.iter().position(|(chain, status)| {
            *status != Status::Dead
                && chain.color == color
                && chain.liberties.contains(&point)
                && eyes(board, chain, ownership) < 2
                && mean(chain, ownership) > SEKI_ABOVE
        })
    };
    for point in board.size().all().filter(|&point| board.is_vacant(point)) {
        if ownership.of(point, Color::First).abs() > 0.7 {
            continue;
        }
        let shared = Color::BOTH.map(|color| alive(color, chains, point));
        if let [Some(black), Some(white)] = shared {
            chains[black].1 = Status::Seki;
            chains[white].1 = Status::Seki;
        }
    }
}

/// Liberties that the chain alone owns.
fn eyes(board: &Board, chain: &Chain, ownership: &Ownership) -> usize {
    let own = |point: &&Point| {
        ownership.of(**point, chain.color) > 0.7
            && board
                .size()
                .neighbours(**point)
                .iter()
                .all(|&near| board.stone(near) != Some(chain.color.other()))
    };
    chain.liberties.iter().filter(own).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Move, Rules};

    fn judged(diagram: &str, rules: Rules) -> Judgement {
        judge(&Game::new(diagram.parse().unwrap(), rules))
    }

    fn texts(points: &[Point]) -> Vec<String> {
        let mut texts: Vec<String> = points.iter().map(Point::to_string).collect();
        texts.sort();
        texts
    }

    const SPLIT: &str = ". . . X O . . .
                         . O . X O . . .
                         . . . X O . X .
                         . . . X O . . .
                         . . . X O . . .
                         . . . X O . . .
                         . . . X O . . .
                         . . . X O . . .";

    #[test]
    fn a_lone_stone_in_enemy_land_is_dead() {
        let small = ". X . X O . O .
                     X X X X O O O O
                     . . O X O . X .
                     X X X X O O O O";
        let judgement = judged(small, Rules::CHINESE.with_komi(0.5));
        assert_eq!(texts(&judgement.stones(Status::Dead)), ["C2", "G2"]);
        assert_eq!(judgement.score, -0.5);
        assert!(judgement.ownership[0] > 0.9 && judgement.ownership[7] < -0.9);
    }

    #[test]
    fn passes_do_not_change_the_score() {
        let mut game = Game::new(SPLIT.parse().unwrap(), Rules::JAPANESE);
        let before = judge(&game);
        game.play(Move::Pass).unwrap();
        let between = judge(&game);
        game.play(Move::Pass).unwrap();
        let after = judge(&game);
        assert_eq!(before.score, between.score);
        assert_eq!(before.score, after.score);
        assert_eq!(before.stones(Status::Dead), after.stones(Status::Dead));
    }

    #[test]
    fn groups_that_share_their_last_liberties_are_in_seki() {
        // One eye each, three shared liberties: nobody may take the last of them.
        let seki = ". X . O .
                    X X . O O
                    X X . O O";
        let judgement = judged(seki, Rules::JAPANESE);
        assert_eq!(judgement.stones(Status::Seki).len(), 10);
        assert_eq!(judgement.score, -6.5, "eyes in seki are no points");
        assert_eq!(judged(seki, Rules::CHINESE).score, -7.5);
    }
}
