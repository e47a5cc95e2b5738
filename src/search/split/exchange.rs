//! Where idle threads find work.

use std::fmt;
use std::hint;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::leash::Bells;
use super::point::{Guest, Point};
use super::sync::{Condvar, Mutex, lock, sleep};
use super::{Tree, Value};

/// Looks at the exchange before an idle thread goes to sleep: some tens of microseconds, about what
/// waking it up would cost.
const PATIENCE: u32 = 4000;

/// Processors of this machine. Asking takes as long as a search of some tens of nodes, so it is done once.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// How many threads are held back from a point, to help those already at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reserve {
    /// As many as the rate of cuts advises: ⌊1 + 1/p⌋ if a move tried at a node that is cut is the
    /// one that cuts with probability p; none of up to three threads.
    Auto,
    /// So many.
    Fixed(usize),
}

/// How a tree is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Remaining depth below which nodes are not shared.
    pub min_depth: i32,
    /// Threads held back from a point.
    pub reserve: Reserve,
}

/// What happened at an exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes that could have been shared.
    pub offers: u64,
    /// Nodes that were: a second thread came.
    pub splits: u64,
    /// Times a thread came to another's node.
    pub joins: u64,
    /// Times a thread was called off because its work was no longer wanted.
    pub aborts: u64,
    /// Time that threads were without work, all together.
    pub idle: Duration,
}

/// Where the threads of one search meet.
pub struct Exchange<T: Tree> {
    threads: usize,
    terms: Terms,
    bells: Arc<Bells>,
    lobby: CachePadded<Mutex<Lobby<T>>>,
    /// Idle threads sleep on this.
    news: Condvar,
    /// Changes with every offer, so that a thread may look without the lock.
    edition: CachePadded<AtomicUsize>,
    /// Whether idle threads look around before they sleep: only if each has a processor.
    patience: u32,
    /// Away from what every thread reads at every step.
    tally: CachePadded<Tally>,
}

/// What threads count.
#[derive(Default)]
struct Tally {
    cuts: AtomicU64,
    tries: AtomicU64,
    offers: AtomicU64,
    splits: AtomicU64,
    joins: AtomicU64,
    aborts: AtomicU64,
    idle_nanos: AtomicU64,
}

struct Lobby<T: Tree> {
    offers: Vec<Arc<Point<T>>>,
    /// The value of the root, once it is known.
    value: Option<Value>,
    sleepers: usize,
}

/// What a thread without work finds.
#[derive(Debug)]
pub(super) enum Found<T: Tree> {
    /// A point with room when it was seen.
    Point(Arc<Point<T>>),
    /// The root is finished.
    Root(Value),
    /// The search is over.
    Over,
}

/// Who looks for work: the leader also waits for the root's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Leader,
    Helper,
}

impl<T: Tree> Exchange<T> {
    /// An exchange of `threads` that are called by `bells`.
    pub fn new(threads: usize, terms: Terms, bells: &Arc<Bells>) -> Self {
        Self {
            threads,
            terms,
            bells: bells.clone(),
            lobby: Mutex::new(Lobby { offers: Vec::new(), value: None, sleepers: 0 }).into(),
            news: Condvar::new(),
            edition: CachePadded::default(),
            patience: if threads <= *PROCESSORS && !cfg!(sanqi_loom) { PATIENCE } else { 0 },
            tally: CachePadded::default(),
        }
    }

    /// Remaining depth from which nodes may be shared.
    pub(super) fn min_depth(&self) -> i32 {
        self.terms.min_depth
    }

    /// Whether there is anybody to share with.
    pub(super) fn is_shared(&self) -> bool {
        self.threads > 1
    }

    /// What happened so far.
    pub fn counts(&self) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts {
            offers: read(&self.tally.offers),
            splits: read(&self.tally.splits),
            joins: read(&self.tally.joins),
            aborts: read(&self.tally.aborts),
            idle: Duration::from_nanos(read(&self.tally.idle_nanos)),
        }
    }

    /// Ends the search: every thread leaves, sleeping or not.
    pub fn end(&self) {
        self.bells.end();
        // Under the lock: a thread that has just looked is asleep before the news comes.
        let _lobby = lock(&self.lobby);
        self.edition.fetch_add(1, Ordering::Release);
        self.news.notify_all();
    }

    /// Whether the search has ended.
    pub(super) fn is_over(&self) -> bool {
        self.bells.is_over()
    }

    /// Forgets the last root.
    pub(super) fn begin(&self) {
        let mut lobby = lock(&self.lobby);
        lobby.offers.clear();
        lobby.value = None;
    }

    /// The root is finished: wakes the leader.
    pub(super) fn finish(&self, value: Value) {
        let mut lobby = lock(&self.lobby);
        lobby.value = Some(value);
        self.edition.fetch_add(1, Ordering::Release);
        self.news.notify_all();
    }

    /// Lets idle threads know of `point`.
    pub(super) fn offer(&self, point: Arc<Point<T>>) {
        self.tally.offers.fetch_add(1, Ordering::Relaxed);
        let mut lobby = lock(&self.lobby);
        lobby.offers.retain(|point| point.has_room());
        lobby.offers.push(point);
        self.edition.fetch_add(1, Ordering::Release);
        if lobby.sleepers > 0 {
            self.news.notify_one();
        }
    }

    /// A thread has come to a point: if there is room for more, there or elsewhere, one more sleeper
    /// wakes up, who does the same.
    pub(super) fn pass_on(&self) {
        let mut lobby = lock(&self.lobby);
        if lobby.sleepers > 0 && lobby.best().is_some() {
            self.news.notify_one();
        }
    }

    /// Calls off all who work below a point that was cut.
    pub(super) fn ring(&self) {
        self.bells.ring();
    }

    /// Work for an idle thread; waits until there is some.
    pub(super) fn find(&self, role: Role) -> Found<T> {
        let since = Instant::now();
        let found = self.wait(role);
        if !matches!(found, Found::Over) {
            self.tally.idle_nanos.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        found
    }

    fn wait(&self, role: Role) -> Found<T> {
        let mut patience = self.patience;
        let mut lobby = lock(&self.lobby);
        loop {
            if self.bells.is_over() {
                return Found::Over;
            }
            if role == Role::Leader
                && let Some(value) = lobby.value.take()
            {
                return Found::Root(value);
            }
            if let Some(point) = lobby.best() {
                return Found::Point(point);
            }
            if patience == 0 {
                lobby.sleepers += 1;
                lobby = sleep(&self.news, lobby);
                lobby.sleepers -= 1;
                continue;
            }
            let seen = self.edition.load(Ordering::Relaxed);
            drop(lobby);
            while patience > 0 && self.edition.load(Ordering::Acquire) == seen {
                patience -= 1;
                hint::spin_loop();
            }
            lobby = lock(&self.lobby);
        }
    }

    /// A thread came to a point of another.
    pub(super) fn note_guest(&self, guest: Guest) {
        self.tally.joins.fetch_add(1, Ordering::Relaxed);
        if guest == Guest::First {
            self.tally.splits.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A thread's work was not wanted any more.
    pub(super) fn note_abort(&self) {
        self.tally.aborts.fetch_add(1, Ordering::Relaxed);
    }

    /// A node was cut by the last of `tries` moves.
    pub(super) fn note_cut(&self, tries: u64) {
        if self.advises() {
            self.tally.cuts.fetch_add(1, Ordering::Relaxed);
            self.tally.tries.fetch_add(tries, Ordering::Relaxed);
        }
    }

    /// Whether the rate of cuts decides how many threads are held back.
    fn advises(&self) -> bool {
        self.terms.reserve == Reserve::Auto && self.threads > 3
    }

    /// How many threads may try moves of one point.
    pub(super) fn seats(&self) -> usize {
        let reserved = match self.terms.reserve {
            Reserve::Fixed(reserved) => reserved,
            Reserve::Auto if !self.advises() => 0,
            Reserve::Auto => {
                let Tally { cuts, tries, .. } = &*self.tally;
                advised_reserve(cuts.load(Ordering::Relaxed), tries.load(Ordering::Relaxed))
            }
        };
        self.threads.saturating_sub(reserved).max(2)
    }
}

/// ⌊1 + 1/p⌋ for p = `cuts` / `tries`.
fn advised_reserve(cuts: u64, tries: u64) -> usize {
    let inverse = tries.max(cuts).checked_div(cuts).unwrap_or(1);
    1 + inverse as usize
}

impl<T: Tree> Lobby<T> {
    /// The most appealing offer with room; among equals the first made.
    fn best(&mut self) -> Option<Arc<Point<T>>> {
        self.offers.retain(|point| point.has_room());
        let best = self.offers.iter().rev().max_by_key(|point| point.appeal)?;
        Some(best.clone())
    }
}

impl<T: Tree> fmt::Debug for Exchange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange")
            .field("threads", &self.threads)
            .field("terms", &self.terms)
            .field("counts", &self.counts())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod formula {
    use super::advised_reserve;

    #[test]
    fn the_reserve_follows_the_rate_of_cuts() {
        // The report: 0.9 gives 2, 0.5 gives 3.
        assert_eq!(advised_reserve(9, 10), 2);
        assert_eq!(advised_reserve(1, 2), 3);
        assert_eq!(advised_reserve(1, 3), 4);
        assert_eq!(advised_reserve(0, 0), 2, "nothing known: as if every first move cut");
    }
}
