//! Workers whose states outlive a job: history tables, boards, buffers.
//!
//! A [`Crew`] owns one state per worker and lends each to a thread for the time of one job. Worker 0
//! runs on the calling thread, so a crew of one starts no thread and is as deterministic as a plain
//! call. The threads are scoped: a job may borrow what its caller owns, and none outlives `run`.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use thiserror::Error;

/// Stack of a worker thread: a deep alpha-beta in an unoptimised build needs more than the usual 2 MiB.
const STACK_BYTES: usize = 8 << 20;

/// Worker states, and the recipe for more of them.
pub struct Crew<W> {
    workers: Vec<W>,
    make: Box<dyn FnMut(usize) -> W + Send>,
}

/// A worker panicked. Its state has been made anew; the other workers finished their job.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("worker {worker} panicked: {message}")]
pub struct WorkerPanic {
    /// Which worker.
    pub worker: usize,
    /// What it said.
    pub message: String,
}

impl<W: Send> Crew<W> {
    /// A crew of `size` workers (at least one); `make` gives the state of the worker with that index.
    pub fn new(size: usize, make: impl FnMut(usize) -> W + Send + 'static) -> Self {
        let mut crew = Self { workers: Vec::new(), make: Box::new(make) };
        crew.resize(size);
        crew
    }

    /// Number of workers, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a crew is never empty")]
    pub fn len(&self) -> usize {
        self.workers.len()
    }

    /// Takes on or lets go workers; those who stay keep their state.
    pub fn resize(&mut self, size: usize) {
        let size = size.max(1);
        self.workers.truncate(size);
        while self.workers.len() < size {
            self.workers.push((self.make)(self.workers.len()));
        }
    }

    /// The states, between jobs.
    pub fn workers(&self) -> &[W] {
        &self.workers
    }

    /// The states, to change between jobs.
    pub fn workers_mut(&mut self) -> &mut [W] {
        &mut self.workers
    }

    /// Runs `job` once on every worker, all at the same time, and returns the results in their order.
    ///
    /// A panic of one worker is not seen by the others: a job in which workers wait for each other
    /// must release them itself (by a guard's `Drop`). When the system refuses a thread, that
    /// worker's job runs on the calling thread after worker 0 is done.
    pub fn run<T: Send>(
        &mut self,
        job: impl Fn(usize, &mut W) -> T + Sync,
    ) -> Result<Vec<T>, WorkerPanic> {
        self.run_led(|worker| job(0, worker), &job)
    }

    /// As [`run`](Self::run), but worker 0 has a job of its own: `lead` stays on the calling thread,
    /// so it may use what cannot be shared, such as the caller's report function.
    pub fn run_led<T: Send>(
        &mut self,
        lead: impl FnOnce(&mut W) -> T,
        help: impl Fn(usize, &mut W) -> T + Sync,
    ) -> Result<Vec<T>, WorkerPanic> {
        let lead = |worker: &mut W| guard(0, || lead(worker));
        let help = |index: usize, worker: &mut W| guard(index, || help(index, worker));
        let results = self.run_guarded(lead, &help);
        for result in &results {
            if let Err(panic) = result {
                // What a panic leaves behind may be half changed.
                self.workers[panic.worker] = (self.make)(panic.worker);
            }
        }
        results.into_iter().collect()
    }

    fn run_guarded<R: Send>(
        &mut self,
        lead: impl FnOnce(&mut W) -> R,
        help: &(impl Fn(usize, &mut W) -> R + Sync),
    ) -> Vec<R> {
        let (first, others) = self.workers.split_first_mut().expect("a crew is never empty");
        thread::scope(|scope| {
            let (mut running, mut refused) = (Vec::new(), Vec::new());
            for (index, worker) in (1..).zip(others) {
                // The state travels through a slot, so that it can be had back if no thread starts.
                let slot = Arc::new(Mutex::new(Some(worker)));
                let builder =
                    thread::Builder::new().name(format!("worker-{index}")).stack_size(STACK_BYTES);
                let taken = slot.clone();
                let started = builder.spawn_scoped(scope, move || {
                    let worker = taken.lock().take().expect("a slot is filled before its thread");
                    help(index, worker)
                });
                match started {
                    Ok(handle) => running.push((index, handle)),
                    Err(_) => refused.push((index, slot)),
                }
            }
            let mut results = vec![(0, lead(first))];
            for (index, slot) in refused {
                let worker = slot.lock().take().expect("no thread took the state");
                results.push((index, help(index, worker)));
            }
            for (index, handle) in running {
                results.push((index, handle.join().expect("panics are caught inside the job")));
            }
            results.sort_by_key(|&(index, _)| index);
            results.into_iter().map(|(_, result)| result).collect()
        })
    }
}

/// The result of `job`, or its panic.
fn guard<T>(worker: usize, job: impl FnOnce() -> T) -> Result<T, WorkerPanic> {
    catch_unwind(AssertUnwindSafe(job))
        .map_err(|payload| WorkerPanic { worker, message: message(&*payload) })
}

impl<W: fmt::Debug> fmt::Debug for Crew<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").field("workers", &self.workers).finish_non_exhaustive()
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn states_live_from_job_to_job() {
        let mut crew = Crew::new(3, |index| index * 10);
        crew.run(|index, state| *state += index).unwrap();
        let states = crew.run(|_, state| *state).unwrap();
        assert_eq!(states, [0, 11, 22]);
    }

    #[test]
    fn all_workers_run_at_the_same_time() {
        let mut crew = Crew::new(4, |_| ());
        let barrier = Barrier::new(4);
        let leaders = crew.run(|_, ()| barrier.wait().is_leader()).unwrap();
        assert_eq!(leaders.iter().filter(|&&leader| leader).count(), 1);
    }

    #[test]
    fn worker_0_is_the_caller() {
        let caller = thread::current().id();
        let ids = Crew::new(2, |_| ()).run(|_, ()| thread::current().id()).unwrap();
        assert_eq!(ids[0], caller);
        assert_ne!(ids[1], caller);
    }

    #[test]
    fn a_panic_is_reported_and_its_state_made_anew() {
        let mut crew = Crew::new(3, |index| vec![index]);
        let error = crew
            .run(|index, state| {
                state.push(99);
                assert!(index != 1, "lost the thread");
            })
            .unwrap_err();
        assert_eq!(error.to_string(), "worker 1 panicked: lost the thread");
        assert_eq!(crew.workers(), [vec![0, 99], vec![1], vec![2, 99]]);
        crew.run(|_, _| ()).expect("the crew works on");
    }

    #[test]
    fn the_leader_may_use_what_threads_cannot_share() {
        let mut told = Vec::new();
        let mut tell: Box<dyn FnMut(usize)> = Box::new(|n| told.push(n));
        let mut crew = Crew::new(3, |index| index);
        let results = crew.run_led(
            |worker| {
                tell(*worker);
                100
            },
            |index, _| index,
        );
        drop(tell);
        assert_eq!(results.unwrap(), [100, 1, 2]);
        assert_eq!(told, [0]);
    }

    #[test]
    fn resizing_keeps_the_states_of_those_who_stay() {
        let mut crew = Crew::new(2, |index| index);
        crew.workers_mut()[1] = 7;
        crew.resize(3);
        assert_eq!(crew.workers(), [0, 7, 2]);
        crew.resize(0);
        assert_eq!(crew.workers(), [0]);
        assert_eq!(crew.len(), 1);
    }
}
