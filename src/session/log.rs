//! The log file: every line in and out, with the time.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the controller to us.
    In,
    /// From us to the controller.
    Out,
    /// Our own remark.
    Remark,
}

/// A log file, or none.
#[derive(Debug, Default)]
pub struct Log {
    file: Option<File>,
}

impl Log {
    /// Logs to `path` from now on, after what the file holds; an empty path ends the log.
    pub fn open(&mut self, path: &str) -> io::Result<()> {
        self.file = None;
        if path.is_empty() {
            return Ok(());
        }
        self.file = Some(OpenOptions::new().create(true).append(true).open(Path::new(path))?);
        self.write(Way::Remark, &format!("sanqi {} logs here", env!("CARGO_PKG_VERSION")));
        Ok(())
    }

    /// Writes one line, if a log is kept.
    pub fn write(&mut self, way: Way, text: &str) {
        let Some(file) = &mut self.file else { return };
        let sign = match way {
            Way::In => "<",
            Way::Out => ">",
            Way::Remark => "#",
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // A full disk must not end a game.
        let _ = writeln!(file, "{} {sign} {text}", timestamp(now));
    }
}

/// UTC as `2026-11-17 02:15:36.123`.
fn timestamp(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let millis = since_epoch.subsec_millis();
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

/// Year, month and day of a day since 1970: eras of 400 years, years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00.000"),
            (951_782_400, "2000-02-29 00:00:00.000"),
            (1_794_881_736, "2026-11-17 02:15:36.000"),
            (4_107_542_399, "2100-02-28 23:59:59.000"),
        ] {
            assert_eq!(timestamp(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn lines_of_both_ways_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.log");
        let mut log = Log::default();
        log.open(path.to_str().unwrap()).unwrap();
        log.write(Way::In, "name");
        log.write(Way::Out, "= sanqi");
        log.open("").unwrap();
        log.write(Way::In, "quit");
        let text = std::fs::read_to_string(path).unwrap();
        let tails: Vec<&str> = text.lines().map(|line| &line[24..]).collect();
        assert_eq!(tails[1..], ["< name", "> = sanqi"]);
    }
}
