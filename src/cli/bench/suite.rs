//! `sanqi bench suite`: how many positions with a known best move the xiangqi player solves.
//!
//! The suite is EPD, one position a line: `FEN bm h2e2; id "tactics 01";` asks for the best move,
//! `FEN dm 3; id "mate 01";` for the proof of a mate in at most so many moves.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::engine::xiangqi::{Config, Player};
use crate::engine::{Common, Engine};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move};
use crate::search::{Answer, Choice, Control, Limits, Score, TimeControl};

/// The suite that comes with sanqi.
const SUITE: &str = include_str!("../../../engine-tests/suite-xiangqi.epd");

/// Counts the positions with a known best move, or a mate to prove, that the xiangqi player solves
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi bench suite\n  sanqi bench suite --seconds 1\n  \
    sanqi bench suite my.epd --nodes 1000000 --threads 2\n\n\
    Lines of a suite: `FEN bm MOVE ...; id \"NAME\";` for best moves, `FEN dm N; id \"NAME\";` for a mate \
    in N moves.")]
pub struct Suite {
    /// A suite of your own
    #[arg(value_name = "FILE.epd")]
    file: Option<PathBuf>,
    /// Nodes for each position
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seconds for each position, in place of nodes
    #[arg(long)]
    seconds: Option<f64>,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Best(Vec<Move>),
    Mate(u32),
}

/// A position and what is asked about it.
#[derive(Clone, Debug)]
struct Problem {
    name: String,
    board: Board,
    question: Question,
}

impl Problem {
    /// Reads a line.
    fn read(line: &str) -> Result<Self, String> {
        let mut fen = Vec::new();
        let mut words = line.split_whitespace();
        let opcode = loop {
            match words.next() {
                Some(word @ ("bm" | "dm")) => break word,
                Some(word) => fen.push(word),
                None => return Err(format!("expected `bm` or `dm` in `{line}`")),
            }
        };
        let board = Board::from_fen(&fen.join(" ")).map_err(|error| format!("{line}: {error}"))?;
        let rest = words.collect::<Vec<_>>().join(" ");
        let (operand, rest) =
            rest.split_once(';').ok_or_else(|| format!("expected `;` in `{line}`"))?;
        let question = match opcode {
            "dm" => operand
                .trim()
                .parse()
                .map(Question::Mate)
                .map_err(|error| format!("{line}: {error}"))?,
            _ => Question::Best(
                moves(&board, operand).ok_or_else(|| format!("{line}: not legal: {operand}"))?,
            ),
        };
        let name = rest.split('"').nth(1).unwrap_or("position").to_owned();
        Ok(Self { name, board, question })
    }

    fn is_solved_by(&self, answer: &Answer<Move>) -> bool {
        match &self.question {
            Question::Best(moves) => matches!(&answer.choice, Choice::Play(mv) if moves.contains(mv)),
            Question::Mate(most) => answer.report.lines.first().is_some_and(|line| {
                line.proven && matches!(line.score, Score::Mate(moves) if (1..=*most as i32).contains(&moves))
            }),
        }
    }
}

/// Legal moves, with spaces between them; `None` if one is not, or there is none.
fn moves(board: &Board, text: &str) -> Option<Vec<Move>> {
    let moves: Option<Vec<Move>> = text
        .split_whitespace()
        .map(|word| word.parse().ok().filter(|&mv| board.is_legal(mv)))
        .collect();
    moves.filter(|moves| !moves.is_empty())
}

/// The problems of a suite; empty lines and those that begin with `#` are none.
fn problems(text: &str) -> Result<Vec<Problem>, String> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(Problem::read)
        .collect()
}

impl Suite {
    /// Searches every position and prints what was not solved, and how many were.
    pub fn run(&self) -> Result<(), Failure> {
        let text = match &self.file {
            Some(path) => fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?,
            None => SUITE.to_owned(),
        };
        let problems = problems(&text).map_err(Failure::new)?;
        let common = Common { threads: self.threads.max(1), ..Common::default() };
        let mut player = Player::new(&Config { common, ..Config::default() });
        let progress = Progress::new(problems.len() as u64, "solving");
        // By the first word of the name: solved and all.
        let mut counts: BTreeMap<String, [u32; 2]> = BTreeMap::new();
        let mut unsolved = Vec::new();
        for problem in &problems {
            let answer = self.ask(&mut player, problem);
            let group = problem.name.split(' ').next().unwrap_or_default().to_owned();
            let count = counts.entry(group).or_default();
            count[1] += 1;
            if problem.is_solved_by(&answer) {
                count[0] += 1;
            } else {
                unsolved.push(format!(
                    "{:<12} {} {:?} not {:?}",
                    problem.name,
                    problem.board.fen(),
                    answer.choice,
                    problem.question
                ));
            }
            progress.add(1);
        }
        progress.finish();
        unsolved.iter().for_each(|line| say!("{line}"));
        for (group, [solved, all]) in &counts {
            say!("{group:<12} {solved:>3} of {all}");
        }
        let solved: u32 = counts.values().map(|count| count[0]).sum();
        say!("solved       {solved:>3} of {}", problems.len());
        Ok(())
    }

    fn ask(&self, player: &mut Player, problem: &Problem) -> Answer<Move> {
        player.new_game();
        let mut limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        if let Some(seconds) = self.seconds {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            limits = Limits { time: TimeControl::PerMove(time), ..Limits::default() };
        }
        if let Question::Mate(most) = problem.question {
            limits = Limits { mate: Some(most), ..Limits::default() };
        }
        let game = Game::new(problem.board.clone(), Default::default());
        player.think(&game, &limits, &Control::new(false), &mut |_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_well_formed_and_large_enough() {
        let problems = problems(SUITE).unwrap();
        let count =
            |word: &str| problems.iter().filter(|problem| problem.name.starts_with(word)).count();
        assert!(count("tactics") + count("endgame") >= 60, "{}", problems.len());
        assert!(count("mate") >= 20);
        let mut names: Vec<&str> = problems.iter().map(|problem| &*problem.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), problems.len(), "every problem has a name of its own");
    }

    #[test]
    fn what_is_no_problem_is_refused() {
        for line in
            ["", "4k4/9/9/9/9/9/9/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/9/R2K5 w bm a0b2;", "x w bm a0a1;"]
        {
            assert!(Problem::read(line).is_err(), "{line}");
        }
        let problem =
            Problem::read("4k4/9/9/9/9/9/9/9/9/R2K5 w - - bm a0a1 a0a9; id \"rook 1\";").unwrap();
        assert_eq!(
            (problem.name.as_str(), problem.question.clone()),
            ("rook 1", Question::Best(moves(&problem.board, "a0a1 a0a9").unwrap()))
        );
    }

    #[test]
    fn mates_of_the_suite_are_proved() {
        let suite = Suite { file: None, nodes: 1, seconds: None, threads: 1 };
        let mut player = Player::new(&Config::default());
        let problems = problems(SUITE).unwrap();
        let mates = problems.iter().filter(|problem| matches!(problem.question, Question::Mate(_)));
        for problem in mates.step_by(3) {
            let answer = suite.ask(&mut player, problem);
            assert!(problem.is_solved_by(&answer), "{}: {answer:?}", problem.name);
        }
    }
}
