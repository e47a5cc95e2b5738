//! Threads that share one tree: the same tree as one thread, the same mates, no lost move.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::Player;
use super::evaluator::EvalKind;
use super::positions::along_random_games;
use super::settings::{Config, NullMove, Parallel};
use crate::base::Random;
use crate::engine::{Common, Engine};
use crate::game::Game;
use crate::game::xiangqi::{Board, Move, Rules};
use crate::search::split::{Counts, Reserve};
use crate::search::{Answer, Choice, Control, Limits, Report, Score};

/// Searches broken off in the test; the full number by `SANQI_STRESS`.
const STRESS: usize = 400;

/// Deep enough for a mate in four whatever was cut on the way: threads that share a tree search its moves
/// in an order that varies, cuts follow the order, and at depth 12 the mate may still be hidden behind one.
const MATE_DEPTH: u32 = 20;

const POSITIONS: [&str; 4] = [
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "2bak4/4a4/4b4/p3C3p/9/2P3P2/9/4B1n2/4A4/2BAK4 b - - 0 1",
];

fn game(fen: &str) -> Game<Board> {
    Game::new(fen.parse().unwrap(), Rules::default())
}

fn config(threads: usize) -> Config {
    let common = Common { threads, hash_mib: 4, ..Common::default() };
    Config { common, parallel: Parallel::Dts, ..Config::default() }
}

fn think(player: &mut Player, game: &Game<Board>, limits: &Limits<Move>) -> Answer<Move> {
    player.think(game, limits, &Control::new(false), &mut |_| {})
}

fn depth(depth: u32) -> Limits<Move> {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn one_thread_searches_the_same_tree_in_frames_as_on_the_stack() {
    for (fen, null_move) in POSITIONS.iter().zip(NullMove::ALL.into_iter().cycle().skip(1)) {
        for min_split_depth in [1, 2, 4] {
            let config = Config { null_move, min_split_depth, ..config(1) };
            let limits = Limits { lines: if min_split_depth == 2 { 3 } else { 1 }, ..depth(9) };
            let [plain, framed] = [false, true].map(|always_in_frames| {
                let mut player = Player::new(&config);
                player.always_in_frames = always_in_frames;
                let Answer { choice, report, .. } = think(&mut player, &game(fen), &limits);
                assert_eq!(player.splitting(), Counts::default(), "nobody to share with");
                (choice, report.nodes, report.seldepth, report.lines)
            });
            assert_eq!(plain, framed, "{null_move:?}, from depth {min_split_depth} in {fen}");
        }
    }
}

#[test]
fn threads_that_share_a_tree_find_the_same_mates() {
    for (fen, moves) in [
        ("3k5/4P4/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1", 1),
        ("6b2/9/3k5/4R3p/9/6B2/9/N3C3B/4K4/5r3 w - - 0 1", 4),
    ] {
        for threads in [1, 2, 3, 8] {
            for min_split_depth in [2, 4] {
                let eval = EvalKind::Classical;
                let config = Config { min_split_depth, eval, ..config(threads) };
                let answer = think(&mut Player::new(&config), &game(fen), &depth(MATE_DEPTH));
                let score = answer.report.lines[0].score;
                assert_eq!(score, Score::Mate(moves), "{threads} threads in {fen}");
            }
        }
    }
}

#[test]
fn a_shared_search_is_split_and_reaches_its_depth() {
    let mut splits = 0;
    // On a busy machine the helpers may come too late for some.
    for (number, fen) in POSITIONS.iter().cycle().enumerate().take(40) {
        let reserved_helpers = [Reserve::Auto, Reserve::Fixed(2)][number % 2];
        let mut player = Player::new(&Config { reserved_helpers, ..config(4) });
        let answer = think(&mut player, &game(fen), &depth(10));
        let Report { depth, nodes, lines, .. } = answer.report;
        assert_eq!(depth, 10);
        assert!(lines[0].visits <= nodes, "{} of {nodes} nodes", lines[0].visits);
        assert_eq!(Choice::Play(lines[0].pv[0]), answer.choice);
        splits += player.splitting().splits;
        if number >= POSITIONS.len() && splits > 20 {
            return;
        }
    }
    panic!("{splits} splits in 40 searches");
}

#[test]
fn any_number_of_lines_is_shared() {
    let limits = Limits { lines: 4, ..depth(7) };
    let lines = think(&mut Player::new(&config(3)), &game(POSITIONS[0]), &limits).report.lines;
    let firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(firsts.len(), 4);
    assert!((1..4).all(|index| !firsts[..index].contains(&firsts[index])), "{firsts:?}");
}

/// Short searches from everywhere, with limits, stops and clocks at random.
#[test]
fn searches_broken_off_at_any_moment_give_a_legal_move_and_leave_nothing_behind() {
    let wanted = std::env::var("SANQI_STRESS").ok().and_then(|text| text.parse().ok());
    let wanted = wanted.unwrap_or(STRESS);
    let mut random = Random::seeded(20_261_117);
    let mut players: Vec<Player> = [2, 3, 8]
        .map(|threads| Player::new(&Config { min_split_depth: 2, ..config(threads) }))
        .into();
    let mut boards = Vec::new();
    along_random_games(5, 40, |board, _| boards.push(board.clone()));
    for number in 0..wanted {
        let board = &boards[random.below(boards.len() as u32) as usize];
        let game = Game::new(board.clone(), Rules::default());
        let player = &mut players[number % 3];
        let control = Arc::new(Control::new(false));
        let micros = u64::from(random.below(3000));
        let limits = match random.below(3) {
            0 => Limits { nodes: Some(1 + micros), ..Limits::default() },
            1 => depth(1 + micros as u32 % 7),
            _ => Limits::default(),
        };
        let stopper = control.clone();
        let stop = thread::spawn(move || {
            thread::sleep(Duration::from_micros(micros));
            stopper.stop();
        });
        let answer = player.think(&game, &limits, &control, &mut |_| {});
        let Choice::Play(mv) = answer.choice else {
            panic!("search {number}: {answer:?}\n{board}")
        };
        assert!(board.is_legal(mv), "search {number}: {mv} in\n{board}");
        for line in &answer.report.lines {
            let mut board = board.clone();
            for &mv in &line.pv {
                assert!(board.is_legal(mv), "search {number}: {line:?}\n{board}");
                board.play(mv);
            }
        }
        stop.join().unwrap();
    }
}
