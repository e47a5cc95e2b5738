//! What GoGui shows in its menus.

use super::GoTable;
use super::arguments::list;
use super::task::Task;
use crate::engine::Engine;
use crate::engine::go::{Judgement, Status};
use crate::game::Position;
use crate::game::go::Board;
use crate::protocol::gtp::{Call, Entry, Reply, Table, Verdict, done, said};

/// `type/Label/command` for each menu entry. A `dboard` has numbers from −1, White's, to 1, Black's.
const MENU: &str = "\
param/Parameters/sanqi-param
string/Final Score/final_score
string/Estimate Score/estimate_score
plist/Final Status Alive/final_status_list alive
plist/Final Status Dead/final_status_list dead
plist/Final Status Seki/final_status_list seki
dboard/Ownership/sanqi-ownership
sboard/Influence Regions/initial_influence white influence_regions
gfx/Groups/sanqi-groups
pspairs/Top Moves/top_moves
string/Benchmark/kata-benchmark %s
plist/All Legal/all_legal %c
plist/Stones/list_stones %c
hstring/Explain Last Move/gomill-explain_last_move
string/Rules/kata-get-rules
string/Set Rules/kata-set-rules %s
string/CPU Time/cputime
none/Clear Cache/clear_cache";

/// How groups are coloured.
const STATUS_COLORS: [(Status, &str); 3] =
    [(Status::Alive, "#60b060"), (Status::Seki, "#e0c040"), (Status::Dead, "#d05050")];

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const GOGUI: &'static [Entry<Self>] = &[
        Entry { name: "gogui-analyze_commands", run: |_, _| said(MENU) },
        Entry { name: "gogui-title", run: |table, _| said(table.title()) },
        Entry { name: "gogui-version", run: |_, _| done() },
        Entry { name: "sanqi-groups", run: Self::groups },
    ];

    /// A picture of the groups: numbers on their stones, and colours for what becomes of them.
    fn groups(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        // Judged as for the score, so that the two agree.
        match Table::call(self, "final_score", call) {
            Some(Ok(Reply::Thinking)) => {
                if let Some(Task::Judge(inquiry)) = self.task.take() {
                    self.task = Some(Task::Groups(inquiry));
                }
                Ok(Reply::Thinking)
            }
            Some(Err(refusal)) => Err(refusal),
            _ => self.picture_of_groups(),
        }
    }

    /// The groups of a board that was judged.
    pub(super) fn picture_of_groups(&self) -> Verdict {
        let known = self.known_judgement().filter(|_| self.game().rules().has_dead_stones());
        let all_alive;
        let judgement = match known {
            Some(judgement) => judgement,
            None => {
                all_alive = Judgement::all_alive(self.game());
                &all_alive
            }
        };
        let colors = STATUS_COLORS.iter().filter_map(|&(status, color)| {
            let mut stones = judgement.stones(status);
            stones.sort_unstable_by_key(|&point| self.size().index(point));
            (!stones.is_empty()).then(|| format!("COLOR {color} {}\n", list(stones)))
        });
        let chains = self.board().chains();
        let labels = chains.iter().zip(1..).flat_map(|(chain, number)| {
            chain.stones.iter().map(move |point| format!(" {point} {number}"))
        });
        let labels: String = labels.collect();
        let labels = if labels.is_empty() { labels } else { format!("LABEL{labels}\n") };
        let count = |status| judgement.chains(status).count();
        said(format!(
            "{}{labels}TEXT {} groups: {} alive, {} in seki, {} dead",
            colors.collect::<String>(),
            chains.len(),
            count(Status::Alive),
            count(Status::Seki),
            count(Status::Dead),
        ))
    }

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

    #[test]
    fn only_ownership_is_drawn_as_numbers_from_minus_one_to_one() {
        let drawn: Vec<&str> = MENU.lines().filter(|line| line.starts_with("dboard/")).collect();
        assert_eq!(drawn, ["dboard/Ownership/sanqi-ownership"]);
    }
}
