//! Corners and sides with known fates (`shapes.txt`): what is said of each is so by every line of play
//! (`exhaust`), and the reading and the player find it.

mod exhaust;

use self::exhaust::{Outcome, Siege};
use super::reading::{self, Fate};
use super::{Config, Deadline, Player};
use crate::engine::Engine;
use crate::game::go::fast::FastBoard;
use crate::game::go::{BLACK, Board, Move, Point, Rules, WHITE};
use crate::game::{Color, Game};
use crate::search::{Choice, Control, Limits};

/// Large enough for every picture.
type Fast = FastBoard<256>;

/// A white chain in a picture, and what is said of it.
#[derive(Debug)]
struct Shape {
    board: Board,
    target: Point,
    /// If Black begins, and if White does.
    outcomes: [Outcome; 2],
    title: &'static str,
}

impl Shape {
    fn siege(&self) -> Siege {
        Siege::of(&self.board, self.target)
    }

    /// What the reading should call it.
    fn fate(&self) -> Fate {
        match self.outcomes {
            [_, Outcome::Taken] => Fate::Dies,
            [Outcome::Safe, _] => Fate::Lives,
            _ => Fate::Open,
        }
    }

    /// Whether the first move decides.
    fn is_open(&self) -> bool {
        self.outcomes[0] != self.outcomes[1]
    }
}

fn shapes() -> Vec<Shape> {
    let text = include_str!("shapes.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    blocks.map(shape).collect()
}

fn shape(block: &[&'static str]) -> Shape {
    let (claim, picture) = block.split_last().unwrap();
    let mut words = claim.splitn(4, ' ');
    let mut word = || words.next().unwrap_or_else(|| panic!("a word is missing: {claim}"));
    let target = word().parse().unwrap();
    let outcomes = [outcome(word()), outcome(word())];
    Shape { board: picture.join("\n").parse().unwrap(), target, outcomes, title: word() }
}

fn outcome(word: &str) -> Outcome {
    match word {
        "safe" => Outcome::Safe,
        "ko" => Outcome::Ko,
        "taken" => Outcome::Taken,
        other => panic!("no outcome: {other}"),
    }
}

/// Collects what `fault` finds to say of the shapes.
fn check(mut fault: impl FnMut(&Shape) -> Option<String>) {
    let faults: Vec<String> = shapes()
        .iter()
        .filter_map(|shape| Some(format!("{}: {}\n{}", shape.title, fault(shape)?, shape.board)))
        .collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_is_said_of_each_shape_is_so_by_every_line_of_play() {
    check(|shape| {
        let siege = shape.siege();
        let found = [BLACK, WHITE].map(|first| siege.outcome(first));
        (found != shape.outcomes).then(|| format!("{found:?}"))
    });
}

#[test]
fn the_reading_tells_who_lives() {
    check(|shape| {
        let board = Fast::of(&shape.board);
        let area: Vec<_> = shape.board.size().all().map(Fast::vertex).collect();
        let control = Control::new(false);
        let target = Fast::vertex(shape.target);
        let found = reading::read(&board, target, &area, 5, &Deadline::none(&control));
        (found != shape.fate()).then(|| format!("{found:?}"))
    });
}

/// The move of the player where White's life decides the game.
fn played(shape: &Shape, first: Color) -> Move {
    let mut board = shape.board.clone();
    board.set_turn(first);
    // Black wins if the whole board is his.
    let komi = board.size().points() as f32 - 1.5;
    let game = Game::new(board, Rules::TROMP_TAYLOR.with_komi(komi));
    let mut player = Player::new(&Config { resign_percent: 0.0, ..Config::default() });
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    match player.think(&game, &limits, &Control::new(false), &mut |_| {}).choice {
        Choice::Play(mv) => mv,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_player_finds_the_move_that_decides() {
    check(|shape| {
        let wrong = |first: Color| {
            let (mv, right) = (played(shape, first), shape.siege().right_moves(first));
            (!right.contains(&mv)).then(|| format!("{first:?} {mv}, not {right:?}"))
        };
        if !shape.is_open() { None } else { wrong(BLACK).or_else(|| wrong(WHITE)) }
    });
}
