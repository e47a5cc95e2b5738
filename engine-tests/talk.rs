//! A running `sanqi` and a conversation with it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long any answer may take before a test gives up. Test machines can be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program as a GUI sees it.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the program with these arguments.
    pub fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sanqi"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// The lines up to and with the first that `last` accepts.
    pub fn lines_until(&mut self, last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            let line = self.line();
            let is_last = last(&line);
            found.push(line);
            if is_last {
                return found;
            }
        }
    }

    /// One GTP answer, without its empty line.
    pub fn answer(&mut self) -> String {
        let lines = self.lines_until(str::is_empty);
        lines[..lines.len() - 1].join("\n")
    }

    /// Asks a GTP command.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.answer()
    }

    /// Closes our end of the conversation.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the process: how long it took, and whether it ended well.
    pub fn wait(&mut self) -> (Duration, bool) {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (begin.elapsed(), status.success());
            }
            assert!(begin.elapsed() < PATIENCE, "the process does not end");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What is left of the output after the end.
    pub fn rest(&mut self) -> Vec<String> {
        self.lines.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
