//! What may differ from table to table.

/// Rules of repetition and of games without captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How a repeated position is judged.
    pub repetition: RepetitionRule,
    /// After so many plies without a capture the game is a draw; `None`: never.
    pub natural_limit: Option<u16>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { repetition: RepetitionRule::Asian, natural_limit: Some(120) }
    }
}

/// The rule set that judges repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionRule {
    /// The Asian federation's: perpetual check loses, so does a perpetual chase of one piece.
    Asian,
    /// The Chinese association's: mixtures of checks, mate threats and chases lose as well.
    Chinese,
    /// The computer league's: as the Asian, at the fourth occurrence.
    ComputerLeague,
    /// Any repetition is a draw.
    None,
}
