//! What a chase is: a move that creates a threat to win a piece.
//!
//! A piece *threatens* an enemy if it could take it on the next move without exposing its own
//! king, and the capture would win something:
//!
//! - a rook threatened by a horse or a cannon, and a rook, horse or cannon threatened by an
//!   advisor or an elephant, protected or not;
//! - any other piece that nobody could retake at once. A protector that is pinned, or whose king
//!   the capture checks, or that the capture itself cuts off, is a false one;
//! - not the king (that is a check), not a pawn on its own side of the river;
//! - not a piece of the attacker's own kind that could take the attacker instead: that offers an
//!   exchange. A blocked horse and a pinned piece cannot, so they are threatened.
//!
//! A move *chases* the pieces that are threatened after it and were not before it. So attackers
//! uncovered by the move, screens put up, pins created and protectors cut off count, whoever moved;
//! a threat that merely goes on does not, even if another attacker takes it over, for then the
//! opponent has not answered it.

use super::stand::Stand;
use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Kind, Square};

/// Whose attacks may be chases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chasers {
    /// All but kings and pawns, which may chase for ever.
    WithoutKingAndPawns,
    /// Every piece.
    All,
}

/// When an attack on a piece of the attacker's own kind is only an offer to exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exchange {
    /// If the attacked piece can take the attacker.
    IfItCanCapture,
    /// Always.
    Always,
}

/// How a rule set sees chases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChaseRule {
    pub(super) chasers: Chasers,
    pub(super) exchange: Exchange,
}

impl ChaseRule {
    /// The enemies that `color` chases by a move from `before` to `after`.
    pub(super) fn chased(self, before: &Stand, after: &Stand, color: Color) -> Bitboard {
        let threatened = self.threatened(after, color);
        if threatened.is_empty() {
            return threatened;
        }
        threatened - self.threatened(before, color)
    }

    /// The enemies that `color` threatens.
    fn threatened(self, stand: &Stand, color: Color) -> Bitboard {
        let mut threatened = Bitboard::EMPTY;
        for kind in Kind::ALL {
            if self.chasers == Chasers::WithoutKingAndPawns
                && matches!(kind, Kind::King | Kind::Pawn)
            {
                continue;
            }
            for attacker in stand.pieces(color, kind) {
                for victim in stand.targets(color, kind, attacker) - threatened {
                    if self.threatens(stand, color, attacker, kind, victim) {
                        threatened = threatened.with(victim);
                    }
                }
            }
        }
        threatened
    }

    fn threatens(
        self,
        stand: &Stand,
        color: Color,
        attacker: Square,
        kind: Kind,
        victim: Square,
    ) -> bool {
        let enemy = color.other();
        let Some(prey) = stand.kind_at(victim) else { return false };
        if prey == Kind::King || prey == Kind::Pawn && !victim.is_across_river(enemy) {
            return false;
        }
        if !stand.is_safe(color, attacker, victim) {
            return false;
        }
        if outranks(prey, kind) {
            return true;
        }
        if prey == kind && self.is_exchange(stand, enemy, victim, attacker) {
            return false;
        }
        !is_protected(stand, enemy, victim, attacker)
    }

    /// Whether the attacked piece of `color` on `victim` may answer its like by capturing it.
    fn is_exchange(self, stand: &Stand, color: Color, victim: Square, attacker: Square) -> bool {
        match self.exchange {
            Exchange::Always => true,
            Exchange::IfItCanCapture => {
                stand.attackers(color, attacker).contains(victim)
                    && stand.is_safe(color, victim, attacker)
            }
        }
    }
}

/// Whether winning `prey` for the `attacker` is a gain even if the attacker is retaken.
const fn outranks(prey: Kind, attacker: Kind) -> bool {
    match attacker {
        Kind::Horse | Kind::Cannon => matches!(prey, Kind::Rook),
        Kind::Advisor | Kind::Elephant => matches!(prey, Kind::Rook | Kind::Horse | Kind::Cannon),
        _ => false,
    }
}

/// Whether `color` could retake on `victim` after the piece on `attacker` took there.
fn is_protected(stand: &Stand, color: Color, victim: Square, attacker: Square) -> bool {
    let taken = stand.after(attacker, victim);
    let excused = stand.checkers(color);
    let mut protectors = taken.attackers(color, victim);
    protectors
        .find(|&protector| {
            let retaken = taken.after(protector, victim);
            let is_king = taken.pieces(color, Kind::King).contains(protector);
            let excused = if is_king { Bitboard::EMPTY } else { excused };
            (retaken.checkers(color) - excused).is_empty()
        })
        .is_some()
}
