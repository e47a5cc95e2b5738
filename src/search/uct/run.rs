//! Runs the workers until someone says stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crossbeam::channel::{self, RecvTimeoutError};

use super::simulate::Walker;
use super::{Action, Proof, Simulation, Tree, Tuning};
use crate::search::Control;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// End the search.
    Stop,
}

/// How to run a search.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The constants.
    pub tuning: &'a Tuning,
    /// Playouts to make, over all workers; `None` for no limit.
    pub playouts: Option<u64>,
    /// If given, only these root moves are visited.
    pub only: Option<&'a [Action]>,
    /// How often the watcher is asked.
    pub tick: Duration,
}

/// Simulates on all `boards` at once until the playouts are made, the root's result is known,
/// `control` is stopped or `watch` (asked every tick with the playouts so far) says so. Returns the
/// playouts made. When the tree is full, its least visited parts make room and the search goes on.
pub fn search<S: Simulation>(
    tree: &mut Tree,
    boards: &mut [S],
    run: &Run<'_>,
    control: &Control,
    watch: &mut dyn FnMut(&Tree, u64) -> Flow,
) -> u64 {
    let shared = Shared {
        run,
        control,
        started: AtomicU64::new(0),
        finished: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    };
    loop {
        one_round(tree, boards, &shared, watch);
        let ended = shared.should_end(tree) || !tree.is_full();
        if ended || shared.is_used_up() {
            return shared.finished.load(Ordering::Relaxed);
        }
        tree.compact();
    }
}

/// What the workers of a search share beside the tree.
struct Shared<'a> {
    run: &'a Run<'a>,
    control: &'a Control,
    started: AtomicU64,
    finished: AtomicU64,
    stop: AtomicBool,
}

impl Shared<'_> {
    fn should_end(&self, tree: &Tree) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.control.is_stopped()
            || (self.run.only.is_none() && tree.is_closed(self.run.tuning.proof))
            || self.run.only.is_some_and(|only| all_closed(tree, only, self.run.tuning.proof))
    }

    fn is_used_up(&self) -> bool {
        self.run.playouts.is_some_and(|most| self.started.load(Ordering::Relaxed) >= most)
    }

    /// The right to make one more playout.
    fn take(&self) -> bool {
        let most = self.run.playouts.unwrap_or(u64::MAX);
        let relaxed = Ordering::Relaxed;
        self.started.try_update(relaxed, relaxed, |n| (n < most).then_some(n + 1)).is_ok()
    }
}

/// Whether nothing is left to learn about the allowed root moves.
fn all_closed(tree: &Tree, only: &[Action], proof: Proof) -> bool {
    let mut allowed =
        tree.children(tree.root()).filter(|(_, child)| only.contains(&child.action())).peekable();
    allowed.peek().is_some() && allowed.all(|(_, child)| proof.closes(child.bounds()))
}

/// Workers run until the end or until the tree is full; this thread watches.
fn one_round<S: Simulation>(
    tree: &Tree,
    boards: &mut [S],
    shared: &Shared<'_>,
    watch: &mut dyn FnMut(&Tree, u64) -> Flow,
) {
    let (done, all_done) = channel::bounded::<()>(0);
    std::thread::scope(|scope| {
        for board in boards {
            let done = done.clone();
            scope.spawn(move || {
                work(tree, board, shared);
                drop(done);
            });
        }
        // The channel closes when the last worker, even a panicking one, lets go of it.
        drop(done);
        while all_done.recv_timeout(shared.run.tick) == Err(RecvTimeoutError::Timeout) {
            if watch(tree, shared.finished.load(Ordering::Relaxed)) == Flow::Stop {
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

fn work<S: Simulation>(tree: &Tree, board: &mut S, shared: &Shared<'_>) {
    let mut walker = Walker::new(board);
    while !shared.should_end(tree) && !tree.is_full() && shared.take() {
        walker.simulate(tree, shared.run.tuning, shared.run.only);
        shared.finished.fetch_add(1, Ordering::Relaxed);
    }
}
