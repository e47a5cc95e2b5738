//! `sanqi solve`: exact scores of Othello problems, in a table as Edax prints it.

mod kept;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use self::kept::Kept;
use super::Failure;
use super::progress::Progress;
use super::stopwatch::Stopwatch;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::prove::Prover;
use crate::engine::othello::solve::{Halt, Search, Table};
use crate::game::Position;
use crate::game::othello::{Board, Move, Square};
use crate::record::obf::{self, Problem};

/// Solves Othello positions to the last disc
///
/// Each line of a file is a position: 64 squares, the side to move, and if they are known the scores
/// of its moves; these are compared with what is found. Exit code 1 if a score differs. Times are
/// those of the processor where the system tells them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sanqi solve fforum-20-39.obf --first 20
  sanqi solve fforum-40-59.obf --first 40 --only 40-44
  sanqi solve fforum-40-59.obf --first 40 --threads 2
  sanqi solve problems.obf --wld
  sanqi solve many.obf --out solved.obf       the same command goes on after a stop")]
pub struct Solve {
    /// Files of problems (.obf)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of the first problem
    #[arg(long, default_value_t = 1)]
    first: u32,
    /// Only the problem of this number, or those from A to B
    #[arg(long, value_name = "A-B", value_parser = range)]
    only: Option<(u32, u32)>,
    /// Only who wins, not by how much
    #[arg(long)]
    wld: bool,
    /// Threads; times are then those of the clock on the wall
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Memory of the tables in MiB
    #[arg(long, default_value_t = 256, value_parser = hash)]
    hash: usize,
    /// Keep solved problems in this file, and skip those that are in it already
    #[arg(long, value_name = "FILE", conflicts_with = "wld")]
    out: Option<PathBuf>,
}

/// Reads `A-B` or `A`.
fn range(text: &str) -> Result<(u32, u32), String> {
    let expected = || "expected a number or two, such as 40-44".to_owned();
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    from.trim().parse().ok().zip(to.trim().parse().ok()).ok_or_else(expected)
}

/// Reads a size of tables that a machine may have.
fn hash(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=MOST_MIB).contains(size));
    size.ok_or_else(|| format!("expected 1 to {MOST_MIB} MiB"))
}

/// The largest tables.
const MOST_MIB: usize = 1 << 16;

/// What solving remembers: half of the memory for what is exact, half for the bolder searches before.
struct Tables {
    solved: Table,
    positions: crate::search::Table,
}

impl Tables {
    fn with_mib(mib: usize) -> Self {
        let positions = crate::search::Table::at_most(mib / 2);
        Self { solved: Table::with_kib(mib << 9), positions }
    }

    fn clear(&mut self) {
        self.solved.clear();
        self.positions.clear(1);
    }
}

/// What was found of a problem.
struct Solved {
    best: Option<Square>,
    score: i32,
    time: Duration,
    nodes: u64,
    line: Vec<Move>,
}

impl Solved {
    /// The problem with its best move and score; nothing where the game is over.
    fn answer(&self, problem: &Problem) -> Option<Problem> {
        let pass = (!problem.board.is_over()).then_some(Move::Pass);
        let best = self.best.map(Move::Place).or(pass)?;
        Some(Problem { board: problem.board, moves: vec![(best, Some(self.score))] })
    }
}

impl Solve {
    /// Solves and prints.
    pub fn run(&self) -> Result<(), Failure> {
        let mut problems = self.problems()?;
        let mut kept = self.out.as_deref().map(Kept::open).transpose()?;
        if let Some(kept) = &kept {
            problems.retain(|(_, problem)| !kept.knows(&problem.board));
        }
        let mut tables = Tables::with_mib(self.hash);
        let progress = Progress::new(problems.len() as u64, "problems");
        say!("{HEAD}\n{RULE}");
        let (mut time, mut nodes, mut wrong) = (Duration::ZERO, 0, 0);
        for (number, problem) in &problems {
            tables.clear();
            let solved = self.solve(&tables, &problem.board);
            let verdict = self.verdict(problem, &solved);
            progress.suspend(|| say!("{}{verdict}", self.row(*number, problem, &solved)));
            if let (Some(kept), Some(answer)) = (&mut kept, solved.answer(problem)) {
                kept.keep(answer)?;
            }
            progress.add(1);
            (time, nodes) = (time + solved.time, nodes + solved.nodes);
            wrong += u32::from(!verdict.is_empty());
        }
        progress.finish();
        say!("{RULE}\n{}", total(problems.len(), time, nodes));
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::new(format!("{wrong} scores differ from those of the file"))),
        }
    }

    /// The problems asked for, with their numbers.
    fn problems(&self) -> Result<Vec<(u32, Problem)>, Failure> {
        let mut problems = Vec::new();
        for path in &self.files {
            problems.extend(read(path)?);
        }
        let numbered = (self.first..).zip(problems);
        let wanted = |&(number, _): &(u32, Problem)| {
            self.only.is_none_or(|(from, to)| (from..=to).contains(&number))
        };
        let problems: Vec<_> = numbered.filter(wanted).collect();
        if problems.is_empty() {
            return Err(Failure::usage("no problem has such a number"));
        }
        Ok(problems)
    }

    fn solve(&self, tables: &Tables, board: &Board) -> Solved {
        let Tables { solved: table, positions } = tables;
        let weights = Weights::embedded();
        let (watch, wall) = (Stopwatch::start(), Instant::now());
        let mut prover = Prover::new(positions, table, &weights, Halt::default(), self.threads);
        let (low, high) = if self.wld { (-1, 1) } else { (-64, 64) };
        // Who has no move passes: what the other side finds then counts.
        let passes = board.must_pass();
        let place = if passes { board.with_turn_passed() } else { *board };
        let found = prover.best(&place, u64::MAX, low, high);
        let score = match found {
            Some((_, score)) if passes => -score,
            Some((_, score)) => score,
            // The game is over.
            None => Search::new(table, Halt::default()).score(board, low, high).unwrap_or(0),
        };
        let time = if self.threads > 1 { wall.elapsed() } else { watch.elapsed() };
        let nodes = prover.nodes();
        let best = found.filter(|_| !passes).map(|found| found.0);
        let mut solved = Solved { best, score, time, nodes, line: vec![] };
        if !self.wld {
            // The line costs little where the table still knows it, and is cut short elsewhere.
            let halt = Halt { nodes: Some(nodes / 8 + 1_000_000), ..Halt::default() };
            let mut search = Search::new(table, halt).ordered_by(Some(&weights));
            solved.line = line(&mut search, board, &solved);
        }
        solved
    }

    /// What to say beside a score that the file has otherwise; nothing if all is well.
    fn verdict(&self, problem: &Problem, solved: &Solved) -> String {
        let Some(expected) = problem.best_score() else { return String::new() };
        let same = match self.wld {
            true => expected.signum() == solved.score.signum(),
            false => expected == solved.score,
        };
        if same { String::new() } else { format!("  WRONG, the file says {expected:+}") }
    }

    fn row(&self, number: u32, problem: &Problem, solved: &Solved) -> String {
        let score = match (self.wld, solved.score.signum()) {
            (false, _) => format!("{:+}", solved.score),
            (true, 1) => "won".to_owned(),
            (true, 0) => "drawn".to_owned(),
            (true, _) => "lost".to_owned(),
        };
        let mut row = format!(
            "{number:>4}| {:>5} | {score:>5} | {:>9.3} | {:>15} | {:>11} |",
            problem.board.empties().count_ones(),
            solved.time.as_secs_f64(),
            solved.nodes,
            speed(solved.nodes, solved.time),
        );
        let best = solved.best.map(Move::Place);
        let moves =
            if solved.line.is_empty() { best.into_iter().collect() } else { solved.line.clone() };
        for mv in moves {
            // Writing to a string cannot fail.
            let _ = write!(row, " {mv}");
        }
        row
    }
}

const HEAD: &str = "   #| depth | score |  time (s) |           nodes |     nodes/s | moves";
const RULE: &str = "----+-------+-------+-----------+-----------------+-------------+------";

/// The problems of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Problem>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let problems: Result<_, _> = obf::problems(&text).collect();
    problems.map_err(|error| Failure::file(path, &error))
}

fn line(search: &mut Search<'_>, board: &Board, solved: &Solved) -> Vec<Move> {
    let Some(best) = solved.best.map(Move::Place) else { return search.line(board, solved.score) };
    let mut next = *board;
    next.play(best);
    let mut line = vec![best];
    line.extend(search.line(&next, -solved.score));
    line
}

/// Nodes a second.
fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

fn total(problems: usize, time: Duration, nodes: u64) -> String {
    let seconds = time.as_secs_f64();
    let speed = speed(nodes, time);
    format!("{problems} problems, {seconds:.3} s, {nodes} nodes, {speed} nodes/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(wld: bool) -> Solve {
        Solve { files: Vec::new(), first: 1, only: None, wld, threads: 1, hash: 1, out: None }
    }

    /// FFO #20 and its scores.
    const PROBLEM: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; \
                           H5:+6; G6:-2; F6:-4; H6:-10;";

    fn problem() -> Problem {
        obf::problems(PROBLEM).next().unwrap().unwrap()
    }

    #[test]
    fn a_row_has_depth_score_and_the_whole_line() {
        let solved = command(false).solve(&Tables::with_mib(1), &problem().board);
        assert_eq!((solved.best.map(|s| s.to_string()).as_deref(), solved.score), (Some("h5"), 6));
        let row = command(false).row(20, &problem(), &solved);
        assert!(row.starts_with("  20|     6 |    +6 |"), "{row}");
        assert!(row.contains("| h5"), "{row}");
        let mut end = problem().board;
        solved.line.iter().for_each(|&mv| end.play(mv));
        assert!(end.is_over(), "{row} stops at\n{end}");
    }

    #[test]
    fn only_the_winner_is_asked_for_in_a_win_loss_draw_solve() {
        let solved = command(true).solve(&Tables::with_mib(1), &problem().board);
        assert!(command(true).row(1, &problem(), &solved).contains("|   won |"));
        assert_eq!(command(true).verdict(&problem(), &solved), "");
    }

    #[test]
    fn a_score_the_file_has_otherwise_is_told() {
        let mut problem = problem();
        let solved = command(false).solve(&Tables::with_mib(1), &problem.board);
        assert_eq!(command(false).verdict(&problem, &solved), "");
        problem.moves[0].1 = Some(8);
        assert_eq!(command(false).verdict(&problem, &solved), "  WRONG, the file says +8");
    }

    #[test]
    fn an_answer_has_the_best_move_and_a_pass_where_there_is_none() {
        let answer = |problem: &Problem| {
            command(false).solve(&Tables::with_mib(1), &problem.board).answer(problem)
        };
        let found = answer(&problem()).unwrap();
        assert_eq!((found.best_score(), found.moves.len()), (Some(6), 1));
        let passing = PASSING.parse::<Board>().unwrap();
        let found = answer(&Problem { board: passing, moves: vec![] }).unwrap();
        assert_eq!(found.moves, [(Move::Pass, Some(-64))]);
        let mut over = passing;
        over.play(Move::Pass);
        over.play(Move::Place("h8".parse().unwrap()));
        assert_eq!(answer(&Problem { board: over, moves: vec![] }), None);
    }

    /// Black, to move, has no move; White takes the last square.
    const PASSING: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X";

    #[test]
    fn numbers_are_one_or_a_range() {
        assert_eq!(range("40-44"), Ok((40, 44)));
        assert_eq!(range("7"), Ok((7, 7)));
        assert!(range("x-3").is_err());
    }
}
