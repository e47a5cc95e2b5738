//! Every order in which two threads can meet over a small tree, tried by loom.
//!
//! `RUSTFLAGS="--cfg sanqi_loom" cargo test --profile quick --lib split::model`

use std::sync::Arc;

use super::toy::{INFINITE, Toy, ToySearch, ToyTree, Window};
use super::*;

/// Switches between threads that loom makes where no thread waits.
const SWITCHES: usize = 3;

fn search(toy: Toy, budget: u64) {
    let value = toy.minimax(&mut Vec::new());
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(SWITCHES);
    model.check(move || {
        let bells = Bells::new(2);
        let terms = Terms { min_depth: 1, reserve: Reserve::Fixed(0) };
        let exchange = Arc::new(Exchange::<ToyTree>::new(2, terms, &bells));
        let worker = |index, budget| ToySearch::new(toy, Leash::new(&bells, index), budget);
        let mut helper = worker(1, budget);
        let there = exchange.clone();
        let help = loom::thread::spawn(move || Hand::new(&there).help(&mut helper));
        let mut leader = worker(0, u64::MAX);
        let window = Window { alpha: -INFINITE, beta: INFINITE, depth: toy.depth };
        let Opened::Node(root) = leader.open(window) else { panic!("the root has moves") };
        let found = Hand::new(&exchange).lead(&mut leader, root);
        exchange.end();
        help.join().expect("the helper ends");
        assert!(found == Some(value) || found.is_none() && budget < u64::MAX, "{found:?}");
    });
}

#[test]
fn two_threads_always_come_to_the_minimax_value() {
    for seed in [1, 2, 3] {
        search(Toy { seed, depth: 2 }, u64::MAX);
    }
}

#[test]
fn a_search_that_a_helper_ends_always_ends() {
    search(Toy { seed: 4, depth: 2 }, 2);
}
