//! How a thread learns, at every node and for the price of one load, that its work is not wanted.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::sync::AtomicBool;

/// One bell for each thread, and the end of the search.
#[derive(Debug)]
pub struct Bells {
    over: AtomicBool,
    bells: Box<[Arc<Bell>]>,
}

/// A flag on a cache line of its own: it is read at every node.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bell(AtomicBool);

impl Bells {
    /// Bells for `threads`.
    pub fn new(threads: usize) -> Arc<Self> {
        let bells = (0..threads.max(1)).map(|_| Arc::default()).collect();
        Arc::new(Self { over: AtomicBool::new(false), bells })
    }

    /// Makes every thread ask whether it is still wanted.
    pub(super) fn ring(&self) {
        for bell in &self.bells {
            // Whoever hears it must see the flag that was set before; a swap, not a store, so that
            // of two that ring at the same time neither hides the other's flag.
            bell.0.swap(true, Ordering::AcqRel);
        }
    }

    /// Ends the search for all threads, for good.
    pub fn end(&self) {
        self.over.store(true, Ordering::Release);
        self.ring();
    }

    /// Whether the search has ended.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }
}

/// The cut flag of a point, and of those above it.
#[derive(Debug)]
pub(super) struct Link {
    cut: AtomicBool,
    parent: Option<Arc<Link>>,
}

impl Link {
    pub(super) fn below(parent: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self { cut: AtomicBool::new(false), parent })
    }

    pub(super) fn cut(&self) {
        self.cut.store(true, Ordering::Release);
    }

    /// Whether this point or one above it was cut.
    pub(super) fn is_cut(&self) -> bool {
        let mut link = Some(self);
        while let Some(Self { cut, parent }) = link {
            if cut.load(Ordering::Acquire) {
                return true;
            }
            link = parent.as_deref();
        }
        false
    }
}

/// Ties a thread to the points it works for.
#[derive(Debug)]
pub struct Leash {
    bells: Arc<Bells>,
    bell: Arc<Bell>,
    link: Option<Arc<Link>>,
}

impl Leash {
    /// The leash of thread `index`, tied to nothing yet.
    pub fn new(bells: &Arc<Bells>, index: usize) -> Self {
        Self { bells: bells.clone(), bell: bells.bells[index].clone(), link: None }
    }

    /// Works for the point with `link` from now on.
    pub(super) fn tie(&mut self, link: Option<Arc<Link>>) {
        self.link = link;
    }

    /// Whether this thread's work is not wanted. Cheap enough for every node.
    #[inline]
    pub fn is_called_off(&self) -> bool {
        self.bell.0.load(Ordering::Relaxed) && self.ask()
    }

    /// Silences the bell, then looks at what it may have rung for.
    #[cold]
    fn ask(&self) -> bool {
        // The order matters: a cut that is set after this look rings again.
        self.bell.0.swap(false, Ordering::AcqRel);
        self.must_leave()
    }

    /// Whether the search is over or a point above was cut.
    pub(super) fn must_leave(&self) -> bool {
        self.bells.is_over() || self.link.as_ref().is_some_and(|link| link.is_cut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_calls_off_those_below_and_nobody_else() {
        let bells = Bells::new(3);
        let mut threads: Vec<Leash> = (0..3).map(|index| Leash::new(&bells, index)).collect();
        let root = Link::below(None);
        let left = Link::below(Some(root.clone()));
        let right = Link::below(Some(root.clone()));
        threads[0].tie(Some(root.clone()));
        threads[1].tie(Some(Link::below(Some(left.clone()))));
        threads[2].tie(Some(right));
        left.cut();
        bells.ring();
        assert_eq!(called_off(&threads), [false, true, false]);
        root.cut();
        assert_eq!(called_off(&threads), [false, false, false], "nobody rang");
        bells.ring();
        assert_eq!(called_off(&threads), [true, true, true]);
    }

    #[test]
    fn the_end_calls_off_everyone_even_those_tied_to_nothing() {
        let bells = Bells::new(2);
        let leash = Leash::new(&bells, 1);
        assert!(!leash.is_called_off());
        bells.end();
        assert!(leash.is_called_off() && bells.is_over());
    }

    fn called_off(threads: &[Leash]) -> Vec<bool> {
        threads.iter().map(Leash::is_called_off).collect()
    }
}
