//! An arena that many threads fill at once: blocks get 32-bit handles, nothing moves, nothing is
//! freed but all at once.
//!
//! Memory is taken chunk by chunk as it is needed, so a generous limit costs nothing until used.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Items in a chunk; a block never straddles two chunks, so this also bounds a block.
const CHUNK: u32 = 1 << 14;

/// A bump arena of `T`.
pub struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    next: AtomicU32,
}

impl<T: Default> Arena<T> {
    /// An arena for up to `capacity` items, rounded up to whole chunks.
    pub fn with_capacity(capacity: usize) -> Self {
        let chunks = capacity.div_ceil(CHUNK as usize).clamp(1, (u32::MAX / CHUNK) as usize);
        Self { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), next: AtomicU32::new(0) }
    }

    /// An arena that fills about `bytes` of memory.
    pub fn with_bytes(bytes: usize) -> Self {
        Self::with_capacity((bytes / size_of::<T>()).max(1))
    }

    /// Items there is room for in all.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK as usize
    }

    /// Items handed out, the unused ends of chunks included.
    pub fn len(&self) -> usize {
        (self.next.load(Ordering::Relaxed) as usize).min(self.capacity())
    }

    /// Whether nothing was handed out since the last clear.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A block of `count` consecutive items, or `None` when the arena is full or the block larger
    /// than a chunk. The items hold whatever they held before the last [`clear`](Self::clear).
    pub fn alloc(&self, count: usize) -> Option<u32> {
        let count = u32::try_from(count).ok().filter(|&n| n <= CHUNK)?;
        let limit = self.capacity() as u32;
        let first = self
            .next
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
                let end = place(next, count).checked_add(count)?;
                (end <= limit).then_some(end)
            })
            .ok()?;
        let first = place(first, count);
        self.chunks[(first / CHUNK) as usize]
            .get_or_init(|| (0..CHUNK).map(|_| T::default()).collect());
        Some(first)
    }

    /// The item of a handle that [`alloc`](Self::alloc) gave out.
    #[inline]
    pub fn get(&self, handle: u32) -> &T {
        let chunk = self.chunks[(handle / CHUNK) as usize].get();
        &chunk.expect("a handle comes from alloc, which fills its chunk")[(handle % CHUNK) as usize]
    }

    /// The items of a block that [`alloc`](Self::alloc) gave out.
    #[inline]
    pub fn block(&self, first: u32, count: usize) -> &[T] {
        if count == 0 {
            return &[];
        }
        let chunk = self.chunks[(first / CHUNK) as usize].get();
        let start = (first % CHUNK) as usize;
        &chunk.expect("a handle comes from alloc, which fills its chunk")[start..start + count]
    }

    /// Takes every block back; the memory stays.
    pub fn clear(&mut self) {
        *self.next.get_mut() = 0;
    }
}

/// Where a block of `count` goes when `next` is the first free item: here, or at the next chunk.
fn place(next: u32, count: u32) -> u32 {
    let room = CHUNK - next % CHUNK;
    if count <= room { next } else { next + room }
}

impl<T> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("chunks", &self.chunks.len())
            .field("next", &self.next.load(Ordering::Relaxed))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn blocks_never_overlap_nor_straddle_a_chunk() {
        let arena = Arena::<u8>::with_capacity(4 * CHUNK as usize);
        let mut end = 0;
        while let Some(first) = arena.alloc(700) {
            assert!(first >= end);
            assert_eq!(first / CHUNK, (first + 699) / CHUNK);
            assert_eq!(arena.block(first, 700).len(), 700);
            end = first + 700;
        }
        assert!(end > 3 * CHUNK + 700, "the arena gave up early, at {end}");
    }

    #[test]
    fn threads_get_different_blocks() {
        let arena = Arena::<AtomicUsize>::with_capacity(2 * CHUNK as usize);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(first) = arena.alloc(3) {
                        for item in arena.block(first, 3) {
                            item.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let counts = (0..arena.len() as u32).map(|i| arena.get(i).load(Ordering::Relaxed));
        assert!(counts.into_iter().all(|n| n <= 1));
    }

    #[test]
    fn clear_makes_room_again() {
        let mut arena = Arena::<u8>::with_capacity(1);
        assert!(arena.alloc(CHUNK as usize).is_some());
        assert_eq!(arena.alloc(1), None);
        arena.clear();
        assert_eq!(arena.alloc(1), Some(0));
        assert_eq!(arena.alloc(CHUNK as usize + 1), None);
    }
}
