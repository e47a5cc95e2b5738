//! The grammar of PGN text: tags, comments, brackets, words. What a word means is not asked here.

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while, take_while1};
use nom::character::complete::{anychar, char, digit1, space0};
use nom::combinator::{map, map_res, value, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// One piece of PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// `[Name "value"]`.
    Tag(&'a str, String),
    /// `{text}`.
    Comment(&'a str),
    /// `; text` to the end of the line.
    LineComment(&'a str),
    /// `{text` to the end of the game: the bracket that closes it is missing.
    OpenComment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$3`.
    Nag(u8),
    /// A move, its number, a result, or anything else without blanks.
    Word(&'a str),
    /// A character that belongs to nothing.
    Stray(char),
}

/// The first item of the text and the rest; an error only if nothing but blanks is left.
pub(super) fn item(text: &str) -> IResult<&str, Item<'_>> {
    preceded(
        take_while(is_blank),
        alt((
            tag,
            comment,
            map(preceded(char(';'), take_till(|c| c == '\n' || c == '\r')), |text: &str| {
                Item::LineComment(text.trim())
            }),
            value(Item::Open, char('(')),
            value(Item::Close, char(')')),
            map(map_res(preceded(char('$'), digit1), str::parse), Item::Nag),
            map(take_while1(|c| !is_blank(c) && !"[]{}();$".contains(c)), Item::Word),
            map(anychar, Item::Stray),
        )),
    )
    .parse(text)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\0'
}

/// `[Name "value"]` or, in careless files, `[Name value]`.
fn tag(text: &str) -> IResult<&str, Item<'_>> {
    let name =
        verify(take_while1(|c: char| c.is_alphanumeric() || "_-".contains(c)), |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic())
        });
    let head = terminated(preceded((char('['), space0), name), space0);
    map((head, alt((quoted, bare))), |(name, value)| Item::Tag(name, value)).parse(text)
}

/// A value without quotes, to the `]` of the same line.
fn bare(text: &str) -> IResult<&str, String> {
    let inside = |c: char| c != ']' && c != '\n' && c != '"';
    map(terminated(take_while(inside), char(']')), |value: &str| value.trim().to_owned())
        .parse(text)
}

/// A value in quotes and the `]`. It ends at a quote before `]`, so quotes inside need no escape;
/// it ends with the line if there is no such quote.
fn quoted(text: &str) -> IResult<&str, String> {
    let (inside, _) = char('"').parse(text)?;
    let mut value = String::new();
    let mut rest = inside;
    loop {
        let mut chars = rest.chars();
        match chars.next() {
            None | Some('\n' | '\r') => {
                let end = value.trim_end().trim_end_matches(']').trim_end_matches('"').len();
                value.truncate(end);
                return Ok((rest, value));
            }
            Some('\\') if chars.as_str().starts_with(['"', '\\']) => {
                value.extend(chars.next());
            }
            Some('"') => {
                if let Ok((rest, _)) = closing(chars.as_str()) {
                    return Ok((rest, value));
                }
                value.push('"');
            }
            Some(c) => value.push(c),
        }
        rest = chars.as_str();
    }
}

fn closing(text: &str) -> IResult<&str, char> {
    preceded(space0, char(']')).parse(text)
}

/// `{text}`. Without its end, a comment reaches to the next line that begins with a tag.
fn comment(text: &str) -> IResult<&str, Item<'_>> {
    let (inside, _) = char('{').parse(text)?;
    let next_game = ["\n[Game ", "\n[Event "].iter().filter_map(|tag| inside.find(tag)).min();
    let limit = next_game.unwrap_or(inside.len());
    match inside.find('}') {
        Some(end) => {
            let (text, rest) = inside.split_at(end);
            Ok((rest.strip_prefix('}').unwrap_or(rest), Item::Comment(text.trim())))
        }
        None => {
            let (text, rest) = inside.split_at(limit);
            Ok((rest, Item::OpenComment(text.trim())))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn items(mut text: &str) -> Vec<Item<'_>> {
        let mut items = Vec::new();
        while let Ok((rest, found)) = item(text) {
            items.push(found);
            text = rest;
        }
        items
    }

    fn tag_of(text: &str) -> Option<(String, String)> {
        match items(text).first() {
            Some(Item::Tag(name, value)) => Some(((*name).to_owned(), value.clone())),
            _ => None,
        }
    }

    #[test]
    fn a_text_falls_into_items() {
        use Item::{Close, Comment, Nag, Open, Tag, Word};
        assert_eq!(
            items("[Red \"胡荣华\"]\n1. 炮二平五$1 {好棋} (1.马二进三) *"),
            [
                Tag("Red", "胡荣华".into()),
                Word("1."),
                Word("炮二平五"),
                Nag(1),
                Comment("好棋"),
                Open,
                Word("1.马二进三"),
                Close,
                Word("*"),
            ]
        );
    }

    #[test]
    fn values_may_hold_quotes_and_brackets() {
        let value = |text| tag_of(text).unwrap().1;
        assert_eq!(value(r#"[Event "the "best" of [all]"]"#), r#"the "best" of [all]"#);
        assert_eq!(value(r#"[Event "the \"best\" \\ C:\x"]"#), r#"the "best" \ C:\x"#);
        assert_eq!(value("[Event \"cut off\n1. h2e2"), "cut off");
        assert_eq!(value("[Event no quotes ]"), "no quotes");
        assert_eq!(value("[ Event   \"\" ]"), "");
    }

    #[test]
    fn comments_end_at_a_bracket_or_a_line_or_the_next_game() {
        use Item::{Comment, LineComment, OpenComment, Tag, Word};
        assert_eq!(items("{a\n[b]}c"), [Comment("a\n[b]"), Word("c")]);
        assert_eq!(items("; a {b\nc"), [LineComment("a {b"), Word("c")]);
        assert_eq!(items("{a b\n[Game \"x\"]"), [OpenComment("a b"), Tag("Game", "x".into())]);
    }

    proptest! {
        #[test]
        fn any_text_falls_into_items(text: String) {
            let items = items(&text);
            prop_assert!(items.len() <= text.chars().count());
        }

        #[test]
        fn any_value_without_a_line_break_is_read_back(value in "[^\n\r]*") {
            let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
            let text = format!("[Event \"{escaped}\"]");
            prop_assert_eq!(tag_of(&text), Some(("Event".to_owned(), value)));
        }
    }
}
