//! What a result depends on besides the engines' text: their binaries and the machine.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A file and the hash of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashedFile {
    /// Where it is.
    pub path: String,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// The machine a match runs on.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// Operating system and processor family.
    pub system: String,
    /// Processor model, if the system tells.
    pub processor: Option<String>,
    /// Hardware threads.
    pub threads: usize,
}

impl Machine {
    /// This one.
    pub fn here() -> Self {
        Self {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor(),
            threads: thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Load average of the last minute, if the system tells.
pub fn load() -> Option<f32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// Hashes of the program of a command and of every argument that is a file (scripts, networks,
/// configurations): all that decides how the engine plays.
pub fn files_of(argv: &[String]) -> Vec<HashedFile> {
    let mut found = Vec::new();
    for (index, word) in argv.iter().enumerate() {
        let path = if index == 0 { program(word) } else { Some(PathBuf::from(word)) };
        let Some(path) = path.filter(|path| path.is_file()) else { continue };
        if let Ok(sha256) = sha256_of_file(&path) {
            found.push(HashedFile { path: path.display().to_string(), sha256 });
        }
    }
    found
}

/// The commit checked out where a program lies, if that is a git work tree: `-changed` if it has
/// changes. What the program itself says about its version is the better witness.
pub fn commit_beside(path: &str) -> Option<String> {
    let folder = Path::new(path).parent()?;
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = !git(&["status", "--porcelain", "-uno"])?.is_empty();
    Some(if changed { commit + "-changed" } else { commit })
}

/// The file a command name stands for.
fn program(word: &str) -> Option<PathBuf> {
    if word.contains('/') {
        return Some(PathBuf::from(word));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(word)).find(|file| file.is_file())
}

fn sha256_of_file(path: &Path) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hasher.update(buffer.get(..read).unwrap_or_default());
    }
    Ok(hex(&hasher.finalize()))
}

/// SHA-256 of some bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_sha256sum() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn the_program_and_its_files_are_hashed() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine.sh");
        fs::write(&script, "abc").unwrap();
        let script = script.display().to_string();
        let argv = ["sh".to_owned(), script.clone(), "--level".into(), "1".into()];
        let files = files_of(&argv);
        assert_eq!(files.len(), 2, "{files:?}");
        assert!(files[0].path.ends_with("/sh"));
        assert_eq!(files[1].path, script);
        assert_eq!(files[1].sha256, sha256(b"abc"));
    }
}
