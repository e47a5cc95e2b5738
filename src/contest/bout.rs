//! One game between two players, from the opening to the result. Whatever an engine does, a game
//! ends with a result and a reason; only an interrupt ends it without.

use std::time::Duration;

use super::driver::{Answer, Line, Reply, Thought, Turn};
use super::judge::Judge;
use super::openings::Opening;
use super::pace::{Clock, Pace};
use super::player::Player;
use super::process::Fault;
use super::scoring::{Scored, score_go};
use super::spec::Terms;
use super::table::{Refused, Table};
use crate::game::{Color, Outcome, Reason};
use crate::record::GameKind;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Who won and why.
    pub outcome: Outcome,
    /// The reason in words: which move was illegal, how the engine died, who counted.
    pub detail: String,
    /// The game, the opening's moves included.
    pub line: Line,
    /// How many moves of the line belong to the opening.
    pub book_plies: usize,
    /// Time and thoughts of each move after the opening; forced passes have none.
    pub thoughts: Vec<Option<MoveNote>>,
    /// Dead stones that were taken off before counting.
    pub dead: Vec<String>,
    /// The side whose engine could not be started.
    pub not_started: Option<Color>,
}

/// What is kept of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveNote {
    /// Time used.
    pub time: Duration,
    /// Score, depth and nodes, as far as told.
    pub thought: Thought,
}

/// The two players, the first side first, and who counts Go boards.
#[derive(Debug)]
pub struct Seats<'a> {
    /// First side, second side.
    pub players: [&'a mut Player; 2],
    /// The engine that judges dead stones.
    pub referee: Option<&'a mut Player>,
}

impl Seats<'_> {
    fn player(&mut self, color: Color) -> &mut Player {
        let [first, second] = &mut self.players;
        match color {
            Color::First => first,
            Color::Second => second,
        }
    }
}

/// Why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Abandoned {
    /// The match was interrupted.
    Interrupted,
    /// The opening is against the rules: the operator's mistake.
    Opening(Refused),
}

/// Plays one game.
pub fn play(
    seats: &mut Seats<'_>,
    opening: &Opening,
    terms: &Terms,
    seed: u64,
) -> Result<Played, Abandoned> {
    let table = opening.table(&terms.rules).map_err(Abandoned::Opening)?;
    let mut bout = Bout::new(table, terms, seats);
    let end = bout.begin(seats, seed).and_then(|()| bout.run(seats));
    let (outcome, detail) = match end {
        Err(End { outcome, detail, .. }) => (outcome, detail),
        Ok(never) => match never {},
    };
    let Some(outcome) = outcome else { return Err(Abandoned::Interrupted) };
    let result = match outcome.winner {
        Some(Color::First) => "1-0",
        Some(Color::Second) => "0-1",
        None => "1/2-1/2",
    };
    for color in Color::BOTH {
        let player = seats.player(color);
        if bout.trusted(color)
            && let Ok(driver) = player.driver(seed)
        {
            let _ = driver.end_game(bout.table.line(), result);
        }
        player.rest();
    }
    Ok(Played {
        outcome,
        detail,
        line: bout.table.line().clone(),
        book_plies: bout.book_plies,
        thoughts: bout.thoughts,
        dead: bout.dead,
        not_started: bout.not_started,
    })
}

/// The end of a game; no outcome if it was interrupted.
struct End {
    outcome: Option<Outcome>,
    detail: String,
}

enum Never {}

struct Bout<'a> {
    table: Table,
    terms: &'a Terms,
    paces: [Pace; 2],
    clocks: [Clock; 2],
    judge: Judge,
    book_plies: usize,
    thoughts: Vec<Option<MoveNote>>,
    dead: Vec<String>,
    /// The side whose process was given up, if any.
    failed: Option<Color>,
    not_started: Option<Color>,
    draw_offered_by: Option<Color>,
    /// Go: the players take dead stones off after they disagreed.
    cleanup: bool,
}

impl<'a> Bout<'a> {
    fn new(table: Table, terms: &'a Terms, seats: &mut Seats<'_>) -> Self {
        let paces = Color::BOTH.map(|color| seats.player(color).spec().pace(&terms.pace));
        Self {
            book_plies: table.plies(),
            table,
            terms,
            clocks: paces.map(|pace| Clock::new(pace.clock)),
            paces,
            judge: Judge::new(terms.adjudication),
            thoughts: Vec::new(),
            dead: Vec::new(),
            failed: None,
            not_started: None,
            draw_offered_by: None,
            cleanup: false,
        }
    }

    fn trusted(&self, color: Color) -> bool {
        self.failed != Some(color)
    }

    /// Both engines set up the board.
    fn begin(&mut self, seats: &mut Seats<'_>, seed: u64) -> Result<(), End> {
        for color in Color::BOTH {
            let (line, pace) = (self.table.line().clone(), self.pace(color));
            let player = seats.player(color);
            let ready = player.driver(seed).and_then(|driver| driver.new_game(&line, &pace, seed));
            ready.map_err(|fault| self.fault(player, color, &fault))?;
        }
        Ok(())
    }

    /// Asks for move after move until the game is over.
    fn run(&mut self, seats: &mut Seats<'_>) -> Result<Never, End> {
        loop {
            if let Some(outcome) = self.table.outcome() {
                return Err(self.over(outcome, outcome.reason.to_string()));
            }
            if self.table.both_passed() {
                self.count(seats)?;
            }
            if self.table.plies() >= self.terms.adjudication.max_plies {
                return Err(self.too_long());
            }
            let color = self.table.turn();
            if let Some(forced) = self.table.forced() {
                self.play(color, forced)?;
                self.thoughts.push(None);
                continue;
            }
            let answer = self.ask(seats.player(color), color)?;
            self.take(color, &answer)?;
        }
    }

    fn ask(&mut self, player: &mut Player, color: Color) -> Result<Answer, End> {
        let pace = self.pace(color);
        let allowance = self.clock(color).allowance();
        let patience = allowance.unwrap_or_default() + self.terms.margin + self.terms.move_patience;
        let turn = Turn {
            line: self.table.line(),
            color,
            pace: &pace,
            clocks: &self.clocks,
            patience,
            draw_offered: self.draw_offered_by == Some(color.other()),
            cleanup: self.cleanup,
        };
        let answer = player.driver(0).and_then(|driver| driver.think(&turn));
        answer.map_err(|fault| self.fault(player, color, &fault))
    }

    /// Judges an answer and plays its move.
    fn take(&mut self, color: Color, answer: &Answer) -> Result<(), End> {
        let margin = self.terms.margin;
        let allowance = self.clock(color).allowance();
        if self.clock(color).spend(answer.time, margin).is_err() {
            let detail = format!(
                "{} used {:.3} s of {:.3} s",
                self.side(color),
                answer.time.as_secs_f64(),
                allowance.unwrap_or_default().as_secs_f64()
            );
            return Err(self.over(Outcome::win(color.other(), Reason::Time), detail));
        }
        match &answer.reply {
            Reply::Move(text) => self.play(color, text)?,
            Reply::Resign => {
                let detail = format!("{} resigned", self.side(color));
                return Err(self.over(Outcome::win(color.other(), Reason::Resignation), detail));
            }
            Reply::NoMove => {
                let detail = format!("{} gave no move where it has some", self.side(color));
                return Err(self.over(Outcome::win(color.other(), Reason::IllegalMove), detail));
            }
        }
        self.thoughts.push(Some(MoveNote { time: answer.time, thought: answer.thought }));
        let agreed = answer.offers_draw && self.draw_offered_by == Some(color.other());
        if agreed && self.table.game() == GameKind::Xiangqi && self.table.outcome().is_none() {
            return Err(self.over(Outcome::draw(Reason::Agreement), "both offered a draw".into()));
        }
        self.draw_offered_by = answer.offers_draw.then_some(color);
        // A finished game is the rules' business, not the judge's.
        if self.table.outcome().is_none()
            && let Some(outcome) = self.judge.hear(color, answer.thought.score, self.table.plies())
        {
            return Err(self.over(outcome, "both engines agree".into()));
        }
        Ok(())
    }

    fn play(&mut self, color: Color, text: &str) -> Result<(), End> {
        match self.table.play(text) {
            Ok(_) => Ok(()),
            Err(why) => {
                let detail = format!("{}: {why}", self.side(color));
                Err(self.over(Outcome::win(color.other(), Reason::IllegalMove), detail))
            }
        }
    }

    /// Counts a Go board after two passes, unless the players shall first play it out.
    fn count(&mut self, seats: &mut Seats<'_>) -> Result<(), End> {
        match score_go(seats, &self.table, self.terms, self.cleanup) {
            Ok(Scored::Counted { outcome, dead, how }) => {
                self.dead = dead;
                Err(self.over(outcome, how))
            }
            Ok(Scored::PlayOut) => {
                self.cleanup = true;
                Ok(())
            }
            Err(Fault::Interrupted) => Err(End { outcome: None, detail: String::new() }),
            Err(fault) => Err(self.over(
                Outcome::draw(Reason::Adjudication),
                format!("the board could not be counted: {fault}"),
            )),
        }
    }

    fn too_long(&mut self) -> End {
        let detail = format!("{} plies", self.table.plies());
        match self.table.count(&[]) {
            Some(outcome) => {
                self.over(outcome, format!("{detail}: counted as it stands, all stones alive"))
            }
            None => self.over(Outcome::draw(Reason::MoveLimit), detail),
        }
    }

    /// A fault of an engine loses the game; an interrupt is nobody's fault.
    fn fault(&mut self, player: &mut Player, color: Color, fault: &Fault) -> End {
        player.note(&format!("game given up: {fault}"));
        player.abandon();
        self.failed = Some(color);
        if matches!(fault, Fault::Start(_)) {
            self.not_started = Some(color);
        }
        if *fault == Fault::Interrupted {
            return End { outcome: None, detail: String::new() };
        }
        let detail = format!("{} {fault}", self.side(color));
        self.over(Outcome::win(color.other(), Reason::Crash), detail)
    }

    fn over(&self, outcome: Outcome, detail: String) -> End {
        End { outcome: Some(outcome), detail }
    }

    fn pace(&self, color: Color) -> Pace {
        let [first, second] = self.paces;
        if color == Color::First { first } else { second }
    }

    fn clock(&mut self, color: Color) -> &mut Clock {
        let [first, second] = &mut self.clocks;
        if color == Color::First { first } else { second }
    }

    /// The side's name in this game.
    const fn side(&self, color: Color) -> &'static str {
        match (self.table.game(), color) {
            (GameKind::Xiangqi, Color::First) => "Red",
            (GameKind::Xiangqi, Color::Second) | (_, Color::First) => "Black",
            (_, Color::Second) => "White",
        }
    }
}
