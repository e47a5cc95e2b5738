//! Dynamic tree splitting: threads that are peers search one tree together.
//!
//! A thread keeps the nodes above the minimum split depth as [`Frame`]s on a stack of its own;
//! below that depth the game searches plainly, so sharing costs nothing where most nodes are. It
//! offers the frame nearest to the root that can be shared as a [`Point`]: the node, its path, and
//! the *rest*, which is everything that waits for the node's value. From then on the thread is one
//! worker of the point among others. Idle threads join the most appealing point with room; they
//! are never sent for, so joining late is the only way in.
//!
//! No master waits. A thread that finds no more moves at a point goes elsewhere; the last one to
//! leave takes node and rest and carries the value to the parent, whoever began it. A worker whose
//! move cuts takes them at once; the others are *called off*.
//!
//! # What always holds
//!
//! 1. A point's node and rest are taken out exactly once: by the worker that cuts, or by the last
//!    to leave. Whoever finds them gone has nothing left to do there.
//! 2. While a root is not finished, some thread is at work: each branch of an open point is held by
//!    a thread, or by the rest of a point further down, which has a branch itself.
//! 3. Room at a point only ever shrinks. Only an offer makes work for idle threads, and an offer
//!    is made under the lock under which they look. It wakes one of them, and whoever finds a seat
//!    wakes another while there is room: no wake-up is lost, and nobody sleeps beside a free seat.
//!
//! # Locks
//!
//! `Exchange::lobby` guards the list of offers, the root's value and the wish to sleep;
//! `Point::inner` guards a node, its rest and the number of its workers. A thread holds one lock
//! at a time: looking for work reads a point's atomics only, and enters it after the lobby is left.
//! The game's own code runs under `Point::inner` (`take`, `next`) and must not wait there.
//!
//! Cut flags and bells need no lock. A cut sets the flag of its point, then rings every bell; a
//! thread silences its bell *before* it reads the flags above it, so none is missed.

mod exchange;
mod hand;
mod leash;
#[cfg(all(test, sanqi_loom))]
mod model;
mod point;
mod sync;
#[cfg(all(test, not(sanqi_loom)))]
mod tests;
#[cfg(test)]
mod toy;

pub use exchange::{Counts, Exchange, Reserve, Terms};
pub use hand::Hand;
pub use leash::{Bells, Leash};

use std::fmt::Debug;

/// The worth of a node to its side to move.
pub type Value = i32;

/// What threads hand to each other.
pub trait Tree: 'static {
    /// A node being searched: its window, the moves left, the best value so far.
    type Node: Send + Debug;
    /// One move of a node, from the first look at it to its value.
    type Trial: Send + Debug;
    /// The way from the root to a node, enough for another thread to stand there.
    type Path: Send + Sync + Debug;
}

/// What a trial needs next.
#[derive(Debug)]
pub enum Step<T> {
    /// The value of a child.
    Search(T),
    /// Nothing: this is its value.
    Value(Value),
}

/// What a node is when it is first looked at.
#[derive(Debug)]
pub enum Opened<N> {
    /// Known without searching its moves.
    Value(Value),
    /// To be searched.
    Node(N),
}

/// What a trial's value means to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The next move may be tried.
    GoOn,
    /// No other move matters.
    Cut,
    /// The node has this value, and there is nothing more to learn from it.
    Settled(Value),
}

/// One thread's search of a game tree, cut into steps that other threads can go on with.
pub trait Searcher {
    /// What is handed over.
    type Tree: Tree;
    /// A child to be searched.
    type Task;

    /// Remaining depth of `task`.
    fn depth(task: &Self::Task) -> i32;
    /// Searches `task` on this thread alone.
    fn search(&mut self, task: Self::Task) -> Value;
    /// Begins `task` as a node that can be shared.
    fn open(&mut self, task: Self::Task) -> Opened<NodeOf<Self>>;
    /// The next trial at `node`, on which this thread stands.
    fn next(&mut self, node: &mut NodeOf<Self>) -> Option<TrialOf<Self>>;
    /// What `trial` needs next, given the `value` of the child it asked for last (none at first)
    /// and the node's alpha of now, which other threads may have raised.
    fn advance(
        &mut self,
        trial: &mut TrialOf<Self>,
        alpha: Value,
        value: Option<Value>,
    ) -> Step<Self::Task>;
    /// Takes the value of a trial into account.
    fn take(&mut self, node: &mut NodeOf<Self>, trial: TrialOf<Self>, value: Value) -> Verdict;
    /// The value of a node whose trials are done, or that was settled.
    fn close(&mut self, node: NodeOf<Self>, settled: Option<Value>) -> Value;

    /// Alpha of `node`, raised by its moves so far.
    fn alpha(node: &NodeOf<Self>) -> Value;
    /// How many moves of `node` were begun.
    fn tries(node: &NodeOf<Self>) -> u64;
    /// How much work other threads would find at `node`; none if it must not be shared yet.
    fn appeal(&self, node: &NodeOf<Self>) -> Option<Appeal>;
    /// The way to `node`, which lies on this thread's line.
    fn path(&self, node: &NodeOf<Self>) -> PathOf<Self>;
    /// Goes to the end of `path`, from wherever this thread is.
    fn stand(&mut self, path: &PathOf<Self>);

    /// Whether the search was broken off: values mean nothing, this thread's line is anywhere.
    fn is_interrupted(&self) -> bool;
    /// Forgets that; the next thing to come is `stand`.
    fn resume(&mut self);
    /// How this thread learns that its work is not wanted.
    fn leash(&mut self) -> &mut Leash;
}

/// The node of a searcher's tree.
pub type NodeOf<S> = <<S as Searcher>::Tree as Tree>::Node;
/// The trial of a searcher's tree.
pub type TrialOf<S> = <<S as Searcher>::Tree as Tree>::Trial;
/// The path of a searcher's tree.
pub type PathOf<S> = <<S as Searcher>::Tree as Tree>::Path;

/// How much work other threads would find at a node: first how likely it is that all its moves
/// must be searched, then how deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Appeal {
    /// Higher is surer.
    pub certainty: u8,
    /// Remaining depth.
    pub depth: i32,
}
