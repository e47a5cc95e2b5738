//! The search cut into steps, so that threads can share its nodes: what [`split`](crate::search::split)
//! asks of a game.
//!
//! The steps are those of `node`, `null_move`, `prune` and `reduce`, in the same order; only what
//! there is a native stack frame is a [`Shareable`] here. On one thread both search the same tree,
//! which a test holds them to.

use super::look::Look;
use super::node::{Attempt, Frame, Node, NodeKind};
use super::null_move::{Pass, Passed, confirmation};
use super::order::{Picker, Wanted};
use super::reduce::Doubt;
use super::score::{INFINITE, Value};
use super::trial::Trial;
use super::worker::{Line, Ply, Search};
use crate::game::xiangqi::Move;
use crate::search::split::{Appeal, Leash, Opened, Searcher, Step, Tree, Verdict};

/// The xiangqi tree, as threads share it.
#[derive(Clone, Copy, Debug)]
pub enum SharedTree {}

impl Tree for SharedTree {
    type Node = Box<Shareable>;
    type Trial = Errand;
    type Path = Path;
}

/// A node whose moves may be searched by several threads.
#[derive(Debug)]
pub struct Shareable {
    frame: Frame,
    stage: Stage,
    /// Moves searched to the end.
    done: usize,
    /// Best line from here.
    pv: Line,
    /// Whether a null move above is being verified.
    verifying: bool,
}

/// What is tried next at a node.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a node is boxed as a whole")]
enum Stage {
    /// Passing.
    Pass,
    /// The node itself, to confirm a pass.
    Confirm { depth: i32, believed: Option<Value> },
    /// What comes after passing.
    Passed,
    /// All moves.
    Moves(Picker),
    /// The moves of the root, from this index on.
    Roots { line: usize, index: usize },
}

/// One thing tried at a node.
#[derive(Debug)]
pub enum Errand {
    /// Passing.
    Pass { node: Node, pass: Pass },
    /// The search that confirms a pass.
    Confirm { node: Node, depth: i32, believed: Option<Value> },
    /// A move that may be the only good one.
    Only { node: Node, look: Look, attempt: Attempt, doubt: Doubt },
    /// A move, and its index if it is the root's.
    Move { trial: Trial, child: Option<Node>, index: usize },
}

/// The way from the root to a node.
#[derive(Debug)]
pub struct Path {
    plies: Vec<Footprint>,
    /// How many of them are moves; the others are ahead.
    length: usize,
    root_depth: i32,
    verifying: bool,
    root_index: Option<usize>,
}

/// What the search knows about a ply, the position aside.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    mv: Option<Move>,
    eval: Option<Value>,
    excluded: Option<Move>,
    no_null: bool,
    child_cuts: u32,
}

/// Plies beyond a node that its moves share.
const AHEAD: usize = 1;

impl Shareable {
    fn new(node: Node, look: Look, stage: Stage, verifying: bool) -> Box<Self> {
        let (frame, pv) = (Frame::new(node, look), Line::new());
        Box::new(Self { frame, stage, done: 0, pv, verifying })
    }
}

impl Search<'_> {
    /// The root of an iteration as a node to share; its moves from `line` on.
    pub(super) fn shareable_root(&mut self, node: Node, line: usize) -> Box<Shareable> {
        let look = self.look_at_root(&node);
        Shareable::new(node, look, Stage::Roots { line, index: line }, false)
    }

    /// Back to the root, from wherever an interrupted search was left.
    pub(super) fn go_home(&mut self) {
        while self.trail.len() > self.trail_root {
            self.trail.pop();
        }
        self.verifying = false;
        for ply in self.plies.iter_mut() {
            (ply.excluded, ply.no_null) = (None, false);
        }
    }

    /// The next thing to try before the moves, or the moves' picker when there is none.
    fn next_preliminary(&mut self, shared: &mut Shareable) -> Option<Errand> {
        let (node, look) = (shared.frame.node, &shared.frame.look);
        loop {
            match &mut shared.stage {
                Stage::Pass => {
                    let pass = self.plan_pass(&node, look);
                    shared.stage = Stage::Passed;
                    if let Some(pass) = pass {
                        return Some(Errand::Pass { node, pass });
                    }
                }
                &mut Stage::Confirm { depth, believed } => {
                    shared.stage = Stage::Passed;
                    return Some(Errand::Confirm { node, depth, believed });
                }
                Stage::Passed => break,
                Stage::Moves(_) | Stage::Roots { .. } => return None,
            }
        }
        let picker = Picker::new(self.board(node.ply), Wanted::All, look.table_move);
        shared.stage = Stage::Moves(picker);
        None
    }

    /// The next move to try.
    fn next_move(&mut self, shared: &mut Shareable) -> Option<Errand> {
        let Shareable { frame, stage, .. } = shared;
        let (node, ply) = (frame.node, frame.node.ply);
        let picker = match stage {
            Stage::Roots { index, .. } => return self.next_root(frame, index),
            Stage::Moves(picker) => picker,
            _ => return None,
        };
        while let Some(mv) = picker.next(&self.knowledge(ply)) {
            if self.plies[ply].excluded == Some(mv) {
                continue;
            }
            frame.count += 1;
            let attempt = self.attempt(ply, mv);
            if self.skips(frame, attempt, picker) {
                continue;
            }
            if ply < self.deepest()
                && let Some(doubt) = self.doubt(frame, mv)
            {
                return Some(Errand::Only { node, look: frame.look, attempt, doubt });
            }
            let trial = self.trial(frame, attempt);
            return Some(Errand::Move { trial, child: None, index: 0 });
        }
        None
    }

    fn next_root(&mut self, frame: &mut Frame, next: &mut usize) -> Option<Errand> {
        let index = *next;
        let mv = self.shared.roots.lock().get(index)?.mv;
        *next += 1;
        frame.count += 1;
        self.tell_current(mv, frame.count, frame.node.depth);
        self.settle_nodes(Some(index));
        let trial = self.trial(frame, self.attempt(0, mv));
        Some(Errand::Move { trial, child: None, index })
    }

    /// What a pass or its confirmation needs next.
    fn advance_preliminary(&mut self, errand: &Errand, value: Option<Value>) -> Step<Node> {
        match (errand, value) {
            (Errand::Pass { node, pass }, None) => {
                self.make_null(node.ply);
                Step::Search(pass.child(node))
            }
            (Errand::Confirm { node, depth, .. }, None) => {
                self.verifying = true;
                self.plies[node.ply].no_null = true;
                Step::Search(confirmation(node, *depth))
            }
            (Errand::Confirm { node, .. }, Some(value)) => {
                self.plies[node.ply].no_null = false;
                self.verifying = false;
                Step::Value(value)
            }
            (_, value) => {
                self.unmake();
                Step::Value(-value.unwrap_or_default())
            }
        }
    }

    /// Asks whether the table's move is the only good one, then goes on with it.
    fn advance_only(&mut self, errand: &mut Errand, value: Option<Value>) -> Option<Step<Node>> {
        let Errand::Only { node, look, attempt, doubt } = errand else { return None };
        let ply = node.ply;
        let Some(others) = value else {
            self.plies[ply].excluded = Some(attempt.mv);
            return Some(Step::Search(doubt.question));
        };
        self.plies[ply].excluded = None;
        attempt.extension = match doubt.answer(node, others) {
            Err(value) => return Some(Step::Value(value)),
            Ok(extension) => extension,
        };
        // It is the table's move, so the first: nothing else of the frame matters yet.
        let frame = Frame { count: 1, ..Frame::new(*node, *look) };
        let trial = self.trial(&frame, *attempt);
        *errand = Errand::Move { trial, child: None, index: 0 };
        None
    }

    /// The next search of a move, or its value.
    fn advance_move(
        &mut self,
        errand: &mut Errand,
        alpha: Value,
        value: Option<Value>,
    ) -> Step<Node> {
        let Errand::Move { trial, child, .. } = errand else {
            unreachable!("the other errands were seen to")
        };
        let value = match value {
            None => {
                self.make(trial.node.ply, trial.mv);
                -INFINITE
            }
            Some(value) => -value,
        };
        let again = child.and_then(|child| trial.renew(child, alpha, value));
        *child = again.or_else(|| trial.next_search(value, self.deepest()));
        match *child {
            Some(child) => Step::Search(child),
            None => {
                self.unmake();
                Step::Value(value)
            }
        }
    }

    /// Takes the value of a move at `shared`.
    fn take_move(
        &mut self,
        shared: &mut Shareable,
        trial: &Trial,
        index: usize,
        value: Value,
    ) -> Verdict {
        let Shareable { frame, stage, done, pv, .. } = shared;
        *done += 1;
        if let Stage::Roots { .. } = stage {
            self.settle_nodes(self.root_index);
            let mut roots = self.shared.roots.lock();
            if let Some(root) = roots.get_mut(index) {
                self.note(root, value, frame, trial.count);
            }
        } else {
            self.settle_many_nodes();
        }
        let raises = value > frame.alpha;
        let cuts = self.take(frame, trial.mv, value);
        if raises && frame.node.kind == NodeKind::Pv {
            pv.clone_from(&self.plies[frame.node.ply].pv);
        }
        if cuts { Verdict::Cut } else { Verdict::GoOn }
    }
}

impl Footprint {
    fn of(ply: &Ply) -> Self {
        let &Ply { mv, eval, excluded, no_null, child_cuts, .. } = ply;
        Self { mv, eval, excluded, no_null, child_cuts }
    }

    /// That of a ply ahead of the node: only how often it cut is of use.
    fn ahead(ply: &Ply) -> Self {
        Self { excluded: None, no_null: false, ..Self::of(ply) }
    }

    fn put(&self, ply: &mut Ply) {
        let Self { mv: _, eval, excluded, no_null, child_cuts } = *self;
        (ply.eval, ply.child_cuts) = (eval, child_cuts);
        (ply.excluded, ply.no_null) = (excluded, no_null);
    }
}

impl Searcher for Search<'_> {
    type Tree = SharedTree;
    type Task = Node;

    fn depth(task: &Node) -> i32 {
        task.depth
    }

    fn search(&mut self, task: Node) -> Value {
        Search::search(self, task)
    }

    fn open(&mut self, task: Node) -> Opened<Box<Shareable>> {
        match self.look_ahead(task) {
            Err(value) => Opened::Value(value),
            Ok((node, look)) => {
                Opened::Node(Shareable::new(node, look, Stage::Pass, self.verifying))
            }
        }
    }

    fn next(&mut self, node: &mut Box<Shareable>) -> Option<Errand> {
        self.next_preliminary(node).or_else(|| self.next_move(node))
    }

    fn advance(&mut self, errand: &mut Errand, alpha: Value, value: Option<Value>) -> Step<Node> {
        match errand {
            Errand::Pass { .. } | Errand::Confirm { .. } => self.advance_preliminary(errand, value),
            Errand::Only { .. } => match self.advance_only(errand, value) {
                Some(step) => step,
                None => self.advance_move(errand, alpha, None),
            },
            Errand::Move { .. } => self.advance_move(errand, alpha, value),
        }
    }

    fn take(&mut self, shared: &mut Box<Shareable>, errand: Errand, value: Value) -> Verdict {
        match errand {
            Errand::Pass { node, pass } => match pass.judge(&node, value, self.verifying) {
                Passed::No => Verdict::GoOn,
                Passed::Cuts(value) => Verdict::Settled(value),
                Passed::Asks { depth, believed } => {
                    shared.stage = Stage::Confirm { depth, believed };
                    Verdict::GoOn
                }
            },
            Errand::Confirm { node, believed, .. } if value >= node.beta => {
                Verdict::Settled(believed.unwrap_or(value))
            }
            Errand::Confirm { .. } => Verdict::GoOn,
            // The question was answered by another move that cuts, too.
            Errand::Only { .. } => Verdict::Settled(value),
            Errand::Move { trial, index, .. } => self.take_move(shared, &trial, index, value),
        }
    }

    fn close(&mut self, shared: Box<Shareable>, settled: Option<Value>) -> Value {
        let Shareable { frame, stage, pv, .. } = *shared;
        self.plies[frame.node.ply].pv = pv;
        match stage {
            _ if settled.is_some() => settled.unwrap_or_default(),
            Stage::Roots { line, .. } if line > 0 => frame.best,
            _ => Search::close(self, &frame),
        }
    }

    fn alpha(shared: &Box<Shareable>) -> Value {
        shared.frame.alpha
    }

    fn tries(shared: &Box<Shareable>) -> u64 {
        shared.done as u64
    }

    fn appeal(&self, shared: &Box<Shareable>) -> Option<Appeal> {
        let Shareable { frame, stage, done, .. } = &**shared;
        let more = match stage {
            Stage::Moves(picker) => picker.may_have_more(),
            Stage::Roots { .. } => true,
            _ => false,
        };
        // Where no move is expected to cut, none of the others' work will be for nothing.
        let certainty = u8::from(frame.node.kind != NodeKind::Cut);
        // The first move alone tells what the others are worth.
        (more && *done > 0).then_some(Appeal { certainty, depth: frame.node.depth })
    }

    fn path(&self, shared: &Box<Shareable>) -> Path {
        let length = shared.frame.node.ply;
        let (line, ahead) = self.plies.split_at(length + 1);
        let ahead = ahead.iter().take(AHEAD).map(Footprint::ahead);
        let plies = line.iter().map(Footprint::of).chain(ahead).collect();
        let (root_depth, root_index) = (self.root_depth, self.root_index.filter(|_| length > 0));
        Path { plies, length, root_depth, verifying: shared.verifying, root_index }
    }

    fn stand(&mut self, path: &Path) {
        self.settle_nodes(path.root_index);
        self.go_home();
        self.seldepth = 0;
        self.root_depth = path.root_depth;
        self.verifying = path.verifying;
        let nodes = self.nodes;
        for (ply, footprint) in path.plies.iter().enumerate() {
            match footprint.mv {
                _ if ply >= path.length => {}
                Some(mv) => self.make(ply, mv),
                None => self.make_null(ply),
            }
            footprint.put(&mut self.plies[ply]);
        }
        // The way there was counted by those who went first.
        self.nodes = nodes;
    }

    fn is_interrupted(&self) -> bool {
        self.stopped
    }

    fn resume(&mut self) {
        self.stopped = false;
    }

    fn leash(&mut self) -> &mut Leash {
        &mut self.leash
    }
}
