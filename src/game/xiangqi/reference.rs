//! A slow, obvious twin of the rules, for tests: a plain array, moves tried one by one.

use super::{BLACK, Board, Color, FILES, Kind, Move, Piece, RANKS, RED, Square};

/// Steps along the lines.
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Pieces by file and rank, and the turn: nothing else.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pieces: [[Option<Piece>; RANKS as usize]; FILES as usize],
    turn: Color,
}

impl Plain {
    pub(super) fn of(board: &Board) -> Self {
        let mut pieces = [[None; RANKS as usize]; FILES as usize];
        for square in Square::all() {
            pieces[square.file() as usize][square.rank() as usize] = board.piece_at(square);
        }
        Self { pieces, turn: board.turn() }
    }

    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.file() as usize][square.rank() as usize]
    }

    pub(super) fn play(&mut self, mv: Move) {
        let piece = self.at(mv.from());
        self.pieces[mv.from().file() as usize][mv.from().rank() as usize] = None;
        self.pieces[mv.to().file() as usize][mv.to().rank() as usize] = piece;
        self.turn = self.turn.other();
    }

    /// Takes the piece off `square`.
    pub(super) fn remove(&mut self, square: Square) {
        self.pieces[square.file() as usize][square.rank() as usize] = None;
    }

    /// Gives the turn away.
    pub(super) fn pass(&mut self) {
        self.turn = self.turn.other();
    }

    /// Every move of `color`, the safety of its king aside.
    pub(super) fn pseudo_legal(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::all() {
            let Some(piece) = self.at(from).filter(|piece| piece.color == color) else { continue };
            for to in self.reached(piece, from) {
                if self.at(to).is_none_or(|other| other.color != color) {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves
    }

    fn reached(&self, piece: Piece, from: Square) -> Vec<Square> {
        let in_palace = |to: &Square| (3..=5).contains(&to.file()) && to.rank_for(piece.color) <= 2;
        let steps = |steps: &[(i8, i8)]| -> Vec<Square> {
            steps.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
        };
        match piece.kind {
            Kind::King => steps(&STRAIGHT).into_iter().filter(in_palace).collect(),
            Kind::Advisor => steps(&DIAGONAL).into_iter().filter(in_palace).collect(),
            Kind::Elephant => DIAGONAL
                .iter()
                .filter(|&&(f, r)| from.offset(f, r).is_some_and(|eye| self.at(eye).is_none()))
                .filter_map(|&(f, r)| from.offset(2 * f, 2 * r))
                .filter(|to| !to.is_across_river(piece.color))
                .collect(),
            Kind::Horse => STRAIGHT
                .iter()
                .filter(|&&(f, r)| from.offset(f, r).is_some_and(|leg| self.at(leg).is_none()))
                .flat_map(|&(f, r)| [(2 * f + r, 2 * r + f), (2 * f - r, 2 * r - f)])
                .filter_map(|(f, r)| from.offset(f, r))
                .collect(),
            Kind::Rook => self.slid(from, 0),
            Kind::Cannon => {
                let quiet = self.slid(from, 0).into_iter().filter(|&to| self.at(to).is_none());
                let captures = self.slid(from, 1).into_iter().filter(|&to| self.at(to).is_some());
                quiet.chain(captures).collect()
            }
            Kind::Pawn => {
                let forward = if piece.color == RED { (0, 1) } else { (0, -1) };
                if from.is_across_river(piece.color) {
                    steps(&[forward, (1, 0), (-1, 0)])
                } else {
                    steps(&[forward])
                }
            }
        }
    }

    /// Points on the lines of `from` with exactly `screens` pieces before them.
    fn slid(&self, from: Square, screens: usize) -> Vec<Square> {
        let mut found = Vec::new();
        for (files, ranks) in STRAIGHT {
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                if passed == screens {
                    found.push(next);
                }
                passed += usize::from(self.at(next).is_some());
                at = next;
            }
        }
        found
    }

    pub(super) fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, Kind::King));
        Square::all().find(|&at| self.at(at) == king).unwrap()
    }

    /// Whether `color`'s king can be taken, the other king flying at it included.
    pub(super) fn in_check(&self, color: Color) -> bool {
        let (red, black) = (self.king(RED), self.king(BLACK));
        let facing = red.file() == black.file()
            && (red.rank() + 1..black.rank())
                .all(|rank| self.at(Square::new(red.file(), rank)).is_none());
        let king = self.king(color);
        facing || self.pseudo_legal(color.other()).iter().any(|mv| mv.to() == king)
    }

    /// Every legal move, sorted.
    pub(super) fn legal(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal(self.turn);
        moves.retain(|&mv| {
            let mut after = self.clone();
            after.play(mv);
            !after.in_check(self.turn)
        });
        moves.sort();
        moves
    }
}
