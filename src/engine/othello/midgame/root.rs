//! The root: iterative deepening and the lines it finds.

use super::{Midgame, NOTHING, Searching, shared};
use crate::base::Key;
use crate::engine::othello::solve::position_key;
use crate::game::Position;
use crate::game::othello::{Board, Instructions, Move, Square, Squares};

/// A root move and what the search found behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The expected line, the root move first.
    pub pv: Vec<Move>,
    /// Score for the side to move, in hundredths of a disc.
    pub score: i32,
    /// Depth it was searched to.
    pub depth: u32,
    /// Nodes spent on it at that depth.
    pub nodes: u64,
}

/// The root moves of one search, the best first.
#[derive(Clone, Debug)]
pub struct Root {
    board: Board,
    moves: Vec<Square>,
}

impl Root {
    /// The `allowed` moves of `board`.
    pub fn new(board: &Board, allowed: u64) -> Self {
        Self { board: *board, moves: Squares(board.mobility() & allowed).collect() }
    }

    /// Searches all moves one depth; the best `lines` of them with their exact scores, the best
    /// first. `None` if ended early: then nothing but the order of moves already known holds. A first
    /// line that ended early is still told where it found a move better than the first.
    pub fn search(
        &mut self,
        search: &mut Midgame<'_>,
        depth: u32,
        lines: usize,
    ) -> Option<Vec<Found>> {
        let mut found: Vec<Found> = Vec::new();
        while found.len() < lines.min(self.moves.len()) {
            let from = found.len();
            let before = search.nodes();
            let (at, score) = self.best(search, depth, from)?;
            // The best comes first at the next depth too; the others keep their order.
            self.moves[from..=at].rotate_right(1);
            let pv = self.line(search, self.moves[from], depth);
            found.push(Found { pv, score, depth, nodes: search.nodes() - before });
        }
        Some(found)
    }

    /// The best of the moves from `from` on: its index and score.
    fn best(&self, search: &mut Midgame<'_>, depth: u32, from: usize) -> Option<(usize, i32)> {
        if search.threads > 1 && depth >= shared::FROM_DEPTH {
            let found = shared::best(search, &self.board, &self.moves[from..], depth);
            let (square, score) = found.best.or(found.better.filter(|_| from == 0))?;
            let at = self.moves.iter().position(|&mv| mv == square)?;
            return Some((at, score));
        }
        let (mut best, mut best_at) = (NOTHING, from);
        for (at, &square) in self.moves.iter().enumerate().skip(from) {
            let mut next = self.board;
            next.play(Move::Place(square));
            let mut score = NOTHING;
            if at > from {
                score = -value(search, &next, depth - 1, -best - 1, -best);
            }
            if at == from || score > best {
                score = -value(search, &next, depth - 1, -6400, 6400.min(-best));
            }
            if search.solver.is_halted() {
                let better = best_at > from && from == 0;
                return better.then_some((best_at, best));
            }
            if score > best {
                (best, best_at) = (score, at);
            }
        }
        Some((best_at, best))
    }

    /// The line the table remembers behind a move.
    fn line(&self, search: &Midgame<'_>, square: Square, depth: u32) -> Vec<Move> {
        let mut board = self.board;
        let mut line = vec![Move::Place(square)];
        board.play(Move::Place(square));
        while line.len() < depth as usize && !board.is_over() {
            let mv = if board.must_pass() {
                Move::Pass
            } else {
                let key = Key(position_key(board.mover(), board.opponent()));
                let known = search.table.probe(key).and_then(|known| known.mv.checked_sub(1));
                let square = known.and_then(|n| u8::try_from(n).ok()).and_then(Square::new);
                match square.map(Move::Place) {
                    Some(mv) if board.is_legal(mv) => mv,
                    _ => break,
                }
            };
            line.push(mv);
            board.play(mv);
        }
        line
    }
}

/// The score of a position for its side to move.
pub(super) fn value(
    search: &mut Midgame<'_>,
    board: &Board,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let (mover, opponent) = (board.mover(), board.opponent());
    match Instructions::detect() {
        Instructions::Portable(kernel) => {
            Searching::node(kernel, search, mover, opponent, depth, alpha, beta)
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(kernel) => {
            Searching::node(kernel, search, mover, opponent, depth, alpha, beta)
        }
    }
}
