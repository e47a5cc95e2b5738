//! Hands out the moves of a position, the most promising first, and generates no more than asked for.

use arrayvec::ArrayVec;

use super::history::{History, Past};
use super::see;
use crate::game::xiangqi::{Board, MAX_MOVES, Move, MoveList, MoveSet};

/// What the order may look at.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'a> {
    /// The position.
    pub board: &'a Board,
    /// What earlier nodes taught.
    pub history: &'a History,
    /// The steps before this position.
    pub past: Past,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All of them.
    All,
    /// Captures that do not lose material.
    Captures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    ListCaptures,
    GoodCaptures,
    ListQuiets,
    Quiets,
    BadCaptures,
    ListEvasions,
    Evasions,
    Done,
}

#[derive(Clone, Copy, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Evasions that capture come before all others.
const CAPTURE_FIRST: i32 = 1 << 20;

/// The moves of one node, in order.
#[derive(Debug)]
pub struct Picker {
    wanted: Wanted,
    stage: Stage,
    table: Option<Move>,
    next: usize,
    moves: ArrayVec<Scored, MAX_MOVES>,
    bad: ArrayVec<Move, 48>,
    skips_quiets: bool,
}

impl Picker {
    /// The picker of `wanted` moves of `board`; `table` comes first if it is legal.
    pub fn new(board: &Board, wanted: Wanted, table: Option<Move>) -> Self {
        let all = wanted == Wanted::All || board.in_check();
        let table = table.filter(|&mv| board.is_legal(mv) && (all || board.captured(mv).is_some()));
        Self {
            wanted,
            stage: Stage::Table,
            table,
            next: 0,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
            skips_quiets: false,
        }
    }

    /// Hands out no quiet move any more.
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether there may be another move: false only if there is none.
    pub fn may_have_more(&self) -> bool {
        match self.stage {
            Stage::Quiets => {
                !self.skips_quiets && self.next < self.moves.len() || !self.bad.is_empty()
            }
            Stage::BadCaptures => self.next < self.bad.len(),
            Stage::Evasions => self.next < self.moves.len(),
            Stage::Done => false,
            _ => true,
        }
    }

    /// The next move.
    pub fn next(&mut self, known: &Knowledge<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if known.board.in_check() {
                        Stage::ListEvasions
                    } else {
                        Stage::ListCaptures
                    };
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::ListCaptures => {
                    self.list_captures(known);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.next_good_capture(known) {
                    Some(mv) => return Some(mv),
                    None => self.stage = self.after_captures(),
                },
                Stage::ListQuiets => {
                    self.list_quiets(known);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.next_quiet() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::BadCaptures;
                        self.next = 0;
                    }
                },
                Stage::BadCaptures => match self.bad.get(self.next) {
                    Some(&mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::ListEvasions => {
                    self.list_evasions(known);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.select() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn after_captures(&self) -> Stage {
        match self.wanted {
            Wanted::All => Stage::ListQuiets,
            Wanted::Captures => Stage::Done,
        }
    }

    fn list_captures(&mut self, known: &Knowledge<'_>) {
        self.fill(&known.board.moves(MoveSet::Captures), |mv| capture_score(known, mv));
    }

    fn next_good_capture(&mut self, known: &Knowledge<'_>) -> Option<Move> {
        while let Some(mv) = self.select() {
            if see::wins_at_least(known.board, mv, 0) {
                return Some(mv);
            }
            if self.wanted == Wanted::All {
                // No position has 48 losing captures; the last of more would only come unsorted.
                let _ = self.bad.try_push(mv);
            }
        }
        None
    }

    fn list_quiets(&mut self, known: &Knowledge<'_>) {
        if self.skips_quiets {
            self.moves.clear();
            self.next = 0;
            return;
        }
        self.fill(&known.board.moves(MoveSet::Quiets), |mv| quiet_score(known, mv));
    }

    fn next_quiet(&mut self) -> Option<Move> {
        if self.skips_quiets { None } else { self.select() }
    }

    fn list_evasions(&mut self, known: &Knowledge<'_>) {
        self.fill(&known.board.moves(MoveSet::All), |mv| {
            if known.board.captured(mv).is_some() {
                CAPTURE_FIRST + capture_score(known, mv)
            } else {
                quiet_score(known, mv)
            }
        });
    }

    /// Takes over `moves` but the table's, each with its score.
    fn fill(&mut self, moves: &MoveList, score: impl Fn(Move) -> i32) {
        self.next = 0;
        self.moves.clear();
        for &mv in moves {
            if self.table != Some(mv) {
                self.moves.push(Scored { mv, score: score(mv) });
            }
        }
    }

    /// Takes the best of the remaining moves.
    #[inline]
    fn select(&mut self) -> Option<Move> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].score > rest[best].score {
                best = index;
            }
        }
        let mv = rest.get(best)?.mv;
        rest.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

/// The most valuable victim first, among equals what cut before.
fn capture_score(known: &Knowledge<'_>, mv: Move) -> i32 {
    let board = known.board;
    match (board.piece_at(mv.from()), board.captured(mv)) {
        (Some(piece), Some(taken)) => {
            let history = known.history.capture(piece, mv.to(), taken.kind);
            16 * see::worth(taken.kind) - see::worth(piece.kind).min(1000) / 8 + history / 4
        }
        _ => 0,
    }
}

fn quiet_score(known: &Knowledge<'_>, mv: Move) -> i32 {
    match known.board.piece_at(mv.from()) {
        Some(piece) => known.history.quiet(mv, piece, &known.past),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::positions::along_random_games;
    use crate::game::xiangqi::MoveSet;

    fn drain(mut picker: Picker, known: &Knowledge<'_>) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(known)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_hints() {
        let history = History::default();
        let mut hints: Vec<Move> = Vec::new();
        along_random_games(21, 15, |board, mv| {
            hints.push(mv);
            let known = Knowledge { board, history: &history, past: [None; 3] };
            let hint = |back: usize| hints.len().checked_sub(back).map(|index| hints[index]);
            // The move played is legal here; hints of earlier plies may be legal, or captures, or nonsense.
            for table in [Some(mv), hint(2), hint(3), None] {
                let picker = Picker::new(board, Wanted::All, table);
                let mut handed = drain(picker, &known);
                if let Some(table) = table.filter(|&table| board.is_legal(table)) {
                    assert_eq!(handed[0], table, "{board}");
                }
                handed.sort_unstable();
                let mut legal = board.moves(MoveSet::All).to_vec();
                legal.sort_unstable();
                assert_eq!(handed, legal, "{board}");
            }
        });
    }

    #[test]
    fn quiescence_is_handed_captures_that_lose_nothing() {
        let history = History::default();
        along_random_games(22, 10, |board, _| {
            if board.in_check() {
                return;
            }
            let known = Knowledge { board, history: &history, past: [None; 3] };
            let handed = drain(Picker::new(board, Wanted::Captures, None), &known);
            for mv in board.moves(MoveSet::All) {
                let due = board.captured(mv).is_some() && see::wins_at_least(board, mv, 0);
                assert_eq!(handed.contains(&mv), due, "{mv} in\n{board}");
            }
        });
    }

    #[test]
    fn skipped_quiets_do_not_come_but_bad_captures_do() {
        let history = History::default();
        along_random_games(23, 5, |board, _| {
            if board.in_check() {
                return;
            }
            let known = Knowledge { board, history: &history, past: [None; 3] };
            let mut picker = Picker::new(board, Wanted::All, None);
            picker.skip_quiets();
            let handed = drain(picker, &known);
            assert_eq!(handed.len(), board.moves(MoveSet::Captures).len(), "{board}");
        });
    }
}
