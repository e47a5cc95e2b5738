//! One thread at work: its stack of frames, the branch below which it stands, and the loop that
//! goes from step to step.

use std::fmt;
use std::mem;
use std::sync::Arc;
use std::thread;

use super::exchange::{Exchange, Found, Role};
use super::leash::Link;
use super::point::{Branch, Frame, Next, Point, Rest};
use super::{Opened, Searcher, Step, Tree, TrialOf, Value, Verdict};

/// One thread's place in the tree.
pub struct Hand<'e, T: Tree> {
    exchange: &'e Exchange<T>,
    /// The move this thread tries at a point, if it stands below one.
    branch: Option<Branch<T>>,
    /// The nodes from there on that are searched as frames.
    frames: Vec<Frame<T>>,
}

/// How a stretch of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With the root's value.
    Root(Value),
    /// Others finish what is left there.
    Elsewhere,
    /// Broken off.
    Interrupted,
}

/// Where a stretch of work stands between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Now {
    /// The trial on top has just been chosen.
    Begin,
    /// The trial on top has got what it asked for.
    Have(Value),
    /// The root's value is known.
    Done(Value),
    /// There is nothing left to do here.
    Leave,
}

impl<'e, T: Tree> Hand<'e, T> {
    /// A thread that has not begun.
    pub fn new(exchange: &'e Exchange<T>) -> Self {
        Self { exchange, branch: None, frames: Vec::new() }
    }

    /// Searches `root` with the help of all threads. None if the search was ended before.
    pub fn lead<S: Searcher<Tree = T>>(
        &mut self,
        searcher: &mut S,
        root: T::Node,
    ) -> Option<Value> {
        self.exchange.begin();
        self.clear(searcher);
        let now = self.push(searcher, root);
        let mut end = self.work(searcher, now);
        loop {
            match end {
                End::Root(value) => return Some(value),
                End::Interrupted if !self.recover(searcher) => return None,
                End::Interrupted | End::Elsewhere => {}
            }
            end = match self.exchange.find(Role::Leader) {
                Found::Over => return None,
                Found::Root(value) => return Some(value),
                Found::Point(point) => self.join(searcher, point),
            };
        }
    }

    /// Helps until the search is over.
    pub fn help<S: Searcher<Tree = T>>(&mut self, searcher: &mut S) {
        while let Found::Point(point) = self.exchange.find(Role::Helper) {
            match self.join(searcher, point) {
                End::Root(value) => self.exchange.finish(value),
                End::Interrupted if !self.recover(searcher) => return,
                End::Interrupted | End::Elsewhere => {}
            }
        }
    }

    /// After an interruption: drops everything, because a point above was cut. False if the search
    /// is over instead, which the others are told.
    fn recover<S: Searcher<Tree = T>>(&mut self, searcher: &mut S) -> bool {
        if !searcher.leash().must_leave() || self.exchange.is_over() {
            self.exchange.end();
            return false;
        }
        self.exchange.note_abort();
        self.clear(searcher);
        searcher.resume();
        true
    }

    fn clear<S: Searcher<Tree = T>>(&mut self, searcher: &mut S) {
        self.frames.clear();
        self.branch = None;
        searcher.leash().tie(None);
    }

    /// Comes to another thread's point and works there.
    fn join<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, point: Arc<Point<T>>) -> End {
        let Some(guest) = point.enter() else { return End::Elsewhere };
        self.exchange.note_guest(guest);
        self.exchange.pass_on();
        searcher.leash().tie(Some(point.link.clone()));
        searcher.stand(&point.path);
        let next = self.ask(searcher, &point, None);
        let now = self.follow(searcher, &point, next);
        self.work(searcher, now)
    }

    /// Goes from step to step until there is nothing left to do here.
    fn work<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, mut now: Now) -> End {
        loop {
            let value = match now {
                Now::Begin => None,
                Now::Have(value) => Some(value),
                Now::Done(value) => return End::Root(value),
                Now::Leave => {
                    self.clear(searcher);
                    return End::Elsewhere;
                }
            };
            self.share(searcher);
            now = match self.advance(searcher, value) {
                Step::Search(task) => self.descend(searcher, task),
                Step::Value(value) => self.conclude(searcher, value),
            };
            // Asked before anything is handed on: what an interrupted search says means nothing.
            if searcher.is_interrupted() {
                return End::Interrupted;
            }
        }
    }

    /// Moves the trial on top one step on.
    fn advance<S: Searcher<Tree = T>>(
        &mut self,
        searcher: &mut S,
        value: Option<Value>,
    ) -> Step<S::Task> {
        match (self.frames.last_mut(), &mut self.branch) {
            (Some(Frame { node, trial }), _) => searcher.advance(trial, S::alpha(node), value),
            (None, Some(Branch { point, trial })) => searcher.advance(trial, point.alpha(), value),
            (None, None) => unreachable!("a root without a frame is done"),
        }
    }

    /// Searches a child: plainly, or as a frame of its own.
    fn descend<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, task: S::Task) -> Now {
        if S::depth(&task) < self.exchange.min_depth() {
            return Now::Have(searcher.search(task));
        }
        match searcher.open(task) {
            Opened::Value(value) => Now::Have(value),
            Opened::Node(node) => self.push(searcher, node),
        }
    }

    /// Puts `node` on the stack with its first trial.
    fn push<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, mut node: T::Node) -> Now {
        match searcher.next(&mut node) {
            Some(trial) => {
                self.frames.push(Frame { node, trial });
                Now::Begin
            }
            None => self.hand_up(searcher.close(node, None)),
        }
    }

    /// A node has been finished: its value goes to the trial above it.
    fn hand_up(&self, value: Value) -> Now {
        if self.frames.is_empty() && self.branch.is_none() {
            Now::Done(value)
        } else {
            Now::Have(value)
        }
    }

    /// The trial on top has its value.
    fn conclude<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, value: Value) -> Now {
        if searcher.is_interrupted() {
            return Now::Leave;
        }
        match self.frames.pop() {
            Some(frame) => self.conclude_frame(searcher, frame, value),
            None => self.conclude_branch(searcher, value),
        }
    }

    fn conclude_frame<S: Searcher<Tree = T>>(
        &mut self,
        searcher: &mut S,
        Frame { mut node, trial }: Frame<T>,
        value: Value,
    ) -> Now {
        let settled = match searcher.take(&mut node, trial, value) {
            Verdict::GoOn => return self.push(searcher, node),
            Verdict::Cut => {
                self.exchange.note_cut(S::tries(&node));
                None
            }
            Verdict::Settled(value) => Some(value),
        };
        let value = searcher.close(node, settled);
        self.hand_up(value)
    }

    fn conclude_branch<S: Searcher<Tree = T>>(&mut self, searcher: &mut S, value: Value) -> Now {
        let Some(Branch { point, trial }) = self.branch.take() else {
            unreachable!("a root without a frame is done")
        };
        let next = self.ask(searcher, &point, Some((trial, value)));
        self.follow(searcher, &point, next)
    }

    /// Gives a point the value of a trial, if there is one, and asks it for the next.
    fn ask<S: Searcher<Tree = T>>(
        &self,
        searcher: &mut S,
        point: &Point<T>,
        result: Option<(TrialOf<S>, Value)>,
    ) -> Next<T> {
        let mut turn = point.lock();
        let Some(node) = turn.node() else { return Next::Elsewhere };
        if let Some((trial, value)) = result {
            let verdict = searcher.take(node, trial, value);
            let (alpha, tries) = (S::alpha(node), S::tries(node));
            let settled = match verdict {
                Verdict::GoOn => None,
                Verdict::Cut => {
                    self.exchange.note_cut(tries);
                    Some(None)
                }
                Verdict::Settled(value) => Some(Some(value)),
            };
            if let Some(settled) = settled {
                let next = turn.cut(settled);
                self.exchange.ring();
                return next;
            }
            turn.set_alpha(alpha);
        }
        let trial = turn.node().and_then(|node| searcher.next(node));
        trial.map_or_else(|| turn.leave(), Next::Try)
    }

    /// Does what a point said.
    fn follow<S: Searcher<Tree = T>>(
        &mut self,
        searcher: &mut S,
        point: &Arc<Point<T>>,
        next: Next<T>,
    ) -> Now {
        match next {
            Next::Try(trial) => {
                self.branch = Some(Branch { point: point.clone(), trial });
                Now::Begin
            }
            Next::Carry { node, rest, settled } => {
                let above = rest.branch.as_ref().map(|branch| branch.point.link.clone());
                searcher.leash().tie(above);
                self.branch = rest.branch;
                self.frames = rest.frames;
                let value = searcher.close(node, settled);
                self.hand_up(value)
            }
            Next::Elsewhere => Now::Leave,
        }
    }

    /// Offers the frame nearest to the root that can be shared, unless others can already come to
    /// where this thread is.
    fn share<S: Searcher<Tree = T>>(&mut self, searcher: &mut S) {
        if !self.exchange.is_shared() {
            return;
        }
        if self.branch.as_ref().is_some_and(|branch| branch.point.has_seat()) {
            return;
        }
        let appeals = self.frames.iter().map(|frame| searcher.appeal(&frame.node));
        let first = appeals.enumerate().find_map(|(index, appeal)| Some((index, appeal?)));
        let Some((index, appeal)) = first else { return };
        let below = self.frames.split_off(index + 1);
        let Some(Frame { node, trial }) = self.frames.pop() else { return };
        let rest =
            Rest { branch: self.branch.take(), frames: mem::replace(&mut self.frames, below) };
        let above = rest.branch.as_ref().map(|branch| branch.point.link.clone());
        let link = Link::below(above);
        searcher.leash().tie(Some(link.clone()));
        let place = (searcher.path(&node), appeal, link);
        let alpha = S::alpha(&node);
        let point = Arc::new(Point::new(place, self.exchange.seats(), alpha, node, rest));
        self.branch = Some(Branch { point: point.clone(), trial });
        self.exchange.offer(point);
    }
}

impl<T: Tree> Drop for Hand<'_, T> {
    fn drop(&mut self) {
        // A branch lost by a panic would keep the others waiting for ever.
        if thread::panicking() {
            self.exchange.end();
        }
    }
}

impl<T: Tree> fmt::Debug for Hand<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hand").field("frames", &self.frames.len()).finish_non_exhaustive()
    }
}
