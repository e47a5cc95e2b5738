//! What a position is worth: patterns of discs by phase of the game, and mobility.
//!
//! The value is a sum of table entries, in hundredths of a disc, from the mover's view. The tables
//! are fitted by `sanqi tune othello`; [`Weights::embedded`] has the ones shipped.

mod file;
mod pattern;
mod weights;

use std::sync::{Arc, LazyLock};

pub use file::WeightsError;
pub use pattern::{PATTERNS, Pattern, images};
pub use weights::{FEATURES, PHASES, WEIGHTS, Weights, features, first_discs, phase};

/// The weights shipped.
static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/patterns/othello.weights"));
    Arc::new(Weights::from_bytes(bytes).expect("a test reads the weights shipped"))
});

impl Weights {
    /// The weights shipped with the program.
    pub fn embedded() -> Arc<Self> {
        EMBEDDED.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::othello::Board;
    use crate::game::othello::flip::Portable;

    #[test]
    fn the_weights_shipped_know_a_won_position_from_a_lost_one() {
        let weights = Weights::embedded();
        let value = |line: &str| {
            let board: Board = line.parse().unwrap();
            weights.evaluate(Portable, board.mover(), board.opponent())
        };
        let start = value(&Board::default().to_line());
        assert!(start.abs() < 1500, "the start is nearly even, not {start}");
        // FFO #40: Black wins by 38.
        let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";
        let (black, white) = (value(&format!("{line} X")), value(&format!("{line} O")));
        assert!(black > 1000, "Black to move wins by 38, not {black}");
        assert!(white < 0, "White, to move, has a lost game, not {white}");
    }
}
