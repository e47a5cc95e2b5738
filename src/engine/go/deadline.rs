//! How long something beside the search may take.

use std::time::Duration;

use crate::search::Control;
use crate::search::uct::Flow;

/// An end by a time on the clock, or by whoever stops the search.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    control: &'a Control,
    until: Option<Duration>,
}

impl<'a> Deadline<'a> {
    /// Only by whoever stops the search.
    pub const fn none(control: &'a Control) -> Self {
        Self { control, until: None }
    }

    /// At a time on the clock at the latest.
    pub const fn at(control: &'a Control, until: Duration) -> Self {
        Self { control, until: Some(until) }
    }

    /// Whether it is over.
    pub fn is_past(&self) -> bool {
        self.control.is_stopped() || self.until.is_some_and(|until| self.control.clock() >= until)
    }

    /// What holds the search.
    pub(super) const fn control(&self) -> &'a Control {
        self.control
    }

    /// Whether a search goes on.
    pub(super) fn flow(&self) -> Flow {
        if self.is_past() { Flow::Stop } else { Flow::Continue }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_ends_by_the_clock_or_by_a_stop() {
        let control = Control::new(false);
        assert!(!Deadline::none(&control).is_past());
        assert!(!Deadline::at(&control, Duration::from_secs(3600)).is_past());
        assert!(Deadline::at(&control, Duration::ZERO).is_past());
        control.stop();
        assert!(Deadline::none(&control).is_past());
    }
}
