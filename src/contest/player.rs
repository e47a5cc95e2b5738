//! A player at the board: an engine that is started when needed and started again when it fails.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::driver::{Driver, Greeting, Identity, connect, with_seed};
use super::log::EngineLog;
use super::process::{Fault, Interrupt, Launch, Process};
use super::spec::EngineSpec;
use crate::record::GameKind;

/// An engine of the match, seen by one worker.
pub struct Player {
    spec: Arc<EngineSpec>,
    game: GameKind,
    patience: Duration,
    log: Arc<EngineLog>,
    interrupt: Interrupt,
    driver: Option<Box<dyn Driver>>,
    starts: u64,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("name", &self.spec.name)
            .field("starts", &self.starts)
            .finish()
    }
}

impl Player {
    /// A player that is not running yet.
    pub fn new(
        spec: Arc<EngineSpec>,
        game: GameKind,
        patience: Duration,
        log: Arc<EngineLog>,
        interrupt: Interrupt,
    ) -> Self {
        Self { spec, game, patience, log, interrupt, driver: None, starts: 0 }
    }

    /// What the operator wrote about it.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// How often its process was started.
    pub const fn starts(&self) -> u64 {
        self.starts
    }

    /// Its running driver; starts the process if there is none. `seed` replaces `{seed}` in the
    /// command.
    pub fn driver(&mut self, seed: u64) -> Result<&mut dyn Driver, Fault> {
        if self.driver.is_none() {
            self.driver = Some(self.start(seed)?);
        }
        match self.driver.as_deref_mut() {
            Some(driver) => Ok(driver),
            None => Err(Fault::Start("no driver".into())),
        }
    }

    fn start(&mut self, seed: u64) -> Result<Box<dyn Driver>, Fault> {
        self.starts += 1;
        // Most programs hold a seed in 31 bits.
        let seed = seed & 0x7fff_ffff;
        let launch = Launch {
            argv: self.spec.launch.argv.iter().map(|word| with_seed(word, seed)).collect(),
            ..self.spec.launch.clone()
        };
        let process = Process::start(&launch, Arc::clone(&self.log), Arc::clone(&self.interrupt))?;
        let greeting = Greeting {
            game: self.game,
            options: &self.spec.options,
            init: &self.spec.init,
            first_rank: self.spec.first_rank,
            patience: self.patience,
        };
        connect(self.spec.protocol, process, &greeting).map_err(|fault| match fault {
            Fault::Interrupted | Fault::Start(_) => fault,
            other => Fault::Start(other.to_string()),
        })
    }

    /// Who it says it is, if it runs.
    pub fn identity(&self) -> Option<&Identity> {
        self.driver.as_deref().map(Driver::identity)
    }

    /// A remark for its log.
    pub fn note(&self, text: &str) {
        self.log.note(text);
    }

    /// Drops a process that can no longer be trusted; the next game gets a new one.
    pub fn abandon(&mut self) {
        self.driver = None;
    }

    /// After a game: keeps the process, unless each game needs its own.
    pub fn rest(&mut self) {
        if self.spec.needs_restart() {
            self.quit();
        }
    }

    /// Ends the process in order.
    pub fn quit(&mut self) {
        if let Some(driver) = self.driver.take() {
            driver.quit();
        }
    }
}
