use proptest::prelude::*;

use super::*;
use crate::engine::othello::evaluate::Weights;
use crate::engine::othello::midgame::{Midgame, Root, Selectivity};
use crate::engine::othello::solve::{Halt, Search, Table};
use crate::game::Position;
use crate::game::othello::{Board, Empties, Move, Square};
use crate::workshop::selfplay::{Blocks, Keep, Plays, to_bytes};

/// Terms under which a game takes milliseconds.
fn quick() -> Terms {
    Terms {
        seed: 3,
        random_moves: [10, 20],
        openings: 0,
        depth: 2,
        end_at: 0,
        solve_at: 10,
        weights: 0,
    }
}

fn player() -> SelfPlayer {
    SelfPlayer::new(&quick(), Weights::embedded())
}

#[test]
fn a_game_depends_on_its_number_only() {
    let mut player = player();
    let games: Vec<_> = (0..4).map(|number| player.play(number)).collect();
    let mut another = self::player();
    for number in [3, 0, 2, 1] {
        assert_eq!(another.play(number), games[number as usize]);
    }
    assert_ne!(games[0].moves, games[1].moves);
}

#[test]
fn games_are_legal_end_with_their_score_and_are_exact_where_they_say() {
    let mut player = player();
    for number in 0..6 {
        let game = player.play(number);
        let mut board = Board::default();
        for &square in &game.moves {
            if board.must_pass() {
                board.play(Move::Pass);
            }
            assert!(board.is_legal(Move::Place(square)), "game {number}: {square} in\n{board}");
            board.play(Move::Place(square));
        }
        assert!(board.is_over(), "game {number} stops at\n{board}");
        assert_eq!(board.difference(Empties::ToWinner), i32::from(game.score));
        let table = Table::with_kib(64);
        let mut exact = 0;
        game.teach(|board, told| {
            assert_ne!(told.is_exact, told.value.is_some(), "solved or searched");
            if told.is_exact {
                let solved = Search::new(&table, Halt::default()).score(board, -64, 64);
                assert_eq!(solved, Some(i32::from(told.result)), "game {number}");
                exact += 1;
            }
        })
        .unwrap();
        assert!(exact > 4, "game {number} has {exact} exact positions");
    }
}

#[test]
fn a_game_from_an_opening_follows_it_and_strays_little() {
    let line: Vec<Square> =
        ["f5", "d6", "c3", "d3", "c4", "f4"].map(|name| name.parse().unwrap()).to_vec();
    let terms = Terms { random_moves: [4, 6], ..quick() };
    let mut player =
        SelfPlayer::new(&terms, Weights::embedded()).with_openings(vec![line.clone()].into());
    let mut unchosen = std::collections::HashSet::new();
    for number in 0..30 {
        let game = player.play(number);
        assert_eq!(game.moves[..4], line[..4], "game {number}");
        assert!((4..=9).contains(&game.random_moves), "game {number}: {}", game.random_moves);
        unchosen.insert(game.moves[..game.random_moves.into()].to_vec());
    }
    assert!(unchosen.len() > 10, "{} different beginnings", unchosen.len());
}

#[test]
fn a_player_that_looks_to_the_end_finds_nearly_its_score() {
    let table = Table::with_kib(1024);
    let mean_error = |end_at: u32| {
        let mut player = SelfPlayer::new(&Terms { end_at, ..quick() }, Weights::embedded());
        let (mut sum, mut number) = (0.0, 0.0);
        for game in (0..6).map(|number| player.play(number)) {
            game.teach(|board, told| {
                if let (Some(value), 11..=14) = (told.value, board.empties().count_ones()) {
                    let score = Search::new(&table, Halt::default()).score(board, -64, 64).unwrap();
                    sum += (f64::from(value) / 100.0 - f64::from(score)).abs();
                    number += 1.0;
                }
            })
            .unwrap();
        }
        sum / number
    };
    let (two_plies, to_the_end) = (mean_error(0), mean_error(14));
    assert!(to_the_end < 1.5 && to_the_end < two_plies / 2.0, "{two_plies} {to_the_end}");
}

#[test]
fn the_player_notes_what_a_search_of_its_depth_finds() {
    let (game, weights) = (player().play(1), Weights::embedded());
    let mut notes = 0;
    game.teach(|board, told| {
        let Some(value) = told.value else { return };
        let (table, endings) = (crate::search::Table::at_most(1), Table::with_kib(64));
        let solver = Search::new(&endings, Halt::default()).ordered_by(Some(&weights));
        let mut search = Midgame::new(&table, &weights, solver, Selectivity::On);
        let found = Root::new(board, u64::MAX).search(&mut search, quick().depth, 1).unwrap();
        assert_eq!(i32::from(value), found[0].score, "{board}");
        notes += 1;
    })
    .unwrap();
    assert!(notes > 20, "{notes}");
}

#[test]
fn a_game_with_an_illegal_move_names_it() {
    let mut game = player().play(0);
    game.moves[12] = game.moves[0];
    assert_eq!(game.teach(|_, _| ()), Err(12));
}

proptest! {
    #[test]
    fn any_bytes_give_games_or_damage(bytes: Vec<u8>, at: prop::sample::Index) {
        let game = PlayedGame {
            number: 7,
            random_moves: 1,
            exact_from: 9,
            score: -6,
            moves: ["f5", "d6"].map(|name| name.parse().unwrap()).to_vec(),
            values: vec![-150, 8],
        };
        let mut file = [to_bytes(&game), to_bytes(&game)].concat();
        let at = at.index(file.len());
        file.splice(at..at, bytes.iter().copied());
        let mut covered = 0;
        for block in Blocks::<PlayedGame>::new(&file) {
            covered += match block {
                Ok(found) => {
                    let _ = found.teach(|_, _| ());
                    to_bytes(&found).len()
                }
                Err(damage) => damage.bytes,
            };
        }
        prop_assert_eq!(covered, file.len(), "every byte is in a game or told as damaged");
        prop_assert_eq!(PlayedGame::from_body(&game.to_body()), Some(game));
    }
}
