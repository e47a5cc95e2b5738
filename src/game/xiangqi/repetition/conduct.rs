//! How each side behaved in a cycle of moves, and who is at fault.

use super::chase::{ChaseRule, Chasers, Exchange};
use super::stand::Stand;
use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Move, MoveSet, RepetitionRule};

/// What a side did on each of its moves of a cycle. The worse conduct loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Conduct {
    /// Nothing that a rule forbids.
    Allowed,
    /// It chased.
    Chase,
    /// It chased a rook that a horse of its own pins all the time; the rook has no better answer
    /// than to threaten back, which is forgiven.
    ChaseOfPinnedRook,
    /// It checked.
    Check,
}

/// Why a side loses by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It checked on every move.
    PerpetualCheck,
    /// It chased on every move.
    PerpetualChase,
}

impl Conduct {
    const fn fault(self) -> Fault {
        match self {
            Self::Check => Fault::PerpetualCheck,
            _ => Fault::PerpetualChase,
        }
    }
}

/// Who loses for going through `cycle`, which led from `board` back to the same position without
/// a capture; `None` if nobody or both are at fault.
pub(super) fn loser(rule: RepetitionRule, board: &Board, cycle: &[Move]) -> Option<(Color, Fault)> {
    let conduct = match rule {
        RepetitionRule::None => return None,
        RepetitionRule::Asian => one_prey(Exchange::IfItCanCapture, board, cycle),
        RepetitionRule::ComputerLeague => one_prey(Exchange::Always, board, cycle),
        RepetitionRule::Chinese => any_threat(board, cycle),
    };
    let [first, second] = conduct;
    match first.cmp(&second) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some((Color::First, first.fault())),
        std::cmp::Ordering::Less => Some((Color::Second, second.fault())),
    }
}

/// The plies of a cycle: who moves, the stand before, the move, the stand after.
fn plies(board: &Board, cycle: &[Move]) -> impl Iterator<Item = (Color, Stand, Move, Stand)> {
    let mut stand = Stand::of(board);
    let mut mover = board.turn();
    cycle.iter().map(move |&mv| {
        let ply = (mover, stand, mv, stand.after(mv.from(), mv.to()));
        (mover, stand) = (mover.other(), ply.3);
        ply
    })
}

/// Asian and computer-league rules: checks on every move, or a chase of one and the same piece on
/// every move.
fn one_prey(exchange: Exchange, board: &Board, cycle: &[Move]) -> [Conduct; 2] {
    let rule = ChaseRule { chasers: Chasers::WithoutKingAndPawns, exchange };
    let mut checks = [true; 2];
    for (mover, _, _, after) in plies(board, cycle) {
        checks[mover.index()] &= after.checkers(mover.other()).any();
    }
    if checks != [false; 2] {
        return checks.map(|checks| if checks { Conduct::Check } else { Conduct::Allowed });
    }
    // The enemies that each side has chased so far on each of its moves, where they stand now,
    // and those of them that are rooks pinned by a horse all the time.
    let mut prey = Color::BOTH.map(|color| board.color(color.other()));
    let mut pinned = Color::BOTH.map(|color| board.pieces(color.other(), Kind::Rook));
    for (mover, before, mv, after) in plies(board, cycle) {
        let own = prey[mover.index()];
        if own.any() {
            prey[mover.index()] = own & rule.chased(&before, &after, mover);
        }
        for set in [&mut prey[mover.other().index()], &mut pinned[mover.other().index()]] {
            *set = follow(*set, mv);
        }
        for chaser in Color::BOTH {
            let rooks = &mut pinned[chaser.index()];
            *rooks = rooks.filter(|&rook| after.is_pinned_by_horse(chaser.other(), rook)).collect();
        }
        if prey == [Bitboard::EMPTY; 2] {
            return [Conduct::Allowed; 2];
        }
    }
    Color::BOTH.map(|color| {
        let prey = prey[color.index()];
        if prey.is_empty() {
            Conduct::Allowed
        } else if exchange == Exchange::IfItCanCapture && prey.meets(pinned[color.index()]) {
            Conduct::ChaseOfPinnedRook
        } else {
            Conduct::Chase
        }
    })
}

/// The set of pieces after one of them may have moved.
fn follow(set: Bitboard, mv: Move) -> Bitboard {
    if set.contains(mv.from()) { set.without(mv.from()).with(mv.to()) } else { set }
}

/// Chinese rules: every move a check, a threat of mate or a chase, of whatever pieces.
fn any_threat(board: &Board, cycle: &[Move]) -> [Conduct; 2] {
    let strict =
        ChaseRule { chasers: Chasers::WithoutKingAndPawns, exchange: Exchange::IfItCanCapture };
    let wide = ChaseRule { chasers: Chasers::All, ..strict };
    let mut checks = [true; 2];
    let mut forbidden = [true; 2];
    // Chases by king and pawn are no fault, but answer the opponent's.
    let mut pressing = [true; 2];
    let mut position = board.clone();
    for (mover, before, mv, after) in plies(board, cycle) {
        let earlier = position.clone();
        position.play(mv);
        let side = mover.index();
        let check = position.in_check();
        checks[side] &= check;
        let hard = check
            || forbidden[side]
                && (strict.chased(&before, &after, mover).any()
                    || threatens_mate(&earlier, &position));
        forbidden[side] &= hard;
        pressing[side] &= hard || pressing[side] && wide.chased(&before, &after, mover).any();
    }
    let conduct = Color::BOTH.map(|color| match color.index() {
        side if checks[side] => Conduct::Check,
        side if forbidden[side] => Conduct::Chase,
        _ => Conduct::Allowed,
    });
    match conduct {
        [Conduct::Chase, Conduct::Allowed] if pressing[1] => [Conduct::Allowed; 2],
        [Conduct::Allowed, Conduct::Chase] if pressing[0] => [Conduct::Allowed; 2],
        _ => conduct,
    }
}

/// Whether the move from `before` to `after`, not a check, threatens a mate that was not there.
fn threatens_mate(before: &Board, after: &Board) -> bool {
    let mut again = after.clone();
    again.play_null();
    has_mate(&again) && !has_mate(before)
}

/// Whether the side to move can mate at once.
fn has_mate(board: &Board) -> bool {
    board.moves(MoveSet::All).into_iter().filter(|&mv| board.gives_check(mv)).any(|mv| {
        let mut next = board.clone();
        next.play(mv);
        !next.has_legal_move()
    })
}
