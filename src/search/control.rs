//! The strings by which a session holds a running search.
//!
//! Made when `go` is read, never reset: a `stop` that arrives before the search begins still counts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stop and ponderhit for one search, shared between the session and every worker.
#[derive(Debug)]
pub struct Control {
    made: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    draw_offered: AtomicBool,
    /// Microseconds from `made` to the moment the clock started; 0 unless pondered.
    clock_offset: AtomicU64,
}

impl Control {
    /// For a search whose clock runs from now, unless it ponders.
    pub fn new(ponder: bool) -> Self {
        Self {
            made: Instant::now(),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            draw_offered: AtomicBool::new(false),
            clock_offset: AtomicU64::new(0),
        }
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Whether someone asked to end. Cheap enough for every node.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move: the clock starts now, unless it runs already.
    pub fn ponderhit(&self) {
        if !self.is_pondering() {
            return;
        }
        let offset = self.made.elapsed().as_micros() as u64;
        self.clock_offset.store(offset, Ordering::Relaxed);
        // Released after the offset, so whoever sees the hit sees the offset.
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the clock still stands because the opponent is to move.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// The opponent offers a draw.
    pub fn offer_draw(&self) {
        self.draw_offered.store(true, Ordering::Relaxed);
    }

    /// Whether the opponent offers a draw.
    pub fn is_draw_offered(&self) -> bool {
        self.draw_offered.load(Ordering::Relaxed)
    }

    /// Time since `go` was read.
    pub fn elapsed(&self) -> Duration {
        self.made.elapsed()
    }

    /// Time on our clock: since `go`, or since `ponderhit` if pondered. Zero while pondering.
    pub fn clock(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let offset = Duration::from_micros(self.clock_offset.load(Ordering::Relaxed));
        self.made.elapsed().saturating_sub(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_before_the_search_is_kept() {
        let control = Control::new(false);
        control.stop();
        assert!(control.is_stopped());
    }

    #[test]
    fn the_clock_stands_while_pondering() {
        let control = Control::new(true);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(control.clock(), Duration::ZERO);
        control.ponderhit();
        assert!(control.clock() < Duration::from_millis(5) || control.elapsed() > control.clock());
        assert!(!control.is_pondering());
    }

    #[test]
    fn a_hit_without_pondering_does_not_wind_the_clock_back() {
        let control = Control::new(false);
        std::thread::sleep(Duration::from_millis(5));
        control.ponderhit();
        assert!(control.clock() >= Duration::from_millis(5));
    }
}
