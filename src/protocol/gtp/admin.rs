//! Commands that belong to no game.

use super::{Gtp, GtpGame, Refusal, Verdict, done, said};
use crate::session::Out;

/// A command of the program itself.
struct Administration {
    name: &'static str,
    run: fn(&mut Gtp, &[&str], &str, &mut Out) -> Verdict,
}

/// Every command that belongs to no game.
const COMMANDS: &[Administration] = &[
    Administration { name: "protocol_version", run: |_, _, _, _| said("2") },
    Administration { name: "name", run: |gtp, _, _, _| said(gtp.shown_name()) },
    Administration { name: "version", run: |gtp, _, _, _| said(gtp.shown_version()) },
    Administration { name: "known_command", run: |gtp, args, _, _| gtp.known_command(args) },
    Administration { name: "list_commands", run: |gtp, _, _, _| said(gtp.names().join("\n")) },
    Administration { name: "quit", run: |_, _, _, _| done() },
    Administration { name: "echo", run: |_, _, rest, _| said(rest) },
    Administration { name: "list_games", run: |_, _, _, _| said("Go\nOthello") },
    Administration { name: "set_game", run: |gtp, args, _, _| gtp.set_game(args) },
    Administration { name: "stop", run: |_, _, _, _| done() },
    Administration { name: "stop-ponder", run: |_, _, _, _| done() },
    Administration { name: "gogui-interrupt", run: |_, _, _, _| done() },
    Administration { name: "gogui-sigint", run: |gtp, _, _, _| gtp.sigint() },
    Administration { name: "cputime", run: |gtp, _, _, _| said(gtp.cpu_seconds()) },
    Administration { name: "gomill-cpu_time", run: |gtp, _, _, _| said(gtp.cpu_seconds()) },
    Administration { name: "gomill-describe_engine", run: |gtp, _, _, _| said(gtp.description()) },
    Administration { name: "sanqi-param", run: |gtp, args, rest, out| gtp.param(args, rest, out) },
    Administration { name: "level", run: |gtp, args, _, out| gtp.gnu_setting("Level", args, out) },
    Administration {
        name: "set_random_seed",
        run: |gtp, args, _, out| gtp.gnu_setting("Seed", args, out),
    },
    Administration { name: "get_random_seed", run: |gtp, _, _, _| gtp.kata_get_param(&["Seed"]) },
    Administration { name: "lz-setoption", run: |gtp, args, _, out| gtp.lz_setoption(args, out) },
    Administration { name: "kata-list-params", run: |gtp, _, _, _| gtp.kata_list_params() },
    Administration { name: "kata-get-param", run: |gtp, args, _, _| gtp.kata_get_param(args) },
    Administration { name: "kata-get-params", run: |gtp, _, _, _| gtp.kata_get_params() },
    Administration {
        name: "kata-set-param",
        run: |gtp, args, _, out| gtp.kata_set_param(args, out),
    },
    Administration {
        name: "kata-set-params",
        run: |gtp, _, rest, out| gtp.kata_set_params(rest, out),
    },
];

impl Gtp {
    /// Carries out a command that belongs to no game; `None` if it is not one.
    pub(super) fn administer(
        &mut self,
        name: &str,
        args: &[&str],
        rest: &str,
        out: &mut Out,
    ) -> Option<Verdict> {
        let command = COMMANDS.iter().find(|command| command.name == name)?;
        Some((command.run)(self, args, rest, out))
    }

    /// The names of all commands, the standard ones first.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        names.extend(self.table.names());
        // The standard's names have neither prefix nor dash; people look for them first.
        names.sort_by_key(|name| name.contains('-'));
        names
    }

    fn known_command(&self, args: &[&str]) -> Verdict {
        let known = args.first().is_some_and(|name| self.names().contains(name));
        said(known.to_string())
    }

    fn set_game(&mut self, args: &[&str]) -> Verdict {
        let name = args.first().copied().unwrap_or_default();
        let game = GtpGame::named(name).ok_or_else(|| Refusal::from("unsupported game"))?;
        self.table = (self.open)(game);
        done()
    }

    fn shown_name(&self) -> String {
        let own = self.preferences.shown_name.as_str();
        if own.is_empty() { "sanqi" } else { own }.to_owned()
    }

    fn shown_version(&self) -> String {
        let own = self.preferences.shown_version.as_str();
        if own.is_empty() { env!("CARGO_PKG_VERSION") } else { own }.to_owned()
    }

    fn description(&self) -> String {
        format!(
            "sanqi {} plays {}\nsettings: {}",
            env!("CARGO_PKG_VERSION"),
            self.table.game(),
            self.settings()
                .iter()
                .map(|s| format!("{}={}", s.name, s.value))
                .collect::<Vec<_>>()
                .join(" "),
        )
    }

    /// Processor time used so far, in seconds; where the system does not tell, time since the start.
    fn cpu_seconds(&self) -> String {
        let seconds = processor_seconds().unwrap_or_else(|| self.started.elapsed().as_secs_f64());
        format!("{seconds:.3}")
    }
}

/// User and system time of this process, as Linux tells it in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, a name in parentheses, may hold blanks.
    let mut fields = status.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}
