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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::xiangqi::{Board, Move};

    /// The points that the move chases under Asian rules.
    fn chased(fen: &str, mv: &str) -> String {
        let board = Board::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(board.is_legal(mv), "{board}");
        let before = Stand::of(&board);
        let after = before.after(mv.from(), mv.to());
        let rule =
            ChaseRule { chasers: Chasers::WithoutKingAndPawns, exchange: Exchange::IfItCanCapture };
        let chased = rule.chased(&before, &after, board.turn());
        chased.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Each line is a test: the fact, the position, the move, what it chases.
    macro_rules! facts {
        ($($fact:ident: $fen:literal, $mv:literal => $chased:literal;)*) => {
            $(#[test]
            fn $fact() {
                assert_eq!(chased($fen, $mv), $chased);
            })*
        };
    }

    facts! {
        a_rook_chases_a_horse_that_nobody_protects:
            "3k5/9/9/9/4n4/9/9/9/9/R3K4 w", "a0a5" => "e5";
        a_protected_horse_is_not_chased_by_a_rook:
            "3kr4/9/9/9/4n4/9/9/9/9/R4K3 w", "a0a5" => "";
        a_horse_chases_a_protected_rook:
            "3kr4/9/9/9/4r4/9/9/1N7/9/5K3 w", "b2d3" => "e5";
        a_cannon_chases_a_protected_rook:
            "3kr4/9/9/9/2P1r4/9/9/C8/9/5K3 w", "a2a5" => "e5";
        an_advisor_chases_a_protected_horse:
            "4kr3/9/9/9/9/9/9/3K1n3/9/5A3 w", "f0e1" => "f2";
        an_elephant_chases_a_protected_cannon:
            "4k1r2/9/9/9/9/6c2/9/9/9/2BK5 w", "c0e2" => "g4";
        a_rook_that_can_strike_back_is_offered_an_exchange:
            "3k5/9/9/9/4r4/9/9/R8/9/5K3 w", "a2a5" => "";
        a_rook_pinned_by_another_is_chased:
            "4k4/9/9/9/4r4/9/9/R8/9/3KR4 w", "a2a5" => "e5";
        a_horse_that_can_strike_back_is_offered_an_exchange:
            "3k5/9/5n3/9/9/9/3N5/9/9/5K3 w", "d3e5" => "";
        a_blocked_horse_is_chased_by_a_horse:
            "3k5/9/5n3/5c3/9/9/3N5/9/9/5K3 w", "d3e5" => "f7";
        a_pawn_at_home_is_never_chased:
            "3k5/9/9/p8/9/9/9/9/8R/4K4 w", "i1a1" => "";
        a_pawn_across_the_river_is_chased:
            "3k5/9/9/9/9/p8/9/9/8R/4K4 w", "i1a1" => "a4";
        a_pawn_does_not_chase:
            "3k5/9/9/1P1r5/9/9/9/9/9/4K4 w", "b6c6" => "";
        a_pinned_horse_does_not_chase:
            "4k4/9/9/9/9/9/9/4c1N2/9/3K4r w", "g2f0" => "";
        a_king_cannot_retake_beside_a_rook:
            "3kncC2/5R3/9/9/9/9/9/9/9/5K3 w", "f8f9" => "e9";
        what_stood_behind_a_captured_piece_is_chased:
            "n4k3/9/9/9/9/9/9/9/p8/R3K4 w", "a0a1" => "a9";
        moving_along_the_line_of_attack_is_no_chase:
            "n2k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a1" => "";
        cutting_off_the_protector_chases:
            "3kr4/9/9/3P5/R3n4/9/9/9/9/5K3 w", "d6e6" => "e5";
        a_check_by_another_piece_does_not_undo_protection:
            "3kr4/9/9/9/3N5/4c4/9/9/9/3R1K3 w", "d5c3" => "";
    }
}
