//! What a dialogue wants to say, until the session writes it.

use std::fmt::Display;
use std::io;

use super::log::{Log, Way};

/// Text for the controller, in order, and the log beside it.
#[derive(Debug, Default)]
pub struct Out {
    text: String,
    log: Log,
}

impl Out {
    /// Says one line.
    pub fn line(&mut self, line: impl Display) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Logs to `path` from now on; an empty path ends the log.
    pub fn log_to(&mut self, path: &str) -> io::Result<()> {
        self.log.open(path)
    }

    /// A remark for the log only.
    pub fn remark(&mut self, text: &str) {
        self.log.write(Way::Remark, text);
    }

    pub(super) fn heard(&mut self, text: &str) {
        self.log.write(Way::In, text);
    }

    /// Writes and flushes what was said.
    pub(super) fn write_to(&mut self, writer: &mut impl io::Write) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        for line in self.text.lines() {
            self.log.write(Way::Out, line);
        }
        let text = std::mem::take(&mut self.text);
        writer.write_all(text.as_bytes())?;
        writer.flush()
    }

    /// What was said and not yet written, for tests.
    #[cfg(test)]
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}
