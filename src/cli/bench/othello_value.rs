//! `sanqi bench othello-value`: how far the Othello evaluation is from exact scores.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::solve::read;
use crate::engine::othello::evaluate::Weights;
use crate::game::othello::Board;
use crate::record::obf::Problem;
use crate::workshop::othello::Examiner;

/// Positions of one number of empties and their scores.
type Known = Vec<(Board, i32)>;

/// Measures by how many discs the Othello evaluation misses known scores, by itself and some plies ahead
///
/// The searches ahead make no selective cuts.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sanqi solve positions.obf --out solved.obf && sanqi bench othello-value solved.obf
  sanqi bench othello-value solved.obf --plies 0,8")]
pub struct OthelloValue {
    /// Files of positions with scores (.obf); those without a score are left out
    #[arg(required = true, value_name = "FILE.obf")]
    files: Vec<PathBuf>,
    /// Plies to look ahead; 0 is the value itself
    #[arg(long, value_delimiter = ',', default_value = "0,1,2,4,6")]
    plies: Vec<u32>,
}

impl OthelloValue {
    /// Measures and prints.
    pub fn run(&self) -> Result<(), Failure> {
        let groups = self.positions()?;
        let examiner = Examiner::new(Weights::embedded());
        let progress = Progress::new((groups.len() * self.plies.len()) as u64, "means");
        let mut table = head(&self.plies);
        for (empties, known) in &groups {
            // Writing to a string cannot fail.
            let _ = write!(table, "\n| {empties} | {} |", known.len());
            for &plies in &self.plies {
                let _ = match examiner.mean_miss(known, plies) {
                    Some(miss) => write!(table, " {miss:.2} |"),
                    None => write!(table, " |"),
                };
                progress.add(1);
            }
        }
        progress.finish();
        say!("{table}");
        Ok(())
    }

    /// The positions by their number of empties.
    fn positions(&self) -> Result<BTreeMap<u32, Known>, Failure> {
        let mut groups = BTreeMap::new();
        for path in &self.files {
            sort(read(path)?, &mut groups);
        }
        if groups.is_empty() {
            return Err(Failure::usage("no position with a score"));
        }
        Ok(groups)
    }
}

/// Adds the positions that have a score.
fn sort(problems: Vec<Problem>, groups: &mut BTreeMap<u32, Known>) {
    for problem in problems {
        if let Some(score) = problem.best_score() {
            let empties = problem.board.empties().count_ones();
            groups.entry(empties).or_default().push((problem.board, score));
        }
    }
}

/// The head of the table.
fn head(plies: &[u32]) -> String {
    let mut head = "| empties | positions |".to_owned();
    for &plies in plies {
        // Writing to a string cannot fail.
        let _ = match plies {
            0 => write!(head, " value |"),
            1 => write!(head, " 1 ply |"),
            _ => write!(head, " {plies} plies |"),
        };
    }
    head + "\n|---|---|" + &"---|".repeat(plies.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::obf;

    #[test]
    fn positions_are_sorted_by_empties_and_need_a_score() {
        let six =
            "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; G6:-2; H5:+6;";
        let none = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X;";
        let mut groups = BTreeMap::new();
        let text = format!("{six}\n{none}\n");
        sort(obf::problems(&text).map(Result::unwrap).collect(), &mut groups);
        assert_eq!(groups.keys().collect::<Vec<_>>(), [&6]);
        assert_eq!(groups[&6].len(), 1);
        assert_eq!(groups[&6][0].1, 6, "the best score counts");
    }

    #[test]
    fn the_head_names_the_plies() {
        let head = head(&[0, 1, 4]);
        assert!(head.starts_with("| empties | positions | value | 1 ply | 4 plies |\n"), "{head}");
        assert_eq!(head.lines().last(), Some("|---|---|---|---|---|"));
    }
}
