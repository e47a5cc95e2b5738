use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::game::Color;
use crate::game::xiangqi::{Board, Move, MoveSet};

/// Terms under which a game takes milliseconds.
fn quick() -> Terms {
    Terms { nodes: 40, ..Terms::default() }
}

fn sample(number: u64) -> PlayedGame {
    let mut board = Board::start();
    let mut line = Vec::new();
    for step in 0..30 + number as usize {
        let moves = board.moves(MoveSet::All);
        let mv = moves[step * 7 % moves.len()];
        board.play(mv);
        line.push(mv);
    }
    let moves = line.split_off(6);
    PlayedGame {
        number,
        winner: [None, Some(Color::First), Some(Color::Second)][number as usize % 3],
        ending: Ending::ALL[number as usize % 9],
        opening: line,
        moves: moves.into_iter().zip(-300..).map(|(mv, value)| Scored { mv, value }).collect(),
    }
}

fn file(games: &[PlayedGame]) -> Vec<u8> {
    games.iter().flat_map(PlayedGame::to_bytes).collect()
}

#[test]
fn games_read_back_as_they_were_written() {
    let games: Vec<_> = (0..20).map(sample).collect();
    let read: Vec<_> = Blocks::new(&file(&games)).collect::<Result<_, _>>().unwrap();
    assert_eq!(read, games);
}

#[test]
fn a_damaged_byte_costs_one_game_and_is_told() {
    let games: Vec<_> = (0..5).map(sample).collect();
    let begin = file(&games[..2]).len();
    let length = games[2].to_bytes().len();
    for at in begin..begin + length {
        let mut bytes = file(&games);
        bytes[at] ^= 0x10;
        let (good, bad): (Vec<_>, Vec<_>) = Blocks::new(&bytes).partition(Result::is_ok);
        let numbers: Vec<_> = good.into_iter().map(|game| game.unwrap().number).collect();
        assert_eq!(numbers, [0, 1, 3, 4], "byte {at}");
        assert_eq!(bad, [Err(Damage { at: begin, bytes: length })], "byte {at}");
    }
}

#[test]
fn a_file_cut_anywhere_loses_only_its_last_game() {
    let games: Vec<_> = (0..3).map(sample).collect();
    let bytes = file(&games);
    let whole = file(&games[..2]).len();
    for end in whole + 1..bytes.len() {
        let read: Vec<_> = Blocks::new(&bytes[..end]).collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read[2], Err(Damage { at: whole, bytes: end - whole }));
    }
}

#[test]
fn a_game_depends_on_its_number_only() {
    let mut player = SelfPlayer::new(&quick()).unwrap();
    let first: Vec<_> = (0..3).map(|number| player.play(number)).collect();
    let mut another = SelfPlayer::new(&quick()).unwrap();
    for number in [2, 0, 1] {
        assert_eq!(another.play(number), first[number as usize]);
    }
    assert_ne!(first[0].opening, first[1].opening);
}

#[test]
fn games_follow_the_rules_and_end_as_they_say() {
    let mut player = SelfPlayer::new(&quick()).unwrap();
    for number in 0..8 {
        let game = player.play(number);
        let last = game.walk(|board, scored| assert!(board.is_legal(scored.mv))).unwrap();
        match game.ending {
            Ending::Checkmate | Ending::Stalemate => {
                assert_eq!(game.winner, Some(last.turn().other()));
                assert!(!last.has_legal_move(), "{last}");
            }
            Ending::Won | Ending::Fault => assert!(game.winner.is_some()),
            _ => assert_eq!(game.winner, None),
        }
    }
}

#[test]
fn positions_taught_are_quiet_and_labelled_for_the_mover() {
    let mut player = SelfPlayer::new(&quick()).unwrap();
    let game = (0..).map(|n| player.play(n)).find(|g| g.winner == Some(Color::Second)).unwrap();
    let mut seen = 0;
    game.teach(|taught| {
        seen += 1;
        assert!(!taught.board.in_check() && taught.value.abs() <= 2500);
        assert_eq!(taught.result, if taught.board.turn() == Color::Second { 1.0 } else { 0.0 });
        assert!(taught.ply >= game.opening.len());
    })
    .unwrap();
    assert!(seen > 5 && seen <= game.moves.len(), "{seen} of {}", game.moves.len());
}

#[test]
fn outlooks_run_from_the_values_seen_to_the_result() {
    let mv = "a0a1".parse().unwrap();
    let moves = [0, 100, -100].map(|value| Scored { mv, value }).to_vec();
    let game = PlayedGame { winner: Some(Color::First), opening: vec![mv], moves, ..sample(0) };
    // Black, Red and Black moved; Red won.
    let chance = |value: i16| 0.5 + f32::from(value) / 1000.0;
    assert_eq!(game.outlooks(1.0, chance), [0.0, 1.0, 0.0]);
    assert_eq!(game.outlooks(0.0, chance), [0.5, 0.6, 0.4]);
    let last = 0.5 * 0.0 + 0.5 * 0.4;
    let second = 0.5 * (1.0 - last) + 0.5 * 0.6;
    let first = 0.5 * (1.0 - second) + 0.5 * 0.5;
    assert_eq!(game.outlooks(0.5, chance), [first, second, last]);
}

#[test]
fn a_killed_job_goes_on_and_ends_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let play = |folder: &Path, games| {
        let store = Store::open(folder, &quick(), &[]).unwrap();
        let goal = Goal { games, threads: 2 };
        generate(store, &quick(), goal, &AtomicBool::new(false), &|_| ()).unwrap();
    };
    play(folder.path(), 3);
    // A kill in the middle of a write.
    let path = folder.path().join(PlayedGame::FILE);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 5);
    std::fs::write(&path, bytes).unwrap();
    play(folder.path(), 5);
    let bytes = read_games(folder.path()).unwrap();
    let mut games: Vec<_> = Blocks::new(&bytes).flatten().collect();
    games.sort_by_key(|game| game.number);
    let mut player = SelfPlayer::new(&quick()).unwrap();
    let expected: Vec<_> = (0..5).map(|number| player.play(number)).collect();
    assert_eq!(games, expected);
    let survey = Survey::of(&bytes, |_| ());
    assert_eq!((survey.games, survey.damaged, survey.is_sound()), (5, 1, false));
}

#[test]
fn a_folder_takes_games_of_its_own_terms_only() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path(), &quick(), &["sanqi".to_owned()]).unwrap());
    let error = Store::open(folder.path(), &Terms::default(), &[]).unwrap_err();
    assert!(matches!(error, StoreError::OtherTerms { .. }), "{error}");
    let _held = Store::open(folder.path(), &quick(), &[]).unwrap();
    let error = Store::open(folder.path(), &quick(), &[]).unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
}

#[test]
fn a_survey_counts_what_is_there() {
    let mut player = SelfPlayer::new(&quick()).unwrap();
    let mut games: Vec<_> = (0..4).map(|number| player.play(number)).collect();
    let survey = Survey::of(&file(&games), |_| ());
    assert!(survey.is_sound());
    assert_eq!(survey.games, 4);
    assert_eq!(survey.results.iter().sum::<u64>(), 4);
    assert_eq!(survey.phases.iter().sum::<u64>(), survey.taught);
    assert_eq!(survey.values.iter().sum::<u64>(), survey.taught);
    // The same game under another number: all its positions were met before.
    let again = PlayedGame { number: 99, ..games[0].clone() };
    let mut count = 0;
    again.teach(|_| count += 1).unwrap();
    games.push(again);
    let more = Survey::of(&file(&games), |_| ());
    assert_eq!(more.duplicates - survey.duplicates, count);
    // A move nobody can make.
    games[1].moves[3].mv = "e5e6".parse::<Move>().unwrap();
    assert_eq!(Survey::of(&file(&games), |_| ()).illegal, 1);
}

proptest! {
    #[test]
    fn any_bytes_give_games_or_damage(bytes: Vec<u8>, at: prop::sample::Index) {
        let mut file = file(&[sample(1), sample(2)]);
        let at = at.index(file.len());
        file.splice(at..at, bytes.iter().copied());
        let mut covered = 0;
        for block in Blocks::new(&file) {
            covered += match block {
                Ok(game) => {
                    let _ = game.teach(|_| ());
                    game.to_bytes().len()
                }
                Err(damage) => damage.bytes,
            };
        }
        prop_assert_eq!(covered, file.len(), "every byte is in a game or told as damaged");
    }
}
