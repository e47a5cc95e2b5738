//! Files: mapping one into memory for reading, replacing one without ever leaving half of it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use memmap2::Mmap;

/// A file's bytes, mapped read-only.
///
/// A mapped file must not be changed in place while the map lives: our own files never are (a new
/// generation is written aside and renamed, see [`atomic_write`]). For files of strangers use
/// [`std::fs::read`].
#[derive(Debug)]
pub struct Map(Option<Mmap>);

impl Map {
    /// Maps the file at `path`.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            // Some systems refuse to map nothing.
            return Ok(Self(None));
        }
        // SAFETY: the bytes must not change under the map. Only our own data files are mapped, and
        // `atomic_write`, their only writer, makes a new file instead of writing into this one.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(Some(map)))
    }
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or(&[])
    }
}

impl AsRef<[u8]> for Map {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Writes the file at `path` as a whole: into a new file beside it, flushed to the disk, then
/// renamed over it. Whoever looks, at any moment, finds the old file or the new one; if `write`
/// fails, the old one.
pub fn atomic_write<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let aside = Aside::beside(path);
    let file = OpenOptions::new().write(true).create_new(true).open(&aside.0)?;
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    let file = buffer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&aside.0, path)?;
    sync_folder(path);
    Ok(())
}

/// The unfinished file; removed if it was not renamed.
struct Aside(PathBuf);

impl Aside {
    /// A name beside `path` that no other process or thread of ours uses.
    fn beside(path: &Path) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}-{count}.tmp", std::process::id()));
        Self(path.with_file_name(name))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // After the rename there is nothing to remove; before it, a leftover harms nobody.
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes the rename itself durable where folders can be synced (not on Windows).
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if let Ok(folder) = File::open(folder) {
        // The file is complete either way; only a power cut this instant could bring the old back.
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sgf");
        for text in ["first", "second, longer", "3"] {
            atomic_write(&path, |out| out.write_all(text.as_bytes())).unwrap();
            assert_eq!(&*Map::open(&path).unwrap(), text.as_bytes());
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no leftovers");
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book");
        fs::write(&path, "old").unwrap();
        let failed = atomic_write(&path, |out| {
            out.write_all(b"half of the n")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no leftovers");
    }

    #[test]
    fn an_empty_file_maps_to_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty");
        fs::write(&path, "").unwrap();
        assert!(Map::open(&path).unwrap().is_empty());
    }
}
