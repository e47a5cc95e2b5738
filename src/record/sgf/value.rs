//! Values of properties: text with its escapes, points, areas, numbers.

use std::borrow::Cow;

use crate::record::{Area, Cell};

/// How line breaks in a text are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// They belong to the text (comments).
    Kept,
    /// They are blanks (names).
    Blanks,
}

/// The text a raw value stands for: escapes resolved, soft line breaks removed, blanks made spaces.
pub(super) fn unescape(raw: &str, breaks: Breaks) -> Cow<'_, str> {
    let plain =
        |byte: u8| byte != b'\\' && (byte >= b' ' || byte == b'\n' && breaks == Breaks::Kept);
    if raw.bytes().all(plain) {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        let (c, escaped) = match c {
            '\\' => match rest.next() {
                Some(c) => (c, true),
                None => break,
            },
            c => (c, false),
        };
        let is_break = c == '\n' || c == '\r';
        if is_break && rest.peek().is_some_and(|&d| d != c && (d == '\n' || d == '\r')) {
            rest.next();
        }
        match (is_break, escaped) {
            (true, true) => {}
            (true, false) => text.push(if breaks == Breaks::Kept { '\n' } else { ' ' }),
            (false, _) => text.push(if c < ' ' { ' ' } else { c }),
        }
    }
    Cow::Owned(text)
}

/// Appends `text` so that [`unescape`] gives it back.
pub(super) fn escape_into(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Whether a raw value can stand between brackets as it is: no bare `]`, no `\` at the end.
pub(super) fn is_closed(raw: &str) -> bool {
    let mut escaped = false;
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return false,
            _ => {}
        }
    }
    !escaped
}

/// `a` to `z` are 0 to 25, `A` to `Z` 26 to 51.
pub(super) const fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The letter of a coordinate; `None` from 52 on.
pub(super) const fn letter(coordinate: u8) -> Option<char> {
    match coordinate {
        0..=25 => Some((b'a' + coordinate) as char),
        26..=51 => Some((b'A' + coordinate - 26) as char),
        _ => None,
    }
}

/// A point such as `dd`: column, then row from the top.
pub(super) fn cell(raw: &str) -> Option<Cell> {
    let &[column, row] = raw.as_bytes() else {
        let trimmed = raw.trim();
        return if trimmed.len() < raw.len() { cell(trimmed) } else { None };
    };
    Some(Cell { column: coordinate(column)?, row: coordinate(row)? })
}

/// A point, or a rectangle such as `aa:cc`.
pub(super) fn area(raw: &str) -> Option<Area> {
    match raw.split_once(':') {
        None => cell(raw).map(Area::from),
        Some((one, other)) => Some(Area::between(cell(one)?, cell(other)?)),
    }
}

/// Appends a point.
pub(super) fn write_cell(cell: Cell, out: &mut String) {
    out.extend(letter(cell.column));
    out.extend(letter(cell.row));
}

/// A finite number.
pub(super) fn number(raw: &str) -> Option<f32> {
    raw.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_breaks_vanish_and_hard_ones_stay_in_comments() {
        assert_eq!(unescape("one\\\ntwo\nthree", Breaks::Kept), "onetwo\nthree");
        assert_eq!(
            unescape("one\\\r\ntwo\r\nthree\rfour\n\rfive", Breaks::Kept),
            "onetwo\nthree\nfour\nfive"
        );
        assert_eq!(unescape("one\ntwo\tthree", Breaks::Blanks), "one two three");
        assert_eq!(unescape("a\n\nb", Breaks::Kept), "a\n\nb");
    }

    #[test]
    fn escapes_give_the_character_itself() {
        assert_eq!(unescape(r"\]\\\:\n", Breaks::Kept), r"]\:n");
        assert_eq!(unescape(r"end\", Breaks::Kept), "end");
    }

    #[test]
    fn escaping_is_undone_by_unescaping() {
        for text in [r"a]b\c", "two\nlines", r"\\]]", "", "楚河]漢界"] {
            let mut raw = String::new();
            escape_into(text, &mut raw);
            assert!(is_closed(&raw));
            assert_eq!(unescape(&raw, Breaks::Kept), text);
        }
        assert!(!is_closed("a]") && !is_closed("a\\") && is_closed(r"a\\"));
    }

    #[test]
    fn points_count_from_the_top_left() {
        assert_eq!(cell("aa"), Some(Cell { column: 0, row: 0 }));
        assert_eq!(cell("zA"), Some(Cell { column: 25, row: 26 }));
        assert_eq!(cell(" dp\n"), Some(Cell { column: 3, row: 15 }));
        for wrong in ["", "a", "a1", "abc", "é", "  "] {
            assert_eq!(cell(wrong), None, "{wrong}");
        }
        let mut out = String::new();
        write_cell(Cell { column: 51, row: 2 }, &mut out);
        assert_eq!(out, "Zc");
    }

    #[test]
    fn rectangles_may_be_given_by_any_two_corners() {
        assert_eq!(area("bc:aa"), area("aa:bc"));
        let cells: Vec<_> = area("ac:ba").unwrap().cells().collect();
        assert_eq!(cells.len(), 6);
        assert_eq!(cells.first(), Some(&Cell { column: 0, row: 0 }));
        assert_eq!(cells.last(), Some(&Cell { column: 1, row: 2 }));
    }
}
