//! Boards of at most 16 points as sets of bits: moves, areas, and what is held for certain.

use crate::game::Color;
use crate::game::go::{Board, Point, Size, Suicide, Symmetry};

/// Points, a bit for each, rows from the bottom.
pub type Set = u16;

/// The most points a board can have.
pub const MOST_POINTS: usize = Set::BITS as usize;

/// The stones of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones(pub [Set; 2]);

impl Stones {
    /// Those of one side.
    pub const fn of(self, color: Color) -> Set {
        self.0[color.index()]
    }

    /// Those of both.
    const fn all(self) -> Set {
        self.0[0] | self.0[1]
    }
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The stones after it.
    pub stones: Stones,
    /// The stones taken off.
    pub taken: Stones,
    /// The point of a ko that may not be retaken at once, or [`NO_KO`].
    pub ko: u8,
}

/// No point.
pub const NO_KO: u8 = u8::MAX;

/// A small board: its edges and symmetries.
#[derive(Clone, Debug)]
pub struct Field {
    width: u32,
    full: Set,
    /// All but the first column.
    not_first: Set,
    /// All but the last column.
    not_last: Set,
    suicide: Suicide,
    turns: Vec<Turn>,
}

impl Field {
    /// The field of boards of `size`, which must have at most [`MOST_POINTS`] points.
    pub fn new(size: Size, suicide: Suicide) -> Self {
        assert!(size.points() <= MOST_POINTS, "a field of {} points", size.points());
        let column = |x: u8| set_of(size, |point| point.x != x);
        Self {
            width: size.width().into(),
            full: set_of(size, |_| true),
            not_first: column(0),
            not_last: column(size.width() - 1),
            suicide,
            turns: Symmetry::of(size).iter().map(|&symmetry| Turn::new(size, symmetry)).collect(),
        }
    }

    /// The ways to turn and mirror it; the first changes nothing.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Number of points.
    pub const fn points(&self) -> i32 {
        self.full.count_ones() as i32
    }

    /// The vacant points.
    pub const fn vacant(&self, stones: Stones) -> Set {
        self.full & !stones.all()
    }

    /// The points next to a point of `set`.
    pub const fn around(&self, set: Set) -> Set {
        let sides = (set << 1 & self.not_first) | (set >> 1 & self.not_last);
        (sides | set << self.width | set >> self.width) & self.full
    }

    /// The points of `within` that hang together with `seed`.
    const fn connected(&self, seed: Set, within: Set) -> Set {
        let mut found = seed;
        loop {
            let more = (found | self.around(found)) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The parts of `set` that hang together.
    fn parts(&self, mut set: Set) -> impl Iterator<Item = Set> + '_ {
        std::iter::from_fn(move || {
            let part = self.connected(lowest(set)?, set);
            set &= !part;
            Some(part)
        })
    }

    /// What a stone of `color` on the vacant point `at` does, superko aside; `None` if it may not be
    /// put there.
    pub fn play(&self, stones: Stones, color: Color, at: u32) -> Option<Played> {
        let stone = 1 << at;
        let (mut own, mut enemy) = (stones.of(color) | stone, stones.of(color.other()));
        let mut taken = 0;
        let mut near = self.around(stone) & enemy;
        while let Some(seed) = lowest(near) {
            let chain = self.connected(seed, enemy);
            near &= !chain;
            if self.around(chain) & !(own | enemy) == 0 {
                taken |= chain;
            }
        }
        enemy &= !taken;
        let chain = self.connected(stone, own);
        let liberties = self.around(chain) & !(own | enemy);
        let mut given = 0;
        if liberties == 0 {
            if self.suicide == Suicide::Forbidden || chain == stone {
                return None;
            }
            given = chain;
            own &= !given;
        }
        let is_ko = chain == stone && liberties == taken && taken.count_ones() == 1;
        let ko = if is_ko { taken.trailing_zeros() as u8 } else { NO_KO };
        Some(Played { stones: pair(color, own, enemy), taken: pair(color, given, taken), ko })
    }

    /// The area of `color` less its opponent's, every stone counting as alive.
    pub fn balance(&self, stones: Stones, color: Color) -> i32 {
        let (own, enemy) = (stones.of(color), stones.of(color.other()));
        let mut balance = own.count_ones() as i32 - enemy.count_ones() as i32;
        for part in self.parts(self.vacant(stones)) {
            let border = self.around(part);
            match (border & own != 0, border & enemy != 0) {
                (true, false) => balance += part.count_ones() as i32,
                (false, true) => balance -= part.count_ones() as i32,
                _ => {}
            }
        }
        balance
    }

    /// How many points `color` has for certain at the end, as [`certain::held`] counts them.
    ///
    /// [`certain::held`]: crate::game::go::certain::held
    pub fn held(&self, stones: Stones, color: Color) -> i32 {
        let own = stones.of(color);
        let vacant = self.vacant(stones);
        let mut regions: Vec<Set> = self.parts(self.full & !own).collect();
        // Two eyes need two regions.
        if regions.len() < 2 {
            return 0;
        }
        let mut chains: Vec<Set> = self.parts(own).collect();
        let is_vital = |region: Set, chain: Set| {
            let liberties = self.around(chain);
            region & liberties != 0 && region & vacant & !liberties == 0
        };
        let alive = loop {
            let before = chains.len();
            chains.retain(|&chain| {
                regions.iter().filter(|&&region| is_vital(region, chain)).count() >= 2
            });
            let alive = chains.iter().fold(0, |all, chain| all | chain);
            regions.retain(|&region| self.around(region) & own & !alive == 0);
            if chains.len() == before {
                break alive;
            }
        };
        let touched = self.around(alive);
        regions.retain(|&region| {
            region & !touched == 0 && chains.iter().any(|&chain| is_vital(region, chain))
        });
        regions.iter().fold(alive, |all, region| all | region).count_ones() as i32
    }
}

/// One way to turn or mirror a field.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Where the lower eight points go, by their set; then the upper ones.
    bytes: [[Set; 256]; 2],
    /// Where each point goes.
    points: [u8; MOST_POINTS],
    /// Which turn undoes it, by its place among the turns.
    pub inverse: usize,
}

impl Turn {
    fn new(size: Size, symmetry: Symmetry) -> Self {
        let mut points = [0; MOST_POINTS];
        for (from, point) in size.all().enumerate() {
            points[from] = size.index(symmetry.point(size, point)) as u8;
        }
        let image = |half: usize, byte: usize| {
            let members = (0..8).filter(|bit| byte >> bit & 1 != 0).map(|bit| bit + 8 * half);
            members
                .filter(|&from| from < size.points())
                .fold(0, |all, from| all | 1 << points[from])
        };
        let bytes = [0, 1].map(|half| std::array::from_fn(|byte| image(half, byte)));
        let inverse = Symmetry::of(size).iter().position(|&other| other == symmetry.inverse());
        Self { bytes, points, inverse: inverse.expect("every symmetry can be undone") }
    }

    /// Where the points of `set` go.
    pub const fn set(&self, set: Set) -> Set {
        self.bytes[0][(set & 0xff) as usize] | self.bytes[1][(set >> 8) as usize]
    }

    /// Where stones go.
    pub const fn stones(&self, stones: Stones) -> Stones {
        Stones([self.set(stones.0[0]), self.set(stones.0[1])])
    }

    /// Where the point of a ko goes, if there is one.
    pub const fn ko(&self, ko: u8) -> u8 {
        if ko == NO_KO { NO_KO } else { self.points[ko as usize] }
    }
}

/// The stones on a board.
pub fn stones_of(board: &Board) -> Stones {
    Stones(Color::BOTH.map(|color| set_of(board.size(), |at| board.stone(at) == Some(color))))
}

/// The members of a set, the lowest first.
pub fn members(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let member = lowest(set)?;
        set &= !member;
        Some(member.trailing_zeros())
    })
}

const fn lowest(set: Set) -> Option<Set> {
    if set == 0 { None } else { Some(set & set.wrapping_neg()) }
}

const fn pair(color: Color, own: Set, enemy: Set) -> Stones {
    match color {
        Color::First => Stones([own, enemy]),
        Color::Second => Stones([enemy, own]),
    }
}

fn set_of(size: Size, holds: impl Fn(Point) -> bool) -> Set {
    let points = size.all().enumerate().filter(|(_, point)| holds(*point));
    points.fold(0, |all, (index, _)| all | 1 << index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::game::Position;
    use crate::game::go::{Move, certain, score};

    /// Random boards of all small sizes, as they come about when legal moves are played at random.
    fn each_board(mut check: impl FnMut(&Board, &Field)) {
        let mut random = Random::seeded(3);
        let sizes = [(2, 2), (3, 2), (2, 5), (3, 3), (4, 3), (3, 5), (4, 4)];
        for (width, height) in sizes {
            let size = Size::new(width, height).unwrap();
            let field = Field::new(size, Suicide::Forbidden);
            let mut board = Board::new(size);
            for _ in 0..1500 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                moves.retain(|mv| {
                    mv.point().is_some_and(|at| board.suicide_by(board.turn(), at).is_empty())
                });
                if moves.is_empty() {
                    board = Board::new(size);
                    continue;
                }
                board.play(moves[random.below(moves.len() as u32) as usize]);
                check(&board, &field);
            }
        }
    }

    #[test]
    fn areas_and_held_points_are_those_of_the_rules_board() {
        let mut held = 0;
        each_board(|board, field| {
            let stones = stones_of(board);
            assert_eq!(field.balance(stones, Color::First), score::area_balance(board), "{board}");
            for color in Color::BOTH {
                let found = field.held(stones, color);
                assert_eq!(found, certain::held(board, color) as i32, "{color:?}\n{board}");
                held += found;
            }
        });
        assert!(held > 1000, "only {held}");
    }

    #[test]
    fn moves_do_what_they_do_on_the_rules_board() {
        let (mut taken, mut kos, mut given) = (0, 0, 0);
        each_board(|board, field| {
            let (stones, color) = (stones_of(board), board.turn());
            let generous = Field { suicide: Suicide::Allowed, ..field.clone() };
            for at in members(field.vacant(stones)) {
                let point = board.size().point(at as usize);
                let suicide = board.suicide_by(color, point);
                let found = generous.play(stones, color, at);
                if suicide.len() == 1 {
                    assert_eq!(found, None, "{point}\n{board}");
                    continue;
                }
                if board.ko() == Some(point) {
                    continue;
                }
                let mut after = board.clone();
                after.play(Move::Place(point));
                let expected = Some(stones_of(&after));
                assert_eq!(found.map(|played| played.stones), expected, "{point}\n{board}");
                assert_eq!(field.play(stones, color, at), found.filter(|_| suicide.is_empty()));
                let Some(played) = found else { continue };
                let off = |by: Color| played.taken.of(by).count_ones() as usize;
                assert_eq!(off(color.other()), board.captured_by(color, point).len());
                assert_eq!(off(color), suicide.len());
                let ko = after.ko().map_or(NO_KO, |ko| board.size().index(ko) as u8);
                assert_eq!(played.ko, ko, "{point}\n{board}");
                taken += off(color.other());
                given += off(color);
                kos += usize::from(ko != NO_KO);
            }
        });
        assert!(taken > 1000 && kos > 100 && given > 100, "{taken} {kos} {given}");
    }

    #[test]
    fn turns_move_stones_as_symmetries_do() {
        each_board(|board, field| {
            for (turn, symmetry) in field.turns().iter().zip(Symmetry::of(board.size())) {
                let turned = turn.stones(stones_of(board));
                assert_eq!(turned, stones_of(&symmetry.board(board)));
                assert_eq!(field.turns()[turn.inverse].stones(turned), stones_of(board));
            }
        });
    }
}
