//! Commands that ask for an opinion on moves, for which a short search is made.

use std::time::Duration;

use super::GoTable;
use super::analyze::chance;
use super::task::Task;
use crate::engine::Engine;
use crate::game::go::{Board, Move, Point};
use crate::game::{Color, Position};
use crate::protocol::gtp::{Call, Entry, Reply, Verdict, said};
use crate::search::{Limits, Line, Report, TimeControl};

/// Playouts spent on an opinion.
const OPINION_PLAYOUTS: u64 = 2000;

/// The longest time an opinion may take.
const OPINION_TIME: Duration = Duration::from_secs(2);

/// The longest time a measurement of speed may take.
const BENCHMARK_TIME: Duration = Duration::from_secs(60);

/// What is asked about the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Prior probabilities of moves.
    Heatmap,
    /// The moves the engine likes.
    TopMoves,
    /// What KataGo's network would say: policy, winning chance, lead, ownership.
    Evaluation,
    /// How fast the search is.
    Benchmark,
}

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const OPINION: &'static [Entry<Self>] = &[
        Entry { name: "heatmap", run: |table, call| table.ask(Question::Heatmap, call) },
        Entry { name: "top_moves", run: |table, call| table.ask(Question::TopMoves, call) },
        Entry { name: "kata-raw-nn", run: |table, call| table.ask(Question::Evaluation, call) },
        Entry { name: "kata-benchmark", run: Self::benchmark },
        Entry { name: "lz-memory_report", run: |table, _| table.memory_report() },
    ];

    fn ask(&mut self, question: Question, call: &Call<'_, '_>) -> Verdict {
        let all = self.size().points() + 1;
        let (lines, least_lines) = match question {
            // A policy has a number for every point.
            Question::Heatmap | Question::Evaluation => (all, all),
            Question::TopMoves | Question::Benchmark => (call.preferences.analysis_moves, 0),
        };
        let limits = Limits {
            nodes: Some(OPINION_PLAYOUTS),
            time: TimeControl::PerMove(OPINION_TIME),
            lines,
            least_lines,
            ..Limits::default()
        };
        self.start(limits, Task::Ask(question));
        Ok(Reply::Thinking)
    }

    /// `kata-benchmark [PLAYOUTS]`.
    fn benchmark(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let playouts = match call.arg(0) {
            "" => OPINION_PLAYOUTS,
            text => text.parse().ok().filter(|&n| n > 0).ok_or("expected a number of playouts")?,
        };
        let time = TimeControl::PerMove(BENCHMARK_TIME);
        let limits = Limits { nodes: Some(playouts), time, ..Limits::default() };
        self.start(limits, Task::Ask(Question::Benchmark));
        Ok(Reply::Thinking)
    }

    /// Leela Zero's report: what the tree may take.
    fn memory_report(&self) -> Verdict {
        let tree = self.desk.setting("Hash").map_err(|error| error.to_string())?;
        said(format!("Estimated total memory consumption: {tree} MiB.\nSearch tree: {tree} MiB."))
    }

    /// The answer to a question, by the state of a search.
    pub(super) fn opinion(&self, question: Question, report: &Report<Move>) -> String {
        match question {
            Question::Heatmap => self.heatmap(&report.lines),
            Question::TopMoves => top_moves(&report.lines),
            Question::Evaluation => self.evaluation(report),
            Question::Benchmark => format!(
                "{} playouts in {:.3} s: {} playouts a second",
                report.nodes,
                report.elapsed.as_secs_f64(),
                report.speed()
            ),
        }
    }

    /// A number for each point, in rows from the top.
    fn rows(&self, cell: impl Fn(Point) -> String) -> String {
        let size = self.size();
        let row = |y| {
            let cells = (0..size.width()).map(|x| cell(Point::new(x, y)));
            cells.collect::<Vec<_>>().join(" ")
        };
        (0..size.height()).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// Leela Zero's rows of thousandths, the pass and the winning chance.
    fn heatmap(&self, lines: &[Line<Move>]) -> String {
        let thousandths = |mv| (prior(lines, mv).unwrap_or(0.0) * 1000.0).round() as u32;
        let rows = self.rows(|point| format!("{:3}", thousandths(Move::Place(point))));
        let win = lines.first().map_or(0.5, |line| chance(line.score).0);
        format!("\n{rows}\npass: {}\nwinrate: {win:.6}", thousandths(Move::Pass))
    }

    /// The prior probability of a move: none where it is illegal, nothing where the search never looks.
    fn policy(&self, lines: &[Line<Move>], mv: Move) -> Option<f32> {
        prior(lines, mv).or_else(|| self.game().is_legal(mv).then_some(0.0))
    }

    /// What `kata-raw-nn` prints: all from White's view, `NAN` where no move is legal.
    fn evaluation(&self, report: &Report<Move>) -> String {
        let lines = &report.lines;
        let sign = if self.board().turn() == Color::Second { 1.0 } else { -1.0 };
        let (win, lead) = lines.first().map_or((0.5, 0.0), |line| chance(line.score));
        let white_win = 0.5 + sign * (win - 0.5);
        let number = |value: Option<f32>| value.map_or("NAN".to_owned(), |v| format!("{v:.6}"));
        let policy = self.rows(|point| number(self.policy(lines, Move::Place(point))));
        let owned = |point: Point| {
            let index = self.size().points()
                - usize::from(self.size().width()) * (usize::from(point.y) + 1)
                + usize::from(point.x);
            report.ownership.as_ref().and_then(|values| values.get(index).copied()).unwrap_or(0.0)
        };
        let ownership = self.rows(|point| format!("{:.7}", sign * owned(point)));
        format!(
            "\nsymmetry 0\nwhiteWin {white_win:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\n\
             whiteLead {:.3}\npolicy\n{policy}\npolicyPass {}\nwhiteOwnership\n{ownership}",
            1.0 - white_win,
            sign * lead,
            number(self.policy(lines, Move::Pass)),
        )
    }
}

/// The prior probability of a move, if it was considered.
fn prior(lines: &[Line<Move>], mv: Move) -> Option<f32> {
    lines.iter().find(|line| line.pv.first() == Some(&mv)).map(|line| line.prior)
}

/// Moves and their winning chances, GNU Go's pairs.
fn top_moves(lines: &[Line<Move>]) -> String {
    let pairs = lines.iter().filter_map(|line| {
        let point = line.pv.first()?.point()?;
        Some(format!("{point} {:.2}", chance(line.score).0 * 100.0))
    });
    pairs.take(10).collect::<Vec<_>>().join(" ")
}
