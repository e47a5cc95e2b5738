//! Static exchange: what a capture wins once both sides have taken back on its point.
//!
//! Every piece that leaves its point changes who else can reach the target: cannons gain and lose
//! screens, horses and elephants lose their hobbles, rooks and cannons behind come to bear. So the
//! attackers are asked for anew after each capture. A piece may not take if that opens its king's file
//! or rank.

use super::score::Value;
use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Move, Square};

/// What a piece of each kind is worth in an exchange.
const WORTH: [Value; 7] = [10_000, 180, 180, 400, 900, 420, 100];

/// Kinds from the least to the most valuable.
const ORDER: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

/// What a piece of `kind` is worth in an exchange.
#[inline]
pub const fn worth(kind: Kind) -> Value {
    WORTH[kind.index()]
}

/// Whether `mv` and the exchange it begins win at least `threshold`.
pub fn wins_at_least(board: &Board, mv: Move, threshold: Value) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = board.piece_at(from) else { return false };
    // `balance`: what the side that has just taken is above the threshold, if it is left alone.
    let mut balance = board.captured(mv).map_or(0, |piece| worth(piece.kind)) - threshold;
    if balance < 0 {
        return false;
    }
    balance = worth(mover.kind) - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    let mut side = mover.color;
    let mut wins = true;
    loop {
        side = side.other();
        let Some((kind, square)) = least_attacker(board, to, occupied, side) else { return wins };
        if kind == Kind::King {
            // A king takes only what nobody protects any more, not even a pinned piece.
            let after = occupied.without(square);
            let guards = board.attackers_to(to, after) & board.color(side.other());
            return if guards.any() { wins } else { !wins };
        }
        wins = !wins;
        balance = worth(kind) - balance;
        if balance < i32::from(wins) {
            return wins;
        }
        occupied = occupied.without(square);
    }
}

/// The least valuable piece of `side` that can take on `to`.
fn least_attacker(
    board: &Board,
    to: Square,
    occupied: Bitboard,
    side: Color,
) -> Option<(Kind, Square)> {
    let attackers = board.attackers_to(to, occupied) & board.color(side);
    if attackers.is_empty() {
        return None;
    }
    ORDER
        .into_iter()
        .flat_map(|kind| (attackers & board.kind(kind)).into_iter().map(move |at| (kind, at)))
        .find(|&(kind, at)| kind == Kind::King || may_leave(board, at, to, occupied, side))
}

/// Whether the piece on `from`, leaving for `to`, leaves its king safe. Only lines through the king are
/// looked at: other pins are rare.
fn may_leave(board: &Board, from: Square, to: Square, occupied: Bitboard, side: Color) -> bool {
    let king = board.king(side);
    if king.file() != from.file() && king.rank() != from.rank() {
        return true;
    }
    let after = occupied.without(from).with(to);
    let attackers = board.attackers_to(king, after) & board.color(side.other()) & after;
    attackers.without(to).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::positions::along_random_games;
    use crate::game::xiangqi::{MoveSet, Piece};

    /// The pieces that stand, by point: the slow board of the reference.
    type Stand = [Option<Piece>; 90];

    fn stand(board: &Board) -> Stand {
        let mut stand = [None; 90];
        for (square, piece) in board.placed() {
            stand[square.index()] = Some(piece);
        }
        stand
    }

    /// Whether the piece on `from` could take on `to`, by walking over the board point by point.
    fn takes(stand: &Stand, from: Square, to: Square) -> bool {
        let Some(piece) = stand[from.index()] else { return false };
        let full = |square: Square| stand[square.index()].is_some();
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        let home = |square: Square| square.rank_for(piece.color);
        let palace = |square: Square| home(square) <= 2 && (3..=5).contains(&square.file());
        let between = || {
            let steps = files.abs().max(ranks.abs());
            (1..steps)
                .filter_map(|n| from.offset(files.signum() * n, ranks.signum() * n))
                .filter(|&square| full(square))
                .count()
        };
        let straight = (files == 0) != (ranks == 0);
        match piece.kind {
            Kind::King => files.abs() + ranks.abs() == 1 && palace(to),
            Kind::Advisor => files.abs() == 1 && ranks.abs() == 1 && palace(to),
            Kind::Elephant => {
                let eye = from.offset(files / 2, ranks / 2);
                files.abs() == 2
                    && ranks.abs() == 2
                    && home(to) <= 4
                    && eye.is_some_and(|eye| !full(eye))
            }
            Kind::Horse => {
                let leg = from.offset(files / 2, ranks / 2);
                files.abs() * ranks.abs() == 2 && leg.is_some_and(|leg| !full(leg))
            }
            Kind::Rook => straight && between() == 0,
            Kind::Cannon => straight && between() == 1,
            Kind::Pawn => {
                let ahead = i16::from(home(to)) - i16::from(home(from));
                let sideways = from.is_across_river(piece.color) && ranks == 0 && files.abs() == 1;
                files == 0 && ahead == 1 || sideways
            }
        }
    }

    /// Whether the piece on `from` stands in line with its king and may not take on `to`, because that
    /// opens the line.
    fn is_pinned(stand: &Stand, from: Square, to: Square) -> bool {
        let mut after = *stand;
        after[to.index()] = after[from.index()].take();
        let Some(mover) = stand[from.index()] else { return false };
        let king_of = |color| {
            let king = Some(Piece::new(color, Kind::King));
            Square::all().find(|square| after[square.index()] == king)
        };
        // A king that is taken ends all pins.
        let (Some(king), Some(other)) = (king_of(mover.color), king_of(mover.color.other())) else {
            return false;
        };
        let in_line = king.file() == from.file() || king.rank() == from.rank();
        if mover.kind == Kind::King || !in_line {
            return false;
        }
        let is_enemy =
            |at: &Square| after[at.index()].is_some_and(|piece| piece.color != mover.color);
        let ranks = king.rank().min(other.rank()) + 1..king.rank().max(other.rank());
        let full = |square: Square| after[square.index()].is_some();
        let faces = king.file() == other.file()
            && Square::all()
                .filter(|at| at.file() == king.file() && ranks.contains(&at.rank()))
                .all(|at| !full(at));
        faces || Square::all().filter(is_enemy).any(|at| takes(&after, at, king))
    }

    /// What the side to take on `to` wins at most if each takes with its least valuable piece.
    fn exchange(stand: &Stand, to: Square, side: Color) -> Value {
        let victim = stand[to.index()].expect("something to take");
        let cheapest = ORDER.into_iter().find_map(|kind| {
            let piece = Piece::new(side, kind);
            let mut own = Square::all().filter(|&from| stand[from.index()] == Some(piece));
            own.find(|&from| takes(stand, from, to) && !is_pinned(stand, from, to))
        });
        let Some(from) = cheapest else { return 0 };
        let mut after = *stand;
        after[to.index()] = after[from.index()].take();
        (worth(victim.kind) - exchange(&after, to, side.other())).max(0)
    }

    /// What `mv` wins, by the reference.
    fn reference(board: &Board, mv: Move) -> Value {
        let mut after = stand(board);
        after[mv.to().index()] = after[mv.from().index()].take();
        let gain = board.captured(mv).map_or(0, |piece| worth(piece.kind));
        gain - exchange(&after, mv.to(), board.turn().other())
    }

    #[test]
    fn exchanges_win_what_playing_them_out_wins() {
        let mut compared = 0;
        along_random_games(11, 30, |board, _| {
            for mv in board.moves(MoveSet::All) {
                let value = reference(board, mv);
                // A king that takes a protected piece is worth more than any exchange.
                if value.abs() > 5000 {
                    continue;
                }
                compared += 1;
                assert!(wins_at_least(board, mv, value), "{mv} wins {value} in\n{board}");
                assert!(!wins_at_least(board, mv, value + 1), "{mv} wins {value} in\n{board}");
            }
        });
        assert!(compared > 50_000, "{compared}");
    }

    fn wins(fen: &str, mv: &str, threshold: Value) -> bool {
        wins_at_least(&fen.parse().unwrap(), mv.parse().unwrap(), threshold)
    }

    #[test]
    fn a_pinned_piece_does_not_protect() {
        // The elephant could take the rook, but for the cannon on the king's file: it is one of two
        // screens.
        let free = "3k5/9/9/9/9/9/4p4/4B4/6r2/3AK4 b - - 0 1";
        assert!(!wins(free, "g1g0", -899));
        let pinned = "3k5/9/9/4c4/9/9/4p4/4B4/6r2/3AK4 b - - 0 1";
        assert!(wins(pinned, "g1g0", 0));
    }

    #[test]
    fn a_cannon_behind_a_cannon_protects_it() {
        // When the first cannon has taken the horse, the pawn is the second one's screen: the rook
        // may not take back.
        let fen = "3k5/9/4r4/4n4/9/4P4/4C4/4C4/9/5K3 w - - 0 1";
        assert!(wins(fen, "e3e6", 400));
        assert!(!wins(fen, "e3e6", 401));
        let alone = "3k5/9/4r4/4n4/9/4P4/4C4/9/9/5K3 w - - 0 1";
        assert!(!wins(alone, "e3e6", 0), "without it the rook takes the cannon");
    }

    #[test]
    fn a_screen_that_captures_is_a_screen_no_more() {
        // The pawn is the cannon's screen; when it takes, the cannon behind no longer protects it.
        let fen = "3k5/9/4r4/4p4/4P4/9/9/4C4/9/5K3 w - - 0 1";
        assert!(wins(fen, "e5e6", 0));
        assert!(!wins(fen, "e5e6", 1));
    }
}
