//! An engine as a child process: lines in, lines out, and nothing it does can hurt the match.
//!
//! Three threads serve a child: one writes its stdin (a child that stops reading cannot block
//! us), one reads its stdout line by line with size limits, one drains its stderr into the log.
//! A full queue makes the reader wait, so a flooding child is slowed by its own pipe and our
//! memory stays bounded. What the lines mean is the drivers' business.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{self, Receiver, RecvTimeoutError, Sender};

use super::log::{EngineLog, Origin};

/// No honest line is longer (analysis lines of 19x19 ownership are about 10 kB).
const LONGEST_LINE: usize = 1 << 20;
/// No honest answer to one request is longer.
const MOST_BYTES_PER_REQUEST: usize = 64 << 20;
/// Lines that may wait before the reader lets the pipe fill.
const QUEUE: usize = 4096;
/// A wait of [`GLANCE`] that takes so much longer means that the match itself stood still: it was
/// paused, or the machine slept. The child is not to blame for that time.
const STANDSTILL: Duration = Duration::from_secs(1);
/// How often a wait looks up to see an interrupt.
const GLANCE: Duration = Duration::from_millis(200);
/// How long a child may take to leave after it was asked to.
const LEAVE: Duration = Duration::from_millis(1000);

/// Why an engine can no longer be trusted with the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// Its process ended.
    Died(String),
    /// It did not answer in time.
    Hung(Duration),
    /// It wrote more than any honest engine would.
    Flooded,
    /// It answered something its protocol does not allow here.
    Nonsense(String),
    /// The match was interrupted: nobody's fault.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => write!(f, "did not start: {why}"),
            Self::Died(how) => write!(f, "died: {how}"),
            Self::Hung(time) => write!(f, "hung: no answer within {:.1} s", time.as_secs_f64()),
            Self::Flooded => f.write_str("flooded its output"),
            Self::Nonsense(what) => write!(f, "talked nonsense: {what}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Fault {}

/// Told by the match that everything must end now; every wait looks at it.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// What to run: program, arguments, folder, environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The folder it runs in, ours if not given.
    pub folder: Option<String>,
    /// Environment variables added to ours.
    pub environment: Vec<(String, String)>,
}

enum Heard {
    Line(Instant, String),
    Flood,
    Closed,
}

/// Who answers.
enum Partner {
    /// A running program, and the queue to its stdin until it shall leave.
    Child { child: Child, orders: Option<Sender<String>> },
    /// Nobody: what was written down is heard, a piece for each line said.
    Script { pieces: VecDeque<Vec<u8>>, found: Sender<Heard> },
}

/// A running engine process.
pub struct Process {
    partner: Partner,
    heard: Receiver<Heard>,
    log: Arc<EngineLog>,
    interrupt: Interrupt,
    bytes: usize,
    /// Time since the last request in which the match itself stood still.
    standstill: Duration,
    alive: bool,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = match &self.partner {
            Partner::Child { child, .. } => Some(child.id()),
            Partner::Script { .. } => None,
        };
        f.debug_struct("Process").field("id", &id).field("alive", &self.alive).finish()
    }
}

impl Process {
    /// Starts the program.
    pub fn start(
        launch: &Launch,
        log: Arc<EngineLog>,
        interrupt: Interrupt,
    ) -> Result<Self, Fault> {
        let failed =
            |error: io::Error| Fault::Start(format!("`{}`: {error}", launch.argv.join(" ")));
        let (program, arguments) =
            launch.argv.split_first().ok_or_else(|| Fault::Start("empty command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.envs(launch.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        // Its own process group: Ctrl-C in the terminal reaches the match alone, which then ends
        // its children in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        log.note(&format!("started `{}`, process {}", launch.argv.join(" "), child.id()));

        let (orders, to_write) = channel::unbounded();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        let (found, heard) = channel::bounded(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &found));
        }
        if let Some(stderr) = child.stderr.take() {
            let log = Arc::clone(&log);
            thread::spawn(move || drain(stderr, &log));
        }
        let partner = Partner::Child { child, orders: Some(orders) };
        Ok(Self::with(partner, heard, log, interrupt))
    }

    /// An engine that answers what was written down beforehand: the first piece to the first line
    /// said to it, and so on; it ends after the last. Lets tests and fuzzers talk to the drivers.
    pub fn scripted(pieces: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let (found, heard) = channel::unbounded();
        let partner = Partner::Script { pieces: pieces.into_iter().collect(), found };
        let (log, interrupt) = (Arc::new(EngineLog::none()), Arc::new(|| false));
        Self::with(partner, heard, log, interrupt)
    }

    fn with(
        partner: Partner,
        heard: Receiver<Heard>,
        log: Arc<EngineLog>,
        interrupt: Interrupt,
    ) -> Self {
        let standstill = Duration::ZERO;
        Self { partner, heard, log, interrupt, bytes: 0, standstill, alive: true }
    }

    /// Sends a line. A dead child is noticed by the next [`Self::listen`].
    pub fn say(&mut self, line: &str) {
        self.log.line(Origin::Sent, line);
        self.bytes = 0;
        self.standstill = Duration::ZERO;
        match &mut self.partner {
            // A closed queue means a dead child.
            Partner::Child { orders: Some(orders), .. } => drop(orders.send(line.to_owned())),
            Partner::Child { orders: None, .. } => {}
            Partner::Script { pieces, found } => {
                let piece = pieces.pop_front().unwrap_or_default();
                let last = pieces.is_empty();
                hear_all(&piece, found);
                if last {
                    let _ = found.send(Heard::Closed);
                }
            }
        }
    }

    /// The next line, when it arrived, before `deadline`. `allowed` is the whole wait, for the
    /// message; time in which the match itself stood still is added to it. A hung or flooding child
    /// is killed.
    pub fn listen(
        &mut self,
        deadline: Instant,
        allowed: Duration,
    ) -> Result<(Instant, String), Fault> {
        let deadline = self.limit(deadline);
        loop {
            if (self.interrupt)() {
                return Err(Fault::Interrupted);
            }
            let began = Instant::now();
            let wait = (deadline + self.standstill).saturating_duration_since(began).min(GLANCE);
            let heard = self.heard.recv_timeout(wait);
            self.standstill += stood_still(wait, began.elapsed());
            match heard {
                Ok(Heard::Line(at, line)) => {
                    self.log.line(Origin::Received, &line);
                    self.bytes += line.len() + 1;
                    if self.bytes > MOST_BYTES_PER_REQUEST {
                        return Err(self.condemn(Fault::Flooded));
                    }
                    return Ok((at, line));
                }
                Ok(Heard::Flood) => return Err(self.condemn(Fault::Flooded)),
                Ok(Heard::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    let how = self.end();
                    return Err(self.condemn(Fault::Died(how)));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline + self.standstill => {
                    return Err(self.condemn(Fault::Hung(allowed)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line before `deadline`, or `None`: silence is no fault here.
    pub fn listen_until(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        let quiet = Duration::from_millis(10);
        let deadline = self.limit(deadline);
        while self.heard.is_empty() {
            if (self.interrupt)() {
                return Err(Fault::Interrupted);
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
            thread::sleep(quiet);
        }
        self.listen(Instant::now() + quiet, quiet).map(|(_, line)| Some(line))
    }

    /// Until when to wait: a script says nothing later that it has not said by now.
    fn limit(&self, deadline: Instant) -> Instant {
        match self.partner {
            Partner::Child { .. } => deadline,
            Partner::Script { .. } => deadline.min(Instant::now()),
        }
    }

    /// Forgets lines that came before this moment.
    pub fn discard_pending(&mut self) {
        while let Ok(Heard::Line(_, line)) = self.heard.try_recv() {
            self.log.line(Origin::Received, &line);
        }
    }

    /// The log of this engine.
    pub fn log(&self) -> &EngineLog {
        &self.log
    }

    /// Says goodbye with `line` and waits a moment, then kills what is left.
    pub fn leave(mut self, line: &str) {
        if self.alive {
            self.say(line);
            self.see_off();
        }
        let how = self.end();
        self.log.note(&how);
    }

    /// Waits a moment for the child to end by itself.
    fn see_off(&mut self) {
        let Partner::Child { child, orders } = &mut self.partner else { return };
        *orders = None;
        let until = Instant::now() + LEAVE;
        while Instant::now() < until {
            // A child that still writes must be able to finish.
            while self.heard.try_recv().is_ok() {}
            if matches!(child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn condemn(&mut self, fault: Fault) -> Fault {
        self.log.note(&fault.to_string());
        self.kill();
        fault
    }

    /// How the child ended; waits a little for a child whose output is already closed.
    fn end(&mut self) -> String {
        let Partner::Child { child, .. } = &mut self.partner else {
            self.alive = false;
            return "its script is at its end".into();
        };
        for _ in 0..40 {
            match child.try_wait() {
                Ok(Some(status)) => {
                    self.alive = false;
                    return describe(status);
                }
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return error.to_string(),
            }
        }
        self.kill();
        "closed its output and was killed".into()
    }

    fn kill(&mut self) {
        let alive = std::mem::replace(&mut self.alive, false);
        let Partner::Child { child, orders } = &mut self.partner else { return };
        *orders = None;
        if !alive {
            return;
        }
        // The whole group, so that a wrapper script's own children go too.
        #[cfg(unix)]
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", child.id())])
            .stderr(Stdio::null())
            .status();
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How long nothing ran here, when a wait took `took` in place of `wait`.
fn stood_still(wait: Duration, took: Duration) -> Duration {
    let longer = took.saturating_sub(wait);
    if longer >= STANDSTILL { longer } else { Duration::ZERO }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| "ended".into(), |code| format!("exit code {code}"))
}

fn write_lines(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for mut line in orders {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// What the next line of `reader` is.
fn hear(reader: &mut impl BufRead) -> Heard {
    let mut bytes = Vec::new();
    match read_line(reader, &mut bytes) {
        Ok(Read1::Line) => {
            Heard::Line(Instant::now(), String::from_utf8_lossy(&bytes).into_owned())
        }
        Ok(Read1::TooLong) => Heard::Flood,
        Ok(Read1::End) | Err(_) => Heard::Closed,
    }
}

/// Every line of a script's piece.
fn hear_all(mut piece: &[u8], found: &Sender<Heard>) {
    while !piece.is_empty() {
        let _ = found.send(hear(&mut piece));
    }
}

fn read_lines(stdout: impl Read, found: &Sender<Heard>) {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let heard = hear(&mut reader);
        let last = !matches!(heard, Heard::Line(..));
        if found.send(heard).is_err() || last {
            return;
        }
    }
}

enum Read1 {
    Line,
    TooLong,
    End,
}

/// One line without its end, at most [`LONGEST_LINE`] bytes.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Read1> {
    let read = reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(Read1::End);
    }
    if line.last() != Some(&b'\n') && read == LONGEST_LINE {
        return Ok(Read1::TooLong);
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Read1::Line)
}

fn drain(stderr: impl Read, log: &EngineLog) {
    let mut reader = BufReader::new(stderr);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match read_line(&mut reader, &mut bytes) {
            Ok(Read1::Line | Read1::TooLong) => {
                log.line(Origin::Stderr, &String::from_utf8_lossy(&bytes));
            }
            Ok(Read1::End) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn never() -> Interrupt {
        Arc::new(|| false)
    }

    fn run(argv: &[&str]) -> Process {
        let argv = argv.iter().map(|&word| word.to_owned()).collect();
        let launch = Launch { argv, folder: None, environment: Vec::new() };
        Process::start(&launch, Arc::new(EngineLog::none()), never()).unwrap()
    }

    fn listen(process: &mut Process, ms: u64) -> Result<String, Fault> {
        let allowed = Duration::from_millis(ms);
        process.listen(Instant::now() + allowed, allowed).map(|(_, line)| line)
    }

    #[test]
    fn a_script_answers_each_line_with_its_piece_and_then_dies() {
        let mut script = Process::scripted([b"one\ntwo\r\n".to_vec(), b"three".to_vec()]);
        script.say("hello");
        assert_eq!(listen(&mut script, 5000).unwrap(), "one");
        assert_eq!(listen(&mut script, 5000).unwrap(), "two");
        assert!(matches!(script.listen_until(Instant::now()), Ok(None)));
        assert!(matches!(listen(&mut script, 60_000), Err(Fault::Hung(_))));
        script.say("again");
        assert_eq!(listen(&mut script, 5000).unwrap(), "three");
        assert!(matches!(listen(&mut script, 5000), Err(Fault::Died(_))));
        assert!(!script.alive);
    }

    #[test]
    fn a_missing_program_is_a_start_fault() {
        let launch =
            Launch { argv: vec!["/nowhere/engine".into()], folder: None, environment: vec![] };
        let fault = Process::start(&launch, Arc::new(EngineLog::none()), never()).unwrap_err();
        assert!(fault.to_string().contains("/nowhere/engine"), "{fault}");
    }

    #[test]
    fn lines_go_there_and_back_without_carriage_returns() {
        let mut cat = run(&["cat"]);
        cat.say("hello\r");
        assert_eq!(listen(&mut cat, 5000).unwrap(), "hello");
        cat.leave("");
    }

    #[test]
    fn a_death_is_noticed_with_its_exit_code() {
        let mut dying = run(&["sh", "-c", "echo last; exit 3"]);
        assert_eq!(listen(&mut dying, 5000).unwrap(), "last");
        assert_eq!(listen(&mut dying, 5000), Err(Fault::Died("exit code 3".into())));
    }

    #[test]
    fn a_silent_child_is_hung_at_the_deadline_and_killed() {
        let mut silent = run(&["sleep", "100"]);
        let before = Instant::now();
        assert!(matches!(listen(&mut silent, 100), Err(Fault::Hung(_))));
        assert!(before.elapsed() < Duration::from_secs(5));
        assert!(!silent.alive);
    }

    #[test]
    fn a_pause_of_the_match_itself_is_not_the_childs_silence() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(stood_still(GLANCE, seconds(0.9)), Duration::ZERO, "a busy machine");
        assert_eq!(stood_still(GLANCE, seconds(60.2)), seconds(60.0), "a paused match");
        let mut slow = run(&["sh", "-c", "read line; sleep 0.4; echo late"]);
        slow.say("go");
        slow.standstill = Duration::from_secs(10);
        assert_eq!(listen(&mut slow, 100).unwrap(), "late");
        slow.say("again");
        assert_eq!(slow.standstill, Duration::ZERO);
    }

    #[test]
    fn an_endless_line_is_a_flood() {
        let mut flooding = run(&["sh", "-c", "exec tr '\\000' x < /dev/zero"]);
        assert_eq!(listen(&mut flooding, 20_000), Err(Fault::Flooded));
    }

    #[test]
    fn endless_lines_are_a_flood_too() {
        let mut flooding = run(&["yes", "0123456789012345678901234567890123456789"]);
        let fault = loop {
            if let Err(fault) = listen(&mut flooding, 20_000) {
                break fault;
            }
        };
        assert_eq!(fault, Fault::Flooded);
    }

    #[test]
    fn an_interrupt_ends_a_wait() {
        let launch =
            Launch { argv: vec!["sleep".into(), "100".into()], folder: None, environment: vec![] };
        let mut process =
            Process::start(&launch, Arc::new(EngineLog::none()), Arc::new(|| true)).unwrap();
        assert_eq!(listen(&mut process, 60_000), Err(Fault::Interrupted));
    }
}
