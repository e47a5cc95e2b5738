//! The loop itself, with a dialogue of four words: `say X`, `go`, `stop`, `quit`.

use std::thread;

use crossbeam::channel::{Sender, unbounded};

use super::*;

/// Answers `say X` with X; `go` is busy until `stop`, or until its own end if it has one.
struct Toy {
    end: Sender<Message<u32>>,
    limit: Option<Duration>,
    farewell: Farewell,
    search: Option<u32>,
    searches: u32,
    deaf: bool,
    endless: bool,
}

impl Toy {
    fn finish(&self, number: u32) {
        let _ = self.end.send(Message::News(number));
    }
}

impl Dialogue for Toy {
    type News = u32;

    fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    fn line(&mut self, line: &Line, out: &mut Out) -> Flow {
        match line.words().as_slice() {
            ["say", what] => out.line(what),
            ["go"] => {
                self.searches += 1;
                self.search = Some(self.searches);
                if let Some(limit) = self.limit {
                    let (end, number) = (self.end.clone(), self.searches);
                    thread::spawn(move || {
                        thread::sleep(limit);
                        let _ = end.send(Message::News(number));
                    });
                }
            }
            ["stop"] => out.line("nothing to stop"),
            ["quit"] => {
                out.line("bye");
                return Flow::Quit;
            }
            _ => out.line("what?"),
        }
        Flow::Continue
    }

    fn interject(&mut self, line: &Line, _out: &mut Out) -> bool {
        let stop = line.text == "stop";
        if stop {
            self.hurry();
        }
        stop
    }

    fn starts_search(&self, line: &Line) -> bool {
        line.text == "go"
    }

    fn farewell(&self, line: &Line) -> Farewell {
        if line.text == "quit" { self.farewell } else { Farewell::None }
    }

    fn is_endless(&self) -> bool {
        self.endless && self.search.is_some()
    }

    fn hurry(&mut self) {
        if let Some(number) = self.search.filter(|_| !self.deaf) {
            self.finish(number);
        }
    }

    fn news(&mut self, news: u32, out: &mut Out) {
        if self.search == Some(news) {
            out.line(format!("done {news}"));
            self.search = None;
        }
    }
}

struct Table {
    limit: Option<Duration>,
    farewell: Farewell,
    source: Source,
    deaf: bool,
    endless: bool,
}

const UCI_LIKE: Table = Table {
    limit: None,
    farewell: Farewell::AtOnce,
    source: Source::Live,
    deaf: false,
    endless: false,
};

const GTP_LIKE: Table = Table {
    limit: Some(Duration::from_millis(150)),
    farewell: Farewell::InTurn,
    source: Source::Live,
    deaf: false,
    endless: false,
};

impl Table {
    /// What is said to these lines, each after a pause, then the end; and how long that took.
    fn talk(self, lines: &[(u64, &str)]) -> (String, Duration) {
        let (sender, inbox) = unbounded();
        let Self { limit, farewell, source, deaf, endless } = self;
        let toy =
            Toy { end: sender.clone(), limit, farewell, search: None, searches: 0, deaf, endless };
        let lines: Vec<(u64, String)> =
            lines.iter().map(|&(pause, text)| (pause, text.to_owned())).collect();
        thread::spawn(move || {
            for (pause, text) in lines {
                thread::sleep(Duration::from_millis(pause));
                let input = if text == "END" {
                    Input::End(Instant::now())
                } else {
                    Input::Line(Line::now(text))
                };
                let _ = sender.send(Message::Input(input));
            }
        });
        let mut written = Vec::new();
        let start = Instant::now();
        Session::new(toy, inbox, &mut written, Out::default(), source).run().unwrap();
        (String::from_utf8(written).unwrap(), start.elapsed())
    }
}

#[test]
fn lines_are_answered_in_order_and_the_end_is_a_quit() {
    let (text, _) = UCI_LIKE.talk(&[(0, "say a"), (0, "say b"), (0, "END")]);
    assert_eq!(text, "a\nb\n");
}

#[test]
fn lines_wait_for_the_search_before_them() {
    let (text, _) = UCI_LIKE.talk(&[(0, "go"), (0, "say a"), (10, "stop"), (0, "END")]);
    assert_eq!(text, "done 1\na\n");
}

#[test]
fn a_stop_belongs_to_the_last_go_before_it() {
    let lines = [(0, "go"), (0, "stop"), (0, "go"), (0, "stop"), (0, "say a"), (0, "END")];
    let (text, _) = UCI_LIKE.talk(&lines);
    assert_eq!(text, "done 1\ndone 2\na\n");
}

#[test]
fn the_end_of_input_ends_a_search_at_once() {
    let (text, time) = UCI_LIKE.talk(&[(0, "go"), (60, "END")]);
    assert_eq!(text, "done 1\n");
    assert!(time < Duration::from_millis(300), "{time:?}");
}

#[test]
fn the_end_of_a_piped_script_leaves_the_search_a_moment() {
    let (text, time) = UCI_LIKE.talk(&[(0, "go"), (0, "say a"), (0, "END")]);
    assert_eq!(text, "done 1\na\n");
    assert!(time >= SCRIPT_GRACE && time < Duration::from_secs(1), "{time:?}");
}

#[test]
fn a_script_file_is_worked_off_in_full() {
    let table = Table { source: Source::Script, limit: Some(SCRIPT_GRACE * 2), ..GTP_LIKE };
    let (text, time) = table.talk(&[(0, "go"), (0, "say a"), (0, "END")]);
    assert_eq!(text, "done 1\na\n");
    assert!(time >= SCRIPT_GRACE * 2, "{time:?}");
}

#[test]
fn a_quit_at_once_ends_every_search_before_it() {
    let table = Table { endless: true, ..UCI_LIKE };
    let (text, time) = table.talk(&[(0, "go"), (0, "go"), (0, "quit")]);
    assert_eq!(text, "done 1\ndone 2\nbye\n");
    assert!(time < Duration::from_millis(200), "{time:?}");
}

#[test]
fn a_quit_in_turn_lets_a_script_finish() {
    let (text, time) = GTP_LIKE.talk(&[(0, "go"), (0, "go"), (0, "quit"), (0, "END")]);
    assert_eq!(text, "done 1\ndone 2\nbye\n");
    assert!(time >= Duration::from_millis(300), "{time:?}");
}

#[test]
fn a_quit_in_turn_ends_a_search_that_was_running() {
    let table = Table { limit: None, ..GTP_LIKE };
    let (text, time) = table.talk(&[(0, "go"), (60, "quit")]);
    assert_eq!(text, "done 1\nbye\n");
    assert!(time < Duration::from_millis(300), "{time:?}");
}

#[test]
fn a_search_that_does_not_stop_is_left_behind() {
    let table = Table { deaf: true, ..UCI_LIKE };
    let (_, time) = table.talk(&[(0, "go"), (60, "END")]);
    assert!(time < Duration::from_secs(2), "{time:?}");
}

#[test]
fn ten_thousand_lines_in_one_burst_are_all_answered() {
    let mut lines = vec![(0, "go")];
    lines.extend((0..10_000).map(|_| (0, "say a")));
    lines.extend([(0, "stop"), (0, "END")]);
    let (text, _) = UCI_LIKE.talk(&lines);
    assert_eq!(text.lines().count(), 10_001);
}

#[test]
fn an_endless_search_ends_with_the_script() {
    let table = Table { source: Source::Script, limit: None, endless: true, ..GTP_LIKE };
    let (text, _) = table.talk(&[(0, "go"), (0, "say a"), (60, "END")]);
    assert_eq!(text, "done 1\na\n");
}

#[test]
fn a_quit_at_once_leaves_a_search_of_the_same_burst_a_moment() {
    let table = Table { limit: Some(Duration::from_millis(150)), ..UCI_LIKE };
    let (text, time) = table.talk(&[(0, "go"), (0, "quit")]);
    assert_eq!(text, "done 1\nbye\n");
    assert!(time >= Duration::from_millis(150), "{time:?}");
    let (text, time) = UCI_LIKE.talk(&[(0, "go"), (60, "quit")]);
    assert_eq!(text, "done 1\nbye\n");
    assert!(time < Duration::from_millis(400), "{time:?}");
}
