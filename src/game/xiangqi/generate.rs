//! Legal moves, found without trying each: only moves of the king, of pinned pieces and answers
//! to double checks are tried out.

use super::RED;
use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::danger::Evasion;
use super::moves::{Move, MoveList, MoveSet};
use super::piece::Kind;
use super::square::{FILES, Square};

/// What becomes of the moves found.
pub(super) trait Sink {
    /// Takes the moves from one point to each of `targets`.
    fn add(&mut self, from: Square, targets: Bitboard);
    /// Takes a move to each of `targets`, from the point that `origin` tells.
    fn add_steps(&mut self, targets: Bitboard, origin: impl Fn(Square) -> Square);
}

impl Sink for MoveList {
    #[inline]
    fn add(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline]
    fn add_steps(&mut self, targets: Bitboard, origin: impl Fn(Square) -> Square) {
        for to in targets {
            self.push(Move::new(origin(to), to));
        }
    }
}

/// Only counts.
pub(super) struct Count(pub(super) u32);

impl Sink for Count {
    #[inline]
    fn add(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn add_steps(&mut self, targets: Bitboard, _origin: impl Fn(Square) -> Square) {
        self.0 += targets.count();
    }
}

impl Board {
    /// How many legal moves there are.
    pub fn count_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate(MoveSet::All, &mut count);
        count.0
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// Hands all legal moves of `set` to `sink`.
    #[inline]
    pub(super) fn generate(&self, set: MoveSet, sink: &mut impl Sink) {
        let own = self.color(self.turn());
        let wanted = match set {
            MoveSet::All => !own,
            MoveSet::Captures => self.color(self.turn().other()),
            MoveSet::Quiets => !self.occupied(),
        };
        let danger = self.danger();
        let king = self.king(self.turn());
        let others = own.without(king);
        sink.add(king, self.tried(king, attacks::king(king) & wanted));
        if danger.checkers.is_empty() {
            self.add_free(others - danger.pinned, wanted - danger.hollow, sink);
            self.add_tried(danger.pinned, wanted, sink);
        } else if danger.checkers.is_many() {
            self.add_tried(others, wanted, sink);
        } else if let Some(checker) = danger.checkers.first() {
            let evasion = Evasion::to(self, checker);
            let slow = danger.pinned | evasion.screen;
            self.add_free(others - slow, wanted & (evasion.targets - danger.hollow), sink);
            self.add_tried(slow, wanted, sink);
        }
    }

    /// Adds the moves of pieces that may go anywhere in `wanted`.
    #[inline]
    fn add_free(&self, movers: Bitboard, wanted: Bitboard, sink: &mut impl Sink) {
        let turn = self.turn();
        let occupied = self.occupied();
        // Kind by kind: asking each piece for its kind took 15 % of perft.
        for from in self.kind(Kind::Rook) & movers {
            sink.add(from, attacks::rook(from, occupied) & wanted);
        }
        for from in self.kind(Kind::Cannon) & movers {
            sink.add(from, attacks::cannon_moves(from, occupied) & wanted);
        }
        for from in self.kind(Kind::Horse) & movers {
            sink.add(from, attacks::horse(from, occupied) & wanted);
        }
        for from in self.kind(Kind::Elephant) & movers {
            sink.add(from, attacks::elephant(from, occupied) & wanted);
        }
        for from in self.kind(Kind::Advisor) & movers {
            sink.add(from, attacks::advisor(from) & wanted);
        }
        // Pawns step together.
        let pawns = self.kind(Kind::Pawn) & movers;
        let across = pawns - attacks::OWN_SIDE[turn.index()];
        let forward = if turn == RED { FILES as i8 } else { -(FILES as i8) };
        let back = |to: Square, step: i8| Square::at((to.index() as i8 - step) as u8);
        sink.add_steps(pawns.forward(turn) & wanted, |to| back(to, forward));
        sink.add_steps(across.right() & wanted, |to| back(to, 1));
        sink.add_steps(across.left() & wanted, |to| back(to, -1));
    }

    /// Adds those moves of `movers` that turn out to leave their king safe.
    fn add_tried(&self, movers: Bitboard, wanted: Bitboard, sink: &mut impl Sink) {
        for from in movers {
            if let Some(piece) = self.piece_at(from) {
                sink.add(from, self.tried(from, self.reach(piece, from) & wanted));
            }
        }
    }

    /// Those of `targets` where a piece from `from` leaves its king safe.
    fn tried(&self, from: Square, targets: Bitboard) -> Bitboard {
        let exposed = targets.filter(|&to| self.exposes_king(Move::new(from, to)));
        targets - exposed.collect()
    }
}
