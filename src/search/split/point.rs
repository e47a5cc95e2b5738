//! A node whose moves are searched by several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use crossbeam::utils::CachePadded;

use super::leash::Link;
use super::sync::{AtomicBool, Mutex, MutexGuard, lock};
use super::{Appeal, Tree, Value};

/// A node on a thread's stack and the trial it waits for.
#[derive(Debug)]
pub(super) struct Frame<T: Tree> {
    pub(super) node: T::Node,
    pub(super) trial: T::Trial,
}

/// The move a thread tries at a point.
#[derive(Debug)]
pub(super) struct Branch<T: Tree> {
    pub(super) point: Arc<Point<T>>,
    pub(super) trial: T::Trial,
}

/// Everything that waits for a node's value: the frames above it, up to a point or the root.
#[derive(Debug)]
pub(super) struct Rest<T: Tree> {
    pub(super) branch: Option<Branch<T>>,
    pub(super) frames: Vec<Frame<T>>,
}

/// A node whose moves are searched by several threads.
#[derive(Debug)]
pub(super) struct Point<T: Tree> {
    pub(super) path: T::Path,
    pub(super) appeal: Appeal,
    pub(super) link: Arc<Link>,
    /// Most branches at the same time.
    seats: usize,
    /// Away from the atomics, which are read at every step.
    inner: CachePadded<Mutex<Inner<T>>>,
    /// The node's alpha, for trials under way.
    alpha: AtomicI32,
    /// Whether a thread may still come in. Never true again once false.
    room: AtomicBool,
}

/// What the point's lock guards.
#[derive(Debug)]
pub(super) struct Inner<T: Tree> {
    /// Gone when the node is finished.
    open: Option<(T::Node, Rest<T>)>,
    /// Trials under way.
    branches: usize,
    /// No move is left to begin.
    exhausted: bool,
    /// A second thread came.
    shared: bool,
}

/// What a thread that asks a point for work is told.
#[derive(Debug)]
pub(super) enum Next<T: Tree> {
    /// Try this.
    Try(T::Trial),
    /// The node is finished, and this thread carries it to its parent.
    Carry { node: T::Node, rest: Rest<T>, settled: Option<Value> },
    /// There is nothing to do here.
    Elsewhere,
}

impl<T: Tree> Point<T> {
    /// A point with one branch, its maker's.
    pub(super) fn new(
        place: (T::Path, Appeal, Arc<Link>),
        seats: usize,
        alpha: Value,
        node: T::Node,
        rest: Rest<T>,
    ) -> Self {
        let (path, appeal, link) = place;
        let open = Some((node, rest));
        Self {
            path,
            appeal,
            link,
            seats,
            inner: Mutex::new(Inner { open, branches: 1, exhausted: false, shared: false }).into(),
            alpha: AtomicI32::new(alpha),
            room: AtomicBool::new(seats > 1),
        }
    }

    /// The node's alpha of now.
    pub(super) fn alpha(&self) -> Value {
        self.alpha.load(Ordering::Relaxed)
    }

    /// Whether it looks as if another thread could come in.
    pub(super) fn has_room(&self) -> bool {
        self.has_seat() && !self.link.is_cut()
    }

    /// Whether a seat is free, for one who works here and hears of cuts anyway.
    pub(super) fn has_seat(&self) -> bool {
        self.room.load(Ordering::Relaxed)
    }

    /// Takes a seat. `Some(true)` for the first guest, none if there was no room after all.
    pub(super) fn enter(&self) -> Option<Guest> {
        let mut inner = lock(&self.inner);
        if inner.open.is_none() || inner.exhausted || inner.branches >= self.seats {
            return None;
        }
        inner.branches += 1;
        self.room.store(inner.branches < self.seats, Ordering::Relaxed);
        let first = !std::mem::replace(&mut inner.shared, true);
        Some(if first { Guest::First } else { Guest::Later })
    }

    /// Locks the node, to take a value or to look for work.
    pub(super) fn lock(&self) -> Turn<'_, T> {
        Turn { point: self, inner: lock(&self.inner) }
    }
}

/// Which thread came into a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guest {
    /// The one that made it shared.
    First,
    /// One of more.
    Later,
}

/// A thread's turn at a point.
pub(super) struct Turn<'a, T: Tree> {
    point: &'a Point<T>,
    inner: MutexGuard<'a, Inner<T>>,
}

impl<T: Tree> Turn<'_, T> {
    /// The node; none if it is finished.
    pub(super) fn node(&mut self) -> Option<&mut T::Node> {
        self.inner.open.as_mut().map(|(node, _)| node)
    }

    /// Publishes the node's alpha.
    pub(super) fn set_alpha(&self, alpha: Value) {
        if alpha != self.point.alpha() {
            self.point.alpha.store(alpha, Ordering::Relaxed);
        }
    }

    /// Ends the node before all its moves were tried.
    pub(super) fn cut(mut self, settled: Option<Value>) -> Next<T> {
        self.point.link.cut();
        self.finish(settled)
    }

    /// Leaves: there is no move to begin. The last one out carries the node.
    pub(super) fn leave(mut self) -> Next<T> {
        self.inner.exhausted = true;
        self.point.room.store(false, Ordering::Relaxed);
        self.inner.branches -= 1;
        if self.inner.branches == 0 { self.finish(None) } else { Next::Elsewhere }
    }

    fn finish(&mut self, settled: Option<Value>) -> Next<T> {
        self.point.room.store(false, Ordering::Relaxed);
        match self.inner.open.take() {
            Some((node, rest)) => Next::Carry { node, rest, settled },
            None => Next::Elsewhere,
        }
    }
}
