//! The techniques of the search that can be left out, one by one, to measure what each is worth.
//!
//! `scripts/ablate` plays the full player against one without a technique; the table of
//! `engine-tests/RESULTS.md` is its result. The null move has a setting of its own.

/// A technique of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Later moves are first asked only whether they are better at all: windows of nothing. Without
    /// it every move is searched with the full window, as plain alpha-beta does.
    Scout,
    /// The first window of an iteration lies around the last value.
    Aspiration,
    /// A node where even the evaluation is far above beta is not searched.
    ReverseFutility,
    /// A table move that is much better than all others is searched deeper.
    Singular,
    /// Late moves are searched less deep.
    LateReduction,
    /// After enough moves, quiet ones are skipped.
    LatePruning,
    /// Quiet moves of hopeless nodes are skipped.
    Futility,
    /// Moves that lose material are skipped near the horizon.
    ExchangePruning,
    /// Moves are ordered by how often they cut.
    History,
    /// Captures are ordered by how often they cut.
    CaptureHistory,
    /// Moves are ordered by how often they cut after the moves before.
    Continuation,
    /// Evaluations are corrected by how wrong similar ones were.
    Correction,
}

use Technique::{
    Aspiration, CaptureHistory, Continuation, Correction, ExchangePruning, Futility, History,
    LatePruning, LateReduction, ReverseFutility, Scout, Singular,
};

impl Technique {
    /// All of them, in the order of [`WORDS`](Self::WORDS).
    pub const ALL: [Self; 12] = [
        Scout,
        Aspiration,
        ReverseFutility,
        Singular,
        LateReduction,
        LatePruning,
        Futility,
        ExchangePruning,
        History,
        CaptureHistory,
        Continuation,
        Correction,
    ];
    /// Their names as a setting spells them.
    pub const WORDS: &'static [&'static str] = &[
        "scout",
        "aspiration",
        "reverse-futility",
        "singular",
        "late-reduction",
        "late-pruning",
        "futility",
        "exchange-pruning",
        "history",
        "capture-history",
        "continuation",
        "correction",
    ];

    /// Its name as a setting spells it.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Techniques(u64);

impl Techniques {
    /// The set with a bit for each of [`Technique::ALL`], in their order.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }

    /// The names, with commas between them.
    pub fn words(self) -> String {
        let members = Technique::ALL.into_iter().filter(|&technique| self.contains(technique));
        members.map(Technique::word).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_own_place_and_name() {
        for (index, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique as usize, index, "{technique:?}");
            let alone = Techniques::from_bits(1 << index);
            assert_eq!(alone.words(), Technique::WORDS[index]);
            let name = technique.word().replace('-', "");
            assert_eq!(name, format!("{technique:?}").to_lowercase());
        }
        assert_eq!(Technique::ALL.len(), Technique::WORDS.len());
    }
}
