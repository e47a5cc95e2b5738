use super::features::{Lean, feature, of_mover};
use super::*;
use crate::base::Random;
use crate::engine::xiangqi::evaluate::Change;
use crate::engine::xiangqi::positions::{along_random_games, colors_swapped};
use crate::game::Color;
use crate::game::xiangqi::{Board, MoveSet};

/// Weights as a trainer could have made them.
struct Floats {
    rows: Vec<f32>,
    first_bias: Vec<f32>,
    outputs: Vec<f32>,
    output_bias: Vec<f32>,
}

impl Floats {
    fn random(seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let mut list = |count: usize, most: f32| -> Vec<f32> {
            (0..count).map(|_| (random.unit() * 2.0 - 1.0) * most).collect()
        };
        Self {
            rows: list(FEATURES * HIDDEN, 0.12),
            first_bias: list(HIDDEN, 0.5),
            outputs: list(BUCKETS * 2 * HIDDEN, 0.2),
            output_bias: list(BUCKETS, 0.3),
        }
    }

    fn network(&self) -> Network {
        Network::quantised(&self.rows, &self.first_bias, &self.outputs, &self.output_bias)
    }

    /// The slow, obvious value, in floating point and from the board alone.
    fn value(&self, board: &Board) -> f32 {
        let bucket = bucket(board.occupied().count());
        let mut value = self.output_bias[bucket];
        let lean = Lean::of(board);
        for (at, side) in [board.turn(), board.turn().other()].into_iter().enumerate() {
            for i in 0..HIDDEN {
                let mut sum = self.first_bias[i];
                for (square, piece) in board.placed() {
                    let feature = feature(side, lean.image(side), piece, square);
                    sum += self.rows[feature * HIDDEN + i];
                }
                let clipped = sum.clamp(0.0, 1.0);
                value += clipped * clipped * self.outputs[(bucket * 2 + at) * HIDDEN + i];
            }
        }
        value * SCALE as f32
    }
}

fn network(seed: u64) -> Arc<Network> {
    Arc::new(Floats::random(seed).network())
}

fn value(network: &Arc<Network>, kernel: Kernel, board: &Board) -> i32 {
    let mut stack = Stack::new(network.clone(), kernel);
    stack.refresh(0, board);
    stack.value(0, board)
}

fn change(board: &Board, mv: crate::game::xiangqi::Move) -> Change {
    let piece = board.piece_at(mv.from()).unwrap();
    Change { piece, from: mv.from(), to: mv.to(), taken: board.captured(mv) }
}

/// Random walks up and down a line, values asked at random: the sums are those of a fresh stack.
#[test]
fn sums_kept_along_a_line_are_those_counted_anew() {
    let network = network(1);
    let mut random = Random::seeded(2);
    let mut stack = Stack::new(network.clone(), Kernel::detect());
    for game in 0..30 {
        let mut line = vec![Board::start()];
        stack.refresh(0, &line[0]);
        for step in 0..150 {
            let ply = line.len() - 1;
            let board = line[ply].clone();
            let moves = board.moves(MoveSet::All);
            if moves.is_empty() || ply >= 100 || ply > 0 && random.below(3) == 0 {
                line.pop();
                if line.is_empty() {
                    break;
                }
                continue;
            }
            let mut next = board.clone();
            if !board.in_check() && random.below(12) == 0 {
                stack.push_null(ply);
                next.play_null();
            } else {
                let mv = moves[random.below(moves.len() as u32) as usize];
                stack.push(ply, change(&board, mv));
                next.play(mv);
            }
            if random.below(3) > 0 {
                let mut fresh = Stack::new(network.clone(), Kernel::Portable);
                fresh.refresh(0, &next);
                let expected = fresh.sums(0, &next);
                assert!(stack.sums(ply + 1, &next) == expected, "game {game} step {step}\n{next}");
            }
            line.push(next);
        }
    }
}

#[test]
fn left_and_right_are_worth_the_same() {
    let network = network(3);
    along_random_games(3, 10, |board, _| {
        let value = |board: &Board| value(&network, Kernel::detect(), board);
        assert_eq!(value(board), value(&board.mirrored()), "{board}");
    });
}

#[test]
fn both_colors_are_worth_the_same() {
    let network = network(4);
    along_random_games(4, 10, |board, _| {
        let value = |board: &Board| value(&network, Kernel::detect(), board);
        assert_eq!(value(board), value(&colors_swapped(board)), "{board}");
    });
}

/// Rounding 32 rows, a bias and 512 outputs moves the value by less than this: half a step of 1/255 in
/// each of 33 weights of a sum, half a step of 1/128 in an output, all weighed by the outputs.
const ROUNDING: f32 = 16.0;

#[test]
fn rounding_changes_values_by_less_than_a_sixth_of_a_pawn() {
    let floats = Floats::random(5);
    let network = Arc::new(floats.network());
    let mut largest = 0.0_f32;
    along_random_games(5, 3, |board, _| {
        let found = value(&network, Kernel::Portable, board) as f32;
        largest = largest.max((found - floats.value(board)).abs());
    });
    assert!(largest < ROUNDING, "{largest}");
    assert!(largest > 0.0, "nothing was compared");
}

#[test]
fn the_two_sides_see_the_same_pieces() {
    along_random_games(6, 5, |board, _| {
        let (ours, differs) = of_mover(board);
        let lean = Lean::of(board);
        let other = board.turn().other();
        let mut expected: Vec<_> = board
            .placed()
            .map(|(at, piece)| feature(other, lean.image(other), piece, at) as u16)
            .collect();
        let table = &features::SEEN_BY_OTHER[usize::from(differs)];
        let mut found: Vec<_> = ours.iter().map(|&own| table[usize::from(own)]).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{board}");
    });
}

#[test]
fn a_king_to_the_right_is_seen_to_the_left() {
    let board: Board = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1".parse().unwrap();
    let lean = Lean::of(&board);
    assert_eq!(lean.image(Color::First), features::Image::Mirrored);
    assert_eq!(Lean::of(&board.mirrored()).image(Color::First), features::Image::Plain);
}

#[test]
fn a_file_gives_back_what_was_written_and_is_small_enough_to_ship() {
    let network = Floats::random(7).network();
    let bytes = network.to_bytes();
    assert!(bytes.len() < 5_000_000, "{} bytes", bytes.len());
    assert!(Network::from_bytes(&bytes) == Ok(network));
}

#[test]
fn the_network_shipped_is_whole_and_knows_what_pieces_are_worth() {
    let shipped = Network::embedded().expect("patterns/xiangqi.net can be read");
    let value = |fen: &str| value(&shipped, Kernel::detect(), &fen.parse().unwrap());
    let start = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    // Red, to move, is a little better; the value without any search says too much of it.
    assert!((0..150).contains(&start), "the start is nearly level, not {start}");
    // The start without one of Black's pieces, Red to move.
    let without = [
        ("pawn", "rnbakabnr/9/1c5c1/p1p3p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("horse", "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("rook", "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
    ];
    let mut less = start;
    for (piece, fen) in without {
        let more = value(fen);
        assert!(more > less + 30, "without a {piece} {more}, with more than that {less}");
        less = more;
    }
}

#[test]
fn a_damaged_or_foreign_file_is_refused_with_the_reason() {
    let whole = Floats::random(8).network().to_bytes();
    let why = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        Network::from_bytes(&bytes).unwrap_err()
    };
    /// Ends the file with a checksum that fits.
    fn sealed(bytes: &mut [u8]) {
        let checksum = crc32fast::hash(&bytes[24..]).to_le_bytes();
        bytes[20..24].copy_from_slice(&checksum);
    }
    assert!(matches!(why(&|bytes| bytes[0] = b'x'), NetworkError::Seal(_)));
    assert!(matches!(why(&|bytes| bytes.truncate(1000)), NetworkError::Seal(_)));
    assert!(matches!(why(&|bytes| bytes[5000] ^= 4), NetworkError::Seal(_)));
    let short = why(&|bytes| {
        bytes.truncate(1000);
        sealed(bytes);
    });
    assert!(matches!(short, NetworkError::Short(_)));
    let long = why(&|bytes| {
        bytes.push(0);
        sealed(bytes);
    });
    assert_eq!(long, NetworkError::Long(1));
    assert!(matches!(why(&|bytes| bytes[12] = 1), NetworkError::Shape { found: [1260, _, 8] }));
    let overflowing = why(&|bytes| {
        bytes[24 + 1] = 0x7f;
        sealed(bytes);
    });
    assert!(matches!(overflowing, NetworkError::Weight(weight) if weight > 30_000));
}
