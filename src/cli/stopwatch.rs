//! Time that a process really ran: on a machine that others use too, the clock on the wall would
//! compare a lucky moment of one program with an unlucky one of another.

use std::fs;
use std::time::{Duration, Instant};

/// Measures a process from a moment on.
#[derive(Debug)]
pub(super) struct Stopwatch {
    /// The number of another process; none for this one.
    other: Option<u32>,
    wall: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    /// Begins to measure this process.
    pub(super) fn start() -> Self {
        Self::start_on(None)
    }

    /// Begins to measure the process numbered `id`.
    pub(super) fn start_of(id: u32) -> Self {
        Self::start_on(Some(id))
    }

    fn start_on(other: Option<u32>) -> Self {
        Self { other, wall: Instant::now(), processor: processor_time(other) }
    }

    /// Time on processors since the start; time on the wall where the system does not tell.
    pub(super) fn elapsed(&self) -> Duration {
        let spent = || processor_time(self.other)?.checked_sub(self.processor?);
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

/// What all threads of a process have spent on processors, where the system tells.
fn processor_time(other: Option<u32>) -> Option<Duration> {
    other.map_or_else(own_time, time_of_threads)
}

/// Of this process, threads that have ended included.
#[cfg(unix)]
fn own_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn own_time() -> Option<Duration> {
    None
}

/// Of the threads that another process has now, where Linux tells.
fn time_of_threads(id: u32) -> Option<Duration> {
    let mut sum = None;
    for thread in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        // A thread may end between the two looks.
        let Ok(text) = fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        sum = Some(sum.unwrap_or(Duration::ZERO) + Duration::from_nanos(nanoseconds));
    }
    sum
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::thread;

    #[cfg(unix)]
    use rustix::time::{ClockId, clock_gettime};

    use super::*;

    #[test]
    fn work_takes_time_on_either_clock() {
        let watch = Stopwatch::start();
        work();
        assert!(watch.elapsed() > Duration::ZERO);
        assert!(watch.share() > 0.0);
    }

    #[cfg(unix)]
    #[test]
    fn threads_that_have_ended_are_counted() {
        let watch = Stopwatch::start();
        let spent = thread::spawn(|| {
            let begun = clock_gettime(ClockId::ThreadCPUTime);
            work();
            clock_gettime(ClockId::ThreadCPUTime) - begun
        });
        let spent: Duration = spent.join().unwrap().try_into().unwrap();
        assert!(watch.elapsed() >= spent, "{:?} of {spent:?}", watch.elapsed());
    }

    fn work() {
        let mut random = crate::base::Random::seeded(1);
        let sum = (0..5_000_000).fold(0_u64, |sum, _| sum.wrapping_add(random.word()));
        assert_ne!(std::hint::black_box(sum), 0);
    }

    #[test]
    fn a_process_that_is_not_there_has_no_time() {
        assert_eq!(processor_time(Some(u32::MAX)), None);
        let watch = Stopwatch::start_of(u32::MAX);
        assert_eq!(watch.clock(), "wall clock");
        assert!(watch.elapsed() > Duration::ZERO);
    }
}
