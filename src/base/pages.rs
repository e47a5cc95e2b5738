//! Large tables of zeros, in huge pages where the system has them: with small ones nearly every look
//! into a table of many megabytes also misses the processor's list of pages.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Zeroable;
use memmap2::MmapMut;

/// A slice of values that began as zeros.
pub struct Pages<T> {
    first: NonNull<T>,
    len: usize,
    /// Owns the memory.
    map: MmapMut,
    _values: PhantomData<T>,
}

// SAFETY: the memory belongs to this value alone, as that of a `Box<[T]>` does.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: as for a `Box<[T]>`: shared access gives only `&[T]`.
unsafe impl<T: Sync> Sync for Pages<T> {}

impl<T: Zeroable> Pages<T> {
    /// `len` zeros, or the system's reason to refuse them.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= 4096 && !std::mem::needs_drop::<T>()) };
        let bytes = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut map = MmapMut::map_anon(bytes.max(1))?;
        // Only a wish: without it the pages are small.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let first = NonNull::new(map.as_mut_ptr().cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { first, len, map, _values: PhantomData })
    }

    /// Has the system lay every page now: else each is laid when it is first touched, in the middle
    /// of the first search.
    pub fn lay(&self) {
        // Only a wish, and an older system knows none.
        #[cfg(target_os = "linux")]
        let _ = self.map.advise(memmap2::Advice::PopulateWrite);
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map holds `len` values, zeros at first, which `T` allows; a map begins at a
        // page, which is aligned enough; nobody else has the map, and it lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("len", &self.len).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pages_are_a_slice_of_zeros_that_can_be_written(
            len in 0..5000_usize,
            writes in prop::collection::vec((any::<usize>(), any::<i16>()), 0..50),
        ) {
            let mut pages = Pages::<i16>::zeroed(len).unwrap();
            let mut plain = vec![0_i16; len];
            for (at, value) in writes {
                if len > 0 {
                    pages[at % len] = value;
                    plain[at % len] = value;
                }
            }
            prop_assert_eq!(&*pages, &*plain);
        }
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(Pages::<u64>::zeroed(usize::MAX / 4).is_err());
        assert!(Pages::<u64>::zeroed(1 << 57).is_err());
    }
}
