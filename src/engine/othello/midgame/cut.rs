//! Multi-ProbCut: how far a shallow search may be trusted.
//!
//! The spread of a deep score around a shallow one is measured and fitted by `sanqi tune othello-cuts`.

use std::sync::LazyLock;

/// Whether nodes are cut by shallow searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Selectivity {
    /// Every node is searched to its full depth.
    Off,
    /// A node is cut when the shallow search is so many standard deviations outside the window.
    #[default]
    On,
}

/// From this depth on a shallow search is much cheaper than the deep one.
pub(super) const FROM_DEPTH: u32 = 3;

/// Standard deviations that make a cut. Few: what a wrong cut costs, a ply more gives back.
const CONFIDENCE: f64 = 0.8;

/// How sure a search is that goes on to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ending(u8);

/// Standard deviations that make a cut on the way to the end, from the boldest search to the surest.
const ENDING_CONFIDENCES: [f64; 3] = [0.6, 1.2, 2.2];

impl Ending {
    /// Nothing is cut.
    pub const EXACT: Self = Self(ENDING_CONFIDENCES.len() as u8);

    /// All of them, the boldest first and the exact one last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::EXACT.0).map(Self)
    }

    /// How good a score of such a search is, as a depth beyond that of any search that does not reach
    /// the end.
    pub(super) const fn draft(self) -> u8 {
        64 + self.0
    }
}

/// What the logarithm of a deviation is a sum of.
pub const TERMS: usize = 5;

/// The factors of [`terms`], as `sanqi tune othello-cuts` found them.
const FITTED: [f64; TERMS] = [6.227, -0.833, 0.743, -0.298, -1.221];

/// The terms for searches of `depth` and `shallow` plies with so many empties.
pub fn terms(depth: u32, shallow: u32, empties: u32) -> [f64; TERMS] {
    let more = f64::from(depth.saturating_sub(shallow)) / 10.0;
    let empties = f64::from(empties) / 60.0;
    [1.0, f64::from(shallow) / 10.0, more, empties, empties * empties]
}

/// The standard deviation that factors of [`terms`] give, in hundredths of a disc.
pub fn deviation(factors: &[f64; TERMS], terms: [f64; TERMS]) -> f64 {
    factors.iter().zip(terms).map(|(factor, term)| factor * term).sum::<f64>().exp()
}

/// The depth of the shallow search that stands for one of `depth`: about half, of the same parity,
/// because values of odd and even depths differ.
pub(super) const fn shallow(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// Margins by depth and empties.
static MARGINS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let margin = |depth, empties| {
        CONFIDENCE * deviation(&FITTED, terms(depth, shallow(depth), empties as u32))
    };
    (0..64).map(|depth| std::array::from_fn(|empties| margin(depth, empties) as i32)).collect()
});

/// How far outside the window the score of [`shallow`] must lie to cut a search of `depth`, in
/// hundredths of a disc.
#[inline(always)]
pub(super) fn margin(depth: u32, empties: u32) -> i32 {
    MARGINS[depth as usize & 63][empties as usize & 63]
}

/// Margins on the way to the end, by sureness and empties.
static ENDING_MARGINS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let spread = |empties| deviation(&FITTED, terms(empties, shallow(empties), empties));
    let margins =
        |sure: &f64| std::array::from_fn(|empties| (sure * spread(empties as u32)) as i32);
    ENDING_CONFIDENCES.iter().map(margins).collect()
});

/// The same for a search to the end; `None` where nothing is cut.
#[inline(always)]
pub(super) fn ending_margin(ending: Ending, empties: u32) -> Option<i32> {
    Some(ENDING_MARGINS.get(usize::from(ending.0))?[empties as usize & 63])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surer_endings_have_wider_margins_and_better_scores() {
        let all: Vec<Ending> = Ending::all().collect();
        assert_eq!(all.last(), Some(&Ending::EXACT));
        for pair in all.windows(2) {
            assert!(pair[0].draft() < pair[1].draft());
            let margin = |ending| ending_margin(ending, 24).unwrap_or(i32::MAX);
            assert!(margin(pair[0]) < margin(pair[1]), "{pair:?}");
        }
        assert!(all[0].draft() > 60, "better than any search that stops before the end");
        assert_eq!(ending_margin(Ending::EXACT, 24), None);
    }

    #[test]
    fn a_shallow_search_is_shallower_and_of_the_same_parity() {
        for depth in FROM_DEPTH..60 {
            assert!(shallow(depth) < depth, "{depth}");
            assert_eq!(shallow(depth) % 2, depth % 2, "{depth}");
        }
    }

    #[test]
    fn margins_grow_towards_the_end_and_with_the_depth_left_out() {
        assert!(margin(8, 20) > margin(8, 40));
        let at = |shallow| deviation(&FITTED, terms(8, shallow, 30));
        assert!(at(2) > at(4) && at(4) > at(6), "{} {} {}", at(2), at(4), at(6));
    }

    #[test]
    fn margins_are_some_discs() {
        for (depth, empties) in (FROM_DEPTH..20).flat_map(|d| (d..60).map(move |e| (d, e))) {
            assert!((50..1000).contains(&margin(depth, empties)), "{depth} {empties}");
        }
    }
}
