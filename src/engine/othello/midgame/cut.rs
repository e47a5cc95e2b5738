//! Multi-ProbCut: how far a shallow search may be trusted.

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

/// Standard deviations that make a cut.
pub(super) const CONFIDENCE: f32 = 1.3;

/// The depth of the shallow search that stands for one of `depth`: about half, of the same parity,
/// because values of odd and even depths differ.
pub(super) const fn shallow(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// Standard deviation of the difference between searches of `depth` and [`shallow`] depth, in
/// hundredths of a disc, with so many empties.
pub(super) fn deviation(depth: u32, empties: u32) -> f32 {
    let spread = 230.0 + 18.0 * (depth - shallow(depth)) as f32 - 12.0 * shallow(depth) as f32;
    // Values are steadier in the opening.
    let phase = 1.0 - 0.008 * (empties as f32 - 30.0).max(-10.0);
    (spread * phase).max(80.0)
}
