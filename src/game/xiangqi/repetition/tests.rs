//! Trails, folds, rule sets and the natural limit.

use proptest::prelude::*;

use super::cases::verdict;
use super::*;
use crate::base::Random;
use crate::game::xiangqi::{MoveSet, Rules};

const RED_WINS_BY_CHECK: Outcome = Outcome::win(Color::First, Reason::PerpetualCheck);
const DRAW: Outcome = Outcome::draw(Reason::Repetition);

fn game(rules: Rules, fen: &str, moves: &str) -> Game<Board> {
    let mut game = Game::new(Board::from_fen(fen).unwrap(), rules);
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn rules(repetition: RepetitionRule) -> Rules {
    Rules { repetition, natural_limit: None }
}

/// Black checks along two ranks for ever.
const CHECKS: (&str, &str) = ("3k5/9/9/9/9/9/9/9/r8/4K4 b", "a1a0 e0e1 a0a1 e1e0 ");

#[test]
fn a_rook_may_not_check_for_ever_under_any_rule_but_none() {
    use RepetitionRule::{Asian, Chinese, ComputerLeague, None};
    for rule in [Asian, Chinese, ComputerLeague] {
        assert_eq!(verdict(rule, CHECKS.0, "", CHECKS.1), RED_WINS_BY_CHECK, "{rule:?}");
    }
    assert_eq!(verdict(None, CHECKS.0, "", CHECKS.1), DRAW);
}

#[test]
fn the_computer_league_waits_for_the_fourth_occurrence() {
    let three = CHECKS.1.repeat(2);
    assert!(game(rules(RepetitionRule::Asian), CHECKS.0, &three).outcome().is_some());
    assert_eq!(game(rules(RepetitionRule::ComputerLeague), CHECKS.0, &three).outcome(), None);
}

#[test]
fn a_search_judges_at_once_what_repeats_behind_its_root() {
    let asian = RepetitionRule::Asian;
    let once = game(rules(asian), CHECKS.0, CHECKS.1);
    let trail = Trail::of(&once);
    assert_eq!(trail.len(), 4);
    let judged = |root| trail.repetition(once.position(), asian, Fold::Search { root });
    assert_eq!(judged(0), Repetition::None, "the root itself is not behind the root");
    let mut late = game(rules(asian), "3k5/9/9/9/9/9/9/r8/9/4K4 b", "a2a1 e0f0");
    let root = late.len() - 1;
    for mv in "a1a0 f0f1 a0a1 f1f0".split(' ') {
        late.play(mv.parse().unwrap()).unwrap();
    }
    let trail = Trail::of(&late);
    let judged = trail.repetition(late.position(), asian, Fold::Search { root });
    assert_eq!(judged, Repetition::Loses(Color::Second));
    assert_eq!(trail.repetition(late.position(), asian, Fold::At(3)), Repetition::None);
    assert_eq!(
        trail.repetition(late.position(), asian, Fold::At(2)),
        Repetition::Loses(Color::Second)
    );
}

#[test]
fn no_repetition_reaches_across_a_null_move() {
    let asian = RepetitionRule::Asian;
    let start = Board::from_fen("3k5/9/9/9/9/9/9/9/r8/4K3R w").unwrap();
    let mut trail = Trail::default();
    let mut board = start.clone();
    for mv in ["i0i1", "", "i1i0", ""] {
        match mv.parse::<Move>() {
            Ok(mv) => {
                trail.push(&board, mv);
                board.play(mv);
            }
            Err(_) => {
                trail.push_null(&board);
                board.play_null();
            }
        }
    }
    assert_eq!(board.key(), start.key());
    assert_eq!(trail.repetition(&board, asian, Fold::At(2)), Repetition::None);
    trail.pop();
    assert_eq!(trail.len(), 3);
}

#[test]
fn chinese_rules_forbid_chasing_several_pieces_in_turn() {
    let (fen, lead) = ("4k4/9/r1r6/9/PPPP5/9/9/9/1C7/5K3 w", "b1a1");
    let cycle = "a7b7 a1c1 c7d7 c1b1 b7a7 b1d1 d7c7 d1a1";
    assert_eq!(verdict(RepetitionRule::Asian, fen, lead, cycle), DRAW);
    assert_eq!(verdict(RepetitionRule::ComputerLeague, fen, lead, cycle), DRAW);
    let red_loses = Outcome::win(Color::Second, Reason::PerpetualChase);
    assert_eq!(verdict(RepetitionRule::Chinese, fen, lead, cycle), red_loses);
}

#[test]
fn the_natural_limit_counts_plies_without_a_capture() {
    let fen = "3k5/9/9/9/9/9/9/9/r8/4K3R w - - 0 1";
    let limited = |natural_limit| Rules { repetition: RepetitionRule::Asian, natural_limit };
    let moves = "i0i2 d9d8 i2i3 d8d7 i3i4 d7d8";
    assert_eq!(game(limited(Some(7)), fen, moves).outcome(), None);
    let over = Some(Outcome::draw(Reason::MoveLimit));
    assert_eq!(game(limited(Some(6)), fen, moves).outcome(), over);
    assert_eq!(game(limited(None), fen, moves).outcome(), None);
    // A FEN may bring plies of its own.
    let later = fen.replace(" 0 1", " 110 80");
    assert_eq!(game(limited(Some(116)), &later, moves).outcome(), over);
    assert_eq!(game(limited(Some(117)), &later, moves).outcome(), None);
}

#[test]
fn a_capture_starts_the_count_again() {
    let fen = "3k5/9/9/9/9/9/9/9/8p/4K3R w - - 50 40";
    let captured = game(rules(RepetitionRule::Asian), fen, "e0e1 d9d8 i0i1 d8d9 i1i2");
    assert_eq!(Quiet::of(&captured).plies(), 2);
}

#[test]
fn checks_beyond_the_tenth_and_their_replies_are_not_counted() {
    let checks = |times| game(rules(RepetitionRule::None), CHECKS.0, &CHECKS.1.repeat(times));
    assert_eq!(Quiet::of(&checks(4)).plies(), 16, "8 checks");
    assert_eq!(Quiet::of(&checks(5)).plies(), 20, "10 checks");
    assert_eq!(Quiet::of(&checks(9)).plies(), 20, "18 checks");
    assert_eq!(Quiet::of(&checks(9)).checks(Color::Second), 18);
}

#[test]
fn mate_comes_before_the_limit() {
    let limit = Rules { repetition: RepetitionRule::Asian, natural_limit: Some(1) };
    let mated = game(limit, "4k4/R8/9/9/9/9/9/9/9/3K4R w", "i0i9");
    assert_eq!(mated.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
}

#[test]
fn a_lone_cannon_cannot_win_against_a_lone_king() {
    let outcome = |fen| Board::from_fen(fen).unwrap().outcome().map(|outcome| outcome.reason);
    let dead = Some(Reason::InsufficientMaterial);
    assert_eq!(outcome("3k5/9/9/9/9/9/9/9/9/C3K4 w"), dead);
    assert_eq!(outcome("3k5/9/9/9/9/9/9/9/9/3AK4 w"), dead);
    assert_eq!(outcome("3k5/9/9/9/9/9/9/9/9/C2AK4 w"), None, "an advisor is a screen");
    assert_eq!(outcome("3k1a3/9/9/9/9/9/9/9/9/C3K4 w"), None, "so is the enemy's");
    assert_eq!(outcome("3k5/9/9/9/9/9/9/9/9/CC2K4 w"), None);
    assert_eq!(outcome("3k5/9/9/9/4P4/9/9/9/9/4K4 w"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_trail_sees_what_the_game_sees(seed: u64) {
        // Few pieces that like to go back make many repetitions.
        let mut random = Random::seeded(seed);
        let fen = "3ak4/4a4/9/9/4r4/9/9/3C5/4N4/3AKA3 w";
        let mut game = Game::new(Board::from_fen(fen).unwrap(), rules(RepetitionRule::Asian));
        for _ in 0..60 {
            let played: Vec<Move> = game.moves().map(|(_, mv)| mv).collect();
            let back = played.len().checked_sub(2).map(|at| Move::new(played[at].to(), played[at].from()));
            let legal = game.position().moves(MoveSet::All);
            let Some(&any) = legal.get(random.below(legal.len().max(1) as u32) as usize) else { break };
            let mv = back.filter(|back| legal.contains(back) && random.below(4) > 0).unwrap_or(any);
            game.play(mv).unwrap();
            let by_game = judge(&game).map(|outcome| outcome.winner);
            let by_trail = match Trail::of(&game).repetition(game.position(), RepetitionRule::Asian, Fold::At(3)) {
                Repetition::None => None,
                Repetition::Draw => Some(None),
                Repetition::Loses(color) => Some(Some(color.other())),
            };
            prop_assert_eq!(by_game, by_trail, "seed {}\n{}", seed, game.position());
        }
    }
}
