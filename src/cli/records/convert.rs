//! `sanqi records convert`: records of one format to another.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::check::format;
use super::files::{self, File};
use crate::base::atomic_write;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::game::xiangqi::{Notation, Script};
use crate::record::Format;

/// Writes the records of a file or folder in another format
///
/// The output file is replaced as a whole, or not at all. Records that cannot be read or that the
/// format cannot hold are listed and left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi records convert games.sgf games.sgfl\n  \
    sanqi records convert WTH_2020.wtb othello.ggf")]
pub struct Convert {
    /// File or folder of records; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write; its extension tells the format
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of the input, where its name and content do not tell
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// Format of the output, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
    /// Notation of the moves in PGN
    #[arg(long, value_enum, default_value_t = MoveText::Chinese)]
    notation: MoveText,
}

/// How PGN writes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MoveText {
    /// 炮二平五
    Chinese,
    /// 炮二平五 in traditional characters
    Traditional,
    /// C2=5
    Wxf,
    /// H2-E2
    Iccs,
    /// h2e2
    Ucci,
    /// h3e3
    Uci,
}

impl MoveText {
    /// The notation itself.
    pub(in crate::cli) const fn notation(self) -> Notation {
        match self {
            Self::Chinese => Notation::Chinese(Script::Simplified),
            Self::Traditional => Notation::Chinese(Script::Traditional),
            Self::Wxf => Notation::Wxf,
            Self::Iccs => Notation::Iccs,
            Self::Ucci => Notation::Ucci,
            Self::Uci => Notation::UciFromOne,
        }
    }
}

impl Convert {
    /// Converts and tells how many.
    pub fn run(&self) -> Result<(), Failure> {
        let extension = || self.output.extension().and_then(|text| text.to_str());
        let to = self.to.or_else(|| extension().and_then(Format::named)).ok_or_else(|| {
            let output = self.output.display();
            Failure::usage(format!(
                "{output}: no known format: tell it with --to ({})",
                files::names()
            ))
        })?;
        let paths = files::list(std::slice::from_ref(&self.input))?;
        let progress = Progress::new(paths.len() as u64, "files");
        let notation = self.notation.notation();
        let (mut written, mut left_out) = (0_u32, 0_u32);
        atomic_write(&self.output, |out| -> Result<(), Failure> {
            let mut text = String::new();
            for path in &paths {
                let file = File::read(path, self.from)?;
                let name: Arc<str> = file.name.as_str().into();
                for record in file.source().records() {
                    text.clear();
                    match record.and_then(|record| to.write_in(notation, &record, &mut text)) {
                        Ok(()) => {
                            out.write_all(text.as_bytes())?;
                            written += 1;
                        }
                        Err(error) => {
                            eprintln!("{}", error.in_file(&name));
                            left_out += 1;
                        }
                    }
                }
                progress.add(1);
            }
            Ok(())
        })?;
        progress.finish();
        eprintln!("{written} records written to {}, {left_out} left out", self.output.display());
        if written == 0 && left_out > 0 {
            return Err(Failure::new("no record could be converted"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn pgn_is_written_in_the_notation_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("a.tsv"), folder.path().join("b.pgn"));
        fs::write(&input, "red\tmoves\nHu\th2e2 h9g7\n").unwrap();
        let notation = MoveText::Wxf;
        Convert { input, output: output.clone(), from: None, to: None, notation }.run().unwrap();
        let text = fs::read_to_string(output).unwrap();
        assert!(text.contains("C2=5") || text.contains("C2.5"), "{text}");
    }

    #[test]
    fn a_collection_becomes_one_line_per_game() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("a.sgf"), folder.path().join("b.sgfl"));
        fs::write(&input, "(;SZ[9];B[aa]\n;W[bb])\n(;GM[77])(;SZ[9];B[cc])").unwrap();
        let notation = MoveText::Chinese;
        let convert = Convert { input, output: output.clone(), from: None, to: None, notation };
        convert.run().unwrap();
        let text = fs::read_to_string(output).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.ends_with(";B[cc])\n"));
    }

    #[test]
    fn an_output_without_a_format_is_refused() {
        let notation = MoveText::Chinese;
        let convert =
            Convert { input: "-".into(), output: "x".into(), from: None, to: None, notation };
        assert_eq!(convert.run().unwrap_err().code(), 2);
    }
}
