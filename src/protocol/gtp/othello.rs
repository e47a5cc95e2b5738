//! Othello over GTP, as gtp-rhino and Edax speak it, and with the rules GoGui asks for.
//!
//! Passes are implicit: a move of the other colour passes for a side that must. A pass that is
//! said is taken if it is forced, or if the game is over.

mod record;

use std::time::{Duration, Instant};

use super::clock::{Clock, SYSTEM_NAMES, System, seconds};
use super::{
    Activity, Call, Entry, Progress, Refusal, Reply, SettingView, Table, Talk, Verdict, done, said,
};
use crate::engine::{Engine, MoveOf, SettingError};
use crate::game::othello::{BLACK, Board, Move, Rules, Squares, WHITE};
use crate::game::{Color, Game, Position};
use crate::protocol::EngineNews;
use crate::search::{Answer, Choice, Event, Limits, TimeControl};
use crate::session::{Desk, News, Post};

/// An Othello board at which GTP is spoken.
#[derive(Debug)]
pub struct OthelloTable<E: Engine<Position = Board>> {
    desk: Desk<E>,
    clock: Clock,
    task: Option<Task>,
    /// Places of passes in the game that nobody said.
    silent_passes: Vec<usize>,
    /// Passes said after the end of the game.
    late_passes: usize,
}

/// A move is wanted.
#[derive(Clone, Copy, Debug)]
struct Task {
    color: Color,
    then: Then,
    asked: Instant,
}

/// What is done with a chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Play,
    Tell,
    /// It is forgotten: the search was on the opponent's time.
    Forget,
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(BLACK),
        "w" | "white" => Some(WHITE),
        _ => None,
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        BLACK => "black",
        WHITE => "white",
    }
}

/// Squares are sent in upper case, a pass in lower.
fn text(mv: Move) -> String {
    mv.square().map_or_else(|| "pass".to_owned(), |square| square.to_string().to_uppercase())
}

impl<E: Engine<Position = Board>> OthelloTable<E> {
    const COMMANDS: &'static [Entry<Self>] = &[
        Entry { name: "boardsize", run: Self::boardsize },
        Entry { name: "query_boardsize", run: |_, _| said("8") },
        Entry { name: "clear_board", run: |table, _| table.clear_board() },
        // There is none, and controllers send one all the same.
        Entry { name: "komi", run: |_, _| done() },
        Entry { name: "play", run: Self::play },
        Entry { name: "gogui-play_sequence", run: Self::play_sequence },
        Entry { name: "genmove", run: |table, call| table.genmove(call, Then::Play) },
        Entry { name: "reg_genmove", run: |table, call| table.genmove(call, Then::Tell) },
        Entry { name: "undo", run: |table, _| table.undo() },
        Entry { name: "gg-undo", run: Self::gg_undo },
        Entry { name: "time_settings", run: Self::time_settings },
        Entry { name: "kgs-time_settings", run: Self::named_time_settings },
        Entry { name: "kata-time_settings", run: Self::named_time_settings },
        Entry { name: "time_left", run: Self::time_left },
        Entry { name: "final_score", run: |table, _| table.final_score() },
        Entry { name: "showboard", run: |table, _| said(format!("\n{}", table.board())) },
        Entry { name: "is_legal", run: Self::is_legal },
        Entry { name: "all_legal", run: |table, _| said(table.legal_moves()) },
        Entry { name: "list_stones", run: Self::list_stones },
        Entry { name: "last_move", run: |table, _| table.last_move() },
        Entry { name: "move_history", run: |table, _| table.move_history() },
        Entry { name: "gogui-title", run: |_, _| said("sanqi, Othello") },
        Entry { name: "gogui-rules_game_id", run: |_, _| said("Othello") },
        Entry { name: "gogui-rules_board", run: |table, _| said(table.rows()) },
        Entry { name: "gogui-rules_board_size", run: |_, _| said("8") },
        Entry { name: "gogui-rules_legal_moves", run: |table, _| said(table.legal_moves()) },
        Entry {
            name: "gogui-rules_side_to_move",
            run: |table, _| said(name(table.board().turn())),
        },
        Entry { name: "gogui-rules_final_result", run: |table, _| said(table.result()) },
        Entry { name: "gogui-rules_captured_count", run: |_, _| said("0 0") },
    ];

    fn commands() -> impl Iterator<Item = &'static Entry<Self>> {
        Self::COMMANDS.iter().chain(Self::RECORD)
    }

    /// A board at the start and an engine that posts its news through `post`.
    pub fn new(config: E::Config, post: impl Fn(Post<MoveOf<E>>) + Send + 'static) -> Self {
        let game = Game::new(Board::default(), Rules::default());
        Self {
            desk: Desk::new(game, config, post),
            clock: Clock::default(),
            task: None,
            silent_passes: Vec::new(),
            late_passes: 0,
        }
    }

    fn board(&self) -> &Board {
        self.desk.game.position()
    }

    fn boardsize(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        match call.arg(0).parse::<u32>() {
            Ok(8) => self.clear_board(),
            Ok(_) => Err("unacceptable size".into()),
            Err(_) => Err("boardsize not an integer".into()),
        }
    }

    fn clear_board(&mut self) -> Verdict {
        self.begin(Game::new(Board::default(), *self.desk.game.rules()));
        done()
    }

    /// Another game.
    fn begin(&mut self, game: Game<Board>) {
        self.desk.game = game;
        self.desk.new_game();
        self.clock.restart();
        self.silent_passes.clear();
        self.late_passes = 0;
    }

    /// Plays for `color`, after a silent pass of the other side if that side must.
    fn play_as(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        if self.board().is_over() && mv == Move::Pass {
            self.late_passes += 1;
            return Ok(());
        }
        let passes = self.board().turn() != color;
        if passes {
            self.pass_silently()?;
        }
        self.desk.game.play(mv).map_err(|_| {
            if passes {
                self.desk.game.undo();
                self.silent_passes.pop();
            }
            Refusal::from("illegal move")
        })
    }

    fn pass_silently(&mut self) -> Result<(), Refusal> {
        let place = self.desk.game.len();
        self.desk.game.play(Move::Pass).map_err(|_| Refusal::from("illegal move"))?;
        self.silent_passes.push(place);
        Ok(())
    }

    fn play(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (Some(color), Ok(mv)) = (color(call.arg(0)), call.arg(1).parse()) else {
            return Err("invalid color or coordinate".into());
        };
        self.play_as(color, mv)?;
        done()
    }

    /// Plays all of the moves or, if one is illegal, none.
    fn play_sequence(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let before = (self.desk.game.clone(), self.silent_passes.clone(), self.late_passes);
        let (pairs, rest) = call.args.as_chunks::<2>();
        let mut result = if rest.is_empty() { done() } else { Err("syntax error".into()) };
        for &[who, at] in pairs {
            let (Some(color), Ok(mv)) = (color(who), at.parse()) else {
                result = Err("invalid color or coordinate".into());
                break;
            };
            if let Err(refusal) = self.play_as(color, mv) {
                result = Err(refusal);
                break;
            }
        }
        if result.is_err() {
            (self.desk.game, self.silent_passes, self.late_passes) = before;
        }
        result
    }

    fn undo(&mut self) -> Verdict {
        if self.late_passes > 0 {
            self.late_passes -= 1;
            return done();
        }
        self.desk.game.undo().ok_or("cannot undo")?;
        // A pass that nobody said goes with the move that brought it.
        if self.silent_passes.last().is_some_and(|&place| place + 1 == self.desk.game.len()) {
            self.silent_passes.pop();
            self.desk.game.undo();
        }
        done()
    }

    fn gg_undo(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let moves = if call.args.is_empty() { Some(1) } else { call.arg(0).parse().ok() };
        let most = self.desk.game.len() - self.silent_passes.len() + self.late_passes;
        match moves.filter(|&moves: &usize| moves <= most) {
            Some(moves) => (0..moves).try_fold(Reply::Said(String::new()), |_, _| self.undo()),
            None => Err("cannot undo".into()),
        }
    }

    fn genmove(&mut self, call: &mut Call<'_, '_>, then: Then) -> Verdict {
        let color = color(call.arg(0)).ok_or("invalid color")?;
        if self.board().is_over() {
            self.late_passes += usize::from(then == Then::Play);
            return said("pass");
        }
        let mut game = self.desk.game.clone();
        if game.turn() != color {
            game.play(Move::Pass).map_err(|_| Refusal::from("illegal move"))?;
        }
        let preferences = call.preferences;
        let nodes = Some(preferences.move_nodes).filter(|&nodes| nodes > 0);
        let time = match self.clock.control(color) {
            TimeControl::None if nodes.is_none() => {
                TimeControl::PerMove(Duration::from_secs_f64(preferences.move_time))
            }
            control => control,
        };
        if then == Then::Tell {
            self.desk.new_game();
        }
        self.task = Some(Task { color, then, asked: Instant::now() });
        self.desk.think_about(game, Limits { time, nodes, ..Limits::default() });
        Ok(Reply::Thinking)
    }

    fn finish(&mut self, task: Task, answer: &Answer<Move>, talk: &mut Talk<'_>) {
        let mv = match answer.choice {
            Choice::Play(mv) => mv,
            Choice::Nothing => Move::Pass,
            Choice::Resign => {
                talk.ok("resign");
                return;
            }
        };
        if task.then == Then::Play {
            self.clock.spend(task.color, task.asked.elapsed());
            if self.play_as(task.color, mv).is_err() {
                talk.fail(&format!("the engine chose an illegal move `{mv}`"));
                return;
            }
        }
        talk.ok(&text(mv));
        if task.then == Then::Play {
            self.ponder(task.color);
        }
    }

    /// Starts to think on the opponent's time, if the settings say so.
    fn ponder(&mut self, color: Color) {
        let wanted = self.desk.setting("Ponder").is_ok_and(|value| value == "true");
        if wanted && !self.board().is_over() {
            self.task = Some(Task { color, then: Then::Forget, asked: Instant::now() });
            self.desk.think(Limits { infinite: true, ponder: true, ..Limits::default() });
        }
    }

    fn time_settings(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let system = System::standard(call.args).ok_or("not three integers")?;
        self.clock = Clock::new(system);
        done()
    }

    fn named_time_settings(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let names = SYSTEM_NAMES.join(", ");
        let system = System::named(call.args);
        let system = system.ok_or_else(|| format!("expected one of {names} and its numbers"))?;
        self.clock = Clock::new(system);
        done()
    }

    fn time_left(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let color = color(call.arg(0)).ok_or("invalid color")?;
        let (Some(time), Ok(count)) = (seconds(call.arg(1)), call.arg(2).parse()) else {
            return Err("time and stones not integers".into());
        };
        self.clock.report(color, time, count);
        done()
    }

    fn final_score(&self) -> Verdict {
        let Some(outcome) = self.desk.game.outcome() else { return Err("cannot score".into()) };
        let margin = outcome.margin.unwrap_or(0.0);
        said(match outcome.winner {
            Some(BLACK) => format!("B+{margin}"),
            Some(WHITE) => format!("W+{margin}"),
            None => "0".to_owned(),
        })
    }

    /// The result in words, empty before the end.
    fn result(&self) -> String {
        let Some(outcome) = self.desk.game.outcome() else { return String::new() };
        let margin = outcome.margin.unwrap_or(0.0);
        match outcome.winner {
            Some(BLACK) => format!("Black wins by {margin} discs"),
            Some(WHITE) => format!("White wins by {margin} discs"),
            None => "Draw".to_owned(),
        }
    }

    fn is_legal(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (Some(color), Ok(mv)) = (color(call.arg(0)), call.arg(1).parse()) else {
            return Err("invalid color or coordinate".into());
        };
        let board = *self.board();
        let own_turn = if board.turn() == color { board } else { board.with_turn_passed() };
        let may = board.turn() == color || board.must_pass();
        said(if may && own_turn.is_legal(mv) { "1" } else { "0" })
    }

    fn list_stones(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let discs = self.board().discs(color(call.arg(0)).ok_or("invalid color")?);
        let squares = Squares(discs).map(|square| square.to_string().to_uppercase());
        said(squares.collect::<Vec<_>>().join(" "))
    }

    /// The moves of the side to move; a forced pass; nothing when the game is over.
    fn legal_moves(&self) -> String {
        self.desk.game.legal_moves().into_iter().map(text).collect::<Vec<_>>().join(" ")
    }

    fn last_move(&self) -> Verdict {
        let (color, mv) = self.desk.game.last_move().ok_or("no previous move known")?;
        said(format!("{} {}", name(color), text(mv)))
    }

    fn move_history(&self) -> Verdict {
        let moves = self.desk.game.moves().rev();
        let lines: Vec<_> =
            moves.map(|(color, mv)| format!("{} {}", name(color), text(mv))).collect();
        said(lines.join("\n"))
    }

    /// Row 8 first: GoGui's row 1 is at the bottom.
    fn rows(&self) -> String {
        let row = |row: u8| {
            let squares = (0..8).filter_map(|column| crate::game::othello::Square::at(row, column));
            let signs = squares.map(|square| match self.board().at(square) {
                Some(BLACK) => "X",
                Some(WHITE) => "O",
                None => ".",
            });
            signs.collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<_> = (0..8).rev().map(row).collect();
        format!("\n{}", rows.join("\n"))
    }
}

impl<E: Engine<Position = Board>> Table for OthelloTable<E> {
    fn game(&self) -> &'static str {
        "Othello"
    }

    fn names(&self) -> Vec<&'static str> {
        Self::commands().map(|entry| entry.name).collect()
    }

    fn call(&mut self, name: &str, call: &mut Call<'_, '_>) -> Option<Verdict> {
        let entry = Self::commands().find(|entry| entry.name == name)?;
        Some((entry.run)(self, call))
    }

    fn activity(&self) -> Activity {
        match self.task {
            None => Activity::Idle,
            Some(Task { then: Then::Forget, .. }) => Activity::Pondering,
            Some(_) => Activity::Thinking,
        }
    }

    fn stop(&mut self) {
        self.desk.stop();
    }

    fn news(&mut self, news: EngineNews, talk: &mut Talk<'_>) -> Progress {
        let EngineNews::Othello(post) = news else { return Progress::Waiting };
        match self.desk.accept(post) {
            Some(News::Event(Event::Note(note))) => talk.remark(&note),
            Some(News::Done(answer)) => {
                if let Some(task) = self.task.take().filter(|task| task.then != Then::Forget) {
                    self.finish(task, &answer, talk);
                    return Progress::Answered;
                }
            }
            Some(News::Broken(message)) => {
                talk.remark(&format!("the engine broke down: {message}"));
                if self.task.take().is_some_and(|task| task.then != Then::Forget) {
                    let first_line = message.lines().next().unwrap_or_default();
                    talk.fail(&format!("the engine broke down: {first_line}"));
                    return Progress::Answered;
                }
            }
            Some(
                News::Event(_)
                | News::Ready
                | News::Recalled(_)
                | News::Learned(_)
                | News::Returned,
            )
            | None => {}
        }
        Progress::Waiting
    }

    fn alarm(&self) -> Option<Instant> {
        None
    }

    fn ring(&mut self, _talk: &mut Talk<'_>) {}

    fn settings(&self) -> Vec<SettingView> {
        SettingView::all(&self.desk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        self.desk.set(name, value)
    }
}
