//! What threatens a king: who checks it, and what its side must not do.
//!
//! Known once per position, it spares trying every move: all but a few are seen to be safe.

use super::Color;
use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::piece::Kind;
use super::square::Square;

/// What the pieces of one side mean to the other's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Danger {
    /// The pieces that check the king.
    pub(super) checkers: Bitboard,
    /// The king's own pieces whose going away, or staying between, may matter: the only piece
    /// before a rook or the other king, one of two before a cannon, a horse's hobble.
    pub(super) pinned: Bitboard,
    /// The points before a hollow cannon: nothing stands between it and the king, and whoever
    /// goes there becomes its screen.
    pub(super) hollow: Bitboard,
}

impl Danger {
    pub(super) const NONE: Self =
        Self { checkers: Bitboard::EMPTY, pinned: Bitboard::EMPTY, hollow: Bitboard::EMPTY };

    /// The danger to `color`'s king.
    #[inline]
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let king = board.king(color);
        let own = board.color(color);
        let enemy = color.other();
        let occupied = board.occupied();
        let lines = attacks::lines(king);
        let mut danger = Self::NONE;
        let straight = board.pieces(enemy, Kind::Rook) & lines
            | board.pieces(enemy, Kind::King) & Bitboard::file(king.file());
        for rook in straight {
            let between = attacks::between(king, rook) & occupied;
            if between.is_empty() {
                danger.checkers = danger.checkers.with(rook);
            } else if !between.is_many() {
                danger.pinned |= between & own;
            }
        }
        for cannon in board.pieces(enemy, Kind::Cannon) & lines {
            let path = attacks::between(king, cannon);
            let between = path & occupied;
            // Cheaper than counting on machines without an instruction for it.
            let behind_first = between.without_first();
            if between.is_empty() {
                danger.hollow |= path;
            } else if behind_first.is_empty() {
                danger.checkers = danger.checkers.with(cannon);
            } else if !behind_first.is_many() {
                danger.pinned |= between & own;
            }
        }
        for horse in board.pieces(enemy, Kind::Horse) & attacks::horse_jumps(king) {
            let leg = Bitboard::of(attacks::horse_leg(horse, king));
            if leg.meets(occupied) {
                danger.pinned |= leg & own;
            } else {
                danger.checkers = danger.checkers.with(horse);
            }
        }
        danger.checkers |= board.pieces(enemy, Kind::Pawn) & attacks::pawn_attackers(enemy, king);
        danger
    }
}

/// How pieces other than the king may answer a single check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evasion {
    /// Where any piece that is not pinned may go to end the check.
    pub(super) targets: Bitboard,
    /// The own piece that serves a checking cannon as screen: it may also go away.
    pub(super) screen: Bitboard,
}

impl Evasion {
    /// The answers to a check by the piece on `checker` alone.
    pub(super) fn to(board: &Board, checker: Square) -> Self {
        let king = board.king(board.turn());
        let at = Bitboard::of(checker);
        let kind = board.piece_at(checker).map_or(Kind::Rook, |piece| piece.kind);
        let none = Bitboard::EMPTY;
        match kind {
            Kind::Horse => {
                let leg = attacks::horse_leg(checker, king);
                Self { targets: at.with(leg), screen: none }
            }
            Kind::Cannon => {
                let path = attacks::between(king, checker);
                let screen = path & board.occupied();
                Self { targets: (path - screen) | at, screen: screen & board.color(board.turn()) }
            }
            Kind::Rook | Kind::King => {
                Self { targets: attacks::between(king, checker) | at, screen: none }
            }
            Kind::Pawn | Kind::Advisor | Kind::Elephant => Self { targets: at, screen: none },
        }
    }
}
