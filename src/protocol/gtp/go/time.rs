//! Commands about time.

use super::GoTable;
use super::arguments::color;
use crate::engine::Engine;
use crate::game::go::Board;
use crate::protocol::gtp::clock::{Clock, SYSTEM_NAMES, System, seconds};
use crate::protocol::gtp::{Call, Entry, Verdict, done, said};

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const TIME: &'static [Entry<Self>] = &[
        Entry { name: "time_settings", run: Self::time_settings },
        Entry { name: "time_left", run: Self::time_left },
        Entry { name: "kgs-time_settings", run: Self::named_time_settings },
        Entry { name: "kata-time_settings", run: Self::named_time_settings },
        Entry { name: "kata-list_time_settings", run: |_, _| said(SYSTEM_NAMES.join(" ")) },
        Entry {
            name: "kata-debug-print-tc",
            run: |table, _| {
                said(format!(
                    "{:?}",
                    table.clock.control(crate::game::Position::turn(table.board()))
                ))
            },
        },
    ];

    fn time_settings(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(system) = System::standard(call.args) else {
            return Err("not three integers".into());
        };
        self.clock = Clock::new(system);
        done()
    }

    fn named_time_settings(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(system) = System::named(call.args) else {
            let names = SYSTEM_NAMES.join(", ");
            return Err(format!("expected one of {names} and its numbers").into());
        };
        self.clock = Clock::new(system);
        done()
    }

    fn time_left(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(color) = color(call.arg(0)) else { return Err("invalid color".into()) };
        // Some controllers let the clock run below zero before they speak.
        let time = call.arg(1);
        let time = if time.starts_with('-') { "0" } else { time };
        let (Some(time), Ok(count)) = (seconds(time), call.arg(2).parse()) else {
            return Err("time and stones not integers".into());
        };
        self.clock.report(color, time, count);
        done()
    }
}
