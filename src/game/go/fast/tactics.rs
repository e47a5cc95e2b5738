//! What a stone would do before it is played: captures, liberties, self-atari.

use arrayvec::ArrayVec;

use super::board::{FastBoard, Vertex};
use super::liberties::Liberties;
use crate::base::Key;
use crate::game::Color;
use crate::game::go::board::stone_key;

/// Heads of the at most four chains next to a point.
type Heads = ArrayVec<Vertex, 4>;

impl<const CELLS: usize> FastBoard<CELLS> {
    /// Heads of `color`'s chains next to `vertex`, each once.
    #[inline]
    pub fn chains_near(&self, vertex: Vertex, color: Color) -> Heads {
        let mut heads = Heads::new();
        if !self.code(vertex).has(color) {
            return heads;
        }
        for near in Self::adjacent(vertex) {
            if self.stone(near) == Some(color) {
                let head = self.head(near);
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
        heads
    }

    /// Heads of the enemy chains that a stone of `color` at the vacant `vertex` would capture.
    pub fn captured_chains(&self, vertex: Vertex, color: Color) -> Heads {
        let mut heads = self.chains_near(vertex, color.other());
        heads.retain(|head| self.in_atari(*head));
        heads
    }

    /// Number of enemy stones that a stone of `color` at the vacant `vertex` would capture.
    #[inline]
    pub fn captured_stones(&self, vertex: Vertex, color: Color) -> u32 {
        if !self.code(vertex).has(color.other()) {
            return 0;
        }
        self.captured_chains(vertex, color).iter().map(|&head| self.chain_size(head)).sum()
    }

    /// The liberties, at most `N`, of the chain that a stone of `color` at the vacant `vertex` would
    /// belong to.
    pub fn liberties_after<const N: usize>(
        &self,
        vertex: Vertex,
        color: Color,
    ) -> ArrayVec<Vertex, N> {
        let mut found = ArrayVec::new();
        let captured = self.captured_chains(vertex, color);
        let mut look = |stone: Vertex| {
            for near in Self::adjacent(stone) {
                let free = match self.stone(near) {
                    None => self.is_vacant(near) && near != vertex,
                    Some(_) => captured.contains(&self.head(near)),
                };
                if free && !found.contains(&near) && found.try_push(near).is_err() {
                    break;
                }
            }
            found.is_full()
        };
        if look(vertex) {
            return found;
        }
        for head in self.chains_near(vertex, color) {
            for stone in self.chain_stones(head) {
                if look(stone) {
                    return found;
                }
            }
        }
        found
    }

    /// Whether a stone of the side to move at the vacant `vertex` would leave its chain with one
    /// liberty, or none.
    #[inline]
    pub fn is_self_atari(&self, vertex: Vertex) -> bool {
        self.code(vertex).vacant() < 2 && self.is_short_after(vertex, self.turn())
    }

    /// Whether the chain of a stone of `color` at the vacant `vertex` would have fewer than two liberties:
    /// told from the sums kept of all chains it joins, without a walk along them.
    fn is_short_after(&self, vertex: Vertex, color: Color) -> bool {
        let mut liberties = Liberties::default();
        let mut joined = Heads::new();
        for near in Self::adjacent(vertex) {
            match self.stone(near) {
                None if self.is_vacant(near) => liberties.add(Liberties::of(near.0)),
                None => {}
                Some(stone) if stone == color => {
                    // The point itself is a liberty no more, once for each stone next to it.
                    liberties.remove(Liberties::of(vertex.0));
                    let head = self.head(near);
                    if !joined.contains(&head) {
                        joined.push(head);
                        liberties.add(self.liberties_of(head));
                    }
                }
                // Stones taken leave liberties all along the chain.
                Some(_) if self.in_atari(near) => {
                    return self.liberties_after::<2>(vertex, color).len() < 2;
                }
                Some(_) => {}
            }
        }
        liberties.are_one_point()
    }

    /// Number of stones in the chain that a stone of `color` at the vacant `vertex` would belong to.
    pub fn chain_size_after(&self, vertex: Vertex, color: Color) -> u32 {
        let joined = self.chains_near(vertex, color);
        1 + joined.iter().map(|&head| self.chain_size(head)).sum::<u32>()
    }

    /// The board key after the side to move plays at the legal, vacant `vertex`.
    pub fn key_after(&self, vertex: Vertex) -> Key {
        let (own, enemy) = (self.turn(), self.turn().other());
        let mut key = self.board_key() ^ stone_key(own, Self::point(vertex));
        for head in self.captured_chains(vertex, own) {
            for stone in self.chain_stones(head) {
                key ^= stone_key(enemy, Self::point(stone));
            }
        }
        key
    }
}
