use std::convert::Infallible;

use proptest::prelude::*;

use super::*;
use crate::engine::go::Config;
use crate::game::go::{Board, Move};
use crate::game::{Color, Game};
use crate::workshop::go::selfplay::{PlayedGame, SelfPlayer, Terms};
use crate::workshop::selfplay::Plays;

fn games() -> Vec<PlayedGame> {
    let terms = Terms { lines: 5, komi: 0.5, playouts: 60, drawn: 4, seed: 3, ..Terms::default() };
    let mut player = SelfPlayer::new(&terms).unwrap();
    (0..4).map(|number| player.play(number)).collect()
}

#[test]
fn a_position_depends_on_its_number_and_every_second_one_strays() {
    let games = games();
    let mut strayed = 0;
    for number in 0..20 {
        let (game, moves) = pick(&games, 1, number).unwrap();
        assert_eq!(pick(&games, 1, number), Some((game, moves.clone())));
        let played: Vec<Move> = game.moves.iter().map(|searched| searched.mv).collect();
        let followed = moves.iter().zip(&played).take_while(|(one, other)| one == other).count();
        assert!(followed + 1 >= moves.len(), "more than one stray: {moves:?} {played:?}");
        if number % 2 == 0 {
            assert_eq!(followed, moves.len(), "position {number}");
        }
        strayed += usize::from(followed < moves.len());
    }
    assert!(strayed > 5, "{strayed}");
    assert_eq!(pick(&[], 1, 0), None);
}

#[test]
fn a_label_is_blacks_chance_and_comes_back_from_its_line() {
    let mut labeller = Labeller::new(&Config::default(), 300);
    let game = PlayedGame { komi: 30.5, ..games().swap_remove(0) };
    let moves: Vec<Move> = game.moves.iter().take(4).map(|searched| searched.mv).collect();
    for length in 0..4 {
        // Black cannot make 31 points on 25, whoever is to move.
        let known = labeller.label(&game, &moves[..length]).unwrap();
        assert!(known.chance < 0.1, "{known}");
        let again: Known = known.to_string().parse().unwrap();
        assert_eq!(again.to_string(), known.to_string());
        assert_eq!(again.game().position(), known.game().position());
    }
}

#[test]
fn lines_that_are_no_position_are_refused() {
    let wrong = |line: &str| line.parse::<Known>().unwrap_err();
    assert_eq!(wrong("9 7.5"), KnownError::Head);
    assert_eq!(wrong("9 7.5 1.5 E5"), KnownError::Head);
    assert_eq!(wrong("1 7.5 0.5"), KnownError::Head);
    assert_eq!(wrong("9 7.5 0.5 E5 Z99"), KnownError::Move("Z99".to_owned()));
    assert_eq!(wrong("9 7.5 0.5 E5 E5"), KnownError::Illegal("E5".parse().unwrap()));
}

/// A position that Black has won, and its mirror in which White has.
fn decided() -> [Known; 2] {
    ["5 0.5 1.0 C3 A1 B2 A5", "5 -0.5 0.0 A1 C3 A5 B2"].map(|line| line.parse().unwrap())
}

#[test]
fn playouts_miss_less_where_the_label_is_right() {
    let known = decided();
    let mut wrong = known.clone();
    wrong.iter_mut().for_each(|known| known.chance = 1.0 - known.chance);
    let found = |known: &[Known], threads| {
        let found = shares(known, &Config::default(), 200, threads).unwrap();
        (Miss::of(&found, 200).squared, found)
    };
    assert!(found(&known, 1).0 < 0.1, "{:?}", found(&known, 1));
    assert!(found(&wrong, 1).0 > 0.4, "{:?}", found(&wrong, 1));
    assert_eq!(found(&known, 1), found(&known, 2), "threads change nothing");
}

#[test]
fn the_game_of_a_position_is_the_one_played() {
    let [known, _] = decided();
    let game: &Game<Board> = known.game();
    assert_eq!((game.len(), game.turn()), (4, Color::First));
}

#[test]
fn a_descent_finds_the_lowest_ground_and_keeps_within_it() {
    let mut ground = Ground { values: vec![100, 0], ranges: vec![0..=256, 0..=40] };
    let mut tried = 0;
    let error = |values: &[i64]| -> Result<f64, Infallible> {
        Ok((values[0] - 37).pow(2) as f64 + (values[1] - 90).pow(2) as f64)
    };
    let told = |ground: &Ground, step: Step| {
        tried += 1;
        assert_eq!(ground.values[step.place] == step.value, step.taken);
        Ok(())
    };
    let least = descend(&mut ground, &[32, 8, 1], error, told).unwrap();
    assert_eq!((ground.values, least), (vec![37, 40], 2500.0));
    assert!(tried < 100, "{tried}");
}

proptest! {
    #[test]
    fn any_line_gives_a_position_or_an_error(line: String, moves in "([A-J][1-9] ){0,9}") {
        let _ = line.parse::<Known>();
        if let Ok(known) = format!("9 7.5 0.5 {moves}").parse::<Known>() {
            prop_assert_eq!(known.game().len(), moves.split_whitespace().count());
        }
    }
}
