use std::sync::OnceLock;

use super::gradient::{Gradient, add_slopes, forward, loss, portable};
use super::model::{FIRST_BIAS, OUTPUT_BIAS, OUTPUTS, ROWS, WEIGHTS};
use super::*;
use crate::base::Random;
use crate::engine::xiangqi::evaluate::network::{HIDDEN, Kernel, SCALE, Stack};
use crate::game::xiangqi::{Board, MoveSet};
use crate::workshop::xiangqi::selfplay::{SelfPlayer, Taught, Terms};

/// Positions of a few quick games.
fn samples() -> &'static Samples {
    static SAMPLES: OnceLock<Samples> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let mut player = SelfPlayer::new(&Terms { nodes: 30, ..Terms::default() }).unwrap();
        // Game 19 is held out.
        let bytes: Vec<u8> = (10..20).flat_map(|number| player.play(number).to_bytes()).collect();
        let mut samples = Samples::default();
        samples.add(&bytes, 0, 1.0, |_| ());
        samples
    })
}

fn quick() -> Plan {
    Plan { epochs: 4, batch: 64, rate: 0.003, ..Plan::default() }
}

#[test]
fn the_positions_of_a_game_are_taught_or_held_out_together() {
    let mut player = SelfPlayer::new(&Terms { nodes: 30, ..Terms::default() }).unwrap();
    for (number, held_out) in [(18, false), (19, true), (20, false), (39, true)] {
        let mut samples = Samples::default();
        samples.add(&player.play(number).to_bytes(), 0, 1.0, |_| ());
        assert_eq!((samples.games, samples.faults), (1, 0));
        assert_eq!(samples.taught.is_empty(), held_out);
        assert_eq!(samples.held_out.is_empty(), !held_out);
    }
}

#[test]
fn imitated_positions_ask_for_the_hand_made_value_alone() {
    let mut player = SelfPlayer::new(&Terms { nodes: 30, ..Terms::default() }).unwrap();
    let bytes: Vec<u8> = [18, 19].into_iter().flat_map(|n| player.play(n).to_bytes()).collect();
    let (mut plain, mut more) = (Samples::default(), Samples::default());
    plain.add(&bytes, 0, 1.0, |_| ());
    more.add(&bytes, 3, 1.0, |_| ());
    assert_eq!(plain.held_out, more.held_out, "nothing is imitated in the examination");
    let added: Vec<_> = more.taught.iter().filter(|s| !plain.taught.contains(s)).collect();
    assert!(added.len() > 2 * plain.taught.len(), "{} of {}", added.len(), plain.taught.len());
    // Whatever the result weighs, it has no say.
    assert!(added.iter().all(|sample| sample.target(0.0) == sample.target(1.0)));
    assert_eq!(more.hand_made.len(), more.held_out.len());
    let loss = more.hand_made_loss(1.0);
    assert!(loss > 0.0 && loss < 0.1, "{loss}");
}

#[test]
fn a_network_that_plays_can_learn_on() {
    let network = Model::random(7).network();
    assert_eq!(Model::of(&network).weights.len(), WEIGHTS);
    assert_eq!(Model::of(&network).network(), network);
}

#[test]
fn a_fade_changes_what_is_taught_but_not_the_examination() {
    let mut player = SelfPlayer::new(&Terms { nodes: 30, ..Terms::default() }).unwrap();
    let bytes: Vec<u8> = [18, 19].into_iter().flat_map(|n| player.play(n).to_bytes()).collect();
    let [result, fading, value] = [1.0, 0.9, 0.0].map(|fade| {
        let mut samples = Samples::default();
        samples.add(&bytes, 0, fade, |_| ());
        samples
    });
    assert_eq!(result.held_out, fading.held_out);
    assert_ne!(result.taught, fading.taught);
    for sample in &value.taught {
        assert!((sample.target(0.0) - sample.target(1.0)).abs() < 0.01, "{sample:?}");
    }
}

/// Positions of random games, every third one; each is said to be a little better than it can be.
fn random_positions(seed: u64, count: usize) -> Vec<Sample> {
    let mut random = Random::seeded(seed);
    let (mut board, mut found) = (Board::start(), Vec::new());
    for step in 1.. {
        let moves = board.moves(MoveSet::All);
        if moves.is_empty() || step % 80 == 0 {
            board = Board::start();
            continue;
        }
        board.play(moves[random.below(moves.len() as u32) as usize]);
        if step % 3 == 0 {
            let taught = Taught { board: &board, value: 700, result: 1.0, ply: step };
            found.push(Sample::new(&taught, taught.result));
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// Slopes against differences of the loss, for weights of every kind.
#[test]
fn slopes_are_what_small_changes_of_a_weight_show() {
    let taught = &random_positions(2, 40)[..];
    let order: Vec<u32> = (0..taught.len() as u32).collect();
    let model = Model::random(3);
    let mut gradient = Gradient::default();
    add_slopes(&model, taught, &order, 0.6, &mut gradient);
    let mut random = Random::seeded(4);
    // Rows that are seen: those of the first position's features.
    let feature = usize::from(taught[0].features()[3]) * HIDDEN;
    let mut compared = 0;
    for range in [ROWS, FIRST_BIAS, OUTPUTS, OUTPUT_BIAS, feature..feature + HIDDEN] {
        for _ in 0..40 {
            let at = range.start + random.below(range.len() as u32) as usize;
            let near = |step: f32| {
                let mut model = model.clone();
                model.weights[at] += step;
                loss(&model, taught, 0.6)
            };
            const STEP: f32 = 4e-3;
            let expected = (near(STEP) - near(-STEP)) / f64::from(2.0 * STEP);
            let found = f64::from(gradient.slopes[at]);
            let room = 0.02 * expected.abs() + 2e-3;
            assert!((found - expected).abs() < room, "weight {at}: {found}, not {expected}");
            compared += usize::from(expected.abs() > 0.02);
        }
    }
    assert!(compared > 60, "only {compared} slopes of 200 were not flat");
    assert!((gradient.loss - loss(&model, taught, 0.6)).abs() < 1e-4);
}

#[test]
fn wider_registers_give_the_same_slopes() {
    let taught = &samples().taught;
    let order: Vec<u32> = (0..taught.len() as u32).rev().collect();
    let model = Model::random(5);
    let (mut fast, mut slow) = (Gradient::default(), Gradient::default());
    add_slopes(&model, taught, &order, 0.5, &mut fast);
    portable(&model, taught, &order, 0.5, &mut slow);
    assert!(fast.slopes == slow.slopes && fast.loss == slow.loss);
}

#[test]
fn a_course_learns_and_is_the_same_every_time() {
    let train = || {
        let mut course = Course::new(7);
        for _ in 0..4 {
            course.epoch(&quick(), samples(), |_| ()).unwrap();
        }
        course
    };
    let course = train();
    assert!(course.epochs[3].taught < 0.7 * course.epochs[0].taught, "{:?}", course.epochs);
    assert!(course == train(), "the same seed gives the same network");
    let mut other = Course::new(8);
    other.epoch(&quick(), samples(), |_| ()).unwrap();
    assert_ne!(other.epochs[0], course.epochs[0]);
}

#[test]
fn two_threads_learn_what_one_does() {
    let run = |threads| {
        let mut course = Course::new(9);
        course.epoch(&Plan { threads, ..quick() }, samples(), |_| ()).unwrap()
    };
    let (one, two) = (run(1), run(2));
    assert!((one.taught - two.taught).abs() < 1e-4, "{one:?} {two:?}");
}

#[test]
fn a_course_goes_on_from_its_checkpoint_as_if_never_stopped() {
    let mut whole = Course::new(11);
    whole.epoch(&quick(), samples(), |_| ()).unwrap();
    let mut resumed = Course::from_bytes(&whole.to_bytes()).unwrap();
    assert!(resumed == whole);
    whole.epoch(&quick(), samples(), |_| ()).unwrap();
    resumed.epoch(&quick(), samples(), |_| ()).unwrap();
    assert!(resumed == whole);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let bytes = Course::new(1).to_bytes();
    let mut changed = bytes.clone();
    changed[1000] ^= 1;
    for wrong in [&b"net"[..], &bytes[..500], &changed] {
        assert!(matches!(Course::from_bytes(wrong), Err(CheckpointError::Seal(_))));
    }
    assert_eq!(bytes.len(), 28 + 12 * WEIGHTS);
}

/// The stated bound between the trained network and the one that plays, in hundredths of a pawn.
const ROUNDING: f32 = 40.0;

#[test]
fn the_network_that_plays_says_what_the_trained_one_does() {
    let mut course = Course::new(13);
    for _ in 0..3 {
        course.epoch(&quick(), samples(), |_| ()).unwrap();
    }
    let (largest, mean) = course.rounding(&samples().taught);
    assert!(largest < ROUNDING && mean < largest && mean > 0.0, "{largest} {mean}");
    // And through the boards, as the player has it.
    let network = std::sync::Arc::new(course.model.network());
    let mut stack = Stack::new(network, Kernel::detect());
    let mut player = SelfPlayer::new(&Terms { nodes: 30, ..Terms::default() }).unwrap();
    let game = player.play(3);
    game.teach(|taught| {
        let exact = forward(&course.model, &Sample::new(&taught, taught.result)) * SCALE as f32;
        stack.refresh(0, taught.board);
        let found = stack.value(0, taught.board) as f32;
        assert!((found - exact).abs() < ROUNDING, "{found} {exact}\n{}", taught.board);
    })
    .unwrap();
}

#[test]
fn the_curve_has_a_point_for_each_epoch() {
    let epoch = |taught, held_out| Epoch { taught, held_out };
    let svg = loss_curve(&[epoch(0.2, 0.21), epoch(0.1, 0.15), epoch(0.08, 0.14)], "a < b");
    assert_eq!(svg.matches("<polyline").count(), 2);
    let first = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(first.split(' ').count(), 3);
    assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
}
