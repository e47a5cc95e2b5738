//! Files of numbers: networks, weights, checkpoints, games of self-play. All are sealed by a checksum,
//! which random bytes never pass; so each is also tried with a checksum that fits.

use sanqi::engine::go::learned;
use sanqi::engine::othello::evaluate::Weights;
use sanqi::engine::xiangqi::evaluate::network::Network;
use sanqi::workshop::selfplay::{Blocks, Keep};
use sanqi::workshop::xiangqi::FitState;
use sanqi::workshop::xiangqi::train::Course;
use sanqi::workshop::{go, othello, xiangqi};

/// `bytes` with the checksum of all that follows it at `place`.
fn sealed(bytes: &[u8], place: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= place + 4 {
        let sum = crc32fast::hash(&bytes[place + 4..]);
        bytes[place..place + 4].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

/// Xiangqi networks.
pub fn network(bytes: &[u8]) {
    for bytes in [bytes, &sealed(bytes, 20)] {
        match Network::from_bytes(bytes) {
            Ok(network) => assert_eq!(network.to_bytes(), bytes),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Weights of Othello and of Go.
pub fn weights(bytes: &[u8]) {
    for bytes in [bytes, &sealed(bytes, 8)] {
        match learned::Weights::from_bytes(bytes) {
            Ok(weights) => assert!(learned::Weights::from_bytes(&weights.to_bytes()).is_ok()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for bytes in [bytes, &sealed(bytes, 16)] {
        if let Err(error) = Weights::from_bytes(bytes) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Checkpoints of the network's training, of the tuning by hand and of the lessons in Go.
pub fn checkpoint(bytes: &[u8]) {
    for bytes in [bytes, &sealed(bytes, 8)] {
        if let Err(error) = go::Pupil::from_bytes(bytes) {
            assert!(!error.to_string().is_empty());
        }
        if let Err(error) = Course::from_bytes(bytes) {
            assert!(!error.to_string().is_empty());
        }
    }
    let _ = FitState::from_bytes(bytes);
}

/// Games of self-play: whole files, and bodies that passed the checksum.
pub fn selfplay(bytes: &[u8]) {
    games::<xiangqi::selfplay::PlayedGame>(bytes);
    games::<othello::selfplay::PlayedGame>(bytes);
    games::<go::selfplay::PlayedGame>(bytes);
}

fn games<G: Keep + PartialEq + std::fmt::Debug>(bytes: &[u8]) {
    let damaged: usize = Blocks::<G>::new(bytes).filter_map(Result::err).map(|d| d.bytes).sum();
    assert!(damaged <= bytes.len());
    if let Some(game) = G::from_body(bytes) {
        let (body, _) = (game.to_body(), game.plies());
        assert_eq!(G::from_body(&body), Some(game));
    }
}
