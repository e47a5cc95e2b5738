//! The engine's own thread: takes jobs in order, posts what comes of them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use crossbeam::channel::{Receiver, Sender, unbounded};

use crate::engine::{Engine, Memory, MoveOf};
use crate::game::Game;
use crate::search::{Answer, Control, Event, Limits};

/// News from an engine's thread.
#[derive(Debug)]
pub struct Post<M> {
    /// The job it is about.
    pub job: u64,
    /// What happened.
    pub news: News<M>,
}

/// What happened on an engine's thread.
#[derive(Debug)]
pub enum News<M> {
    /// The search says something.
    Event(Event<M>),
    /// The search is over.
    Done(Answer<M>),
    /// The search broke off by a bug, with this message; the engine was made anew.
    Broken(String),
    /// Every job handed over before is done.
    Ready,
    /// What the engine remembers of the position it was asked about.
    Recalled(Option<Memory<M>>),
    /// The game was learned, or why not.
    Learned(Result<(), String>),
    /// An errand is done.
    Returned,
}

/// Work that takes a while and is no search of the engine's; it ends soon when the control is stopped.
pub type Errand = Box<dyn FnOnce(&Control) + Send>;

/// Something for the engine to do.
pub(super) enum Job<E: Engine> {
    Configure(E::Config),
    NewGame,
    Think(Box<Thought<E>>),
    Learn(Box<Thought<E>>),
    Ready(u64),
    Recall(u64, E::Position),
    Run(u64, Errand, Arc<Control>),
}

/// A search to make.
pub(super) struct Thought<E: Engine> {
    pub job: u64,
    pub game: Game<E::Position>,
    pub limits: Limits<MoveOf<E>>,
    pub control: Arc<Control>,
}

/// Starts the thread of a new engine. It ends when the sender of jobs is dropped; nobody joins it.
pub(super) fn spawn<E: Engine>(
    config: E::Config,
    post: impl Fn(Post<MoveOf<E>>) + Send + 'static,
) -> Sender<Job<E>> {
    let (sender, jobs) = unbounded();
    thread::spawn(move || serve::<E>(config, &jobs, &post));
    sender
}

fn serve<E: Engine>(
    mut config: E::Config,
    jobs: &Receiver<Job<E>>,
    post: &impl Fn(Post<MoveOf<E>>),
) {
    // `None` after a bug: the next job makes a new engine.
    let mut engine = guard(|| E::new(&config)).ok();
    for job in jobs {
        match job {
            Job::Configure(changed) => {
                config = changed;
                engine = engine
                    .and_then(|engine| guard_with(engine, |engine| engine.configure(&config)).ok());
            }
            Job::NewGame => {
                engine = engine.and_then(|engine| guard_with(engine, E::new_game).ok());
            }
            Job::Think(thought) => {
                let job = thought.job;
                let (next, news) = think(engine, &config, &thought, post);
                engine = next;
                post(Post { job, news });
            }
            Job::Learn(lesson) => {
                let Thought { job, game, control, .. } = *lesson;
                let result =
                    engine.map_or_else(|| guard(|| E::new(&config)), Ok).and_then(|mut engine| {
                        let learned = guard(|| engine.learn(&game, &control))?;
                        Ok((engine, learned))
                    });
                let (next, news) = match result {
                    Ok((engine, learned)) => (Some(engine), News::Learned(learned)),
                    Err(message) => (None, News::Learned(Err(message))),
                };
                engine = next;
                post(Post { job, news });
            }
            Job::Ready(job) => post(Post { job, news: News::Ready }),
            Job::Recall(job, position) => {
                let memory = engine
                    .as_ref()
                    .and_then(|engine| guard(|| engine.recall(&position)).ok().flatten());
                post(Post { job, news: News::Recalled(memory) });
            }
            Job::Run(job, errand, control) => {
                let news =
                    guard(|| errand(&control)).map_or_else(News::Broken, |()| News::Returned);
                post(Post { job, news });
            }
        }
    }
}

/// Searches with the engine, or with a new one if a bug took the last. A panic is news, too.
fn think<E: Engine>(
    engine: Option<E>,
    config: &E::Config,
    thought: &Thought<E>,
    post: &impl Fn(Post<MoveOf<E>>),
) -> (Option<E>, News<MoveOf<E>>) {
    let Thought { job, game, limits, control } = thought;
    let mut report = |event| post(Post { job: *job, news: News::Event(event) });
    let result = engine.map_or_else(|| guard(|| E::new(config)), Ok).and_then(|mut engine| {
        let answer = guard(|| engine.think(game, limits, control, &mut report))?;
        Ok((engine, answer))
    });
    match result {
        Ok((engine, answer)) => (Some(engine), News::Done(answer)),
        Err(message) => (None, News::Broken(message)),
    }
}

/// Changes an engine; it is lost if that panics, so nobody sees its broken state.
fn guard_with<E>(mut engine: E, change: impl FnOnce(&mut E)) -> Result<E, String> {
    guard(|| change(&mut engine))?;
    Ok(engine)
}

/// The result of `work`, or what its panic said.
fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Whoever calls this drops what `work` may have left half done.
    catch_unwind(AssertUnwindSafe(work)).map_err(|cause| panic_text(cause.as_ref()))
}

fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the engine broke down".to_owned())
}
