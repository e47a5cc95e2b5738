//! A toy tree, searched by many threads, against plain minimax.

use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::toy::{INFINITE, Toy, ToySearch, ToyTree, Window};
use super::*;
use crate::base::Random;

/// Searches `toy` several times with `threads`; gives what was found each time.
fn search(toy: Toy, threads: usize, terms: Terms, budgets: &[u64]) -> (Vec<Option<Value>>, Counts) {
    let bells = Bells::new(threads);
    let exchange = Exchange::<ToyTree>::new(threads, terms, &bells);
    let worker = |index: usize| {
        let budget = budgets.get(index).copied().unwrap_or(u64::MAX);
        ToySearch::new(toy, Leash::new(&bells, index), budget)
    };
    let mut found = Vec::new();
    thread::scope(|scope| {
        for index in 1..threads {
            let (mut searcher, exchange) = (worker(index), &exchange);
            scope.spawn(move || Hand::new(exchange).help(&mut searcher));
        }
        let mut leader = worker(0);
        let mut hand = Hand::new(&exchange);
        for _ in 0..3 {
            leader.line.clear();
            let window = Window { alpha: -INFINITE, beta: INFINITE, depth: toy.depth };
            let Opened::Node(root) = leader.open(window) else {
                found.push(None);
                break;
            };
            found.push(hand.lead(&mut leader, root));
        }
        exchange.end();
    });
    (found, exchange.counts())
}

fn terms(min_depth: i32, reserve: Reserve) -> Terms {
    Terms { min_depth, reserve }
}

#[test]
fn many_threads_find_the_minimax_value() {
    let mut splits = 0;
    for seed in 0..120 {
        let toy = Toy { seed, depth: 6 + (seed % 3) as i32 };
        let value = toy.minimax(&mut Vec::new());
        for threads in [1, 2, 3, 8] {
            let reserve = [Reserve::Fixed(0), Reserve::Fixed(3), Reserve::Auto][seed as usize % 3];
            let terms = terms(1 + (seed % 4) as i32, reserve);
            let (found, counts) = search(toy, threads, terms, &[]);
            assert_eq!(found, [Some(value); 3], "seed {seed}, {threads} threads");
            splits += counts.splits;
            assert!(threads > 1 || counts == Counts::default());
        }
    }
    // How many depends on what else the machine does: from dozens to thousands.
    assert!(splits > 0, "nothing was tried");
}

#[test]
fn a_search_ended_by_any_thread_ends_for_all() {
    let mut random = Random::seeded(77);
    let mut unfinished = 0;
    for seed in 0..300 {
        let toy = Toy { seed, depth: 8 };
        let value = toy.minimax(&mut Vec::new());
        let threads = 2 + seed as usize % 4;
        let budgets: Vec<u64> = (0..threads).map(|_| 1 + u64::from(random.below(2000))).collect();
        let (found, _) = search(toy, threads, terms(2, Reserve::Auto), &budgets);
        for found in found {
            assert!(found.is_none_or(|found| found == value), "seed {seed}: {found:?} for {value}");
            unfinished += u32::from(found.is_none());
        }
    }
    assert!(unfinished > 100, "{unfinished}");
}

#[test]
fn all_sleepers_come_to_one_point_with_seats_for_all() {
    const THREADS: usize = 4;
    let toy = Toy { seed: 5, depth: 3 };
    let bells = Bells::new(THREADS);
    // Only the root is shared. It has five moves; the first is searched before it is offered.
    let terms = terms(toy.depth, Reserve::Fixed(0));
    let exchange = Exchange::<ToyTree>::new(THREADS, terms, &bells);
    let together = Arc::new((Mutex::new(0), Condvar::new()));
    let worker = |index: usize| {
        let mut searcher = ToySearch::new(toy, Leash::new(&bells, index), u64::MAX);
        let together = together.clone();
        let mut came = false;
        searcher.before = Some(Box::new(move |line: &[usize]| {
            if line[0] == 0 {
                // Time for the others to fall asleep.
                return thread::sleep(Duration::from_millis(50));
            }
            if !mem::replace(&mut came, true) {
                wait_for_all(&together, THREADS);
            }
        }));
        searcher
    };
    let value = thread::scope(|scope| {
        for index in 1..THREADS {
            let (mut searcher, exchange) = (worker(index), &exchange);
            scope.spawn(move || Hand::new(exchange).help(&mut searcher));
        }
        let mut leader = worker(0);
        let window = Window { alpha: -INFINITE, beta: INFINITE, depth: toy.depth };
        let Opened::Node(root) = leader.open(window) else { panic!("the root has moves") };
        let value = Hand::new(&exchange).lead(&mut leader, root);
        exchange.end();
        value
    });
    assert_eq!(value, Some(toy.minimax(&mut Vec::new())));
    assert_eq!(*together.0.lock(), THREADS, "threads slept beside free seats");
}

/// Counts the caller and waits for the others, if they come within a time.
fn wait_for_all((count, news): &(Mutex<usize>, Condvar), all: usize) {
    let mut count = count.lock();
    *count += 1;
    news.notify_all();
    news.wait_while_for(&mut count, |count| *count < all, Duration::from_secs(20));
}

#[test]
fn a_panic_of_one_thread_lets_the_others_go() {
    let bells = Bells::new(2);
    let exchange = Exchange::<ToyTree>::new(2, terms(2, Reserve::Auto), &bells);
    let sleeper = thread::scope(|scope| {
        let sleeper = scope.spawn(|| {
            let leash = Leash::new(&bells, 1);
            let mut searcher = ToySearch::new(Toy { seed: 1, depth: 5 }, leash, 9);
            Hand::new(&exchange).help(&mut searcher);
        });
        let broken = scope.spawn(|| {
            let _hand = Hand::new(&exchange);
            panic!("on purpose");
        });
        assert!(broken.join().is_err());
        sleeper.join()
    });
    assert!(sleeper.is_ok() && bells.is_over());
}

#[test]
fn a_reserve_leaves_seats_for_at_least_two() {
    let seats = |threads, reserve| {
        let bells: Arc<Bells> = Bells::new(threads);
        Exchange::<ToyTree>::new(threads, terms(4, reserve), &bells).seats()
    };
    assert_eq!(seats(8, Reserve::Fixed(2)), 6);
    assert_eq!(seats(8, Reserve::Fixed(7)), 2);
    assert_eq!(seats(3, Reserve::Auto), 3);
    assert_eq!(seats(8, Reserve::Auto), 6);
}
