//! The incremental board: what stands where. Knows no playout and no random number.

use arrayvec::ArrayVec;

use super::code::Code;
use super::liberties::Liberties;
use super::play::Keyed;
use crate::base::Key;
use crate::game::go::{Board, Move, Point, Size};
use crate::game::{Color, Position};

/// A place in the arrays of a [`FastBoard`]. 0 is off the board and stands for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex(pub(super) u16);

impl Vertex {
    /// The move that is no point.
    pub const PASS: Self = Self(0);

    /// Whether it is the pass.
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// A number below the board's array length: for tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

pub(super) const EMPTY: u8 = 0;
const OFF: u8 = 3;

/// A Go board for millions of moves a second. `CELLS` is 128, 256, 512 or 1024 for boards of up to
/// 9, 13, 19 or 25 lines.
#[derive(Clone, Debug)]
pub struct FastBoard<const CELLS: usize> {
    pub(super) size: Size,
    pub(super) turn: Color,
    pub(super) ko: u16,
    /// The last move; 0 before the first and after a pass.
    pub(super) last: u16,
    /// The move before it, likewise.
    pub(super) before_last: u16,
    pub(super) passes: u8,
    pub(super) stones: [u16; 2],
    pub(super) captures: [u16; 2],
    pub(super) key: Key,
    pub(super) vacant_count: u16,
    pub(super) colors: [u8; CELLS],
    pub(super) codes: [u16; CELLS],
    /// The head of each stone's chain; 0, a chain of no meaning, off the board and where vacant.
    pub(super) heads: [u16; CELLS],
    /// The next stone of the chain, round and round.
    pub(super) nexts: [u16; CELLS],
    /// Of each chain, at its head.
    pub(super) liberties: [Liberties; CELLS],
    /// Of each chain, at its head.
    pub(super) sizes: [u16; CELLS],
    pub(super) vacant: [u16; CELLS],
    /// The place of each vacant point in `vacant`.
    pub(super) places: [u16; CELLS],
}

impl<const CELLS: usize> FastBoard<CELLS> {
    /// Vertices from one row to the next.
    pub const STRIDE: usize = match CELLS {
        128 => 10,
        256 => 14,
        512 => 20,
        1024 => 26,
        _ => panic!("CELLS is 128, 256, 512 or 1024"),
    };
    /// The longest side that fits.
    pub const MAX_SIDE: usize = Self::STRIDE - 1;

    /// An empty board with Black to move. Both sides must fit.
    pub fn new(size: Size) -> Self {
        assert!(
            usize::from(size.width().max(size.height())) <= Self::MAX_SIDE,
            "a board of {size} does not fit into {CELLS} cells"
        );
        let mut board = Self {
            size,
            turn: Color::First,
            ko: 0,
            last: 0,
            before_last: 0,
            passes: 0,
            stones: [0; 2],
            captures: [0; 2],
            key: Key(0),
            vacant_count: 0,
            colors: [OFF; CELLS],
            codes: [0; CELLS],
            heads: [0; CELLS],
            nexts: [0; CELLS],
            liberties: [Liberties::default(); CELLS],
            sizes: [0; CELLS],
            vacant: [0; CELLS],
            places: [0; CELLS],
        };
        for point in size.all() {
            let vertex = Self::vertex(point);
            board.colors[vertex.index()] = EMPTY;
            board.push_vacant(vertex.0);
        }
        for point in size.all() {
            board.recode(Self::vertex(point).0);
        }
        board
    }

    /// The same position as `board`. Chains without a liberty, which only a setup can make, are not
    /// taken over.
    pub fn of(board: &Board) -> Self {
        let mut fast = Self::new(board.size());
        for chain in board.chains().iter().filter(|chain| !chain.liberties.is_empty()) {
            for &stone in &chain.stones {
                fast.place::<Keyed>(chain.color, Self::vertex(stone).0);
            }
        }
        fast.captures = Color::BOTH.map(|color| board.captures(color) as u16);
        fast.turn = board.turn();
        fast.ko = board.ko().map_or(0, |point| Self::vertex(point).0);
        fast.passes = board.passes();
        fast
    }

    /// The vertex of `point`.
    #[inline]
    pub fn vertex(point: Point) -> Vertex {
        let index = (usize::from(point.y) + 1) * Self::STRIDE + usize::from(point.x) + 1;
        Vertex(index as u16)
    }

    /// The point of `vertex`, which must not be the pass.
    pub fn point(vertex: Vertex) -> Point {
        let index = vertex.index() - 1;
        Point::new((index % Self::STRIDE) as u8, (index / Self::STRIDE - 1) as u8)
    }

    /// The vertex of a move.
    pub fn vertex_of(mv: Move) -> Vertex {
        mv.point().map_or(Vertex::PASS, Self::vertex)
    }

    /// The move of a vertex.
    pub fn move_of(vertex: Vertex) -> Move {
        if vertex.is_pass() { Move::Pass } else { Move::Place(Self::point(vertex)) }
    }

    /// The board's size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Who is to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Gives the move to `color`.
    pub fn set_turn(&mut self, color: Color) {
        self.turn = color;
    }

    /// Passes in a row up to now.
    #[inline]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Key of the stones, as [`Board::board_key`]; valid only if every move was `play`ed and none
    /// `rush`ed.
    pub const fn board_key(&self) -> Key {
        self.key
    }

    /// The point where the side to move may not retake a ko, or the pass.
    pub const fn ko(&self) -> Vertex {
        Vertex(self.ko)
    }

    /// The last move; a pass before the first.
    #[inline]
    pub const fn last(&self) -> Vertex {
        Vertex(self.last)
    }

    /// The move before the last one; a pass if there is none.
    #[inline]
    pub const fn before_last(&self) -> Vertex {
        Vertex(self.before_last)
    }

    /// Makes these count as the last moves, the latest last: a position taken over from a game has
    /// none.
    pub fn set_last(&mut self, before_last: Vertex, last: Vertex) {
        (self.before_last, self.last) = (before_last.0, last.0);
    }

    /// Forgets the ko, the last move and passes: only the stones remain.
    pub fn forget_moves(&mut self) {
        (self.ko, self.last, self.before_last, self.passes) = (0, 0, 0, 0);
    }

    /// Number of stones of `color` on the board.
    pub const fn stones(&self, color: Color) -> u32 {
        self.stones[color.index()] as u32
    }

    /// Number of stones that `color` has captured.
    pub const fn captures(&self, color: Color) -> u32 {
        self.captures[color.index()] as u32
    }

    /// The vacant points, in no order.
    #[inline]
    pub fn vacant(&self) -> impl ExactSizeIterator<Item = Vertex> + '_ {
        self.vacant[..usize::from(self.vacant_count)].iter().map(|&vertex| Vertex(vertex))
    }

    /// Number of vacant points.
    #[inline]
    pub const fn vacant_count(&self) -> u32 {
        self.vacant_count as u32
    }

    /// The vacant point at `place` of the list.
    #[inline]
    pub fn vacant_at(&self, place: u32) -> Vertex {
        Vertex(self.vacant[place as usize & (CELLS - 1)])
    }

    /// Exchanges two vacant points of the list: whoever draws without putting back moves what it has
    /// seen to the end.
    #[inline]
    pub fn swap_vacant(&mut self, one: u32, other: u32) {
        let (one, other) = (one as usize & (CELLS - 1), other as usize & (CELLS - 1));
        self.vacant.swap(one, other);
        self.places[at::<CELLS>(self.vacant[one])] = one as u16;
        self.places[at::<CELLS>(self.vacant[other])] = other as u16;
    }

    /// The stone at `vertex`.
    #[inline]
    pub fn stone(&self, vertex: Vertex) -> Option<Color> {
        match self.colors[at::<CELLS>(vertex.0)] {
            1 => Some(Color::First),
            2 => Some(Color::Second),
            _ => None,
        }
    }

    /// Whether `vertex` is a vacant point of the board.
    #[inline]
    pub fn is_vacant(&self, vertex: Vertex) -> bool {
        self.colors[at::<CELLS>(vertex.0)] == EMPTY
    }

    /// The neighbourhood of `vertex`.
    #[inline]
    pub fn code(&self, vertex: Vertex) -> Code {
        Code(self.codes[at::<CELLS>(vertex.0)])
    }

    /// The four vertices along the lines, on the board or not: north, west, east, south.
    #[inline]
    pub fn adjacent(vertex: Vertex) -> [Vertex; 4] {
        let (v, stride) = (vertex.0, Self::STRIDE as u16);
        [Vertex(v + stride), Vertex(v - 1), Vertex(v + 1), Vertex(v - stride)]
    }

    /// The eight vertices around, in the order of [`Code`].
    #[inline]
    pub fn around(vertex: Vertex) -> [Vertex; 8] {
        let (v, stride) = (vertex.0, Self::STRIDE as u16);
        [
            v + stride,
            v - 1,
            v + 1,
            v - stride,
            v + stride - 1,
            v + stride + 1,
            v - stride - 1,
            v - stride + 1,
        ]
        .map(Vertex)
    }

    /// The head of the chain of the stone at `vertex`: equal for stones of one chain.
    #[inline]
    pub fn head(&self, vertex: Vertex) -> Vertex {
        Vertex(self.heads[at::<CELLS>(vertex.0)])
    }

    #[inline]
    pub(super) fn liberties_of(&self, vertex: Vertex) -> Liberties {
        self.liberties[at::<CELLS>(self.heads[at::<CELLS>(vertex.0)])]
    }

    /// Makes a vertex of a table index.
    pub const fn vertex_at(index: usize) -> Vertex {
        Vertex(index as u16)
    }

    /// Number of stones in the chain of the stone at `vertex`.
    #[inline]
    pub fn chain_size(&self, vertex: Vertex) -> u32 {
        u32::from(self.sizes[at::<CELLS>(self.head(vertex).0)])
    }

    /// The last liberty of the chain of the stone at `vertex`, if it has just one.
    #[inline]
    pub fn last_liberty(&self, vertex: Vertex) -> Option<Vertex> {
        let liberties = self.liberties_of(vertex);
        liberties.are_one_point().then(|| liberties.point())
    }

    /// Whether the chain of the stone at `vertex` has just one liberty.
    #[inline]
    pub fn in_atari(&self, vertex: Vertex) -> bool {
        self.liberties_of(vertex).are_one_point()
    }

    /// The stones of the chain of the stone at `vertex`.
    #[inline]
    pub fn chain_stones(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        let mut next = Some(vertex.0);
        std::iter::from_fn(move || {
            let stone = next?;
            let after = self.nexts[at::<CELLS>(stone)];
            next = (after != vertex.0).then_some(after);
            Some(Vertex(stone))
        })
    }

    /// The liberties of the chain of the stone at `vertex`, at most `N` of them.
    pub fn liberties<const N: usize>(&self, vertex: Vertex) -> ArrayVec<Vertex, N> {
        let mut found = ArrayVec::new();
        for stone in self.chain_stones(vertex) {
            if !self.code(stone).has_liberty() {
                continue;
            }
            for near in Self::adjacent(stone) {
                if self.is_vacant(near) && !found.contains(&near) && found.try_push(near).is_err() {
                    return found;
                }
            }
            if found.is_full() {
                return found;
            }
        }
        found
    }

    /// Whether the side to move may play at the vacant `vertex`: no ko is retaken, and the stone
    /// keeps a liberty. (Suicide is never legal here.)
    #[inline]
    pub fn is_legal(&self, vertex: Vertex) -> bool {
        if self.code(vertex).has_liberty() {
            return true;
        }
        vertex.0 != self.ko && self.captures_or_connects(vertex)
    }

    #[inline]
    fn captures_or_connects(&self, vertex: Vertex) -> bool {
        let own = stone_of(self.turn);
        // Here every neighbour is a stone or off the board, and `vertex` is a liberty of each chain:
        // a friend must have another one, an enemy must not. All four are looked at, because
        // stopping early is a branch nobody can predict.
        Self::adjacent(vertex).into_iter().fold(false, |found, near| {
            let color = self.colors[at::<CELLS>(near.0)];
            found | ((color != OFF) & ((color == own) != self.in_atari(near)))
        })
    }

    /// Black's points minus White's by area when only one-point eyes are left, as after a playout:
    /// stones, and vacant points enclosed by one side.
    pub fn playout_score(&self) -> i32 {
        let eyes: i32 = self
            .vacant()
            .map(|vertex| {
                let code = self.code(vertex);
                i32::from(code.is_enclosed_by(Color::First))
                    - i32::from(code.is_enclosed_by(Color::Second))
            })
            .sum();
        i32::from(self.stones[0]) - i32::from(self.stones[1]) + eyes
    }

    /// Whose `vertex` is by the same count: a stone, or an enclosed vacant point.
    #[inline]
    pub fn owner(&self, vertex: Vertex) -> Option<Color> {
        self.stone(vertex).or_else(|| {
            let code = self.code(vertex);
            Color::BOTH.into_iter().find(|&color| code.is_enclosed_by(color))
        })
    }
}

#[inline]
pub(super) const fn stone_of(color: Color) -> u8 {
    color as u8 + 1
}

/// The array index of a vertex, masked so that the compiler sees it in range.
#[inline]
pub(super) const fn at<const CELLS: usize>(v: u16) -> usize {
    v as usize & (CELLS - 1)
}
