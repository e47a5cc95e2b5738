//! Commands that ask who owns what: scores, dead stones, influence.
//!
//! One judgement of the stones on the board serves `final_score` and `final_status_list`, before
//! and after both sides pass, so they never disagree. Where the rules make the players take dead
//! stones off (Tromp-Taylor), everything on the board is alive.

use super::GoTable;
use super::arguments::list;
use crate::base::Key;
use crate::engine::Engine;
use crate::engine::go::{Judgement, Status, judge};
use crate::game::Game;
use crate::game::go::{BLACK, Board, Point, Rules, Scoring};
use crate::protocol::gtp::{Call, Entry, Verdict, said};

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
        Entry { name: "initial_influence", run: Self::initial_influence },
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

    /// GNU Go's picture of influence: whose each point is, from −3 (Black's) to 3 (White's), and 4
    /// where a stone stands; or White's or Black's share of each point in hundredths.
    fn initial_influence(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        if super::arguments::color(call.arg(0)).is_none() {
            return Err("invalid color".into());
        }
        let (size, board) = (self.size(), self.board().clone());
        let values = self.judgement().ownership.clone();
        let text = |point: Point, black: f32| -> Option<String> {
            Some(match (call.arg(1), board.stone(point)) {
                ("influence_regions", Some(BLACK)) => "-4".to_owned(),
                ("influence_regions", Some(_)) => "4".to_owned(),
                ("influence_regions", None) => format!("{}", (-3.0 * black).round() as i32),
                ("white_influence", _) => format!("{:.2}", 50.0 * (1.0 - black)),
                ("black_influence", _) => format!("{:.2}", 50.0 * (1.0 + black)),
                _ => return None,
            })
        };
        let rows = values.chunks(usize::from(size.width())).zip((0..size.height()).rev());
        let rows: Option<Vec<String>> = rows
            .map(|(row, y)| {
                let points = (0..size.width()).map(|x| Point::new(x, y));
                let cells = points.zip(row).map(|(point, &black)| text(point, black));
                Some(cells.collect::<Option<Vec<_>>>()?.join(" "))
            })
            .collect();
        said(format!("\n{}", rows.ok_or("unknown influence data")?.join("\n")))
    }
}
