//! How far playouts miss what long searches say.

use super::known::Known;
use crate::base::{Crew, Random, WorkerPanic};
use crate::engine::go::Config;
use crate::engine::go::playout::policy::Policy;
use crate::game::Game;
use crate::game::go::Board;
use crate::game::go::fast::{FastBoard, Vertex};

/// How far playouts miss, over many positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Miss {
    /// Mean of the squared difference between the share of playouts that Black wins and his chance. What few
    /// playouts miss by luck is taken off.
    pub squared: f64,
    /// Share of the variance of the chances that a line through the shares leaves unexplained.
    pub unexplained: f64,
}

/// The share of playouts that Black wins from each position and his chance there, so many playouts with these
/// settings, on so many threads. The same arguments give the same answer, however many threads there are.
pub fn shares(
    known: &[Known],
    config: &Config,
    playouts: u32,
    threads: usize,
) -> Result<Vec<(f64, f64)>, WorkerPanic> {
    let policy = Policy::new(config.rates, config.quiet);
    let threads = threads.max(1);
    let found = Crew::new(threads, |index| index).run(|_, &mut worker| -> Vec<f64> {
        let own = known.iter().enumerate().skip(worker).step_by(threads);
        own.map(|(number, known)| share(known, &policy, playouts, number as u64)).collect()
    })?;
    let mut found: Vec<_> = found.into_iter().map(Vec::into_iter).collect();
    let pair = |(number, known): (usize, &Known)| {
        Some((found.get_mut(number % threads)?.next()?, f64::from(known.chance)))
    };
    Ok(known.iter().enumerate().filter_map(pair).collect())
}

impl Miss {
    /// Of shares of so many playouts and the chances there.
    pub fn of(pairs: &[(f64, f64)], playouts: u32) -> Self {
        let count = pairs.len().max(1) as f64;
        let mean = |of: &dyn Fn(f64, f64) -> f64| {
            pairs.iter().map(|&(share, chance)| of(share, chance)).sum::<f64>() / count
        };
        let luck = mean(&|share, _| share * (1.0 - share)) / f64::from(playouts.max(2) - 1);
        let squared = mean(&|share, chance| (share - chance).powi(2)) - luck;
        let (share, chance) = (mean(&|share, _| share), mean(&|_, chance| chance));
        let covariance = mean(&|x, y| (x - share) * (y - chance));
        let (of_share, of_chance) =
            (mean(&|x, _| (x - share).powi(2)) - luck, mean(&|_, y| (y - chance).powi(2)));
        let unexplained = 1.0 - covariance.powi(2) / (of_share * of_chance);
        Self { squared, unexplained }
    }
}

/// The share of playouts from a position that Black wins.
fn share(known: &Known, policy: &Policy, playouts: u32, number: u64) -> f64 {
    let game = known.game();
    let size = game.position().size();
    match size.width().max(size.height()) {
        0..=9 => share_on::<128>(game, policy, playouts, number),
        10..=13 => share_on::<256>(game, policy, playouts, number),
        14..=19 => share_on::<512>(game, policy, playouts, number),
        _ => share_on::<1024>(game, policy, playouts, number),
    }
}

fn share_on<const CELLS: usize>(
    game: &Game<Board>,
    policy: &Policy,
    playouts: u32,
    number: u64,
) -> f64 {
    let mut start = FastBoard::<CELLS>::of(game.position());
    let mut last = game.moves().rev().map(|(_, mv)| FastBoard::<CELLS>::vertex_of(mv));
    let mut next = || last.next().unwrap_or(Vertex::PASS);
    let (last, before) = (next(), next());
    start.set_last(before, last);
    let mut random = Random::seeded(number);
    let komi = game.rules().komi;
    let won = |_: &u32| {
        let mut board = start.clone();
        policy.play_out(&mut board, &mut random, |_, _| {});
        board.playout_score() as f32 > komi
    };
    (0..playouts).filter(won).count() as f64 / f64::from(playouts.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_on_a_line_are_explained_and_luck_is_taken_off() {
        let pairs: Vec<(f64, f64)> =
            (0..=10).map(|n| f64::from(n) / 10.0).map(|x| (x, x)).collect();
        let exact = Miss::of(&pairs, u32::MAX);
        assert!(exact.squared.abs() < 1e-6 && exact.unexplained.abs() < 1e-6, "{exact:?}");
        let halved: Vec<(f64, f64)> = pairs.iter().map(|&(x, y)| (0.25 + x / 2.0, y)).collect();
        let halved = Miss::of(&halved, u32::MAX);
        assert!((halved.squared - 0.025).abs() < 1e-6, "{halved:?}");
        assert!(halved.unexplained.abs() < 1e-6, "{halved:?}");
        // 22 playouts of a share of 0.3 or 0.7 vary by 0.21 / 21 or so, and that is luck.
        let lucky = Miss::of(&[(0.3, 0.5), (0.7, 0.5)], 22);
        assert!((lucky.squared - (0.04 - 0.21 / 21.0)).abs() < 1e-6, "{lucky:?}");
    }
}
