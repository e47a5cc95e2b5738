//! The locks and flags of this module. When it is modelled (`--cfg sanqi_loom`), loom's take their
//! place, and every order in which threads can meet is tried.

#[cfg(not(sanqi_loom))]
mod real {
    pub use parking_lot::{Condvar, Mutex, MutexGuard};
    pub use std::sync::atomic::AtomicBool;

    /// Locks `mutex`.
    pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock()
    }

    /// Unlocks, sleeps until there is news, and locks again.
    pub fn sleep<'a, T>(news: &Condvar, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        news.wait(&mut guard);
        guard
    }
}

#[cfg(sanqi_loom)]
mod real {
    pub use loom::sync::atomic::AtomicBool;
    pub use loom::sync::{Condvar, Mutex, MutexGuard};

    /// Locks `mutex`.
    pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no thread of the model panics")
    }

    /// Unlocks, sleeps until there is news, and locks again.
    pub fn sleep<'a, T>(news: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        news.wait(guard).expect("no thread of the model panics")
    }
}

pub(super) use real::{AtomicBool, Condvar, Mutex, MutexGuard, lock, sleep};
