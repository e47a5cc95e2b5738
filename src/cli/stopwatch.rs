//! Time that a process really ran: on a machine that others use too, the clock on the wall would
//! compare a lucky moment of one program with an unlucky one of another.

use std::fs;
use std::time::{Duration, Instant};

/// Measures a process from a moment on.
#[derive(Debug)]
pub(super) struct Stopwatch {
    /// The process's number, or `self`.
    process: String,
    wall: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    /// Begins to measure this process.
    pub(super) fn start() -> Self {
        Self::start_on("self".to_owned())
    }

    /// Begins to measure the process numbered `id`.
    pub(super) fn start_of(id: u32) -> Self {
        Self::start_on(id.to_string())
    }

    fn start_on(process: String) -> Self {
        let processor = processor_time(&process);
        Self { process, wall: Instant::now(), processor }
    }

    /// Time on processors since the start; time on the wall where the system does not tell.
    pub(super) fn elapsed(&self) -> Duration {
        let spent = || processor_time(&self.process)?.checked_sub(self.processor?);
        spent().filter(|time| !time.is_zero()).unwrap_or_else(|| self.wall.elapsed())
    }

    /// Which of the two clocks is read.
    pub(super) fn clock(&self) -> &'static str {
        if self.processor.is_some() { "processor" } else { "wall clock" }
    }

    /// The share of the wall's time that the process ran.
    pub(super) fn share(&self) -> f64 {
        self.elapsed().as_secs_f64() / self.wall.elapsed().as_secs_f64().max(1e-9)
    }
}

/// What all threads of a process have spent on processors, where Linux tells.
fn processor_time(process: &str) -> Option<Duration> {
    let mut sum = None;
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten() {
        // A thread may end between the two looks.
        let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        sum = Some(sum.unwrap_or(Duration::ZERO) + Duration::from_nanos(nanoseconds));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_on_either_clock() {
        let watch = Stopwatch::start();
        let mut random = crate::base::Random::seeded(1);
        let sum = (0..5_000_000).fold(0_u64, |sum, _| sum.wrapping_add(random.word()));
        assert_ne!(std::hint::black_box(sum), 0);
        assert!(watch.elapsed() > Duration::ZERO);
        assert!(watch.share() > 0.0);
    }

    #[test]
    fn a_process_that_is_not_there_has_no_time() {
        assert_eq!(processor_time("no-process"), None);
        let watch = Stopwatch::start_on("no-process".to_owned());
        assert_eq!(watch.clock(), "wall clock");
        assert!(watch.elapsed() > Duration::ZERO);
    }
}
