//! Plays on all threads until there are enough games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::block::PlayedGame;
use super::play::SelfPlayer;
use super::store::{Store, StoreError};
use super::terms::Terms;
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

/// Why the games ended.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The terms name a setting the player refuses.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A game could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A bug.
    #[error(transparent)]
    Panic(#[from] WorkerPanic),
}

/// Plays the games numbered below the goal that `store` lacks; `told` hears of each. `stop` ends it
/// after the games in play.
pub fn generate(
    store: Store,
    terms: &Terms,
    goal: Goal,
    stop: &AtomicBool,
    told: &(dyn Fn(Tally) + Sync),
) -> Result<(), GenerateError> {
    // A setting that is refused is told before any thread starts.
    let mut players = Vec::new();
    for _ in 0..goal.threads.max(1) {
        players.push(Some(SelfPlayer::new(terms)?));
    }
    let store = Mutex::new(store);
    let next = AtomicU64::new(0);
    let mut crew = Crew::new(players.len(), move |index| players[index].take());
    let results = crew.run(|_, player| {
        let Some(player) = player else { return Ok(()) };
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= goal.games {
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

fn keep(
    store: &Mutex<Store>,
    game: &PlayedGame,
    told: &(dyn Fn(Tally) + Sync),
) -> Result<(), StoreError> {
    let mut store = store.lock();
    store.append(game)?;
    told(Tally { games: store.len(), plies: game.moves.len() });
    Ok(())
}
