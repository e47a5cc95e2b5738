//! `go perft N` on a thread of its own, so that `stop` and `quit` are heard meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::Sender;

use crate::game::xiangqi::{Board, Move, MoveSet, perft};
use crate::protocol::EngineNews;
use crate::session::Message;

/// A running count.
#[derive(Debug)]
pub struct Counting {
    stop: Arc<AtomicBool>,
    started: Instant,
    total: u64,
}

/// News from a count.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// Leaves below a root move.
    Move(Move, u64),
    /// All are counted, or the count was stopped.
    End,
}

impl Counting {
    /// Starts to count the leaves `depth` plies below `board`.
    pub fn start(board: Board, depth: u32, inbox: Sender<Message<EngineNews>>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        thread::spawn(move || {
            let post = |news| inbox.send(Message::News(EngineNews::Perft(news)));
            for mv in board.moves(MoveSet::All) {
                if stopped.load(Ordering::Relaxed) || depth == 0 {
                    break;
                }
                let mut next = board.clone();
                next.play(mv);
                if post(Counted::Move(mv, perft(&next, depth - 1).total)).is_err() {
                    return;
                }
            }
            let _ = post(Counted::End);
        });
        Self { stop, started: Instant::now(), total: 0 }
    }

    /// Ends the count after the root move in hand.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Adds the leaves of a root move.
    pub fn add(&mut self, leaves: u64) {
        self.total += leaves;
    }

    /// All leaves so far and the time they took.
    pub fn result(&self) -> (u64, Duration) {
        (self.total, self.started.elapsed())
    }
}
