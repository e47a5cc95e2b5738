//! A slow, obvious twin of the judge, for tests: captures and recaptures played out one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::conduct::{self, Fault};
use crate::base::Random;
use crate::game::Color;
use crate::game::xiangqi::reference::Plain;
use crate::game::xiangqi::{Board, Kind, Move, MoveSet, RepetitionRule, Square};

/// The pieces that attack `color`'s king, the other king too if the two face each other.
fn king_attackers(plain: &Plain, color: Color) -> BTreeSet<Square> {
    let king = plain.king(color);
    let enemy = color.other();
    let mut attackers: BTreeSet<Square> =
        plain.pseudo_legal(enemy).iter().filter(|mv| mv.to() == king).map(|mv| mv.from()).collect();
    let other = plain.king(enemy);
    let (low, high) = (king.rank().min(other.rank()), king.rank().max(other.rank()));
    if king.file() == other.file()
        && (low + 1..high).all(|rank| plain.at(Square::new(king.file(), rank)).is_none())
    {
        attackers.insert(other);
    }
    attackers
}

fn played(plain: &Plain, mv: Move) -> Plain {
    let mut after = plain.clone();
    after.play(mv);
    after
}

/// Whether `mv` brings no attacker upon its own king that was not there in `excused`.
fn is_safe(plain: &Plain, color: Color, mv: Move, excused: &BTreeSet<Square>) -> bool {
    let attackers = king_attackers(&played(plain, mv), color);
    if plain.king(color) == mv.from() { attackers.is_empty() } else { attackers.is_subset(excused) }
}

/// The points of the enemies whose capture would win something.
fn threatened(
    plain: &Plain,
    color: Color,
    rule: RepetitionRule,
    chasers: &[Kind],
) -> BTreeSet<Square> {
    let enemy = color.other();
    let own_attackers = king_attackers(plain, color);
    let enemy_attackers = king_attackers(plain, enemy);
    let mut found = BTreeSet::new();
    for mv in plain.pseudo_legal(color) {
        let (Some(attacker), Some(victim)) = (plain.at(mv.from()), plain.at(mv.to())) else {
            continue;
        };
        let at_home = victim.kind == Kind::Pawn && !mv.to().is_across_river(enemy);
        if !chasers.contains(&attacker.kind) || victim.kind == Kind::King || at_home {
            continue;
        }
        if !is_safe(plain, color, mv, &own_attackers) {
            continue;
        }
        let stronger: &[Kind] = match attacker.kind {
            Kind::Horse | Kind::Cannon => &[Kind::Rook],
            Kind::Advisor | Kind::Elephant => &[Kind::Rook, Kind::Horse, Kind::Cannon],
            _ => &[],
        };
        let taken = played(plain, mv);
        let protected = taken.pseudo_legal(enemy).into_iter().any(|retake| {
            retake.to() == mv.to() && is_safe(&taken, enemy, retake, &enemy_attackers)
        });
        let back = Move::new(mv.to(), mv.from());
        let exchange = attacker.kind == victim.kind
            && (rule == RepetitionRule::ComputerLeague
                || plain.pseudo_legal(enemy).contains(&back)
                    && is_safe(plain, enemy, back, &enemy_attackers));
        if stronger.contains(&victim.kind) || !protected && !exchange {
            found.insert(mv.to());
        }
    }
    found
}

const WITHOUT_KING_AND_PAWN: [Kind; 5] =
    [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Advisor, Kind::Elephant];

/// The points of the enemies newly threatened after a move.
fn chased(
    before: &Plain,
    after: &Plain,
    color: Color,
    rule: RepetitionRule,
    chasers: &[Kind],
) -> BTreeSet<Square> {
    let old = threatened(before, color, rule, chasers);
    threatened(after, color, rule, chasers).difference(&old).copied().collect()
}

/// Whether the rook on `rook` is all that keeps an enemy horse from checking its king.
fn holds_a_horse(plain: &Plain, color: Color, rook: Square) -> bool {
    let is_horse = |&at: &Square| {
        plain.at(at).is_some_and(|piece| piece.kind == Kind::Horse && piece.color != color)
    };
    let mut without = plain.clone();
    without.remove(rook);
    let (old, new) = (king_attackers(plain, color), king_attackers(&without, color));
    new.difference(&old).any(is_horse)
}

/// Whether `color`, to move, can mate at once.
fn can_mate(plain: &Plain, color: Color) -> bool {
    plain.legal().into_iter().any(|mv| {
        let mated = played(plain, mv);
        mated.in_check(color.other()) && mated.legal().is_empty()
    })
}

/// The judge again, with pieces known by the point they stood on at first.
fn loser(rule: RepetitionRule, board: &Board, cycle: &[Move]) -> Option<(Color, Fault)> {
    if rule == RepetitionRule::None {
        return None;
    }
    let mut plain = Plain::of(board);
    let mut names: Vec<usize> = (0..90).collect();
    let mut checks = [true; 2];
    let mut victims: [Option<BTreeSet<usize>>; 2] = [None, None];
    let mut pinned: [Option<BTreeSet<usize>>; 2] = [None, None];
    let (mut forbidden, mut pressing) = ([true; 2], [true; 2]);
    let mut mover = board.turn();
    for &mv in cycle {
        let after = played(&plain, mv);
        names.swap(mv.from().index(), mv.to().index());
        let side = mover.index();
        let check = !king_attackers(&after, mover.other()).is_empty();
        let now = chased(&plain, &after, mover, rule, &WITHOUT_KING_AND_PAWN);
        let wide = chased(&plain, &after, mover, rule, &Kind::ALL);
        let kill = !check && {
            let mut again = after.clone();
            again.pass();
            can_mate(&again, mover) && !can_mate(&plain, mover)
        };
        checks[side] &= check;
        forbidden[side] &= check || kill || !now.is_empty();
        pressing[side] &= check || kill || !wide.is_empty();
        let now = now.iter().map(|square| names[square.index()]).collect();
        victims[side] = Some(match victims[side].take() {
            None => now,
            Some(before) => before.intersection(&now).copied().collect(),
        });
        for chaser in Color::BOTH {
            let rooks = Square::all().filter(|&at| {
                after.at(at).is_some_and(|piece| piece.kind == Kind::Rook && piece.color != chaser)
                    && holds_a_horse(&after, chaser.other(), at)
            });
            let rooks = rooks.map(|square| names[square.index()]).collect();
            let old = &mut pinned[chaser.index()];
            *old = Some(match old.take() {
                None => rooks,
                Some(before) => before.intersection(&rooks).copied().collect(),
            });
        }
        plain = after;
        mover = mover.other();
    }
    let grade = |side: usize| {
        if checks[side] {
            return 3;
        }
        if rule == RepetitionRule::Chinese {
            return i32::from(forbidden[side]);
        }
        let victims = victims[side].clone().unwrap_or_default();
        let pinned = pinned[side].clone().unwrap_or_default();
        match (victims.is_empty(), victims.is_disjoint(&pinned)) {
            (true, _) => 0,
            (false, false) if rule == RepetitionRule::Asian => 2,
            _ => 1,
        }
    };
    let grades = [grade(0), grade(1)];
    let (loser, other) = match grades {
        [red, black] if red > black => (0, 1),
        [red, black] if red < black => (1, 0),
        _ => return None,
    };
    if rule == RepetitionRule::Chinese && grades[loser] == 1 && pressing[other] {
        return None;
    }
    let fault = if grades[loser] == 3 { Fault::PerpetualCheck } else { Fault::PerpetualChase };
    Some((Color::BOTH[loser], fault))
}

/// A position of few pieces, so that they meet often.
fn random_position(random: &mut Random) -> Board {
    loop {
        if let Ok(board) = Board::from_fen(&random_fen(random)) {
            return board;
        }
    }
}

fn random_fen(random: &mut Random) -> String {
    let mut letters = [['.'; 9]; 10];
    let mut put = |letter: char, file: u32, rank: u32| {
        letters[rank as usize][file as usize] = letter;
    };
    for (letters, turned) in
        [(['P', 'R', 'N', 'C', 'B', 'A', 'K'], false), (['p', 'r', 'n', 'c', 'b', 'a', 'k'], true)]
    {
        let mut put = |letter, file, rank| put(letter, file, if turned { 9 - rank } else { rank });
        for letter in letters {
            let places: &[(u32, u32)] = match letter.to_ascii_lowercase() {
                'k' => &[(3, 0), (4, 0), (5, 0), (4, 1), (3, 2), (5, 1)],
                'a' => &[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
                'b' => &[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
                _ => &[],
            };
            let count = match letter.to_ascii_lowercase() {
                'k' => 1,
                'r' | 'n' | 'c' => [0, 1, 1, 2][random.below(4) as usize],
                _ => [0, 0, 1, 2][random.below(4) as usize],
            };
            for _ in 0..count {
                match places.len() as u32 {
                    0 if letter.eq_ignore_ascii_case(&'p') => {
                        put(letter, random.below(9), 5 + random.below(5));
                    }
                    0 => put(letter, random.below(9), random.below(10)),
                    n => {
                        let (file, rank) = places[random.below(n) as usize];
                        put(letter, file, rank);
                    }
                }
            }
        }
    }
    let ranks: Vec<String> = letters.iter().rev().map(|rank| rank.iter().collect()).collect();
    let text = ranks.join("/").replace('.', "1");
    format!("{text} {}", if random.below(2) == 0 { "w" } else { "b" })
}

/// Cycles of two moves there and two back.
fn cycles(board: &Board) -> Vec<[Move; 4]> {
    let after = |board: &Board, mv| {
        let mut next = board.clone();
        next.play(mv);
        next
    };
    let is_quiet = |board: &Board, mv| board.is_legal(mv) && board.captured(mv).is_none();
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let mut found = Vec::new();
    for first in board.moves(MoveSet::Quiets) {
        let one = after(board, first);
        for second in one.moves(MoveSet::Quiets) {
            let two = after(&one, second);
            if is_quiet(&two, back(first)) && is_quiet(&after(&two, back(first)), back(second)) {
                found.push([first, second, back(first), back(second)]);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_judge_agrees_with_playing_captures_out(seed: u64) {
        let mut random = Random::seeded(seed);
        let board = random_position(&mut random);
        let rules =
            [RepetitionRule::Asian, RepetitionRule::Chinese, RepetitionRule::ComputerLeague];
        let mut decided = 0;
        for cycle in cycles(&board) {
            for rule in rules {
                let fast = conduct::loser(rule, &board, &cycle);
                // Most cycles are idle: all verdicts against a side are compared, few others.
                if decided < 40 && fast.is_some() || random.below(60) == 0 {
                    decided += u32::from(fast.is_some());
                    let slow = loser(rule, &board, &cycle);
                    prop_assert_eq!(fast, slow, "seed {} {:?} {:?}\n{}", seed, rule, cycle, board);
                }
            }
        }
    }
}
