//! A toy tree and its search, for the tests of the splitting.

use super::*;

pub(super) const INFINITE: Value = 1_000_000;

/// A tree made up as it is walked: a node is the numbers of the moves that lead to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Toy {
    pub(super) seed: u64,
    pub(super) depth: i32,
}

impl Toy {
    fn mix(self, line: &[usize]) -> u64 {
        let mut hash = self.seed ^ 0x9E37_79B9_7F4A_7C15;
        for &mv in line {
            hash = (hash ^ (mv as u64 + 1)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            hash ^= hash >> 32;
        }
        hash
    }

    /// None to five moves: some lines end early.
    fn width(self, line: &[usize]) -> usize {
        if line.is_empty() { 5 } else { (self.mix(line) % 11).min(5) as usize }
    }

    fn leaf(self, line: &[usize]) -> Value {
        (self.mix(line) >> 20) as Value % 100
    }

    pub(super) fn minimax(self, line: &mut Vec<usize>) -> Value {
        let width = self.width(line);
        if line.len() as i32 == self.depth || width == 0 {
            return self.leaf(line);
        }
        (0..width)
            .map(|mv| {
                line.push(mv);
                let value = -self.minimax(line);
                line.pop();
                value
            })
            .max()
            .unwrap_or(0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
}

#[derive(Debug)]
pub(super) struct ToyNode {
    window: Window,
    best: Value,
    next: usize,
    width: usize,
    done: u64,
    pub(super) line: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct ToyTrial {
    mv: usize,
    window: Window,
    scouted: bool,
    asked: Option<Window>,
}

pub(super) enum ToyTree {}

impl Tree for ToyTree {
    type Node = ToyNode;
    type Trial = ToyTrial;
    type Path = Vec<usize>;
}

/// Something to do before a search, given its line.
type Before = Box<dyn FnMut(&[usize]) + Send>;

pub(super) struct ToySearch {
    pub(super) toy: Toy,
    pub(super) line: Vec<usize>,
    pub(super) leash: Leash,
    pub(super) interrupted: bool,
    /// Nodes this thread looks at before it ends the whole search.
    pub(super) budget: u64,
    /// What it does before it searches a task alone.
    pub(super) before: Option<Before>,
}

impl ToySearch {
    pub(super) fn new(toy: Toy, leash: Leash, budget: u64) -> Self {
        Self { toy, line: Vec::new(), leash, interrupted: false, budget, before: None }
    }

    fn must_stop(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.interrupted |= self.budget == 0 || self.leash.is_called_off();
        self.interrupted
    }

    fn plain(&mut self, mut window: Window) -> Value {
        let width = self.toy.width(&self.line);
        if self.must_stop() || window.depth == 0 || width == 0 {
            return self.toy.leaf(&self.line);
        }
        let mut best = -INFINITE;
        for mv in 0..width {
            self.line.push(mv);
            let child =
                Window { alpha: -window.beta, beta: -window.alpha, depth: window.depth - 1 };
            let value = -self.plain(child);
            self.line.pop();
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta || self.interrupted {
                break;
            }
        }
        best
    }
}

impl Searcher for ToySearch {
    type Tree = ToyTree;
    type Task = Window;

    fn depth(task: &Window) -> i32 {
        task.depth
    }

    fn search(&mut self, task: Window) -> Value {
        if let Some(before) = &mut self.before {
            before(&self.line);
        }
        self.plain(task)
    }

    fn open(&mut self, window: Window) -> Opened<ToyNode> {
        let width = self.toy.width(&self.line);
        if self.must_stop() || window.depth == 0 || width == 0 {
            return Opened::Value(self.toy.leaf(&self.line));
        }
        let line = self.line.clone();
        Opened::Node(ToyNode { window, best: -INFINITE, next: 0, width, done: 0, line })
    }

    fn next(&mut self, node: &mut ToyNode) -> Option<ToyTrial> {
        assert_eq!(node.line, self.line, "a thread stands where it works");
        if node.next == node.width {
            return None;
        }
        node.next += 1;
        Some(ToyTrial {
            mv: node.next - 1,
            window: node.window,
            scouted: node.next == 1,
            asked: None,
        })
    }

    /// A scout of width one, then the open window, from the alpha of the moment.
    fn advance(
        &mut self,
        trial: &mut ToyTrial,
        alpha: Value,
        value: Option<Value>,
    ) -> Step<Window> {
        if value.is_some() {
            assert_eq!(self.line.pop(), Some(trial.mv), "the value is of this trial's move");
        }
        let result = value.map(|value| -value);
        let depth = trial.window.depth - 1;
        let window = match (trial.asked, result) {
            (Some(asked), Some(value)) if value <= -asked.beta || trial.scouted => {
                // Failed low at the alpha it was asked with, or searched with the open window.
                return Step::Value(value);
            }
            (Some(_), Some(value)) if value >= trial.window.beta => return Step::Value(value),
            (Some(_), _) => {
                trial.scouted = true;
                Window { alpha: -trial.window.beta, beta: -alpha, depth }
            }
            (None, _) if trial.scouted => Window { alpha: -trial.window.beta, beta: -alpha, depth },
            (None, _) => Window { alpha: -alpha - 1, beta: -alpha, depth },
        };
        trial.asked = Some(window);
        self.line.push(trial.mv);
        Step::Search(window)
    }

    fn take(&mut self, node: &mut ToyNode, _trial: ToyTrial, value: Value) -> Verdict {
        assert_eq!(node.line, self.line, "a value is handed over at its node");
        node.done += 1;
        node.best = node.best.max(value);
        node.window.alpha = node.window.alpha.max(value);
        if value >= node.window.beta { Verdict::Cut } else { Verdict::GoOn }
    }

    fn close(&mut self, node: ToyNode, settled: Option<Value>) -> Value {
        assert_eq!(node.line, self.line, "a node is closed by a thread that stands on it");
        let cut = node.best >= node.window.beta;
        assert!(cut || node.done == node.width as u64, "closed with moves under way: {node:?}");
        settled.unwrap_or(node.best)
    }

    fn alpha(node: &ToyNode) -> Value {
        node.window.alpha
    }

    fn tries(node: &ToyNode) -> u64 {
        node.next as u64
    }

    fn appeal(&self, node: &ToyNode) -> Option<Appeal> {
        let open = node.done > 0 && node.next < node.width;
        open.then_some(Appeal { certainty: 1, depth: node.window.depth })
    }

    fn path(&self, node: &ToyNode) -> Vec<usize> {
        node.line.clone()
    }

    fn stand(&mut self, path: &Vec<usize>) {
        self.line.clone_from(path);
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    fn resume(&mut self) {
        self.interrupted = false;
    }

    fn leash(&mut self) -> &mut Leash {
        &mut self.leash
    }
}
