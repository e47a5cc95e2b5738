//! Which files are meant, and their bytes.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::record::{Format, Source, wthor};

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// A file in memory.
pub(in crate::cli) struct File {
    pub(in crate::cli) name: String,
    pub(in crate::cli) format: Format,
    bytes: Vec<u8>,
    names: wthor::Names,
}

impl File {
    /// Reads the file at `path`, in the given format or the one it looks like.
    pub(in crate::cli) fn read(path: &Path, format: Option<Format>) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = read_bytes(path).map_err(|error| Failure::new(format!("{name}: {error}")))?;
        let format = format.or_else(|| Format::of_file(path, &bytes)).ok_or_else(|| {
            Failure::new(format!("{name}: no known format: tell it with --from ({})", names()))
        })?;
        let names = match format {
            Format::Wthor => wthor_names(path),
            _ => wthor::Names::default(),
        };
        Ok(Self { name, format, bytes, names })
    }

    /// Its records.
    pub(in crate::cli) fn source(&self) -> Source<'_> {
        Source::new(self.format, &self.bytes).with_names(self.names.clone())
    }

    /// Its size in bytes.
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// The names of all formats, for messages.
pub(super) fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path == Path::new(STANDARD_INPUT) {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(path)
}

/// Players and tournaments of WTHOR lie beside the games; without them numbers must do.
fn wthor_names(path: &Path) -> wthor::Names {
    let beside = |extension: &str| {
        let folder = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let has_extension =
            |file: &Path| file.extension().is_some_and(|have| have.eq_ignore_ascii_case(extension));
        let mut entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        fs::read(entries.find(|file| has_extension(file))?).ok()
    };
    match (beside("jou"), beside("trn")) {
        (Some(players), Some(tournaments)) => {
            wthor::Names::read(&players, &tournaments).unwrap_or_default()
        }
        _ => wthor::Names::default(),
    }
}

/// The files meant: of a folder, all those below it whose extension is that of a format.
pub(super) fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            list_folder(path, &mut files)
                .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn list_folder(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            entries.push((entry.path(), entry.file_type()?));
        }
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        for (path, kind) in entries {
            // Links to folders are not followed: they may lead in a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if Format::of_path(&path).is_some() {
                files.push(path);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_for_known_extensions() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        for name in ["b.sgf", "a.SGF", "note.md", "deep/c.ggf"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let files = list(&[folder.path().to_path_buf(), PathBuf::from("-")]).unwrap();
        let names: Vec<_> =
            files.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["a.SGF", "b.sgf", "c.ggf", "-"]);
    }

    #[test]
    fn an_unknown_file_is_refused_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "hello").unwrap();
        let refusal = File::read(&path, None).err().unwrap().to_string();
        assert!(refusal.contains("--from (sgf, "), "{refusal}");
        assert!(File::read(&path, Some(Format::Sgf)).is_ok());
    }
}
