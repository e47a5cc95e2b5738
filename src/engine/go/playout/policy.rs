//! The moves of a playout: answer the last move if it asks for one, else anything sensible.
//!
//! In turn: take a chain that just came into atari, save an own one, fight where both sides are
//! short of liberties, take the vital point of an eye space, answer by a 3x3 pattern, go on by one after the
//! own last move, take what is in atari somewhere, play anywhere. Only points near the last two moves
//! and a few drawn at random are looked at, so a move costs little more than a random one.
//!
//! The rates were found by `sanqi tune go-playouts`, which brings the share of playouts that a side wins
//! nearer to what long searches say.

use arrayvec::ArrayVec;

use super::pattern::Patterns;
use super::reply::Replies;
use super::softmax::Softmax;
use crate::base::Random;
use crate::game::go::fast::{FastBoard, Vertex};

/// Longest playout, in moves for each point of the board: cycles of captures end here.
const MOVES_PER_POINT: usize = 3;

/// Points that are drawn to find one that takes something.
const DRAWS: u32 = 8;

/// How often each kind of answer is considered, of 256, and what a random move avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Taking the chain of the last move.
    pub capture: u32,
    /// Saving own chains from atari.
    pub escape: u32,
    /// Playing where chains have two liberties.
    pub fight: u32,
    /// Playing at the vital point of a small eye space.
    pub nakade: u32,
    /// Answering by a pattern.
    pub pattern: u32,
    /// Else, playing by a pattern around the own last move.
    pub follow: u32,
    /// Looking for a chain in atari elsewhere.
    pub take: u32,
    /// Refusing to put own stones into atari. Shapes whose capture gives two eyes are always refused:
    /// they could be no nakade, and a seki would not last.
    pub avoid_self_atari: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            capture: 256,
            escape: 256,
            fight: 160,
            nakade: 253,
            pattern: 208,
            follow: 128,
            take: 48,
            avoid_self_atari: 182,
        }
    }
}

/// How a move is found when the last one asks for no answer by tactics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quiet {
    /// An answer by a 3x3 pattern, else anywhere.
    #[default]
    Patterns,
    /// By learned weights.
    Softmax,
}

/// Moves worth an answer; more are not looked at.
type Answers = ArrayVec<Vertex, 24>;

/// The policy of playouts. Holds no state of a game.
#[derive(Clone, Debug)]
pub struct Policy {
    rates: Rates,
    quiet: Quiet,
    patterns: &'static Patterns,
}

impl Default for Policy {
    fn default() -> Self {
        Self::new(Rates::default(), Quiet::default())
    }
}

impl Policy {
    /// A policy with these rates.
    pub fn new(rates: Rates, quiet: Quiet) -> Self {
        Self { rates, quiet, patterns: Patterns::get() }
    }

    /// Plays to the end, telling `each` every stone before it is played.
    pub fn play_out<const CELLS: usize>(
        &self,
        board: &mut FastBoard<CELLS>,
        random: &mut Random,
        each: impl FnMut(&FastBoard<CELLS>, Vertex),
    ) {
        self.play_out_with(None, board, random, each);
    }

    /// The same, giving the replies that are remembered where tactics ask for nothing.
    pub fn play_out_with<const CELLS: usize>(
        &self,
        replies: Option<&Replies<CELLS>>,
        board: &mut FastBoard<CELLS>,
        random: &mut Random,
        mut each: impl FnMut(&FastBoard<CELLS>, Vertex),
    ) {
        for _ in 0..MOVES_PER_POINT * board.size().points() {
            let vertex = self.choose(replies, board, random);
            if !vertex.is_pass() {
                each(board, vertex);
            }
            board.rush(vertex);
            if board.passes() >= 2 {
                break;
            }
        }
    }

    /// A move for the side to move, or a pass if nothing sensible is left.
    #[inline]
    fn choose<const CELLS: usize>(
        &self,
        replies: Option<&Replies<CELLS>>,
        board: &mut FastBoard<CELLS>,
        random: &mut Random,
    ) -> Vertex {
        if !board.last().is_pass() {
            let chances = Chances(random.word());
            let vertex = self
                .answer(board, chances, random)
                .or_else(|| replies.and_then(|replies| replies.to(board)))
                .or_else(|| self.fitting(board, chances, random));
            if let Some(vertex) = vertex {
                return vertex;
            }
        }
        if let Some(vertex) = self.capture_anywhere(board, random) {
            return vertex;
        }
        match self.quiet {
            Quiet::Patterns => self.anywhere(board, random),
            Quiet::Softmax => self.by_weights(board, random),
        }
    }

    fn answer<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        chances: Chances,
        random: &mut Random,
    ) -> Option<Vertex> {
        let mut found = Answers::new();
        if chances.allow(0, self.rates.capture) {
            capture_last(board, &mut found);
        }
        if found.is_empty() {
            let pressed = board.chains_near(board.last(), board.turn());
            if chances.allow(1, self.rates.escape) {
                escape(board, &pressed, &mut found);
            }
            if found.is_empty() && chances.allow(2, self.rates.fight) {
                fight(board, &pressed, &mut found);
            }
        }
        if found.is_empty() && chances.allow(4, self.rates.nakade) {
            nakade(board, &mut found);
        }
        pick(&found, random)
    }

    /// A point where a pattern fits, next to the last move or else to the one before.
    fn fitting<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        chances: Chances,
        random: &mut Random,
    ) -> Option<Vertex> {
        if self.quiet != Quiet::Patterns || !chances.allow(3, self.rates.pattern) {
            return None;
        }
        let mut found = Answers::new();
        self.fit_around(board, board.last(), &mut found);
        if found.is_empty() && !board.before_last().is_pass() && chances.allow(5, self.rates.follow)
        {
            self.fit_around(board, board.before_last(), &mut found);
        }
        pick(&found, random)
    }

    /// The points next to `vertex` where a pattern fits.
    fn fit_around<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        vertex: Vertex,
        found: &mut Answers,
    ) {
        for near in FastBoard::<CELLS>::around(vertex) {
            if board.is_vacant(near)
                && self.patterns.fits(board.code(near))
                && board.is_legal(near)
                && !board.is_self_atari(near)
            {
                found.push(near);
            }
        }
    }

    /// A point that takes something, among a few drawn at random.
    fn capture_anywhere<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        random: &mut Random,
    ) -> Option<Vertex> {
        if random.below(256) >= self.rates.take {
            return None;
        }
        let (own, count) = (board.turn(), board.vacant_count());
        (0..count.min(DRAWS))
            .map(|_| board.vacant_at(random.below(count)))
            .find(|&vertex| board.captured_stones(vertex, own) > 0 && board.is_legal(vertex))
    }

    /// Any legal point that is no own eye and, mostly, no self-atari.
    #[inline]
    fn anywhere<const CELLS: usize>(
        &self,
        board: &mut FastBoard<CELLS>,
        random: &mut Random,
    ) -> Vertex {
        let mut left = board.vacant_count();
        while left > 0 {
            let place = random.below(left);
            let vertex = board.vacant_at(place);
            if self.is_sensible(board, vertex, random) {
                return vertex;
            }
            left -= 1;
            board.swap_vacant(place, left);
        }
        Vertex::PASS
    }

    /// The same, drawn by learned weights.
    fn by_weights<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        random: &mut Random,
    ) -> Vertex {
        Softmax::of(board.size())
            .draw(board, random, |vertex, random| self.is_sensible(board, vertex, random))
    }

    #[inline]
    fn is_sensible<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        vertex: Vertex,
        random: &mut Random,
    ) -> bool {
        !board.code(vertex).is_eye_of(board.turn())
            && board.is_legal(vertex)
            && !self.refuses(board, vertex, random)
    }

    #[inline]
    fn refuses<const CELLS: usize>(
        &self,
        board: &FastBoard<CELLS>,
        vertex: Vertex,
        random: &mut Random,
    ) -> bool {
        if !board.is_self_atari(vertex) {
            return false;
        }
        let own = board.turn();
        if !board.is_killing_sacrifice(vertex, own) || board.leaves_only_an_eye(vertex, own) {
            return true;
        }
        // Who must take a killing shape or be taken has only one eye: that is no waste.
        let forcing = board
            .chains_near(vertex, own.other())
            .iter()
            .any(|&head| board.liberties::<3>(head).len() == 2);
        !forcing && random.below(256) < self.rates.avoid_self_atari
    }
}

/// One random word, which serves all the chances of a move.
#[derive(Clone, Copy)]
struct Chances(u64);

impl Chances {
    /// Whether the `n`th thing, done so often of 256, is done now.
    #[inline]
    const fn allow(self, n: u32, rate: u32) -> bool {
        (((self.0 >> (8 * n)) & 255) as u32) < rate
    }
}

#[inline]
fn pick(found: &Answers, random: &mut Random) -> Option<Vertex> {
    match found.as_slice() {
        [] => None,
        [only] => Some(*only),
        many => Some(many[random.below(many.len() as u32) as usize]),
    }
}

fn offer<const CELLS: usize>(board: &FastBoard<CELLS>, found: &mut Answers, vertex: Vertex) {
    if !found.contains(&vertex) && board.is_legal(vertex) {
        // A full list has answers enough.
        let _ = found.try_push(vertex);
    }
}

/// The last move left its own chain in atari: take it.
fn capture_last<const CELLS: usize>(board: &FastBoard<CELLS>, found: &mut Answers) {
    if let Some(liberty) = board.last_liberty(board.last()) {
        offer(board, found, liberty);
    }
}

/// Own chains next to the last move that are in atari: take what attacks them, or run.
fn escape<const CELLS: usize>(board: &FastBoard<CELLS>, pressed: &[Vertex], found: &mut Answers) {
    let own = board.turn();
    for &head in pressed {
        let Some(liberty) = board.last_liberty(head) else { continue };
        for stone in board.chain_stones(head) {
            for enemy in board.chains_near(stone, own.other()) {
                if let Some(target) = board.last_liberty(enemy) {
                    offer(board, found, target);
                }
            }
        }
        if !board.is_self_atari(liberty) {
            offer(board, found, liberty);
        }
    }
}

/// Chains with two liberties at the last move: give atari, or run from it.
fn fight<const CELLS: usize>(board: &FastBoard<CELLS>, pressed: &[Vertex], found: &mut Answers) {
    let own = board.turn();
    let enemy = board.liberties::<3>(board.last());
    if enemy.len() == 2 {
        for vertex in enemy {
            if !board.is_self_atari(vertex) {
                offer(board, found, vertex);
            }
        }
    }
    for &head in pressed {
        let liberties = board.liberties::<3>(head);
        if liberties.len() != 2 {
            continue;
        }
        for vertex in liberties {
            if board.liberties_after::<3>(vertex, own).len() == 3 {
                offer(board, found, vertex);
            }
        }
    }
}

/// A small eye space next to the last move: its vital point makes one eye of it, or two.
fn nakade<const CELLS: usize>(board: &FastBoard<CELLS>, found: &mut Answers) {
    for near in FastBoard::<CELLS>::adjacent(board.last()) {
        if board.is_vacant(near)
            && let Some((vital, _)) = board.vital_point(near)
        {
            offer(board, found, vital);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;
    use crate::game::go::fast::Board9;
    use crate::game::go::{Board, Point, WHITE};

    fn at(text: &str) -> Vertex {
        Board9::vertex(text.parse().unwrap())
    }

    /// The diagram with Black to answer White's last move there.
    fn after(diagram: &str, last: &str) -> Board9 {
        let mut board: Board = diagram.parse().unwrap();
        board.set_turn(WHITE);
        let mut fast = Board9::of(&board);
        fast.play(at(last));
        fast
    }

    fn texts(found: &Answers) -> Vec<String> {
        let mut texts: Vec<String> = found.iter().map(|&v| Board9::point(v).to_string()).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_self_atari_is_taken() {
        let board = after(
            ". . X .
             . X . X
             . . . .",
            "C2",
        );
        let mut found = Answers::new();
        capture_last(&board, &mut found);
        assert_eq!(texts(&found), ["C1"]);
    }

    #[test]
    fn a_chain_in_atari_runs_or_takes_its_attacker() {
        let board = after(
            ". . . . .
             . O X . .
             . . O . .",
            "C3",
        );
        let mut found = Answers::new();
        escape(&board, &board.chains_near(board.last(), board.turn()), &mut found);
        assert_eq!(texts(&found), ["D2"]);
        let board = after(
            ". . . O .
             . O X . O
             . . O . .",
            "C3",
        );
        let mut found = Answers::new();
        escape(&board, &board.chains_near(board.last(), board.turn()), &mut found);
        assert!(found.is_empty(), "at D2 Black is still in atari: {:?}", texts(&found));
    }

    #[test]
    fn the_vital_point_beside_the_last_move_is_taken() {
        // White takes three stones in a row at A1: B1, C1, D1 are left, and C1 decides.
        let board = after(
            "X X X X X X
             O O O O O X
             . X X X O X",
            "A1",
        );
        let mut found = Answers::new();
        nakade(&board, &mut found);
        assert_eq!(texts(&found), ["C1"]);
    }

    /// What `rates` make of the quiet part of a hundred moves.
    fn quiet_moves(
        rates: Rates,
        of: impl Fn(&Policy, &mut Random) -> Option<Vertex>,
    ) -> Vec<Option<String>> {
        let (policy, mut random) = (Policy::new(rates, Quiet::Patterns), Random::seeded(5));
        (0..100).map(|_| of(&policy, &mut random).map(|v| Board9::point(v).to_string())).collect()
    }

    #[test]
    fn where_nothing_fits_the_last_move_the_one_before_is_followed() {
        // Around G1 there is nothing; Black's stone and White's beside it ask for a hane.
        let mut board = Board9::of(
            &". . . . . . .
              . . . . . . .
              . . . . . . .
              . . X O . . .
              . . . . . . .
              . . . . . . .
              . . . . . . ."
                .parse::<Board>()
                .unwrap(),
        );
        board.set_last(at("C4"), at("G1"));
        let rates = Rates { pattern: 256, follow: 256, ..Rates::default() };
        let moves = |rates: Rates| {
            quiet_moves(rates, |policy, random| {
                policy.fitting(&board, Chances(random.word()), random)
            })
        };
        let followed = moves(rates);
        let is_hane = |mv: &str| ["C5", "D5", "C3", "D3"].contains(&mv);
        assert!(followed.iter().all(|mv| mv.as_deref().is_some_and(is_hane)), "{followed:?}");
        assert!(moves(Rates { follow: 0, ..rates }).iter().all(Option::is_none));
        assert!(moves(Rates { pattern: 0, ..rates }).iter().all(Option::is_none));
    }

    #[test]
    fn a_chain_in_atari_elsewhere_is_taken_as_often_as_the_rate_says() {
        let board = Board9::of(
            &"O X . .
              . . . .
              . . . ."
                .parse::<Board>()
                .unwrap(),
        );
        let taken = |take: u32| {
            let rates = Rates { take, ..Rates::default() };
            let found =
                quiet_moves(rates, |policy, random| policy.capture_anywhere(&board, random));
            assert!(found.iter().flatten().all(|mv| mv == "A2"), "{found:?}");
            found.iter().flatten().count()
        };
        // Eight draws of ten points find it more often than not.
        assert!(taken(0) == 0 && (10..50).contains(&taken(128)) && taken(256) > 45);
    }

    #[test]
    fn a_dead_eye_space_is_filled_to_the_end() {
        // Two stones inside four points: White cannot move there, Black kills by sacrifices.
        let board: Board = ". X . O X . X
                            O O O O X X X
                            X X X X X . X"
            .parse()
            .unwrap();
        let mut random = Random::seeded(3);
        let mut killed = 0;
        for _ in 0..200 {
            let mut fast = Board9::of(&board);
            Policy::default().play_out(&mut fast, &mut random, |_, _| {});
            killed += u32::from(fast.stone(at("A2")) != Some(WHITE));
        }
        assert!(killed > 150, "{killed} of 200");
    }

    #[test]
    fn a_seki_lasts() {
        // One eye each, three shared liberties: nobody may take the last of them.
        let board: Board = ". X . O .
                            X X . O O
                            X X . O O"
            .parse()
            .unwrap();
        let mut random = Random::seeded(3);
        for _ in 0..200 {
            let mut fast = Board9::of(&board);
            Policy::default().play_out(&mut fast, &mut random, |_, _| {});
            assert_eq!(fast.stone(at("A2")), Some(Color::First));
            assert_eq!(fast.stone(at("E2")), Some(WHITE));
        }
    }

    #[test]
    fn playouts_end_and_spare_living_groups() {
        let mut board: Board = ". X . X O . O .
                                X X X X O O O O
                                . . . . . . . .
                                . . . . . . . ."
            .parse()
            .unwrap();
        board.set_turn(Color::First);
        let mut random = Random::seeded(11);
        for _ in 0..200 {
            let mut fast = Board9::of(&board);
            Policy::default().play_out(&mut fast, &mut random, |_, _| {});
            let b4: Point = "B4".parse().unwrap();
            assert_eq!(fast.stone(Board9::vertex(b4)), Some(Color::First));
            assert_eq!(fast.stone(at("E4")), Some(WHITE));
        }
    }
}
