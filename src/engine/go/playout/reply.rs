//! Last good replies: what answered a move in a playout that was won is the answer of the next
//! playouts, too, until it loses one (LGRF, Baier and Drake 2010).

use crate::game::Color;
use crate::game::go::fast::{FastBoard, Vertex};

/// How many moves before the answer must be the same for it to be given again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Context {
    /// Nothing is remembered.
    #[default]
    None,
    /// The last move.
    One,
    /// The last two; if nothing is known of them, the last.
    Two,
}

/// An answer that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    color: Color,
    before_last: Vertex,
    last: Vertex,
    answer: Vertex,
}

impl Given {
    /// The answer at `vertex` that is about to be given on `board`.
    pub fn on<const CELLS: usize>(board: &FastBoard<CELLS>, vertex: Vertex) -> Self {
        Self {
            color: board.turn(),
            before_last: board.before_last(),
            last: board.last(),
            answer: vertex,
        }
    }
}

/// The replies that one worker remembers. A pass stands for none.
#[derive(Clone, Debug)]
pub struct Replies<const CELLS: usize> {
    /// By colour and last move.
    to_one: Vec<Vertex>,
    /// By colour and the last two moves; empty if only one counts.
    to_two: Vec<Vertex>,
}

impl<const CELLS: usize> Replies<CELLS> {
    /// An empty memory, or `None` if nothing is to be remembered.
    pub fn new(context: Context) -> Option<Self> {
        let two = if context == Context::Two { 2 * CELLS * CELLS } else { 0 };
        (context != Context::None).then(|| Self {
            to_one: vec![Vertex::PASS; 2 * CELLS],
            to_two: vec![Vertex::PASS; two],
        })
    }

    const fn one(color: Color, last: Vertex) -> usize {
        color.index() * CELLS + last.index()
    }

    const fn two(color: Color, before_last: Vertex, last: Vertex) -> usize {
        (color.index() * CELLS + before_last.index()) * CELLS + last.index()
    }

    /// The reply to the last moves of `board` that is remembered and can be given.
    #[inline]
    pub fn to(&self, board: &FastBoard<CELLS>) -> Option<Vertex> {
        let (color, last) = (board.turn(), board.last());
        let two = self.to_two.get(Self::two(color, board.before_last(), last)).copied();
        let fits = |vertex: &Vertex| {
            board.is_vacant(*vertex)
                && !vertex.is_pass()
                && !board.code(*vertex).is_eye_of(color)
                && board.is_legal(*vertex)
                && !board.is_self_atari(*vertex)
        };
        two.filter(fits).or_else(|| Some(self.to_one[Self::one(color, last)]).filter(fits))
    }

    /// Remembers the answers of the winner and forgets those that the loser gave.
    pub fn learn(&mut self, playout: &[Given], winner: Color) {
        for given in playout {
            let Given { color, before_last, last, answer } = *given;
            let places = [
                self.to_one.get_mut(Self::one(color, last)),
                self.to_two.get_mut(Self::two(color, before_last, last)),
            ];
            for place in places.into_iter().flatten() {
                if color == winner {
                    *place = answer;
                } else if *place == answer {
                    *place = Vertex::PASS;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Size;
    use crate::game::go::fast::Board9;

    fn at(text: &str) -> Vertex {
        Board9::vertex(text.parse().unwrap())
    }

    /// Black is to answer these two moves on an empty board.
    fn after(before_last: &str, last: &str) -> Board9 {
        let mut board = Board9::new(Size::NINE);
        board.play(at(before_last));
        board.play(at(last));
        board
    }

    fn answered(before_last: &str, last: &str, answer: &str) -> [Given; 1] {
        [Given::on(&after(before_last, last), at(answer))]
    }

    #[test]
    fn a_reply_that_won_is_given_until_it_loses() {
        let mut replies = Replies::new(Context::One).unwrap();
        let board = after("A9", "C3");
        assert_eq!(replies.to(&board), None);
        replies.learn(&answered("A9", "C3", "D3"), Color::First);
        assert_eq!(replies.to(&board), Some(at("D3")));
        replies.learn(&answered("A9", "C3", "E5"), Color::Second);
        assert_eq!(replies.to(&board), Some(at("D3")), "another answer lost");
        replies.learn(&answered("A9", "C3", "D3"), Color::Second);
        assert_eq!(replies.to(&board), None);
    }

    #[test]
    fn two_moves_before_count_more_than_one() {
        let mut replies = Replies::new(Context::Two).unwrap();
        replies.learn(&answered("G7", "C3", "D3"), Color::First);
        replies.learn(&answered("A9", "C3", "C4"), Color::First);
        assert_eq!(replies.to(&after("G7", "C3")), Some(at("D3")));
        assert_eq!(replies.to(&after("B8", "C3")), Some(at("C4")), "the last that won");
    }

    #[test]
    fn a_reply_that_is_impossible_now_is_not_given() {
        let mut replies = Replies::new(Context::One).unwrap();
        replies.learn(&answered("A9", "C3", "D3"), Color::First);
        assert_eq!(replies.to(&after("D3", "C3")), None);
    }

    #[test]
    fn nothing_is_remembered_if_nobody_wants_it() {
        assert!(Replies::<128>::new(Context::None).is_none());
    }
}
