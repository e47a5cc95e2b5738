//! Why a subcommand failed, in words that say what to do.

use std::error::Error;
use std::fmt;
use std::path::Path;

/// A failed subcommand: text for stderr and an exit code.
///
/// Any error becomes one through `?`.
#[derive(Debug)]
pub struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// The work failed (exit code 1).
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1 }
    }

    /// The command line makes no sense (exit code 2).
    pub fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 2 }
    }

    /// A file could not be used (exit code 1).
    pub fn file(path: &Path, error: &dyn Error) -> Self {
        Self::new(format!("{}: {error}", path.display()))
    }

    /// The user ended the work (exit code 130, as a shell has it).
    pub fn interrupted(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 130 }
    }

    /// The process's exit code.
    pub fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
