//! Drivers: each speaks one protocol to an engine and knows its habits.
//!
//! A driver gets the game in words ([`Line`]): every move in the game's plainest notation, as the
//! referee writes it. It translates to what its engine expects (one-based ranks, implicit passes)
//! and back. It never judges a move; that is the referee's office.

mod cecp;
mod gtp;
mod info;
mod nboard;
mod options;
mod uci;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use super::pace::{Clock, Pace};
use super::process::{Fault, Process};
use crate::game::Color;
use crate::record::GameKind;

pub use info::{Score, Thought};

/// The protocols a driver exists for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Go Text Protocol 2: Go, and Othello as gtp-rhino and Edax speak it.
    Gtp,
    /// Universal Chinese Chess Interface 3.
    Ucci,
    /// Universal Chess Interface, as Pikafish and Fairy-Stockfish speak it for xiangqi.
    Uci,
    /// Chess Engine Communication Protocol (xboard).
    Cecp,
    /// NBoard 2 (Othello).
    Nboard,
}

impl Protocol {
    /// Whether engines that speak it play `game`.
    pub const fn plays(self, game: GameKind) -> bool {
        match self {
            Self::Gtp => matches!(game, GameKind::Go | GameKind::Othello),
            Self::Ucci | Self::Uci | Self::Cecp => matches!(game, GameKind::Xiangqi),
            Self::Nboard => matches!(game, GameKind::Othello),
        }
    }

    /// What an engine for `game` speaks if nothing is said.
    pub const fn usual(game: GameKind) -> Self {
        match game {
            GameKind::Go | GameKind::Othello => Self::Gtp,
            GameKind::Xiangqi => Self::Uci,
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gtp => "gtp",
            Self::Ucci => "ucci",
            Self::Uci => "uci",
            Self::Cecp => "cecp",
            Self::Nboard => "nboard",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "gtp" => Ok(Self::Gtp),
            "ucci" => Ok(Self::Ucci),
            "uci" => Ok(Self::Uci),
            "cecp" | "xboard" | "winboard" => Ok(Self::Cecp),
            "nboard" => Ok(Self::Nboard),
            _ => Err(format!("`{text}` is no protocol: expected gtp, ucci, uci, cecp or nboard")),
        }
    }
}

/// Where a game starts, in words.
#[derive(Clone, Debug, PartialEq)]
pub enum Setup {
    /// A Go board with stones, if any.
    Go {
        /// Lines of the square board.
        size: u8,
        /// Points for White.
        komi: f32,
        /// The rules' name, as `kata-set-rules` takes it.
        rules: String,
        /// Stones laid before the first move, as GTP vertices.
        stones: Vec<(Color, String)>,
    },
    /// Xiangqi; `None` is the usual start.
    Xiangqi {
        /// The position.
        fen: Option<String>,
    },
    /// Othello; `None` is the usual start.
    Othello {
        /// 64 characters `*O-` from a1 to h8, a space, the side to move.
        board: Option<String>,
    },
}

/// A game in words: where it starts and every move since.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it starts.
    pub setup: Setup,
    /// Who moves first.
    pub first: Color,
    /// Moves in plain notation: GTP vertex, ICCS without dash, Othello square, `pass`.
    pub moves: Vec<(Color, String)>,
}

/// What an engine is asked: a move for `color`, within its time.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// Who is to move.
    pub color: Color,
    /// Limits of each move.
    pub pace: &'a Pace,
    /// Both clocks.
    pub clocks: &'a [Clock; 2],
    /// The engine counts as hung after this.
    pub patience: Duration,
    /// Whether the opponent just offered a draw.
    pub draw_offered: bool,
    /// Go: take dead stones off the board before passing.
    pub cleanup: bool,
}

/// What an engine answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move, or what came instead.
    pub reply: Reply,
    /// Whether it offers a draw with the move.
    pub offers_draw: bool,
    /// Time from the order to the answer.
    pub time: Duration,
    /// What it told about its search.
    pub thought: Thought,
}

/// A move or what an engine may say instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move in the engine's words, not yet judged.
    Move(String),
    /// It gives up.
    Resign,
    /// It says that it has no move (mated, or the game is over).
    NoMove,
}

/// Who an engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, with the version if the protocol joins them.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What a driver needs to know at the start.
#[derive(Clone, Debug)]
pub struct Greeting<'a> {
    /// Which game will be played.
    pub game: GameKind,
    /// Options to set, by the engine's own names.
    pub options: &'a [(String, String)],
    /// Raw lines to send once after the handshake, and before each game.
    pub init: &'a [String],
    /// Ranks of xiangqi squares begin at 0 or 1; `None` to find out.
    pub first_rank: Option<u8>,
    /// How long the handshake may take.
    pub patience: Duration,
}

/// One engine, one protocol.
pub trait Driver: Send + fmt::Debug {
    /// Who the engine says it is.
    fn identity(&self) -> &Identity;

    /// Prepares a game that will follow `line`; the engine's own randomness starts from `seed`.
    fn new_game(&mut self, line: &Line, pace: &Pace, seed: u64) -> Result<(), Fault>;

    /// Asks for a move.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// Tells the engine that the game is over.
    fn end_game(&mut self, _line: &Line, _result: &str) -> Result<(), Fault> {
        Ok(())
    }

    /// Go: the dead stones in its view, `None` if it cannot say.
    fn dead_stones(&mut self, _line: &Line) -> Result<Option<Vec<String>>, Fault> {
        Ok(None)
    }

    /// Go: the final score in its view (`B+3.5`), `None` if it cannot say.
    fn final_score(&mut self, _line: &Line) -> Result<Option<String>, Fault> {
        Ok(None)
    }

    /// Go: whether it can be asked to play until no dead stone is left.
    fn cleans_up(&self) -> bool {
        false
    }

    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// Makes the driver and shakes hands.
pub fn connect(
    protocol: Protocol,
    process: Process,
    greeting: &Greeting<'_>,
) -> Result<Box<dyn Driver>, Fault> {
    Ok(match protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::connect(process, greeting)?),
        Protocol::Uci => Box::new(uci::Uci::connect(process, greeting, uci::Dialect::Uci)?),
        Protocol::Ucci => Box::new(uci::Uci::connect(process, greeting, uci::Dialect::Ucci)?),
        Protocol::Cecp => Box::new(cecp::Cecp::connect(process, greeting)?),
        Protocol::Nboard => Box::new(nboard::Nboard::connect(process, greeting)?),
    })
}

/// `{seed}` in options, initial lines and commands becomes the game's seed.
pub fn with_seed(text: &str, seed: u64) -> String {
    text.replace("{seed}", &seed.to_string())
}

/// A wait with a name for its end.
#[derive(Clone, Copy, Debug)]
struct Patience {
    deadline: Instant,
    allowed: Duration,
}

impl Patience {
    fn of(allowed: Duration) -> Self {
        Self { deadline: Instant::now() + allowed, allowed }
    }

    fn listen(&self, process: &mut Process) -> Result<(Instant, String), Fault> {
        process.listen(self.deadline, self.allowed)
    }
}

/// How long administrative commands may take. An engine may clear gigabytes for a new game on a
/// machine that has other work.
const ADMINISTRATION: Duration = Duration::from_secs(30);

/// Whole milliseconds, at least 1.
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}
