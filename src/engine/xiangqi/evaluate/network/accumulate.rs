//! The sums of the first layer along the line being searched.
//!
//! Making a move only notes what changed. Sums are worked out when a value is asked for: from the
//! nearest ply behind that has them and was seen in the same image, otherwise from the last position
//! seen in this image, piece by piece where they differ.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::super::Change;
use super::features::{Image, Lean, MOST_PIECES, feature};
use super::{Kernel, Network, Row};
use crate::engine::xiangqi::score::MAX_PLY;
use crate::game::Color;
use crate::game::xiangqi::{Bitboard, Board, Kind, Piece};

/// More moves than this are not followed back: starting from the last position seen is as quick.
const LONGEST_WAY: usize = 8;

/// Numbers of rows; the two lists of a refresh cannot be longer than a board has pieces.
type Rows = ArrayVec<u16, MOST_PIECES>;

/// How a ply came from the one before.
#[derive(Clone, Copy, Debug)]
enum Link {
    /// It did not.
    Cut,
    /// By a null move.
    Null,
    /// By a move.
    Move(Change),
}

#[derive(Clone, Debug)]
struct Ply {
    link: Link,
    lean: Lean,
    /// The sums of each side, where they are worked out.
    sums: [Row; 2],
    ready: [bool; 2],
}

/// The last position seen in an image.
#[derive(Clone, Debug)]
struct Seen {
    pieces: [[Bitboard; 7]; 2],
    sums: Row,
}

/// A network, and its sums from the root to the present ply.
#[derive(Debug)]
pub struct Stack {
    network: Arc<Network>,
    kernel: Kernel,
    plies: Box<[Ply]>,
    /// By side and image.
    seen: Box<[[Seen; 2]; 2]>,
}

impl Stack {
    /// A stack for `network`; nothing is worked out yet.
    pub fn new(network: Arc<Network>, kernel: Kernel) -> Self {
        let ply =
            Ply { link: Link::Cut, lean: Lean::default(), sums: [Row::ZERO; 2], ready: [false; 2] };
        let seen = Seen { pieces: [[Bitboard::EMPTY; 7]; 2], sums: network.first_bias };
        let pair = [seen.clone(), seen];
        Self {
            kernel,
            plies: vec![ply; MAX_PLY + 2].into(),
            seen: Box::new([pair.clone(), pair]),
            network,
        }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins anew with `board` at `ply`.
    pub fn refresh(&mut self, ply: usize, board: &Board) {
        let next = &mut self.plies[ply];
        next.link = Link::Cut;
        next.lean = Lean::of(board);
        next.ready = [false; 2];
    }

    /// `change` is about to happen at `ply`.
    #[inline]
    pub fn push(&mut self, ply: usize, change: Change) {
        let mut lean = self.plies[ply].lean;
        let Change { piece, from, to, taken } = change;
        if let Some(taken) = taken {
            lean.take(taken, to);
        }
        lean.take(piece, from);
        lean.put(piece, to);
        self.follow(ply, Link::Move(change), lean);
    }

    /// The side to move passes at `ply`.
    pub fn push_null(&mut self, ply: usize) {
        self.follow(ply, Link::Null, self.plies[ply].lean);
    }

    #[inline]
    fn follow(&mut self, ply: usize, link: Link, lean: Lean) {
        let next = &mut self.plies[ply + 1];
        next.link = link;
        next.lean = lean;
        next.ready = [false; 2];
    }

    /// The value of `board`, the position at `ply`, to the side to move.
    pub fn value(&mut self, ply: usize, board: &Board) -> i32 {
        for side in Color::BOTH {
            if !self.plies[ply].ready[side.index()] {
                self.work_out(ply, side, board);
            }
        }
        let sums = &self.plies[ply].sums;
        let (mover, opponent) = (board.turn().index(), board.turn().other().index());
        let pieces = board.occupied().count();
        self.network.output(self.kernel, &sums[mover], &sums[opponent], pieces)
    }

    /// Works out the sums of `side` at `ply`.
    fn work_out(&mut self, ply: usize, side: Color, board: &Board) {
        let image = self.plies[ply].lean.image(side);
        let (mut add, mut take) = (Rows::new(), Rows::new());
        match self.way_back(ply, side, image, &mut add, &mut take) {
            Some(from) => {
                let (before, after) = self.plies.split_at_mut(from + 1);
                let sums = &mut after[ply - from - 1].sums[side.index()];
                let from = &before[from].sums[side.index()];
                self.kernel.change(from, &self.network.rows, &add, &take, sums);
            }
            None => self.look_again(ply, side, image, board),
        }
        self.plies[ply].ready[side.index()] = true;
    }

    /// The nearest ply before `ply` with sums for `image`, and the rows between.
    fn way_back(
        &self,
        ply: usize,
        side: Color,
        image: Image,
        add: &mut Rows,
        take: &mut Rows,
    ) -> Option<usize> {
        let mut back = ply;
        for _ in 0..LONGEST_WAY {
            match self.plies[back].link {
                Link::Cut => return None,
                Link::Null => {}
                Link::Move(Change { piece, from, to, taken }) => {
                    add.push(feature(side, image, piece, to) as u16);
                    take.push(feature(side, image, piece, from) as u16);
                    if let Some(taken) = taken {
                        take.push(feature(side, image, taken, to) as u16);
                    }
                }
            }
            back = back.checked_sub(1)?;
            if self.plies[back].lean.image(side) != image {
                return None;
            }
            if self.plies[back].ready[side.index()] {
                return Some(back);
            }
        }
        None
    }

    /// Works the sums out from the last position seen in `image`.
    fn look_again(&mut self, ply: usize, side: Color, image: Image, board: &Board) {
        let seen = &mut self.seen[side.index()][image as usize];
        let (mut add, mut take) = (Rows::new(), Rows::new());
        for color in Color::BOTH {
            for kind in Kind::ALL {
                let now = board.pieces(color, kind);
                let before = std::mem::replace(&mut seen.pieces[color.index()][kind.index()], now);
                let number = |at| feature(side, image, Piece::new(color, kind), at) as u16;
                add.extend((now - before).map(number));
                take.extend((before - now).map(number));
            }
        }
        let sums = &mut self.plies[ply].sums[side.index()];
        self.kernel.change(&seen.sums, &self.network.rows, &add, &take, sums);
        seen.sums = *sums;
    }

    /// The sums at `ply`, for tests.
    #[cfg(test)]
    pub(super) fn sums(&mut self, ply: usize, board: &Board) -> [Row; 2] {
        self.value(ply, board);
        self.plies[ply].sums
    }
}
