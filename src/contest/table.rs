//! The table a game is played at: our own rules, which judge every move of every engine.
//!
//! Engines speak in words; the table reads them, refuses what is illegal, writes them down in the
//! game's plainest notation and says when the game is over.

use std::fmt;

use super::driver::{Line, Setup};
use crate::game::xiangqi::notation;
use crate::game::{Color, Game, Outcome, Position, Reason, go, othello, xiangqi};
use crate::record::{GameKind, Record, Recordable};

/// The rules of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Go's, komi included.
    pub go: go::Rules,
    /// Lines of the Go board.
    pub size: u8,
    /// Xiangqi's.
    pub xiangqi: xiangqi::Rules,
    /// Othello's.
    pub othello: othello::Rules,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            go: go::Rules::CHINESE,
            size: 9,
            xiangqi: xiangqi::Rules::default(),
            othello: othello::Rules::default(),
        }
    }
}

/// A position that occurs so often is a draw where no ko rule forbids it.
const GO_OCCURRENCES: usize = 3;

/// Why a move or a start was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// A game being played under our rules.
#[derive(Clone, Debug)]
pub struct Table {
    state: State,
    line: Line,
}

#[derive(Clone, Debug)]
enum State {
    Go(Game<go::Board>),
    Xiangqi(Box<Game<xiangqi::Board>>),
    Othello(Game<othello::Board>),
}

impl Table {
    /// The usual start of `game`.
    pub fn usual(game: GameKind, rules: &Rules) -> Result<Self, Refused> {
        Self::new(&usual_setup(game, rules), Color::First, rules)
    }

    /// The position of `setup` with `first` to move.
    pub fn new(setup: &Setup, first: Color, rules: &Rules) -> Result<Self, Refused> {
        let refuse = |error: &dyn fmt::Display| Refused(error.to_string());
        let state = match setup {
            Setup::Go { size, stones, .. } => {
                let size = go::Size::square(usize::from(*size)).map_err(|e| refuse(&e))?;
                let mut board = go::Board::new(size);
                for (color, vertex) in stones {
                    let point: go::Point = vertex.parse().map_err(|e| refuse(&e))?;
                    if !size.contains(point) {
                        return Err(Refused(format!("{vertex} is not on the board")));
                    }
                    board.set(point, Some(*color));
                }
                board.set_turn(first);
                State::Go(Game::new(board, rules.go))
            }
            Setup::Xiangqi { fen } => {
                let board = match fen {
                    None => xiangqi::Board::start(),
                    Some(fen) => xiangqi::Board::from_fen(fen).map_err(|e| refuse(&e))?,
                };
                State::Xiangqi(Box::new(Game::new(board, rules.xiangqi.clone())))
            }
            Setup::Othello { board } => {
                let board = match board {
                    None => othello::Board::default(),
                    Some(text) => text.parse().map_err(|e| refuse(&e))?,
                };
                State::Othello(Game::new(board, rules.othello))
            }
        };
        let first = match &state {
            State::Go(game) => game.turn(),
            State::Xiangqi(game) => game.turn(),
            State::Othello(game) => game.turn(),
        };
        Ok(Self { state, line: Line { setup: setup.clone(), first, moves: Vec::new() } })
    }

    /// The main line of a record, played under `rules` from where it starts.
    pub fn of_record(record: &Record, rules: &Rules) -> Result<Self, Refused> {
        fn replayed<P: Recordable>(record: &Record) -> Result<Game<P>, Refused> {
            record.replay().map_err(|error| Refused(error.to_string()))
        }
        let (setup, first, moves) = match record.game() {
            GameKind::Go => {
                let game: Game<go::Board> = replayed(record)?;
                let size = game.position().size();
                if size.width() != rules.size || size.height() != rules.size {
                    return Err(Refused(format!(
                        "a board of {}x{}, expected {}x{}",
                        size.width(),
                        size.height(),
                        rules.size,
                        rules.size
                    )));
                }
                (go_setup(rules, stones(game.start())), game.start().turn(), texts(&game))
            }
            GameKind::Xiangqi => {
                let game: Game<xiangqi::Board> = replayed(record)?;
                let usual = game.start().key() == xiangqi::Board::start().key();
                let fen = (!usual).then(|| game.start().fen());
                (Setup::Xiangqi { fen }, game.start().turn(), texts(&game))
            }
            GameKind::Othello => {
                let game: Game<othello::Board> = replayed(record)?;
                let usual = *game.start() == othello::Board::default();
                let board = (!usual).then(|| ggf_board(&game.start().to_line()));
                (Setup::Othello { board }, game.start().turn(), texts(&game))
            }
        };
        let mut table = Self::new(&setup, first, rules)?;
        for mv in moves {
            table.play(&mv)?;
        }
        Ok(table)
    }

    /// Which game it is.
    pub const fn game(&self) -> GameKind {
        match self.state {
            State::Go(_) => GameKind::Go,
            State::Xiangqi(_) => GameKind::Xiangqi,
            State::Othello(_) => GameKind::Othello,
        }
    }

    /// The game in words.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// Moves played since the start.
    pub fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        match &self.state {
            State::Go(game) => game.turn(),
            State::Xiangqi(game) => game.turn(),
            State::Othello(game) => game.turn(),
        }
    }

    /// The board as a diagram.
    pub fn diagram(&self) -> String {
        match &self.state {
            State::Go(game) => game.position().to_string(),
            State::Xiangqi(game) => game.position().to_string(),
            State::Othello(game) => game.position().to_string(),
        }
    }

    /// Plays a move an engine said, if it is legal, and returns its plain notation.
    pub fn play(&mut self, text: &str) -> Result<String, Refused> {
        let mover = self.turn();
        let plain = match &mut self.state {
            State::Go(game) => play(game, go_move(text, game.position().size())?, text)?,
            State::Xiangqi(game) => play(&mut **game, xiangqi_move(text)?, text)?,
            State::Othello(game) => play(game, othello_move(text)?, text)?,
        };
        self.line.moves.push((mover, plain.clone()));
        Ok(plain)
    }

    /// Plays a move a person wrote, in any notation of the game, and returns its plain notation.
    pub fn read(&mut self, text: &str) -> Result<String, Refused> {
        let State::Xiangqi(game) = &self.state else { return self.play(text) };
        let mv = notation::parse(game.position(), text).map_err(|e| Refused(e.to_string()))?;
        self.play(&mv.to_string())
    }

    /// The game as a record: start, moves and rules, without players and result.
    pub fn record(&self) -> Record {
        match &self.state {
            State::Go(game) => Record::of(game),
            State::Xiangqi(game) => Record::of(&**game),
            State::Othello(game) => Record::of(game),
        }
    }

    /// Every legal move in plain notation.
    pub fn legal_moves(&self) -> Vec<String> {
        fn words<P: Position>(game: &Game<P>) -> Vec<String> {
            game.legal_moves().iter().map(P::Move::to_string).collect()
        }
        match &self.state {
            State::Go(game) => words(game),
            State::Xiangqi(game) => words(&**game),
            State::Othello(game) => words(game),
        }
    }

    /// The only thing the side to move can do, where no engine need be asked: a forced pass in
    /// Othello.
    pub fn forced(&self) -> Option<&'static str> {
        match &self.state {
            State::Othello(game) if game.position().must_pass() => Some("pass"),
            _ => None,
        }
    }

    /// The result, if the rules say that the game is over. Two passes in Go end play, but the
    /// score is for the referee to find: see [`Self::both_passed`].
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.state {
            State::Go(game) => {
                let key = game.position().key();
                let passed = matches!(game.last_move(), Some((_, go::Move::Pass)));
                let seen = game.positions().filter(|board| board.key() == key).count();
                (seen >= GO_OCCURRENCES && !passed).then(|| Outcome::draw(Reason::Repetition))
            }
            State::Xiangqi(game) => game.outcome(),
            State::Othello(game) => game.outcome(),
        }
    }

    /// Whether both players of Go passed one after the other.
    pub fn both_passed(&self) -> bool {
        match &self.state {
            State::Go(game) => game.position().passes() >= 2,
            _ => false,
        }
    }

    /// The count of the board as it stands, `dead` stones of Go taken off; `None` in xiangqi.
    pub fn count(&self, dead: &[String]) -> Option<Outcome> {
        match &self.state {
            State::Go(game) => {
                let points: Vec<go::Point> = dead.iter().filter_map(|p| p.parse().ok()).collect();
                Some(Outcome::by_score(game.score(&points)))
            }
            State::Othello(game) => Some(game.position().count(game.rules().empties)),
            State::Xiangqi(_) => None,
        }
    }

    /// Whether every vertex names a stone on the board: only then is a list of dead stones one.
    pub fn are_stones(&self, vertices: &[String]) -> bool {
        let State::Go(game) = &self.state else { return false };
        let board = game.position();
        vertices.iter().all(|text| {
            text.parse::<go::Point>()
                .is_ok_and(|p| board.size().contains(p) && board.stone(p).is_some())
        })
    }

    /// The position as a start of its own, without its history.
    pub fn as_setup(&self) -> Setup {
        match &self.state {
            State::Go(game) => {
                let stones = stones(game.position());
                match &self.line.setup {
                    Setup::Go { size, komi, rules, .. } => {
                        Setup::Go { size: *size, komi: *komi, rules: rules.clone(), stones }
                    }
                    other => other.clone(),
                }
            }
            State::Xiangqi(game) => Setup::Xiangqi { fen: Some(game.position().fen()) },
            State::Othello(game) => {
                Setup::Othello { board: Some(ggf_board(&game.position().to_line())) }
            }
        }
    }
}

/// The stones of a board, Black's first.
fn stones(board: &go::Board) -> Vec<(Color, String)> {
    let of = |color| board.stones(color).map(move |point| (color, point.to_string()));
    Color::BOTH.into_iter().flat_map(of).collect()
}

/// The moves of a game in plain notation.
fn texts<P: Position>(game: &Game<P>) -> Vec<String> {
    game.moves().map(|(_, mv)| mv.to_string()).collect()
}

/// OBF's `X` is GGF's `*`; everything else is the same.
fn ggf_board(line: &str) -> String {
    line.replace('X', "*")
}

/// The usual start of `game` under `rules`.
pub fn usual_setup(game: GameKind, rules: &Rules) -> Setup {
    match game {
        GameKind::Go => go_setup(rules, Vec::new()),
        GameKind::Xiangqi => Setup::Xiangqi { fen: None },
        GameKind::Othello => Setup::Othello { board: None },
    }
}

/// A Go board under `rules` with these stones.
pub fn go_setup(rules: &Rules, stones: Vec<(Color, String)>) -> Setup {
    Setup::Go {
        size: rules.size,
        komi: rules.go.komi,
        rules: rules.go.name().unwrap_or("chinese").to_owned(),
        stones,
    }
}

fn play<P: Position>(game: &mut Game<P>, mv: P::Move, text: &str) -> Result<String, Refused> {
    game.play(mv).map_err(|_| Refused(format!("illegal move `{}`", brief(text))))?;
    Ok(mv.to_string())
}

fn go_move(text: &str, size: go::Size) -> Result<go::Move, Refused> {
    let mv: go::Move = text.parse().map_err(|_| unreadable(text))?;
    match mv {
        go::Move::Place(point) if !size.contains(point) => Err(unreadable(text)),
        _ => Ok(mv),
    }
}

fn xiangqi_move(text: &str) -> Result<xiangqi::Move, Refused> {
    text.parse().map_err(|_| unreadable(text))
}

fn othello_move(text: &str) -> Result<othello::Move, Refused> {
    text.parse().map_err(|_| unreadable(text))
}

fn unreadable(text: &str) -> Refused {
    Refused(format!("`{}` is no move", brief(text)))
}

/// Enough of an engine's text for a message.
fn brief(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(game: GameKind) -> Table {
        Table::usual(game, &Rules::default()).unwrap()
    }

    fn play_all(table: &mut Table, moves: &str) {
        for mv in moves.split_whitespace() {
            table.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}\n{}", table.diagram()));
        }
    }

    #[test]
    fn moves_are_written_in_plain_notation() {
        let mut go = table(GameKind::Go);
        assert_eq!(go.play("e5").unwrap(), "E5");
        assert_eq!(go.play("PASS").unwrap(), "pass");
        let mut xiangqi = table(GameKind::Xiangqi);
        assert_eq!(xiangqi.play("h2e2").unwrap(), "h2e2");
        let mut othello = table(GameKind::Othello);
        assert_eq!(othello.play("F5").unwrap(), "f5");
        assert_eq!(othello.line().moves, [(Color::First, "f5".to_owned())]);
    }

    #[test]
    fn illegal_moves_are_refused_and_change_nothing() {
        for (game, bad) in [
            (GameKind::Go, ["J10", "T19", "resign", ""]),
            (GameKind::Xiangqi, ["h2h9x", "e0e9", "h3e3", "pass"]),
            (GameKind::Othello, ["a1", "pass", "i9", "f5d6"]),
        ] {
            let mut table = table(game);
            for text in bad {
                assert!(table.play(text).is_err(), "{game}: {text}");
            }
            assert_eq!(table.plies(), 0);
        }
    }

    #[test]
    fn two_passes_end_a_game_of_go_and_the_area_is_counted() {
        let mut table = table(GameKind::Go);
        play_all(&mut table, "E5 pass");
        assert!(!table.both_passed());
        play_all(&mut table, "pass");
        assert!(table.both_passed());
        let outcome = table.count(&[]).unwrap();
        assert_eq!((outcome.winner, outcome.margin), (Some(Color::First), Some(73.5)));
        // The same stone taken off as dead leaves an empty board and the komi.
        let outcome = table.count(&["E5".into()]).unwrap();
        assert_eq!((outcome.winner, outcome.margin), (Some(Color::Second), Some(7.5)));
    }

    #[test]
    fn only_stones_can_be_dead() {
        let mut table = table(GameKind::Go);
        play_all(&mut table, "E5");
        assert!(table.are_stones(&["E5".into()]));
        assert!(!table.are_stones(&["E5".into(), "A1".into()]));
        assert!(!table.are_stones(&["Z99".into()]));
    }

    #[test]
    fn othello_passes_only_when_it_must() {
        let mut passes = 0;
        for seed in 0..8 {
            let mut table = table(GameKind::Othello);
            let mut random = crate::base::Random::seeded(seed);
            while table.outcome().is_none() {
                if let Some(pass) = table.forced() {
                    assert_eq!(table.legal_moves(), [pass]);
                    passes += 1;
                }
                let moves = table.legal_moves();
                assert_eq!(table.forced().is_some(), moves == ["pass"], "seed {seed}");
                table.play(&moves[random.below(moves.len() as u32) as usize]).unwrap();
            }
        }
        assert!(passes > 0, "eight random games have a pass");
    }

    #[test]
    fn a_position_can_be_the_start_of_another_table() {
        for (game, moves) in [
            (GameKind::Go, "E5 C3 G7"),
            (GameKind::Xiangqi, "h2e2 h9g7 h0g2"),
            (GameKind::Othello, "f5 d6 c3"),
        ] {
            let mut table = table(game);
            play_all(&mut table, moves);
            let again = Table::new(&table.as_setup(), table.turn(), &Rules::default()).unwrap();
            assert_eq!(again.diagram(), table.diagram());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_panic(text in "\\PC{0,12}", which in 0usize..3) {
            let game = [GameKind::Go, GameKind::Xiangqi, GameKind::Othello][which];
            let _ = table(game).play(&text);
        }
    }
}
