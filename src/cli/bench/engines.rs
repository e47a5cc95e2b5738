//! A fixed search of fixed positions of all games: how fast the players are, and a number that
//! changes when their play does.

use std::time::{Duration, Instant};

use crate::engine::{Engine, MoveOf, go, othello, xiangqi};
use crate::game::{
    Game, Position, go as go_rules, othello as othello_rules, xiangqi as xiangqi_rules,
};
use crate::search::{Answer, Control, Limits};

use super::super::Failure;

/// Plies of each xiangqi search.
const XIANGQI_DEPTH: u32 = 8;
/// Playouts of each Go search.
const GO_PLAYOUTS: u64 = 1000;
/// Playouts of each Othello search.
const OTHELLO_PLAYOUTS: u64 = 5000;

/// Openings, middlegames and endgames of xiangqi.
const XIANGQI: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
    "3ak4/4a4/4b3b/9/9/2P6/9/4B4/4A4/2BAK4 w",
    "2bak4/4a4/4b4/p3C3p/9/2P3P2/9/4B1n2/4A4/2BAK4 b",
];

/// Moves from an empty board: size, then vertices for Black and White in turn.
const GO: [(usize, &str); 4] = [
    (9, ""),
    (9, "E5 E7 G6 D4 D5 C5 E4 C6 E3 G7 H7 F6 G5"),
    (13, "D4 K10 K4 D10 G3 F11"),
    (19, "Q16 D4 Q4 D16 F17 C14 O3 R10 C6"),
];

/// An opening, a middlegame and an endgame of Othello.
const OTHELLO: [&str; 4] = [
    "---------------------------OX------XO--------------------------- X",
    "------------------OX----XXXXO-----XOOO----XX-O------------------ X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
];

/// Searches every position and prints what it took.
pub fn run() -> Result<(), Failure> {
    let mut bench = Bench { signature: 0 };
    let xiangqi_limits = Limits { depth: Some(XIANGQI_DEPTH), ..Limits::default() };
    for fen in XIANGQI {
        let board = xiangqi_rules::Board::from_fen(fen)?;
        bench.search::<xiangqi::Player>(&Game::new(board, Default::default()), &xiangqi_limits);
    }
    let go_limits = Limits { nodes: Some(GO_PLAYOUTS), ..Limits::default() };
    for (size, moves) in GO {
        let mut game = Game::on(go_rules::Size::square(size)?, go_rules::Rules::default());
        for vertex in moves.split_whitespace() {
            game.play(vertex.parse()?)?;
        }
        bench.search::<go::Player>(&game, &go_limits);
    }
    let othello_limits = Limits { nodes: Some(OTHELLO_PLAYOUTS), ..Limits::default() };
    for text in OTHELLO {
        let board: othello_rules::Board = text.parse()?;
        bench.search::<othello::Player>(&Game::new(board, Default::default()), &othello_limits);
    }
    say!("\nBench: {}", bench.signature);
    Ok(())
}

struct Bench {
    signature: u64,
}

impl Bench {
    /// A new player for each position: the number does not depend on their order.
    fn search<E: Engine>(&mut self, game: &Game<E::Position>, limits: &Limits<MoveOf<E>>) {
        let mut engine = E::new(&E::Config::default());
        let begin = Instant::now();
        let answer = engine.think(game, limits, &Control::new(false), &mut |_| ());
        let time = begin.elapsed();
        self.signature = self.signature.wrapping_add(signature(&answer));
        print::<E>(&answer, time);
    }
}

/// Nodes, and for searches of a fixed number of playouts how they were spent.
fn signature<M>(answer: &Answer<M>) -> u64 {
    let lines = answer.report.lines.iter().zip(1..);
    let spent = lines.map(|(line, rank)| line.visits.wrapping_mul(rank) + line.pv.len() as u64);
    answer.report.nodes.wrapping_add(spent.sum())
}

fn print<E: Engine>(answer: &Answer<MoveOf<E>>, time: Duration) {
    let nodes = answer.report.nodes;
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    let best = answer.report.lines.first().and_then(|line| line.pv.first());
    let best = best.map_or_else(|| "none".to_owned(), ToString::to_string);
    say!(
        "{:<8} {best:<6} depth {:>3} {nodes:>9} nodes {:>7.3} s {speed:>10.0} a second",
        E::Position::GAME,
        answer.report.depth,
        time.as_secs_f64()
    );
}
