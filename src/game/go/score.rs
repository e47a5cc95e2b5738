//! Counts a finished game: area or territory, dead stones taken off. Komi is left to the game.

use super::board::Board;
use super::point::Point;
use super::rules::{Rules, Scoring, Tax};
use super::{BLACK, WHITE};
use crate::game::Color;

/// The most vacant points that the only eye of a group in seki can have.
const SEKI_EYE: usize = 3;

/// What is held of a board before it is counted. Stones that are not named live.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement<'a> {
    /// Stones to be taken off.
    pub dead: &'a [Point],
    /// Stones that live in seki; `None` to tell them by their shape.
    pub seki: Option<&'a [Point]>,
    /// For each point (rows from the bottom), whose land it will be once the border is closed; empty if
    /// only what is surrounded counts.
    pub claims: &'a [Option<Color>],
}

/// The points of both sides and who owns what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Points of Black and of White.
    pub points: [u32; 2],
    /// For each point (rows from the bottom), whose it is: a living stone or surrounded.
    pub owner: Vec<Option<Color>>,
    /// Vacant points that both sides can reach and that do not lie between their stones: a border is open.
    pub open: Vec<Point>,
}

impl Count {
    /// Black's points minus White's.
    pub const fn balance(&self) -> i32 {
        self.points[0] as i32 - self.points[1] as i32
    }
}

/// Counts `board` by `rules`, the stones at `dead` taken off. Stones not named are alive.
pub fn count(board: &Board, rules: &Rules, dead: &[Point]) -> Count {
    count_agreed(board, rules, &Agreement { dead, ..Agreement::default() })
}

/// Counts `board` by `rules` as it was agreed upon.
pub fn count_agreed(board: &Board, rules: &Rules, agreement: &Agreement<'_>) -> Count {
    let survey = Survey::of(board, agreement);
    let dead = agreement.dead;
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
    Count { points, owner: survey.owner, open: survey.open }
}

/// The stones that live in seki once the stones at `dead` are taken off.
pub fn seki(board: &Board, dead: &[Point]) -> Vec<Point> {
    let survey = Survey::of(board, &Agreement { dead, ..Agreement::default() });
    let groups = Color::BOTH.into_iter().flat_map(|color| survey.groups(color));
    groups.filter(|group| group.in_seki).flat_map(|group| group.stones).collect()
}

/// Black's points minus White's by area, every stone alive: Tromp and Taylor's count.
pub fn area_balance(board: &Board) -> i32 {
    count(board, &Rules::TROMP_TAYLOR, &[]).balance()
}

/// The board without its dead stones, and who surrounds each vacant region.
struct Survey {
    cleared: Board,
    owner: Vec<Option<Color>>,
    open: Vec<Point>,
    had_dead: Vec<bool>,
    /// For each point, whether a stone there lives in seki, if that is known.
    in_seki: Option<Vec<bool>>,
}

/// Chains of one colour and the regions they surround, connected with each other.
struct Group {
    /// Its stones.
    stones: Vec<Point>,
    /// Vacant points of each surrounded region.
    regions: Vec<usize>,
    /// Whether it lives only because nobody can take its last liberties.
    in_seki: bool,
}

impl Group {
    fn territory(&self) -> usize {
        self.regions.iter().sum()
    }

    /// The surrounded points that count.
    fn taxed(&self, tax: Tax) -> usize {
        match tax {
            Tax::None => self.territory(),
            Tax::Seki | Tax::All if self.in_seki => 0,
            Tax::Seki => self.territory(),
            Tax::All => self.territory().saturating_sub(2),
        }
    }
}

impl Survey {
    fn of(board: &Board, agreement: &Agreement<'_>) -> Self {
        let size = board.size();
        let mut cleared = board.clone();
        let mut had_dead = vec![false; size.points()];
        for &stone in agreement.dead {
            had_dead[size.index(stone)] = !board.is_vacant(stone);
            cleared.set(stone, None);
        }
        let mut owner: Vec<Option<Color>> = size.all().map(|point| cleared.stone(point)).collect();
        let mut open = Vec::new();
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
            let is_shared = touches(BLACK) && touches(WHITE);
            for &vacant in &region.points {
                seen[size.index(vacant)] = true;
                owner[size.index(vacant)] = if is_shared {
                    claim(&cleared, agreement.claims, vacant)
                } else {
                    surrounded_by
                };
            }
            if is_shared {
                open.extend(region.points.iter().filter(|&&at| !is_between(&cleared, at)));
            }
        }
        let in_seki = agreement.seki.map(|stones| {
            let mut in_seki = vec![false; size.points()];
            stones.iter().for_each(|&stone| in_seki[size.index(stone)] = true);
            in_seki
        });
        Self { cleared, owner, open, had_dead, in_seki }
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
            let stones: Vec<Point> =
                whole.points.iter().copied().filter(|at| !vacant(at)).collect();
            let regions = self.regions(whole.points.iter().copied().filter(vacant).collect());
            let in_seki = match &self.in_seki {
                Some(known) => stones.iter().any(|&stone| known[size.index(stone)]),
                None => {
                    let has_prisoners =
                        whole.points.iter().any(|&at| self.had_dead[size.index(at)]);
                    whole.border.iter().any(vacant) && !has_prisoners && is_one_small_eye(&regions)
                }
            };
            groups.push(Group { stones, regions, in_seki });
        }
        groups
    }

    /// Sizes of the connected parts of these vacant points.
    fn regions(&self, mut points: Vec<Point>) -> Vec<usize> {
        let mut sizes = Vec::new();
        while let Some(&first) = points.first() {
            let owned = self.owner(first);
            let joins = |at| self.cleared.is_vacant(at) && self.owner(at) == owned;
            let part = self.cleared.region(first, joins).points;
            points.retain(|point| !part.contains(point));
            sizes.push(part.len());
        }
        sizes
    }
}

/// A group that shares liberties with the enemy and has not two eyes of its own lives in seki.
/// A large eye, or one with prisoners, will make two: its shared liberties are unplayed dame.
fn is_one_small_eye(regions: &[usize]) -> bool {
    regions.len() <= 1 && regions.iter().sum::<usize>() <= SEKI_EYE
}

/// Who claims a vacant point that both sides can reach. Next to an enemy stone nobody can.
fn claim(cleared: &Board, claims: &[Option<Color>], point: Point) -> Option<Color> {
    let size = cleared.size();
    let claimant = (*claims.get(size.index(point))?)?;
    let is_enemy = |at: &Point| cleared.stone(*at) == Some(claimant.other());
    (!size.neighbours(point).iter().any(is_enemy)).then_some(claimant)
}

/// Whether a vacant point lies between stones of both sides: nobody's land, whatever becomes of it.
fn is_between(board: &Board, point: Point) -> bool {
    let near = board.size().neighbours(point);
    Color::BOTH.into_iter().all(|color| near.iter().any(|&at| board.stone(at) == Some(color)))
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

    /// Both sides can still reach all that is vacant: D2 is the only gap.
    const OPEN_BORDER: &str = ". . X O O . .
                               . X X . O . .
                               . . X O O . .";

    #[test]
    fn land_behind_a_gap_counts_for_who_will_close_it() {
        // The gap is C1; whoever closes it keeps what is behind.
        let board = board(
            ". . X O . .
             . . X O . .
             . . . O . .",
        );
        assert_eq!(points(&board, &Rules::JAPANESE, ""), [0, 6]);
        let claims: Vec<_> = board.size().all().map(|at| (at.x < 3).then_some(BLACK)).collect();
        let agreed = Agreement { claims: &claims, ..Agreement::default() };
        let counted = count_agreed(&board, &Rules::JAPANESE, &agreed);
        assert_eq!(counted.points, [6, 6], "C1 itself is next to a white stone");
        assert_eq!(counted.open.len(), 6, "and none of Black's land is closed");
    }

    #[test]
    fn a_gap_between_stones_of_both_sides_leaves_no_border_open() {
        let counted = count(&board(OPEN_BORDER), &Rules::JAPANESE, &[]);
        assert_eq!(counted.points, [5, 6]);
        assert_eq!(counted.open, []);
    }

    #[test]
    fn what_is_known_to_be_seki_overrules_the_shape() {
        let board = board(
            ". X . O .
             X X . O O
             X X . O O",
        );
        let points = |seki: &[Point]| {
            let agreed = Agreement { seki: Some(seki), ..Agreement::default() };
            count_agreed(&board, &Rules::JAPANESE, &agreed).points
        };
        assert_eq!(points(&[]), [1, 1], "dame between living groups");
        let white: Vec<Point> = board.stones(WHITE).collect();
        assert_eq!(points(&white), [1, 0]);
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
