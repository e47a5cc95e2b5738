//! The board: who stands where, whose turn it is, and what threatens the king to move.
//!
//! A board is a plain value of some 300 bytes: searches clone it and [`play`](Board::play) on the
//! copy, so nothing is ever taken back.

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::danger::Danger;
use super::moves::{Move, MoveList, MoveSet};
use super::piece::{Cell, Kind, Piece};
use super::repetition;
use super::rules::Rules;
use super::square::{FILES, RANKS, SQUARES, Square};
use super::{BLACK, Color, RED};
use crate::base::{Key, KeyStream};
use crate::game::{Game, Outcome, Position, Reason};

/// A position of xiangqi.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    by_kind: [Bitboard; 7],
    by_color: [Bitboard; 2],
    cells: [Cell; SQUARES],
    kings: [Square; 2],
    turn: Color,
    /// Plies since the last capture.
    clock: u16,
    /// Plies since the first move of the game.
    ply: u16,
    key: Key,
    /// Always that of the king to move.
    danger: Danger,
}

/// One key for each piece on each point, then the key of Black's turn.
static KEYS: ([[Key; SQUARES]; 14], Key) = {
    let mut stream = KeyStream::named("xiangqi");
    let mut keys = [[Key(0); SQUARES]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < SQUARES {
            keys[piece][square] = stream.next();
            square += 1;
        }
        piece += 1;
    }
    (keys, stream.next())
};

impl Board {
    /// The position every game begins with.
    pub fn start() -> Self {
        use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
        let home = [Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook];
        let mut pieces = Vec::with_capacity(32);
        for color in Color::BOTH {
            let mut put = |file: u8, rank: u8, kind| {
                let square = Square::new(file, rank);
                let square = if color == RED { square } else { square.flipped() };
                pieces.push((square, Piece::new(color, kind)));
            };
            (0..FILES).zip(home).for_each(|(file, kind)| put(file, 0, kind));
            [1, 7].into_iter().for_each(|file| put(file, 2, Cannon));
            (0..FILES).step_by(2).for_each(|file| put(file, 3, Pawn));
        }
        Self::with_pieces(&pieces, RED, 0, 0)
    }

    /// A board with these pieces, one king a side among them, on different points.
    pub(super) fn with_pieces(
        pieces: &[(Square, Piece)],
        turn: Color,
        clock: u16,
        ply: u16,
    ) -> Self {
        let mut board = Self {
            by_kind: [Bitboard::EMPTY; 7],
            by_color: [Bitboard::EMPTY; 2],
            cells: [Cell::EMPTY; SQUARES],
            kings: [Square::at(0); 2],
            turn,
            clock,
            ply,
            key: if turn == BLACK { KEYS.1 } else { Key(0) },
            danger: Danger::NONE,
        };
        for &(square, piece) in pieces {
            debug_assert!(board.piece_at(square).is_none(), "two pieces on {square}");
            board.put(square, piece);
            if piece.kind == Kind::King {
                board.kings[piece.color.index()] = square;
            }
        }
        board.danger = Danger::of(&board, turn);
        board
    }

    /// Whose turn it is.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Key of the pieces and the side to move.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Key the position will have after `mv`, to fetch table entries early.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let mut key = self.key ^ KEYS.1;
        for (square, at) in [(mv.from(), mv.from()), (mv.from(), mv.to()), (mv.to(), mv.to())] {
            if let Some(piece) = self.piece_at(square) {
                key ^= KEYS.0[piece.index()][at.index()];
            }
        }
        key
    }

    /// Plies since the last capture.
    #[inline]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// Plies since the first move of the game.
    #[inline]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// The piece on `square`.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// The points of `color`'s pieces of `kind`.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.by_kind[kind.index()] & self.by_color[color.index()]
    }

    /// The points of both sides' pieces of `kind`.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// The points of all pieces of `color`.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The points of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Where `color`'s king stands.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    #[inline]
    pub(super) const fn danger(&self) -> &Danger {
        &self.danger
    }

    /// The pieces that check the king to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.danger.checkers
    }

    /// Whether the king to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.danger.checkers.any()
    }

    /// Own pieces that cannot move freely because their king would stand in check.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.danger.pinned
    }

    /// The piece that `mv` takes.
    #[inline]
    pub const fn captured(&self, mv: Move) -> Option<Piece> {
        self.piece_at(mv.to())
    }

    /// The points that `piece` on `square` reaches if all of `occupied` stands in the way: quiet
    /// moves and captures of either colour; a cannon's captures need their screen.
    #[inline]
    pub fn reach(&self, piece: Piece, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match piece.kind {
            Kind::King => attacks::king(square),
            Kind::Advisor => attacks::advisor(square),
            Kind::Elephant => attacks::elephant(square, occupied),
            Kind::Horse => attacks::horse(square, occupied),
            Kind::Rook => attacks::rook(square, occupied),
            Kind::Cannon => attacks::cannon_moves(square, occupied),
            Kind::Pawn => attacks::pawn(piece.color, square),
        }
    }

    /// The pieces of both sides that could capture on `square` if `occupied` were the pieces on
    /// the board. Kings facing each other on an open file count as attacking.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let kings = self.kind(Kind::King);
        let rook = attacks::rook(square, occupied);
        let mut attackers = rook & self.kind(Kind::Rook)
            | attacks::cannon(square, occupied) & self.kind(Kind::Cannon)
            | attacks::horse_attackers(square, occupied) & self.kind(Kind::Horse)
            | attacks::pawn_attackers(RED, square) & self.pieces(RED, Kind::Pawn)
            | attacks::pawn_attackers(BLACK, square) & self.pieces(BLACK, Kind::Pawn)
            | attacks::king(square) & kings;
        if kings.contains(square) {
            attackers |= rook & kings & Bitboard::file(square.file());
        }
        attackers |= attacks::advisor(square) & self.kind(Kind::Advisor);
        attackers |= attacks::elephant(square, occupied) & self.kind(Kind::Elephant);
        attackers & occupied
    }

    /// Whether the piece on the first point belongs to the side to move and goes like that, the
    /// safety of its king aside.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        piece.color == self.turn
            && !self.color(self.turn).contains(mv.to())
            && self.reach(piece, mv.from()).contains(mv.to())
    }

    /// Whether `mv` is legal in this position.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv)
    }

    /// Whether `mv`, pseudo-legal, leaves its own king safe.
    pub fn is_safe(&self, mv: Move) -> bool {
        if self.in_check()
            || self.danger.pinned.contains(mv.from())
            || mv.from() == self.king(self.turn)
        {
            return !self.exposes_king(mv);
        }
        !self.danger.hollow.contains(mv.to())
    }

    /// Whether `mv`, pseudo-legal, leaves its own king to be taken. Plays it in thought.
    #[inline]
    pub(super) fn exposes_king(&self, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        let occupied = self.occupied().without(mv.from()) | to;
        let king = self.king(self.turn);
        let king = if king == mv.from() { mv.to() } else { king };
        let enemy = self.color(self.turn.other()) - to;
        self.is_attacked(king, self.turn, occupied, |kind| self.kind(kind) & enemy)
    }

    /// Whether `mv`, legal, checks the opponent.
    pub fn gives_check(&self, mv: Move) -> bool {
        let occupied = self.occupied().without(mv.from()).with(mv.to());
        let mover = self.cells[mv.from().index()];
        let standing = self.color(self.turn).without(mv.from());
        let attackers = |kind: Kind| {
            let stand = self.kind(kind) & standing;
            let moved = mover == Cell::of(Piece::new(self.turn, kind));
            if moved { stand.with(mv.to()) } else { stand }
        };
        let enemy = self.turn.other();
        self.is_attacked(self.king(enemy), enemy, occupied, attackers)
    }

    /// Whether `color`'s king on `king` is attacked, if `occupied` stand on the board and
    /// `attackers` tells where the other side's pieces of a kind do.
    #[inline]
    fn is_attacked(
        &self,
        king: Square,
        color: Color,
        occupied: Bitboard,
        attackers: impl Fn(Kind) -> Bitboard,
    ) -> bool {
        let lines = attacks::lines(king);
        let flying = attackers(Kind::King) & Bitboard::file(king.file());
        let straight = attackers(Kind::Rook) & lines | flying;
        if straight.any() && straight.meets(attacks::rook(king, occupied)) {
            return true;
        }
        let cannons = attackers(Kind::Cannon) & lines;
        if cannons.any() && cannons.meets(attacks::cannon(king, occupied)) {
            return true;
        }
        let horses = attackers(Kind::Horse) & attacks::horse_jumps(king);
        horses.any() && horses.meets(attacks::horse_attackers(king, occupied))
            || attackers(Kind::Pawn).meets(attacks::pawn_attackers(color.other(), king))
    }

    /// All legal moves of `set`.
    pub fn moves(&self, set: MoveSet) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(set, &mut moves);
        moves
    }

    /// Plays `mv`, which must be legal.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in\n{self}");
        let (from, to) = (mv.from(), mv.to());
        self.clock = self.clock.saturating_add(1);
        if let Some(captured) = self.piece_at(to) {
            self.take(to, captured);
            self.clock = 0;
        }
        if let Some(piece) = self.piece_at(from) {
            self.take(from, piece);
            self.put(to, piece);
            if piece.kind == Kind::King {
                self.kings[piece.color.index()] = to;
            }
        }
        self.pass_turn();
    }

    /// Gives the turn away without a move, for null-move search. The side to move must not be in
    /// check.
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check(), "a null move in check\n{self}");
        self.clock = self.clock.saturating_add(1);
        self.pass_turn();
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= KEYS.1;
        self.ply = self.ply.saturating_add(1);
        self.danger = Danger::of(self, self.turn);
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.by_kind[piece.kind.index()] |= bit;
        self.by_color[piece.color.index()] |= bit;
        self.cells[square.index()] = Cell::of(piece);
        self.key ^= KEYS.0[piece.index()][square.index()];
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.by_kind[piece.kind.index()] -= bit;
        self.by_color[piece.color.index()] -= bit;
        self.cells[square.index()] = Cell::EMPTY;
        self.key ^= KEYS.0[piece.index()][square.index()];
    }

    /// The result if the side to move has no legal move, or nobody can ever win.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let reason = if self.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Outcome::win(self.turn.other(), reason));
        }
        self.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }

    /// Whether no sequence of moves can end in a win: nothing crosses the river, or only one
    /// cannon that no piece but the kings could serve as screen.
    fn is_dead(&self) -> bool {
        let crossing = self.kind(Kind::Rook) | self.kind(Kind::Horse) | self.kind(Kind::Pawn);
        let cannons = self.kind(Kind::Cannon);
        let screens = self.kind(Kind::Advisor) | self.kind(Kind::Elephant);
        crossing.is_empty() && (cannons.is_empty() || !cannons.is_many() && screens.is_empty())
    }

    /// The same pieces mirrored left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let pieces: Vec<_> = self.placed().map(|(at, piece)| (at.mirrored(), piece)).collect();
        Self::with_pieces(&pieces, self.turn, self.clock, self.ply)
    }

    /// Every piece and its point.
    pub fn placed(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

impl Default for Board {
    /// The position every game begins with.
    fn default() -> Self {
        Self::start()
    }
}

impl Position for Board {
    type Move = Move;
    type Rules = Rules;
    const GAME: &'static str = "xiangqi";

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> Key {
        self.key
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.moves(MoveSet::All));
    }

    fn is_legal(&self, mv: Move) -> bool {
        Self::is_legal(self, mv)
    }

    fn play(&mut self, mv: Move) {
        Self::play(self, mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn verdict(game: &Game<Self>) -> Option<Outcome> {
        game.position().outcome().or_else(|| repetition::judge(game))
    }
}

impl fmt::Display for Board {
    /// A diagram, Black on top, and the turn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            write!(f, "{rank}")?;
            for file in 0..FILES {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  a b c d e f g h i")?;
        writeln!(f, "{} to move", if self.turn == RED { "Red" } else { "Black" })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(\"{}\")", self.fen())
    }
}
