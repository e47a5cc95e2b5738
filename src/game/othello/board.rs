//! The board: discs, side to move, results, and the position as a line of 64 characters.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::flip::Portable;
use super::{BLACK, Kernel, Move, Square, Squares, WHITE};
use crate::base::{Key, KeyStream};
use crate::game::{Color, Game, Outcome, Position};

/// A position: discs and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    mover: u64,
    opponent: u64,
    turn: Color,
}

/// What may differ from table to table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Who gets the squares still empty at the end.
    pub empties: Empties,
}

/// Who gets the squares still empty at the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Empties {
    /// The winner, as the World Othello Federation counts.
    #[default]
    ToWinner,
    /// Nobody.
    Nobody,
}

/// Text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBoardError {
    /// A character that stands for no square.
    #[error("expected `X`, `O` or `-` for square {square}, found `{found}`")]
    Square {
        /// Where.
        square: Square,
        /// What stood there.
        found: char,
    },
    /// Too short.
    #[error("expected 64 squares, found {found}")]
    Short {
        /// How many there were.
        found: usize,
    },
    /// No side to move, or something else in its place.
    #[error("expected the side to move, `X` or `O`, after 64 squares, found `{found}`")]
    Side {
        /// What stood there.
        found: String,
    },
}

impl Default for Board {
    /// The start of a game: d4 and e5 white, e4 and d5 black, Black to move.
    fn default() -> Self {
        Self { mover: 1 << 28 | 1 << 35, opponent: 1 << 27 | 1 << 36, turn: BLACK }
    }
}

impl Board {
    /// A position by its discs; `None` if a square is given to both.
    pub const fn new(black: u64, white: u64, turn: Color) -> Option<Self> {
        if black & white != 0 { None } else { Some(Self::of(black, white, turn)) }
    }

    /// A position by its discs, which are apart.
    const fn of(black: u64, white: u64, turn: Color) -> Self {
        match turn {
            Color::First => Self { mover: black, opponent: white, turn },
            Color::Second => Self { mover: white, opponent: black, turn },
        }
    }

    /// Discs of the side to move.
    #[inline]
    pub const fn mover(&self) -> u64 {
        self.mover
    }

    /// Discs of the other side.
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// Discs of `color`.
    pub fn discs(&self, color: Color) -> u64 {
        if color == self.turn { self.mover } else { self.opponent }
    }

    /// Squares without a disc.
    #[inline]
    pub const fn empties(&self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// Whose disc is on `square`.
    pub fn at(&self, square: Square) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.discs(color) & square.bit() != 0)
    }

    /// Squares where the side to move may place a disc.
    pub fn mobility(&self) -> u64 {
        Portable.mobility(self.mover, self.opponent)
    }

    /// Whether neither side has a move.
    pub fn is_over(&self) -> bool {
        self.mobility() == 0 && Portable.mobility(self.opponent, self.mover) == 0
    }

    /// Whether the side to move has to pass.
    pub fn must_pass(&self) -> bool {
        self.mobility() == 0 && Portable.mobility(self.opponent, self.mover) != 0
    }

    /// The result if the game ended here, counted as `empties` says.
    pub fn count(&self, empties: Empties) -> Outcome {
        Outcome::by_score(self.difference(empties) as f32)
    }

    /// Black's discs minus White's if the game ended here, counted as `empties` says.
    pub fn difference(&self, empties: Empties) -> i32 {
        let count = |color| self.discs(color).count_ones() as i32;
        let difference = count(BLACK) - count(WHITE);
        match empties {
            Empties::Nobody => difference,
            Empties::ToWinner => {
                difference + difference.signum() * self.empties().count_ones() as i32
            }
        }
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub const fn with_turn_passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover, turn: self.turn.other() }
    }

    /// The same side to move with other discs, which are apart.
    pub(super) const fn with_discs(&self, mover: u64, opponent: u64) -> Self {
        Self { mover, opponent, turn: self.turn }
    }

    /// The position as Edax and OBF files write it: 64 squares and the side to move.
    pub fn to_line(&self) -> String {
        let squares = Square::all().map(|square| match self.at(square) {
            Some(BLACK) => 'X',
            Some(WHITE) => 'O',
            None => '-',
        });
        squares.chain([' ', if self.turn == BLACK { 'X' } else { 'O' }]).collect()
    }
}

impl Position for Board {
    type Move = Move;
    type Rules = Rules;
    const GAME: &'static str = "Othello";

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> Key {
        let (black, white) = (self.discs(BLACK), self.discs(WHITE));
        Key(mix(mix(WORDS[self.turn.index()] ^ black) ^ WORDS[2] ^ white))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(Squares(self.mobility()).map(Move::Place));
        if self.must_pass() {
            moves.push(Move::Pass);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => self.must_pass(),
            Move::Place(square) => self.mobility() & square.bit() != 0,
        }
    }

    fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in\n{self}");
        let placed = match mv {
            Move::Pass => 0,
            Move::Place(square) => {
                square.bit() | Portable.flips(self.mover, self.opponent, square.index())
            }
        };
        *self = Self {
            mover: self.opponent & !placed,
            opponent: self.mover | placed,
            turn: self.turn.other(),
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.count(Empties::default()))
    }

    fn verdict(game: &Game<Self>) -> Option<Outcome> {
        let board = game.position();
        board.is_over().then(|| board.count(game.rules().empties))
    }
}

/// One word for each side to move and one between the colours. Books depend on them.
const WORDS: [u64; 3] = {
    let mut stream = KeyStream::named("othello board");
    [stream.next().0, stream.next().0, stream.next().0]
};

/// A bijection in which every input bit reaches every output bit.
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ (word >> 32)
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// 64 squares and the side to move: `*`, `X`, `b` black; `O`, `0`, `w` white; `-`, `.`, `_`
    /// empty. White space anywhere is skipped.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let mut rest = text.chars().filter(|c| !c.is_whitespace());
        let (mut black, mut white) = (0, 0);
        for square in Square::all() {
            let found = rest.next().ok_or(ParseBoardError::Short { found: square.index() })?;
            match (color_of(found), found) {
                (Some(BLACK), _) => black |= square.bit(),
                (Some(WHITE), _) => white |= square.bit(),
                (None, '-' | '.' | '_') => {}
                _ => return Err(ParseBoardError::Square { square, found }),
            }
        }
        let side: String = rest.collect();
        let mut letters = side.chars();
        let turn = match (letters.next().and_then(color_of), letters.next()) {
            (Some(color), None) => color,
            _ => return Err(ParseBoardError::Side { found: side }),
        };
        Ok(Self::of(black, white, turn))
    }
}

/// The side a character stands for.
const fn color_of(c: char) -> Option<Color> {
    match c {
        '*' | 'X' | 'x' | 'B' | 'b' | '●' => Some(BLACK),
        'O' | 'o' | '0' | 'W' | 'w' | '○' => Some(WHITE),
        _ => None,
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for square in Square::all().filter(|square| square.row() == row) {
                let disc = match self.at(square) {
                    Some(BLACK) => 'X',
                    Some(WHITE) => 'O',
                    None => '.',
                };
                write!(f, " {disc}")?;
            }
            writeln!(f, " {}", row + 1)?;
        }
        let side = if self.turn == BLACK { "Black (X)" } else { "White (O)" };
        write!(f, "{side} to move")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.to_line())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::Random;

    fn random_game(seed: u64) -> Game<Board> {
        let mut random = Random::seeded(seed);
        let mut game = Game::new(Board::default(), Rules::default());
        while game.outcome().is_none() {
            let moves = game.legal_moves();
            let chosen = moves[random.below(moves.len() as u32) as usize];
            game.play(chosen).unwrap();
        }
        game
    }

    #[test]
    fn black_begins_with_d3_c4_f5_e6() {
        let mut moves = Vec::new();
        Board::default().legal_moves(&mut moves);
        let names: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn the_diagram_shows_the_start() {
        let picture = "  a b c d e f g h\n\
                       1 . . . . . . . . 1\n\
                       2 . . . . . . . . 2\n\
                       3 . . . . . . . . 3\n\
                       4 . . . O X . . . 4\n\
                       5 . . . X O . . . 5\n\
                       6 . . . . . . . . 6\n\
                       7 . . . . . . . . 7\n\
                       8 . . . . . . . . 8\n\
                       Black (X) to move";
        assert_eq!(Board::default().to_string(), picture);
    }

    #[test]
    fn a_pass_is_legal_only_when_forced() {
        let game = Game::new(Board::default(), Rules::default());
        assert!(!game.is_legal(Move::Pass));
        let forced: Board = format!("-OXXXXXX{} O", "-".repeat(56)).parse().unwrap();
        let mut moves = Vec::new();
        forced.legal_moves(&mut moves);
        assert_eq!(moves, [Move::Pass]);
        assert_eq!(forced.outcome(), None);
    }

    #[test]
    fn empties_go_to_the_winner_unless_the_rules_say_nobody() {
        // Black wiped White out with 13 discs.
        let board: Board = format!("{}{} O", "X".repeat(13), "-".repeat(51)).parse().unwrap();
        assert_eq!(board.outcome().unwrap().margin, Some(64.0));
        let game = Game::new(board, Rules { empties: Empties::Nobody });
        assert_eq!(game.outcome().unwrap().margin, Some(13.0));
        assert_eq!(game.outcome().unwrap().winner, Some(BLACK));
        let drawn: Board = format!("XO{} O", "-".repeat(62)).parse().unwrap();
        assert_eq!(drawn.count(Empties::ToWinner).margin, Some(0.0));
    }

    #[test]
    fn keys_never_change() {
        // Books on disk depend on them.
        assert_eq!(Board::default().key(), Key(0x58b1_301a_3dd7_6892));
    }

    #[test]
    fn keys_tell_sides_and_turns_apart() {
        let board = Board::default();
        let swapped = Board::new(board.discs(WHITE), board.discs(BLACK), WHITE).unwrap();
        let keys = [board.key(), board.with_turn_passed().key(), swapped.key()];
        assert!(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2]);
    }

    #[test]
    fn random_games_end_and_discs_only_grow() {
        for seed in 0..50 {
            let game = random_game(seed);
            let discs: Vec<u32> =
                game.positions().map(|board| 64 - board.empties().count_ones()).collect();
            assert!(discs.windows(2).all(|pair| pair[1] - pair[0] <= 1), "seed {seed}");
            assert_eq!(game.position().mobility(), 0, "seed {seed}");
        }
    }

    #[test]
    fn every_spelling_of_a_position_is_read() {
        let line = Board::default().to_line();
        assert_eq!(line.parse(), Ok(Board::default()));
        let spelt = line.replace('X', "*").replace('-', ".").to_lowercase();
        assert_eq!(spelt.parse(), Ok(Board::default()));
        let rows = "........ ........ ........ ...wb... ...bw... ........ ........ ........ b";
        assert_eq!(rows.parse(), Ok(Board::default()));
    }

    #[test]
    fn a_bad_position_is_refused_with_its_place() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert_eq!(error("--?"), "expected `X`, `O` or `-` for square c1, found `?`");
        assert_eq!(error("X-O"), "expected 64 squares, found 3");
        let unsided = "-".repeat(64);
        assert!(error(&unsided).contains("expected the side to move"));
        assert!(error(&format!("{unsided} Q")).contains("found `Q`"));
    }

    proptest! {
        #[test]
        fn any_text_is_a_position_or_an_error(text: String) {
            let _ = text.parse::<Board>();
        }

        #[test]
        fn positions_are_read_back(a: u64, b: u64, white_moves: bool) {
            let turn = if white_moves { WHITE } else { BLACK };
            let board = Board::new(a & !b, b & !a, turn).unwrap();
            prop_assert_eq!(board.to_line().parse::<Board>().unwrap(), board);
        }
    }
}
