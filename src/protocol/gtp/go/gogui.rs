//! What GoGui shows in its menus.

use super::GoTable;
use crate::engine::Engine;
use crate::game::Position;
use crate::game::go::Board;
use crate::protocol::gtp::{Entry, done, said};

/// `type/Label/command` for each menu entry.
const MENU: &str = "\
param/Parameters/sanqi-param
string/Final Score/final_score
string/Estimate Score/estimate_score
plist/Final Status Alive/final_status_list alive
plist/Final Status Dead/final_status_list dead
plist/Final Status Seki/final_status_list seki
dboard/Ownership/sanqi-ownership
dboard/White Influence/initial_influence white white_influence
pspairs/Top Moves/top_moves
string/Benchmark/kata-benchmark %s
plist/All Legal/all_legal %c
plist/Stones/list_stones %c
hstring/Explain Last Move/gomill-explain_last_move
string/Rules/kata-get-rules
string/Set Rules/kata-set-rules %s
string/CPU Time/cputime
none/Clear Cache/clear_cache";

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const GOGUI: &'static [Entry<Self>] = &[
        Entry { name: "gogui-analyze_commands", run: |_, _| said(MENU) },
        Entry { name: "gogui-title", run: |table, _| said(table.title()) },
        Entry { name: "gogui-version", run: |_, _| done() },
    ];

    fn title(&self) -> String {
        let (size, rules) = (self.size(), self.game().rules());
        format!("sanqi {}, {} {size}, {rules}", env!("CARGO_PKG_VERSION"), Board::GAME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_menu_entry_has_a_type_a_label_and_a_command() {
        for line in MENU.lines() {
            let parts: Vec<&str> = line.split('/').collect();
            assert_eq!(parts.len(), 3, "{line}");
        }
    }
}
