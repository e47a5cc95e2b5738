//! For the tests of dialogues: an engine that thinks nothing, and whole conversations in memory.

use std::thread;
use std::time::Duration;

use crossbeam::channel::{Sender, unbounded};

use super::EngineNews;
use crate::common_settings;
use crate::engine::{Common, Engine, Setting};
use crate::game::{Game, Position};
use crate::search::{Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score};
use crate::session::{Dialogue, Input, Message, Out, Post, Session, Source};

/// An engine that plays the first legal move of the alphabet at once, or when stopped if its search has no limit.
#[derive(Debug)]
pub struct Toy<P> {
    config: ToyConfig,
    position: std::marker::PhantomData<P>,
}

/// Its settings.
#[derive(Clone, Debug, Default)]
pub struct ToyConfig {
    common: Common,
    /// The next search panics.
    broken: bool,
    /// It resigns.
    hopeless: bool,
    /// Its choice offers a draw.
    draw: bool,
    /// The side to move owns every point this much, in hundredths.
    owned: i64,
    /// A search or a lesson takes so many milliseconds, unless stopped.
    slow: i64,
    /// A text, for names of files.
    file: String,
}

impl ToyConfig {
    fn slow(&self) -> Duration {
        Duration::from_millis(self.slow.unsigned_abs())
    }
}

const OWN: [Setting<ToyConfig>; 6] = [
    Setting::<ToyConfig>::check(
        "Broken",
        "panics",
        |c| c.broken.to_string(),
        |c, on| c.broken = on,
    )
    .expert(),
    Setting::<ToyConfig>::check(
        "Hopeless",
        "resigns",
        |c| c.hopeless.to_string(),
        |c, on| c.hopeless = on,
    )
    .expert(),
    Setting::<ToyConfig>::check(
        "Draw",
        "offers draws",
        |c| c.draw.to_string(),
        |c, on| c.draw = on,
    )
    .expert(),
    Setting::<ToyConfig>::spin(
        "Owned",
        "how much the side to move owns",
        (-100, 100),
        |c| c.owned.to_string(),
        |c, n| c.owned = n,
    )
    .expert(),
    Setting::<ToyConfig>::spin(
        "Slow",
        "milliseconds a search takes",
        (0, 100_000),
        |c| c.slow.to_string(),
        |c, ms| c.slow = ms,
    )
    .expert(),
    Setting::<ToyConfig>::text(
        "BookFile",
        "a file",
        |c| c.file.clone(),
        |c, path| c.file = path.to_owned(),
    ),
];

const ALL: [Setting<ToyConfig>; 13] = {
    let [a, b, c, d, e, f, g] = common_settings!(ToyConfig, common);
    let [h, i, j, k, l, m] = OWN;
    [a, b, c, d, e, f, g, h, i, j, k, l, m]
};

impl<P: Position> Engine for Toy<P> {
    type Position = P;
    type Config = ToyConfig;
    const SETTINGS: &'static [Setting<ToyConfig>] = &ALL;

    fn new(config: &ToyConfig) -> Self {
        Self { config: config.clone(), position: std::marker::PhantomData }
    }

    fn configure(&mut self, config: &ToyConfig) {
        self.config = config.clone();
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        game: &Game<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<P::Move>),
    ) -> Answer<P::Move> {
        assert!(!self.config.broken, "this engine is broken");
        let mut moves = game.legal_moves();
        moves.sort_by_key(ToString::to_string);
        let chosen = moves.iter().copied().filter(|mv| limits.allows(mv));
        let lines: Vec<Line<P::Move>> = chosen
            .take(limits.lines.max(1))
            .map(|mv| {
                let mut next = game.position().clone();
                next.play(mv);
                let mut replies = Vec::new();
                next.legal_moves(&mut replies);
                replies.sort_by_key(ToString::to_string);
                Line {
                    pv: std::iter::once(mv).chain(replies.first().copied()).collect(),
                    score: Score::Hundredths(25),
                    bound: Bound::Exact,
                    proven: false,
                    visits: 10,
                    prior: 0.5,
                    lcb: 0.25,
                    from_book: false,
                    pv_visits: Vec::new(),
                    ownership: None,
                }
            })
            .collect();
        let ownership = vec![self.config.owned as f32 / 100.0; 625];
        let now = Report {
            depth: 1,
            seldepth: 2,
            nodes: 10,
            visits: 10,
            elapsed: Duration::from_millis(5),
            lines,
            ownership: Some(ownership),
            ..Report::empty()
        };
        report(Event::Report(now.clone()));
        while limits.infinite
            || (limits.ponder && control.is_pondering())
            || control.elapsed() < self.config.slow()
        {
            if control.is_stopped() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let first = now.lines.first();
        Answer {
            choice: match first {
                _ if self.config.hopeless => Choice::Resign,
                Some(line) => Choice::Play(line.pv[0]),
                None => Choice::Nothing,
            },
            ponder: first.and_then(|line| line.pv.get(1).copied()),
            draw: self.config.draw,
            report: now,
        }
    }

    fn learn(&mut self, _game: &Game<P>, control: &Control) -> Result<(), String> {
        while control.elapsed() < self.config.slow() && !control.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
}

/// Posts news of any of the games into an inbox.
pub fn post<M>(inbox: Sender<Message<EngineNews>>) -> impl Fn(Post<M>) + Send + 'static
where
    EngineNews: From<Post<M>>,
    M: 'static,
{
    move |post| {
        let _ = inbox.send(Message::News(post.into()));
    }
}

/// What a dialogue says to these lines, all sent at once.
pub fn talk<D: Dialogue<News = EngineNews>>(
    open: impl FnOnce(Sender<Message<EngineNews>>) -> D,
    text: &str,
) -> String {
    let (sender, inbox) = unbounded();
    let dialogue = open(sender.clone());
    crate::session::read_lines(text.as_bytes(), |input| sender.send(Message::Input(input)).is_ok());
    let mut written = Vec::new();
    Session::new(dialogue, inbox, &mut written, Out::default(), Source::Script).run().unwrap();
    String::from_utf8(written).unwrap()
}

/// What a dialogue says to these lines, each sent after a pause in milliseconds.
pub fn talk_slowly<D: Dialogue<News = EngineNews>>(
    open: impl FnOnce(Sender<Message<EngineNews>>) -> D,
    lines: &[(u64, &str)],
) -> String {
    let (sender, inbox) = unbounded();
    let dialogue = open(sender.clone());
    let lines: Vec<(u64, String)> = lines.iter().map(|&(ms, text)| (ms, text.to_owned())).collect();
    thread::spawn(move || {
        for (pause, text) in lines {
            thread::sleep(Duration::from_millis(pause));
            let line = crate::session::Line::now(text);
            let _ = sender.send(Message::Input(Input::Line(line)));
        }
        let _ = sender.send(Message::Input(Input::End(std::time::Instant::now())));
    });
    let mut written = Vec::new();
    Session::new(dialogue, inbox, &mut written, Out::default(), Source::Live).run().unwrap();
    String::from_utf8(written).unwrap()
}
