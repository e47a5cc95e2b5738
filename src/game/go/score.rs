//! Counts a finished game: area or territory, dead stones taken off. Komi is left to the game.

use super::board::Board;
use super::point::Point;
use super::rules::{Rules, Scoring, Tax};
use super::{BLACK, WHITE};
use crate::game::Color;

/// The most vacant points that the only eye of a group in seki can have.
const SEKI_EYE: usize = 3;

/// The points of both sides and who owns what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Points of Black and of White.
    pub points: [u32; 2],
    /// For each point (rows from the bottom), whose it is: a living stone or surrounded.
    pub owner: Vec<Option<Color>>,
}

impl Count {
    /// Black's points minus White's.
    pub const fn balance(&self) -> i32 {
        self.points[0] as i32 - self.points[1] as i32
    }
}

/// Counts `board` by `rules`, the stones at `dead` taken off. Stones not named are alive.
pub fn count(board: &Board, rules: &Rules, dead: &[Point]) -> Count {
    let survey = Survey::of(board, dead);
    let mut points = [0; 2];
    for color in Color::BOTH {
        let territory: usize =
            survey.groups(color).iter().map(|group| group.taxed(rules.tax)).sum();
        let besides = match rules.scoring {
            Scoring::Area => survey.living(color),
            Scoring::Territory => {
                let taken = dead.iter().filter(|&&stone| board.stone(stone) == Some(color.other()));
                board.captures(color) as usize + taken.count()
            }
        };
        points[color.index()] = (territory + besides) as u32;
    }
    Count { points, owner: survey.owner }
}

/// The stones that live in seki once the stones at `dead` are taken off.
pub fn seki(board: &Board, dead: &[Point]) -> Vec<Point> {
    let survey = Survey::of(board, dead);
    let groups = Color::BOTH.into_iter().flat_map(|color| survey.groups(color));
    groups.filter(Group::in_seki).flat_map(|group| group.stones).collect()
}

/// Black's points minus White's by area, every stone alive: Tromp and Taylor's count.
pub fn area_balance(board: &Board) -> i32 {
    count(board, &Rules::TROMP_TAYLOR, &[]).balance()
}

/// The board without its dead stones, and who surrounds each vacant region.
struct Survey {
    cleared: Board,
    owner: Vec<Option<Color>>,
    had_dead: Vec<bool>,
}

/// Chains of one colour and the regions they surround, connected with each other.
struct Group {
    /// Its stones.
    stones: Vec<Point>,
    /// Vacant points of each surrounded region.
    regions: Vec<usize>,
    /// Whether enemy stones died in one of the regions.
    has_prisoners: bool,
    /// Whether it touches a vacant point that nobody owns.
    touches_neutral: bool,
}

impl Group {
    fn territory(&self) -> usize {
        self.regions.iter().sum()
    }

    /// A group that shares liberties with the enemy and has not two eyes of its own lives in seki.
    /// A large eye, or one with prisoners, will make two: its shared liberties are unplayed dame.
    fn in_seki(&self) -> bool {
        let one_small_eye = self.regions.len() <= 1 && self.territory() <= SEKI_EYE;
        self.touches_neutral && one_small_eye && !self.has_prisoners
    }

    /// The surrounded points that count.
    fn taxed(&self, tax: Tax) -> usize {
        match tax {
            Tax::None => self.territory(),
            Tax::Seki | Tax::All if self.in_seki() => 0,
            Tax::Seki => self.territory(),
            Tax::All => self.territory().saturating_sub(2),
        }
    }
}

impl Survey {
    fn of(board: &Board, dead: &[Point]) -> Self {
        let size = board.size();
        let mut cleared = board.clone();
        let mut had_dead = vec![false; size.points()];
        for &stone in dead {
            had_dead[size.index(stone)] = !board.is_vacant(stone);
            cleared.set(stone, None);
        }
        let mut owner: Vec<Option<Color>> = size.all().map(|point| cleared.stone(point)).collect();
        let mut seen = vec![false; size.points()];
        for point in size.all() {
            if seen[size.index(point)] || !cleared.is_vacant(point) {
                continue;
            }
            let region = cleared.region(point, |at| cleared.is_vacant(at));
            let touches = |color| region.border.iter().any(|&at| cleared.stone(at) == Some(color));
            let surrounded_by = match (touches(BLACK), touches(WHITE)) {
                (true, false) => Some(BLACK),
                (false, true) => Some(WHITE),
                _ => None,
            };
            for &vacant in &region.points {
                seen[size.index(vacant)] = true;
                owner[size.index(vacant)] = surrounded_by;
            }
        }
        Self { cleared, owner, had_dead }
    }

    fn owner(&self, point: Point) -> Option<Color> {
        self.owner[self.cleared.size().index(point)]
    }

    fn living(&self, color: Color) -> usize {
        self.cleared.stones(color).count()
    }

    fn groups(&self, color: Color) -> Vec<Group> {
        let size = self.cleared.size();
        let mut seen = vec![false; size.points()];
        let mut groups = Vec::new();
        for point in self.cleared.stones(color) {
            if seen[size.index(point)] {
                continue;
            }
            let whole = self.cleared.region(point, |at| self.owner(at) == Some(color));
            for &member in &whole.points {
                seen[size.index(member)] = true;
            }
            let vacant = |at: &Point| self.cleared.is_vacant(*at);
            let stones = whole.points.iter().copied().filter(|at| !vacant(at)).collect();
            groups.push(Group {
                stones,
                regions: self.regions(whole.points.iter().copied().filter(vacant).collect()),
                has_prisoners: whole.points.iter().any(|&at| self.had_dead[size.index(at)]),
                touches_neutral: whole.border.iter().any(vacant),
            });
        }
        groups
    }

    /// Sizes of the connected parts of these vacant points.
    fn regions(&self, mut points: Vec<Point>) -> Vec<usize> {
        let mut sizes = Vec::new();
        while let Some(&first) = points.first() {
            let part = self.cleared.region(first, |at| self.cleared.is_vacant(at)).points;
            points.retain(|point| !part.contains(point));
            sizes.push(part.len());
        }
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        diagram.parse().unwrap()
    }

    fn points(board: &Board, rules: &Rules, dead: &str) -> [u32; 2] {
        let dead: Vec<Point> = dead.split_whitespace().map(|v| v.parse().unwrap()).collect();
        count(board, rules, &dead).points
    }

    const FINISHED: &str = ". X . X O .
                            X X X X O .
                            . X O O O O
                            O X O . O .
                            X X O O X O
                            . X O . O O";

    #[test]
    fn area_counts_stones_and_what_they_surround() {
        let board = board(FINISHED);
        // White's stone at A3 still lives, so A4 is nobody's.
        assert_eq!(points(&board, &Rules::CHINESE, ""), [15, 20]);
    }

    #[test]
    fn dead_stones_become_the_points_of_their_captor() {
        let board = board(FINISHED);
        assert_eq!(points(&board, &Rules::CHINESE, "A3 E2"), [16, 20]);
    }

    #[test]
    fn territory_counts_prisoners_but_no_stones() {
        let mut board = board(FINISHED);
        board.set_captures(BLACK, 4);
        // Black: A6 C6 A4 A3 A1 and 4 + 1 prisoners; White: F6 F5 D3 F3 E2 D1 and 1.
        assert_eq!(points(&board, &Rules::JAPANESE, "A3 E2"), [10, 7]);
    }

    #[test]
    fn eyes_in_seki_are_taxed() {
        // Both corner groups have one eye and share C1 and C3.
        let seki = board(
            ". X . O .
             X X O O O
             . X . O .",
        );
        let japanese = points(&seki, &Rules::JAPANESE, "");
        let free = points(&seki, &Rules { tax: Tax::None, ..Rules::JAPANESE }, "");
        assert_eq!(free, [2, 2]);
        assert_eq!(japanese, [2, 2], "two eyes are no seki");
        let seki = board(
            ". X . O .
             X X . O O
             X X . O O",
        );
        assert_eq!(points(&seki, &Rules::JAPANESE, ""), [0, 0]);
        assert_eq!(points(&seki, &Rules::CHINESE, ""), [6, 6]);
    }

    #[test]
    fn unplayed_dame_make_no_seki_of_living_groups() {
        let board = board(
            ". . X . O . .
             . . X . O . .
             . . X . O . .",
        );
        assert_eq!(points(&board, &Rules::JAPANESE, ""), [6, 6]);
    }

    #[test]
    fn stone_scoring_takes_two_eyes_from_every_group() {
        let board = board(
            ". . X O . .
             . . X O . .
             . . X O . X",
        );
        assert_eq!(points(&board, &Rules::STONE_SCORING, "F1"), [3 + 4, 3 + 4]);
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        assert_eq!(area_balance(&board(". .\n . .")), 0);
        assert_eq!(area_balance(&board("X .\n . .")), 4);
    }
}
