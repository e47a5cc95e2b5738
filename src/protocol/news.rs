//! News from the engine of any of the three games, for one inbox.

use super::xiangqi::Counted;
use crate::game::{go, othello, xiangqi};
use crate::session::Post;

/// A post from one of the three engines, or from another thread that works for a dialogue.
#[derive(Debug)]
pub enum EngineNews {
    /// From a Go engine.
    Go(Post<go::Move>),
    /// From a xiangqi engine.
    Xiangqi(Post<xiangqi::Move>),
    /// From an Othello engine.
    Othello(Post<othello::Move>),
    /// From a count of leaves.
    Perft(Counted),
}

impl From<Post<xiangqi::Move>> for EngineNews {
    fn from(post: Post<xiangqi::Move>) -> Self {
        Self::Xiangqi(post)
    }
}

impl From<Post<go::Move>> for EngineNews {
    fn from(post: Post<go::Move>) -> Self {
        Self::Go(post)
    }
}

impl From<Post<othello::Move>> for EngineNews {
    fn from(post: Post<othello::Move>) -> Self {
        Self::Othello(post)
    }
}
