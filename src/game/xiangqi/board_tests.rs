//! The fast board against its slow twin, and counts that are known.

use proptest::prelude::*;

use super::reference::Plain;
use super::{Bitboard, Board, Color, Kind, Move, MoveSet, Square, perft};
use crate::base::Random;
use crate::game::{Outcome, Reason};

/// Positions and their leaf counts at depths 1, 2, ...: the start, then positions of the chess
/// programming wiki and of other engines' tests. Deeper counts than these hold as well, but take
/// long: `scripts/cross-check-xiangqi --deep`.
const COUNTS: &[(&str, &[u64])] = &[
    (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        &[44, 1920, 79666, 3290240],
    ),
    (
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        &[38, 1128, 43929, 1339047],
    ),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", &[7, 281, 8620, 326201]),
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", &[25, 424, 9850, 202884, 4739553]),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", &[28, 516, 14808, 395483]),
    ("R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1", &[21, 364, 7626, 162837, 3500505]),
    ("C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1", &[28, 222, 6241, 64971, 1914306]),
    ("4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1", &[23, 345, 8124, 149272, 3513104]),
    ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1", &[21, 195, 3883, 48060, 933096]),
    ("1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1", &[30, 830, 22787, 649866]),
    ("CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1", &[19, 583, 11714, 376467]),
];

#[test]
fn leaf_counts_are_the_known_ones() {
    for (fen, counts) in COUNTS {
        let board = Board::from_fen(fen).unwrap();
        for (depth, &count) in (1..).zip(*counts) {
            let counted = perft(&board, depth);
            assert_eq!(counted.total, count, "depth {depth} of {fen}\n{board}");
            assert_eq!(counted.by_move.iter().map(|&(_, leaves)| leaves).sum::<u64>(), count);
        }
    }
    for (fen, depth, count) in [
        ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w", 4, 4485547),
        ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w", 4, 92741),
    ] {
        assert_eq!(perft(&Board::from_fen(fen).unwrap(), depth).total, count, "{fen}");
    }
}

/// The position after random moves; few pieces are left after many.
fn wandered(seed: u64, plies: u32) -> Board {
    let mut random = Random::seeded(seed);
    let mut board = Board::start();
    for _ in 0..plies {
        let captures = board.moves(MoveSet::Captures);
        // Captures more often than chance would have it, so that endings come up as well.
        let moves = if captures.is_empty() || random.below(3) > 0 {
            board.moves(MoveSet::All)
        } else {
            captures
        };
        if moves.is_empty() {
            break;
        }
        board.play(moves[random.below(moves.len() as u32) as usize]);
    }
    board
}

fn sorted(board: &Board, set: MoveSet) -> Vec<Move> {
    let mut moves = board.moves(set).to_vec();
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn generated_moves_are_those_of_the_slow_twin(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        let plain = Plain::of(&board);
        let legal = plain.legal();
        prop_assert_eq!(&sorted(&board, MoveSet::All), &legal, "{}", board);
        prop_assert_eq!(board.count_moves() as usize, legal.len());
        prop_assert_eq!(board.in_check(), plain.in_check(board.turn()), "{}", board);

        let (captures, quiets): (Vec<_>, Vec<_>) =
            legal.iter().partition(|mv| board.captured(**mv).is_some());
        prop_assert_eq!(sorted(&board, MoveSet::Captures), captures);
        prop_assert_eq!(sorted(&board, MoveSet::Quiets), quiets);
    }

    #[test]
    fn any_two_points_are_a_legal_move_only_if_generated(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        let legal = sorted(&board, MoveSet::All);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let listed = legal.binary_search(&mv).is_ok();
            prop_assert_eq!(board.is_legal(mv), listed, "{} in\n{}", mv, board);
        }
    }

    #[test]
    fn checks_are_foreseen(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        for mv in board.moves(MoveSet::All) {
            let mut after = board.clone();
            after.play(mv);
            prop_assert_eq!(board.gives_check(mv), after.in_check(), "{} in\n{}", mv, board);
            prop_assert_eq!(board.key_after(mv), after.key());
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_as_if_made_anew(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        let placed: Vec<_> = board.placed().collect();
        let anew = Board::with_pieces(&placed, board.turn(), board.clock(), board.ply());
        prop_assert_eq!(&board, &anew);
        let by_kind = Kind::ALL.into_iter().fold(Bitboard::EMPTY, |all, kind| all | board.kind(kind));
        prop_assert_eq!(by_kind, board.occupied());
        for square in Square::all() {
            prop_assert_eq!(board.occupied().contains(square), board.piece_at(square).is_some());
        }
    }

    #[test]
    fn attackers_are_the_pieces_that_could_capture(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        for target in board.occupied() {
            let could: Bitboard = board
                .placed()
                .filter(|&(at, piece)| board.reach(piece, at).contains(target))
                .map(|(at, _)| at)
                .collect();
            prop_assert_eq!(board.attackers_to(target, board.occupied()), could, "{}\n{}", target, board);
        }
    }

    #[test]
    fn a_mirrored_board_has_the_mirrored_moves(seed: u64, plies in 0..300u32) {
        let board = wandered(seed, plies);
        let mut mirrored: Vec<_> =
            board.moves(MoveSet::All).iter().map(|mv| mv.mirrored()).collect();
        mirrored.sort();
        prop_assert_eq!(sorted(&board.mirrored(), MoveSet::All), mirrored);
    }
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

#[test]
fn a_null_move_gives_only_the_turn_away() {
    let mut null = Board::start();
    null.play_null();
    assert_eq!(null.turn(), Color::Second);
    assert_ne!(null.key(), Board::start().key());
    null.play_null();
    assert_eq!(null.key(), Board::start().key());
}

#[test]
fn captures_reset_the_clock() {
    let mut board = Board::start();
    for (text, clock) in [("h2e2", 1), ("h7e7", 2), ("e2e6", 0), ("d9e8", 1)] {
        let mv: Move = text.parse().unwrap();
        assert!(board.is_legal(mv), "{text} in\n{board}");
        board.play(mv);
        assert_eq!(board.clock(), clock, "after {text}");
    }
    assert_eq!(board.ply(), 4);
}

#[test]
fn no_move_out_of_check_is_checkmate() {
    let mated = board("3k5/4P4/4P4/9/9/9/9/9/9/3RK4 b");
    assert!(mated.in_check());
    assert_eq!(mated.outcome(), Some(Outcome::win(Color::First, Reason::Checkmate)));
}

#[test]
fn no_move_at_all_loses_too() {
    // The pawn takes d8 away, the red king the file e.
    let stuck = board("3k5/9/3P5/9/9/9/9/9/9/4K4 b");
    assert!(!stuck.in_check());
    assert_eq!(stuck.outcome(), Some(Outcome::win(Color::First, Reason::Stalemate)));
    // One rank further the pawn can be taken.
    assert_eq!(board("3k5/3P5/9/9/9/9/9/9/9/4K4 b").outcome(), None);
}

#[test]
fn nobody_wins_without_attackers() {
    let bare = board("3k1ab2/4a4/9/9/9/9/9/4B4/9/4KA3 w");
    assert_eq!(bare.outcome(), Some(Outcome::draw(Reason::InsufficientMaterial)));
}

#[test]
fn kings_never_face_each_other() {
    let step: Move = "d0e0".parse().unwrap();
    assert!(board("4k4/9/9/9/9/4P4/9/9/9/3K5 w").is_legal(step));
    assert!(!board("4k4/9/9/9/5P3/9/9/9/9/3K5 w").is_legal(step));
}
