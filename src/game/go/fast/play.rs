//! Moves on the incremental board: stones appear, chains join, chains are taken.

use super::board::{EMPTY, FastBoard, Vertex, at, stone_of};
use super::code::Code;
use super::liberties::Liberties;
use crate::game::Color;
use crate::game::go::board::stone_key;

/// Whether a move updates the Zobrist key; playouts do without.
pub(super) trait Keeping {
    const KEY: bool;
}
pub(super) struct Keyed;
struct Unkeyed;
impl Keeping for Keyed {
    const KEY: bool = true;
}
impl Keeping for Unkeyed {
    const KEY: bool = false;
}

impl<const CELLS: usize> FastBoard<CELLS> {
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
        self.before_last = self.last;
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
    pub(super) fn place<K: Keeping>(&mut self, color: Color, v: u16) {
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
    pub(super) fn recode(&mut self, v: u16) {
        let around = Self::around(Vertex(v)).into_iter().enumerate();
        self.codes[usize::from(v)] = around
            .fold(0, |code, (i, near)| code | u16::from(self.colors[near.index()]) << (2 * i));
    }

    #[inline]
    pub(super) fn push_vacant(&mut self, v: u16) {
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
}
