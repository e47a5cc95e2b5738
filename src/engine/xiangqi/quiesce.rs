//! The search beyond the horizon: captures and answers to checks, until the position is quiet enough to
//! be evaluated.

use super::look::{NO_EVAL, answers};
use super::order::{Picker, Wanted};
use super::score::{INFINITE, MATE_FLOOR, MAX_PLY, Value, from_table, mated_at, to_table};
use super::see;
use super::worker::Search;
use crate::game::xiangqi::Move;
use crate::search::{Bound, Entry};

/// A quiescence node.
#[derive(Clone, Copy, Debug)]
struct Quiet {
    alpha: Value,
    beta: Value,
    ply: usize,
    /// Plies beyond the horizon.
    beyond: usize,
}

impl Search<'_> {
    /// The value of the position at `ply` once nothing hangs.
    pub(super) fn quiesce(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        self.quiesce_node(Quiet { alpha, beta, ply, beyond: 0 })
    }

    fn quiesce_node(&mut self, mut node: Quiet) -> Value {
        let ply = node.ply;
        self.seldepth = self.seldepth.max(ply);
        self.plies[ply].pv.clear();
        if self.must_stop() {
            return 0;
        }
        if let Some(value) = self.value_by_rule(ply) {
            return value;
        }
        let in_check = self.board(ply).in_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.static_value(ply) };
        }
        let entry = self.shared.table.probe(self.board(ply).key());
        if let Some(value) = cutoff(&node, entry) {
            return value;
        }
        let (raw, mut best) = self.stand_pat(ply, entry);
        if best >= node.beta {
            return best;
        }
        node.alpha = node.alpha.max(best);
        let mut best_move = None;
        let table_move = entry.and_then(|entry| Move::from_bits(entry.mv));
        let mut picker = Picker::new(self.board(ply), Wanted::Captures, table_move);
        while let Some(mv) = picker.next(&self.knowledge(ply)) {
            if self.is_hopeless(&node, mv, best) {
                continue;
            }
            self.make(ply, mv);
            let (alpha, beta) = (-node.beta, -node.alpha);
            let value =
                -self.quiesce_node(Quiet { alpha, beta, ply: ply + 1, beyond: node.beyond + 1 });
            self.unmake();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > node.alpha {
                    best_move = Some(mv);
                    self.extend_pv(ply, mv);
                    if value >= node.beta {
                        break;
                    }
                    node.alpha = value;
                }
            }
        }
        if best == -INFINITE {
            // In check and no answer.
            return mated_at(ply);
        }
        self.store_quiet(&node, raw, best, best_move);
        best
    }

    /// The evaluation as it came, and the value of doing nothing: none when in check.
    fn stand_pat(&mut self, ply: usize, entry: Option<Entry>) -> (Option<Value>, Value) {
        if self.board(ply).in_check() {
            self.plies[ply].eval = None;
            return (None, -INFINITE);
        }
        let raw = match entry {
            Some(entry) if entry.eval != NO_EVAL => Value::from(entry.eval),
            _ => self.evaluation.value(ply, &self.plies[ply].board),
        };
        let eval = self.corrected(ply, raw);
        self.plies[ply].eval = Some(eval);
        if let Some(entry) = entry
            && let Some(bound) = entry.bound
        {
            let value = from_table(entry.score, ply);
            if value.abs() < MATE_FLOOR && answers(bound, value, eval, eval) {
                return (Some(raw), value);
            }
        }
        (Some(raw), eval)
    }

    /// Whether `mv` is not worth trying. Where there is no check, only captures that lose nothing are
    /// handed out. In check, once an answer that holds is known, captures that lose material add little,
    /// and further down quiet answers do, too.
    fn is_hopeless(&self, node: &Quiet, mv: Move, best: Value) -> bool {
        let board = self.board(node.ply);
        if best <= -MATE_FLOOR || !board.in_check() {
            return false;
        }
        match board.captured(mv) {
            None => node.beyond > 2,
            Some(_) => !see::wins_at_least(board, mv, 0),
        }
    }

    fn store_quiet(&self, node: &Quiet, raw: Option<Value>, best: Value, mv: Option<Move>) {
        let entry = Entry {
            mv: mv.map_or(0, Move::bits),
            score: to_table(best, node.ply),
            eval: raw.map_or(NO_EVAL, |raw| raw as i16),
            depth: 0,
            bound: Some(if best >= node.beta { Bound::Lower } else { Bound::Upper }),
            pv: false,
        };
        self.shared.table.store(self.board(node.ply).key(), entry);
    }
}

/// The table's value, if it answers the question.
fn cutoff(node: &Quiet, entry: Option<Entry>) -> Option<Value> {
    let entry = entry?;
    if node.beta - node.alpha > 1 {
        return None;
    }
    let value = from_table(entry.score, node.ply);
    answers(entry.bound?, value, node.alpha, node.beta).then_some(value)
}
