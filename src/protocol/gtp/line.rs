//! GTP's line layer: what a line asks, and how an answer is written.

use std::fmt::Display;

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{map, opt, rest};
use nom::sequence::preceded;

use crate::session::Out;

/// The comment that asks a running command to end soon.
pub(super) const INTERRUPT: &str = "# interrupt";

/// One line as a GTP engine sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing: blank, a comment, or an id alone.
    Nothing,
    /// GoGui's comment that ends the running command early.
    Interrupt,
    /// A command.
    Command(Command),
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The number to repeat in the answer.
    pub id: Option<u32>,
    /// The command's name.
    pub name: String,
    /// What follows the name, blanks around it removed.
    pub rest: String,
}

impl Command {
    /// The arguments.
    pub fn args(&self) -> Vec<&str> {
        self.rest.split(' ').filter(|word| !word.is_empty()).collect()
    }
}

/// `FILE [NUMBER]`: a file, and the move to stop before. Blanks in a file's name are against the standard
/// and common on Windows.
pub fn file_and_number(rest: &str) -> (&str, Option<usize>) {
    match rest.rsplit_once(' ') {
        Some((path, number)) if number.parse::<usize>().is_ok() => {
            (path.trim_end(), number.parse().ok())
        }
        _ => (rest, None),
    }
}

/// The largest id; larger ones become this one.
const MAX_ID: u32 = i32::MAX as u32;

/// Reads a line.
pub fn read(line: &str) -> Asked {
    // Before comments are cut, or this one would never be seen.
    if line.trim() == INTERRUPT {
        return Asked::Interrupt;
    }
    let clean: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take_while(|&c| c != '#')
        .collect();
    match command(clean.trim()) {
        Some(command) => Asked::Command(command),
        None => Asked::Nothing,
    }
}

/// `[id] name [arguments]`. A minus before the id makes it no id.
fn command(text: &str) -> Option<Command> {
    let id = map(digit1::<&str, nom::error::Error<&str>>, clamp_id);
    let negative = preceded(char('-'), digit1);
    let number = opt(map(negative, |_| None).or(map(id, Some)));
    let name = take_while1(|c| c != ' ');
    let mut line = (number, preceded(space0, name), preceded(space0, rest));
    let (_, (id, name, rest)) = line.parse(text).ok()?;
    Some(Command { id: id.flatten(), name: name.to_owned(), rest: rest.trim().to_owned() })
}

fn clamp_id(digits: &str) -> u32 {
    digits.parse().unwrap_or(MAX_ID).min(MAX_ID)
}

/// The answer to one command, on its way out.
#[derive(Debug)]
pub struct Talk<'a> {
    id: Option<u32>,
    out: &'a mut Out,
}

impl<'a> Talk<'a> {
    /// An answer to the command with this id.
    pub fn new(id: Option<u32>, out: &'a mut Out) -> Self {
        Self { id, out }
    }

    /// `= text`.
    pub fn ok(&mut self, text: &str) {
        self.answer('=', text);
    }

    /// `? text`.
    pub fn fail(&mut self, text: &str) {
        self.answer('?', text);
    }

    fn answer(&mut self, sign: char, text: &str) {
        // The blank after the sign is always there: GoGui takes what follows the first one.
        self.out.line(format_args!("{sign}{} {}\n", self.shown_id(), presentable(text)));
    }

    /// The head of an analysis stream: the sign alone on its line, as every client expects.
    pub fn open_stream(&mut self) {
        self.out.line(format_args!("={}", self.shown_id()));
    }

    /// A line of a stream.
    pub fn stream(&mut self, line: impl Display) {
        self.out.line(line);
    }

    /// The end of a stream.
    pub fn close_stream(&mut self) {
        self.out.line("");
    }

    /// Beside the answer: a remark for the log.
    pub fn remark(&mut self, text: &str) {
        self.out.remark(text);
    }

    fn shown_id(&self) -> String {
        self.id.map_or_else(String::new, |id| id.to_string())
    }
}

/// Text as an answer may hold it: no control characters, no empty line inside, none at the end.
fn presentable(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|&c| c == '\n' || !c.is_control())
        .collect();
    let mut lines = clean.split('\n').map(str::trim_end);
    // The first line may be empty: a board begins below the sign.
    let first = lines.next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty()).fold(first, |text, line| text + "\n" + line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn asked(line: &str) -> (Option<u32>, String, String) {
        match read(line) {
            Asked::Command(Command { id, name, rest }) => (id, name, rest),
            other => panic!("{line:?} is {other:?}"),
        }
    }

    #[test]
    fn ids_may_be_glued_negative_or_huge() {
        let name = || "name".to_owned();
        assert_eq!(asked("7 name"), (Some(7), name(), String::new()));
        assert_eq!(asked("5name"), (Some(5), name(), String::new()));
        assert_eq!(asked("-3 name"), (None, name(), String::new()));
        assert_eq!(asked("99999999999 name"), (Some(2_147_483_647), name(), String::new()));
        assert_eq!(asked("0 name").0, Some(0));
    }

    #[test]
    fn comments_tabs_and_carriage_returns_vanish() {
        let words = asked("8 \t play\tb  D4 # the best\r");
        assert_eq!(words, (Some(8), "play".into(), "b  D4".into()));
    }

    #[test]
    fn nothing_is_asked_by_blank_lines_comments_and_bare_ids() {
        for line in ["", "   ", "\r", "# comment", "12", " 12 # x", "\u{1}"] {
            assert_eq!(read(line), Asked::Nothing, "{line:?}");
        }
    }

    #[test]
    fn the_interrupt_comment_is_seen() {
        assert_eq!(read("# interrupt\r"), Asked::Interrupt);
    }

    #[test]
    fn answers_hold_no_empty_line_and_always_a_blank_after_the_sign() {
        let mut out = Out::default();
        Talk::new(Some(3), &mut out).ok("\na\n\n\tb\u{7}\n");
        Talk::new(None, &mut out).fail("");
        assert_eq!(out.take(), "=3 \na\n b\n\n? \n\n");
    }

    proptest! {
        #[test]
        fn any_line_is_something(line in "\\PC*") {
            read(&line);
        }

        #[test]
        fn any_answer_has_exactly_one_empty_line_at_its_end(text in "(?s).{0,80}") {
            let mut out = Out::default();
            Talk::new(Some(1), &mut out).ok(&text);
            let said = out.take();
            prop_assert!(said.starts_with("=1 "));
            prop_assert_eq!(said.find("\n\n"), Some(said.len() - 2));
        }
    }
}
