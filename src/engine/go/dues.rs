//! What is still to be paid when only dame are left and territory counts: whoever takes a dame that puts
//! living stones into atari makes their owner fill a point of his land.

use crate::game::go::{Board, Chain, Move, Point};
use crate::game::{Color, Position};

/// Points of their land that both sides have to fill. The stones at `dead` are not defended; `owner` tells
/// whose land each point is (rows from the bottom).
pub fn dues(board: &Board, dead: &[Point], owner: &[Option<Color>]) -> [u32; 2] {
    let mut last = Border { board: board.clone(), dead, owner };
    let mut paid = [0; 2];
    // Stones that are taken make points vacant again, but no game needs more dame than it has points.
    for _ in 0..board.size().points() {
        let Some((payer, point)) = last.demand() else { break };
        last.fill(payer, point);
        paid[payer.index()] += 1;
    }
    paid
}

/// The end of a game, dame and what they threaten.
struct Border<'a> {
    board: Board,
    dead: &'a [Point],
    owner: &'a [Option<Color>],
}

impl Border<'_> {
    /// Plays the next dame that threatens; who must answer, and where. One that serves both sides alike goes to
    /// whoever comes first, which the stones do not tell: it costs nobody anything.
    fn demand(&mut self) -> Option<(Color, Point)> {
        for point in self.dame() {
            let answers = Color::BOTH.map(|taker| self.answer_to(taker, point));
            let taker = match answers {
                [Some(_), None] => Color::First,
                [None, Some(_)] => Color::Second,
                _ => continue,
            };
            self.fill(taker, point);
            return answers[taker.index()].map(|answer| (taker.other(), answer));
        }
        None
    }

    /// Vacant points that nobody owns.
    fn dame(&self) -> Vec<Point> {
        let size = self.board.size();
        let is_dame = |point: &Point| {
            self.board.is_vacant(*point) && self.owner[size.index(*point)].is_none()
        };
        size.all().filter(is_dame).collect()
    }

    /// Where the other side must answer in its own land when `taker` plays at `point`, if that threatens
    /// and does not only give a stone away.
    fn answer_to(&self, taker: Color, point: Point) -> Option<Point> {
        let mv = Move::Place(point);
        if !self.board.is_legal_for(taker, mv) {
            return None;
        }
        let mut after = self.board.clone();
        after.set_turn(taker);
        after.play(mv);
        if after.chain(point).is_none_or(|own| own.in_atari()) {
            return None;
        }
        let size = after.size();
        let beside = size.neighbours(point);
        let mut threatened = beside.iter().filter_map(|&at| after.chain(at));
        threatened.find_map(|chain| self.saving(&after, &chain, taker.other()))
    }

    /// The point of `owner`'s land that saves a living chain of his from atari.
    fn saving(&self, board: &Board, chain: &Chain, owner: Color) -> Option<Point> {
        let [liberty] = chain.liberties[..] else { return None };
        let lives = chain.color == owner && !self.dead.contains(&chain.stones[0]);
        let can_be_taken = board.is_legal_for(owner.other(), Move::Place(liberty));
        let can_be_saved = board.is_legal_for(owner, Move::Place(liberty));
        let must_fill = lives && can_be_taken && can_be_saved && self.is_land(owner, liberty);
        must_fill.then_some(liberty)
    }

    fn is_land(&self, color: Color, point: Point) -> bool {
        self.owner[self.board.size().index(point)] == Some(color)
    }

    fn fill(&mut self, color: Color, point: Point) {
        self.board.set_turn(color);
        self.board.play(Move::Place(point));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::score::{Agreement, count_agreed};
    use crate::game::go::{BLACK, Rules};

    fn paid(diagram: &str, dead: &str) -> [u32; 2] {
        let mut board: Board = diagram.parse().unwrap();
        let dead: Vec<Point> = dead.split_whitespace().map(|v| v.parse().unwrap()).collect();
        let agreed = Agreement { dead: &dead, ..Agreement::default() };
        let owner = count_agreed(&board, &Rules::JAPANESE, &agreed).owner;
        let paid = dues(&board, &dead, &owner);
        board.set_turn(board.turn().other());
        assert_eq!(dues(&board, &dead, &owner), paid, "whose turn it is does not matter");
        paid
    }

    #[test]
    fn a_dame_that_puts_stones_into_atari_costs_a_point() {
        // White at D1 threatens C1; Black fills B1.
        let diagram = ". X X O O .
                       X X O . O O
                       . X O O O O
                       . . X . O .";
        assert_eq!(paid(diagram, ""), [1, 0]);
    }

    #[test]
    fn dame_that_threaten_nothing_are_free() {
        let diagram = ". X . O .
                       X X . O O
                       . X . O .";
        assert_eq!(paid(diagram, ""), [0, 0]);
    }

    #[test]
    fn a_threat_that_is_taken_at_once_is_none() {
        // White at D1 would stand in atari himself.
        let diagram = ". X X X O .
                       X X X O O O
                       . X O X O O
                       . . X . X O
                       X X X X X O";
        assert_eq!(paid(diagram, "")[BLACK.index()], 0);
    }

    #[test]
    fn dead_stones_are_not_defended() {
        let diagram = ". X X O O .
                       X X O . O O
                       . X O O O O
                       . . X . O .";
        assert_eq!(paid(diagram, "C1"), [0, 0]);
    }
}
