//! The pieces without a turn: what stands where, and what a move would do to it.
//!
//! Judging a chase asks "and if that were captured, and retaken?" of positions in which the turn
//! is somebody else's, so the board with its turn, clock and keys is of no use here.

use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Square, attacks};

/// Who stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
}

impl Stand {
    /// The pieces of `board`.
    pub(super) fn of(board: &Board) -> Self {
        Self {
            kinds: Kind::ALL.map(|kind| board.kind(kind)),
            colors: Color::BOTH.map(|color| board.color(color)),
        }
    }

    /// The stand after the piece on `from` went to `to`, taking what stood there.
    #[must_use]
    pub(super) fn after(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        for set in next.kinds.iter_mut().chain(&mut next.colors) {
            let moves = set.contains(from);
            *set = set.without(from).without(to);
            if moves {
                *set = set.with(to);
            }
        }
        next
    }

    /// What stands on `square`.
    pub(super) fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.kinds[kind.index()].contains(square))
    }

    /// The points of `color`'s pieces.
    pub(super) fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The points of `color`'s pieces of `kind`.
    pub(super) fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The points of all pieces.
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The enemies that `color`'s piece of `kind` on `square` could take, its king's safety aside.
    pub(super) fn targets(&self, color: Color, kind: Kind, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let reach = match kind {
            Kind::King => attacks::king(square),
            Kind::Advisor => attacks::advisor(square),
            Kind::Elephant => attacks::elephant(square, occupied),
            Kind::Horse => attacks::horse(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Cannon => attacks::cannon(square, occupied),
            Kind::Pawn => attacks::pawn(color, square),
        };
        reach & self.color(color.other())
    }

    /// `color`'s pieces that could take on `square`, their king's safety aside.
    pub(super) fn attackers(&self, color: Color, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let of = |kind: Kind| self.pieces(color, kind);
        attacks::rook(square, occupied) & of(Kind::Rook)
            | attacks::cannon(square, occupied) & of(Kind::Cannon)
            | attacks::horse_attackers(square, occupied) & of(Kind::Horse)
            | attacks::pawn_attackers(color, square) & of(Kind::Pawn)
            | attacks::king(square) & of(Kind::King)
            | attacks::advisor(square) & of(Kind::Advisor)
            | attacks::elephant(square, occupied) & of(Kind::Elephant)
    }

    /// The pieces that check `color`'s king; the other king too, if the two face each other.
    pub(super) fn checkers(&self, color: Color) -> Bitboard {
        let enemy = color.other();
        let Some(king) = self.pieces(color, Kind::King).first() else { return Bitboard::EMPTY };
        let facing = self.pieces(enemy, Kind::King)
            & Bitboard::file(king.file())
            & attacks::rook(king, self.occupied());
        self.attackers(enemy, king) | facing
    }

    /// Whether `color`'s piece on `from` may go to `to`: nothing attacks its king afterwards but
    /// what did so before. (After a check the other side's threats and protections are judged as
    /// if the check were already met.)
    pub(super) fn is_safe(&self, color: Color, from: Square, to: Square) -> bool {
        let checkers = self.after(from, to).checkers(color);
        let is_king = self.pieces(color, Kind::King).contains(from);
        let excused = if is_king { Bitboard::EMPTY } else { self.checkers(color) };
        (checkers - excused).is_empty()
    }

    /// Whether the rook on `rook` hobbles an enemy horse that would otherwise check its king.
    pub(super) fn is_pinned_by_horse(&self, color: Color, rook: Square) -> bool {
        let Some(king) = self.pieces(color, Kind::King).first() else { return false };
        let mut horses = self.pieces(color.other(), Kind::Horse) & attacks::horse_jumps(king);
        horses.find(|&horse| attacks::horse_leg(horse, king) == rook).is_some()
    }
}
