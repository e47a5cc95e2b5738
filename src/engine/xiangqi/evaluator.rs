//! Which evaluation the player uses, and the file of its network.

use std::path::Path;
use std::sync::Arc;

use super::evaluate::network::{Network, NetworkError};
use crate::base::Map;

/// What says how much a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvalKind {
    /// A network; the hand-made terms if there is none.
    Network,
    /// The hand-made terms.
    Classical,
}

impl EvalKind {
    /// The words of the setting, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["network", "classical"];
    /// The kinds in the order of their words.
    pub const ALL: [Self; 2] = [Self::Network, Self::Classical];
}

/// A network and where it came from.
#[derive(Clone, Debug)]
pub struct NetworkFile {
    path: String,
    network: Option<Arc<Network>>,
}

impl Default for NetworkFile {
    fn default() -> Self {
        Self { path: String::new(), network: Network::embedded() }
    }
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.network, &other.network) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        same && self.path == other.path
    }
}

impl NetworkFile {
    /// The file; empty for the network shipped.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The network, if there is one.
    pub const fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Reads the network at `path`; the one shipped if it is empty.
    pub fn read(path: &str) -> Result<Self, NetworkError> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let bytes = Map::open(Path::new(path));
        let bytes = bytes.map_err(|error| NetworkError::File(error.to_string()))?;
        let network = Some(Arc::new(Network::from_bytes(&bytes)?));
        Ok(Self { path: path.to_owned(), network })
    }
}
