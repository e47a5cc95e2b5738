//! Stones on the board, whose turn it is, and what a move does to them.
//!
//! Chains are found by flood fill whenever a question needs them: no state can go stale. Superko and
//! the suicide rule belong to [`Rules`], which look at the whole game.

use super::group::Chain;
use super::moves::Move;
use super::point::{MAX_POINTS, Point, Size};
use super::rules::{self, Rules};
use super::{BLACK, WHITE};
use crate::base::{Key, KeyStream};
use crate::game::{Color, Game, Outcome, Position};

/// Keys of a stone of each colour on each point, and of White's turn.
struct Keys {
    stones: [[Key; MAX_POINTS]; 2],
    white_to_move: Key,
}

static KEYS: Keys = {
    let mut stream = KeyStream::named("go");
    let white_to_move = stream.next();
    let mut stones = [[Key(0); MAX_POINTS]; 2];
    let mut i = 0;
    while i < MAX_POINTS {
        stones[0][i] = stream.next();
        stones[1][i] = stream.next();
        i += 1;
    }
    Keys { stones, white_to_move }
};

/// The key of one stone, the same on boards of every size.
pub(super) fn stone_key(color: Color, point: Point) -> Key {
    KEYS.stones[color.index()][point.number()]
}

/// A Go position: stones, turn, simple ko, prisoners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    cells: Box<[Option<Color>]>,
    turn: Color,
    /// Where a stone was just taken in a ko, and who may not take back at once.
    ko: Option<(Color, Point)>,
    /// Stones captured by each side.
    captures: [u32; 2],
    /// Passes in a row up to now.
    passes: u8,
    stones: Key,
}

impl Board {
    /// An empty board with Black to move.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            cells: vec![None; size.points()].into(),
            turn: BLACK,
            ko: None,
            captures: [0; 2],
            passes: 0,
            stones: Key(0),
        }
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone at `point`, which must be on the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        debug_assert!(self.size.contains(point), "{point} is not on a {} board", self.size);
        self.cells[self.size.index(point)]
    }

    /// Whether no stone is at `point`.
    pub fn is_vacant(&self, point: Point) -> bool {
        self.stone(point).is_none()
    }

    /// Whether no stone is on the board at all.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(Option::is_none)
    }

    /// The points of `color`'s stones, rows from the bottom.
    pub fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.size.all().filter(move |&point| self.stone(point) == Some(color))
    }

    /// Number of stones that `color` has captured.
    pub const fn captures(&self, color: Color) -> u32 {
        self.captures[color.index()]
    }

    /// Passes in a row up to now.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The point where the side to move may not retake a ko.
    pub fn ko(&self) -> Option<Point> {
        self.ko.filter(|&(color, _)| color == self.turn).map(|(_, point)| point)
    }

    /// Key of the stones alone: positional superko compares these.
    pub const fn board_key(&self) -> Key {
        self.stones
    }

    /// The key this position would have with `turn` to move.
    fn key_with(stones: Key, turn: Color) -> Key {
        if turn == WHITE { stones ^ KEYS.white_to_move } else { stones }
    }

    /// Gives the move to `color`, as GTP and records may.
    pub fn set_turn(&mut self, color: Color) {
        self.turn = color;
    }

    /// Sets up or clears a point (handicap, records). Captures nothing; forgets the ko and passes.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.ko = None;
        self.passes = 0;
        self.write(point, stone);
    }

    /// Sets the prisoner count that `color` has taken, for positions given from outside.
    pub fn set_captures(&mut self, color: Color, stones: u32) {
        self.captures[color.index()] = stones;
    }

    /// Whether every chain has a liberty, as after any legal move. Setups may break it.
    pub fn is_settled(&self) -> bool {
        self.chains().iter().all(|chain| !chain.liberties.is_empty())
    }

    fn write(&mut self, point: Point, stone: Option<Color>) {
        let cell = &mut self.cells[self.size.index(point)];
        if let Some(old) = std::mem::replace(cell, stone) {
            self.stones ^= stone_key(old, point);
        }
        if let Some(new) = stone {
            self.stones ^= stone_key(new, point);
        }
    }

    /// The enemy stones that a stone of `color` at the vacant `point` would capture.
    pub fn captured_by(&self, color: Color, point: Point) -> Vec<Point> {
        let mut captured: Vec<Point> = Vec::new();
        for near in self.size.neighbours(point) {
            if self.stone(near) != Some(color.other()) || captured.contains(&near) {
                continue;
            }
            if !self.has_liberty_besides(near, point) {
                captured.extend(self.chain_of(near).stones);
            }
        }
        captured
    }

    /// The stones, `point` included, that would vanish if `color` filled its own last liberty there.
    /// Empty if the move is no suicide.
    pub fn suicide_by(&self, color: Color, point: Point) -> Vec<Point> {
        let mut own = vec![point];
        for near in self.size.neighbours(point) {
            match self.stone(near) {
                None => return Vec::new(),
                Some(stone) => {
                    let in_atari = !self.has_liberty_besides(near, point);
                    if (stone == color) != in_atari {
                        return Vec::new();
                    }
                    if stone == color && !own.contains(&near) {
                        own.extend(self.chain_of(near).stones);
                    }
                }
            }
        }
        own
    }

    /// The [`board_key`](Self::board_key) after `color` plays at the vacant `point`.
    pub fn key_after(&self, color: Color, point: Point) -> Key {
        let with_stone = self.stones ^ stone_key(color, point);
        let captured = self.captured_by(color, point);
        let (owner, gone) = if captured.is_empty() {
            (color, self.suicide_by(color, point))
        } else {
            (color.other(), captured)
        };
        gone.into_iter().fold(with_stone, |key, stone| key ^ stone_key(owner, stone))
    }

    /// The [`key`](Position::key) after `color` plays at the vacant `point`.
    pub(super) fn situation_after(&self, color: Color, point: Point) -> Key {
        Self::key_with(self.key_after(color, point), color.other())
    }

    /// Whether `color` may play `mv` here, as far as this position alone can tell: the point is
    /// vacant, no ko is retaken, and no lone stone kills itself. Suicide of more stones is for the
    /// rules of the game to refuse.
    pub fn is_legal_for(&self, color: Color, mv: Move) -> bool {
        let Move::Place(point) = mv else { return true };
        self.size.contains(point)
            && self.is_vacant(point)
            && self.ko != Some((color, point))
            && self.suicide_by(color, point).len() != 1
    }

    fn place(&mut self, color: Color, point: Point) {
        let captured = self.captured_by(color, point);
        self.write(point, Some(color));
        for &stone in &captured {
            self.write(stone, None);
        }
        self.captures[color.index()] += captured.len() as u32;
        match captured.as_slice() {
            [] if !self.has_liberty_besides(point, point) => self.take_off_own(point),
            [taken] => {
                let chain = self.chain_of(point);
                if chain.stones.len() == 1 && chain.liberties.len() == 1 {
                    self.ko = Some((color.other(), *taken));
                }
            }
            _ => {}
        }
    }

    /// Takes off a chain that its owner left without liberties.
    fn take_off_own(&mut self, point: Point) {
        let chain = self.chain_of(point);
        for &stone in &chain.stones {
            self.write(stone, None);
        }
        self.captures[chain.color.other().index()] += chain.stones.len() as u32;
    }

    /// The chain of the stone at `point`, which must not be vacant.
    fn chain_of(&self, point: Point) -> Chain {
        self.chain(point).expect("a stone belongs to a chain")
    }
}

impl Position for Board {
    type Move = Move;
    type Rules = Rules;
    const GAME: &'static str = "Go";

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> Key {
        Self::key_with(self.stones, self.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let places = self.size.all().map(Move::Place);
        moves.extend(places.filter(|&mv| self.is_legal_for(self.turn, mv)));
        moves.push(Move::Pass);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_for(self.turn, mv)
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is illegal here:\n{self}");
        self.ko = None;
        match mv {
            Move::Pass => self.passes = self.passes.saturating_add(1),
            Move::Place(point) => {
                self.passes = 0;
                self.place(self.turn, point);
            }
        }
        self.turn = self.turn.other();
    }

    /// Always `None`: what two passes mean depends on komi and scoring.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn is_forbidden(game: &Game<Self>, mv: Move) -> bool {
        rules::forbids(game, game.position(), mv)
    }

    fn verdict(game: &Game<Self>) -> Option<Outcome> {
        (game.position().passes >= 2).then(|| Outcome::by_score(game.score(&[])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(vertex: &str) -> Point {
        vertex.parse().unwrap()
    }

    fn board(diagram: &str) -> Board {
        diagram.parse().unwrap()
    }

    /// Plays `moves` in turn; panics on an illegal one.
    fn after(start: &str, moves: &str) -> Board {
        let mut board = board(start);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().unwrap();
            assert!(board.is_legal(mv), "{mv}\n{board}");
            board.play(mv);
        }
        board
    }

    fn same_stones(board: &Board, diagram: &str) {
        let wanted: Board = diagram.parse().unwrap();
        assert_eq!(board.cells, wanted.cells, "got\n{board}wanted\n{wanted}");
        assert_eq!(board.board_key(), wanted.board_key(), "the key drifted");
    }

    #[test]
    fn a_chain_without_liberties_is_taken() {
        let board = after(
            ". X X .
             X O O .
             . X X .",
            "D2",
        );
        same_stones(
            &board,
            ". X X .
             X . . X
             . X X .",
        );
        assert_eq!((board.captures(BLACK), board.captures(WHITE)), (2, 0));
        assert_eq!(board.ko(), None);
    }

    #[test]
    fn one_stone_can_take_two_chains() {
        let board = after(
            "X O . O X
             . X O X .
             . . X . .",
            "C3",
        );
        same_stones(
            &board,
            "X . X . X
             . X . X .
             . . X . .",
        );
        assert_eq!(board.captures(BLACK), 3);
    }

    #[test]
    fn a_ko_may_not_be_retaken_at_once() {
        let board = after(
            ". X O .
             X O . O
             . X O .",
            "C2",
        );
        assert_eq!(board.ko(), Some(at("B2")));
        assert!(!board.is_legal(at("B2").into()));
        assert!(board.is_legal_for(BLACK, at("B2").into()), "Black may fill the ko");
        let mut later = board.clone();
        later.play(Move::Pass);
        later.play(Move::Pass);
        assert!(later.is_legal(at("B2").into()));
    }

    #[test]
    fn a_snapback_is_no_ko() {
        let board = after(
            "X X O .
             O O X .
             . O X X
             . . . .",
            "pass pass D4",
        );
        same_stones(
            &board,
            "X X . X
             O O X .
             . O X X
             . . . .",
        );
        assert_eq!(board.ko(), None, "{board}");
    }

    #[test]
    fn two_stones_taken_make_no_ko() {
        let board = after(
            "O O .
             X X O
             . . .",
            "C3",
        );
        assert_eq!(board.captures(BLACK), 2);
        assert_eq!(board.ko(), None);
    }

    #[test]
    fn a_lone_suicide_is_illegal_and_a_larger_one_is_for_the_rules() {
        let mut lone = board(
            ". O .
             O . .
             . . .",
        );
        assert!(!lone.is_legal(at("A3").into()), "{lone}");
        lone.set_turn(WHITE);
        assert!(lone.is_legal(at("A3").into()));
        let two = board(
            "X . O
             O O .
             . . .",
        );
        assert_eq!(two.suicide_by(BLACK, at("B3")).len(), 2);
        let two = after(
            "X . O
             O O .
             . . .",
            "B3",
        );
        same_stones(
            &two,
            ". . O
             O O .
             . . .",
        );
        assert_eq!(two.captures(WHITE), 2);
    }

    #[test]
    fn a_stone_that_captures_is_no_suicide() {
        let board = board(
            ". O X
             O X .
             X . .",
        );
        assert!(board.suicide_by(BLACK, at("A3")).is_empty());
        assert_eq!(board.captured_by(BLACK, at("A3")).len(), 2);
    }

    #[test]
    fn keys_tell_the_turn_and_forget_the_way() {
        let one = after(". . .\n . . .\n . . .", "A1 B1 C1");
        let two = after(". . .\n . . .\n . . .", "C1 B1 A1");
        assert_eq!(one.key(), two.key());
        let mut turned = one.clone();
        turned.set_turn(BLACK);
        assert_ne!(one.key(), turned.key());
        assert_eq!(one.board_key(), turned.board_key());
    }

    #[test]
    fn a_setup_captures_nothing() {
        let mut board = Board::new(Size::square(2).unwrap());
        for vertex in ["A1", "A2", "B1"] {
            board.set(at(vertex), Some(BLACK));
        }
        assert!(board.is_settled());
        board.set(at("B2"), Some(WHITE));
        assert!(!board.is_settled());
        board.set(at("B2"), None);
        assert_eq!(board.stones(BLACK).count(), 3);
    }
}
