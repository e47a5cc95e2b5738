//! What a move is like, apart from the shape around it.

use arrayvec::ArrayVec;

use super::shape::{Shapes, distance};
use crate::engine::go::steps::Steps;
use crate::game::Color;
use crate::game::go::fast::{FastBoard, Vertex};

/// Numbers of the traits, group after group.
mod number {
    pub const CAPTURE_SAVING: u16 = 0;
    pub const CAPTURE_LAST: u16 = 1;
    pub const CAPTURE_ONE: u16 = 2;
    pub const CAPTURE_MANY: u16 = 3;
    pub const RUN_FREE: u16 = 4;
    pub const RUN_CAUGHT: u16 = 5;
    pub const SELF_ATARI_ONE: u16 = 6;
    pub const SELF_ATARI_MANY: u16 = 7;
    pub const SELF_ATARI_KILLING: u16 = 8;
    pub const ATARI_LADDER: u16 = 9;
    pub const ATARI_LAST: u16 = 10;
    pub const ATARI_RACE: u16 = 11;
    pub const ATARI: u16 = 12;
    pub const STRETCH: u16 = 13;
    pub const STRETCH_ATTACKED: u16 = 14;
    pub const PRESS: u16 = 15;
    pub const VITAL_OWN: u16 = 16;
    pub const VITAL_ENEMY: u16 = 17;
    pub const FALSE_EYE: u16 = 18;
    pub const KO_THREAT: u16 = 19;
    /// Common-fate steps from the last move, from 1 on; one more for farther.
    pub const STEPS: u16 = 20;
    pub const MOST_STEPS: u8 = 4;
    /// Distance from the last move, from 2 on; the last for farther, and for no last move none.
    pub const FROM_LAST: u16 = STEPS + MOST_STEPS as u16 + 1;
    pub const DISTANCES: u16 = 17;
    pub const FROM_BEFORE_LAST: u16 = FROM_LAST + DISTANCES;
    /// The lines from the two nearest sides, for each stage of the game.
    pub const PLACE: u16 = FROM_BEFORE_LAST + DISTANCES;
    pub const LINES: u16 = 10;
    pub const PLACES: u16 = LINES * (LINES + 1) / 2;
    pub const STAGES: u16 = 3;
    pub const END: u16 = PLACE + PLACES * STAGES;
}

/// How many traits there are beside shapes.
pub const FIXED: usize = number::END as usize;

/// The traits that tell how far a move next to the last one is from it: the distance is 2 along the
/// lines, 3 diagonally.
pub const fn next_to_last(distance: u16) -> [u16; 2] {
    [number::FROM_LAST + distance - 2, number::STEPS]
}

/// The same of a move elsewhere on the board, nine or so columns and rows from the last.
pub const fn far_from_last() -> [u16; 2] {
    [number::FROM_LAST + 7, number::STEPS + number::MOST_STEPS as u16]
}

/// The traits of one move.
pub type Traits = ArrayVec<u16, 24>;

/// What is found out about a position once, for all its moves.
#[derive(Clone, Debug)]
pub struct Survey<const CELLS: usize> {
    /// The shapes on the board.
    pub shapes: Shapes,
    steps: Steps<CELLS>,
    /// Liberties of each chain by its head: 1, 2, or 3 for more.
    liberties: [u8; CELLS],
    /// By the head of each chain short of liberties, the move that decides its ladder: saves an own
    /// chain from atari or catches an enemy chain with two liberties. A pass if none does.
    ladders: [Vertex; CELLS],
    stage: u16,
}

impl<const CELLS: usize> Default for Survey<CELLS> {
    fn default() -> Self {
        Self {
            shapes: Shapes::default(),
            steps: Steps::new(number::MOST_STEPS),
            liberties: [0; CELLS],
            ladders: [Vertex::PASS; CELLS],
            stage: 0,
        }
    }
}

impl<const CELLS: usize> Survey<CELLS> {
    /// Looks at `board` before its moves are described.
    pub fn look(&mut self, board: &FastBoard<CELLS>) {
        self.look_at_shapes(board);
        self.steps.survey(board);
        let points = board.size().points() as u32;
        let stones = points - board.vacant_count();
        // A twentieth, about 18 stones of the large board, is the opening; a third the middle game.
        self.stage = u16::from(stones * 20 >= points) + u16::from(stones * 3 >= points);
        for head in heads(board) {
            let is_own = board.stone(head) == Some(board.turn());
            let key = match (is_own, self.liberties[head.index()]) {
                (true, 1) => board.ladder_escape(head),
                (false, 2) => board.ladder_capture(head),
                _ => None,
            };
            self.ladders[head.index()] = key.unwrap_or(Vertex::PASS);
        }
    }

    /// Looks at shapes and liberties alone, which is all that [`contact`](Self::contact) and the shapes need.
    pub fn look_at_shapes(&mut self, board: &FastBoard<CELLS>) {
        self.shapes.draw(board);
        for head in heads(board) {
            self.liberties[head.index()] = board.liberties::<3>(head).len() as u8;
        }
    }

    /// Common-fate steps from the last move to `vertex`.
    pub fn steps(&self, vertex: Vertex) -> u8 {
        self.steps.to(vertex)
    }

    /// Whether the own chain in atari at `head` can get away.
    pub fn escapes(&self, head: Vertex) -> bool {
        !self.ladders[head.index()].is_pass()
    }

    /// Whether the move at `vertex` catches the enemy chain with two liberties at `head`.
    pub fn catches(&self, head: Vertex, vertex: Vertex) -> bool {
        self.liberties[head.index()] == 2 && self.ladders[head.index()] == vertex
    }

    /// Liberties of the chain of the stone at `vertex`: 1, 2, or 3 for more.
    fn liberties(&self, board: &FastBoard<CELLS>, vertex: Vertex) -> u8 {
        self.liberties[board.head(vertex).index()]
    }

    /// The key of the stones next to `vertex` and their liberties.
    pub fn contact(&self, board: &FastBoard<CELLS>, vertex: Vertex) -> u32 {
        self.shapes.with_liberties::<CELLS>(vertex, |near| self.liberties(board, near))
    }

    /// The traits of the legal move at `vertex`.
    pub fn traits(&self, board: &FastBoard<CELLS>, vertex: Vertex) -> Traits {
        let mut traits = Traits::new();
        traits.push(self.place(board, vertex));
        traits.push(number::STEPS + u16::from(self.steps.to(vertex)).max(1) - 1);
        traits.extend(from(board.last(), vertex, number::FROM_LAST, Self::offset));
        traits.extend(from(board.before_last(), vertex, number::FROM_BEFORE_LAST, Self::offset));
        self.tactics(board, vertex, &mut traits);
        traits
    }

    fn offset(one: Vertex, other: Vertex) -> usize {
        let (a, b) = (FastBoard::<CELLS>::point(one), FastBoard::<CELLS>::point(other));
        distance(i32::from(a.x) - i32::from(b.x), i32::from(a.y) - i32::from(b.y))
    }

    fn place(&self, board: &FastBoard<CELLS>, vertex: Vertex) -> u16 {
        let point = FastBoard::<CELLS>::point(vertex);
        let line = |at: u8, side: u8| u16::from(at.min(side - 1 - at)).min(number::LINES - 1);
        let x = line(point.x, board.size().width());
        let y = line(point.y, board.size().height());
        let (low, high) = (x.min(y), x.max(y));
        number::PLACE + self.stage * number::PLACES + high * (high + 1) / 2 + low
    }

    fn tactics(&self, board: &FastBoard<CELLS>, vertex: Vertex, traits: &mut Traits) {
        let own = board.turn();
        if let Some(number) = capture(board, vertex, own) {
            traits.push(number);
        }
        if board.is_self_atari(vertex) {
            traits.push(match board.chain_size_after(vertex, own) {
                1 => number::SELF_ATARI_ONE,
                _ if board.is_killing_sacrifice(vertex, own) => number::SELF_ATARI_KILLING,
                _ => number::SELF_ATARI_MANY,
            });
        } else {
            self.flight(board, vertex, own, traits);
            self.attack(board, vertex, own, traits);
        }
        if let Some((vital, owner)) = board.vital_point(vertex)
            && vital == vertex
        {
            traits.push(if owner == own { number::VITAL_OWN } else { number::VITAL_ENEMY });
        }
        if board.code(vertex).is_enclosed_by(own) {
            traits.push(number::FALSE_EYE);
        }
    }

    /// What the move does for own chains short of liberties.
    fn flight(&self, board: &FastBoard<CELLS>, vertex: Vertex, own: Color, traits: &mut Traits) {
        let near = board.chains_near(vertex, own);
        let few = near.iter().map(|&head| self.liberties(board, head)).min().unwrap_or(3);
        if few > 2 {
            return;
        }
        let after = board.liberties_after::<3>(vertex, own).len();
        if few == 1 {
            let prey = near.iter().copied().find(|&head| self.liberties(board, head) == 1);
            let free = after == 3 || prey.is_some_and(|prey| self.escapes(prey));
            traits.push(if free { number::RUN_FREE } else { number::RUN_CAUGHT });
        } else if after == 3 {
            let attacked = near.iter().any(|&head| {
                self.liberties(board, head) == 2
                    && board.chains_near(board.last(), own).contains(&head)
            });
            traits.push(if attacked { number::STRETCH_ATTACKED } else { number::STRETCH });
        }
    }

    /// What the move does to enemy chains short of liberties.
    fn attack(&self, board: &FastBoard<CELLS>, vertex: Vertex, own: Color, traits: &mut Traits) {
        let near = board.chains_near(vertex, own.other());
        let last = if board.last().is_pass() { Vertex::PASS } else { board.head(board.last()) };
        let mut found: Option<u16> = None;
        for &head in &near {
            let number = match self.liberties(board, head) {
                2 if self.catches(head, vertex) => number::ATARI_LADDER,
                2 if head == last => number::ATARI_LAST,
                2 if self.races(board, head, own) => number::ATARI_RACE,
                2 => number::ATARI,
                3 if board.liberties::<4>(head).len() == 3 => number::PRESS,
                _ => continue,
            };
            found = Some(found.map_or(number, |best| best.min(number)));
        }
        if let Some(number) = found {
            traits.push(number);
            if !board.ko().is_pass() && number != number::PRESS {
                traits.push(number::KO_THREAT);
            }
        }
    }

    /// Whether a chain stands beside an enemy chain as short of liberties.
    fn races(&self, board: &FastBoard<CELLS>, head: Vertex, enemy: Color) -> bool {
        board.chain_stones(head).any(|stone| {
            board.chains_near(stone, enemy).iter().any(|&near| self.liberties(board, near) <= 2)
        })
    }
}

/// The heads of all chains.
fn heads<const CELLS: usize>(board: &FastBoard<CELLS>) -> impl Iterator<Item = Vertex> + '_ {
    let vertices = board.size().all().map(FastBoard::<CELLS>::vertex);
    vertices.filter(|&vertex| board.stone(vertex).is_some() && board.head(vertex) == vertex)
}

/// The trait of the distance from a move made earlier.
fn from(
    earlier: Vertex,
    vertex: Vertex,
    first: u16,
    distance: fn(Vertex, Vertex) -> usize,
) -> Option<u16> {
    (!earlier.is_pass()).then(|| {
        let steps = distance(earlier, vertex).saturating_sub(2) as u16;
        first + steps.min(number::DISTANCES - 1)
    })
}

/// The most important reason to capture at `vertex`.
fn capture<const CELLS: usize>(
    board: &FastBoard<CELLS>,
    vertex: Vertex,
    own: Color,
) -> Option<u16> {
    let taken = board.captured_chains(vertex, own);
    let stones: u32 = taken.iter().map(|&head| board.chain_size(head)).sum();
    let saves = |head: Vertex| {
        board
            .chain_stones(head)
            .any(|stone| board.chains_near(stone, own).iter().any(|&friend| board.in_atari(friend)))
    };
    let is_last = |head: Vertex| !board.last().is_pass() && board.head(board.last()) == head;
    if taken.is_empty() {
        None
    } else if taken.iter().any(|&head| saves(head)) {
        Some(number::CAPTURE_SAVING)
    } else if taken.iter().any(|&head| is_last(head)) {
        Some(number::CAPTURE_LAST)
    } else if stones == 1 {
        Some(number::CAPTURE_ONE)
    } else {
        Some(number::CAPTURE_MANY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Board;
    use crate::game::go::fast::Board9;

    /// Tactical traits of the move at `vertex` for Black, White's last move being `last`.
    fn tactics(diagram: &str, last: &str, vertex: &str) -> Vec<u16> {
        let at = |text: &str| Board9::vertex(text.parse().unwrap());
        let mut board = Board9::of(&diagram.parse::<Board>().unwrap());
        if !last.is_empty() {
            board.set_last(Vertex::PASS, at(last));
        }
        let mut survey = Survey::default();
        survey.look(&board);
        let traits = survey.traits(&board, at(vertex));
        traits.into_iter().filter(|&number| number < number::STEPS).collect()
    }

    #[test]
    fn a_capture_is_named_by_its_reason() {
        let board = ". . . . . . .
                     . O X . . . .
                     X X O X . . .
                     . O X X O X .
                     . . . X O X .
                     . . . . X . .";
        assert_eq!(tactics(board, "", "E4"), [number::CAPTURE_MANY]);
        assert_eq!(tactics(board, "E2", "E4"), [number::CAPTURE_LAST]);
        let saving = ". . . . . . .
                      . O O . . . .
                      X X X O . . .
                      O O X O . . .
                      . . O X . . .";
        // C1 is taken at B1, and with it Black's chain in atari is saved.
        assert!(tactics(saving, "", "B1").contains(&number::CAPTURE_SAVING));
    }

    #[test]
    fn running_is_told_from_being_caught() {
        let lost = ". . . . . . .
                    . O O . . . .
                    O X X O . . .
                    . O . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .";
        assert!(tactics(lost, "", "C4").contains(&number::RUN_CAUGHT));
        let free = lost.replacen("O . . . . .", "O . . . X .", 1);
        assert_ne!(free, lost);
        assert!(
            tactics(&free, "", "C4").contains(&number::RUN_CAUGHT)
                != tactics(&free, "", "C4").contains(&number::RUN_FREE)
        );
    }

    #[test]
    fn an_atari_on_the_last_stone_is_told_from_others() {
        let board = ". . . . . . .
                     . . X O . . .
                     . . . X . . .
                     . . . . . . .
                     . . . . . . .
                     . . . . . . .
                     . . . . . . .";
        let last = tactics(board, "D6", "E6");
        let other = tactics(board, "", "E6");
        assert!(last.contains(&number::ATARI_LAST) || last.contains(&number::ATARI_LADDER));
        assert!(!other.contains(&number::ATARI_LAST));
    }

    #[test]
    fn every_number_is_below_the_end() {
        let empty = Board9::new(crate::game::go::Size::NINE);
        let mut survey = Survey::default();
        survey.look(&empty);
        for vertex in empty.vacant() {
            assert!(survey.traits(&empty, vertex).iter().all(|&n| usize::from(n) < FIXED));
        }
    }

    #[test]
    fn places_are_the_same_from_every_corner() {
        let empty = Board9::new(crate::game::go::Size::NINE);
        let mut survey = Survey::default();
        survey.look(&empty);
        let place = |text: &str| survey.traits(&empty, Board9::vertex(text.parse().unwrap()))[0];
        assert_eq!(place("C4"), place("D3"));
        assert_eq!(place("C4"), place("G6"));
        assert_ne!(place("C4"), place("D4"));
    }
}
