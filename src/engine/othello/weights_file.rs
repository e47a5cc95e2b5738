//! Which pattern weights the player uses, and the file they came from.

use std::path::Path;
use std::sync::Arc;

use super::evaluate::{Weights, WeightsError};
use crate::base::Map;

/// Pattern weights and where they came from.
#[derive(Clone, Debug, Default)]
pub struct WeightsFile {
    path: String,
    /// `None`: those shipped, read when a player needs them.
    weights: Option<Arc<Weights>>,
}

impl PartialEq for WeightsFile {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.weights, &other.weights) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        same && self.path == other.path
    }
}

impl WeightsFile {
    /// The file; empty for the weights shipped.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The weights.
    pub fn weights(&self) -> Arc<Weights> {
        self.weights.clone().unwrap_or_else(Weights::embedded)
    }

    /// Reads the weights at `path`; those shipped if it is empty.
    pub fn read(path: &str) -> Result<Self, WeightsError> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let bytes = Map::open(Path::new(path));
        let bytes = bytes.map_err(|error| WeightsError::File(error.to_string()))?;
        let weights = Some(Arc::new(Weights::from_bytes(&bytes)?));
        Ok(Self { path: path.to_owned(), weights })
    }
}
