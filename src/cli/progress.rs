//! Progress bars on stderr, or nothing when the feature `progress` is off.

/// A bar for work of a known length.
#[derive(Debug)]
pub struct Progress {
    #[cfg(feature = "progress")]
    bar: indicatif::ProgressBar,
}

impl Progress {
    /// A bar for `length` steps of `what`.
    #[cfg_attr(not(feature = "progress"), expect(unused_variables, reason = "nothing is shown"))]
    pub fn new(length: u64, what: &'static str) -> Self {
        Self {
            #[cfg(feature = "progress")]
            bar: {
                let bar = indicatif::ProgressBar::new(length).with_message(what);
                let template = "{msg} {wide_bar} {pos}/{len} {per_sec} {eta}";
                if let Ok(style) = indicatif::ProgressStyle::with_template(template) {
                    bar.set_style(style);
                }
                bar
            },
        }
    }

    /// So many steps more are done.
    #[cfg_attr(not(feature = "progress"), expect(unused_variables, reason = "nothing is shown"))]
    pub fn add(&self, steps: u64) {
        #[cfg(feature = "progress")]
        self.bar.inc(steps);
    }

    /// Tells what the work is at.
    #[cfg_attr(not(feature = "progress"), expect(unused_variables, reason = "nothing is shown"))]
    pub fn tell(&self, what: String) {
        #[cfg(feature = "progress")]
        self.bar.set_message(what);
    }

    /// Does something else with the terminal, such as printing a line.
    pub fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        #[cfg(feature = "progress")]
        return self.bar.suspend(work);
        #[cfg(not(feature = "progress"))]
        work()
    }

    /// Takes the bar away.
    pub fn finish(self) {
        #[cfg(feature = "progress")]
        self.bar.finish_and_clear();
    }
}
