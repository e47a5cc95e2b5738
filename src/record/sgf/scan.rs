//! Cuts SGF text into tokens. Knows brackets and escapes, not properties.

/// One token and the text it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property's name: a word before `[`.
    Name(&'a str),
    /// A property's value without its brackets, escapes untouched.
    Value(&'a str),
    /// A last value without its `]`: the text ends inside.
    CutValue(&'a str),
    /// What does not belong here.
    Junk(&'a str),
}

/// Walks through the text once.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// How many bytes were read.
    pub(super) const fn position(&self) -> usize {
        self.at
    }

    /// Goes on at this byte.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// The first byte from `at` on that `skip` does not take.
    fn skip_while(&self, at: usize, skip: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().position(|&byte| !skip(byte)).unwrap_or(rest.len())
    }

    fn skip_blanks(&self, at: usize) -> usize {
        self.skip_while(at, is_blank)
    }

    /// The next token, the blanks before it skipped; `position` is just after it.
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        self.at = self.skip_blanks(self.at);
        let from = self.at;
        let token = match self.byte(from)? {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            b'[' => return Some(self.value()),
            byte if byte.is_ascii_alphabetic() => return Some(self.word()),
            _ => return Some(self.junk()),
        };
        self.at += 1;
        Some(token)
    }

    /// A name if a value follows, else junk.
    fn word(&mut self) -> Token<'a> {
        let from = self.at;
        let end = self.skip_while(from, |byte| byte.is_ascii_alphanumeric());
        self.at = end;
        let word = self.slice(from, end);
        match self.byte(self.skip_blanks(end)) {
            Some(b'[') => Token::Name(word),
            _ => Token::Junk(word),
        }
    }

    fn value(&mut self) -> Token<'a> {
        let from = self.at + 1;
        let mut end = from;
        loop {
            end = self.skip_while(end, |byte| byte != b']' && byte != b'\\');
            match self.byte(end) {
                Some(b']') => break,
                // The escaped byte begins a character; its other bytes are never `]` or `\`.
                Some(_) => end += 2,
                None => {
                    self.at = self.text.len();
                    return Token::CutValue(self.text.get(from..).unwrap_or_default());
                }
            }
        }
        self.at = end + 1;
        Token::Value(self.slice(from, end))
    }

    /// Everything up to the next byte that can begin a token.
    fn junk(&mut self) -> Token<'a> {
        let from = self.at;
        self.at = self.skip_while(from, |byte| {
            !(is_blank(byte) || b"()[;".contains(&byte) || byte.is_ascii_alphabetic())
        });
        Token::Junk(self.slice(from, self.at))
    }

    /// Skips to the next `(` that begins a game: one before `;` or, in careless files, before a
    /// property. `None` if there is no more.
    pub(super) fn find_game(&mut self) -> Option<usize> {
        loop {
            let open = self.skip_while(self.at, |byte| byte != b'(');
            self.byte(open)?;
            let inner = self.skip_while(open, |byte| byte == b'(' || is_blank(byte));
            if self.begins_node(inner) {
                self.at = open;
                return Some(open);
            }
            self.at = inner;
        }
    }

    fn begins_node(&self, at: usize) -> bool {
        if self.byte(at) == Some(b';') {
            return true;
        }
        let end = self.skip_while(at, |byte| byte.is_ascii_alphabetic());
        end > at && self.byte(self.skip_blanks(end)) == Some(b'[')
    }

    /// Whether a `(` read just now begins a new game although the one before was not closed: only
    /// a root says `GM` or `FF`.
    pub(super) fn begins_root(&self) -> bool {
        let at = self.skip_blanks(self.at);
        if self.byte(at) != Some(b';') {
            return false;
        }
        let at = self.skip_blanks(at + 1);
        matches!(self.slice(at, at + 3), "GM[" | "FF[")
    }
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b || byte == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut scanner = Scanner::new(text);
        std::iter::from_fn(|| scanner.next()).collect()
    }

    #[test]
    fn blanks_may_stand_between_tokens_not_in_values() {
        assert_eq!(
            tokens("( ;\r\nAB [aa]\t[ b]C[]) "),
            [
                Token::Open,
                Token::Node,
                Token::Name("AB"),
                Token::Value("aa"),
                Token::Value(" b"),
                Token::Name("C"),
                Token::Value(""),
                Token::Close
            ]
        );
    }

    #[test]
    fn an_escaped_bracket_does_not_end_a_value() {
        assert_eq!(tokens(r"C[a\]b\\]"), [Token::Name("C"), Token::Value(r"a\]b\\")]);
        assert_eq!(tokens("C[\\é]"), [Token::Name("C"), Token::Value("\\é")]);
    }

    #[test]
    fn a_text_that_ends_in_a_value_says_so() {
        assert_eq!(tokens("C[abc"), [Token::Name("C"), Token::CutValue("abc")]);
        assert_eq!(tokens("C[abc\\"), [Token::Name("C"), Token::CutValue("abc\\")]);
    }

    #[test]
    fn words_without_a_value_are_junk() {
        assert_eq!(tokens("hello 1.5;"), [Token::Junk("hello"), Token::Junk("1.5"), Token::Node]);
    }

    #[test]
    fn the_game_begins_at_a_bracket_before_a_node() {
        let find = |text| Scanner::new(text).find_game();
        assert_eq!(find("Subject: (hello) (;GM[1])"), Some(17));
        assert_eq!(find("(GM[1])"), Some(0));
        assert_eq!(find("((;GM[1]))"), Some(0));
        assert_eq!(find("(((("), None);
        assert_eq!(find("(see [1])"), Some(0), "a property as far as one can tell");
    }
}
