//! A game as bytes: blocks that can be read without the ones before them.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the kind of game, [`Keep::MAGIC`] |
//! | 4 | `n`, the bytes that follow the checksum |
//! | 4 | CRC-32 of those |
//! | `n` | the game, in its own form |
//!
//! Numbers are little-endian. A file is blocks one after another, so it can be appended to at any
//! time; what a kill leaves half written is skipped up to the next good block.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::marker::PhantomData;

use crate::base::{Truncated, Wire};

/// A finished game that can be kept.
pub trait Keep: Sized + Send {
    /// The first bytes of its blocks.
    const MAGIC: &'static [u8; 4];
    /// The file of such games in their folder.
    const FILE: &'static str;

    /// Its number in the folder.
    fn number(&self) -> u64;
    /// Plies played, for those who count.
    fn plies(&self) -> usize;
    /// The game as bytes.
    fn to_body(&self) -> Vec<u8>;
    /// The game of these bytes; `None` if they are no game.
    fn from_body(body: &[u8]) -> Option<Self>;
}

/// Bytes before those the checksum is of.
const HEAD: usize = 12;

/// The block of a game.
pub fn to_bytes<G: Keep>(game: &G) -> Vec<u8> {
    let body = game.to_body();
    let mut bytes = G::MAGIC.to_vec();
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Bytes that are no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where they begin.
    pub at: usize,
    /// How many they are.
    pub bytes: usize,
}

/// The games of a file, and what is damaged between them.
#[derive(Clone, Debug)]
pub struct Blocks<'a, G> {
    bytes: &'a [u8],
    at: usize,
    kind: PhantomData<fn() -> G>,
}

impl<'a, G: Keep> Blocks<'a, G> {
    /// Reads from the first byte on.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, kind: PhantomData }
    }

    /// The game whose block begins at `at`, and where the next one does.
    fn block(&self, at: usize) -> Option<(G, usize)> {
        let rest = self.bytes.get(at..)?;
        if !rest.starts_with(G::MAGIC) {
            return None;
        }
        let checked = |rest: &'a [u8]| -> Result<(u32, &'a [u8]), Truncated> {
            let mut wire = Wire::new(rest);
            wire.take(G::MAGIC.len())?;
            let (length, expected) = (wire.u32()?, wire.u32()?);
            Ok((expected, wire.take(length as usize)?))
        };
        let (expected, body) = checked(rest).ok()?;
        if crc32fast::hash(body) != expected {
            return None;
        }
        Some((G::from_body(body)?, at + HEAD + body.len()))
    }
}

impl<G: Keep> Iterator for Blocks<'_, G> {
    type Item = Result<G, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        let begin = self.at;
        while self.at < self.bytes.len() {
            match self.block(self.at) {
                // What came before it was damaged: told first, the game is read again next time.
                Some(_) if self.at > begin => break,
                Some((game, next)) => {
                    self.at = next;
                    return Some(Ok(game));
                }
                None => self.at += 1,
            }
        }
        let bytes = self.at - begin;
        (bytes > 0).then_some(Err(Damage { at: begin, bytes }))
    }
}
