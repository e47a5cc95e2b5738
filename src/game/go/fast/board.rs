//! The incremental board itself. Knows no playout and no random number.

use arrayvec::ArrayVec;

use super::code::Code;
use crate::base::Key;
use crate::game::go::board::stone_key;
use crate::game::go::{Board, Move, Point, Size};
use crate::game::{Color, Position};

/// A place in the arrays of a [`FastBoard`]. 0 is off the board and stands for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex(u16);

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

const EMPTY: u8 = 0;
const OFF: u8 = 3;

/// The pseudo-liberties of a chain: their number, the sum of their vertices, and of the squares, in
/// 12, 20 and 32 bits of one word, so that adding or removing one is a single addition. On the largest
/// board a chain has at most some 900, of vertices below 703: no field overflows.
#[derive(Clone, Copy, Debug, Default)]
struct Liberties(u64);

impl Liberties {
    /// One pseudo-liberty.
    #[inline]
    const fn of(vertex: u16) -> Self {
        let v = vertex as u64;
        Self((1 << 52) | (v << 32) | (v * v))
    }

    #[inline]
    fn add(&mut self, more: Self) {
        self.0 = self.0.wrapping_add(more.0);
    }

    #[inline]
    fn remove(&mut self, gone: Self) {
        self.0 = self.0.wrapping_sub(gone.0);
    }

    #[inline]
    const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// All pseudo-liberties are one point: equality in Cauchy and Schwarz's inequality.
    #[inline]
    const fn are_one_point(self) -> bool {
        let (number, sum, squares) = (self.0 >> 52, self.sum(), self.0 & 0xffff_ffff);
        number * squares == sum * sum
    }

    #[inline]
    const fn sum(self) -> u64 {
        (self.0 >> 32) & 0xf_ffff
    }

    /// The point, if it is one.
    #[inline]
    fn point(self) -> Vertex {
        Vertex((self.sum() / (self.0 >> 52).max(1)) as u16)
    }
}

/// A Go board for millions of moves a second. `CELLS` is 128, 256, 512 or 1024 for boards of up to
/// 9, 13, 19 or 25 lines.
#[derive(Clone, Debug)]
pub struct FastBoard<const CELLS: usize> {
    size: Size,
    turn: Color,
    ko: u16,
    /// The last move; 0 before the first and after a pass.
    last: u16,
    passes: u8,
    stones: [u16; 2],
    captures: [u16; 2],
    key: Key,
    vacant_count: u16,
    colors: [u8; CELLS],
    codes: [u16; CELLS],
    /// The head of each stone's chain; 0, a chain of no meaning, off the board and where vacant.
    heads: [u16; CELLS],
    /// The next stone of the chain, round and round.
    nexts: [u16; CELLS],
    /// Of each chain, at its head.
    liberties: [Liberties; CELLS],
    /// Of each chain, at its head.
    sizes: [u16; CELLS],
    vacant: [u16; CELLS],
    /// The place of each vacant point in `vacant`.
    places: [u16; CELLS],
}

/// Whether a move updates the Zobrist key; playouts do without.
trait Keeping {
    const KEY: bool;
}
struct Keyed;
struct Unkeyed;
impl Keeping for Keyed {
    const KEY: bool = true;
}
impl Keeping for Unkeyed {
    const KEY: bool = false;
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

    /// Makes `vertex` count as the last move: a position taken over from a game has none.
    pub fn set_last(&mut self, vertex: Vertex) {
        self.last = vertex.0;
    }

    /// Forgets the ko, the last move and passes: only the stones remain.
    pub fn forget_moves(&mut self) {
        (self.ko, self.last, self.passes) = (0, 0, 0);
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
    fn liberties_of(&self, vertex: Vertex) -> Liberties {
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

    /// Plays for the side to move at a legal vertex, or passes.
    pub fn play(&mut self, vertex: Vertex) {
        self.advance::<Keyed>(vertex);
    }

    /// Like [`play`](Self::play), but lets the key go stale: for playouts.
    #[inline]
    pub fn rush(&mut self, vertex: Vertex) {
        self.advance::<Unkeyed>(vertex);
    }

    #[inline]
    fn advance<K: Keeping>(&mut self, vertex: Vertex) {
        self.ko = 0;
        self.last = vertex.0;
        if vertex.is_pass() {
            self.passes = self.passes.saturating_add(1);
        } else {
            self.passes = 0;
            self.place::<K>(self.turn, vertex.0);
        }
        self.turn = self.turn.other();
    }

    #[inline]
    fn place<K: Keeping>(&mut self, color: Color, v: u16) {
        debug_assert_eq!(self.colors[usize::from(v)], EMPTY, "{}", Self::point(Vertex(v)));
        let code = Code(self.codes[at::<CELLS>(v)]);
        self.put::<K>(color, v);
        // No branch in this loop, which nobody could predict: liberties of vacant neighbours are
        // masked, and those taken from no chain go to the head of no meaning.
        let mut own = Liberties::default();
        for near in Self::adjacent(Vertex(v)) {
            let vacant = self.colors[at::<CELLS>(near.0)] == EMPTY;
            own.add(Liberties(Liberties::of(near.0).0 * u64::from(vacant)));
            self.liberties[at::<CELLS>(self.head(near).0)].remove(Liberties::of(v));
        }
        self.heads[at::<CELLS>(v)] = v;
        self.nexts[at::<CELLS>(v)] = v;
        self.liberties[at::<CELLS>(v)] = own;
        self.sizes[at::<CELLS>(v)] = 1;
        if code.has(color) {
            self.join_friends(color, v);
        }
        if code.has(color.other()) {
            self.take_enemies::<K>(color, v, code);
        }
    }

    #[inline]
    fn join_friends(&mut self, color: Color, v: u16) {
        for near in Self::adjacent(Vertex(v)) {
            if self.colors[at::<CELLS>(near.0)] == stone_of(color) {
                self.merge(v, near.0);
            }
        }
    }

    #[inline]
    fn take_enemies<K: Keeping>(&mut self, color: Color, v: u16, code: Code) {
        let mut taken = 0;
        let mut last = 0;
        for near in Self::adjacent(Vertex(v)) {
            let enemy = self.colors[at::<CELLS>(near.0)] == stone_of(color.other());
            if enemy & self.liberties_of(near).is_none() {
                taken += self.capture::<K>(near.0);
                last = near.0;
            }
        }
        self.captures[color.index()] += taken;
        if taken == 1 && code.is_enclosed_by(color.other()) {
            self.ko = last;
        }
    }

    /// Joins the chains of the stones at `v` and `n`, the smaller into the larger.
    #[inline]
    fn merge(&mut self, v: u16, n: u16) {
        let (mut large, mut small) = (self.heads[at::<CELLS>(n)], self.heads[at::<CELLS>(v)]);
        if large == small {
            return;
        }
        if self.sizes[at::<CELLS>(large)] < self.sizes[at::<CELLS>(small)] {
            std::mem::swap(&mut large, &mut small);
        }
        self.sizes[at::<CELLS>(large)] += self.sizes[at::<CELLS>(small)];
        let more = self.liberties[at::<CELLS>(small)];
        self.liberties[at::<CELLS>(large)].add(more);
        let mut stone = small;
        loop {
            self.heads[at::<CELLS>(stone)] = large;
            stone = self.nexts[at::<CELLS>(stone)];
            if stone == small {
                break;
            }
        }
        // Two rings become one by exchanging the successors of one stone of each.
        self.nexts.swap(at::<CELLS>(large), at::<CELLS>(small));
    }

    /// Takes the chain of the stone at `v` off the board and returns its size.
    fn capture<K: Keeping>(&mut self, v: u16) -> u16 {
        let mut number = 0;
        let mut stone = v;
        loop {
            self.lift::<K>(stone);
            // Stones of the chain itself are next to it too; what they gain is never read.
            for near in Self::adjacent(Vertex(stone)) {
                self.liberties[at::<CELLS>(self.head(near).0)].add(Liberties::of(stone));
            }
            number += 1;
            stone = self.nexts[at::<CELLS>(stone)];
            if stone == v {
                return number;
            }
        }
    }

    /// A stone appears: lists, codes and key, but no chain.
    #[inline]
    fn put<K: Keeping>(&mut self, color: Color, v: u16) {
        self.colors[at::<CELLS>(v)] = stone_of(color);
        self.stones[color.index()] += 1;
        self.remove_vacant(v);
        self.flip_codes(v, stone_of(color));
        if K::KEY {
            self.key ^= stone_key(color, Self::point(Vertex(v)));
        }
    }

    /// A stone disappears: lists, codes and key, but no chain.
    #[inline]
    fn lift<K: Keeping>(&mut self, v: u16) {
        let stone = self.colors[at::<CELLS>(v)];
        let color = if stone == 1 { Color::First } else { Color::Second };
        self.colors[at::<CELLS>(v)] = EMPTY;
        self.heads[at::<CELLS>(v)] = 0;
        self.stones[color.index()] -= 1;
        self.push_vacant(v);
        self.flip_codes(v, stone);
        if K::KEY {
            self.key ^= stone_key(color, Self::point(Vertex(v)));
        }
    }

    /// Adds `stone` to the codes of the eight neighbours, or takes it out.
    #[inline]
    fn flip_codes(&mut self, v: u16, stone: u8) {
        let stone = u16::from(stone);
        let stride = Self::STRIDE as u16;
        // To its northern neighbour, `v` is the southern one, and so on.
        self.codes[at::<CELLS>(v + stride)] ^= stone << 6;
        self.codes[at::<CELLS>(v - 1)] ^= stone << 4;
        self.codes[at::<CELLS>(v + 1)] ^= stone << 2;
        self.codes[at::<CELLS>(v - stride)] ^= stone;
        self.codes[at::<CELLS>(v + stride - 1)] ^= stone << 14;
        self.codes[at::<CELLS>(v + stride + 1)] ^= stone << 12;
        self.codes[at::<CELLS>(v - stride - 1)] ^= stone << 10;
        self.codes[at::<CELLS>(v - stride + 1)] ^= stone << 8;
    }

    /// Computes the code of a point from scratch.
    fn recode(&mut self, v: u16) {
        let around = Self::around(Vertex(v)).into_iter().enumerate();
        self.codes[usize::from(v)] = around
            .fold(0, |code, (i, near)| code | u16::from(self.colors[near.index()]) << (2 * i));
    }

    #[inline]
    fn push_vacant(&mut self, v: u16) {
        let place = self.vacant_count;
        self.vacant[at::<CELLS>(place)] = v;
        self.places[at::<CELLS>(v)] = place;
        self.vacant_count += 1;
    }

    #[inline]
    fn remove_vacant(&mut self, v: u16) {
        self.vacant_count -= 1;
        let last = self.vacant[at::<CELLS>(self.vacant_count)];
        let place = self.places[at::<CELLS>(v)];
        self.vacant[at::<CELLS>(place)] = last;
        self.places[at::<CELLS>(last)] = place;
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
const fn stone_of(color: Color) -> u8 {
    color as u8 + 1
}

/// The array index of a vertex, masked so that the compiler sees it in range.
#[inline]
const fn at<const CELLS: usize>(v: u16) -> usize {
    v as usize & (CELLS - 1)
}
