//! How far one search may go.

use super::TimeControl;

/// The limits of one search. The first one reached ends it; none at all means "until stopped".
#[derive(Clone, Debug, PartialEq)]
pub struct Limits<M> {
    /// The clock of the side to move.
    pub time: TimeControl,
    /// Depth in plies (alpha-beta).
    pub depth: Option<u32>,
    /// Nodes (alpha-beta) or playouts (UCT), over all threads.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves, then stop.
    pub mate: Option<u32>,
    /// The answer waits for `stop`, even if nothing is left to search.
    pub infinite: bool,
    /// Thinking on the opponent's time: the clock starts at `ponderhit`.
    pub ponder: bool,
    /// If not empty, only these root moves.
    pub only: Vec<M>,
    /// Root moves not to consider.
    pub banned: Vec<M>,
    /// How many lines to report; 0 means as the engine's setting says.
    pub lines: usize,
    /// So many root moves are reported if there are, not visited ones too (UCT).
    pub least_lines: usize,
    /// Time between reports of a running analysis, in milliseconds; `None` means as the engine likes.
    pub report_every_ms: Option<u64>,
    /// Who owns what is to be told for each line.
    pub line_ownership: bool,
    /// Go: dead enemy stones are to be taken off before a pass.
    pub cleans_up: bool,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            time: TimeControl::None,
            depth: None,
            nodes: None,
            mate: None,
            infinite: false,
            ponder: false,
            only: Vec::new(),
            banned: Vec::new(),
            lines: 0,
            least_lines: 0,
            report_every_ms: None,
            line_ownership: false,
            cleans_up: false,
        }
    }
}

impl<M: PartialEq> Limits<M> {
    /// Whether the root may consider `mv`.
    pub fn allows(&self, mv: &M) -> bool {
        (self.only.is_empty() || self.only.contains(mv)) && !self.banned.contains(mv)
    }

    /// Whether the root may not consider every move.
    pub const fn are_restricted(&self) -> bool {
        !self.only.is_empty() || !self.banned.is_empty()
    }
}
