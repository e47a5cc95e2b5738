//! `sanqi tune othello-cuts`: measures how far shallow searches miss deep ones, for Multi-ProbCut.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::othello::{wtb_files, year_of};
use crate::base::Random;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::midgame::{deviation, terms};
use crate::game::othello::Board;
use crate::record::wthor::{self, Names};
use crate::workshop::othello::deviation::{Cell, Scores, cells, fit};
use crate::workshop::othello::{Lesson, stray_from};

/// Random moves made from a position of a game, less than this.
const STRAYS: u32 = 3;
/// One file of records in so many is enough.
const FILES: usize = 4;

/// Measures how far shallow searches of Othello positions are from deep ones.
///
/// Positions of WTHOR games, some moved on at random, are searched to each depth without cuts. Printed
/// are the standard deviations by depths and empties, measured and fitted, and the factors of the fit,
/// which belong into `engine/othello/midgame/cut.rs`.
///
/// Example: sanqi tune othello-cuts --records wthor/
#[derive(Debug, Args)]
pub struct TuneOthelloCuts {
    /// Folder with .wtb files
    #[arg(long)]
    records: PathBuf,
    /// Games of this year and later are not used
    #[arg(long, default_value_t = 2016)]
    hold_out: u32,
    /// Positions to search
    #[arg(long, default_value_t = 1500)]
    positions: usize,
    /// Plies of the deepest search
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Begins the random numbers
    #[arg(long, default_value_t = 5)]
    seed: u64,
}

impl TuneOthelloCuts {
    pub fn run(&self) -> Result<(), Failure> {
        let boards = self.boards()?;
        let weights = Weights::embedded();
        let progress = Progress::new(boards.len() as u64, "searching");
        let measure = |board: &Board| {
            progress.add(1);
            Scores::measure(board, self.depth, &weights)
        };
        let measured: Vec<Scores> = boards.iter().filter_map(measure).collect();
        progress.finish();
        let cells = cells(&measured);
        let factors = fit(&cells);
        say!("deep shallow empties pairs measured fitted");
        for Cell { depth, shallow, empties, pairs, deviation: measured } in cells {
            let fitted = deviation(&factors, terms(depth, shallow, empties));
            say!("{depth:4} {shallow:7} {empties:7} {pairs:5} {measured:8.0} {fitted:6.0}");
        }
        say!("factors: {}", factors.map(|factor| format!("{factor:.3}")).join(", "));
        Ok(())
    }

    /// Positions from all parts of games, far enough from the end for the deepest search.
    fn boards(&self) -> Result<Vec<Board>, Failure> {
        let is_far =
            |board: &Board| board.mobility() != 0 && board.empties().count_ones() > self.depth + 1;
        let mut pool: Vec<Board> = Vec::new();
        let held_out = |path: &PathBuf| year_of(path).is_some_and(|year| year >= self.hold_out);
        let files = wtb_files(&self.records)?.into_iter().filter(|path| !held_out(path));
        for path in files.step_by(FILES) {
            let bytes = fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
            for record in wthor::records(&bytes, &Names::default()).flatten() {
                let Ok(lesson) = Lesson::new(&record) else { continue };
                pool.extend(lesson.positions().filter(|board| is_far(board)));
            }
        }
        let mut random = Random::seeded(self.seed);
        let mut boards = Vec::new();
        while boards.len() < self.positions && !pool.is_empty() {
            let mut board = pool[random.below(pool.len() as u32) as usize];
            for _ in 0..random.below(STRAYS) {
                stray_from(&mut board, &mut random);
            }
            boards.extend(Some(board).filter(is_far));
        }
        Ok(boards)
    }
}
