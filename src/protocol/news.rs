//! News from the engine of any of the three games, for one inbox.

use crate::game::{go, othello};
use crate::session::Post;

/// A post from one of the three engines.
#[derive(Debug)]
pub enum EngineNews {
    /// From a Go engine.
    Go(Post<go::Move>),
    /// From an Othello engine.
    Othello(Post<othello::Move>),
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
