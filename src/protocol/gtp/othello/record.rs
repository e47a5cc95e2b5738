//! Commands that read and write SGF files, as Edax has them and Go has them here.

use std::fs;

use super::OthelloTable;
use crate::engine::Engine;
use crate::game::Game;
use crate::game::othello::Board;
use crate::protocol::gtp::line::file_and_number;
use crate::protocol::gtp::{Call, Entry, Verdict, done, said};
use crate::record::{Record, Tag, sgf};

impl<E: Engine<Position = Board>> OthelloTable<E> {
    pub(super) const RECORD: &'static [Entry<Self>] = &[
        Entry { name: "loadsgf", run: Self::loadsgf },
        Entry { name: "printsgf", run: Self::printsgf },
    ];

    /// `loadsgf FILE [MOVE]`: the position before that move, or at the end.
    fn loadsgf(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (path, before) = file_and_number(call.rest);
        let Some(game) = load(path, before.unwrap_or(usize::MAX)) else {
            return Err(format!("cannot open or parse '{path}'").into());
        };
        self.begin(game);
        done()
    }

    /// `printsgf [FILE]`: into the file, or as the answer if there is none or it is `-`.
    fn printsgf(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let mut record = Record::of(&self.desk.game);
        record.info.set(Tag::Application, format!("sanqi:{}", env!("CARGO_PKG_VERSION")));
        let mut text = String::new();
        sgf::write(&record, &mut text)?;
        match call.rest {
            "" | "-" => said(text.trim_end()),
            path => {
                fs::write(path, text).map_err(|error| format!("cannot write '{path}': {error}"))?;
                done()
            }
        }
    }
}

/// The first game of a file before this move.
fn load(path: &str, before: usize) -> Option<Game<Board>> {
    let bytes = fs::read(path).ok()?;
    let text = sgf::decode(&bytes).text;
    sgf::records(&text).next()?.ok()?.replay_before(before).ok()
}
