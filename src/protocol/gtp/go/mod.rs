//! Go over GTP: the standard's commands and those of GNU Go, KGS, KataGo, Leela Zero, GoGui,
//! gomill and CGOS that a controller may ask for.

mod analyze;
mod arguments;
mod cgos;
mod gogui;
mod inspect;
mod judge;
mod opinion;
mod play;
mod record;
mod rules;
mod setup;
mod task;
mod time;

use std::time::Instant;

use super::clock::Clock;
use super::{Activity, Call, Entry, Progress, SettingView, Table, Talk, Verdict};
use crate::engine::{Engine, MoveOf, SettingError};
use crate::game::Game;
use crate::game::go::{Board, Rules, Size};
use crate::protocol::EngineNews;
use crate::session::{Desk, Post};
use judge::Judged;
use play::Remembered;
use task::Task;

/// A Go board at which GTP is spoken.
#[derive(Debug)]
pub struct GoTable<E: Engine<Position = Board>> {
    desk: Desk<E>,
    clock: Clock,
    task: Option<Task<E>>,
    /// The running search was told to end.
    stopped: bool,
    /// What the stones came to when last asked.
    judged: Option<Judged>,
    /// The engine's last move and why.
    remembered: Option<Remembered>,
}

impl<E: Engine<Position = Board>> GoTable<E> {
    /// Every command of the game, by family.
    const FAMILIES: &'static [&'static [Entry<Self>]] = &[
        Self::SETUP,
        Self::PLAY,
        Self::TIME,
        Self::RULES,
        Self::JUDGE,
        Self::OPINION,
        Self::ANALYZE,
        Self::INSPECT,
        Self::RECORD,
        Self::GOGUI,
    ];

    /// A 19x19 board and an engine that posts its news through `post`.
    pub fn new(config: E::Config, post: impl Fn(Post<MoveOf<E>>) + Send + 'static) -> Self {
        let game = Game::on(Size::NINETEEN, Rules::default());
        Self {
            desk: Desk::new(game, config, post),
            clock: Clock::default(),
            task: None,
            stopped: false,
            judged: None,
            remembered: None,
        }
    }

    fn game(&self) -> &Game<Board> {
        &self.desk.game
    }

    fn board(&self) -> &Board {
        self.desk.game.position()
    }

    fn size(&self) -> Size {
        self.board().size()
    }

    /// Begins anew: `game` takes the place of the game in play.
    fn begin(&mut self, game: Game<Board>) {
        self.desk.game = game;
        self.desk.new_game();
        self.remembered = None;
    }

    fn entries() -> impl Iterator<Item = &'static Entry<Self>> {
        Self::FAMILIES.iter().copied().flatten()
    }
}

impl<E: Engine<Position = Board>> Table for GoTable<E> {
    fn game(&self) -> &'static str {
        "Go"
    }

    fn names(&self) -> Vec<&'static str> {
        Self::entries().map(|entry| entry.name).collect()
    }

    fn call(&mut self, name: &str, call: &mut Call<'_, '_>) -> Option<Verdict> {
        let entry = Self::entries().find(|entry| entry.name == name)?;
        Some((entry.run)(self, call))
    }

    fn activity(&self) -> Activity {
        self.task.as_ref().map_or(Activity::Idle, Task::activity)
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.desk.stop();
    }

    fn news(&mut self, news: EngineNews, talk: &mut Talk<'_>) -> Progress {
        let EngineNews::Go(post) = news else { return Progress::Waiting };
        match self.desk.accept(post) {
            Some(news) => self.take_news(news, talk),
            None => Progress::Waiting,
        }
    }

    fn alarm(&self) -> Option<Instant> {
        self.task.as_ref().and_then(Task::alarm)
    }

    fn ring(&mut self, talk: &mut Talk<'_>) {
        if let Some(task) = &mut self.task {
            task.ring(talk);
        }
    }

    fn settings(&self) -> Vec<SettingView> {
        SettingView::all(&self.desk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        self.desk.set(name, value)
    }
}
