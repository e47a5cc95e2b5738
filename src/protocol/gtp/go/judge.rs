//! Commands that ask who owns what: scores, dead stones, influence.
//!
//! One judgement of the stones on the board serves `final_score` and `final_status_list`, before
//! and after both sides pass, so they never disagree. It is made on the engine's thread, for it takes a
//! while and the session must hear `quit` meanwhile. Where the rules make the players take dead
//! stones off (Tromp-Taylor), everything on the board is alive.

use std::sync::{Arc, OnceLock};

use super::GoTable;
use super::arguments::list;
use super::task::Task;
use crate::base::Key;
use crate::engine::Engine;
use crate::engine::go::{Deadline, Judgement, Status, judge};
use crate::game::Game;
use crate::game::go::{BLACK, Board, Point, Rules};
use crate::protocol::gtp::{Call, Entry, Reply, Verdict, arg, said};

/// A judged position.
#[derive(Debug)]
pub struct Judged {
    stones: Key,
    rules: Rules,
    /// What the board comes to if all of it lives: prisoners, handicap and the button are in it.
    plain: f32,
    judgement: Judgement,
}

/// A command that waits for the judgement of the stones on the board.
#[derive(Debug)]
pub struct Inquiry<E: Engine<Position = Board>> {
    /// Answers the command with its arguments.
    answer: Answer<E>,
    args: Vec<String>,
    /// Where the engine's thread leaves the judgement; empty if it was broken off.
    found: Arc<OnceLock<Judgement>>,
}

/// What a command makes of a judgement.
type Answer<E> = fn(&GoTable<E>, &[&str], &Judgement) -> Verdict;

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const JUDGE: &'static [Entry<Self>] = &[
        Entry { name: "final_score", run: |table, call| table.count(call, Self::final_score) },
        Entry {
            name: "final_status_list",
            // Nothing is judged for a word that is no status.
            run: |table, call| match status(arg(call.args, 0)) {
                Some(_) => table.count(call, Self::final_status_list),
                None => Err("invalid status".into()),
            },
        },
        Entry { name: "final_status", run: |table, call| table.count(call, Self::final_status) },
        Entry { name: "estimate_score", run: |table, call| table.count(call, Self::estimate) },
        Entry { name: "experimental_score", run: |table, call| table.count(call, Self::estimate) },
        Entry { name: "sanqi-ownership", run: |table, call| table.inquire(call, Self::ownership) },
        Entry {
            name: "initial_influence",
            run: |table, call| table.inquire(call, Self::initial_influence),
        },
    ];

    /// Answers with what the rules count: where the players must take dead stones off, all stones live.
    fn count(&mut self, call: &Call<'_, '_>, answer: Answer<E>) -> Verdict {
        if self.game().rules().has_dead_stones() {
            return self.inquire(call, answer);
        }
        answer(self, call.args, &Judgement::all_alive(self.game()))
    }

    /// Answers with the judgement of the stones on the board, which is made first if it is not known.
    fn inquire(&mut self, call: &Call<'_, '_>, answer: Answer<E>) -> Verdict {
        if let Some(known) = self.known_judgement() {
            return answer(self, call.args, known);
        }
        let (game, found) = (self.game().clone(), Arc::new(OnceLock::new()));
        let args = call.args.iter().map(|&arg| arg.to_owned()).collect();
        self.stopped = false;
        self.task = Some(Task::Judge(Inquiry { answer, args, found: Arc::clone(&found) }));
        self.desk.run(Box::new(move |control| {
            if let Some(judgement) = judge(&game, &Deadline::none(control)) {
                found.get_or_init(|| judgement);
            }
        }));
        Ok(Reply::Thinking)
    }

    /// The judgement of the stones on the board, if it was made.
    pub(super) fn known_judgement(&self) -> Option<&Judgement> {
        let known = self.judged.as_ref()?;
        let same = known.stones == self.board().board_key()
            && known.rules == *self.game().rules()
            && known.plain == self.game().score(&[]);
        same.then_some(&known.judgement)
    }

    /// The stones were judged for `inquiry`, or that was broken off.
    pub(super) fn judged(&mut self, inquiry: Inquiry<E>) -> Verdict {
        let Some(judgement) = Arc::into_inner(inquiry.found).and_then(OnceLock::into_inner) else {
            return Err("broken off before the stones were judged".into());
        };
        let args: Vec<&str> = inquiry.args.iter().map(String::as_str).collect();
        let verdict = (inquiry.answer)(self, &args, &judgement);
        let (stones, rules) = (self.board().board_key(), *self.game().rules());
        let plain = self.game().score(&[]);
        self.judged = Some(Judged { stones, rules, plain, judgement });
        verdict
    }

    fn final_score(&self, _args: &[&str], judgement: &Judgement) -> Verdict {
        said(Game::<Board>::score_text(judgement.score))
    }

    fn final_status_list(&self, args: &[&str], judgement: &Judgement) -> Verdict {
        let status = status(arg(args, 0)).ok_or("invalid status")?;
        let chains = judgement.chains(status).map(|chain| list(chain.stones.iter().copied()));
        said(chains.collect::<Vec<_>>().join("\n"))
    }

    /// GNU Go's status of one vertex.
    fn final_status(&self, args: &[&str], judgement: &Judgement) -> Verdict {
        let Some(point) = super::arguments::point(self.size(), arg(args, 0)) else {
            return Err("invalid coordinate".into());
        };
        if self.board().is_vacant(point) {
            return said("empty");
        }
        let has = |status| judgement.stones(status).contains(&point);
        said(match (has(Status::Dead), has(Status::Seki)) {
            (true, _) => "dead",
            (_, true) => "seki",
            _ => "alive",
        })
    }

    /// GNU Go's form; its bounds are White's lead.
    fn estimate(&self, _args: &[&str], judgement: &Judgement) -> Verdict {
        let black = judgement.score;
        let text = Game::<Board>::score_text(black);
        said(format!("{text} (upper bound: {:.1}, lower: {:.1})", -black, -black))
    }

    /// Rows of Black's ownership from the top, as GoGui draws them.
    fn ownership(&self, _args: &[&str], judgement: &Judgement) -> Verdict {
        let width = usize::from(self.size().width());
        let rows: Vec<String> = judgement
            .ownership
            .chunks(width)
            .map(|row| row.iter().map(|value| format!("{value:.2}")).collect::<Vec<_>>().join(" "))
            .collect();
        said(format!("\n{}", rows.join("\n")))
    }

    /// GNU Go's picture of influence: whose each point is, from −3 (Black's) to 3 (White's), and 4
    /// where a stone stands; or White's or Black's share of each point in hundredths.
    fn initial_influence(&self, args: &[&str], judgement: &Judgement) -> Verdict {
        if super::arguments::color(arg(args, 0)).is_none() {
            return Err("invalid color".into());
        }
        let (size, board) = (self.size(), self.board());
        let text = |point: Point, black: f32| -> Option<String> {
            Some(match (arg(args, 1), board.stone(point)) {
                ("influence_regions", Some(BLACK)) => "-4".to_owned(),
                ("influence_regions", Some(_)) => "4".to_owned(),
                ("influence_regions", None) => format!("{}", (-3.0 * black).round() as i32),
                ("white_influence", _) => format!("{:.2}", 50.0 * (1.0 - black)),
                ("black_influence", _) => format!("{:.2}", 50.0 * (1.0 + black)),
                _ => return None,
            })
        };
        let rows =
            judgement.ownership.chunks(usize::from(size.width())).zip((0..size.height()).rev());
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

/// A status as GTP names it.
fn status(word: &str) -> Option<Status> {
    match word {
        "alive" => Some(Status::Alive),
        "seki" => Some(Status::Seki),
        "dead" => Some(Status::Dead),
        _ => None,
    }
}
