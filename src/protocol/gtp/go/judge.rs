//! Commands that ask who owns what: scores, dead stones, influence.
//!
//! The engine's ownership of points decides which stones are dead, once for each position, so that
//! `final_score` and `final_status_list` never disagree. Where the rules make the players take dead
//! stones off (Tromp-Taylor), everything on the board is alive.

use std::time::Duration;

use super::GoTable;
use super::analyze::chance;
use super::arguments::list;
use super::task::Task;
use crate::base::Key;
use crate::engine::Engine;
use crate::game::go::{BLACK, Board, Chain, Move, Point, Rules, Scoring, score};
use crate::game::{Color, Game, Position};
use crate::protocol::gtp::{Call, Entry, Reply, Verdict};
use crate::search::{Limits, Line, Report, TimeControl};

/// Playouts spent on an opinion.
const JUDGING_PLAYOUTS: u64 = 2000;

/// The longest time an opinion may take.
const JUDGING_TIME: Duration = Duration::from_secs(2);

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The result if the game ended here.
    FinalScore,
    /// The stones of a status.
    Stones(Status),
    /// The engine's guess of the result.
    Estimate,
    /// Prior probabilities of moves.
    Heatmap,
    /// The moves the engine likes.
    TopMoves,
    /// Who owns each point.
    Ownership,
}

/// What becomes of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays.
    Alive,
    /// It stays and surrounds nothing that counts.
    Seki,
    /// It is taken off.
    Dead,
}

/// The engine's opinion of a position.
#[derive(Debug)]
pub struct Judgement {
    /// The position.
    key: Key,
    rules: Rules,
    turn: Color,
    /// Who owns each point, 1 the side to move, rows from the top; empty if the engine does not say.
    ownership: Vec<f32>,
    lines: Vec<Line<Move>>,
}

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const JUDGE: &'static [Entry<Self>] = &[
        Entry { name: "final_score", run: |table, call| table.ask(Question::FinalScore, call) },
        Entry { name: "final_status_list", run: Self::final_status_list },
        Entry { name: "estimate_score", run: |table, call| table.ask(Question::Estimate, call) },
        Entry {
            name: "experimental_score",
            run: |table, call| table.ask(Question::Estimate, call),
        },
        Entry { name: "heatmap", run: |table, call| table.ask(Question::Heatmap, call) },
        Entry { name: "top_moves", run: |table, call| table.ask(Question::TopMoves, call) },
        Entry { name: "sanqi-ownership", run: |table, call| table.ask(Question::Ownership, call) },
    ];

    fn final_status_list(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let status = match call.arg(0) {
            "alive" => Status::Alive,
            "seki" => Status::Seki,
            "dead" => Status::Dead,
            _ => return Err("invalid status".into()),
        };
        self.ask(Question::Stones(status), call)
    }

    /// Answers at once if the engine has an opinion or needs none; else it starts to think.
    fn ask(&mut self, question: Question, call: &Call<'_, '_>) -> Verdict {
        let about_stones = matches!(question, Question::FinalScore | Question::Stones(_));
        if self.current_judgement().is_some() || (about_stones && !self.stones_may_be_dead()) {
            return self.opinion(question).map(Reply::Said).map_err(Into::into);
        }
        let limits = Limits {
            nodes: Some(JUDGING_PLAYOUTS),
            time: TimeControl::PerMove(JUDGING_TIME),
            lines: call.preferences.analysis_moves,
            ..Limits::default()
        };
        self.start(limits, Task::Judge(question));
        Ok(Reply::Thinking)
    }

    /// Keeps what a search thinks of the present position.
    pub(super) fn remember_judgement(&mut self, report: &Report<Move>) {
        self.judgement = Some(Judgement {
            key: self.board().board_key(),
            rules: *self.game().rules(),
            turn: self.board().turn(),
            ownership: report.ownership.clone().unwrap_or_default(),
            lines: report.lines.clone(),
        });
    }

    fn current_judgement(&self) -> Option<&Judgement> {
        let here = self.board().board_key();
        let rules = *self.game().rules();
        self.judgement.as_ref().filter(|judged| judged.key == here && judged.rules == rules)
    }

    /// The answer to a question about the present position.
    pub(super) fn opinion(&self, question: Question) -> Result<String, &'static str> {
        Ok(match question {
            Question::FinalScore => Game::<Board>::score_text(self.game().score(&self.dead())),
            Question::Stones(status) => self.chains_of(status),
            Question::Estimate => self.estimate().ok_or("cannot score")?,
            Question::Heatmap => self.heatmap(),
            Question::TopMoves => self.top_moves(),
            Question::Ownership => self.ownership_board().ok_or("cannot score")?,
        })
    }

    fn stones_may_be_dead(&self) -> bool {
        let rules = self.game().rules();
        rules.friendly_pass || rules.scoring == Scoring::Territory
    }

    /// The stones that are taken off before counting.
    fn dead(&self) -> Vec<Point> {
        if !self.stones_may_be_dead() {
            return Vec::new();
        }
        let chains = self.board().chains();
        chains
            .into_iter()
            .filter(|chain| self.is_lost(chain))
            .flat_map(|chain| chain.stones)
            .collect()
    }

    /// Whether the opponent will own the chain's points.
    fn is_lost(&self, chain: &Chain) -> bool {
        let owned = chain.stones.iter().filter_map(|&stone| self.owned_by(chain.color, stone));
        owned.sum::<f32>() < 0.0
    }

    /// How surely `color` owns the point, from −1 to 1, if the engine says.
    fn owned_by(&self, color: Color, point: Point) -> Option<f32> {
        let judged = self.current_judgement()?;
        let size = self.size();
        let row_from_top = usize::from(size.height().checked_sub(1)?.checked_sub(point.y)?);
        let place = row_from_top * usize::from(size.width()) + usize::from(point.x);
        let value = *judged.ownership.get(place)?;
        Some(if judged.turn == color { value } else { -value })
    }

    /// The chains of a status, one on each line.
    fn chains_of(&self, status: Status) -> String {
        let dead = self.dead();
        let seki = score::seki(self.board(), &dead);
        let has = |chain: &Chain| {
            let among = |list: &[Point]| chain.stones.iter().all(|stone| list.contains(stone));
            match status {
                Status::Dead => among(&dead),
                Status::Seki => among(&seki),
                Status::Alive => !among(&dead) && !among(&seki),
            }
        };
        let chains = self.board().chains().into_iter().filter(has);
        chains.map(|chain| list(chain.stones)).collect::<Vec<_>>().join("\n")
    }

    fn estimate(&self) -> Option<String> {
        let judged = self.current_judgement()?;
        let (_, lead) = chance(judged.lines.first()?.score);
        let black = if judged.turn == BLACK { lead } else { -lead };
        let text = Game::<Board>::score_text(black);
        // GNU Go's form; its bounds are White's lead.
        Some(format!("{text} (upper bound: {:.1}, lower: {:.1})", -black, -black))
    }

    /// Leela Zero's rows of thousandths, the pass and the winning chance.
    fn heatmap(&self) -> String {
        let lines = self.current_judgement().map_or(&[][..], |judged| &judged.lines);
        let prior = |mv: Move| {
            let line = lines.iter().find(|line| line.pv.first() == Some(&mv));
            line.map_or(0, |line| (line.prior * 1000.0).round() as u32)
        };
        let size = self.size();
        let row = |y| {
            let points = (0..size.width()).map(|x| Point::new(x, y));
            points
                .map(|point| format!("{:3}", prior(Move::Place(point))))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows: Vec<_> = (0..size.height()).rev().map(row).collect();
        let win = lines.first().map_or(0.5, |line| chance(line.score).0);
        format!("\n{}\npass: {}\nwinrate: {win:.6}", rows.join("\n"), prior(Move::Pass))
    }

    /// Moves and their winning chances, GNU Go's pairs.
    fn top_moves(&self) -> String {
        let lines = self.current_judgement().map_or(&[][..], |judged| &judged.lines);
        let pairs = lines.iter().filter_map(|line| {
            let point = line.pv.first()?.point()?;
            Some(format!("{point} {:.2}", chance(line.score).0 * 100.0))
        });
        pairs.take(10).collect::<Vec<_>>().join(" ")
    }

    /// Rows of Black's ownership from the top, as GoGui draws them.
    fn ownership_board(&self) -> Option<String> {
        let size = self.size();
        let row = |y| {
            let points = (0..size.width()).map(|x| Point::new(x, y));
            let values: Option<Vec<_>> =
                points.map(|point| Some(format!("{:.2}", self.owned_by(BLACK, point)?))).collect();
            Some(values?.join(" "))
        };
        let rows: Option<Vec<_>> = (0..size.height()).rev().map(row).collect();
        Some(format!("\n{}", rows?.join("\n")))
    }
}
