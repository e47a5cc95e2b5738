//! The player as a session sees it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::judge::judge_in_full;
use super::{Config, Player};
use crate::base::Random;
use crate::engine::Engine;
use crate::game::go::{BLACK, Board, Move, Rules, Size, WHITE};
use crate::game::{Color, Game};
use crate::search::{Answer, Choice, Control, Event, Limits, Score, TimeControl};

fn playouts(nodes: u64) -> Limits<Move> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(player: &mut Player, game: &Game<Board>, limits: &Limits<Move>) -> Answer<Move> {
    player.think(game, limits, &Control::new(limits.ponder), &mut |_| {})
}

fn game(diagram: &str, rules: Rules) -> Game<Board> {
    Game::new(diagram.parse().unwrap(), rules)
}

fn never_resigning() -> Player {
    Player::new(&Config { resign_percent: 0.0, ..Config::default() })
}

/// The move it plays; panics on anything else.
fn played(answer: &Answer<Move>) -> Move {
    match answer.choice {
        Choice::Play(mv) => mv,
        other => panic!("{other:?} is no move"),
    }
}

#[test]
fn whole_games_on_every_size_are_legal_and_end() {
    let mut player = never_resigning();
    for (w, h) in (2..=25).map(|n| (n, n)).chain([(2, 9), (9, 13), (25, 3), (7, 19)]) {
        let size = Size::new(w, h).unwrap();
        for rules in [Rules::TROMP_TAYLOR, Rules::JAPANESE, Rules::AGA] {
            if size.points() > 100 && rules != Rules::TROMP_TAYLOR {
                continue;
            }
            let mut game = Game::on(size, rules);
            player.new_game();
            // Enough for any sensible game; large boards need not be finished here.
            let most = if size.points() > 100 { 60 } else { 60 + 3 * size.points() };
            while game.outcome().is_none() && game.len() < most {
                let mv = played(&think(&mut player, &game, &playouts(12)));
                game.play(mv).unwrap_or_else(|error| panic!("{error}\n{}", game.position()));
            }
            if size.points() <= 49 {
                let outcome = game.outcome();
                assert!(outcome.is_some(), "{size} {rules} went on\n{}", game.position());
            }
        }
    }
}

#[test]
fn a_random_mover_has_no_chance() {
    let mut random = Random::seeded(5);
    for n in 0..4 {
        let mut player = never_resigning();
        let own = Color::BOTH[n % 2];
        let mut game = Game::on(Size::square(7).unwrap(), Rules::default());
        while game.outcome().is_none() && game.len() < 200 {
            let mv = if game.turn() == own {
                played(&think(&mut player, &game, &playouts(60)))
            } else {
                let moves = game.legal_moves();
                moves[random.below(moves.len() as u32) as usize]
            };
            game.play(mv).unwrap();
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(own), "{}", game.position());
    }
}

#[test]
fn one_thread_a_seed_and_playouts_give_one_answer() {
    let game = Game::on(Size::NINE, Rules::default());
    let answer = |player: &mut Player| {
        let mut answer = think(player, &game, &playouts(300));
        answer.report.elapsed = Duration::ZERO;
        answer
    };
    let mut player = Player::new(&Config::default());
    let first = answer(&mut player);
    assert_eq!(first, answer(&mut player), "asked again");
    assert_eq!(first, answer(&mut Player::new(&Config::default())), "another player");
    assert_eq!(first.report.nodes, 300);
}

#[test]
fn the_report_carries_what_guis_show() {
    let mut player = Player::new(&Config::default());
    let limits = Limits { nodes: Some(500), lines: 5, ..Limits::default() };
    let game = Game::on(Size::new(7, 5).unwrap(), Rules::default());
    let mut reports = Vec::new();
    player.think(&game, &limits, &Control::new(false), &mut |event| {
        if let Event::Report(report) = event {
            reports.push(report);
        }
    });
    let report = reports.last().expect("the end is always reported");
    assert!((2..=5).contains(&report.lines.len()));
    assert_eq!(report.ownership.as_ref().map(Vec::len), Some(35));
    for line in &report.lines {
        assert!(!line.pv.is_empty() && line.visits > 0 && line.prior > 0.0);
        let Score::Chance { win, lead } = line.score else { panic!("{:?}", line.score) };
        assert!((0.0..=1.0).contains(&win) && lead.abs() <= 35.0 + 7.5, "{win} {lead}");
        assert!(line.lcb <= win);
    }
    assert!(report.lines.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
}

#[test]
fn each_line_tells_its_visits_and_owners_when_asked() {
    let mut player = Player::new(&Config::default());
    let board = ". X . X O .
                 X X X X O O
                 . X X X O .
                 X X . X O .
                 X X X X O .
                 . X . X O .";
    let mut game = game(board, Rules::CHINESE.with_komi(0.5));
    game.play_as(BLACK, Move::Pass).unwrap();
    let limits = Limits { lines: 3, line_ownership: true, ..playouts(300) };
    let report = think(&mut player, &game, &limits).report;
    for line in &report.lines {
        assert_eq!(line.pv.len(), line.pv_visits.len());
        assert_eq!(line.pv_visits[0], line.visits);
        assert!(line.pv_visits.windows(2).all(|pair| pair[0] >= pair[1]), "{line:?}");
        assert_eq!(line.ownership.as_ref().map(Vec::len), Some(36));
    }
    // Whatever White plays, the upper left stays Black's.
    let owners = report.lines[0].ownership.as_ref().unwrap();
    assert!(owners[0] < -0.9, "{owners:?}");
    let plain = think(&mut player, &game, &Limits { line_ownership: false, ..limits }).report;
    assert_eq!(plain.lines[0].ownership, None);
}

#[test]
fn only_allowed_moves_are_played() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    let only: Vec<Move> = vec!["A1".parse().unwrap(), "J9".parse().unwrap()];
    let limits = Limits { only: only.clone(), ..playouts(100) };
    assert!(only.contains(&played(&think(&mut player, &game, &limits))));
    // A3 fills an own eye, which the tree never considers.
    let eye = self::game(". X .\n X X .\n . . .", Rules::default());
    let limits = Limits { only: vec!["A3".parse().unwrap()], ..playouts(20) };
    assert_eq!(played(&think(&mut player, &eye, &limits)).to_string(), "A3");
    let banned = vec![played(&think(&mut player, &game, &playouts(100)))];
    let limits = Limits { banned: banned.clone(), ..playouts(100) };
    assert!(!banned.contains(&played(&think(&mut player, &game, &limits))));
}

/// So many playouts, the tree of an earlier search being taken over.
fn more_playouts(nodes: u64) -> Limits<Move> {
    Limits { time: TimeControl::PerMove(Duration::from_secs(60)), ..playouts(nodes) }
}

#[test]
fn a_search_of_few_moves_does_not_mislead_the_next_one() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    let corner: Move = "A1".parse().unwrap();
    let few = Limits { only: vec![corner], ..more_playouts(300) };
    assert_eq!(played(&think(&mut player, &game, &few)), corner);
    let best = played(&think(&mut player, &game, &more_playouts(100)));
    assert_ne!(best, corner, "every move was allowed");
    let banned = Limits { banned: vec![best], ..more_playouts(300) };
    assert_ne!(played(&think(&mut player, &game, &banned)), best);
    let report = think(&mut player, &game, &more_playouts(1)).report;
    assert!(report.lines[0].visits <= 1, "{:?}", report.lines);
}

#[test]
fn moves_that_are_not_allowed_are_not_shown() {
    let mut player = Player::new(&Config::default());
    let mut game = Game::on(Size::NINE, Rules::default());
    let answer = think(&mut player, &game, &more_playouts(3000));
    let pv = answer.report.lines[0].pv.clone();
    assert!(pv.len() > 1, "{pv:?}");
    game.play(pv[0]).unwrap();
    // The tree of the reply was grown without limits.
    let banned = Limits { banned: vec![pv[1]], lines: 99, ..more_playouts(1) };
    let answer = think(&mut player, &game, &banned);
    let shown: Vec<Move> = answer.report.lines.iter().map(|line| line.pv[0]).collect();
    assert!(shown.len() > 1 && !shown.contains(&pv[1]), "{shown:?} without {}", pv[1]);
    assert_eq!(played(&answer), shown[0]);
}

#[test]
fn visits_and_owners_go_on_with_the_tree() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    let asked = |nodes| Limits { lines: 99, line_ownership: true, ..more_playouts(nodes) };
    let first = think(&mut player, &game, &asked(1000)).report;
    assert_eq!((first.nodes, first.visits), (1000, 1000));
    let next = think(&mut player, &game, &asked(1)).report;
    assert_eq!((next.nodes, next.visits), (1, 1001));
    let shown: u64 = next.lines.iter().map(|line| line.visits).sum();
    assert!(shown <= next.visits && next.lines.len() > 2, "{shown}");
    let blank = |owners: &Vec<f32>| owners.iter().all(|&owner| owner == 0.0);
    for line in &next.lines {
        assert!(!blank(line.ownership.as_ref().unwrap()), "{line:?}");
    }
    let change = |(a, b): (f32, &f32)| (a - b).abs();
    let owned = first.ownership.unwrap().into_iter().zip(next.ownership.as_ref().unwrap());
    assert!(owned.map(change).all(|change| change < 0.02), "one playout more of 1000");
}

#[test]
fn owners_that_nobody_counted_are_not_told() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    think(&mut player, &game, &more_playouts(300));
    let limits = Limits { lines: 99, line_ownership: true, ..more_playouts(1) };
    let lines = think(&mut player, &game, &limits).report.lines;
    assert!(lines.iter().filter(|line| line.ownership.is_some()).count() <= 1, "{lines:?}");
}

#[test]
fn moves_nobody_visited_are_shown_when_so_many_are_asked_for() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    let shown = |player: &mut Player, lines, least_lines| {
        let limits = Limits { lines, least_lines, ..playouts(20) };
        think(player, &game, &limits).report.lines
    };
    assert!(shown(&mut player, 100, 0).len() <= 20);
    let all = shown(&mut player, 100, 82);
    assert_eq!(all.len(), 82, "81 points and the pass");
    assert!(all.iter().filter(|line| line.visits == 0).count() > 60);
    let policy: f32 = all.iter().map(|line| line.prior).sum();
    assert!((policy - 1.0).abs() < 0.01, "{policy}");
    assert_eq!(shown(&mut player, 3, 82).len(), 3);
}

#[test]
fn a_stop_ends_an_infinite_search_at_once() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINETEEN, Rules::default());
    let control = Arc::new(Control::new(false));
    let stopper = Arc::clone(&control);
    let stopped = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        stopper.stop();
        Instant::now()
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    player.think(&game, &limits, &control, &mut |_| {});
    let late = stopped.join().unwrap().elapsed();
    assert!(late < Duration::from_millis(400), "{late:?} after the stop");
}

#[test]
fn an_infinite_search_of_a_decided_game_waits_for_the_stop() {
    let mut player = Player::new(&Config::default());
    let control = Arc::new(Control::new(false));
    let stopper = Arc::clone(&control);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stopper.stop();
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let game = Game::on(Size::square(2).unwrap(), Rules::default());
    player.think(&game, &limits, &control, &mut |_| {});
    assert!(control.elapsed() >= Duration::from_millis(50));
}

#[test]
fn the_clock_is_kept() {
    let mut player = Player::new(&Config::default());
    let game = Game::on(Size::NINE, Rules::default());
    let time = TimeControl::PerMove(Duration::from_millis(150));
    let control = Control::new(false);
    player.think(&game, &Limits { time, ..Limits::default() }, &control, &mut |_| {});
    assert!(control.elapsed() < Duration::from_millis(450), "{:?}", control.elapsed());
}

const WON_BY_BLACK: &str = ". X . X O .
                            X X X X O O
                            . X X X O .
                            X X . X O O
                            X X X X O O
                            . X . X O .";

#[test]
fn a_won_finished_game_is_passed() {
    let mut game = game(WON_BY_BLACK, Rules::CHINESE.with_komi(0.5));
    let mut player = Player::new(&Config::default());
    assert_eq!(played(&think(&mut player, &game, &playouts(300))), Move::Pass);
    game.play_as(WHITE, Move::Pass).unwrap();
    assert_eq!(played(&think(&mut player, &game, &playouts(300))), Move::Pass);
}

#[test]
fn a_pass_that_loses_is_avoided_while_something_is_left() {
    // White passed; Black is behind unless he takes the dead stones in his corner.
    let mut game = game(
        ". . . X O .
         . O . X O .
         . . . X O .
         X X X X O .
         O O O O O .
         . . . . . .",
        Rules::TROMP_TAYLOR.with_komi(-8.5),
    );
    assert!(game.score(&[]) < 0.0);
    game.play_as(WHITE, Move::Pass).unwrap();
    let mut player = never_resigning();
    assert_ne!(played(&think(&mut player, &game, &playouts(400))), Move::Pass);
}

/// White's twelve stones at the upper left cannot fill their eye space and are dead; playouts alone
/// often let them live.
const UNFILLED_EYE: &str = "X X . O X O O . .
                            . O O O X X O . .
                            O O O X X X O O .
                            O X X . X O . . .
                            O X . X X O O . .
                            O O X X . X O O .
                            O X X X O X X O O
                            X . X . X . . X O
                            . X . . . X X X X";

#[test]
fn whether_to_pass_is_judged_as_the_score_is() {
    for (own, other) in [(BLACK, WHITE), (WHITE, BLACK)] {
        for ahead in [0.5, -0.5] {
            // Komi makes the judged score just a win or just a loss.
            let even = judge_in_full(&game(UNFILLED_EYE, Rules::CHINESE.with_komi(0.0))).score;
            let komi = if own == BLACK { even - ahead } else { even + ahead };
            let mut game = game(UNFILLED_EYE, Rules::CHINESE.with_komi(komi));
            game.play_as(other, Move::Pass).unwrap();
            let mut player =
                Player::new(&Config { resign_percent: 0.0, cleanup: false, ..Config::default() });
            let passed = played(&think(&mut player, &game, &playouts(300))).is_pass();
            assert_eq!(passed, ahead > 0.0, "{own:?} ahead by {ahead}");
        }
    }
}

#[test]
fn nobody_passes_while_stones_depend_on_the_next_move() {
    // Three black stones are in atari. If Black moves they are safe, so his playouts call all settled.
    let board = ". . . . O . . . .
                 . . O O X O . . .
                 . . O X X O O O .
                 O O O . O O X O .
                 O X O X X X X O O
                 X X X . . . X X O
                 . . . X . . . . X
                 . X . X . . . X .
                 . . . . . . . . .";
    for rules in [Rules::CHINESE, Rules::JAPANESE.with_komi(0.5)] {
        let answer = think(&mut never_resigning(), &game(board, rules), &playouts(500));
        assert_eq!(played(&answer).to_string(), "D6", "{rules}");
    }
}

#[test]
fn the_score_is_the_same_before_and_after_the_passes() {
    let mut game = game(UNFILLED_EYE, Rules::CHINESE);
    let mut scores = vec![judge_in_full(&game).score];
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
        scores.push(judge_in_full(&game).score);
    }
    assert_eq!(scores, [scores[0]; 3]);
}

/// One eye against one eye and a liberty between them: whoever plays there loses everything.
const SEKI: &str = ". X . O . O X . .
                    X X X O O O X . .
                    O O O X X X X . .
                    . . O O X . . . .
                    . . . O X . X . .
                    . O . O X . . . .
                    . . . O X . . X .
                    . . . O X . . . .
                    . . . O X . . . .";

#[test]
fn a_game_won_by_a_seki_looks_won() {
    for (rules, komi) in [(Rules::CHINESE, 7.5), (Rules::JAPANESE, 10.5)] {
        let game = game(SEKI, rules.with_komi(komi));
        assert!(judge_in_full(&game).score > 0.0, "{rules}");
        let answer = think(&mut Player::new(&Config::default()), &game, &playouts(1500));
        let Score::Chance { win, .. } = answer.report.lines[0].score else { panic!("{answer:?}") };
        assert!(win > 0.5, "{rules}: {win}");
    }
}

#[test]
fn a_tree_is_not_taken_over_for_the_other_side() {
    // Asked for both sides in turn, as GUIs do, without a move between.
    let mut player = Player::new(&Config::default());
    let mut game = Game::on(Size::square(5).unwrap(), Rules::CHINESE);
    game.play("C3".parse().unwrap()).unwrap();
    think(&mut player, &game, &playouts(400));
    game.give_turn(BLACK);
    let both = think(&mut player, &game, &playouts(400)).report.lines;
    let alone = think(&mut Player::new(&Config::default()), &game, &playouts(400)).report.lines;
    assert_eq!(both, alone);
}

#[test]
fn only_own_moves_that_are_played_count_as_lost() {
    let mut player = Player::new(&Config::default());
    let mut game = Game::on(Size::square(5).unwrap(), Rules::CHINESE.with_komi(60.0));
    for point in ["C3", "D3", "C4", "D4", "C2", "D2"] {
        game.play(point.parse().unwrap()).unwrap();
    }
    let first = think(&mut player, &game, &playouts(300));
    assert!(matches!(first.choice, Choice::Play(_)), "one bad look is not enough");
    let pondering = Control::new(true);
    pondering.stop();
    let ponder = Limits { ponder: true, ..playouts(300) };
    player.think(&game, &ponder, &pondering, &mut |_| {});
    game.give_turn(WHITE);
    think(&mut player, &game, &playouts(300));
    game.give_turn(BLACK);
    assert_eq!(think(&mut player, &game, &playouts(300)).choice, Choice::Resign);
}

/// A white stone in Black's part is dead; if it were alive, White would win.
const DEAD_STONE: &str = ". . . . X O . . .
                          . . . . X O . . .
                          . . X . X O . . .
                          . . . . X O . O .
                          . . O . X O . . .
                          . . . . X O . . .
                          . . X . X O . . .
                          . . . . X O . . .
                          . . . . X O . . .";

#[test]
fn nobody_passes_because_dead_stones_might_count() {
    for nodes in [40, 400] {
        let mut game = game(DEAD_STONE, Rules::CHINESE.with_komi(0.5));
        game.play_as(BLACK, Move::Pass).unwrap();
        let answer = think(&mut never_resigning(), &game, &playouts(nodes));
        assert_ne!(played(&answer), Move::Pass, "{nodes} playouts");
    }
}

#[test]
fn dead_stones_are_taken_off_when_that_is_asked_for() {
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        let rules = Rules { friendly_pass: false, ..rules.with_komi(0.5) };
        let mut game = game(DEAD_STONE, rules);
        let mut player = never_resigning();
        let limits = Limits { cleans_up: true, ..playouts(300) };
        let mut left = 1;
        for _ in 0..8 {
            game.play_as(WHITE, Move::Pass).unwrap();
            game.play(played(&think(&mut player, &game, &limits))).unwrap();
            left = usize::from(game.position().stone("C5".parse().unwrap()).is_some());
        }
        assert_eq!(left, 0, "{rules}\n{}", game.position());
    }
}

#[test]
fn territory_is_not_filled() {
    // All dame are taken: every stone more costs a point.
    for (turn, komi) in [(BLACK, 0.5), (BLACK, 20.5), (WHITE, 0.5), (WHITE, -20.5)] {
        let mut board: Board = WON_BY_BLACK.parse().unwrap();
        board.set_turn(turn);
        let game = Game::new(board, Rules::JAPANESE.with_komi(komi));
        let answer = think(&mut never_resigning(), &game, &playouts(300));
        assert_eq!(played(&answer), Move::Pass, "{turn:?}, komi {komi}");
    }
}

#[test]
fn a_half_point_won_by_territory_is_not_filled_away() {
    // 36 points to 27, komi 8.5; by area the last stone would decide.
    let wall = [". . . . X O . . ."; 9].join("\n");
    let mut game = Game::new(wall.parse().unwrap(), Rules::JAPANESE.with_komi(8.5));
    game.play_as(WHITE, Move::Pass).unwrap();
    let answer = think(&mut never_resigning(), &game, &playouts(500));
    assert_eq!(played(&answer), Move::Pass);
}

#[test]
fn a_border_is_closed_before_the_pass() {
    // G4 keeps the seven points of the upper right; White would take some of them there.
    let game = game(
        ". X . X . . .
         X . X . X . .
         O X X . X . .
         O O O X X X .
         . O . O X O O
         . . O . O . .
         . . . . . O O",
        Rules::JAPANESE.with_komi(-0.5),
    );
    assert_eq!(judge_in_full(&game).score, 0.5);
    let answer = think(&mut never_resigning(), &game, &playouts(500));
    assert_eq!(played(&answer).to_string(), "G4");
}

#[test]
fn on_five_lines_black_opens_in_the_middle_and_takes_the_whole_board() {
    let mut game = Game::on(Size::square(5).unwrap(), Rules::TROMP_TAYLOR.with_komi(0.5));
    let mut player = never_resigning();
    let first = played(&think(&mut player, &game, &playouts(2000)));
    assert_eq!(first.to_string(), "C3");
    game.play(first).unwrap();
    let mut random = Random::seeded(3);
    while game.outcome().is_none() && game.len() < 120 {
        let mv = if game.turn() == BLACK {
            played(&think(&mut player, &game, &playouts(1500)))
        } else {
            // White plays anything at all.
            let moves = game.legal_moves();
            moves[random.below(moves.len() as u32) as usize]
        };
        game.play(mv).unwrap();
    }
    assert!(game.score(&[]) > 0.0, "{}", game.position());
}

#[test]
fn a_capture_that_decides_is_found() {
    // Black's wall is in atari, and so are the white stones within: who moves wins.
    let board = ". X O O .
                 O X O O X
                 O X X X O
                 . O O O .
                 . . . . .";
    let answer =
        think(&mut never_resigning(), &game(board, Rules::CHINESE.with_komi(0.5)), &playouts(800));
    // E2 takes the stone that holds White's wall together, which also saves all.
    let best = played(&answer).to_string();
    assert!(["E5", "E2"].contains(&best.as_str()), "{best} of {:?}", answer.report.lines);
}

#[test]
fn superko_is_obeyed_in_the_choice() {
    // Every legal move of a 2x2 board with three stones is a capture; history forbids some.
    let mut game = Game::on(Size::square(2).unwrap(), Rules::TROMP_TAYLOR);
    let mut player = never_resigning();
    for _ in 0..40 {
        let mv = played(&think(&mut player, &game, &playouts(50)));
        game.play(mv).unwrap_or_else(|error| panic!("{error}\n{}", game.position()));
        if game.outcome().is_some() {
            break;
        }
    }
    assert!(game.outcome().is_some(), "{}", game.position());
}

#[test]
fn a_lost_game_is_given_up_when_it_stays_lost() {
    let mut player = Player::new(&Config { resign_percent: 10.0, ..Config::default() });
    let mut game = game(
        "X X X X X X X
         X . X X X . X
         X X X X X X X
         X X X X X X X
         . . . . . . .
         . . . . . O .
         . . . . . . .",
        Rules::CHINESE,
    );
    for vertex in ["A1", "B1", "C1", "D1", "E1", "G1", "A2", "B2", "C2", "D2"] {
        game.play_as(BLACK, vertex.parse().unwrap()).unwrap();
    }
    let first = think(&mut player, &game, &playouts(400));
    game.play(played(&first)).unwrap();
    game.play(Move::Pass).unwrap();
    assert_eq!(think(&mut player, &game, &playouts(400)).choice, Choice::Resign);
}

#[test]
fn two_threads_make_exactly_the_playouts_asked_for() {
    let mut config = Config::default();
    config.common.threads = 2;
    let mut player = Player::new(&config);
    let game = Game::on(Size::NINE, Rules::default());
    let answer = think(&mut player, &game, &playouts(500));
    assert_eq!(answer.report.nodes, 500);
}

#[test]
fn the_tree_follows_the_game() {
    let mut player = Player::new(&Config::default());
    let mut game = Game::on(Size::NINE, Rules::default());
    let answer = think(&mut player, &game, &playouts(2000));
    game.play(played(&answer)).unwrap();
    let reply = answer.ponder.expect("a reply is expected");
    game.play(reply).unwrap();
    let next = think(&mut player, &game, &playouts(1));
    let visits: u64 = next.report.lines.iter().map(|line| line.visits).sum();
    assert!(visits > 10, "only {visits} visits were kept");
}
