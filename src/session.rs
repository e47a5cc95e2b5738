//! L4: the one loop between a controller and a dialogue: inbox, backlog, stdout.
//!
//! ```text
//! stdin -- reader thread --+                         +-- engine thread: think()
//!                          +--> inbox --> session ---+
//! engine news -------------+             |           +-- Control: stop, ponderhit
//!                                        +--> stdout, the only writer
//! ```
//!
//! Lines are answered strictly in order. While a search runs they wait in the backlog, which has
//! no bound; a dialogue may take a line out of turn ([`Dialogue::interject`]: `stop`, `isready`),
//! unless a line before it will start another search: a `stop` belongs to the last `go` before it.
//!
//! The end of input is a `quit`, also in the middle of a search. Still every line read before it is
//! answered: a search that its controller left behind ends at once, and one that came in the same
//! burst as the end (a piped script) may think on for a moment.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod desk;
mod line;
mod log;
mod out;
mod signal;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError};

pub use desk::Desk;
pub use line::{Input, Line, decode, read_lines, spawn_reader};
pub use out::Out;
pub use signal::on_interrupt;
pub use worker::{Errand, News, Post};

/// Lines read within this time of one another are one burst: a script, not a person or a GUI that
/// changed its mind.
const BURST: Duration = Duration::from_millis(40);

/// How long a piped script's search may go on after the end of its input or its `quit`.
const SCRIPT_GRACE: Duration = Duration::from_millis(600);

/// A search that does not heed `stop` for this long is left behind.
const PATIENCE: Duration = Duration::from_millis(800);

/// What comes into the inbox: input, or news from an engine's thread.
#[derive(Debug)]
pub enum Message<N> {
    /// From the controller.
    Input(Input),
    /// From an engine.
    News(N),
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// There may be more.
    Continue,
    /// This was the end.
    Quit,
}

/// How a line asks to end the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// It does not.
    None,
    /// When everything before it is answered in full (a GTP script), unless a search was already
    /// running when it came.
    InTurn,
    /// At once: running searches answer with what they have (UCI). One that came in the same burst
    /// gets a moment, unless it has no end of its own.
    AtOnce,
}

/// Where the input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A program or a person, who may leave.
    Live,
    /// A file: its end is no sign that anybody left.
    Script,
}

/// One side of a conversation in some protocol. It says things through [`Out`] and never blocks.
pub trait Dialogue {
    /// News from its engines.
    type News;

    /// Whether a search holds up the next line.
    fn is_busy(&self) -> bool;
    /// Answers a line, or begins to. Only called when not busy.
    fn line(&mut self, line: &Line, out: &mut Out) -> Flow;
    /// A line that came while busy: says whether it was dealt with out of turn.
    fn interject(&mut self, line: &Line, out: &mut Out) -> bool;
    /// Whether the line will start a search, so that lines after it belong to that one.
    fn starts_search(&self, line: &Line) -> bool;
    /// Whether and how the line asks to quit.
    fn farewell(&self, line: &Line) -> Farewell;
    /// Whether only a later line can end the running search.
    fn is_endless(&self) -> bool;
    /// Ends the running search soon; its answer still comes.
    fn hurry(&mut self);
    /// Takes news from an engine.
    fn news(&mut self, news: Self::News, out: &mut Out);
    /// When to call [`Dialogue::ring`].
    fn alarm(&self) -> Option<Instant> {
        None
    }
    /// The alarm's time has come.
    fn ring(&mut self, _out: &mut Out) {}
}

/// A conversation in progress.
#[derive(Debug)]
pub struct Session<D: Dialogue, W> {
    dialogue: D,
    inbox: Receiver<Message<D::News>>,
    writer: W,
    out: Out,
    source: Source,
    backlog: VecDeque<Line>,
    /// How many lines of the backlog were already offered to [`Dialogue::interject`].
    offered: usize,
    /// When the line that made the dialogue busy was read.
    busy_line: Option<Instant>,
    /// Searches end from this time on.
    closing: Option<Instant>,
    /// When the running search was told to hurry.
    hurried: Option<Instant>,
    /// The last line is in the backlog.
    ended: bool,
}

impl<D: Dialogue, W: Write> Session<D, W> {
    /// A conversation of `dialogue` with whoever fills the inbox and reads `writer`.
    pub fn new(
        dialogue: D,
        inbox: Receiver<Message<D::News>>,
        writer: W,
        out: Out,
        source: Source,
    ) -> Self {
        Self {
            dialogue,
            inbox,
            writer,
            out,
            source,
            backlog: VecDeque::new(),
            offered: 0,
            busy_line: None,
            closing: None,
            hurried: None,
            ended: false,
        }
    }

    /// Talks until one side quits. An error means that nobody reads what is written.
    pub fn run(mut self) -> io::Result<()> {
        loop {
            if self.work_off()? == Flow::Quit {
                return Ok(());
            }
            if self.hurried.is_some_and(|time| time.elapsed() > PATIENCE) {
                self.out.remark("the search does not stop: leaving it behind");
                return Ok(());
            }
            match self.next_message() {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => self.look_at_clocks(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.out.write_to(&mut self.writer)?;
        }
    }

    /// Answers what can be answered now.
    fn work_off(&mut self) -> io::Result<Flow> {
        while !self.dialogue.is_busy() {
            (self.busy_line, self.hurried, self.offered) = (None, None, 0);
            let Some(line) = self.backlog.pop_front() else {
                return Ok(if self.ended { Flow::Quit } else { Flow::Continue });
            };
            let flow = self.dialogue.line(&line, &mut self.out);
            self.out.write_to(&mut self.writer)?;
            if flow == Flow::Quit {
                return Ok(Flow::Quit);
            }
            self.busy_line = Some(line.read);
        }
        self.look_at_clocks();
        self.offer_backlog();
        if self.ended && self.dialogue.is_endless() {
            self.hurry();
        }
        self.out.write_to(&mut self.writer)?;
        Ok(Flow::Continue)
    }

    /// Offers waiting lines out of turn, up to the next one that starts a search.
    fn offer_backlog(&mut self) {
        while let Some(line) = self.backlog.get(self.offered) {
            if self.dialogue.starts_search(line) {
                // It stays at this place of the backlog, and hides what comes after it.
                return;
            }
            if self.dialogue.interject(line, &mut self.out) {
                self.backlog.remove(self.offered);
            } else {
                self.offered += 1;
            }
        }
    }

    fn next_message(&self) -> Result<Message<D::News>, RecvTimeoutError> {
        // First the moment to hurry, then the moment to leave the search behind.
        let leave = self.hurried.map(|time| time + PATIENCE + Duration::from_millis(1));
        let closing = leave.or(self.closing).filter(|_| self.dialogue.is_busy());
        match [closing, self.dialogue.alarm()].into_iter().flatten().min() {
            Some(time) => self.inbox.recv_deadline(time),
            None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    fn take(&mut self, message: Message<D::News>) {
        match message {
            Message::News(news) => self.dialogue.news(news, &mut self.out),
            Message::Input(Input::Line(line)) => {
                self.out.heard(&line.text);
                match self.dialogue.farewell(&line) {
                    Farewell::None => {}
                    Farewell::InTurn if self.in_one_burst(line.read) => self.ended = true,
                    farewell => self.leave(line.read, farewell),
                }
                self.backlog.push_back(line);
            }
            Message::Input(Input::End(_)) if self.ended => {}
            Message::Input(Input::End(read)) => self.leave(read, Farewell::AtOnce),
        }
    }

    /// The input says at `read` that it is over. A script's searches were meant to be made.
    fn leave(&mut self, read: Instant, farewell: Farewell) {
        let burst = self.in_one_burst(read);
        match (self.source, farewell) {
            (Source::Script, Farewell::AtOnce) => self.ended = true,
            (Source::Live, Farewell::AtOnce) if burst => self.close(read + SCRIPT_GRACE),
            _ => self.close(read),
        }
    }

    /// Whether what was read at `read` came together with the search that runs, if one does.
    fn in_one_burst(&self, read: Instant) -> bool {
        self.busy_line.is_none_or(|go| read.saturating_duration_since(go) < BURST)
    }

    /// No search goes on after `time`.
    fn close(&mut self, time: Instant) {
        self.closing = Some(time);
        self.ended = true;
    }

    fn hurry(&mut self) {
        if self.dialogue.is_busy() && self.hurried.is_none() {
            self.hurried = Some(Instant::now());
            self.dialogue.hurry();
        }
    }

    fn look_at_clocks(&mut self) {
        let now = Instant::now();
        if self.closing.is_some_and(|time| time <= now) {
            self.hurry();
        }
        if self.dialogue.alarm().is_some_and(|time| time <= now) {
            self.dialogue.ring(&mut self.out);
        }
    }
}
