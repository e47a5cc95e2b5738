//! The tree of all workers: growing, walking, re-rooting, compacting.

use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicBool, Ordering};

use super::node::{Children, Node};
use super::{Action, Bounds, Candidate, Proof};
use crate::base::Arena;

/// What the search learned, shared by all workers.
#[derive(Debug)]
pub struct Tree {
    arena: Arena<Node>,
    /// Where a compaction copies to; the two change places.
    spare: Arena<Node>,
    root: u32,
    full: AtomicBool,
}

/// A root move with what is known of it, from the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The move.
    pub action: Action,
    /// Playouts through it.
    pub visits: u32,
    /// Mean value of them.
    pub value: f32,
    /// Mean lead of them.
    pub lead: f32,
    /// Its share of the policy.
    pub prior: f32,
    /// Lower confidence bound of the value.
    pub lcb: f32,
    /// What is known for certain.
    pub bounds: Bounds,
}

/// An expected line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The moves.
    pub moves: Vec<Action>,
    /// Playouts through each of them.
    pub visits: Vec<u32>,
}

/// Children of a node visited this seldom are not part of an expected line.
const PV_MIN_VISITS: u32 = 2;

impl Tree {
    /// A tree that uses at most about `bytes` of memory.
    pub fn with_bytes(bytes: usize) -> Self {
        let tree = Self {
            arena: Arena::with_bytes(bytes / 2),
            spare: Arena::with_bytes(bytes / 2),
            root: 0,
            full: AtomicBool::new(false),
        };
        tree.plant();
        tree
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.root = 0;
        self.plant();
        *self.full.get_mut() = false;
    }

    fn plant(&self) {
        let root = self.arena.alloc(1).expect("an empty arena has room for the root");
        let blank = Candidate { action: Action(0), prior: 1.0, value: 0.5, weight: 0.0 };
        self.arena.get(root).write(&blank);
    }

    /// Makes the position after `action` the root and keeps what is known below it. Says whether
    /// anything was known; if not, the tree is empty now.
    pub fn advance(&mut self, action: Action) -> bool {
        let next = self.children(self.root).find(|(_, child)| child.action() == action);
        match next.map(|(handle, _)| handle) {
            Some(handle) => {
                self.root = handle;
                true
            }
            None => {
                self.clear();
                false
            }
        }
    }

    /// Playouts through the root.
    pub fn visits(&self) -> u32 {
        self.node(self.root).visits()
    }

    /// Mean value for the side to move at the root, `None` before the first playout.
    pub fn value(&self) -> Option<f32> {
        self.node(self.root).mean().map(|value| 1.0 - value)
    }

    /// What is known for certain, for the side to move at the root.
    pub fn bounds(&self) -> Bounds {
        self.node(self.root).bounds().flipped()
    }

    /// How full the arena is, in thousandths.
    pub fn fullness(&self) -> u32 {
        (self.arena.len() as u64 * 1000 / self.arena.capacity() as u64) as u32
    }

    /// The root moves, best first.
    pub fn ranked(&self) -> Vec<Ranked> {
        self.ranked_among(None)
    }

    /// The root moves of `only`, best first; all if it is `None`.
    pub fn ranked_among(&self, only: Option<&[Action]>) -> Vec<Ranked> {
        let is_among = |child: &Node| only.is_none_or(|allowed| allowed.contains(&child.action()));
        let moves = self.children(self.root).filter(|(_, child)| is_among(child));
        let mut moves: Vec<Ranked> = moves.map(|(_, child)| rank(child)).collect();
        let a_draw_is_certain = moves.iter().any(|mv| mv.bounds == Bounds::exactly(0));
        moves.sort_by(|a, b| compare(b, a, a_draw_is_certain));
        moves
    }

    /// The expected line that begins with `first` at the root.
    pub fn line(&self, first: Action) -> Expected {
        let mut line = Expected::default();
        let mut next = self.children(self.root).find(|(_, child)| child.action() == first);
        while let Some((handle, node)) = next {
            line.moves.push(node.action());
            line.visits.push(node.visits());
            next = self.best_child(handle).filter(|(_, child)| child.visits() >= PV_MIN_VISITS);
        }
        line
    }

    fn best_child(&self, handle: u32) -> Option<(u32, &Node)> {
        self.children(handle).max_by_key(|(_, child)| {
            let bounds = child.bounds();
            let certainty = i8::from(bounds.low > 0) - i8::from(bounds.high < 0);
            (certainty, child.visits())
        })
    }

    pub(super) fn root(&self) -> u32 {
        self.root
    }

    pub(super) fn node(&self, handle: u32) -> &Node {
        self.arena.get(handle)
    }

    pub(super) fn children(&self, handle: u32) -> impl Iterator<Item = (u32, &Node)> {
        let (first, count) = match self.node(handle).children() {
            Children::Ready { first, count, .. } => (first, count),
            Children::Leaf | Children::Claimed => (0, 0),
        };
        let block = self.arena.block(first, count as usize);
        (first..).zip(block)
    }

    /// Gives `node`, claimed by the caller, its children, the likeliest first. `false`: no room.
    pub(super) fn grow(&self, node: &Node, candidates: &mut [Candidate], complete: bool) -> bool {
        let Some(first) = self.arena.alloc(candidates.len()) else {
            self.full.store(true, Ordering::Relaxed);
            return false;
        };
        // Stable, so that equal priors keep the simulation's order and runs can be repeated.
        candidates.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        for (child, candidate) in self.arena.block(first, candidates.len()).iter().zip(&*candidates)
        {
            child.write(candidate);
        }
        node.publish(first, candidates.len() as u32, complete);
        true
    }

    /// Recomputes a node's bounds from its children; says whether anything was new.
    pub(super) fn back_up_bounds(&self, handle: u32) -> bool {
        let node = self.node(handle);
        let Children::Ready { complete, .. } = node.children() else { return false };
        let mut best = Bounds { low: -Bounds::LIMIT, high: -Bounds::LIMIT };
        for (_, child) in self.children(handle) {
            let bounds = child.bounds();
            best.low = best.low.max(bounds.low);
            best.high = best.high.max(bounds.high);
        }
        if !complete {
            best.high = Bounds::LIMIT;
        }
        node.tighten(best.flipped())
    }

    /// Whether the root needs no further simulation.
    pub(super) fn is_closed(&self, proof: Proof) -> bool {
        proof.closes(self.node(self.root).bounds())
    }

    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Throws away what is least visited, so that at most half of the arena is used.
    pub(super) fn compact(&mut self) {
        let room = self.arena.capacity() / 2;
        let mut threshold = 2;
        while self.count_kept(threshold) > room {
            threshold *= 2;
        }
        self.copy_kept(threshold);
        *self.full.get_mut() = false;
    }

    /// Nodes below the root whose parent was visited at least `threshold` times.
    fn count_kept(&self, threshold: u32) -> usize {
        let mut kept = 1;
        let mut open = vec![self.root];
        while let Some(handle) = open.pop() {
            for (child_handle, child) in self.children(handle) {
                kept += 1;
                if child.visits() >= threshold {
                    open.push(child_handle);
                }
            }
        }
        kept
    }

    fn copy_kept(&mut self, threshold: u32) {
        self.spare.clear();
        let Some(root) = self.spare.alloc(1) else { return };
        self.spare.get(root).copy_from(self.node(self.root));
        let mut open = vec![(self.root, root)];
        while let Some((old, new)) = open.pop() {
            let Children::Ready { first, count, complete } = self.node(old).children() else {
                continue;
            };
            let Some(copy) = self.spare.alloc(count as usize) else { continue };
            for i in 0..count {
                let child = self.node(first + i);
                self.spare.get(copy + i).copy_from(child);
                if child.visits() >= threshold {
                    open.push((first + i, copy + i));
                }
            }
            self.spare.get(new).publish(copy, count, complete);
        }
        std::mem::swap(&mut self.arena, &mut self.spare);
        self.root = root;
    }
}

/// What is known of a root move.
fn rank(node: &Node) -> Ranked {
    let visits = node.visits();
    let value = node.mean().unwrap_or_else(|| node.expectation().0);
    let n = visits as f32;
    let spread =
        1.96 * ((value * (1.0 - value)).max(0.0) / n.max(1.0) + 0.25 / (n * n + 1.0)).sqrt();
    Ranked {
        action: node.action(),
        visits,
        value,
        lead: node.lead(),
        prior: node.prior(),
        lcb: (value - spread).max(0.0),
        bounds: node.bounds(),
    }
}

/// Which of two root moves is better.
fn compare(a: &Ranked, b: &Ranked, a_draw_is_certain: bool) -> Order {
    let class = |mv: &Ranked| match mv.bounds {
        bounds if bounds.low > 0 => 4,
        bounds if bounds.high < 0 => 0,
        bounds if bounds == Bounds::exactly(0) => 2,
        // Only beside a certain draw must an open move show that it promises more.
        _ if a_draw_is_certain && mv.lcb <= 0.5 => 1,
        _ => 3,
    };
    let by_class = class(a).cmp(&class(b));
    let by_certainty = match class(a) {
        4 => a.bounds.low.cmp(&b.bounds.low),
        0 => a.bounds.high.cmp(&b.bounds.high),
        _ => Order::Equal,
    };
    by_class
        .then(by_certainty)
        .then(a.visits.cmp(&b.visits))
        .then(a.value.total_cmp(&b.value))
        .then(a.prior.total_cmp(&b.prior))
        .then(b.action.0.cmp(&a.action.0))
}
