//! Where data files lie: environment variable, beside the executable, the source tree.
//!
//! An option that names a file outright comes before all of these and is not handled here.

use std::env;
use std::path::{Path, PathBuf};

/// The environment variable that names the data folder.
pub const VARIABLE: &str = "SANQI_DATA";

/// A folder that may hold data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder.
    pub path: PathBuf,
    /// Why it is looked at.
    pub origin: &'static str,
}

/// The folders looked at, the first one first. They need not exist.
pub fn places() -> Vec<Place> {
    let mut places = Vec::new();
    if let Some(path) = env::var_os(VARIABLE) {
        places.push(Place { path: path.into(), origin: "SANQI_DATA" });
    }
    if let Ok(program) = env::current_exe() {
        let folders = program.parent().into_iter();
        places.extend(
            folders
                .map(|folder| Place { path: folder.to_path_buf(), origin: "beside the program" }),
        );
    }
    places.push(Place { path: env!("CARGO_MANIFEST_DIR").into(), origin: "source tree" });
    places
}

/// The first existing file or folder called `name` (`book/go.book`, say) in the data folders.
pub fn find(name: &Path) -> Option<PathBuf> {
    places().into_iter().map(|place| place.path.join(name)).find(|path| path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_tree_is_the_last_resort() {
        assert_eq!(places().last().map(|place| place.origin), Some("source tree"));
    }

    #[test]
    fn a_file_of_the_source_tree_is_found() {
        assert!(find(Path::new("Cargo.toml")).is_some());
        assert_eq!(find(Path::new("no/such/file")), None);
    }
}
