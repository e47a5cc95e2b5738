//! WTHOR, the tournament database of the French federation: binary, little-endian.
//!
//! `WTH_1999.wtb` holds the games of a year, `WTHOR.JOU` the players, `WTHOR.TRN` the tournaments.
//! Each opens with 16 bytes:
//!
//! | bytes | field |
//! |---|---|
//! | 0..4 | date of the file: century, year, month, day |
//! | 4..8 | games (`.wtb`) |
//! | 8..10 | names (`.jou`, `.trn`) |
//! | 10..12 | year of the games |
//! | 12 | board size: 0 or 8; 10 |
//! | 13 | 1 for solitaire puzzles |
//! | 14 | empties at which the theoretical score was computed |
//! | 15 | unused |
//!
//! A game is 68 bytes: tournament, Black, White (two bytes each), Black's discs with the empties
//! given to the winner, Black's theoretical discs, and 60 moves as `10 × row + column` from 11 to
//! 88, 0 after the last. Passes are left out. A player's name is 20 bytes, a tournament's 26,
//! Latin-1, ended by a zero.

use encoding_rs::mem::decode_latin1;

use super::othello::Replay;
use super::{Place, Record, RecordError, Spot, Start, Tag};
use crate::base::Wire;
use crate::game::othello::{BLACK, Board, Move, Square, WHITE};

/// Name of the tag with Black's discs under best play, as the file gives them.
pub const THEORETICAL_DISCS: &str = "TheoreticalDiscs";
/// Name of the tag with the number of empties from which they were computed.
pub const THEORETICAL_EMPTIES: &str = "TheoreticalEmpties";

/// Players and tournaments by number.
#[derive(Clone, Debug, Default)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// From the bytes of the `.jou` and the `.trn` file.
    pub fn read(players: &[u8], tournaments: &[u8]) -> Result<Self, RecordError> {
        Ok(Self {
            players: names(players, PLAYER_BYTES)?,
            tournaments: names(tournaments, TOURNAMENT_BYTES)?,
        })
    }

    fn player(&self, number: u16) -> String {
        named(&self.players, number, "player")
    }

    fn tournament(&self, number: u16) -> String {
        named(&self.tournaments, number, "tournament")
    }
}

const PLAYER_BYTES: usize = 20;
const TOURNAMENT_BYTES: usize = 26;
const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;

/// The games of a `.wtb` file. A game with an illegal move is an error; the next one follows.
pub fn records<'a>(
    bytes: &'a [u8],
    names: &'a Names,
) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
    let header = header(bytes).and_then(|header| header.check(bytes).map(|()| header));
    let (header, failed) = match header {
        Ok(header) => (Some(header), None),
        Err(error) => (None, Some(Err(error))),
    };
    let games = header.into_iter().flat_map(move |header| {
        let body = bytes.get(HEADER_BYTES..).unwrap_or(&[]);
        let games = body.chunks_exact(GAME_BYTES).take(header.games as usize);
        (1..).zip(games).map(move |(number, game)| {
            read_game(game, &header, names)
                .map_err(|error| RecordError { place: error.place.in_game(number), ..error })
        })
    });
    failed.into_iter().chain(games)
}

/// Whether bytes of unknown origin can be a `.wtb` file: the header's counts fit their length.
pub fn looks_right(bytes: &[u8]) -> bool {
    header(bytes).is_ok_and(|header| {
        let length = HEADER_BYTES as u64 + GAME_BYTES as u64 * u64::from(header.games);
        header.games > 0 && length == bytes.len() as u64 && header.check(bytes).is_ok()
    })
}

#[derive(Clone, Copy, Debug)]
struct Header {
    games: u32,
    names: u16,
    year: u16,
    size: u8,
    depth: u8,
}

impl Header {
    fn check(&self, bytes: &[u8]) -> Result<(), RecordError> {
        if !matches!(self.size, 0 | 8) {
            return fail(format!("expected a board of 8 × 8, found {0} × {0}", self.size));
        }
        let found = bytes.len().saturating_sub(HEADER_BYTES) / GAME_BYTES;
        if found < self.games as usize {
            return fail(format!("expected {} games, found {found}", self.games));
        }
        Ok(())
    }
}

fn fail<T>(reason: String) -> Result<T, RecordError> {
    Err(RecordError::new(Place::default(), reason))
}

fn header(bytes: &[u8]) -> Result<Header, RecordError> {
    let read = |wire: &mut Wire<'_>| {
        wire.take(4)?;
        let (games, names, year) = (wire.u32()?, wire.u16()?, wire.u16()?);
        let (size, _puzzle, depth, _unused) = (wire.u8()?, wire.u8()?, wire.u8()?, wire.u8()?);
        Ok(Header { games, names, year, size, depth })
    };
    read(&mut Wire::new(bytes)).map_err(|short: crate::base::Truncated| {
        RecordError::new(Place::default(), format!("the header of 16 bytes is cut off: {short}"))
    })
}

fn names(bytes: &[u8], length: usize) -> Result<Vec<String>, RecordError> {
    let count = header(bytes)?.names;
    let body = bytes.get(HEADER_BYTES..).unwrap_or(&[]);
    let names: Vec<String> = body.chunks_exact(length).take(count.into()).map(latin).collect();
    if names.len() < count.into() {
        return fail(format!("expected {count} names of {length} bytes, found {}", names.len()));
    }
    Ok(names)
}

/// Latin-1 up to the first zero.
fn latin(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or(&[]);
    decode_latin1(text).trim().to_owned()
}

fn named(names: &[String], number: u16, what: &str) -> String {
    match names.get(usize::from(number)) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("{what} {number}"),
    }
}

fn read_game(bytes: &[u8], header: &Header, names: &Names) -> Result<Record, RecordError> {
    let mut wire = Wire::new(bytes);
    let mut read = || {
        let (tournament, black, white) = (wire.u16()?, wire.u16()?, wire.u16()?);
        let (discs, theory) = (wire.u8()?, wire.u8()?);
        Ok((tournament, black, white, discs, theory, wire.take(60)?))
    };
    let (tournament, black, white, discs, theory, moves) =
        read().map_err(|short: crate::base::Truncated| {
            RecordError::new(Place::default(), short.to_string())
        })?;
    let mut replay = Replay::from(Board::default());
    for &byte in moves.iter().take_while(|&&byte| byte != 0) {
        let place = Place::default().at_move(replay.next_number());
        let square = Square::at((byte / 10).wrapping_sub(1), (byte % 10).wrapping_sub(1))
            .ok_or_else(|| {
                RecordError::new(place.clone(), format!("expected a move 11 to 88, found {byte}"))
            })?;
        replay
            .play(Move::Place(square), Spot::default())
            .map_err(|reason| RecordError::new(place, reason))?;
    }
    let mut record = Record::new(Start::othello());
    record.info.push(Tag::Event, names.tournament(tournament));
    record.info.push(Tag::Date, header.year.to_string());
    record.info.push(Tag::Player(BLACK), names.player(black));
    record.info.push(Tag::Player(WHITE), names.player(white));
    record.info.push(Tag::Result, result(discs));
    record.info.push(Tag::other(THEORETICAL_DISCS), theory.to_string());
    record.info.push(Tag::other(THEORETICAL_EMPTIES), header.depth.to_string());
    record.tree = replay.tree;
    Ok(record)
}

/// Black's discs, the empties already given to the winner, as a result.
fn result(discs: u8) -> String {
    match i32::from(discs) * 2 - 64 {
        0 => "0".to_owned(),
        margin @ 1.. => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn name_file(names: &[&str], length: usize) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES];
        bytes[8] = names.len() as u8;
        for name in names {
            let start = bytes.len();
            bytes.extend(name.chars().map(|c| c as u8));
            bytes.resize(start + length, 0);
        }
        bytes
    }

    fn game_file(games: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES];
        bytes[4] = games.len() as u8;
        bytes[10..12].copy_from_slice(&1999u16.to_le_bytes());
        bytes[14] = 24;
        for (discs, moves) in games {
            bytes.extend([1, 0, 0, 0, 1, 0, *discs, 33]);
            let start = bytes.len();
            bytes.extend(*moves);
            bytes.resize(start + 60, 0);
        }
        bytes
    }

    fn some_names() -> Names {
        Names::read(
            &name_file(&["Tastet Marc", "Piau Stéphane"], PLAYER_BYTES),
            &name_file(&["Divers", "Championnat du Monde"], TOURNAMENT_BYTES),
        )
        .unwrap()
    }

    #[test]
    fn a_game_has_names_result_and_moves() {
        // f5 d6 c3
        let file = game_file(&[(40, &[56, 64, 33])]);
        let names = some_names();
        let games: Vec<Record> = records(&file, &names).collect::<Result<_, _>>().unwrap();
        let info = &games[0].info;
        assert_eq!(info.get(&Tag::Player(BLACK)), Some("Tastet Marc"));
        assert_eq!(info.get(&Tag::Player(WHITE)), Some("Piau Stéphane"));
        assert_eq!(info.get(&Tag::Event), Some("Championnat du Monde"));
        assert_eq!(info.get(&Tag::Date), Some("1999"));
        assert_eq!(info.get(&Tag::other(THEORETICAL_DISCS)), Some("33"));
        assert_eq!(games[0].outcome().unwrap().margin, Some(16.0));
        let moves: Vec<String> =
            games[0].replay::<Board>().unwrap().moves().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(moves, ["f5", "d6", "c3"]);
    }

    #[test]
    fn a_broken_game_is_told_and_the_next_one_follows() {
        let file = game_file(&[(32, &[56, 11]), (32, &[56, 99]), (32, &[56])]);
        let names = Names::default();
        let games: Vec<_> = records(&file, &names).collect();
        let error = games[0].as_ref().unwrap_err().to_string();
        assert!(error.starts_with("game 1, move 2: a1 is illegal"), "{error}");
        let error = games[1].as_ref().unwrap_err().to_string();
        assert_eq!(error, "game 2, move 2: expected a move 11 to 88, found 99");
        let record = games[2].as_ref().unwrap();
        assert_eq!(record.info.get(&Tag::Player(BLACK)), Some("player 0"));
    }

    #[test]
    fn short_files_are_errors() {
        let names = Names::default();
        let mut file = game_file(&[(32, &[56])]);
        file.truncate(80);
        let error = records(&file, &names).next().unwrap().unwrap_err().to_string();
        assert_eq!(error, "expected 1 games, found 0");
        let error = records(&file[..10], &names).next().unwrap().unwrap_err().to_string();
        assert!(error.contains("the header of 16 bytes is cut off"), "{error}");
        assert!(Names::read(&[0; 16], &[0; 3]).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_give_records_or_errors(mut bytes: Vec<u8>, games: u8) {
            if let Some(count) = bytes.get_mut(4) {
                *count = games;
            }
            let names = Names::read(&bytes, &bytes).unwrap_or_default();
            for record in records(&bytes, &names) {
                let _ = record;
            }
        }

        #[test]
        fn any_moves_give_a_game_that_replays_or_an_error(
            moves in prop::collection::vec(0u8..100, 0..60),
        ) {
            let file = game_file(&[(32, &moves)]);
            for record in records(&file, &Names::default()).flatten() {
                prop_assert!(record.replay::<Board>().is_ok());
            }
        }
    }
}
