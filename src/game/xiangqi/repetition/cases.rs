//! Positions and cycles of moves with their verdicts under Asian rules.
//!
//! Each cycle is played until the position has stood three times; no earlier move may be judged.

use crate::game::xiangqi::{Board, Move, RepetitionRule, Rules};
use crate::game::{Color, Game, Outcome, Reason};

/// Nobody, or both, are at fault.
const DRAW: Outcome = Outcome::draw(Reason::Repetition);
/// Red loses for its chases.
const RED_CHASES: Outcome = Outcome::win(Color::Second, Reason::PerpetualChase);
/// Black loses for its chases.
const BLACK_CHASES: Outcome = Outcome::win(Color::First, Reason::PerpetualChase);
/// Red loses for its checks.
const RED_CHECKS: Outcome = Outcome::win(Color::Second, Reason::PerpetualCheck);
/// Black loses for its checks.
const BLACK_CHECKS: Outcome = Outcome::win(Color::First, Reason::PerpetualCheck);

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
}

/// Plays `lead`, then `cycle` until the rule judges the repetition.
pub(super) fn verdict(rule: RepetitionRule, fen: &str, lead: &str, cycle: &str) -> Outcome {
    let rules = Rules { repetition: rule, natural_limit: None };
    let mut game = Game::new(Board::from_fen(fen).unwrap(), rules);
    let cycle = moves(cycle);
    let folds = usize::from(rule.folds()) - 1;
    for mv in moves(lead).into_iter().chain(cycle.repeat(folds)) {
        assert_eq!(game.outcome(), None, "judged too early\n{}", game.position());
        game.play(mv).unwrap_or_else(|error| panic!("{error}\n{}", game.position()));
    }
    game.outcome().unwrap_or_else(|| panic!("not judged\n{}", game.position()))
}

/// Each line is a test: the fact, the position, the moves before the cycle, the cycle, the verdict.
macro_rules! asian {
    ($($fact:ident: $fen:literal, $lead:literal, $cycle:literal => $verdict:expr;)*) => {
        $(#[test]
        fn $fact() {
            assert_eq!(verdict(RepetitionRule::Asian, $fen, $lead, $cycle), $verdict);
        })*
    };
}

asian! {
    a_cannon_may_not_chase_a_rook_along_a_rank:
        "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w",
        "c2a2", "a7b7 a2b2 b7a7 b2a2" => RED_CHASES;
    a_pawn_as_moving_screen_lets_two_cannons_chase:
        "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/CC1AKA3 w",
        "a4a5", "a6b6 a5b5 b6a6 b5a5" => RED_CHASES;
    a_pawn_chasing_by_itself_is_allowed:
        "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w",
        "a4a5", "a6b6 a5b5 b6a6 b5a5" => DRAW;
    screens_put_up_and_taken_down_chase_alike:
        "5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w",
        "", "f4d4 f5d5 d4f4 d5f5" => RED_CHASES;
    a_horse_that_strikes_back_at_the_rook_makes_it_mutual:
        "4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w",
        "f6h6", "h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8 g6h6" => DRAW;
    perpetual_check_loses_to_checks_now_and_then:
        "9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w",
        "", "d6e6 e4d4 e6d6 d4e4" => BLACK_CHECKS;
    pawns_may_not_check_for_ever:
        "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w",
        "", "f1e1 f2e2 e1f1 e2f2" => BLACK_CHECKS;
    an_elephant_uncovers_a_cannon_on_a_crossed_pawn:
        "3k5/4P4/4b4/3C5/4c4/9/9/9/9/5K3 w",
        "", "d6e6 e7g5 e6d6 g5e7" => BLACK_CHASES;
    a_rook_before_its_cannon_chases_a_cannon:
        "3k5/9/9/9/9/9/9/9/cr1CAK3/9 w",
        "", "d1d3 b1b3 d3d1 b3b1" => BLACK_CHASES;
    elephant_and_cannon_take_turns_at_one_rook:
        "4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w",
        "", "g6g5 f6g8 g5g6 g8f6" => BLACK_CHASES;
    a_king_stepping_aside_uncovers_two_horses:
        "3P5/3k5/3nn4/9/9/9/9/9/9/5K3 w",
        "", "d9e9 d8e8 e9d9 e8d8" => BLACK_CHASES;
    a_pinned_rook_offers_no_exchange:
        "4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w",
        "", "e4e3 c4c3 e3e4 c3c4" => BLACK_CHASES;
    a_protected_rook_is_not_chased_by_a_rook:
        "4ck3/9/9/9/9/2r1R1N2/6N2/9/4A4/3AK4 w",
        "", "e4e3 c4c3 e3e4 c3c4" => DRAW;
    a_rook_may_not_chase_a_cannon:
        "4k4/9/9/c1c6/9/r8/9/9/C8/3K5 w",
        "", "a1c1 a4c4 c1a1 c4a4" => BLACK_CHASES;
    mutual_perpetual_check_is_a_draw:
        "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w",
        "", "e3d3 d6e6 d3e3 e6d6" => DRAW;
    a_pawn_at_home_may_be_chased:
        "3k5/6c2/9/7P1/6c2/6P2/9/9/9/5K3 w",
        "", "h6g6 g5h5 g6h6 h5g5" => DRAW;
    cannons_facing_each_other_offer_an_exchange:
        "5k3/9/9/c8/9/P1P6/9/2C6/9/3K5 w",
        "", "c2a2 a6c6 a2c2 c6a6" => DRAW;
    two_rooks_chased_in_turn_are_a_draw:
        "4k4/9/r1r6/9/PPPP5/9/9/9/1C7/5K3 w",
        "b1a1", "a7b7 a1c1 c7d7 c1b1 b7a7 b1d1 d7c7 d1a1" => DRAW;
    an_attack_that_goes_on_along_its_line_is_no_chase:
        "3k2b2/4P4/4b4/9/8p/6Bc1/6P1P/3AB4/4pp3/1p1K3R1 w",
        "", "h0h1 h4h3 h1h0 h3h4" => DRAW;
    a_rook_pinned_by_a_horse_may_threaten_it_when_chased:
        "2baka1r1/C4rN2/9/1Rp1p4/9/9/4P4/9/4A4/4KA3 w",
        "b6b8", "f9e8 b8b9 e8f9 b9b8" => RED_CHASES;
    a_rook_pinned_by_a_horse_does_not_chase_others:
        "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w",
        "", "e1f0 h3h1 f0e1 h1h3" => BLACK_CHASES;
    a_horse_that_pins_and_unpins_the_protector_chases:
        "4k4/4c4/9/4p4/9/9/3rn4/3NR4/4K4/9 b",
        "", "e3g4 e1f1 g4e3 f1e1" => BLACK_CHASES;
    a_capture_with_check_cannot_be_retaken:
        "5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w",
        "", "b4c2 b0c0 c2b4 c0b0" => BLACK_CHASES;
    a_cannon_pins_the_protector_for_a_rook:
        "5k3/9/9/9/9/4c4/3r5/3NB4/4A4/4K4 w",
        "", "e0d0 e4d4 d0e0 d4e4" => BLACK_CHASES;
    a_cannon_pins_the_protector_for_a_horse:
        "5k3/9/9/9/9/4c4/3n5/3NBA3/4A4/4K4 w",
        "", "e0d0 e4d4 d0e0 d4e4" => BLACK_CHASES;
    a_king_cannot_retake_into_a_cannon:
        "5k3/9/9/9/9/9/9/9/9/3NK1cr1 w",
        "", "d0c2 h0h2 c2d0 h2h0" => BLACK_CHASES;
    a_king_protects_a_horse:
        "3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w",
        "", "d0c2 d3c3 c2d0 c3d3" => DRAW;
    a_king_cannot_retake_on_the_other_kings_file:
        "3k5/9/9/9/9/9/3r5/9/9/3NK4 w",
        "", "d0c2 d3c3 c2d0 c3d3" => BLACK_CHASES;
    a_king_may_chase_by_unpinning_a_horse_no_more_than_others:
        "4k4/9/9/9/4n4/9/5C3/9/4N4/4K4 w",
        "", "e1g0 e9f9 g0e1 f9e9" => BLACK_CHASES;
    a_cannon_whose_screen_is_the_captured_piece_protects_nothing:
        "5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w",
        "", "b4c4 b3c3 c4b4 c3b3" => BLACK_CHASES;
    rooks_and_cannons_chasing_each_other_are_a_draw:
        "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w",
        "", "f8f6 f9e8 f6f8 e8f9" => DRAW;
    a_rook_may_not_chase_a_horse:
        "4k4/9/9/5R3/9/9/3n5/3K5/9/9 w",
        "", "f6d6 d3f4 d6f6 f4d3" => RED_CHASES;
    a_horse_protected_on_one_of_its_points_is_not_chased:
        "4k4/9/9/5R3/9/9/3n4r/3K5/9/9 w",
        "", "f6d6 d3f4 d6f6 f4d3" => DRAW;
    a_rook_may_not_chase_an_elephant:
        "9/4k4/8b/9/8R/9/9/9/3K5/9 b",
        "", "i7g9 i5g5 g9i7 g5i5" => RED_CHASES;
    a_rook_may_not_chase_an_advisor:
        "3k5/9/2Ra5/9/9/9/9/9/9/4NK3 b",
        "", "d7e8 c7c8 e8d7 c8c7" => RED_CHASES;
    a_rook_may_not_chase_a_pawn_across_the_river:
        "5k3/9/7N1/9/8R/9/9/3K5/7p1/9 w",
        "", "i5h5 h1i1 h5i5 i1h1" => RED_CHASES;
    a_horse_may_not_chase_a_pawn_across_the_river:
        "9/9/3k5/9/9/5N3/2p6/9/5K3/9 w",
        "", "f4e2 c3d3 e2f4 d3c3" => RED_CHASES;
    a_horse_may_not_chase_a_cannon:
        "5k3/9/9/9/9/9/4N4/9/4K4/5c3 w",
        "", "e3g2 f0f1 g2e3 f1f0" => RED_CHASES;
    a_horse_may_not_chase_a_rook:
        "9/9/3k5/P8/4n4/2R6/9/9/9/4K4 w",
        "", "c4c1 e5d3 c1c4 d3e5" => BLACK_CHASES;
    a_horse_may_not_chase_a_protected_rook_either:
        "9/9/3k5/P8/4n4/2R6/9/9/9/2R1K4 w",
        "", "c4c1 e5d3 c1c4 d3e5" => BLACK_CHASES;
    a_rook_chasing_a_cannon_round_a_triangle_loses:
        "9/P8/4k4/9/9/9/8R/7C1/5c3/3K5 w",
        "", "i3i1 f1f0 i1i0 f0f3 i0i3 f3f1" => RED_CHASES;
    two_pawns_chased_in_turn_by_a_horse_are_a_draw:
        "9/4k4/9/9/9/2p6/5N3/9/3K5/8p w",
        "", "f3h2 c4d4 h2f3 d4c4" => DRAW;
    a_check_and_a_chase_in_turn_are_a_draw:
        "3k5/1r7/4N4/9/9/9/9/9/9/5K3 b",
        "", "d9e9 e7c6 e9d9 c6e7" => DRAW;
    a_check_and_a_mate_threat_in_turn_are_a_draw:
        "5k3/9/9/9/9/7R1/9/9/9/4K4 b",
        "", "f9f8 h4h8 f8f9 h8h4" => DRAW;
    a_king_may_chase_for_ever:
        "5k3/9/9/9/9/9/P8/9/3c5/4K4 w",
        "", "e0d0 d1e1 d0e0 e1d1" => DRAW;
    a_rook_may_offer_itself_to_a_rook_for_ever:
        "5k1r1/9/9/9/9/9/9/9/9/3K2R2 w",
        "g0h0", "h9i9 h0i0 i9h9 i0h0" => DRAW;
    a_perpetual_check_is_worse_than_a_perpetual_chase:
        "9/4c4/3k5/3r5/9/9/4C4/9/4N4/3R1K3 w",
        "", "e3d3 d6e6 d3e3 e6d6" => RED_CHECKS;
    idle_moves_are_a_draw:
        "3k5/9/9/9/9/9/9/9/9/R3K4 w",
        "", "a0a1 d9d8 a1a0 d8d9" => DRAW;
}

/// The same under Chinese rules.
macro_rules! chinese {
    ($($fact:ident: $fen:literal, $cycle:literal => $verdict:expr;)*) => {
        $(#[test]
        fn $fact() {
            assert_eq!(verdict(RepetitionRule::Chinese, $fen, "", $cycle), $verdict);
        })*
    };
}

chinese! {
    chinese_rules_forbid_check_and_mate_threat_in_turn:
        "5k3/9/9/9/9/7R1/9/9/9/4K4 b", "f9f8 h4h8 f8f9 h8h4" => RED_CHASES;
    chinese_rules_forbid_check_and_chase_in_turn:
        "3k5/1r7/4N4/9/9/9/9/9/9/5K3 b", "d9e9 e7c6 e9d9 c6e7" => RED_CHASES;
    chinese_rules_forbid_chasing_two_pawns_in_turn:
        "9/4k4/9/9/9/2p6/5N3/9/3K5/8p w", "f3h2 c4d4 h2f3 d4c4" => RED_CHASES;
    chinese_rules_allow_a_king_to_chase:
        "5k3/9/9/9/9/9/P8/9/3c5/4K4 w", "e0d0 d1e1 d0e0 e1d1" => DRAW;
    a_mate_threat_that_was_there_before_is_idle:
        "5k3/9/9/9/9/7R1/9/9/9/4K4 b", "f9f8 e0e1 f8f9 e1e0" => DRAW;
}

#[test]
fn pinned_or_not_the_computer_league_sees_an_exchange() {
    let (fen, cycle) = ("4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w", "e4e3 c4c3 e3e4 c3c4");
    assert_eq!(verdict(RepetitionRule::Asian, fen, "", cycle), BLACK_CHASES);
    assert_eq!(verdict(RepetitionRule::ComputerLeague, fen, "", cycle), DRAW);
}
