use std::sync::atomic::AtomicBool;

use super::*;

/// A game of nothing but its number, told in as many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted(u64);

impl Keep for Counted {
    const MAGIC: &'static [u8; 4] = b"TEST";
    const FILE: &'static str = "games.test";

    fn number(&self) -> u64 {
        self.0
    }

    fn plies(&self) -> usize {
        self.0 as usize
    }

    fn to_body(&self) -> Vec<u8> {
        vec![self.0 as u8; self.0 as usize]
    }

    fn from_body(body: &[u8]) -> Option<Self> {
        body.iter().all(|&byte| usize::from(byte) == body.len()).then_some(Self(body.len() as u64))
    }
}

struct Counter;

impl Plays for Counter {
    type Game = Counted;

    fn play(&mut self, number: u64) -> Counted {
        Counted(number)
    }
}

fn file(numbers: std::ops::Range<u64>) -> Vec<u8> {
    numbers.flat_map(|number| to_bytes(&Counted(number))).collect()
}

#[test]
fn a_block_of_another_kind_is_damage() {
    let mut bytes = file(0..3);
    let other = bytes.len();
    bytes.extend(b"SQXG\x01\0\0\0\0\0\0\0x");
    let read: Vec<_> = Blocks::<Counted>::new(&bytes).collect();
    assert_eq!(read[..3], [Ok(Counted(0)), Ok(Counted(1)), Ok(Counted(2))]);
    assert_eq!(read[3], Err(Damage { at: other, bytes: 13 }));
}

#[test]
fn a_killed_job_goes_on_with_the_games_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let play = |games| {
        let store = Store::open(folder.path(), &"terms".to_owned(), &[]).unwrap();
        generate(store, vec![Counter, Counter], games, &AtomicBool::new(false), &|_| ()).unwrap();
    };
    play(4);
    let path = folder.path().join(Counted::FILE);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 1);
    std::fs::write(&path, bytes).unwrap();
    play(6);
    let bytes = read_games::<Counted>(folder.path()).unwrap();
    let mut games: Vec<u64> = Blocks::<Counted>::new(&bytes).flatten().map(|game| game.0).collect();
    games.sort_unstable();
    assert_eq!(games, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_folder_has_one_writer_and_one_set_of_terms() {
    let folder = tempfile::tempdir().unwrap();
    let held = Store::<Counted>::open(folder.path(), &1, &[]).unwrap();
    let error = Store::<Counted>::open(folder.path(), &1, &[]).unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
    drop(held);
    let error = Store::<Counted>::open(folder.path(), &2, &[]).unwrap_err();
    assert!(matches!(error, StoreError::OtherTerms { .. }), "{error}");
}
