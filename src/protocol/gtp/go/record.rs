//! Commands that read and write SGF files.

use std::fs;

use super::GoTable;
use crate::engine::Engine;
use crate::game::go::Board;
use crate::game::{Game, Outcome};
use crate::protocol::gtp::line::file_and_number;
use crate::protocol::gtp::{Call, Entry, Refusal, Verdict, done, said};
use crate::record::{Record, Tag, sgf};

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const RECORD: &'static [Entry<Self>] = &[
        Entry { name: "loadsgf", run: Self::loadsgf },
        Entry { name: "printsgf", run: Self::printsgf },
        Entry { name: "gomill-savesgf", run: Self::savesgf },
    ];

    /// `loadsgf FILE [MOVE]`: the position before that move, or at the end.
    fn loadsgf(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (path, before) = file_and_number(call.rest);
        let Some(game) = self.load(path, before.unwrap_or(usize::MAX)) else {
            return Err(format!("cannot open or parse '{path}'").into());
        };
        self.begin(game);
        done()
    }

    /// The first game of a file before this move. What it does not say about the rules stays as it was.
    fn load(&self, path: &str, before: usize) -> Option<Game<Board>> {
        let bytes = fs::read(path).ok()?;
        let text = sgf::decode(&bytes).text;
        let record = sgf::records(&text).next()?.ok()?;
        let mut game: Game<Board> = record.replay_before(before).ok()?;
        if record.info.get(&Tag::Rules).is_none() {
            let komi = match record.info.get(&Tag::Komi) {
                Some(_) => game.rules().komi,
                None => self.game().rules().komi,
            };
            game.set_rules(self.game().rules().with_komi(komi));
        }
        Some(game)
    }

    fn sgf(&self, tags: &[(Tag, String)]) -> Result<String, Refusal> {
        let mut record = Record::of(self.game());
        record.info.set(Tag::Application, format!("sanqi:{}", env!("CARGO_PKG_VERSION")));
        if self.board().passes() >= 2
            && self.game().rules().has_dead_stones()
            && let Some(judgement) = self.known_judgement()
        {
            record.set_outcome(&Outcome::by_score(judgement.score));
        }
        for (tag, value) in tags {
            record.info.set(tag.clone(), value.as_str());
        }
        let mut text = String::new();
        sgf::write(&record, &mut text)?;
        Ok(text)
    }

    /// `printsgf [FILE]`: into the file, or as the answer if there is none or it is `-`.
    fn printsgf(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let text = self.sgf(&[])?;
        match call.rest {
            "" | "-" => said(text.trim_end()),
            path => Self::save(path, &text),
        }
    }

    /// `gomill-savesgf FILE KEY=VALUE...`, a blank written as `\_`.
    fn savesgf(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some((path, pairs)) = call.args.split_first() else {
            return Err("expected the name of a file".into());
        };
        let tag = |pair: &&str| {
            let (key, value) = pair.split_once('=')?;
            let tag = match key {
                "PB" => Tag::Player(crate::game::go::BLACK),
                "PW" => Tag::Player(crate::game::go::WHITE),
                "RE" => Tag::Result,
                _ => return None,
            };
            Some((tag, value.replace("\\_", " ").replace("\\\\", "\\")))
        };
        let tags: Vec<_> = pairs.iter().filter_map(tag).collect();
        Self::save(path, &self.sgf(&tags)?)
    }

    fn save(path: &str, text: &str) -> Verdict {
        fs::write(path, text).map_err(|error| format!("cannot write '{path}': {error}"))?;
        done()
    }
}
