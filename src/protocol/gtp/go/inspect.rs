//! Commands that look at the game and change nothing.

use super::GoTable;
use super::arguments::{color, color_name, list, point, vertex};
use crate::engine::Engine;
use crate::game::go::{Board, Chain, Move};
use crate::game::{Color, Position};
use crate::protocol::gtp::{Call, Entry, Refusal, Verdict, said};

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const INSPECT: &'static [Entry<Self>] = &[
        Entry { name: "showboard", run: |table, _| said(format!("\n{}", table.board())) },
        Entry { name: "is_legal", run: Self::is_legal },
        Entry { name: "all_legal", run: Self::all_legal },
        Entry { name: "list_stones", run: Self::list_stones },
        Entry { name: "captures", run: Self::captures },
        Entry { name: "color", run: Self::color },
        Entry { name: "countlib", run: Self::countlib },
        Entry { name: "findlib", run: Self::findlib },
        Entry { name: "last_move", run: |table, _| table.last_move() },
        Entry { name: "move_history", run: |table, _| table.move_history() },
        Entry { name: "get_player", run: |table, _| said(color_name(table.board().turn())) },
    ];

    fn asked_color(call: &Call<'_, '_>) -> Result<Color, Refusal> {
        color(call.arg(0)).ok_or_else(|| "invalid color".into())
    }

    fn is_legal(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let (Some(color), Some(mv)) = (color(call.arg(0)), vertex(self.size(), call.arg(1))) else {
            return Err("invalid color or coordinate".into());
        };
        said(if self.game().is_legal_for(color, mv) { "1" } else { "0" })
    }

    fn all_legal(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let moves = self.game().legal_moves_for(Self::asked_color(call)?);
        said(list(moves.into_iter().filter_map(Move::point)))
    }

    fn list_stones(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        said(list(self.board().stones(Self::asked_color(call)?)))
    }

    fn captures(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        said(self.board().captures(Self::asked_color(call)?).to_string())
    }

    fn color(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(point) = point(self.size(), call.arg(0)) else {
            return Err("invalid coordinate".into());
        };
        said(self.board().stone(point).map_or("empty", color_name))
    }

    fn asked_chain(&self, call: &Call<'_, '_>) -> Result<Chain, Refusal> {
        let Some(point) = point(self.size(), call.arg(0)) else {
            return Err("invalid coordinate".into());
        };
        self.board().chain(point).ok_or_else(|| "vertex must not be empty".into())
    }

    fn countlib(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        said(self.asked_chain(call)?.liberties.len().to_string())
    }

    fn findlib(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        said(list(self.asked_chain(call)?.liberties))
    }

    fn last_move(&self) -> Verdict {
        let Some((color, mv)) = self.game().last_move() else {
            return Err("no previous move known".into());
        };
        said(format!("{} {mv}", color_name(color)))
    }

    /// The moves played, the latest first.
    fn move_history(&self) -> Verdict {
        let moves = self.game().moves().rev();
        let lines: Vec<_> =
            moves.map(|(color, mv)| format!("{} {mv}", color_name(color))).collect();
        said(lines.join("\n"))
    }
}
