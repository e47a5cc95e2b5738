//! What a search says, in UCCI's and UCI's words.

use super::ranks::Ranks;
use super::request::Dialect;
use crate::game::Game;
use crate::game::xiangqi::{Board, Move};
use crate::search::{Answer, Bound, Choice, Event, Line, Report, Score};

/// UCCI has no word for a mate: this value less the plies to it.
const UCCI_MATE: i32 = 30_000;

/// How things are written for one controller about one position.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    /// Its dialect.
    pub dialect: Dialect,
    /// How it counts ranks.
    pub ranks: Ranks,
    /// The game that is searched.
    pub game: &'a Game<Board>,
}

impl Writer<'_> {
    /// The lines for an event.
    pub fn event(&self, event: &Event<Move>) -> Vec<String> {
        match event {
            Event::Report(report) => self.report(report),
            Event::Current { mv, number, depth } => vec![match self.dialect {
                Dialect::Ucci => format!("info currmove {}", self.mv(*mv)),
                _ => {
                    format!("info depth {depth} currmove {} currmovenumber {number}", self.mv(*mv))
                }
            }],
            Event::Note(text) => vec![self.remark(text)],
        }
    }

    /// A remark for a person.
    pub fn remark(&self, text: &str) -> String {
        remark(self.dialect, text)
    }

    /// The lines for the state of a search.
    pub fn report(&self, report: &Report<Move>) -> Vec<String> {
        let mut lines: Vec<String> = match self.dialect {
            // The standard has no counts in the line of the score, and one line: several are
            // numbered only when somebody asked for them.
            Dialect::Ucci => report
                .lines
                .iter()
                .zip(1..)
                .map(|(line, number)| {
                    let (depth, score) = (report.depth, ucci_score(line.score));
                    let several = report.lines.len() > 1;
                    let number = if several { format!(" multipv {number}") } else { String::new() };
                    format!("info depth {depth}{number} score {score} pv {}", self.pv(line))
                })
                .chain([format!("info time {} nodes {}", report.elapsed.as_millis(), report.nodes)])
                .collect(),
            _ => report
                .lines
                .iter()
                .enumerate()
                .map(|(index, line)| self.uci_line(report, index + 1, line))
                .collect(),
        };
        if report.lines.first().is_some_and(|line| line.from_book) {
            lines.push(self.remark("book"));
        }
        lines
    }

    fn uci_line(&self, report: &Report<Move>, number: usize, line: &Line<Move>) -> String {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        format!(
            "info depth {} seldepth {} multipv {number} score {}{bound} nodes {} nps {} \
             hashfull {} time {} pv {}",
            report.depth,
            report.seldepth,
            uci_score(line.score),
            report.nodes,
            report.speed(),
            report.hashfull,
            report.elapsed.as_millis(),
            self.pv(line),
        )
    }

    /// The last line of a search.
    pub fn best(&self, answer: &Answer<Move>) -> String {
        let first_line = answer.report.lines.first();
        let searched = first_line.and_then(|line| line.pv.first().copied());
        let (mv, resign) = match answer.choice {
            Choice::Play(mv) => (Some(mv), false),
            // Giving up goes with a move in UCCI and does not exist in UCI.
            Choice::Resign => (searched.or_else(|| self.game.legal_moves().first().copied()), true),
            Choice::Nothing => (None, false),
        };
        let Some(mv) = mv else { return self.no_move() };
        let expected = answer.ponder.filter(|_| answer.choice == Choice::Play(mv));
        let ponder = expected.map_or_else(String::new, |mv| format!(" ponder {}", self.mv(mv)));
        let end = match self.dialect {
            Dialect::Ucci if resign => " resign",
            Dialect::Ucci if answer.draw => " draw",
            _ => "",
        };
        format!("bestmove {}{ponder}{end}", self.mv(mv))
    }

    /// There is no move.
    pub fn no_move(&self) -> String {
        match self.dialect {
            Dialect::Ucci => "nobestmove",
            _ => "bestmove (none)",
        }
        .to_owned()
    }

    fn mv(&self, mv: Move) -> String {
        self.ranks.write(self.game.position(), mv)
    }

    fn pv(&self, line: &Line<Move>) -> String {
        line.pv.iter().map(|&mv| self.mv(mv)).collect::<Vec<_>>().join(" ")
    }
}

/// A remark for a person.
pub fn remark(dialect: Dialect, text: &str) -> String {
    let one_line = text.replace(['\n', '\r'], " ");
    match dialect {
        Dialect::Ucci => format!("info message {one_line}"),
        _ => format!("info string {one_line}"),
    }
}

/// A score as UCCI's plain number.
pub fn ucci_score(score: Score) -> i32 {
    match score {
        Score::Hundredths(value) => value,
        Score::Mate(moves) if moves > 0 => UCCI_MATE - (2 * moves - 1),
        Score::Mate(moves) => -UCCI_MATE - 2 * moves,
        Score::Chance { win, .. } => hundredths(win),
    }
}

fn uci_score(score: Score) -> String {
    match score {
        Score::Hundredths(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
        Score::Chance { win, .. } => format!("cp {}", hundredths(win)),
    }
}

/// A winning chance as an advantage in hundredths of a pawn.
fn hundredths(win: f32) -> i32 {
    let win = win.clamp(0.001, 0.999);
    ((win / (1.0 - win)).ln() * 250.0) as i32
}
