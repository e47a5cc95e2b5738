//! Which stones are dead, which live in seki, and what the game comes to.
//!
//! Two searches of the whole board, Black first and White first, both sides playing for points, say
//! who owns each point in the end. Groups with little room are read one by one (`reading`), because
//! the deadly move is easily overlooked there; pass-alive stones need no reading. Neither the turn nor
//! passes matter, so the answer is the same before and after both sides pass.

use std::sync::Arc;
use std::time::Duration;

use super::deadline::Deadline;
use super::dues::dues;
use super::enclosure::enclose;
use super::ownership::Ownership;
use super::playout::policy::Policy;
use super::reading::{self, Fate};
use super::room::{Room, mean};
use super::scene::Scene;
use super::settings::Config;
use super::worker::Worker;
use crate::base::Random;
use crate::game::go::fast::FastBoard;
use crate::game::go::score::{self, Agreement};
use crate::game::go::{Board, Chain, Point, Rules, Scoring, Size, benson};
use crate::game::{Color, Game};
#[cfg(test)]
use crate::search::Control;
use crate::search::uct::{self, Run, Tree, Tuning};

/// What a point of the board adds to the time of a judgement.
const TIME_PER_POINT: Duration = Duration::from_millis(3);
/// Plain playouts that tell what to expect.
const SAMPLES: u32 = if cfg!(fuzzing) { 2 } else { 200 };
/// Playouts of the search for each side to move.
const PLAYOUTS: u64 = if cfg!(fuzzing) { 20 } else { 2000 };
/// Chains that are read at most, the most doubtful first: the time is bounded.
const MOST_READ: usize = 40;
/// Boards with more points are read part by part.
const LARGE: usize = 15 * 15;
/// Memory of that search.
const TREE_BYTES: usize = 64 << 20;
/// How often that search looks at the clock.
const TICK: Duration = Duration::from_millis(2);
/// Seed of those playouts: the same stones are always judged the same.
const SEED: u64 = 0x6a75_6467;
/// A chain is dead if its points are the enemy's by more than this on average.
const DEAD_BELOW: f32 = 0.0;
/// A chain that keeps, or loses, no more of its points than this depends on who moves next.
const DOUBTFUL: f32 = 0.5;
/// A chain that keeps, or loses, this much of its points in playouts is settled if it has room.
const SETTLED: f32 = 0.9;
/// In so little space playouts overlook the deadly move.
const SMALL_ROOM: usize = 14;
/// A point this much one side's is its own.
const OWNED: f32 = 0.7;
/// A point this much one side's, though both can reach it yet, will be its land.
const CLAIMED: f32 = 0.8;
/// A point that is nobody's this often at the end is a shared liberty of a seki.
const UNFILLED: f32 = 0.3;
/// Two eyes can be made of so many points.
const ROOM_FOR_TWO: usize = 7;
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
    /// Nobody's stones depend on who moves next.
    pub settled: bool,
    /// Points behind borders that are not closed yet, and the gaps in these borders.
    pub open: Vec<Point>,
}

impl Judgement {
    /// What the present position of `game` comes to where everything on the board lives.
    pub fn all_alive(game: &Game<Board>) -> Self {
        let chains = game.position().chains().into_iter().map(|chain| (chain, Status::Alive));
        let size = game.position().size();
        let owner = |point| match game.position().stone(point) {
            Some(Color::First) => 1.0,
            Some(Color::Second) => -1.0,
            None => 0.0,
        };
        Self {
            chains: chains.collect(),
            ownership: size.reading_order().map(owner).collect(),
            score: game.score(&[]),
            settled: true,
            open: Vec::new(),
        }
    }

    /// The stones of chains with this status, both colours, chain by chain.
    pub fn stones(&self, status: Status) -> Vec<Point> {
        self.chains(status).flat_map(|chain| chain.stones.iter().copied()).collect()
    }

    /// The chains with this status.
    pub fn chains(&self, status: Status) -> impl Iterator<Item = &Chain> {
        self.chains.iter().filter(move |(_, found)| *found == status).map(|(chain, _)| chain)
    }
}

/// Judges the present position of `game`; `None` if that is not done by the `deadline`, for half a
/// judgement is worse than none.
pub fn judge(game: &Game<Board>, deadline: &Deadline<'_>) -> Option<Judgement> {
    let size = game.position().size();
    let judgement = match size.width().max(size.height()) {
        0..=9 => judge_on::<128>(game, deadline),
        10..=13 => judge_on::<256>(game, deadline),
        14..=19 => judge_on::<512>(game, deadline),
        _ => judge_on::<1024>(game, deadline),
    };
    (!deadline.is_past()).then_some(judgement)
}

/// Judges the present position of `game`, however long it takes.
#[cfg(test)]
pub fn judge_in_full(game: &Game<Board>) -> Judgement {
    judge(game, &Deadline::none(&Control::new(false))).expect("nobody stops it")
}

fn judge_on<const CELLS: usize>(game: &Game<Board>, deadline: &Deadline<'_>) -> Judgement {
    let ownership = survey::<CELLS>(game, deadline);
    let mut judged = by_ownership(game.position(), &ownership);
    read_groups::<CELLS>(game.position(), &ownership, &mut judged, deadline);
    finish(game, &ownership, judged)
}

/// How long a judgement takes, roughly, on a slow machine.
pub fn expected_time(size: Size) -> Duration {
    TIME_PER_POINT * size.points() as u32
}

/// Judges the present position of `game` by playouts made already.
pub fn judge_by(game: &Game<Board>, ownership: &Ownership) -> Judgement {
    finish(game, ownership, by_ownership(game.position(), ownership))
}

/// A chain with what is thought of it so far.
struct Judged {
    chain: Chain,
    status: Status,
    basis: Basis,
}

/// What a status rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// Benson's algorithm: certain.
    Benson,
    /// The chain was read, whoever begins.
    Reading,
    /// The searches of the whole board.
    Survey,
}

fn by_ownership(board: &Board, ownership: &Ownership) -> Vec<Judged> {
    let safe = Color::BOTH.map(|color| benson::pass_alive(board, color));
    let judge = |chain: Chain| {
        let owns = |color: Color| safe[color.index()].owns(board.size(), chain.stones[0]);
        let (status, basis) = if owns(chain.color) {
            (Status::Alive, Basis::Benson)
        } else if owns(chain.color.other()) {
            (Status::Dead, Basis::Benson)
        } else if mean(&chain, ownership) < DEAD_BELOW {
            (Status::Dead, Basis::Survey)
        } else {
            (Status::Alive, Basis::Survey)
        };
        Judged { chain, status, basis }
    };
    board.chains().into_iter().map(judge).collect()
}

fn finish(game: &Game<Board>, ownership: &Ownership, mut judged: Vec<Judged>) -> Judgement {
    mark_seki(game.position(), ownership, &mut judged);
    let settled = judged.iter().all(|judged| is_settled(judged, ownership));
    let chains: Vec<(Chain, Status)> =
        judged.into_iter().map(|judged| (judged.chain, judged.status)).collect();
    let stones = |wanted: Status| -> Vec<Point> {
        let found = chains.iter().filter(|(_, status)| *status == wanted);
        found.flat_map(|(chain, _)| chain.stones.iter().copied()).collect()
    };
    let (dead, seki) = (stones(Status::Dead), stones(Status::Seki));
    let claims = claims(game.position().size(), ownership);
    let agreed = Agreement { dead: &dead, seki: Some(&seki), claims: &claims };
    let count = score::count_agreed(game.position(), game.rules(), &agreed);
    let mut score = game.score_of(&count);
    if game.rules().scoring == Scoring::Territory {
        let [black, white] = dues(game.position(), &dead, &count.owner);
        score += white as f32 - black as f32;
    }
    let open = open_borders(game.position(), count.open, &seki);
    Judgement { chains, ownership: ownership.map(Color::First), score, settled, open }
}

/// Whose land each point will be.
fn claims(size: Size, ownership: &Ownership) -> Vec<Option<Color>> {
    let claimed_by = |point, color| ownership.of(point, color) > CLAIMED;
    let claimant = |point| Color::BOTH.into_iter().find(|&color| claimed_by(point, color));
    size.all().map(claimant).collect()
}

/// Points behind open borders, with the gaps; what is shared in a seki stays open for good.
fn open_borders(board: &Board, mut open: Vec<Point>, seki: &[Point]) -> Vec<Point> {
    let near = |point: Point| board.size().neighbours(point);
    open.retain(|&point| !near(point).iter().any(|at| seki.contains(at)));
    let beside = |point: &Point| near(*point).iter().any(|at| open.contains(at));
    let gaps = board.size().all().filter(|&at| board.is_vacant(at) && !open.contains(&at));
    let gaps: Vec<Point> = gaps.filter(beside).collect();
    open.extend(gaps);
    open
}

/// Whether it does not matter for the chain who moves next.
fn is_settled(judged: &Judged, ownership: &Ownership) -> bool {
    judged.basis != Basis::Survey
        || judged.status == Status::Seki
        || (mean(&judged.chain, ownership).abs() > DOUBTFUL
            && (judged.status == Status::Dead || judged.chain.liberties.len() > 1))
}

/// Reads the chains that have little room or do not surely keep their stones.
fn read_groups<const CELLS: usize>(
    board: &Board,
    ownership: &Ownership,
    judged: &mut [Judged],
    deadline: &Deadline<'_>,
) {
    let chains: Vec<Chain> = judged.iter().map(|judged| judged.chain.clone()).collect();
    let mut doubtful: Vec<&mut Judged> =
        judged.iter_mut().filter(|judged| judged.basis == Basis::Survey).collect();
    let certainty = |judged: &Judged| mean(&judged.chain, ownership).abs();
    doubtful.sort_by(|a, b| certainty(a).total_cmp(&certainty(b)));
    let mut read = 0;
    for judged in doubtful {
        let chain = &judged.chain;
        let room = Room::around(board, ownership, &chains, chain.stones[0], chain.color);
        let settled = mean(chain, ownership).abs() > SETTLED;
        if settled && room.space > SMALL_ROOM {
            continue;
        }
        if read >= MOST_READ || deadline.is_past() {
            break;
        }
        read += 1;
        // Where playouts of the whole board are long, only the room is played.
        let enclosed = (board.size().points() > LARGE)
            .then(|| enclose(board, &room.points, chain.color.other()))
            .flatten();
        let area: Vec<_> = room.points.iter().map(|&p| FastBoard::<CELLS>::vertex(p)).collect();
        let target = FastBoard::<CELLS>::vertex(chain.stones[0]);
        let fate_on = |board: &Board| {
            reading::read(&FastBoard::<CELLS>::of(board), target, &area, SEED, deadline)
        };
        let lives = mean(chain, ownership) > DEAD_BELOW;
        let fate = match enclosed.as_ref().map(&fate_on) {
            None => fate_on(board),
            // The wall has two eyes too many: the chain may live in seki with those who surround it.
            Some(Fate::Dies) if lives => fate_on(board),
            Some(fate) => fate,
        };
        (judged.status, judged.basis) = match fate {
            Fate::Open => continue,
            // In a room of its own the chain does not meet what takes it in every game of the whole board.
            Fate::Lives if mean(chain, ownership) < -SETTLED => continue,
            Fate::Lives => (Status::Alive, Basis::Reading),
            Fate::Dies => (Status::Dead, Basis::Reading),
        };
    }
}

/// Who owns what when both sides play for points, Black first and White first in turn.
fn survey<const CELLS: usize>(game: &Game<Board>, deadline: &Deadline<'_>) -> Ownership {
    let size = game.position().size();
    let rough = sample(&FastBoard::<CELLS>::of(game.position()), deadline);
    let all = Ownership::new(size);
    for first in Color::BOTH {
        all.join(&search::<CELLS>(game, first, rough.balance(), deadline));
    }
    all
}

/// Plain playouts, Black first and White first in turn.
fn sample<const CELLS: usize>(start: &FastBoard<CELLS>, deadline: &Deadline<'_>) -> Ownership {
    let ownership = Ownership::new(start.size());
    let policy = Policy::default();
    let mut random = Random::seeded(SEED);
    for n in (0..SAMPLES).take_while(|_| !deadline.is_past()) {
        let mut board = start.clone();
        board.forget_moves();
        board.set_turn(Color::BOTH[n as usize % 2]);
        policy.play_out(&mut board, &mut random, |_, _| {});
        ownership.add(&board);
    }
    ownership
}

/// Who owns what at the end of a tree search with `first` to move.
fn search<const CELLS: usize>(
    game: &Game<Board>,
    first: Color,
    balance: f32,
    deadline: &Deadline<'_>,
) -> Ownership {
    let mut board = Board::new(game.position().size());
    for point in board.size().all() {
        board.set(point, game.position().stone(point));
    }
    board.set_turn(first);
    // Neither history nor komi matter for life and death.
    let game = Game::new(board, Rules::CHINESE.with_komi(0.0));
    let config = Config::default();
    let scene = Arc::new(Scene::for_points(&game, &config, balance));
    let random = Random::seeded(SEED ^ first.index() as u64);
    let mut workers = [Worker::<CELLS>::new(&game, Arc::clone(&scene), &config, random)];
    let tuning = Tuning {
        exploration: 0.0,
        rave_equivalence: config.rave_equivalence as f32,
        expand_after: config.expand_after,
        proof: scene.proof(),
        ..Tuning::default()
    };
    let run = Run { tuning: &tuning, playouts: Some(PLAYOUTS), only: None, tick: TICK };
    let mut tree = Tree::with_bytes(TREE_BYTES);
    uct::search(&mut tree, &mut workers, &run, deadline.control(), &mut |_, _| deadline.flow());
    drop(workers);
    Arc::into_inner(scene).expect("the workers are gone").ownership
}

/// Living groups of both sides that share a liberty nobody can fill, with at most one eye, are in seki.
fn mark_seki(board: &Board, ownership: &Ownership, judged: &mut [Judged]) {
    let stays = |judged: &Judged| match judged.basis {
        Basis::Benson => false,
        Basis::Reading => true,
        Basis::Survey => mean(&judged.chain, ownership) > SEKI_ABOVE,
    };
    let shares = |judged: &Judged, point: Point| {
        let nobodys = ownership.of(point, Color::First).abs() <= OWNED;
        ownership.unfilled(point) > UNFILLED || (nobodys && is_locked_in(board, judged, ownership))
    };
    let alive = |color: Color, all: &[Judged], point: Point| {
        all.iter().position(|judged| {
            judged.status != Status::Dead
                && judged.chain.color == color
                && judged.chain.liberties.contains(&point)
                && stays(judged)
                && shares(judged, point)
                && eyes(board, &judged.chain, ownership) < 2
        })
    };
    for point in board.size().all().filter(|&point| board.is_vacant(point)) {
        let shared = Color::BOTH.map(|color| alive(color, judged, point));
        if let [Some(black), Some(white)] = shared {
            judged[black].status = Status::Seki;
            judged[white].status = Status::Seki;
        }
    }
}

/// Whether playouts do not let a chain live for sure and all its liberties are eyes or beside the enemy: then
/// a liberty that is nobody's in the end is no dame, playouts only did not stay out of it.
fn is_locked_in(board: &Board, judged: &Judged, ownership: &Ownership) -> bool {
    let chain = &judged.chain;
    let beside_enemy = |point: Point| {
        let near = board.size().neighbours(point);
        near.iter().any(|&at| board.stone(at) == Some(chain.color.other()))
    };
    let is_eye = |point: Point| {
        let near = board.size().neighbours(point);
        near.iter().all(|&at| board.stone(at) == Some(chain.color))
    };
    mean(chain, ownership) < SETTLED
        && chain.liberties.iter().all(|&point| is_eye(point) || beside_enemy(point))
}

/// Eyes of the group of a chain: the parts of the points that it owns without having a stone there.
/// The group are all chains that such points connect.
fn eyes(board: &Board, chain: &Chain, ownership: &Ownership) -> usize {
    let size = board.size();
    let is_stone = |point: Point| board.stone(point) == Some(chain.color);
    let owned = |point: Point| ownership.of(point, chain.color) > OWNED;
    let mut seen = vec![false; size.points()];
    let group = connected(size, chain.stones[0], &mut seen, owned);
    let mut seen = vec![false; size.points()];
    let mut eyes = 0;
    for &point in group.iter().filter(|&&point| !is_stone(point)) {
        if !seen[size.index(point)] {
            let eye = connected(size, point, &mut seen, |near| owned(near) && !is_stone(near));
            eyes += if eye.len() < ROOM_FOR_TWO { 1 } else { 2 };
        }
    }
    eyes
}

/// The points that can be reached from `start` over points that `fits`, `start` first.
fn connected(
    size: Size,
    start: Point,
    seen: &mut [bool],
    fits: impl Fn(Point) -> bool,
) -> Vec<Point> {
    let mut found = vec![start];
    seen[size.index(start)] = true;
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for &near in &size.neighbours(at) {
            if !seen[size.index(near)] && fits(near) {
                seen[size.index(near)] = true;
                found.push(near);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{Move, Rules};

    fn judged(diagram: &str, rules: Rules) -> Judgement {
        judge_in_full(&Game::new(diagram.parse().unwrap(), rules))
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
        let before = judge_in_full(&game);
        game.play(Move::Pass).unwrap();
        let between = judge_in_full(&game);
        game.play(Move::Pass).unwrap();
        let after = judge_in_full(&game);
        assert_eq!(before.score, between.score);
        assert_eq!(before.score, after.score);
        assert_eq!(before.stones(Status::Dead), after.stones(Status::Dead));
    }

    #[test]
    fn a_group_that_cannot_fill_its_eye_space_is_dead() {
        // White's twelve stones have the liberties A8 and C9: White at either is taken at the other.
        let game = "X X . O X O O . .
                    . O O O X X O . .
                    O O O X X X O O .
                    O X X . X O . . .
                    O X . X X O O . .
                    O O X X . X O O .
                    O X X X O X X O O
                    X . X . X . . X O
                    . X . . . X X X X";
        let judgement = judged(game, Rules::CHINESE);
        assert_eq!(
            texts(&judgement.stones(Status::Dead)),
            ["A3", "A4", "A5", "A6", "A7", "B4", "B7", "B8", "C7", "C8", "D8", "D9", "E3"]
        );
        assert_eq!(judgement.score, 25.5);
    }

    #[test]
    fn a_pyramid_fills_the_eye_space() {
        // After C1 and A1 White must take four stones that leave him one eye.
        let corner = "X X X X X . X
                      O O O O X X X
                      O . O X X . X
                      O X O O X X X
                      . X . O O X .";
        let judgement = judged(corner, Rules::CHINESE);
        assert_eq!(judgement.stones(Status::Dead).len(), 11);
    }

    #[test]
    fn a_group_with_one_eye_inside_a_living_one_is_dead() {
        // White has no second eye at the right; the lower left lives in a large room.
        let upper = ". X X O O O X . X
                     O O . O X X X . .
                     . O O O O X X . X
                     O X O . O O X X .
                     X X X O X X X X X
                     X O X X X . X O X
                     X O O O X X O O O
                     O O . . O O X O .
                     . . . . . . . . .";
        let judgement = judged(upper, Rules::CHINESE.with_komi(5.5));
        let dead = texts(&judgement.stones(Status::Dead));
        assert!(dead.contains(&"D9".into()) && dead.contains(&"G2".into()), "{dead:?}");
        assert!(!dead.contains(&"B4".into()), "{dead:?}");
    }

    #[test]
    fn two_eyes_in_a_row_of_four_live() {
        let row = ". . . . O X . X
                   O O O O O X X X
                   X X X X X X . X";
        assert!(judged(row, Rules::CHINESE).stones(Status::Dead).is_empty());
    }

    #[test]
    fn groups_that_share_their_last_liberties_are_in_seki() {
        // One eye each, three shared liberties: nobody may take the last of them.
        let seki = ". X . O .
                    X X . O O
                    X X . O O";
        let judgement = judged(seki, Rules::JAPANESE);
        assert_eq!(judgement.stones(Status::Seki).len(), 10, "{judgement:?}");
        assert_eq!(judgement.score, -6.5, "eyes in seki are no points");
        assert_eq!(judged(seki, Rules::CHINESE).score, -7.5);
    }
}
