//! What the evaluation looks at: each term is a place in the table of weights and a count.
//!
//! The same walk over the board feeds the player (which adds weights up) and the tuner (which
//! records the counts): a [`Sink`] takes the terms as they are found.

use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Square, attacks};

/// Takes terms as they are found.
pub trait Sink {
    /// The term numbered `term` speaks `count` times for `color`.
    fn add(&mut self, term: usize, color: Color, count: i32);
}

/// A run of weights of one meaning.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What the weights mean.
    pub name: &'static str,
    /// The first.
    pub start: usize,
    /// How many.
    pub len: usize,
    /// How many stand on one line of the table, for people.
    pub row: usize,
}

/// Points of half a board: the left half and the middle file, mirrored for the right.
pub const HALF: usize = 50;

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr, $row:expr;)*) => {
        groups!(@starts 0usize; $($(#[$doc])* $name: $len;)*);
        /// Every group of weights, in order.
        pub const GROUPS: &[Group] = &[
            $(Group { name: stringify!($name), start: $name, len: $len, row: $row }),*
        ];
    };
    (@starts $start:expr; $(#[$doc:meta])* $name:ident: $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        groups!(@starts $name + $len; $($rest)*);
    };
    (@starts $start:expr;) => {
        /// How many weights there are.
        pub const TERMS: usize = $start;
    };
}

groups! {
    /// Worth of a king on each point of half the board, from its own home rank up.
    KING: HALF, 5;
    /// The same for advisors.
    ADVISOR: HALF, 5;
    /// The same for elephants.
    ELEPHANT: HALF, 5;
    /// The same for horses.
    HORSE: HALF, 5;
    /// The same for rooks.
    ROOK: HALF, 5;
    /// The same for cannons.
    CANNON: HALF, 5;
    /// The same for pawns.
    PAWN: HALF, 5;
    /// A horse with so many points to go to.
    HORSE_MOBILITY: 9, 9;
    /// A rook with so many points to go to.
    ROOK_MOBILITY: 18, 9;
    /// A cannon with so many empty points to go to.
    CANNON_MOBILITY: 18, 9;
    /// Points of the enemy palace attacked, by horse, rook, cannon, pawn.
    PALACE_ATTACK: 4, 4;
    /// So many of our horses, rooks, cannons and crossed pawns attack the enemy palace.
    PALACE_ATTACKERS: 8, 8;
    /// Our horses, rooks, cannons, each against an enemy with 0, 1, 2 advisors.
    AGAINST_ADVISORS: 9, 3;
    /// The same, by elephants.
    AGAINST_ELEPHANTS: 9, 3;
    /// A cannon that faces the enemy king with nothing between (空頭炮), by distance 1 to 9.
    HOLLOW_CANNON: 10, 10;
    /// A cannon behind two pieces before the enemy king, one of them the enemy's: a pin.
    CANNON_PIN: 1, 1;
    /// A rook behind one enemy piece before the enemy king.
    ROOK_PIN: 1, 1;
    /// Two crossed pawns side by side.
    LINKED_PAWNS: 1, 1;
    /// An elephant that protects the other.
    LINKED_ELEPHANTS: 1, 1;
    /// An advisor that protects the other.
    LINKED_ADVISORS: 1, 1;
    /// Pairs of one kind: horses, rooks, cannons.
    PAIR: 3, 3;
    /// Teams: rook and horse, rook and cannon, horse and cannon.
    TEAM: 3, 3;
    /// So many pawns left, with at least one rook, horse or cannon beside them.
    PAWNS_LEFT: 6, 6;
    /// An enemy horse, rook or cannon attacked by a pawn, advisor or elephant.
    ATTACKED_BY_SMALL: 1, 1;
    /// An enemy rook attacked by a horse or cannon.
    ROOK_ATTACKED: 1, 1;
    /// An enemy piece attacked and not protected: advisor, elephant, horse, rook, cannon, pawn.
    HANGING: 6, 6;
    /// Checks a rook, cannon or horse could give next move on a point the enemy does not attack.
    SAFE_CHECK: 3, 3;
    /// The right to move.
    TEMPO: 1, 1;
}

/// Where the worth of `kind` on `square` stands for `color`.
#[inline]
pub fn piece_square(color: Color, kind: Kind, square: Square) -> usize {
    let file = square.file().min(8 - square.file());
    kind.index() * HALF + usize::from(square.rank_for(color)) * 5 + usize::from(file)
}

/// The terms of pieces on points: what the player keeps incrementally.
pub fn pieces(board: &Board, sink: &mut impl Sink) {
    for square in board.occupied() {
        if let Some(piece) = board.piece_at(square) {
            sink.add(piece_square(piece.color, piece.kind, square), piece.color, 1);
        }
    }
}

/// What one side's pieces attack.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// Anything.
    all: Bitboard,
    /// By pawns, advisors, elephants.
    small: Bitboard,
    /// By horses and cannons.
    middle: Bitboard,
    /// Where horses, rooks and cannons can go, own pieces aside.
    goes: [Bitboard; 3],
}

/// The terms of how pieces stand together: all but [`pieces`].
pub fn relations(board: &Board, sink: &mut impl Sink) {
    let reach = Color::BOTH.map(|color| activity(board, color, sink));
    for color in Color::BOTH {
        let (ours, theirs) = (&reach[color.index()], &reach[color.other().index()]);
        threats(board, color, ours, theirs, sink);
        safe_checks(board, color, ours, theirs, sink);
        king_lines(board, color, sink);
        structure(board, color, sink);
        defenders(board, color, sink);
    }
    sink.add(TEMPO, board.turn(), 1);
}

/// Mobility and attacks on the palace; returns what the side attacks.
fn activity(board: &Board, color: Color, sink: &mut impl Sink) -> Reach {
    let occupied = board.occupied();
    let own = board.color(color);
    let palace = attacks::PALACE[color.other().index()];
    let mut reach = Reach::default();
    let mut attackers = 0;
    let mut count_palace = |sink: &mut _, index: usize, attacked: Bitboard| {
        let points = (attacked & palace).count() as i32;
        if points > 0 {
            attackers += 1;
            Sink::add(sink, PALACE_ATTACK + index, color, points);
        }
    };
    for square in board.pieces(color, Kind::Horse) {
        let attacked = attacks::horse(square, occupied);
        sink.add(HORSE_MOBILITY + (attacked - own).count() as usize, color, 1);
        count_palace(sink, 0, attacked);
        reach.goes[0] |= attacked;
    }
    for square in board.pieces(color, Kind::Rook) {
        let attacked = attacks::rook(square, occupied);
        sink.add(ROOK_MOBILITY + (attacked - own).count() as usize, color, 1);
        count_palace(sink, 1, attacked);
        reach.goes[1] |= attacked;
    }
    for square in board.pieces(color, Kind::Cannon) {
        let quiet = attacks::rook(square, occupied) - occupied;
        let attacked = attacks::cannon(square, occupied);
        sink.add(CANNON_MOBILITY + quiet.count() as usize, color, 1);
        count_palace(sink, 2, attacked);
        reach.goes[2] |= quiet | attacked & occupied;
        reach.middle |= attacked;
    }
    for square in board.pieces(color, Kind::Pawn) {
        let attacked = attacks::pawn(color, square);
        count_palace(sink, 3, attacked);
        reach.small |= attacked;
    }
    sink.add(PALACE_ATTACKERS + usize::min(attackers, 7), color, 1);
    for square in board.pieces(color, Kind::Advisor) {
        reach.small |= attacks::advisor(square);
    }
    for square in board.pieces(color, Kind::Elephant) {
        reach.small |= attacks::elephant(square, occupied);
    }
    reach.middle |= reach.goes[0];
    reach.all = reach.small | reach.middle | reach.goes[1];
    reach.all |= attacks::king(board.king(color));
    reach
}

/// Enemy pieces under attack.
fn threats(board: &Board, color: Color, ours: &Reach, theirs: &Reach, sink: &mut impl Sink) {
    let enemy = color.other();
    let rooks = board.pieces(enemy, Kind::Rook);
    let officers = rooks | board.pieces(enemy, Kind::Horse) | board.pieces(enemy, Kind::Cannon);
    sink.add(ATTACKED_BY_SMALL, color, (officers & ours.small).count() as i32);
    sink.add(ROOK_ATTACKED, color, (rooks & ours.middle).count() as i32);
    let loose = board.color(enemy) & (ours.all - theirs.all);
    if loose.is_empty() {
        return;
    }
    for (index, kind) in Kind::ALL[1..].iter().enumerate() {
        sink.add(HANGING + index, color, (board.pieces(enemy, *kind) & loose).count() as i32);
    }
}

/// Points from which a check could be given next move.
fn safe_checks(board: &Board, color: Color, ours: &Reach, theirs: &Reach, sink: &mut impl Sink) {
    let king = board.king(color.other());
    let occupied = board.occupied();
    let free = !(board.color(color) | theirs.all);
    let from = [
        attacks::horse_attackers(king, occupied),
        attacks::rook(king, occupied),
        attacks::cannon(king, occupied),
    ];
    for (index, from) in from.into_iter().enumerate() {
        let points = (from & free & ours.goes[index]).count() as i32;
        sink.add(SAFE_CHECK + index, color, points);
    }
}

/// Cannons and rooks on the enemy king's lines.
fn king_lines(board: &Board, color: Color, sink: &mut impl Sink) {
    let king = board.king(color.other());
    let lines = attacks::lines(king);
    let enemies = board.color(color.other());
    for square in board.pieces(color, Kind::Cannon) & lines {
        let between = attacks::between(king, square);
        let screens = between & board.occupied();
        match screens.count() {
            0 => sink.add(HOLLOW_CANNON + between.count() as usize, color, 1),
            2 if screens.meets(enemies) => sink.add(CANNON_PIN, color, 1),
            _ => {}
        }
    }
    for square in board.pieces(color, Kind::Rook) & lines {
        let screens = attacks::between(king, square) & board.occupied();
        if screens.count() == 1 && screens.meets(enemies) {
            sink.add(ROOK_PIN, color, 1);
        }
    }
}

/// Pairs, teams and links.
fn structure(board: &Board, color: Color, sink: &mut impl Sink) {
    let occupied = board.occupied();
    let pawns = board.pieces(color, Kind::Pawn);
    let crossed = pawns - attacks::OWN_SIDE[color.index()];
    let not_right_edge = Bitboard::ALL - Bitboard::file(8);
    let linked = Bitboard::from_bits((crossed & not_right_edge).bits() << 1) & crossed;
    sink.add(LINKED_PAWNS, color, linked.count() as i32);
    let elephants = board.pieces(color, Kind::Elephant);
    if elephants.first().is_some_and(|square| attacks::elephant(square, occupied).meets(elephants))
    {
        sink.add(LINKED_ELEPHANTS, color, 1);
    }
    let advisors = board.pieces(color, Kind::Advisor);
    if advisors.first().is_some_and(|square| attacks::advisor(square).meets(advisors)) {
        sink.add(LINKED_ADVISORS, color, 1);
    }
    let [horses, rooks, cannons] = OFFICERS.map(|kind| board.pieces(color, kind).count() as i32);
    for (index, number) in [horses, rooks, cannons].into_iter().enumerate() {
        sink.add(PAIR + index, color, i32::from(number == 2));
    }
    sink.add(TEAM, color, i32::from(rooks > 0 && horses > 0));
    sink.add(TEAM + 1, color, i32::from(rooks > 0 && cannons > 0));
    sink.add(TEAM + 2, color, i32::from(horses > 0 && cannons > 0));
    if horses + rooks + cannons > 0 {
        sink.add(PAWNS_LEFT + pawns.count() as usize, color, 1);
    }
}

/// The kinds that attack: horse, rook, cannon.
const OFFICERS: [Kind; 3] = [Kind::Horse, Kind::Rook, Kind::Cannon];

/// What our attackers are worth against what the enemy has left to defend with.
fn defenders(board: &Board, color: Color, sink: &mut impl Sink) {
    let enemy = color.other();
    let advisors = board.pieces(enemy, Kind::Advisor).count() as usize;
    let elephants = board.pieces(enemy, Kind::Elephant).count() as usize;
    for (index, kind) in OFFICERS.into_iter().enumerate() {
        let number = board.pieces(color, kind).count() as i32;
        sink.add(AGAINST_ADVISORS + index * 3 + advisors, color, number);
        sink.add(AGAINST_ELEPHANTS + index * 3 + elephants, color, number);
    }
}
