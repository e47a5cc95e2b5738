//! What may differ from table to table.

/// Rules of repetition and of games without captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How a repeated position is judged.
    pub repetition: RepetitionRule,
    /// After so many plies without a capture the game is a draw; `None`: never.
    pub natural_limit: Option<u16>,
}

impl Rules {
    /// The rules of those who judge repetition so.
    pub const fn of(repetition: RepetitionRule) -> Self {
        Self { repetition, natural_limit: Some(repetition.usual_limit()) }
    }

    /// Judges repetition by another set from now on; its limit comes along unless another was
    /// agreed upon.
    pub fn adopt(&mut self, repetition: RepetitionRule) {
        let usual = *self == Self::of(self.repetition);
        self.repetition = repetition;
        if usual {
            *self = Self::of(repetition);
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::of(RepetitionRule::Asian)
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

impl RepetitionRule {
    /// Plies without a capture that make a draw.
    const fn usual_limit(self) -> u16 {
        match self {
            Self::Asian | Self::Chinese | Self::None => 120,
            Self::ComputerLeague => 100,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_limit_follows_the_rule_set_and_an_agreed_one_stays() {
        let mut rules = Rules::default();
        rules.adopt(RepetitionRule::ComputerLeague);
        assert_eq!(rules.natural_limit, Some(100));
        rules.adopt(RepetitionRule::Chinese);
        assert_eq!(rules, Rules { repetition: RepetitionRule::Chinese, natural_limit: Some(120) });
        rules.natural_limit = None;
        rules.adopt(RepetitionRule::ComputerLeague);
        assert_eq!(rules.natural_limit, None);
    }
}
