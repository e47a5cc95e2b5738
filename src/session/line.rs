//! Lines of outside text: bytes become text here, and the reader thread lives here.

use std::io::{BufRead, BufReader, Read};
use std::thread;
use std::time::Instant;

use encoding_rs::GB18030;

/// One line of input, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// When it was read.
    pub read: Instant,
}

impl Line {
    /// A line read now.
    pub fn now(text: impl Into<String>) -> Self {
        Self { text: text.into(), read: Instant::now() }
    }

    /// Its words.
    pub fn words(&self) -> Vec<&str> {
        self.text.split_whitespace().collect()
    }
}

/// What the reader thread hands over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line.
    Line(Line),
    /// Nothing will come any more.
    End(Instant),
}

/// Text of a line in an unknown encoding: UTF-8; else GB18030, in which Windows GUIs send names of
/// files; else whatever of UTF-8 survives.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    GB18030
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map_or_else(|| String::from_utf8_lossy(bytes).into_owned(), |text| text.into_owned())
}

/// Reads `input` to its end; `send` says whether anyone still listens.
pub fn read_lines(input: impl Read, mut send: impl FnMut(Input) -> bool) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // A failing input is a finished one: there is nobody left to tell.
        if input.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            send(Input::End(Instant::now()));
            return;
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        if !send(Input::Line(Line::now(decode(&bytes)))) {
            return;
        }
    }
}

/// Reads `input` on a thread of its own. It is never joined: a read from a terminal ends only when
/// the terminal closes, and `quit` must not wait for that.
pub fn spawn_reader(
    input: impl Read + Send + 'static,
    send: impl FnMut(Input) -> bool + Send + 'static,
) {
    thread::spawn(move || read_lines(input, send));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        read_lines(bytes, |input| {
            if let Input::Line(line) = input {
                found.push(line.text);
            }
            true
        });
        found
    }

    #[test]
    fn a_last_line_without_newline_counts() {
        assert_eq!(lines(b"name\nversion"), ["name", "version"]);
    }

    #[test]
    fn empty_lines_are_lines() {
        assert_eq!(lines(b"\n\nname\n"), ["", "", "name"]);
    }

    #[test]
    fn gbk_text_survives() {
        // 棋谱 in GBK.
        assert_eq!(
            lines(b"setoption bookfiles \xc6\xe5\xc6\xd7.dat\n"),
            ["setoption bookfiles 棋谱.dat"]
        );
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(lines(b"\xef\xbb\xbfucci\n"), ["ucci"]);
    }

    #[test]
    fn bytes_of_no_encoding_leave_the_rest_readable() {
        assert!(decode(b"play b D4 \xff\xff\xff").starts_with("play b D4 "));
    }

    proptest! {
        #[test]
        fn any_bytes_are_some_lines(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let newlines = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let open = usize::from(bytes.last().is_some_and(|&byte| byte != b'\n'));
            prop_assert_eq!(lines(&bytes).len(), newlines + open);
        }
    }
}
