//! Commands that play: by the controller, by the engine, back again.

use std::time::{Duration, Instant};

use super::GoTable;
use super::analyze::{self, Dialect, Request};
use super::arguments::{self, color, vertex};
use super::task::{Choose, Manner, Task, Then};
use crate::engine::Engine;
use crate::game::Color;
use crate::game::go::{Board, Move, Rules};
use crate::protocol::Preferences;
use crate::protocol::gtp::{Call, Entry, Refusal, Reply, Verdict, done, said};
use crate::search::{Limits, Report, TimeControl};

/// The engine's last move and the search behind it.
#[derive(Debug)]
pub struct Remembered {
    /// Who.
    pub color: Color,
    /// What.
    pub mv: Move,
    /// Why.
    pub report: Report<Move>,
}

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const PLAY: &'static [Entry<Self>] = &[
        Entry { name: "play", run: Self::play },
        Entry { name: "genmove", run: |table, call| table.choose(call, Then::Play) },
        Entry { name: "reg_genmove", run: Self::reg_genmove },
        Entry { name: "restricted_genmove", run: Self::restricted_genmove },
        Entry { name: "undo", run: |table, _| table.undo(1) },
        Entry { name: "gg-undo", run: Self::gg_undo },
        Entry { name: "kgs-genmove_cleanup", run: Self::genmove_cleanup },
        Entry { name: "kgs-game_over", run: |_, _| done() },
        Entry { name: "kgs-chat", run: Self::chat },
        Entry { name: "gomill-genmove_ex", run: Self::genmove_ex },
        Entry { name: "gomill-explain_last_move", run: |table, _| said(table.explanation()) },
        Entry { name: "kata-search", run: |table, call| table.choose(call, Then::Tell) },
        Entry {
            name: "kata-search_cancellable",
            run: |table, call| table.choose(call, Then::TellUnlessCancelled),
        },
        Entry { name: "gogui-play_sequence", run: Self::play_sequence },
    ];

    /// Commands that stream analysis.
    pub(super) const ANALYZE: &'static [Entry<Self>] = &[
        Entry { name: "lz-analyze", run: |table, call| table.analyze(call, Dialect::Leela) },
        Entry { name: "kata-analyze", run: |table, call| table.analyze(call, Dialect::Kata) },
        Entry {
            name: "lz-genmove_analyze",
            run: |table, call| table.choose_aloud(call, Dialect::Leela, Then::Play),
        },
        Entry {
            name: "kata-genmove_analyze",
            run: |table, call| table.choose_aloud(call, Dialect::Kata, Then::Play),
        },
        Entry {
            name: "kata-search_analyze",
            run: |table, call| table.choose_aloud(call, Dialect::Kata, Then::Tell),
        },
        Entry {
            name: "kata-search_analyze_cancellable",
            run: |table, call| table.choose_aloud(call, Dialect::Kata, Then::TellUnlessCancelled),
        },
        Entry { name: "cgos-genmove_analyze", run: Self::cgos_genmove },
    ];

    fn play(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (Some(color), Some(mv)) = (color(call.arg(0)), vertex(self.size(), call.arg(1))) else {
            return Err("invalid color or coordinate".into());
        };
        self.desk.game.replay_as(color, mv).map_err(|_| "illegal move")?;
        done()
    }

    /// Plays all of the moves or, if one is illegal, none.
    fn play_sequence(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(moves) = arguments::moves(self.size(), call.args) else {
            return Err("invalid color or coordinate".into());
        };
        let mut game = self.game().clone();
        for (color, mv) in moves {
            game.replay_as(color, mv).map_err(|error| error.to_string())?;
        }
        self.desk.game = game;
        done()
    }

    fn undo(&mut self, moves: usize) -> Verdict {
        if self.game().len() < moves {
            return Err("cannot undo".into());
        }
        for _ in 0..moves {
            self.desk.game.undo();
        }
        done()
    }

    fn gg_undo(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        match call.args {
            [] => self.undo(1),
            [moves, ..] => {
                let moves = moves.parse().map_err(|_| Refusal::from("cannot undo"))?;
                self.undo(moves)
            }
        }
    }

    /// How long a move for `color` may take: by its clock, or by the preferences if there is none.
    fn limits(&self, color: Color, preferences: &Preferences) -> Limits<Move> {
        let nodes = Some(preferences.move_nodes).filter(|&nodes| nodes > 0);
        let time = match self.clock.control(color) {
            TimeControl::None if nodes.is_none() => {
                TimeControl::PerMove(Duration::from_secs_f64(preferences.move_time))
            }
            control => control,
        };
        Limits { time, nodes, ..Limits::default() }
    }

    fn choose(&mut self, call: &mut Call<'_, '_>, then: Then) -> Verdict {
        let color = match call.arg(0) {
            // KataGo's searches may leave the colour out.
            "" if then != Then::Play => self.asked_turn(&Request::default()),
            word => color(word).ok_or("invalid color")?,
        };
        let limits = self.limits(color, call.preferences);
        self.choose_for(color, limits, then, Manner::Plain)
    }

    fn choose_for(
        &mut self,
        color: Color,
        limits: Limits<Move>,
        then: Then,
        manner: Manner,
    ) -> Verdict {
        self.desk.game.give_turn(color);
        self.start(limits, Task::Choose(Choose { color, then, manner, asked: Instant::now() }));
        Ok(Reply::Thinking)
    }

    /// The same answer whatever was thought before.
    fn reg_genmove(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        if color(call.arg(0)).is_some() {
            self.desk.new_game();
        }
        if call.args.is_empty() {
            return Err("invalid color".into());
        }
        self.choose(call, Then::Tell)
    }

    /// GNU Go's: the best of the vertices named, and as `reg_genmove` it is only told.
    fn restricted_genmove(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(color) = color(call.arg(0)) else { return Err("invalid color".into()) };
        let words = call.args.iter().skip(1);
        let only: Option<Vec<Move>> = words.map(|word| vertex(self.size(), word)).collect();
        let only = only.filter(|moves| !moves.is_empty()).ok_or("invalid vertex")?;
        let mut game = self.game().clone();
        game.give_turn(color);
        if !only.iter().any(|&mv| game.is_legal(mv)) {
            return Err("no legal move among them".into());
        }
        self.desk.new_game();
        let limits = Limits { only, ..self.limits(color, call.preferences) };
        self.choose_for(color, limits, Then::Tell, Manner::Plain)
    }

    /// A move that takes dead stones off instead of passing over them.
    fn genmove_cleanup(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(color) = color(call.arg(0)) else { return Err("invalid color".into()) };
        let limits = Limits { cleans_up: true, ..self.limits(color, call.preferences) };
        let rules = *self.game().rules();
        self.desk.game.set_rules(Rules { friendly_pass: false, ..rules });
        let verdict = self.choose_for(color, limits, Then::Play, Manner::Plain);
        // The search has its own copy of the game.
        self.desk.game.set_rules(rules);
        verdict
    }

    fn genmove_ex(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        if call.args.is_empty() { said("claim") } else { self.choose(call, Then::Play) }
    }

    fn analyze(&mut self, call: &mut Call<'_, '_>, dialect: Dialect) -> Verdict {
        let Some(request) = Request::read(self.size(), call.rest) else {
            return Err("syntax error".into());
        };
        let color = self.asked_turn(&request);
        let most = call.preferences.analysis_moves;
        let limits = Limits { infinite: true, ..request.limits(color, most) };
        let stream = Self::open_stream(request, dialect, call.talk);
        self.desk.game.give_turn(color);
        self.start(limits, Task::Analyze(stream));
        Ok(Reply::Thinking)
    }

    fn choose_aloud(&mut self, call: &mut Call<'_, '_>, dialect: Dialect, then: Then) -> Verdict {
        let Some(request) = Request::read(self.size(), call.rest) else {
            return Err("syntax error".into());
        };
        let color = self.asked_turn(&request);
        let Limits { time, nodes, .. } = self.limits(color, call.preferences);
        let most = call.preferences.analysis_moves;
        let limits = Limits { time, nodes, ..request.limits(color, most) };
        let stream = Self::open_stream(request, dialect, call.talk);
        self.choose_for(color, limits, then, Manner::Stream(stream))
    }

    fn cgos_genmove(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(color) = color(call.arg(0)) else { return Err("invalid color".into()) };
        let lines = call.preferences.analysis_moves;
        let limits = Limits { lines, ..self.limits(color, call.preferences) };
        call.talk.open_stream();
        self.choose_for(color, limits, Then::Play, Manner::Cgos)
    }

    fn chat(&mut self, _call: &mut Call<'_, '_>) -> Verdict {
        let thought = self.explanation();
        said(if thought.is_empty() { "I have not moved yet".to_owned() } else { thought })
    }

    /// What the engine thought of its last move.
    fn explanation(&self) -> String {
        let Some(Remembered { color, mv, report }) = &self.remembered else {
            return String::new();
        };
        let who = arguments::color_name(*color);
        let Some(line) = report.lines.iter().find(|line| line.pv.first() == Some(mv)) else {
            return format!("{who} {mv}: {} playouts", report.visits);
        };
        let (win, lead) = analyze::chance(line.score);
        let book = if line.from_book { ", from the book" } else { "" };
        format!(
            "{who} {mv}: winning chance {:.1}%, lead {lead:+.1}, {} of {} playouts{book}, \
             expecting {}",
            win * 100.0,
            line.visits,
            report.visits,
            analyze::pv(line),
        )
    }
}
