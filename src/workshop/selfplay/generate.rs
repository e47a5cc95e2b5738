//! Plays on all threads until there are enough games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::block::Keep;
use super::store::{Store, StoreError};
use crate::base::{Crew, WorkerPanic};
use crate::engine::SettingError;

/// How many games are wanted, and who plays them.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Games numbered below this.
    pub games: u64,
    /// Threads.
    pub threads: usize,
}

/// What has just been added.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Games in the folder.
    pub games: usize,
    /// Plies of the game just played.
    pub plies: usize,
}

/// Plays games with itself. A game depends on the player's terms and its number only.
pub trait Plays: Send {
    /// What it plays.
    type Game: Keep;

    /// Plays game `number`.
    fn play(&mut self, number: u64) -> Self::Game;
}

/// Why the games ended.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The terms name a setting the player refuses.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The terms name openings that cannot be used.
    #[error("{0}")]
    Openings(String),
    /// A game could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A bug.
    #[error(transparent)]
    Panic(#[from] WorkerPanic),
}

/// Plays the games numbered below `games` that `store` lacks, each player on a thread of its own;
/// `told` hears of each. `stop` ends it after the games in play.
pub fn generate<P: Plays + 'static>(
    store: Store<P::Game>,
    players: Vec<P>,
    games: u64,
    stop: &AtomicBool,
    told: &(dyn Fn(Tally) + Sync),
) -> Result<(), GenerateError> {
    let mut players: Vec<Option<P>> = players.into_iter().map(Some).collect();
    let store = Mutex::new(store);
    let next = AtomicU64::new(0);
    let mut crew = Crew::new(players.len(), move |index| players.get_mut(index)?.take());
    let results = crew.run(|_, player| {
        let Some(player) = player else { return Ok(()) };
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return Ok(());
            }
            if store.lock().has(number) {
                continue;
            }
            let game = player.play(number);
            let outcome = keep(&store, &game, told);
            if outcome.is_err() {
                stop.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
        Ok(())
    })?;
    results.into_iter().collect::<Result<Vec<()>, StoreError>>()?;
    Ok(())
}

fn keep<G: Keep>(
    store: &Mutex<Store<G>>,
    game: &G,
    told: &(dyn Fn(Tally) + Sync),
) -> Result<(), StoreError> {
    let mut store = store.lock();
    store.append(game)?;
    told(Tally { games: store.len(), plies: game.plies() });
    Ok(())
}
