//! Commands that ask who owns what: scores, dead stones, influence.
//!
//! One judgement of the stones on the board serves `final_score` and `final_status_list`, before
//! and after both sides pass, so they never disagree. Where the rules make the players take dead
//! stones off (Tromp-Taylor), everything on the board is alive.

use std::time::Duration;

use super::GoTable;
use super::analyze::chance;
use super::arguments::list;
use super::task::Task;
use crate::base::Key;
use crate::engine::Engine;
use crate::engine::go::{Judgement, Status, judge};
use crate::game::Game;
use crate::game::go::{Board, Move, Point, Rules, Scoring};
use crate::protocol::gtp::{Call, Entry, Reply, Verdict, said};
use crate::search::{Limits, Line, TimeControl};

/// Playouts spent on an opinion about moves.
const OPINION_PLAYOUTS: u64 = 2000;

/// The longest time an opinion about moves may take.
const OPINION_TIME: Duration = Duration::from_secs(2);

/// What is asked about the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Prior probabilities of moves.
    Heatmap,
    /// The moves the engine likes.
    TopMoves,
}

/// A judged position.
#[derive(Debug)]
pub struct Judged {
    stones: Key,
    rules: Rules,
    judgement: Judgement,
}

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const JUDGE: &'static [Entry<Self>] = &[
        Entry { name: "final_score", run: |table, _| table.final_score() },
        Entry { name: "final_status_list", run: Self::final_status_list },
        Entry { name: "final_status", run: Self::final_status },
        Entry { name: "estimate_score", run: |table, _| table.estimate_score() },
        Entry { name: "experimental_score", run: |table, _| table.estimate_score() },
        Entry { name: "sanqi-ownership", run: |table, _| table.ownership() },
        Entry { name: "heatmap", run: |table, call| table.ask(Question::Heatmap, call) },
        Entry { name: "top_moves", run: |table, call| table.ask(Question::TopMoves, call) },
    ];

    /// What the stones on the board come to.
    fn judgement(&mut self) -> &Judgement {
        let (stones, rules) = (self.board().board_key(), *self.game().rules());
        let old = self.judged.take().filter(|old| old.stones == stones && old.rules == rules);
        let new = old.unwrap_or_else(|| Judged { stones, rules, judgement: judge(self.game()) });
        &self.judged.insert(new).judgement
    }

    fn stones_may_be_dead(&self) -> bool {
        let rules = self.game().rules();
        rules.friendly_pass || rules.scoring == Scoring::Territory
    }

    /// Black's points minus White's, dead stones taken off.
    fn score(&mut self) -> f32 {
        let dead = if self.stones_may_be_dead() {
            self.judgement().stones(Status::Dead)
        } else {
            Vec::new()
        };
        self.game().score(&dead)
    }

    fn final_score(&mut self) -> Verdict {
        let score = self.score();
        said(Game::<Board>::score_text(score))
    }

    fn final_status_list(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let status = match call.arg(0) {
            "alive" => Status::Alive,
            "seki" => Status::Seki,
            "dead" => Status::Dead,
            _ => return Err("invalid status".into()),
        };
        let chains: Vec<String> = if self.stones_may_be_dead() {
            self.judgement()
                .chains(status)
                .map(|chain| list(chain.stones.iter().copied()))
                .collect()
        } else if status == Status::Alive {
            self.board().chains().into_iter().map(|chain| list(chain.stones)).collect()
        } else {
            Vec::new()
        };
        said(chains.join("\n"))
    }

    /// GNU Go's status of one vertex.
    fn final_status(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(point) = super::arguments::point(self.size(), call.arg(0)) else {
            return Err("invalid coordinate".into());
        };
        if self.board().is_vacant(point) {
            return said("empty");
        }
        let may_be_dead = self.stones_may_be_dead();
        let judgement = self.judgement();
        let has = |status| judgement.stones(status).contains(&point);
        said(match (may_be_dead, has(Status::Dead), has(Status::Seki)) {
            (true, true, _) => "dead",
            (true, _, true) => "seki",
            _ => "alive",
        })
    }

    /// GNU Go's form; its bounds are White's lead.
    fn estimate_score(&mut self) -> Verdict {
        let black = self.score();
        let text = Game::<Board>::score_text(black);
        said(format!("{text} (upper bound: {:.1}, lower: {:.1})", -black, -black))
    }

    /// Rows of Black's ownership from the top, as GoGui draws them.
    fn ownership(&mut self) -> Verdict {
        let width = usize::from(self.size().width());
        let rows: Vec<String> = self
            .judgement()
            .ownership
            .chunks(width)
            .map(|row| row.iter().map(|value| format!("{value:.2}")).collect::<Vec<_>>().join(" "))
            .collect();
        said(format!("\n{}", rows.join("\n")))
    }

    fn ask(&mut self, question: Question, call: &Call<'_, '_>) -> Verdict {
        let limits = Limits {
            nodes: Some(OPINION_PLAYOUTS),
            time: TimeControl::PerMove(OPINION_TIME),
            lines: call.preferences.analysis_moves,
            ..Limits::default()
        };
        self.start(limits, Task::Ask(question));
        Ok(Reply::Thinking)
    }

    /// The answer to a question, by the lines of a search.
    pub(super) fn opinion(&self, question: Question, lines: &[Line<Move>]) -> String {
        match question {
            Question::Heatmap => self.heatmap(lines),
            Question::TopMoves => top_moves(lines),
        }
    }

    /// Leela Zero's rows of thousandths, the pass and the winning chance.
    fn heatmap(&self, lines: &[Line<Move>]) -> String {
        let prior = |mv: Move| {
            let line = lines.iter().find(|line| line.pv.first() == Some(&mv));
            line.map_or(0, |line| (line.prior * 1000.0).round() as u32)
        };
        let size = self.size();
        let row = |y| {
            let points = (0..size.width()).map(|x| Move::Place(Point::new(x, y)));
            points.map(|mv| format!("{:3}", prior(mv))).collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<_> = (0..size.height()).rev().map(row).collect();
        let win = lines.first().map_or(0.5, |line| chance(line.score).0);
        format!("\n{}\npass: {}\nwinrate: {win:.6}", rows.join("\n"), prior(Move::Pass))
    }
}

/// Moves and their winning chances, GNU Go's pairs.
fn top_moves(lines: &[Line<Move>]) -> String {
    let pairs = lines.iter().filter_map(|line| {
        let point = line.pv.first()?.point()?;
        Some(format!("{point} {:.2}", chance(line.score).0 * 100.0))
    });
    pairs.take(10).collect::<Vec<_>>().join(" ")
}
