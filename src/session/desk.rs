//! One game at one engine: the game in play, its settings, the search that runs.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam::channel::Sender;

use super::worker::{self, Errand, Job, News, Post, Thought};
use crate::engine::{Engine, MoveOf, SettingError, setting};
use crate::game::Game;
use crate::search::{Control, Limits};

/// The number of the next job of any desk, so that news of a closed desk is never taken for that of
/// the one opened in its place.
static NEXT_JOB: AtomicU64 = AtomicU64::new(1);

/// A game in play and the engine that thinks about it on its own thread.
pub struct Desk<E: Engine> {
    /// The game in play.
    pub game: Game<E::Position>,
    config: E::Config,
    jobs: Sender<Job<E>>,
    last_job: u64,
    search: Option<Search>,
    /// Jobs that change the engine were handed over since it was last known to be ready.
    unsettled: bool,
}

#[derive(Debug)]
struct Search {
    job: u64,
    control: Arc<Control>,
}

impl<E: Engine> Desk<E> {
    /// A desk with a new engine, which posts its news through `post`.
    pub fn new(
        game: Game<E::Position>,
        config: E::Config,
        post: impl Fn(Post<MoveOf<E>>) + Send + 'static,
    ) -> Self {
        let jobs = worker::spawn::<E>(config.clone(), post);
        Self { game, config, jobs, last_job: 0, search: None, unsettled: true }
    }

    /// The settings in force.
    pub fn config(&self) -> &E::Config {
        &self.config
    }

    /// A setting's value as text.
    pub fn setting(&self, name: &str) -> Result<String, SettingError> {
        Ok((setting::find(E::SETTINGS, name)?.get)(&self.config))
    }

    /// Changes a setting; a refused value changes nothing.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        setting::find(E::SETTINGS, name)?.set(&mut self.config, value)?;
        self.send(Job::Configure(self.config.clone()));
        Ok(())
    }

    /// Tells the engine to forget the game it knew.
    pub fn new_game(&mut self) {
        self.send(Job::NewGame);
    }

    /// Whether a search runs.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Starts a search of the present position. There must be none running.
    pub fn think(&mut self, limits: Limits<MoveOf<E>>) {
        self.think_about(self.game.clone(), limits);
    }

    /// Starts a search of another game's present position. There must be none running.
    pub fn think_about(&mut self, game: Game<E::Position>, limits: Limits<MoveOf<E>>) {
        let (job, control) = self.open_search(limits.ponder);
        self.send(Job::Think(Box::new(Thought { job, game, limits, control })));
    }

    /// Lets the engine learn from the game: [`News::Learned`] follows. There must be no search running.
    pub fn learn(&mut self) {
        let (job, control) = self.open_search(false);
        let (game, limits) = (self.game.clone(), Limits::default());
        self.send(Job::Learn(Box::new(Thought { job, game, limits, control })));
    }

    /// Runs something else on the engine's thread: [`News::Returned`] follows. There must be no search
    /// running, and until then this counts as one.
    pub fn run(&mut self, errand: Errand) {
        let (job, control) = self.open_search(false);
        self.send(Job::Run(job, errand, control));
    }

    /// The number and the control of a new search.
    fn open_search(&mut self, ponder: bool) -> (u64, Arc<Control>) {
        debug_assert!(self.search.is_none(), "two searches at one desk");
        self.last_job = NEXT_JOB.fetch_add(1, Ordering::Relaxed);
        let (job, control) = (self.last_job, Arc::new(Control::new(ponder)));
        self.search = Some(Search { job, control: Arc::clone(&control) });
        (job, control)
    }

    /// Ends the running search soon; its answer still comes.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Tells the search that the opponent offers a draw.
    pub fn offer_draw(&self) {
        if let Some(search) = &self.search {
            search.control.offer_draw();
        }
    }

    /// The expected move was played: the clock of the running search starts.
    pub fn ponderhit(&self) {
        if let Some(search) = &self.search {
            search.control.ponderhit();
        }
    }

    /// Time since the running search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.search.as_ref().map_or(Duration::ZERO, |search| search.control.elapsed())
    }

    /// Whether the engine may still be busy with changed settings.
    pub fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    /// Asks for [`News::Ready`] when all jobs so far are done.
    pub fn ask_ready(&mut self) {
        self.last_job = NEXT_JOB.fetch_add(1, Ordering::Relaxed);
        let job = self.last_job;
        let _ = self.jobs.send(Job::Ready(job));
    }

    /// Asks for [`News::Recalled`]: what the engine remembers of a position.
    pub fn recall(&mut self, position: E::Position) {
        self.last_job = NEXT_JOB.fetch_add(1, Ordering::Relaxed);
        let _ = self.jobs.send(Job::Recall(self.last_job, position));
    }

    /// What a post says about the present: news of searches long over is dropped.
    pub fn accept(&mut self, post: Post<MoveOf<E>>) -> Option<News<MoveOf<E>>> {
        match post.news {
            News::Ready => {
                self.unsettled &= post.job != self.last_job;
                Some(News::Ready)
            }
            News::Recalled(memory) => (post.job == self.last_job).then_some(News::Recalled(memory)),
            news => {
                self.search.as_ref().filter(|search| search.job == post.job)?;
                if !matches!(news, News::Event(_)) {
                    self.search = None;
                }
                Some(news)
            }
        }
    }

    fn send(&mut self, job: Job<E>) {
        // A search is over before anybody can ask whether the engine is ready.
        self.unsettled |= matches!(job, Job::Configure(_) | Job::NewGame);
        // The thread catches every panic and outlives the desk.
        let _ = self.jobs.send(job);
    }
}

impl<E: Engine> Drop for Desk<E> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<E: Engine> fmt::Debug for Desk<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, search, unsettled, .. } = self;
        f.debug_struct("Desk")
            .field("game", game)
            .field("search", search)
            .field("unsettled", unsettled)
            .finish_non_exhaustive()
    }
}
