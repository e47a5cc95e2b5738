//! The transposition table: what is known about positions searched before, shared by all workers.
//!
//! No lock: an entry is two words, `key ^ data` and `data`, read and written relaxed. When two workers
//! write the same entry at once, the words of different writers do not XOR to either key, so a torn
//! entry looks like a foreign one and is not believed. Knows no game: a move is any 16 bits, 0 is "none".
//!
//! Layout of `data`, from the lowest bit:
//!
//! | bits | field |
//! |---|---|
//! | 0..16 | move |
//! | 16..32 | score |
//! | 32..48 | static evaluation |
//! | 48..56 | depth |
//! | 56..58 | bound: 0 none, 1 upper, 2 lower, 3 exact |
//! | 58 | on the principal variation |
//! | 59..64 | age |
//!
//! A `data` of 0 is an empty slot.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;
use thiserror::Error;

use super::Bound;
use crate::base::{Crew, Key, Pages, prefetch};

/// Entries that share a cache line; a position may be in any of them.
const CLUSTER: usize = 4;
/// Ages count modulo this.
const AGES: u8 = 32;
/// An entry of an earlier search is worth this many plies of depth less for each search since.
const AGE_WEIGHT: i32 = 4;

/// Tables up to this size are laid in memory when they are made, so that the first search does not
/// have to; larger ones would take long, and may never be filled.
const LAID_MIB: usize = 256;

/// What is stored about a position. Scores are the caller's own scale (mates relative to the node).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best or refuting move; 0 if none is known.
    pub mv: u16,
    /// Value found.
    pub score: i16,
    /// Static evaluation.
    pub eval: i16,
    /// Remaining depth of the search that found the value.
    pub depth: u8,
    /// What the value is; `None` if only the evaluation is worth reading.
    pub bound: Option<Bound>,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

#[derive(Debug, Default, Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default, Zeroable)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

const _: () = assert!(size_of::<Slot>() == 16 && size_of::<Cluster>() == 64);

/// A fixed number of entries.
pub struct Table {
    clusters: Pages<Cluster>,
    age: AtomicU8,
}

/// The system refused the memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct NoMemory {
    /// What was asked for.
    pub mib: usize,
}

impl Table {
    /// A table of `mib` mebibytes (at least one), empty.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        let clusters = (mib.max(1) << 20) / size_of::<Cluster>();
        let clusters: Pages<Cluster> = Pages::zeroed(clusters).map_err(|_| NoMemory { mib })?;
        if mib <= LAID_MIB {
            clusters.lay();
        }
        Ok(Self { clusters, age: AtomicU8::new(0) })
    }

    /// The largest table of at most `mib` mebibytes that the system grants, halving until it does.
    pub fn at_most(mib: usize) -> Self {
        let mut size = mib.max(1);
        loop {
            match Self::new(size) {
                Ok(table) => return table,
                Err(error) if size == 1 => panic!("{error}"),
                Err(_) => size /= 2,
            }
        }
    }

    /// Size in mebibytes.
    pub fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Begins a new search: entries from before become the first to be replaced.
    pub fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Empties the table, `threads` at a time.
    pub fn clear(&self, threads: usize) {
        let share = self.clusters.len().div_ceil(threads.max(1));
        let cleared = Crew::new(threads, |_| ()).run(|index, ()| {
            for cluster in self.clusters.iter().skip(index * share).take(share) {
                for slot in &cluster.0 {
                    slot.check.store(0, Ordering::Relaxed);
                    slot.data.store(0, Ordering::Relaxed);
                }
            }
        });
        cleared.expect("storing zeros does not panic");
        self.age.store(0, Ordering::Relaxed);
    }

    /// Brings the entries of `key` near, for a probe that will follow.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position of `key`.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let same = slot.check.load(Ordering::Relaxed) ^ data == key.0;
            (same && data != 0).then(|| unpack(data))
        })
    }

    /// Stores `entry`, over what is known about the same position, or over the least valuable entry
    /// beside it. A known move is kept when the new entry has none.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut lowest = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                let known = unpack(data);
                if keeps(&known, &entry) && age_of(data) == age {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = known.mv;
                }
                victim = slot;
                break;
            }
            let worth = if data == 0 { i32::MIN } else { worth(data, age) };
            if worth < lowest {
                lowest = worth;
                victim = slot;
            }
        }
        let data = pack(&entry, age);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key.0 ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.clusters.len().min(1000);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / (sample * CLUSTER)) as u32
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// Whether what is known about a position is worth more than `new` about the same.
fn keeps(known: &Entry, new: &Entry) -> bool {
    let exact = new.bound == Some(Bound::Exact);
    !exact && known.bound.is_some() && i32::from(known.depth) > i32::from(new.depth) + 3
}

fn worth(data: u64, age: u8) -> i32 {
    let entry = unpack(data);
    let past = i32::from((AGES + age - age_of(data)) % AGES);
    i32::from(entry.depth) - AGE_WEIGHT * past + i32::from(entry.bound == Some(Bound::Exact))
}

const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    u64::from(entry.mv)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.eval as u16) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    let bound = match data >> 56 & 3 {
        0 => None,
        1 => Some(Bound::Upper),
        2 => Some(Bound::Lower),
        _ => Some(Bound::Exact),
    };
    Entry {
        mv: data as u16,
        score: (data >> 16) as u16 as i16,
        eval: (data >> 32) as u16 as i16,
        depth: (data >> 48) as u8,
        bound,
        pv: data >> 58 & 1 == 1,
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} MiB, age {})", self.mib(), self.age.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{KeyStream, Random};

    fn entry(mv: u16, depth: u8) -> Entry {
        Entry { mv, score: -7, eval: 12, depth, bound: Some(Bound::Lower), pv: false }
    }

    fn any_entry() -> impl Strategy<Value = Entry> {
        let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
        let bound = prop::sample::select(bounds.to_vec());
        (any::<u16>(), any::<i16>(), any::<i16>(), any::<u8>(), bound, any::<bool>()).prop_map(
            |(mv, score, eval, depth, bound, pv)| Entry { mv, score, eval, depth, bound, pv },
        )
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(entry in any_entry(), age in 0..AGES) {
            let data = pack(&entry, age);
            prop_assert_eq!(unpack(data), entry);
            prop_assert_eq!(age_of(data), age);
        }

        #[test]
        fn what_is_stored_is_found(key: u64, entry in any_entry()) {
            let table = Table::new(1).unwrap();
            table.store(Key(key), entry);
            let empty = pack(&entry, 0) == 0;
            prop_assert_eq!(table.probe(Key(key)), (!empty).then_some(entry));
            prop_assert_eq!(table.probe(Key(!key)), None);
        }
    }

    #[test]
    fn a_new_entry_without_a_move_keeps_the_known_one() {
        let table = Table::new(1).unwrap();
        table.store(Key(1), entry(33, 5));
        table.store(Key(1), entry(0, 6));
        assert_eq!(table.probe(Key(1)), Some(entry(33, 6)));
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_a_deep_one_of_the_same_search() {
        let table = Table::new(1).unwrap();
        table.store(Key(1), entry(33, 9));
        table.store(Key(1), entry(44, 2));
        assert_eq!(table.probe(Key(1)), Some(entry(33, 9)));
        table.grow_older();
        table.store(Key(1), entry(44, 2));
        assert_eq!(table.probe(Key(1)), Some(entry(44, 2)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1).unwrap();
        // Keys this small share the first cluster.
        for (key, depth) in [(1, 9), (2, 3), (3, 5), (4, 7)] {
            table.store(Key(key), entry(key as u16, depth));
        }
        table.store(Key(5), entry(5, 1));
        assert_eq!(table.probe(Key(2)), None, "the shallowest was replaced");
        for _ in 0..3 {
            table.grow_older();
        }
        table.store(Key(3), entry(3, 5));
        for key in 6..9 {
            table.store(Key(key), entry(key as u16, 1));
        }
        assert!(table.probe(Key(3)).is_some(), "the only deep entry of this search stays");
        assert_eq!(table.probe(Key(1)), None, "depth 9 of three searches ago is worth less than 1");
    }

    #[test]
    fn hashfull_counts_the_present_search_only() {
        let table = Table::new(1).unwrap();
        let mut keys = KeyStream::named("table test");
        for _ in 0..200_000 {
            table.store(keys.next(), entry(1, 1));
        }
        assert!(table.hashfull() > 990, "{}", table.hashfull());
        table.grow_older();
        assert_eq!(table.hashfull(), 0);
        table.clear(3);
        assert!(
            table.clusters.iter().flat_map(|c| &c.0).all(|s| s.data.load(Ordering::Relaxed) == 0)
        );
    }

    #[test]
    fn ages_wrap_around() {
        let table = Table::new(1).unwrap();
        for _ in 0..AGES + 1 {
            table.grow_older();
        }
        table.store(Key(9), entry(9, 9));
        assert_eq!(table.probe(Key(9)), Some(entry(9, 9)));
    }

    /// Every field follows from the key, so a mixture of two writers' words would show.
    fn told_by(key: Key, round: u64) -> Entry {
        let word = key.0.wrapping_add(round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Entry {
            mv: word as u16 | 1,
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: 3,
            bound: Some(Bound::Exact),
            pv: false,
        }
    }

    #[test]
    fn torn_entries_are_not_believed() {
        let table = Table::new(1).unwrap();
        let mut stream = KeyStream::named("torn");
        // Without their high bits all keys are of the first cluster.
        let keys: Vec<Key> = (0..16).map(|_| Key(stream.next().0 >> 16)).collect();
        let found = Crew::new(4, |index| Random::seeded(index as u64))
            .run(|_, random| {
                let mut found = 0;
                for _ in 0..200_000 {
                    // Sixteen positions in one cluster of four: all workers write over each other.
                    let key = keys[random.below(16) as usize];
                    if let Some(entry) = table.probe(key) {
                        found += 1;
                        let mut rounds = (0..4).map(|round| told_by(key, round));
                        assert!(rounds.any(|told| told == entry), "{key:?} {entry:?}");
                    }
                    table.store(key, told_by(key, u64::from(random.below(4))));
                }
                found
            })
            .unwrap();
        assert!(found.iter().sum::<u32>() > 1000, "{found:?}");
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let error = Table::new(1 << 40).unwrap_err();
        assert_eq!(error.to_string(), "no memory for a table of 1099511627776 MiB");
    }
}
