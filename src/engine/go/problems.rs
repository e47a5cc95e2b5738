//! Problems with known solutions, asked of the reading and of the whole player.
//!
//! In diagrams Black is `X`. Each problem is here because another kind of mistake fails it.

use super::deadline::Deadline;
use super::reading::{self, Fate};
use super::{Config, Player};
use crate::engine::Engine;
use crate::game::go::fast::{Board9, Vertex};
use crate::game::go::{BLACK, Board, Move, Rules, WHITE};
use crate::game::{Color, Game};
use crate::search::{Choice, Control, Limits};

/// The first move about the chain at `target` must be one of `answers` and bring `ending` about.
struct Local {
    /// What it is about.
    why: &'static str,
    first: Color,
    target: &'static str,
    answers: &'static [&'static str],
    ending: Ending,
    board: &'static str,
}

/// What becomes of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Survives,
    IsTaken,
}

use Ending::{IsTaken, Survives};

fn vertex(text: &str) -> Vertex {
    Board9::vertex(text.parse().unwrap())
}

fn check_local(problems: &[Local]) {
    let mut faults = Vec::new();
    for problem in problems {
        let board = Board9::of(&problem.board.parse::<Board>().unwrap());
        let area: Vec<Vertex> = board.size().all().map(Board9::vertex).collect();
        let found = reading::solve(
            &board,
            vertex(problem.target),
            &area,
            problem.first,
            5,
            &Deadline::none(&Control::new(false)),
        );
        let best = Board9::move_of(found.best).to_string();
        let ending = if found.survival > 0.5 { Survives } else { IsTaken };
        let is_answer = problem.answers.is_empty() || problem.answers.contains(&best.as_str());
        if ending != problem.ending || !is_answer {
            faults.push(format!(
                "{}: {best}, {ending:?} ({:.2}), not {:?} and {:?}\n{board:?}",
                problem.why,
                found.survival,
                problem.answers,
                problem.ending,
                board = problem.board.parse::<Board>().unwrap().to_string(),
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n").replace("\\n", "\n"));
}

#[test]
fn nets_are_found_where_ladders_fail() {
    check_local(&[
        Local {
            why: "a loose net; the ladder meets the stone at F2",
            first: BLACK,
            target: "D4",
            answers: &["E3"],
            ending: IsTaken,
            board: ". . . . . . .
                    . . O . . . .
                    . . O X X . .
                    . . X O . . .
                    . . X . . . .
                    . . . . . O .
                    . . . . . . .",
        },
        Local {
            why: "a net at the edge: the stone on the third line cannot get down",
            first: BLACK,
            target: "D3",
            answers: &["E2", "D2", "E3", "C2"],
            ending: IsTaken,
            board: ". . . . . . .
                    . . . . . . .
                    . . X X X . .
                    . . X O . X .
                    . . . . . . .
                    . . . . . . .",
        },
        Local {
            why: "too far away, the net has holes",
            first: WHITE,
            target: "D4",
            answers: &[],
            ending: Survives,
            board: ". . . . . . .
                    . . O O . . .
                    . . O X X . .
                    . . X O . . .
                    . . . . . X .
                    . . . . . . .
                    . . . . . . .",
        },
    ]);
}

#[test]
fn snapbacks_are_played_and_not_run_into() {
    check_local(&[
        Local {
            why: "taking the stone at C1 leaves five stones in atari",
            first: WHITE,
            target: "C2",
            answers: &[],
            ending: IsTaken,
            board: ". . . . . .
                    X X X X X .
                    X O O O X .
                    X O X . X .",
        },
        Local {
            why: "thrown in at C1 or pushed from D1, the four stones are lost",
            first: BLACK,
            target: "C2",
            answers: &["C1", "D1"],
            ending: IsTaken,
            board: ". . . . . .
                    X X X X X .
                    X O O O X .
                    X O . . X .",
        },
        Local {
            why: "two stones thrown in: taking them makes no second eye",
            first: WHITE,
            target: "A3",
            answers: &[],
            ending: IsTaken,
            board: "X X X X X X
                    O O O O X .
                    O X X O X X
                    O O . O X .
                    X X X X X X",
        },
    ]);
}

#[test]
fn ladders_are_run_only_where_they_lead_out() {
    check_local(&[
        Local {
            why: "a ladder to the edge",
            first: BLACK,
            target: "C5",
            answers: &["C4", "D5"],
            ending: IsTaken,
            board: ". . . . . . .
                    . X X . . . .
                    X O O . . . .
                    . X . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .",
        },
        Local {
            why: "running from atari ends at the edge",
            first: WHITE,
            target: "C5",
            answers: &[],
            ending: IsTaken,
            board: ". . . . . . .
                    . X X . . . .
                    X O O X . . .
                    . X . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .",
        },
        Local {
            why: "the chaser's wall is in atari: take it",
            first: WHITE,
            target: "C5",
            answers: &["B7", "A6", "D6", "C4"],
            ending: Survives,
            board: ". . O . . . .
                    . X X O . . .
                    X O O X . . .
                    . X . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .",
        },
    ]);
}

#[test]
fn vital_points_of_eye_spaces_kill_and_save() {
    let mut problems = Vec::new();
    let three = ". . . O X . X
                 O O O O X X X
                 X X X X X . X";
    let bent = ". . O X . X
                . O O X X X
                O O X . X .
                X X X X X X";
    let pyramid = ". . . O X . X
                   O . O O X X X
                   O O O X X . X
                   X X X X X X X";
    let bulky = ". . O X . X
                 . . O X X X
                 . O O X . X
                 O O X X X X
                 X X X . X .";
    let flower = "O . . O X . X
                  . . . O X X X
                  O . O O X . X
                  O O O X X X X
                  X X X X . X .";
    for (why, board, target, kill, save) in [
        ("three in a row", three, "A2", &["B3"][..], &["B3"][..]),
        ("a bent three", bent, "A2", &["A4"], &["A4"]),
        ("a pyramid", pyramid, "A2", &["B4"], &["B4"]),
        ("a bulky five", bulky, "A2", &["A4", "B4"], &["A4", "B4"]),
        ("a flower six", flower, "A2", &["B4"], &["B4"]),
    ] {
        problems.push(Local { why, first: BLACK, target, answers: kill, ending: IsTaken, board });
        problems.push(Local { why, first: WHITE, target, answers: save, ending: Survives, board });
    }
    check_local(&problems);
}

/// The fate of a chain whoever begins.
fn check_fates(cases: &[(&str, &str, Fate, &str)]) {
    let mut faults = Vec::new();
    for &(why, target, expected, diagram) in cases {
        let board = Board9::of(&diagram.parse::<Board>().unwrap());
        let area: Vec<Vertex> = board.size().all().map(Board9::vertex).collect();
        let found =
            reading::read(&board, vertex(target), &area, 5, &Deadline::none(&Control::new(false)));
        if found != expected {
            faults.push(format!("{why}: {found:?}, not {expected:?}\n{diagram}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn shapes_live_or_die_whoever_begins() {
    use Fate::{Dies, Lives, Open};
    check_fates(&[
        (
            "two points are one eye",
            "A2",
            Dies,
            ". . O X . X
             O O O X X X
             X X X X . X",
        ),
        (
            "two eyes",
            "A2",
            Lives,
            ". O . O X . X
             O O O O X X X
             X X X X X . X",
        ),
        (
            "a false eye at the edge is no eye",
            "B3",
            Dies,
            ". O . O X . X
             O O O X X X X
             X X X X X . X
             X X X X . X .",
        ),
        (
            "a square is dead",
            "C3",
            Dies,
            ". . O X . X
             . . O X X X
             O O O X . X
             X X X X X X",
        ),
        (
            "four in a row live",
            "A2",
            Lives,
            ". . . . O X . X
             O O O O O X X X
             X X X X X X . X",
        ),
        (
            "a bent four along the side lives",
            "A3",
            Lives,
            ". . . O X . X
             O O . O X X X
             X O O O X . X
             X X X X X X X",
        ),
        (
            "a group with a big eye and a small one lives against any sacrifice",
            "D3",
            Lives,
            ". . . O . O X
             O O O O O O X
             X X X X X X X
             . X . X . X .",
        ),
        (
            "three in a row with a stone at the vital point is dead",
            "A2",
            Dies,
            ". X . O X . X
             O O O O X X X
             X X X X X . X",
        ),
        (
            "whoever plays first in the bent three decides",
            "A2",
            Open,
            ". . O X . X
             . O O X X X
             O O X . X .
             X X X X X X",
        ),
        (
            "four points with the vital one taken are one eye",
            "C2",
            Dies,
            ". X X O X . X
             O . O O X X X
             O O O X X . X
             X X X X X X X",
        ),
    ]);
}

#[test]
fn sekis_last_whoever_begins() {
    use Fate::Lives;
    let no_eyes = ". X X X X . O
                   O O O O O O O
                   X X X X X X X
                   . X . X . X .";
    check_fates(&[
        (
            "one eye each, three shared liberties: Black",
            "A2",
            Lives,
            ". X . O .
             X X . O O
             X X . O O",
        ),
        (
            "one eye each, three shared liberties: White",
            "E2",
            Lives,
            ". X . O .
             X X . O O
             X X . O O",
        ),
        // Whoever takes one of the two shared liberties is taken at the other.
        ("no eyes, two shared liberties: Black", "B4", Lives, no_eyes),
        ("no eyes, two shared liberties: White", "A3", Lives, no_eyes),
    ]);
}

#[test]
fn capturing_races_are_counted() {
    check_local(&[
        Local {
            why: "equal liberties: whoever begins wins (Black)",
            first: BLACK,
            target: "C4",
            answers: &[],
            ending: IsTaken,
            board: "O O O O O O O
                    O X X X X O O
                    O X O O X X O
                    O X O . O X O
                    O X O . O X O
                    O X O . . X O
                    O X X X X X O",
        },
        Local {
            why: "an eye beats none: White cannot fill from inside",
            first: WHITE,
            target: "A2",
            answers: &[],
            ending: Survives,
            board: ". X . O O O .
                    X X . O . O O
                    X X . O O O .
                    O O O O . O O
                    . O . O O O .",
        },
    ]);
}

/// The whole player must find one of `answers`.
struct Whole {
    why: &'static str,
    turn: Color,
    komi: f32,
    answers: &'static [&'static str],
    board: &'static str,
}

fn check_whole(problems: &[Whole]) {
    let mut faults = Vec::new();
    for problem in problems {
        let mut board: Board = problem.board.parse().unwrap();
        board.set_turn(problem.turn);
        let game = Game::new(board, Rules::TROMP_TAYLOR.with_komi(problem.komi));
        let mut player = Player::new(&Config { resign_percent: 0.0, ..Config::default() });
        let limits: Limits<Move> = Limits { nodes: Some(3000), ..Limits::default() };
        let answer = player.think(&game, &limits, &Control::new(false), &mut |_| {});
        let Choice::Play(mv) = answer.choice else { panic!("{:?}", answer.choice) };
        if !problem.answers.contains(&mv.to_string().as_str()) {
            let best = answer.report.lines.first();
            faults.push(format!("{}: {mv}, {best:?}\n{}", problem.why, game.position()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn kos_are_taken_when_they_decide() {
    check_whole(&[Whole {
        why: "taking the ko connects and wins",
        turn: BLACK,
        komi: 0.5,
        answers: &["C4", "C3"],
        board: ". X . X O . O
                    X X X X O O O
                    . X O X O . O
                    X O . O O O O
                    X X O X O . O
                    . X X X O O O
                    X . X X O . O",
    }]);
}

#[test]
fn the_last_points_are_taken_in_order() {
    check_whole(&[Whole {
        why: "one dame is left and decides an even game",
        turn: BLACK,
        komi: 2.5,
        answers: &["D3"],
        board: ". X X X O O .
                    X X X X O O O
                    . X X . O O .
                    X X X X O O O
                    . X X O O O .",
    }]);
}
