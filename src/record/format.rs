//! The formats by name, and files of any of them: recognised, decoded, read, written.

use std::fmt;
use std::path::Path;

use super::text::{self, Decoded};
use super::{GameKind, Place, Record, RecordError};
use super::{ggf, iccs_table, obf, pgn, sgf, transcript, wthor};
use crate::game::xiangqi::{Notation, Script};

/// A format that records are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// SGF, any number of games.
    Sgf,
    /// SGF, one game on each line.
    SgfLines,
    /// Xiangqi PGN.
    Pgn,
    /// A table of xiangqi games, its columns named in the first line.
    IccsTable,
    /// GGF of the generic game server.
    Ggf,
    /// WTHOR's database of Othello games.
    Wthor,
    /// Othello moves, one game on each line.
    Transcript,
    /// Othello problems, one on each line.
    Obf,
}

/// Bytes looked at to recognise a format.
const SAMPLE: usize = 4096;

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] = [
        Self::Sgf,
        Self::SgfLines,
        Self::Pgn,
        Self::IccsTable,
        Self::Ggf,
        Self::Wthor,
        Self::Transcript,
        Self::Obf,
    ];

    /// The short name, also the usual extension.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::SgfLines => "sgfl",
            Self::Pgn => "pgn",
            Self::IccsTable => "tsv",
            Self::Ggf => "ggf",
            Self::Wthor => "wtb",
            Self::Transcript => "txt",
            Self::Obf => "obf",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that the file's extension stands for.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "mgt" => Some(Self::Sgf),
            // Anything may be in a text file.
            "txt" => None,
            extension => Self::named(extension),
        }
    }

    /// The format that the file's bytes look like.
    pub fn of_content(bytes: &[u8]) -> Option<Self> {
        if wthor::looks_right(bytes) {
            return Some(Self::Wthor);
        }
        let decoded = text::decode(bytes.get(..SAMPLE).unwrap_or(bytes));
        let head = decoded.text.trim_start();
        if let Some((_, game)) = head.split_once("(;") {
            let is_ggf = game.contains("GM[Othello]") || game.contains("BO[");
            return Some(if is_ggf { Self::Ggf } else { Self::Sgf });
        }
        if head.starts_with('[') && head.contains("\"]") {
            return Some(Self::Pgn);
        }
        let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with(['#', '%']);
        let line = head.lines().find(is_content)?;
        if line.split('\t').any(|column| column.trim().eq_ignore_ascii_case("moves")) {
            return Some(Self::IccsTable);
        }
        let reads_as = |format: Self, text: &str| {
            let source = Source::new(format, text.as_bytes());
            matches!(source.records().next(), Some(Ok(record)) if record.tree.len() > 1)
        };
        let of_line = [Self::Obf, Self::Transcript].into_iter().find(|&it| reads_as(it, line));
        of_line.or_else(|| reads_as(Self::Pgn, head).then_some(Self::Pgn))
    }

    /// The format of a file: by its extension if that says enough, else by its bytes. A text file that
    /// begins as a transcript is one, so that its reader tells what is wrong with it.
    pub fn of_file(path: &Path, bytes: &[u8]) -> Option<Self> {
        let is_text = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("txt"));
        let nearly = || (is_text && begins_as_transcript(bytes)).then_some(Self::Transcript);
        Self::of_path(path).or_else(|| Self::of_content(bytes)).or_else(nearly)
    }

    /// The format for what is said about the games of this one: the same if it has room for that.
    pub const fn for_notes(self) -> Self {
        match self {
            Self::Sgf | Self::SgfLines | Self::Pgn | Self::Ggf => self,
            Self::IccsTable => Self::Pgn,
            Self::Wthor | Self::Transcript => Self::Ggf,
            // The moves of a problem are variations.
            Self::Obf => Self::Sgf,
        }
    }

    /// Whether it has room for comments.
    pub fn holds_notes(self) -> bool {
        self.for_notes() == self
    }

    /// Whether it has room for variations.
    pub const fn holds_variations(self) -> bool {
        matches!(self, Self::Sgf | Self::SgfLines | Self::Pgn)
    }

    /// Appends a record with the end of its line; an error if the format cannot hold it. PGN has
    /// its moves in Chinese.
    pub fn write(self, record: &Record, out: &mut String) -> Result<(), RecordError> {
        self.write_in(Notation::Chinese(Script::Simplified), record, out)
    }

    /// Like [`write`](Self::write), with the moves of PGN in `notation`.
    pub fn write_in(
        self,
        notation: Notation,
        record: &Record,
        out: &mut String,
    ) -> Result<(), RecordError> {
        match self {
            Self::Sgf => return sgf::write(record, out),
            Self::SgfLines => return sgf::write_line(record, out),
            Self::Pgn => return pgn::write(record, notation, out),
            Self::Ggf => {
                self.expect(GameKind::Othello, record)?;
                ggf::write(record, out);
            }
            Self::Transcript => {
                self.expect(GameKind::Othello, record)?;
                transcript::write(record, out);
            }
            Self::Obf => {
                self.expect(GameKind::Othello, record)?;
                obf::write(&obf::problem_of(record)?, out);
            }
            Self::Wthor | Self::IccsTable => {
                let reason = format!("{self} files are read, not written");
                return Err(RecordError::new(Place::default(), reason));
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
        Ok(())
    }

    fn expect(self, game: GameKind, record: &Record) -> Result<(), RecordError> {
        if record.game() == game {
            return Ok(());
        }
        let reason = format!("{self} holds games of {game}, found one of {}", record.game());
        Err(RecordError::new(Place::default(), reason))
    }
}

/// Whether the first game is a transcript up to some move that is wrong.
fn begins_as_transcript(bytes: &[u8]) -> bool {
    let decoded = text::decode(bytes.get(..SAMPLE).unwrap_or(bytes));
    let first = transcript::records(&decoded.text).next();
    matches!(first, Some(Err(error)) if error.place.move_number >= Some(2))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The bytes of one file, its format known.
#[derive(Debug)]
pub struct Source<'a> {
    format: Format,
    body: Body<'a>,
    names: wthor::Names,
}

#[derive(Debug)]
enum Body<'a> {
    Text(Decoded<'a>),
    Bytes(&'a [u8]),
}

impl<'a> Source<'a> {
    /// Decodes the bytes as the format needs it.
    pub fn new(format: Format, bytes: &'a [u8]) -> Self {
        let body = match format {
            Format::Wthor => Body::Bytes(bytes),
            Format::Sgf | Format::SgfLines => Body::Text(sgf::decode(bytes)),
            _ => Body::Text(text::decode(bytes)),
        };
        Self { format, body, names: wthor::Names::default() }
    }

    /// The same with the names that WTHOR keeps in files of their own.
    #[must_use]
    pub fn with_names(self, names: wthor::Names) -> Self {
        Self { names, ..self }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Name of the text's encoding; `binary` if it is no text.
    pub fn encoding(&self) -> &'static str {
        match &self.body {
            Body::Text(decoded) => decoded.encoding.name(),
            Body::Bytes(_) => "binary",
        }
    }

    /// Number of lines, 0 if it is no text.
    pub fn lines(&self) -> usize {
        match &self.body {
            Body::Text(decoded) => decoded.text.bytes().filter(|&byte| byte == b'\n').count() + 1,
            Body::Bytes(_) => 0,
        }
    }

    /// The records, one after the other; a broken one does not end them.
    pub fn records(&self) -> Box<dyn Iterator<Item = Result<Record, RecordError>> + '_> {
        let text: &str = match &self.body {
            Body::Bytes(bytes) => return Box::new(wthor::records(bytes, &self.names)),
            Body::Text(decoded) => &decoded.text,
        };
        match self.format {
            Format::SgfLines => Box::new(sgf::records_by_line(text)),
            Format::Pgn => Box::new(pgn::records(text)),
            Format::IccsTable => Box::new(iccs_table::records(text)),
            Format::Ggf => Box::new(ggf::records(text)),
            Format::Transcript => Box::new(transcript::records(text)),
            Format::Obf => Box::new(obf::records(text)),
            Format::Sgf | Format::Wthor => Box::new(sgf::records(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GGF: &str = "(;GM[Othello]PC[x]PB[a]PW[b]RE[+2.00]TI[5:00]TY[8]BO[8 -------- -------- \
                       -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[d6];)";

    #[test]
    fn formats_are_told_by_extension_then_by_content() {
        let of = |name: &str, text: &str| Format::of_file(Path::new(name), text.as_bytes());
        assert_eq!(of("a.SGF", ""), Some(Format::Sgf));
        assert_eq!(of("a.sgfl", "(;GM[1])"), Some(Format::SgfLines));
        assert_eq!(of("a.txt", "From me\n(;GM[1]SZ[9])"), Some(Format::Sgf));
        assert_eq!(of("-", GGF), Some(Format::Ggf));
        assert_eq!(of("games.txt", "# mine\nf5d6c3d3c4\n"), Some(Format::Transcript));
        let problem = format!("{}OX------XO{} X; e6:+4;", "-".repeat(27), "-".repeat(27));
        assert_eq!(of("x", &problem), Some(Format::Obf));
        assert_eq!(of("x", "[Game \"Chinese Chess\"]\n1. 炮二平五"), Some(Format::Pgn));
        assert_eq!(of("x", "1. h2e2 h9g7 *"), Some(Format::Pgn));
        assert_eq!(of("x", "red\tblack\tmoves\na\tb\th2e2\n"), Some(Format::IccsTable));
        assert_eq!(of("x", "hello"), None);
        assert_eq!(of("x", ""), None);
    }

    #[test]
    fn a_text_file_that_begins_as_a_transcript_is_one() {
        let of = |name: &str, text: &str| Format::of_file(Path::new(name), text.as_bytes());
        assert_eq!(of("bad.txt", "f5d6a1\n"), Some(Format::Transcript));
        assert_eq!(of("bad.TXT", "# mine\nf5 d6 hello"), Some(Format::Transcript));
        assert_eq!(of("bad", "f5d6a1\n"), None, "nothing says that it is text");
        assert_eq!(of("letter.txt", "Dear reader"), None);
        assert_eq!(of("chess.txt", "e4 e5 f4"), None);
        assert_eq!(of("xiangqi.txt", "h2e2 h9h1"), None);
    }

    #[test]
    fn what_is_said_about_a_game_has_room_in_the_format_for_it() {
        for format in Format::ALL {
            assert!(format.for_notes().holds_notes(), "{format}");
            assert!(format.holds_notes() || !format.holds_variations(), "{format}");
        }
        assert_eq!(Format::Wthor.for_notes(), Format::Ggf);
        assert_eq!(Format::Pgn.for_notes(), Format::Pgn);
    }

    #[test]
    fn every_name_leads_back_to_its_format() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
    }

    #[test]
    fn a_source_reads_and_its_format_writes() {
        for (format, text) in [
            (Format::Sgf, "(;GM[2];B[fe];W[fd])"),
            (Format::SgfLines, "(;GM[2];B[fe];W[fd])"),
            (Format::Pgn, "[Red \"胡荣华\"]\n1. h2e2 h9g7 *"),
            (Format::Ggf, GGF),
            (Format::Transcript, "f5d6"),
        ] {
            let source = Source::new(format, text.as_bytes());
            let record = source.records().next().unwrap().unwrap();
            let mut out = String::new();
            format.write(&record, &mut out).unwrap();
            assert!(out.ends_with('\n'));
            let again = Source::new(format, out.as_bytes()).records().next().unwrap().unwrap();
            assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{format}: {out}");
        }
    }

    #[test]
    fn a_format_refuses_what_it_cannot_hold() {
        let go = Record::new(super::super::Start::go(9));
        let error = Format::Ggf.write(&go, &mut String::new()).unwrap_err();
        assert_eq!(error.to_string(), "ggf holds games of othello, found one of go");
        assert!(Format::Wthor.write(&go, &mut String::new()).is_err());
    }
}
