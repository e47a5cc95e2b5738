//! Whole conversations: any lines, to the real session with the real engines.

use std::io;

use crossbeam::channel::unbounded;
use sanqi::protocol::xiangqi::Dialect;
use sanqi::protocol::{Opening, Protocol, Speaker};
use sanqi::record::GameKind;
use sanqi::session::{Message, Out, Session, Source, read_lines};

/// GTP for Go.
pub fn gtp(bytes: &[u8]) {
    converse(Some(Protocol::Gtp), Some(GameKind::Go), bytes);
}

/// GTP for Othello.
pub fn gtp_othello(bytes: &[u8]) {
    converse(Some(Protocol::Gtp), Some(GameKind::Othello), bytes);
}

/// UCCI.
pub fn ucci(bytes: &[u8]) {
    converse(Some(Protocol::Xiangqi(Dialect::Ucci)), None, bytes);
}

/// UCI.
pub fn uci(bytes: &[u8]) {
    converse(Some(Protocol::Xiangqi(Dialect::Uci)), None, bytes);
}

/// NBoard.
pub fn nboard(bytes: &[u8]) {
    converse(Some(Protocol::NBoard), None, bytes);
}

/// Whatever the first line says.
pub fn session(bytes: &[u8]) {
    converse(None, None, bytes);
}

/// Searches are short, tables small: what is tried here is talking.
const SETTINGS: [(&str, &str); 3] = [("Threads", "1"), ("Hash", "1"), ("MoveNodes", "20")];

/// Talks until the lines end. A panic on any thread is a finding.
fn converse(protocol: Option<Protocol>, game: Option<GameKind>, bytes: &[u8]) {
    let settings = SETTINGS.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let (sender, inbox) = unbounded();
    let mut out = Out::default();
    let speaker = Speaker::new(Opening { protocol, game, settings }, sender.clone(), &mut out);
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').filter(|line| is_harmless(line)).collect();
    read_lines(lines.join(&b'\n').as_slice(), |input| sender.send(Message::Input(input)).is_ok());
    let written = Session::new(speaker, inbox, io::sink(), out, Source::Live).run();
    written.expect("a sink takes everything");
}

/// Not a line that legitimately takes all memory, all time or other people's files.
fn is_harmless(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    let is_large = has(&["threads", "hash", "bench", "memory"]);
    let is_long = has(&["perft"]) && !line.trim_end().ends_with(['1', '2', '3']);
    let is_elsewhere = has(&["sgf", "log", "file", "load", "save", "weights"]) && has(&["/", "\\"]);
    !(is_large || is_long || is_elsewhere)
}
