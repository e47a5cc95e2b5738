//! One node: a move, what is expected of it, and what playouts said.

use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::{Action, Bounds, Candidate};

/// Values are summed as whole numbers of this fraction, so that adding is one atomic instruction
/// and no update is lost.
const VALUE_UNIT: f32 = 65_536.0;
/// Leads are summed in this fraction of a point.
const LEAD_UNIT: f32 = 256.0;
/// Prior weights are kept in this fraction of a playout.
const WEIGHT_UNIT: f32 = 4.0;
/// One "all moves as first" value in [`Node::rave`]: the number of values is above their sum.
const RAVE_ONE: u64 = 1 << 40;

/// A node of the tree. All numbers are from the view of the side that moved into it.
#[derive(Debug)]
pub(super) struct Node {
    /// `first << 32 | count << 2 | state`.
    children: AtomicU64,
    value_sum: AtomicU64,
    lead_sum: AtomicI64,
    rave: AtomicU64,
    visits: AtomicU32,
    bounds: AtomicU32,
    prior: AtomicU16,
    prior_value: AtomicU16,
    prior_weight: AtomicU16,
    action: AtomicU16,
}

const _: () = assert!(size_of::<Node>() == 48);

/// Where a node's children stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Children {
    /// Nobody looked.
    Leaf,
    /// A thread is writing them.
    Claimed,
    /// Written; `complete` when no other move could ever be best.
    Ready { first: u32, count: u32, complete: bool },
}

const LEAF: u64 = 0;
const CLAIMED: u64 = 1;
const READY: u64 = 2;
const READY_COMPLETE: u64 = 3;

impl Default for Node {
    fn default() -> Self {
        Self {
            children: AtomicU64::new(LEAF),
            value_sum: AtomicU64::new(0),
            lead_sum: AtomicI64::new(0),
            rave: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            bounds: AtomicU32::new(Bounds::OPEN.pack()),
            prior: AtomicU16::new(0),
            prior_value: AtomicU16::new(0),
            prior_weight: AtomicU16::new(0),
            action: AtomicU16::new(0),
        }
    }
}

impl Node {
    /// Makes this a fresh node. The caller alone knows of it yet.
    pub(super) fn write(&self, candidate: &Candidate) {
        self.copy_from(&Self::default());
        self.prior.store(fraction(candidate.prior), Ordering::Relaxed);
        self.prior_value.store(fraction(candidate.value), Ordering::Relaxed);
        let weight = (candidate.weight * WEIGHT_UNIT).round().clamp(0.0, f32::from(u16::MAX));
        self.prior_weight.store(weight as u16, Ordering::Relaxed);
        self.action.store(candidate.action.0, Ordering::Relaxed);
    }

    /// Makes this a copy of `other`, without its children. The caller alone knows of it yet.
    pub(super) fn copy_from(&self, other: &Self) {
        let relaxed = Ordering::Relaxed;
        self.children.store(LEAF, relaxed);
        self.value_sum.store(other.value_sum.load(relaxed), relaxed);
        self.lead_sum.store(other.lead_sum.load(relaxed), relaxed);
        self.rave.store(other.rave.load(relaxed), relaxed);
        self.visits.store(other.visits.load(relaxed), relaxed);
        self.bounds.store(other.bounds.load(relaxed), relaxed);
        self.prior.store(other.prior.load(relaxed), relaxed);
        self.prior_value.store(other.prior_value.load(relaxed), relaxed);
        self.prior_weight.store(other.prior_weight.load(relaxed), relaxed);
        self.action.store(other.action.load(relaxed), relaxed);
    }

    pub(super) fn action(&self) -> Action {
        Action(self.action.load(Ordering::Relaxed))
    }

    pub(super) fn children(&self) -> Children {
        // Acquire pairs with the release in `publish`: whoever sees the block sees its nodes.
        let word = self.children.load(Ordering::Acquire);
        match word & 3 {
            LEAF => Children::Leaf,
            CLAIMED => Children::Claimed,
            state => Children::Ready {
                first: (word >> 32) as u32,
                count: (word as u32) >> 2,
                complete: state == READY_COMPLETE,
            },
        }
    }

    /// Whether the caller now has the sole right to write the children.
    pub(super) fn claim(&self) -> bool {
        let relaxed = Ordering::Relaxed;
        self.children.compare_exchange(LEAF, CLAIMED, relaxed, relaxed).is_ok()
    }

    /// Gives the right back: there was no room, or nothing to write.
    pub(super) fn unclaim(&self) {
        self.children.store(LEAF, Ordering::Relaxed);
    }

    /// Shows the children, all written, to everybody.
    pub(super) fn publish(&self, first: u32, count: u32, complete: bool) {
        let state = if complete { READY_COMPLETE } else { READY };
        let word = (u64::from(first) << 32) | (u64::from(count) << 2) | state;
        self.children.store(word, Ordering::Release);
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Counts a visit whose value is still to come: a loss until then.
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the value of a visit counted by [`enter`](Self::enter).
    pub(super) fn leave(&self, value: f32, lead: f32) {
        self.value_sum.fetch_add((value * VALUE_UNIT) as u64, Ordering::Relaxed);
        self.lead_sum.fetch_add((lead * LEAD_UNIT) as i64, Ordering::Relaxed);
    }

    /// Adds an "all moves as first" value. There are some dozens a playout, too many for instructions
    /// that lock; what two threads add at once may be lost, as one of very many hints.
    pub(super) fn add_rave(&self, value: f32) {
        let word = self.rave.load(Ordering::Relaxed);
        // Where the number is full, hints have long ceased to matter.
        if word < u64::MAX - (RAVE_ONE - 1) {
            let more = RAVE_ONE + (value * VALUE_UNIT) as u64;
            self.rave.store(word + more, Ordering::Relaxed);
        }
    }

    pub(super) fn value_sum(&self) -> f32 {
        self.value_sum.load(Ordering::Relaxed) as f32 / VALUE_UNIT
    }

    /// Mean value of the playouts, `None` before the first.
    pub(super) fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| self.value_sum() / visits as f32)
    }

    /// Mean lead in points.
    pub(super) fn lead(&self) -> f32 {
        let sum = self.lead_sum.load(Ordering::Relaxed) as f32 / LEAD_UNIT;
        sum / self.visits().max(1) as f32
    }

    /// Sum and number of the "all moves as first" values.
    pub(super) fn rave(&self) -> (f32, f32) {
        let word = self.rave.load(Ordering::Relaxed);
        ((word % RAVE_ONE) as f32 / VALUE_UNIT, (word / RAVE_ONE) as f32)
    }

    pub(super) fn prior(&self) -> f32 {
        f32::from(self.prior.load(Ordering::Relaxed)) / f32::from(u16::MAX)
    }

    /// Expected value, and how many playouts that expectation is worth.
    pub(super) fn expectation(&self) -> (f32, f32) {
        let value = f32::from(self.prior_value.load(Ordering::Relaxed)) / f32::from(u16::MAX);
        let weight = f32::from(self.prior_weight.load(Ordering::Relaxed)) / WEIGHT_UNIT;
        (value, weight)
    }

    pub(super) fn bounds(&self) -> Bounds {
        Bounds::unpack(self.bounds.load(Ordering::Relaxed))
    }

    /// Adds knowledge; says whether anything was new.
    pub(super) fn tighten(&self, bounds: Bounds) -> bool {
        self.bounds
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |word| {
                let merged = Bounds::unpack(word).and(bounds).pack();
                (merged != word).then_some(merged)
            })
            .is_ok()
    }
}

/// A share of 1 in sixteen bits.
fn fraction(share: f32) -> u16 {
    (share.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate() -> Candidate {
        Candidate { action: Action(7), prior: 0.25, value: 0.75, weight: 10.0 }
    }

    #[test]
    fn a_visit_is_a_loss_until_its_value_arrives() {
        let node = Node::default();
        node.write(&candidate());
        node.enter();
        assert_eq!(node.mean(), Some(0.0));
        node.leave(1.0, 3.5);
        assert_eq!(node.mean(), Some(1.0));
        assert_eq!(node.lead(), 3.5);
    }

    #[test]
    fn children_are_claimed_once_and_published_whole() {
        let node = Node::default();
        assert!(node.claim());
        assert!(!node.claim());
        assert_eq!(node.children(), Children::Claimed);
        node.publish(123_456_789, 361, true);
        let ready = Children::Ready { first: 123_456_789, count: 361, complete: true };
        assert_eq!(node.children(), ready);
        assert!(!node.claim());
    }

    #[test]
    fn priors_survive_their_packing() {
        let node = Node::default();
        node.write(&candidate());
        let (value, weight) = node.expectation();
        assert!((value - 0.75).abs() < 1e-4);
        assert_eq!(weight, 10.0);
        assert!((node.prior() - 0.25).abs() < 1e-4);
        assert_eq!(node.action(), Action(7));
    }

    #[test]
    fn hints_are_summed_and_counted_until_the_number_is_full() {
        let node = Node::default();
        for value in [1.0, 0.25, 0.5] {
            node.add_rave(value);
        }
        assert_eq!(node.rave(), (1.75, 3.0));
        let most = u64::MAX / RAVE_ONE;
        node.rave.store(most * RAVE_ONE + 5, Ordering::Relaxed);
        node.add_rave(1.0);
        assert_eq!(node.rave.load(Ordering::Relaxed), most * RAVE_ONE + 5);
        node.rave.store((most - 1) * (RAVE_ONE + VALUE_UNIT as u64), Ordering::Relaxed);
        node.add_rave(1.0);
        assert_eq!(node.rave(), (most as f32, most as f32));
    }

    #[test]
    fn bounds_only_tighten() {
        let node = Node::default();
        assert!(node.tighten(Bounds { low: -5, high: 20 }));
        assert!(!node.tighten(Bounds { low: -9, high: 30 }));
        assert!(node.tighten(Bounds { low: 1, high: Bounds::LIMIT }));
        assert_eq!(node.bounds(), Bounds { low: 1, high: 20 });
    }
}
