//! What the running search is for, and what its news become.

use std::time::Instant;

use super::analyze::{Request, Stream};
use super::judge::Inquiry;
use super::opinion::Question;
use super::{GoTable, cgos};
use crate::engine::Engine;
use crate::game::go::{Board, Move};
use crate::game::{Color, Position};
use crate::protocol::gtp::{Activity, Progress, Refusal, Reply, Talk, Verdict};
use crate::search::{Answer, Choice, Event, Limits, Report};
use crate::session::News;

/// What a search is for.
#[derive(Debug)]
pub enum Task<E: Engine<Position = Board>> {
    /// A move is wanted.
    Choose(Choose),
    /// Lines of analysis are wanted until the next input.
    Analyze(Stream),
    /// An opinion on moves is wanted.
    Ask(Question),
    /// The stones are judged for a command.
    Judge(Inquiry<E>),
    /// The same, and then the groups are shown.
    Groups(Inquiry<E>),
    /// Nobody waits: it is the opponent's turn.
    Ponder,
}

/// A move is wanted.
#[derive(Debug)]
pub struct Choose {
    /// For whom.
    pub color: Color,
    /// What is done with it.
    pub then: Then,
    /// How it is told.
    pub manner: Manner,
    /// When it was asked for.
    pub asked: Instant,
}

/// What is done with a chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// It is played.
    Play,
    /// It is only told.
    Tell,
    /// It is told, unless another line came first.
    TellUnlessCancelled,
}

/// How a chosen move is told.
#[derive(Debug)]
pub enum Manner {
    /// As an answer.
    Plain,
    /// After lines of analysis.
    Stream(Stream),
    /// After a line of JSON for CGOS.
    Cgos,
}

impl<E: Engine<Position = Board>> Task<E> {
    /// What it makes of the engine.
    pub fn activity(&self) -> Activity {
        match self {
            Self::Analyze(_) => Activity::Streaming,
            Self::Choose(choose) if choose.then == Then::TellUnlessCancelled => Activity::Streaming,
            Self::Choose(_) | Self::Ask(_) | Self::Judge(_) | Self::Groups(_) => Activity::Thinking,
            Self::Ponder => Activity::Pondering,
        }
    }

    /// When the next line is due.
    pub fn alarm(&self) -> Option<Instant> {
        self.stream().and_then(Stream::alarm)
    }

    /// Prints the line that is due.
    pub fn ring(&mut self, talk: &mut Talk<'_>) {
        if let Some(stream) = self.stream_mut() {
            stream.ring(talk);
        }
    }

    fn stream(&self) -> Option<&Stream> {
        match self {
            Self::Analyze(stream) | Self::Choose(Choose { manner: Manner::Stream(stream), .. }) => {
                Some(stream)
            }
            _ => None,
        }
    }

    fn stream_mut(&mut self) -> Option<&mut Stream> {
        match self {
            Self::Analyze(stream) | Self::Choose(Choose { manner: Manner::Stream(stream), .. }) => {
                Some(stream)
            }
            _ => None,
        }
    }

    /// Whether the head of its answer is already out.
    fn is_open(&self) -> bool {
        self.stream().is_some() || matches!(self, Self::Choose(Choose { manner: Manner::Cgos, .. }))
    }
}

impl<E: Engine<Position = Board>> GoTable<E> {
    /// Takes news from this table's engine.
    pub(super) fn take_news(&mut self, news: News<Move>, talk: &mut Talk<'_>) -> Progress {
        match news {
            News::Event(Event::Report(report)) => {
                if let Some(stream) = self.task.as_mut().and_then(Task::stream_mut) {
                    stream.report(report, talk);
                }
                Progress::Waiting
            }
            News::Event(Event::Note(note)) => {
                talk.remark(&note);
                Progress::Waiting
            }
            News::Event(Event::Current { .. })
            | News::Ready
            | News::Recalled(_)
            | News::Learned(_) => Progress::Waiting,
            News::Returned => match self.task.take() {
                Some(Task::Judge(inquiry)) => {
                    let verdict = self.judged(inquiry);
                    Self::answer(verdict, talk)
                }
                Some(Task::Groups(inquiry)) => {
                    let verdict = self.judged(inquiry).and_then(|_| self.picture_of_groups());
                    Self::answer(verdict, talk)
                }
                _ => Progress::Waiting,
            },
            News::Done(answer) => match self.task.take() {
                Some(task) => self.finish(task, answer, talk),
                None => Progress::Waiting,
            },
            News::Broken(message) => self.break_off(&message, talk),
        }
    }

    /// Answers a command that waited for a judgement.
    fn answer(verdict: Verdict, talk: &mut Talk<'_>) -> Progress {
        match verdict {
            Ok(Reply::Said(text)) => talk.ok(&text),
            Ok(Reply::Thinking) => return Progress::Waiting,
            Err(Refusal(text)) => talk.fail(&text),
        }
        Progress::Answered
    }

    /// A bug ended the search. The game stands as it was.
    fn break_off(&mut self, message: &str, talk: &mut Talk<'_>) -> Progress {
        let first_line = message.lines().next().unwrap_or_default();
        talk.remark(&format!("the engine broke down: {message}"));
        match self.task.take() {
            None | Some(Task::Ponder) => Progress::Waiting,
            Some(task) if task.is_open() => {
                talk.close_stream();
                Progress::Answered
            }
            Some(_) => {
                talk.fail(&format!("the engine broke down: {first_line}"));
                Progress::Answered
            }
        }
    }

    fn finish(&mut self, task: Task<E>, answer: Answer<Move>, talk: &mut Talk<'_>) -> Progress {
        match task {
            Task::Ponder | Task::Judge(_) | Task::Groups(_) => Progress::Waiting,
            Task::Analyze(mut stream) => {
                stream.finish(&answer.report, talk);
                talk.close_stream();
                Progress::Answered
            }
            Task::Ask(question) => {
                talk.ok(&self.opinion(question, &answer.report));
                Progress::Answered
            }
            Task::Choose(choose) => {
                self.tell(choose, &answer, talk);
                Progress::Answered
            }
        }
    }

    fn tell(&mut self, choose: Choose, answer: &Answer<Move>, talk: &mut Talk<'_>) {
        let Choose { color, then, manner, asked } = choose;
        let cancelled = then == Then::TellUnlessCancelled && self.stopped;
        let text = match answer.choice {
            _ if cancelled => "cancelled".to_owned(),
            Choice::Play(mv) => mv.to_string(),
            Choice::Resign => "resign".to_owned(),
            Choice::Nothing => "pass".to_owned(),
        };
        if then == Then::Play {
            self.clock.spend(color, asked.elapsed());
            if let Err(error) = self.play_chosen(color, answer) {
                talk.fail(&error);
                return;
            }
        }
        match manner {
            Manner::Plain => talk.ok(&text),
            Manner::Stream(mut stream) => {
                stream.finish(&answer.report, talk);
                if !cancelled {
                    talk.stream(format_args!("play {text}"));
                }
                talk.close_stream();
            }
            Manner::Cgos => {
                talk.stream(cgos::line(&answer.report));
                talk.stream(format_args!("play {text}"));
                talk.close_stream();
            }
        }
        if then == Then::Play {
            self.ponder();
        }
    }

    fn play_chosen(&mut self, color: Color, answer: &Answer<Move>) -> Result<(), String> {
        let mv = match answer.choice {
            Choice::Play(mv) => mv,
            Choice::Nothing => Move::Pass,
            Choice::Resign => return Ok(()),
        };
        let played = self.desk.game.play_as(color, mv);
        played.map_err(|error| format!("the engine chose an {error}"))?;
        self.remember(color, mv, &answer.report);
        Ok(())
    }

    /// Starts to think on the opponent's time, if the settings say so.
    fn ponder(&mut self) {
        let wanted = self.desk.setting("Ponder").is_ok_and(|value| value == "true");
        if wanted && self.board().passes() < 2 {
            self.start(Limits { infinite: true, ponder: true, ..Limits::default() }, Task::Ponder);
        }
    }

    /// Starts a search of the present position.
    pub(super) fn start(&mut self, limits: Limits<Move>, task: Task<E>) {
        self.stopped = false;
        self.task = Some(task);
        self.desk.think(limits);
    }

    /// The stream of a request, its head printed.
    pub(super) fn open_stream(
        request: Request,
        dialect: super::analyze::Dialect,
        talk: &mut Talk<'_>,
    ) -> Stream {
        talk.open_stream();
        Stream::new(request, dialect)
    }

    /// Whose turn a request is about.
    pub(super) fn asked_turn(&self, request: &Request) -> Color {
        request.color.unwrap_or_else(|| self.board().turn())
    }

    /// What the search of the last report knew, kept for `gomill-explain_last_move`.
    pub(super) fn remember(&mut self, color: Color, mv: Move, report: &Report<Move>) {
        self.remembered = Some(super::play::Remembered { color, mv, report: report.clone() });
    }
}
