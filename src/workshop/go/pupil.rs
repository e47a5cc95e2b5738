//! Learning by example: after each position, the move that was played becomes a little likelier.
//!
//! The chances are a softmax over the position's moves; the slope of the logarithm of the played
//! move's chance is the traits it has less the traits that were expected. Each weight has its own
//! rate, which falls with the slopes it has met (Adagrad).

use rustc_hash::FxHashMap;

use super::lesson::Lesson;
use crate::base::Random;
use crate::engine::go::learned::{FIXED, Survey, Weights};
use crate::game::go::Size;
use crate::game::go::fast::{Board19, Vertex};

/// Cells of the boards that lessons are replayed on.
const CELLS: usize = 512;
/// A larger shape is counted only once the smaller one was met so often: rare ones would fill the
/// memory.
const GROWS_AFTER: u32 = 4;
/// The first step of a weight.
const RATE: f32 = 0.1;

/// Counts shapes, so that the common ones get weights.
#[derive(Debug)]
pub struct Harvest {
    counts: FxHashMap<u32, u32>,
    survey: Survey<CELLS>,
    random: Random,
}

impl Default for Harvest {
    fn default() -> Self {
        let random = Random::seeded(1);
        Self { counts: FxHashMap::default(), survey: Survey::default(), random }
    }
}

impl Harvest {
    /// Counts the shapes around the moves of a game, and around as many moves not played: a shape
    /// that is never played must be known, too.
    pub fn add(&mut self, lesson: &Lesson) {
        lesson.replay(|board, played| {
            self.survey.look_at_shapes(board);
            self.count(board, played);
            let other = board.vacant_at(self.random.below(board.vacant_count()));
            if board.is_legal(other) {
                self.count(board, other);
            }
        });
    }

    fn count(&mut self, board: &Board19, vertex: Vertex) {
        *self.counts.entry(self.survey.contact(board, vertex)).or_default() += 1;
        for key in self.survey.shapes.around::<CELLS>(vertex) {
            let count = self.counts.entry(key).or_default();
            *count += 1;
            if *count < GROWS_AFTER {
                break;
            }
        }
    }

    /// The keys met at least `least` times, in order.
    pub fn common(&self, least: u32) -> Vec<u32> {
        let common = self.counts.iter().filter(|&(_, &count)| count >= least);
        let mut keys: Vec<u32> = common.map(|(&key, _)| key).collect();
        keys.sort_unstable();
        keys
    }
}

/// How well moves were foretold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marks {
    /// Positions.
    pub positions: u64,
    /// The likeliest move was the one played.
    pub hits: u64,
    /// Sum of the natural logarithms of the chances of the moves played.
    pub log_chance: f64,
}

impl Marks {
    /// Adds those of other positions.
    pub fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.hits += other.hits;
        self.log_chance += other.log_chance;
    }

    /// Share of moves foretold, in percent.
    pub fn percent(&self) -> f64 {
        100.0 * self.hits as f64 / self.positions.max(1) as f64
    }

    /// Mean of the logarithms.
    pub fn mean_log_chance(&self) -> f64 {
        self.log_chance / self.positions.max(1) as f64
    }
}

/// Weights that are being learned.
#[derive(Clone, Debug)]
pub struct Pupil {
    /// Games learned from.
    pub games: u64,
    pub(super) size: Size,
    pub(super) keys: Vec<u32>,
    /// Of traits, then of shapes in the order of `keys`.
    pub(super) weights: Vec<f32>,
    /// Sums of the squares of the slopes met.
    pub(super) squares: Vec<f32>,
    places: FxHashMap<u32, u32>,
    desk: Desk,
}

/// Space to work in.
#[derive(Clone, Debug, Default)]
struct Desk {
    survey: Survey<CELLS>,
    /// The weights of all moves, move after move.
    traits: Vec<u32>,
    /// Where the traits of each move end.
    ends: Vec<usize>,
    chances: Vec<f32>,
    slopes: Vec<f32>,
    met: Vec<u32>,
}

impl Pupil {
    /// A pupil who knows nothing but which shapes there are, for boards like `size`.
    pub fn new(size: Size, keys: Vec<u32>) -> Self {
        let count = FIXED + keys.len();
        Self::with(size, keys, vec![0.0; count], vec![1.0; count], 0)
    }

    pub(super) fn with(
        size: Size,
        keys: Vec<u32>,
        weights: Vec<f32>,
        squares: Vec<f32>,
        games: u64,
    ) -> Self {
        let places = keys.iter().zip(FIXED as u32..).map(|(&key, place)| (key, place)).collect();
        Self { games, size, keys, weights, squares, places, desk: Desk::default() }
    }

    /// Number of shapes.
    pub fn shapes(&self) -> usize {
        self.keys.len()
    }

    /// Learns from a game; the marks are of what was expected before each move.
    pub fn learn(&mut self, lesson: &Lesson) -> Marks {
        let mut marks = Marks::default();
        lesson.replay(|board, played| {
            if let Some(place) = self.expect(board, played) {
                marks.add(self.mark(place));
                self.correct(place);
            }
        });
        self.games += 1;
        marks
    }

    /// The marks on a game that teaches nothing.
    pub fn examine(&mut self, lesson: &Lesson) -> Marks {
        let mut marks = Marks::default();
        lesson.replay(|board, played| {
            if let Some(place) = self.expect(board, played) {
                marks.add(self.mark(place));
            }
        });
        marks
    }

    /// Works out the chances of all moves; the place of the one played among them.
    fn expect(&mut self, board: &Board19, played: Vertex) -> Option<usize> {
        let desk = &mut self.desk;
        desk.survey.look(board);
        desk.traits.clear();
        desk.ends.clear();
        desk.chances.clear();
        let mut place = None;
        for vertex in board.vacant() {
            if board.code(vertex).is_eye_of(board.turn()) || !board.is_legal(vertex) {
                continue;
            }
            if vertex == played {
                place = Some(desk.ends.len());
            }
            let begin = desk.traits.len();
            desk.traits.extend(desk.survey.traits(board, vertex).iter().map(|&n| u32::from(n)));
            desk.traits.extend(self.places.get(&desk.survey.contact(board, vertex)));
            for key in desk.survey.shapes.around::<CELLS>(vertex) {
                let Some(&known) = self.places.get(&key) else { break };
                desk.traits.push(known);
            }
            desk.ends.push(desk.traits.len());
            let traits = &desk.traits[begin..];
            desk.chances.push(traits.iter().map(|&n| self.weights[n as usize]).sum());
        }
        let most = desk.chances.iter().copied().fold(f32::MIN, f32::max);
        desk.chances.iter_mut().for_each(|sum| *sum = (*sum - most).exp());
        let total: f32 = desk.chances.iter().sum();
        desk.chances.iter_mut().for_each(|chance| *chance /= total);
        place
    }

    fn mark(&self, place: usize) -> Marks {
        let chances = &self.desk.chances;
        let played = chances[place];
        let hit = chances.iter().all(|&chance| chance <= played);
        let log_chance = f64::from(played.max(1e-20)).ln();
        Marks { positions: 1, hits: u64::from(hit), log_chance }
    }

    /// Makes the move at `place` likelier.
    fn correct(&mut self, place: usize) {
        let Desk { traits, ends, chances, slopes, met, .. } = &mut self.desk;
        slopes.resize(self.weights.len(), 0.0);
        met.clear();
        let mut begin = 0;
        for (number, (&end, &chance)) in ends.iter().zip(chances.iter()).enumerate() {
            let slope = if number == place { 1.0 - chance } else { -chance };
            for &n in &traits[begin..end] {
                if slopes[n as usize] == 0.0 {
                    met.push(n);
                }
                slopes[n as usize] += slope;
            }
            begin = end;
        }
        for &n in &*met {
            let slope = std::mem::take(&mut slopes[n as usize]);
            let squares = &mut self.squares[n as usize];
            *squares += slope * slope;
            self.weights[n as usize] += RATE * slope / squares.sqrt();
        }
    }

    /// Writes what was learned into `weights`, in the place of what they knew of such boards.
    pub fn teach(&self, weights: &mut Weights) {
        let (fixed, shapes) = self.weights.split_at(FIXED);
        let shapes = self.keys.iter().copied().zip(shapes.iter().copied());
        weights.replace(self.size, fixed, shapes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;

    fn lesson(text: &str) -> Lesson {
        Lesson::new(&sgf::records(text).next().unwrap().unwrap()).unwrap()
    }

    const GAME: &str = "(;GM[1]SZ[9];B[ee];W[ge];B[fg];W[ce];B[dc];W[fc];B[gd];W[fd];B[fe];W[hd]\
                        ;B[gf];W[gc];B[cg];W[bg];B[bh];W[cf];B[dg];W[dd];B[bc];W[ed];B[eb];W[hf])";

    #[test]
    fn what_is_repeated_is_learned() {
        let lesson = lesson(GAME);
        let mut harvest = Harvest::default();
        (0..6).for_each(|_| harvest.add(&lesson));
        let mut pupil = Pupil::new(Size::NINE, harvest.common(5));
        assert!(pupil.shapes() > 20);
        let first = pupil.learn(&lesson);
        (0..200).for_each(|_| _ = pupil.learn(&lesson));
        let last = pupil.examine(&lesson);
        assert_eq!((first.positions, last.positions), (22, 22));
        assert!(last.mean_log_chance() > first.mean_log_chance() + 1.0, "{first:?} {last:?}");
        assert!(last.percent() > 80.0, "{last:?}");
    }

    #[test]
    fn the_player_sums_what_the_pupil_learned() {
        let lesson = lesson(GAME);
        let mut harvest = Harvest::default();
        (0..6).for_each(|_| harvest.add(&lesson));
        let mut pupil = Pupil::new(Size::NINE, harvest.common(5));
        (0..30).for_each(|_| _ = pupil.learn(&lesson));
        let mut weights = Weights::default();
        pupil.teach(&mut weights);
        let mut survey = Survey::default();
        lesson.replay(|board, played| {
            let Some(place) = pupil.expect(board, played) else { panic!("a legal move") };
            survey.look(board);
            let begin = if place == 0 { 0 } else { pupil.desk.ends[place - 1] };
            let traits = &pupil.desk.traits[begin..pupil.desk.ends[place]];
            let sum: f32 = traits.iter().map(|&n| pupil.weights[n as usize]).sum();
            let found = weights.sum(&survey, board, played) as f32 / 1000.0;
            assert!((found - sum).abs() < 0.02, "{found} {sum}");
        });
    }
}
