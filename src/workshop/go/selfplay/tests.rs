use proptest::prelude::*;

use super::*;
use crate::game::go::{Board, Move, Rules, Size};
use crate::game::{Color, Game};
use crate::workshop::go::Lesson;
use crate::workshop::selfplay::{Blocks, Keep, Plays, to_bytes};

/// Terms under which a game takes milliseconds.
fn quick() -> Terms {
    Terms { lines: 5, komi: 0.5, playouts: 60, drawn: 4, seed: 3, ..Terms::default() }
}

fn player(terms: &Terms) -> SelfPlayer {
    SelfPlayer::new(terms).unwrap()
}

/// The game as the rules see it.
fn replayed(game: &PlayedGame) -> Game<Board> {
    let mut replayed = Game::on(game.size, Rules::CHINESE.with_komi(game.komi));
    for searched in &game.moves {
        replayed.play(searched.mv).unwrap();
    }
    replayed
}

#[test]
fn a_game_depends_on_its_number_only() {
    let mut player = player(&quick());
    let games: Vec<_> = (0..4).map(|number| player.play(number)).collect();
    let mut another = self::player(&quick());
    for number in [3, 0, 2, 1] {
        assert_eq!(another.play(number), games[number as usize]);
    }
    assert_ne!(games[0].moves, games[1].moves);
}

#[test]
fn games_are_legal_and_end_by_passes_or_with_a_side_that_gives_up() {
    let mut player = player(&quick());
    for number in 0..6 {
        let game = player.play(number);
        let end = replayed(&game);
        let passed = end.position().passes() == 2;
        assert_eq!(passed, game.margin != 0.0, "game {number}");
        let by_margin = if game.margin > 0.0 { Color::First } else { Color::Second };
        let loser = if passed { by_margin.other() } else { end.turn() };
        assert_eq!(game.winner, loser.other(), "game {number}");
        assert!(game.moves.iter().all(|searched| (0.0..=1.0).contains(&searched.chance)));
    }
}

#[test]
fn a_player_that_never_gives_up_counts_its_games() {
    let settings = vec![("Resign".to_owned(), "0".to_owned())];
    let game = player(&Terms { settings, ..quick() }).play(0);
    assert!(game.margin != 0.0, "{game:?}");
    assert_eq!(replayed(&game).position().passes(), 2);
}

#[test]
fn a_setting_that_does_not_exist_and_a_board_that_does_not_are_refused() {
    let settings = vec![("Speed".to_owned(), "1".to_owned())];
    let wrong = SelfPlayer::new(&Terms { settings, ..quick() });
    assert!(matches!(wrong, Err(TermsError::Setting(_))));
    assert!(matches!(SelfPlayer::new(&Terms { lines: 1, ..quick() }), Err(TermsError::Size(_))));
}

/// A game of five moves: two drawn, a pass, and one by a side that has won.
fn example() -> PlayedGame {
    let moves = [("C3", 0.5), ("D3", 0.4), ("C4", 0.6), ("pass", 0.2), ("B2", 0.95), ("D4", 0.3)];
    PlayedGame {
        number: 7,
        size: Size::square(5).unwrap(),
        komi: -1.5,
        winner: Color::Second,
        margin: -3.5,
        drawn: 2,
        moves: moves
            .map(|(mv, chance)| Searched { mv: mv.parse::<Move>().unwrap(), chance })
            .to_vec(),
    }
}

#[test]
fn moves_that_were_chosen_in_an_open_game_teach() {
    let mut taught = Vec::new();
    Lesson::of_own(&example()).unwrap().replay(|board, vertex| {
        taught.push((board.turn(), crate::game::go::fast::Board19::point(vertex).to_string()));
    });
    let expected = [(Color::First, "C4"), (Color::Second, "D4")];
    assert_eq!(taught, expected.map(|(color, at)| (color, at.to_owned())));
}

#[test]
fn a_game_comes_back_from_its_bytes() {
    let again = PlayedGame::from_body(&example().to_body()).unwrap();
    for (found, kept) in again.moves.iter().zip(&example().moves) {
        assert_eq!(found.mv, kept.mv);
        assert!((found.chance - kept.chance).abs() < 1e-4, "{} {}", found.chance, kept.chance);
    }
    assert_eq!(PlayedGame { moves: example().moves, ..again }, example());
}

proptest! {
    #[test]
    fn any_bytes_give_games_or_damage(bytes: Vec<u8>, at: prop::sample::Index) {
        let mut file = [to_bytes(&example()), to_bytes(&example())].concat();
        let at = at.index(file.len());
        file.splice(at..at, bytes.iter().copied());
        let mut covered = 0;
        for block in Blocks::<PlayedGame>::new(&file) {
            covered += match block {
                Ok(found) => {
                    Lesson::of_own(&found).unwrap().replay(|_, _| ());
                    to_bytes(&found).len()
                }
                Err(damage) => damage.bytes,
            };
        }
        prop_assert_eq!(covered, file.len(), "every byte is in a game or told as damaged");
    }

    #[test]
    fn any_body_gives_a_game_or_none(body: Vec<u8>) {
        if let Some(game) = PlayedGame::from_body(&body) {
            let _ = Lesson::of_own(&game).map(|lesson| lesson.replay(|_, _| ()));
        }
    }
}
