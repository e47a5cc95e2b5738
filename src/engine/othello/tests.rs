//! The player as a whole.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::*;
use crate::game::othello::{BLACK, Rules, Square};
use crate::game::{Color, Position};
use crate::search::{Choice, Score, TimeControl};

fn player(change: impl FnOnce(&mut Config)) -> Player {
    let mut config = Config::default();
    config.common.hash_mib = 8;
    config.search = SearchKind::Uct;
    change(&mut config);
    Player::new(&config)
}

/// A player with each search.
fn players() -> [Player; 2] {
    [player(|_| ()), player(|c| c.search = SearchKind::AlphaBeta)]
}

fn playouts(n: u64) -> Limits<Move> {
    Limits { nodes: Some(n), ..Limits::default() }
}

fn game_of(line: &str) -> Game<Board> {
    Game::new(line.parse().unwrap(), Rules::default())
}

fn answer(player: &mut Player, game: &Game<Board>, limits: &Limits<Move>) -> Answer<Move> {
    player.think(game, limits, &Control::new(limits.ponder), &mut |_| ())
}

fn chosen(answer: &Answer<Move>) -> Move {
    match answer.choice {
        Choice::Play(mv) => mv,
        other => panic!("expected a move, found {other:?}"),
    }
}

/// FFO #20, 6 empties: h5 +6, g6 -2, f6 -4, h6 -10.
const NEAR_THE_END: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

#[test]
fn whole_games_are_legal_passes_included() {
    let [mut first, mut second] = players();
    for seed in 1..4 {
        let mut game = Game::new(Board::default(), Rules::default());
        first.config.common.seed = seed;
        while game.outcome().is_none() {
            let side = if game.turn() == BLACK { &mut first } else { &mut second };
            let mv = chosen(&answer(side, &game, &playouts(60)));
            game.play(mv)
                .unwrap_or_else(|error| panic!("{error}, seed {seed}\n{:?}", game.position()));
        }
        assert_eq!(answer(&mut first, &game, &playouts(60)).choice, Choice::Nothing);
    }
    let forced = game_of(&format!("-OXXXXXX{} O", "-".repeat(56)));
    assert_eq!(chosen(&answer(&mut first, &forced, &playouts(60))), Move::Pass);
}

#[test]
fn a_forced_pass_is_worth_what_the_opponent_gets() {
    let game = game_of(&format!("-OXXXXXX{} O", "-".repeat(56)));
    for mut player in players() {
        let mut reports = Vec::new();
        let tell = &mut |event| {
            if let Event::Report(report) = event {
                reports.push(report);
            }
        };
        let limits = Limits { lines: 3, ..playouts(1000) };
        let found = player.think(&game, &limits, &Control::new(false), tell);
        assert_eq!(chosen(&found), Move::Pass);
        assert_eq!(found.ponder, Some("a1".parse().unwrap()));
        for report in reports.iter().chain([&found.report]) {
            let line = &report.lines[0];
            assert_eq!(line.pv, [Move::Pass, "a1".parse().unwrap()]);
            assert_eq!(line.score, Score::Hundredths(-6400), "{line:?}");
        }
        assert!(!reports.is_empty());
    }
}

#[test]
fn a_forced_pass_takes_no_time_from_a_game_but_is_analysed_in_full() {
    let row = "-OXXXXXX";
    let game = game_of(&format!("{row}{}{row} O", "-".repeat(48)));
    let (left, increment) = (Duration::from_secs(60), Duration::ZERO);
    let time = TimeControl::SuddenDeath { left, increment };
    let depth = |lines| {
        let mut player = player(|c| c.search = SearchKind::AlphaBeta);
        let limits = Limits { time, lines, ..Limits::default() };
        answer(&mut player, &game, &limits).report.depth
    };
    assert_eq!(depth(0), limit::FORCED_DEPTH);
    assert!(depth(1) > limit::FORCED_DEPTH);
}

#[test]
fn equal_searches_give_equal_answers() {
    let mut game = Game::new(Board::default(), Rules::default());
    game.play("f5".parse().unwrap()).unwrap();
    let lines = |player: &mut Player| answer(player, &game, &playouts(3000)).report.lines;
    for (mut one, mut other) in players().into_iter().zip(players()) {
        let first = lines(&mut one);
        assert_eq!(lines(&mut one), first, "the same player again");
        assert_eq!(lines(&mut other), first, "another player");
    }
}

#[test]
fn the_end_is_solved_and_reported_as_proven() {
    let game = game_of(NEAR_THE_END);
    let limits = Limits { lines: 4, ..playouts(1000) };
    let answer = answer(&mut player(|_| ()), &game, &limits);
    let told: Vec<(String, Score, bool)> = answer
        .report
        .lines
        .iter()
        .map(|line| (line.pv[0].to_string(), line.score, line.proven))
        .collect();
    let expected = [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)]
        .map(|(name, score)| (name.to_owned(), Score::Hundredths(score * 100), true));
    assert_eq!(told, expected);
    let mut end = *game.position();
    answer.report.lines[0].pv.iter().for_each(|&mv| end.play(mv));
    assert!(end.is_over());
}

#[test]
fn the_tree_search_proves_the_end_by_itself() {
    let game = game_of(NEAR_THE_END);
    let mut player = player(|c| (c.solve_at_root, c.solve_in_tree) = (0, 0));
    let answer = answer(&mut player, &game, &playouts(20_000));
    let best = &answer.report.lines[0];
    assert_eq!(best.pv[0].to_string(), "h5");
    assert!(best.proven && best.score == Score::Hundredths(600), "{best:?}");
    assert!(answer.report.nodes < 20_000, "a proven root needs no more playouts");
}

#[test]
fn only_allowed_moves_are_played() {
    let place = |name: &str| Move::Place(name.parse::<Square>().unwrap());
    let start = Game::new(Board::default(), Rules::default());
    for mut player in players() {
        for game in [&start, &game_of(NEAR_THE_END)] {
            let moves = game.legal_moves();
            let only = Limits { only: vec![moves[1]], ..playouts(200) };
            assert_eq!(chosen(&answer(&mut player, game, &only)), moves[1]);
            let banned = Limits { banned: moves[..3].to_vec(), lines: 9, ..playouts(200) };
            let found = answer(&mut player, game, &banned);
            assert_eq!(chosen(&found), moves[3]);
            assert_eq!(found.report.lines.len(), 1);
        }
        let nothing = Limits { only: vec![place("a1")], ..playouts(200) };
        assert_eq!(answer(&mut player, &start, &nothing).choice, Choice::Nothing);
    }
}

#[test]
fn a_tree_search_of_few_moves_does_not_mislead_the_next_one() {
    let game = Game::new(Board::default(), Rules::default());
    let mut player = player(|_| ());
    let time = TimeControl::PerMove(Duration::from_millis(60));
    let all = Limits { time, ..Limits::default() };
    let few = Limits { only: vec![game.legal_moves()[1]], ..all.clone() };
    for limits in [&all, &few, &all] {
        let report = answer(&mut player, &game, limits).report;
        assert_eq!(report.visits, report.nodes, "{limits:?} begins anew");
    }
}

#[test]
fn time_is_kept() {
    let game = Game::new(Board::default(), Rules::default());
    let time = TimeControl::PerMove(Duration::from_millis(150));
    let limits = Limits { time, ..Limits::default() };
    for mut player in players() {
        let start = Instant::now();
        let found = answer(&mut player, &game, &limits);
        assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
        assert!(found.report.nodes > 0);
    }
}

#[test]
fn alpha_beta_reports_every_depth_up_to_the_one_asked() {
    let game = Game::new(Board::default(), Rules::default());
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let mut depths = Vec::new();
    let mut player = player(|c| c.search = SearchKind::AlphaBeta);
    player.think(&game, &limits, &Control::new(false), &mut |event| {
        if let Event::Report(report) = event {
            depths.push(report.depth);
        }
    });
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

#[test]
fn an_infinite_search_answers_when_stopped() {
    let start = Board::default().to_line();
    for (line, search) in [
        (&*start, SearchKind::Uct),
        (&*start, SearchKind::AlphaBeta),
        (NEAR_THE_END, SearchKind::Auto),
    ] {
        let game = game_of(line);
        let control = Arc::new(Control::new(false));
        let limits = Limits { infinite: true, ..Limits::default() };
        let stopper = control.clone();
        let handle = thread::spawn(move || {
            thread::sleep(Duration::from_millis(60));
            stopper.stop();
            Instant::now()
        });
        let mut player = player(|c| (c.common.threads, c.search) = (2, search));
        let found = player.think(&game, &limits, &control, &mut |_| ());
        let stopped = handle.join().unwrap();
        assert!(stopped.elapsed() < Duration::from_millis(250), "{:?}", stopped.elapsed());
        assert!(game.is_legal(chosen(&found)));
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_moves() {
    let game = Game::new(Board::default(), Rules::default());
    let control = Control::new(false);
    control.stop();
    let found = player(|_| ()).think(&game, &Limits::default(), &control, &mut |_| ());
    assert!(game.is_legal(chosen(&found)));
}

#[test]
fn the_tree_is_kept_from_move_to_move_under_a_clock() {
    let mut game = Game::new(Board::default(), Rules::default());
    let time = TimeControl::PerMove(Duration::from_millis(120));
    let limits = Limits { time, ..Limits::default() };
    let mut player = player(|_| ());
    let found = answer(&mut player, &game, &limits);
    let pv = &found.report.lines[0].pv;
    game.play(pv[0]).unwrap();
    game.play(pv[1]).unwrap();
    let found = answer(&mut player, &game, &limits);
    let visits: u64 = player.tree.visits().into();
    assert!(visits > found.report.nodes, "{visits} visits, {} new ones", found.report.nodes);
}

#[test]
fn scores_are_of_the_side_to_move() {
    // White is about to lose everything whatever it does: the estimate must be far below zero.
    let line = "--XXXX--OOXXXX-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXXX---XXXX-- O";
    let game = game_of(line);
    assert_eq!(game.turn(), Color::Second);
    let found = answer(&mut player(|c| c.solve_at_root = 0), &game, &playouts(500));
    let Score::Hundredths(score) = found.report.lines[0].score else { panic!("no discs") };
    assert!(score < -1000, "{:?}", found.report.lines[0]);
}

#[test]
fn every_setting_is_read_back() {
    let mut config = Config::default();
    for (name, value) in [
        ("Search", "alphabeta"),
        ("Playouts", "squares"),
        ("MinimaxBackup", "false"),
        ("ScoreWeight", "0.5"),
        ("SolveInTree", "3"),
        ("SolveEmpties", "12"),
        ("Exploration", "0.25"),
        ("PriorWeight", "2"),
    ] {
        let setting = crate::engine::setting::find(Player::SETTINGS, name).unwrap();
        setting.set(&mut config, value).unwrap();
        assert_eq!((setting.get)(&config), value);
    }
}
