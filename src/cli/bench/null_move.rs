//! `sanqi bench null-move`: what each kind of null move costs to a fixed depth.

use std::time::Duration;

use clap::Args;

use super::positions;
use super::thousands;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::stopwatch::Stopwatch;
use crate::engine::xiangqi::{Config, NullMove, Player, Technique, Techniques};
use crate::engine::{Common, Engine};
use crate::game::xiangqi::Move;
use crate::search::{Control, Limits};

/// Compares the kinds of null move: nodes and time to a fixed depth on 40 positions
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sanqi bench null-move\n  sanqi bench null-move --depth 14\n  \
    sanqi bench null-move --full-window --depth 10\n\n\
    With --full-window every move is searched with all of the window, as plain alpha-beta does, so \
    that the\nextended null move meets windows as wide as its band."
)]
pub struct NullMoves {
    /// Plies of each search
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Plain alpha-beta in place of principal-variation search
    #[arg(long)]
    full_window: bool,
}

/// What a kind took on all positions.
#[derive(Debug)]
struct Row {
    kind: NullMove,
    nodes: Vec<u64>,
    time: Duration,
    moves: Vec<Option<Move>>,
}

impl NullMoves {
    /// Searches every position with every kind and prints the table.
    pub fn run(&self) -> Result<(), Failure> {
        let games = positions::xiangqi()?;
        let progress = Progress::new((games.len() * NullMove::ALL.len()) as u64, "searching");
        let mut rows = Vec::new();
        for kind in NullMove::ALL {
            let mut player = Player::new(&self.config(kind));
            let mut row = Row { kind, nodes: Vec::new(), time: Duration::ZERO, moves: Vec::new() };
            for game in &games {
                player.new_game();
                let limits = Limits { depth: Some(self.depth), ..Limits::default() };
                let watch = Stopwatch::start();
                let answer = player.think(game, &limits, &Control::new(false), &mut |_| ());
                row.time += watch.elapsed();
                row.nodes.push(answer.report.nodes);
                row.moves
                    .push(answer.report.lines.first().and_then(|line| line.pv.first().copied()));
                progress.add(1);
            }
            rows.push(row);
        }
        progress.finish();
        self.print(&rows);
        Ok(())
    }

    fn config(&self, null_move: NullMove) -> Config {
        let bits = if self.full_window { 1 << Technique::Scout as u32 } else { 0 };
        let common = Common { threads: 1, ..Common::default() };
        Config { common, null_move, without: Techniques::from_bits(bits), ..Config::default() }
    }

    fn print(&self, rows: &[Row]) {
        let Some(off) = rows.iter().find(|row| row.kind == NullMove::Off) else { return };
        say!(
            "{:<10} {:>13} {:>9} {:>12} {:>10} {:>11}",
            "null move",
            "nodes",
            "time s",
            "a second",
            "nodes/off",
            "same move"
        );
        for row in rows {
            let nodes: u64 = row.nodes.iter().sum();
            let same = row.moves.iter().zip(&off.moves).filter(|(a, b)| a == b).count();
            say!(
                "{:<10} {:>13} {:>9.2} {:>12} {:>10.3} {:>8}/{}",
                NullMove::WORDS[row.kind as usize],
                thousands(nodes as f64),
                row.time.as_secs_f64(),
                thousands(nodes as f64 / row.time.as_secs_f64().max(1e-9)),
                mean_ratio(&row.nodes, &off.nodes),
                same,
                row.moves.len()
            );
        }
        say!(
            "\n{} positions to depth {}, one thread; seconds of the {}; nodes/off is the geometric mean.",
            off.nodes.len(),
            self.depth,
            Stopwatch::start().clock()
        );
    }
}

/// The geometric mean of the ratios.
fn mean_ratio(nodes: &[u64], others: &[u64]) -> f64 {
    let logs = nodes.iter().zip(others).map(|(&a, &b)| (a.max(1) as f64 / b.max(1) as f64).ln());
    (logs.sum::<f64>() / nodes.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_averaged_geometrically() {
        assert!((mean_ratio(&[10, 1000], &[100, 100]) - 1.0).abs() < 1e-9);
        assert!((mean_ratio(&[50], &[100]) - 0.5).abs() < 1e-9);
    }
}
