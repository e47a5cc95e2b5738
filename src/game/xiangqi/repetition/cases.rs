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
}
