//! The player as a whole: mates, limits, determinism, whole games.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::Player;
use super::evaluator::EvalKind;
use super::positions::along_random_games;
use super::settings::{Config, NullMove, Randomness};
use crate::engine::{Common, Engine};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, MoveSet, Rules};
use crate::search::{Answer, Choice, Control, Event, Limits, Report, Score, TimeControl};

fn game(fen: &str) -> Game<Board> {
    Game::new(fen.parse().unwrap(), Rules::default())
}

/// The player with the hand-made evaluation: what these tests say must not hang on the network shipped.
fn player(threads: usize) -> Player {
    player_with(EvalKind::Classical, threads)
}

fn player_with(eval: EvalKind, threads: usize) -> Player {
    let common = Common { threads, hash_mib: 4, ..Common::default() };
    Player::new(&Config { common, eval, ..Config::default() })
}

fn depth(depth: u32) -> Limits<Move> {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits<Move> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(player: &mut Player, game: &Game<Board>, limits: &Limits<Move>) -> Answer<Move> {
    player.think(game, limits, &Control::new(false), &mut |_| {})
}

fn chosen(answer: &Answer<Move>) -> Move {
    match answer.choice {
        Choice::Play(mv) => mv,
        other => panic!("{other:?}"),
    }
}

/// An open position with all officers but one pair of rooks.
const MIDDLEGAME: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1";

#[test]
fn the_same_search_gives_the_same_nodes_always() {
    for eval in EvalKind::ALL {
        let mut first = None;
        for _ in 0..3 {
            let answer = think(&mut player_with(eval, 1), &game(MIDDLEGAME), &depth(8));
            let signature = (answer.report.nodes, answer.choice, answer.report.lines.clone());
            assert_eq!(first.get_or_insert(signature.clone()), &signature);
        }
    }
}

#[test]
fn node_limits_are_exact_on_one_thread() {
    let mut player = player(1);
    for limit in [600, 777, 5000] {
        let answer = think(&mut player, &game(MIDDLEGAME), &nodes(limit));
        assert_eq!(answer.report.nodes, limit);
    }
}

#[test]
fn depth_limits_are_exact() {
    for limit in [1, 2, 5] {
        let answer = think(&mut player(1), &game(MIDDLEGAME), &depth(limit));
        assert_eq!(answer.report.depth, limit);
    }
}

#[test]
fn a_legal_move_is_played_at_the_tiniest_limits() {
    let mut player = player(1);
    along_random_games(31, 4, |board, _| {
        let game = Game::new(board.clone(), Rules::default());
        for limit in [1, 3, 40] {
            let answer = think(&mut player, &game, &nodes(limit));
            assert!(board.is_legal(chosen(&answer)), "{answer:?}\n{board}");
            for line in &answer.report.lines {
                let mut board = board.clone();
                for &mv in &line.pv {
                    assert!(board.is_legal(mv), "{line:?}\n{board}");
                    board.play(mv);
                }
            }
        }
    });
}

#[test]
fn a_stop_before_the_search_still_gives_a_move() {
    let control = Control::new(false);
    control.stop();
    let answer = player(1).think(&game(MIDDLEGAME), &Limits::default(), &control, &mut |_| {});
    assert!(game(MIDDLEGAME).is_legal(chosen(&answer)));
}

#[test]
fn the_first_iteration_is_finished_whatever_ends_the_search() {
    let game = game("3ak4/4a4/9/9/r8/9/9/C8/4A4/R3KA3 w - - 0 1");
    let wanted = chosen(&think(&mut player(1), &game, &depth(1)));
    assert_ne!(wanted, game.legal_moves()[0], "the first is not the best here");
    for threads in [1, 2] {
        for _ in 0..20 {
            let control = Control::new(false);
            control.stop();
            let answer = player(threads).think(&game, &Limits::default(), &control, &mut |_| {});
            assert_eq!((chosen(&answer), answer.report.depth), (wanted, 1), "a stop");
        }
        let answer = think(&mut player(threads), &game, &nodes(1));
        assert_eq!(chosen(&answer), wanted, "one node");
        // Two threads may finish another iteration of so few nodes before they count together.
        let deepest = if threads == 1 { 1 } else { 3 };
        assert!((1..=deepest).contains(&answer.report.depth), "{}", answer.report.depth);
    }
}

#[test]
fn a_stop_is_obeyed_soon_and_an_infinite_search_waits_for_it() {
    let control = Arc::new(Control::new(false));
    // Many moves leave Black none: the search itself is over at once, the answer must wait all the same.
    let game = game("3k5/4P4/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1");
    let stopper = control.clone();
    let stop = thread::spawn(move || {
        thread::sleep(Duration::from_millis(60));
        stopper.stop();
        Instant::now()
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let answer = player(2).think(&game, &limits, &control, &mut |_| {});
    let ended = Instant::now();
    let stopped = stop.join().unwrap();
    assert!(ended >= stopped, "the answer came before the stop");
    assert!(ended - stopped < Duration::from_millis(500), "{:?}", ended - stopped);
    let mut after = game.position().clone();
    after.play(chosen(&answer));
    assert!(!after.has_legal_move(), "{} does not end the game", chosen(&answer));
}

#[test]
fn a_ponder_search_waits_for_the_hit_then_keeps_its_clock() {
    let control = Arc::new(Control::new(true));
    let hitter = control.clone();
    let hit = thread::spawn(move || {
        thread::sleep(Duration::from_millis(80));
        hitter.ponderhit();
        Instant::now()
    });
    let time = TimeControl::PerMove(Duration::from_millis(50));
    let limits = Limits { ponder: true, time, ..Limits::default() };
    player(1).think(&game(MIDDLEGAME), &limits, &control, &mut |_| {});
    assert!(Instant::now() >= hit.join().unwrap());
    assert!(control.clock() < Duration::from_secs(2));
}

#[test]
fn all_moves_banned_is_none_banned() {
    let game = game(MIDDLEGAME);
    let banned = game.legal_moves();
    let answer = think(&mut player(1), &game, &Limits { banned, ..depth(2) });
    assert!(game.is_legal(chosen(&answer)));
}

#[test]
fn only_and_banned_moves_are_obeyed() {
    let game = game(MIDDLEGAME);
    let free = chosen(&think(&mut player(1), &game, &depth(5)));
    let answer = think(&mut player(1), &game, &Limits { banned: vec![free], ..depth(5) });
    assert_ne!(chosen(&answer), free);
    let only = "a0a1".parse().unwrap();
    let answer = think(&mut player(1), &game, &Limits { only: vec![only], ..depth(5) });
    assert_eq!(chosen(&answer), only);
}

#[test]
fn lines_differ_in_their_first_move_and_fall_in_value() {
    let limits = Limits { lines: 4, ..depth(6) };
    let report = think(&mut player(1), &game(MIDDLEGAME), &limits).report;
    let firsts: Vec<Move> = report.lines.iter().map(|line| line.pv[0]).collect();
    let values: Vec<i32> = report.lines.iter().map(|line| hundredths(line.score)).collect();
    assert_eq!(firsts.len(), 4);
    assert!((1..4).all(|index| !firsts[..index].contains(&firsts[index])), "{firsts:?}");
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

fn hundredths(score: Score) -> i32 {
    match score {
        Score::Hundredths(value) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn iterations_are_reported_one_by_one() {
    let mut depths = Vec::new();
    let mut tell = |event| {
        if let Event::Report(Report { depth, .. }) = event {
            depths.push(depth);
        }
    };
    player(1).think(&game(MIDDLEGAME), &depth(6), &Control::new(false), &mut tell);
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
}

/// Red mates in two, but the natural limit is passed: nobody called the game a draw.
fn beyond_the_limit() -> Game<Board> {
    let mut game = game("3k5/9/9/9/9/9/9/9/r8/1R2K4 w - - 118 80");
    for mv in "b0b2 d9d8 b2b0 d8d9".split(' ') {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

#[test]
fn a_game_that_goes_on_beyond_the_natural_limit_is_played_on() {
    let answer = think(&mut player(1), &beyond_the_limit(), &depth(6));
    assert_eq!(answer.report.lines[0].score, Score::Mate(2), "{answer:?}");
    assert_eq!(chosen(&answer).to_string(), "b0d0");
}

#[test]
fn draws_by_the_natural_limit_are_forgotten_beyond_it() {
    let mut player = player(1);
    let mut before = beyond_the_limit();
    (0..4).for_each(|_| _ = before.undo());
    let drawn = think(&mut player, &before, &depth(12));
    assert_eq!(drawn.report.lines[0].score, Score::Hundredths(0));
    let answer = think(&mut player, &beyond_the_limit(), &depth(6));
    assert_eq!(answer.report.lines[0].score, Score::Mate(2), "{answer:?}");
}

#[test]
fn a_stalemate_on_the_last_ply_before_the_limit_wins() {
    let stalemates = |clock: u16| {
        let game = game(&format!("2C6/4Nk3/9/9/9/9/9/9/4A4/2BAK4 w - - {clock} 80"));
        think(&mut player(1), &game, &depth(12)).report.lines[0].score
    };
    assert_eq!(stalemates(117), Score::Mate(2));
    assert_eq!(stalemates(118), Score::Hundredths(0), "it comes too late");
}

#[test]
fn no_move_is_no_answer() {
    let mated = game("3R1k3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1");
    assert_eq!(mated.legal_moves(), []);
    assert_eq!(think(&mut player(1), &mated, &depth(3)).choice, Choice::Nothing);
}

#[test]
fn a_mate_is_answered_with_its_line() {
    let game = game("6b2/9/3k5/4R3p/9/6B2/9/N3C3B/4K4/5r3 w - - 0 1");
    let answer = think(&mut player(1), &game, &Limits { mate: Some(5), ..Limits::default() });
    assert_eq!(answer.report.lines[0].score, Score::Mate(4));
    assert!(answer.report.lines[0].proven);
    assert_eq!(chosen(&answer).to_string(), "e2d2");
    let answer = think(&mut player(1), &game, &depth(12));
    assert_eq!(answer.report.lines[0].score, Score::Mate(4), "the search finds it too");
}

#[test]
fn a_mate_in_any_number_of_moves_may_be_asked_for() {
    let game = game(MIDDLEGAME);
    for (mate, deepest) in [(0, 4), (1, 6), (u32::MAX, 127)] {
        let limits = Limits { mate: Some(mate), ..nodes(30_000) };
        let answer = think(&mut player(1), &game, &limits);
        assert!(game.is_legal(chosen(&answer)), "mate {mate}");
        assert!((3..=deepest).contains(&answer.report.depth), "mate {mate}: {answer:?}");
    }
}

#[test]
fn whole_games_end_with_an_outcome() {
    for (eval, threads) in [
        (EvalKind::Network, 1),
        (EvalKind::Network, 2),
        (EvalKind::Classical, 1),
        (EvalKind::Classical, 2),
    ] {
        let mut player = player_with(eval, threads);
        let mut game = Game::new(Board::start(), Rules::default());
        while game.outcome().is_none() {
            let mv = chosen(&think(&mut player, &game, &nodes(300)));
            game.play(mv).unwrap();
            assert!(game.len() < 1500, "no end in sight\n{}", game.position());
        }
    }
}

#[test]
fn time_for_a_move_is_kept() {
    let time = TimeControl::PerMove(Duration::from_millis(100));
    let start = Instant::now();
    think(&mut player(2), &game(MIDDLEGAME), &Limits { time, ..Limits::default() });
    let spent = start.elapsed();
    assert!(spent >= Duration::from_millis(60) && spent < Duration::from_millis(600), "{spent:?}");
}

#[test]
fn every_kind_of_null_move_searches_and_answers() {
    let game = game(MIDDLEGAME);
    let nodes = NullMove::ALL.map(|null_move| {
        let common = Common { hash_mib: 4, ..Common::default() };
        let mut player = Player::new(&Config { null_move, common, ..Config::default() });
        let answer = think(&mut player, &game, &depth(9));
        assert!(game.is_legal(chosen(&answer)), "{null_move:?}");
        answer.report.nodes
    });
    assert!((1..4).all(|kind| !nodes[..kind].contains(&nodes[kind])), "{nodes:?}");
    assert_eq!(nodes[3], nodes[4], "adaptive is extended in the middlegame");
}

#[test]
fn a_winning_side_does_not_check_for_ever() {
    // Red has checked twice in the same way; a third time would lose, and it has better.
    let mut game = game("4k4/9/9/9/5R3/9/4P4/9/9/3K5 w - - 0 1");
    for mv in "f5e5 e9f9 e5f5 f9e9 f5e5 e9f9 e5f5 f9e9".split(' ') {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let mv = chosen(&think(&mut player(1), &game, &depth(6)));
    assert_ne!(mv.to_string(), "f5e5");
}

#[test]
fn weak_levels_look_at_few_nodes_and_vary_with_the_seed() {
    let game = Game::new(Board::start(), Rules::default());
    let openings = |level: u8| {
        let mut moves: Vec<Move> = (1..30)
            .map(|seed| {
                let common = Common { level, seed, hash_mib: 1, ..Common::default() };
                let mut player = Player::new(&Config { common, ..Config::default() });
                let answer = think(&mut player, &game, &Limits::default());
                assert!(answer.report.nodes < 100_000, "level {level}");
                chosen(&answer)
            })
            .collect();
        moves.sort_unstable();
        moves.dedup();
        moves.len()
    };
    assert!(openings(3) > 1);
}

#[test]
fn moves_vary_with_the_seed_only_where_chance_is_wanted() {
    let game = Game::new(Board::start(), Rules::default());
    let openings = |randomness: Randomness| {
        let mut moves: Vec<Move> = (1..20)
            .map(|seed| {
                let common = Common { seed, hash_mib: 1, ..Common::default() };
                // Whether moves are nearly as good must not depend on the network shipped.
                let eval = EvalKind::Classical;
                let config = Config { common, randomness, eval, ..Config::default() };
                chosen(&think(&mut Player::new(&config), &game, &depth(4)))
            })
            .collect();
        moves.sort_unstable();
        moves.dedup();
        moves.len()
    };
    assert_eq!(openings(Randomness::None), 1);
    assert!(openings(Randomness::Large) > 1);
}

#[test]
fn a_lost_game_is_given_up_only_if_wanted() {
    let lost = game("3k5/9/9/9/9/9/9/9/9/RR2K4 b - - 0 1");
    for (resign, gives_up) in [(0, false), (600, true)] {
        let mut player = Player::new(&Config { resign, ..Config::default() });
        let answers: Vec<_> = (0..3).map(|_| think(&mut player, &lost, &depth(4)).choice).collect();
        assert_eq!(answers[2] == Choice::Resign, gives_up, "{answers:?}");
        assert_ne!(answers[0], Choice::Resign);
    }
}

#[test]
fn only_moves_that_are_played_count_towards_giving_up() {
    let lost = game("3k5/9/9/9/9/9/9/9/9/RR2K4 b - - 0 1");
    let mut player = Player::new(&Config { resign: 600, ..Config::default() });
    for (infinite, ponder) in [(true, false), (false, true)] {
        let control = Control::new(ponder);
        control.stop();
        let limits = Limits { infinite, ponder, ..Limits::default() };
        player.think(&lost, &limits, &control, &mut |_| {});
    }
    let answers: Vec<_> = (0..3).map(|_| think(&mut player, &lost, &depth(4)).choice).collect();
    assert_eq!(answers.iter().position(|&choice| choice == Choice::Resign), Some(2));
}

#[test]
fn a_draw_is_accepted_only_by_the_side_behind() {
    // Black is a rook down.
    for (side, accepts) in [("w", false), ("b", true)] {
        let game = game(&format!("3ak4/4a4/9/9/9/9/9/9/4A4/R2AK4 {side} - - 0 1"));
        for offered in [false, true] {
            let control = Control::new(false);
            if offered {
                control.offer_draw();
            }
            let answer = player(1).think(&game, &depth(4), &control, &mut |_| {});
            assert_eq!(answer.draw, accepts && offered, "{side}");
        }
    }
}

#[test]
fn the_answer_expects_a_legal_reply() {
    let game = game(MIDDLEGAME);
    let answer = think(&mut player(1), &game, &depth(6));
    let mut after = game.position().clone();
    after.play(chosen(&answer));
    assert!(after.moves(MoveSet::All).contains(&answer.ponder.unwrap()));
}
