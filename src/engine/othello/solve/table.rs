//! What the solver knows about positions: bounds of the exact score and the moves that gave them.
//!
//! Shared by all workers without a lock: an entry is two words, `key ^ data` and `data`, so words
//! of two writers do not make a believable entry.
//!
//! Layout of `data`, from the lowest byte: lower bound, upper bound (both plus 64), empties, best
//! move, second-best move (64 for none), age, two unused. 0 is an empty slot.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;

use crate::base::prefetch;

/// No move.
pub(super) const NO_MOVE: u8 = 64;

/// What is known about a position, from the view of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score is at least this.
    pub(super) low: i32,
    /// The score is at most this.
    pub(super) high: i32,
    /// The best moves found, the best first; [`NO_MOVE`] for none.
    pub(super) moves: [u8; 2],
}

/// Entries that share a cache line.
const CLUSTER: usize = 4;

#[derive(Debug, Default, Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default, Zeroable)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// The table.
pub struct Table {
    clusters: Box<[Cluster]>,
    age: AtomicU8,
}

/// Key of a position: 128 bits multiplied and folded to 64.
#[inline]
pub(in crate::engine::othello) const fn key(mover: u64, opponent: u64) -> u64 {
    let one = mover ^ 0x9e37_79b9_7f4a_7c15;
    let other = opponent ^ 0xc2b2_ae3d_27d4_eb4f;
    let product = one as u128 * other as u128;
    let folded = (product as u64) ^ ((product >> 64) as u64);
    // The product alone forgets which factor was whose.
    (folded ^ mover.rotate_left(29)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Table {
    /// A table of at most `kib` kibibytes, smaller if the system refuses; at least a few entries.
    pub fn with_kib(kib: usize) -> Self {
        let mut clusters = ((kib << 10) / size_of::<Cluster>()).max(16).next_power_of_two();
        if clusters * size_of::<Cluster>() > kib << 10 {
            clusters /= 2;
        }
        loop {
            match bytemuck::try_zeroed_slice_box(clusters) {
                Ok(clusters) => return Self { clusters, age: AtomicU8::new(0) },
                Err(()) => clusters = (clusters / 2).max(1),
            }
        }
    }

    /// Begins a new search: entries from before are the first to be replaced.
    pub fn grow_older(&self) {
        // Only one search runs at a time, so no update is lost.
        self.age.store(self.age.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits are the best mixed; the length is a power of two.
        let index = (key >> 20) as usize & (self.clusters.len() - 1);
        &self.clusters[index]
    }

    /// Brings the entries of `key` near, for a probe that will follow.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known of the position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key;
            (same && data != 0).then(|| unpack(data))
        })
    }

    /// Notes that the score of the position is within `low..=high` and that `mv` was best.
    #[inline]
    pub(super) fn store(&self, key: u64, empties: u32, low: i32, high: i32, mv: u8) {
        let age = self.age.load(Ordering::Relaxed);
        let slots = &self.cluster(key).0;
        let (mut chosen, mut least) = (&slots[0], u32::MAX);
        for slot in slots {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                return write(slot, key, merge(old, low, high, mv), empties, age);
            }
            // Entries of this search count more than any of an earlier one, then those whose
            // subtree was larger.
            let worth = match data {
                0 => 0,
                _ => {
                    ((data >> 16) as u8 as u32 + 1) + if (data >> 40) as u8 == age { 64 } else { 0 }
                }
            };
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        write(chosen, key, Entry { low, high, moves: [mv, NO_MOVE] }, empties, age);
    }

    /// How full the table is, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(256)];
        let used = sample.iter().flat_map(|cluster| &cluster.0);
        let used = used.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count();
        (used * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

/// Old and new knowledge of the same position.
fn merge(old: Entry, low: i32, high: i32, mv: u8) -> Entry {
    let moves = match mv {
        NO_MOVE => old.moves,
        _ if mv == old.moves[0] => old.moves,
        _ => [mv, old.moves[0]],
    };
    Entry { low: low.max(old.low), high: high.min(old.high), moves }
}

#[inline]
fn write(slot: &Slot, key: u64, entry: Entry, empties: u32, age: u8) {
    let data = (entry.low + 64) as u64
        | ((entry.high + 64) as u64) << 8
        | u64::from(empties) << 16
        | u64::from(entry.moves[0]) << 24
        | u64::from(entry.moves[1]) << 32
        | u64::from(age) << 40;
    slot.check.store(key ^ data, Ordering::Relaxed);
    slot.data.store(data, Ordering::Relaxed);
}

#[inline]
const fn unpack(data: u64) -> Entry {
    Entry {
        low: (data & 0xff) as i32 - 64,
        high: ((data >> 8) & 0xff) as i32 - 64,
        moves: [(data >> 24) as u8, (data >> 32) as u8],
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("clusters", &self.clusters.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knowledge_of_a_position_adds_up() {
        let table = Table::with_kib(64);
        let key = key(3, 12);
        assert_eq!(table.probe(key), None);
        table.store(key, 20, -64, 10, NO_MOVE);
        table.store(key, 20, 2, 64, 5);
        table.store(key, 20, 4, 64, 9);
        assert_eq!(table.probe(key), Some(Entry { low: 4, high: 10, moves: [9, 5] }));
        assert_eq!(table.probe(super::key(12, 3)), None);
    }

    #[test]
    fn big_subtrees_of_this_search_are_kept_longest() {
        let table = Table::with_kib(1);
        let large = key(1, 2);
        table.store(large, 30, 0, 0, 1);
        for discs in 3..3000 {
            table.store(key(discs, discs << 20), 8, 0, 0, 1);
        }
        assert!(table.probe(large).is_some());
        table.grow_older();
        for discs in 3..3000 {
            table.store(key(discs, discs << 20), 9, 0, 0, 1);
        }
        assert!(table.probe(large).is_none());
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::with_kib(4);
        table.store(key(1, 2), 10, 0, 0, 1);
        table.clear();
        assert_eq!(table.probe(key(1, 2)), None);
        assert_eq!(table.fullness(), 0);
    }
}
