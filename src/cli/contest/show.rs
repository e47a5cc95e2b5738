//! What the operator sees while a match runs: a table and a bar on stderr.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use crate::base::stats::Sprt;
use crate::contest::journal::Entry;
use crate::contest::run::{Ending, News};
use crate::contest::standings::{Elo, Standings, sprt_state};

/// Where nobody can redraw, the table comes this often.
const TABLE_EVERY: Duration = Duration::from_secs(60);

/// On a terminal the table is drawn anew this often.
#[cfg(feature = "progress")]
const REDRAW_EVERY: Duration = Duration::from_secs(2);

/// The view of a running match.
#[derive(Debug)]
pub struct Show {
    names: Vec<String>,
    sprt: Option<Sprt>,
    planned: usize,
    last_table: Instant,
    #[cfg(feature = "progress")]
    bar: Option<indicatif::ProgressBar>,
}

impl Show {
    /// A view for a match of these engines.
    pub fn new(names: Vec<String>, sprt: Option<Sprt>, planned: usize, done: usize) -> Self {
        #[cfg(feature = "progress")]
        let bar = stderr().is_terminal().then(|| {
            let bar = indicatif::ProgressBar::new(planned as u64).with_position(done as u64);
            let template =
                "{wide_bar} {pos}/{len} games, {elapsed_precise} played, {eta_precise} left\n{msg}";
            if let Ok(style) = indicatif::ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let _ = (done, stderr().is_terminal());
        Self {
            names,
            sprt,
            planned,
            last_table: Instant::now(),
            #[cfg(feature = "progress")]
            bar,
        }
    }

    /// Shows what happened.
    pub fn tell(&mut self, news: &News<'_>) {
        if let News::Finished(entry, entries) = news {
            let line = game_line(entry, entries.len(), self.planned);
            #[cfg(feature = "progress")]
            if let Some(bar) = &self.bar {
                bar.println(line);
                bar.set_position(entries.len() as u64);
                // A table of many games takes a while to count.
                if self.last_table.elapsed() > REDRAW_EVERY || entries.len() < 20 {
                    bar.set_message(table(&self.names, self.sprt.as_ref(), entries));
                    self.last_table = Instant::now();
                }
                return;
            }
            eprintln!("{line}");
            if self.last_table.elapsed() > TABLE_EVERY {
                self.last_table = Instant::now();
                eprintln!("{}", table(&self.names, self.sprt.as_ref(), entries));
            }
        }
    }

    /// Takes the bar away and shows the last table.
    pub fn finish(self, ending: Ending, entries: &[Entry]) {
        #[cfg(feature = "progress")]
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        eprintln!("{}", table(&self.names, self.sprt.as_ref(), entries));
        match ending {
            Ending::Complete => {}
            Ending::Decided => eprintln!("The sequential test is decided."),
            Ending::Interrupted => eprintln!(
                "Interrupted after {} of {} games; the same command with --resume goes on.",
                entries.len(),
                self.planned
            ),
        }
    }
}

/// One finished game.
fn game_line(entry: &Entry, done: usize, planned: usize) -> String {
    let margin = entry.margin.map_or(String::new(), |margin| format!(" by {margin}"));
    let detail = if entry.detail.is_empty() || entry.detail == entry.reason {
        String::new()
    } else {
        format!(" ({})", entry.detail)
    };
    format!(
        "game {} ({done}/{planned}): {} - {} {}{margin}, {}{detail}, {} plies",
        entry.index + 1,
        entry.first,
        entry.second,
        entry.result,
        entry.reason,
        entry.moves.len()
    )
}

/// The table of a match.
pub fn table(names: &[String], sprt: Option<&Sprt>, entries: &[Entry]) -> String {
    let standings = Standings::of(names, entries);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:width$}  games    won  drawn   lost  points   score            Elo     LOS  faults\n",
        "engine"
    );
    for row in &standings.rows {
        let _ = writeln!(
            text,
            "{:width$} {:6} {:6} {:6} {:6} {:7} {:6.1}% {:>14} {:>7}  {}",
            row.name,
            row.games,
            row.wins,
            row.draws,
            row.losses,
            row.points,
            100.0 * row.score,
            elo_text(row.elo.as_ref()),
            row.elo.map_or("-".into(), |elo| format!("{:.1}%", 100.0 * elo.los)),
            faults_text(row),
        );
    }
    if standings.encounters.len() > 1 || names.len() == 2 {
        for met in &standings.encounters {
            let _ = writeln!(
                text,
                "{} - {}: +{} ={} -{}, {} points of {}, pairs {:?}, Elo {}, LOS {}",
                met.engine,
                met.opponent,
                met.wins,
                met.draws,
                met.losses,
                met.points,
                2 * (met.wins + met.draws + met.losses),
                met.pentanomial,
                elo_text(met.elo.as_ref()),
                met.elo.map_or("-".into(), |elo| format!("{:.1}%", 100.0 * elo.los)),
            );
        }
    }
    if let (Some(sprt), [a, b, ..]) = (sprt, names) {
        let state = sprt_state(sprt, a, b, entries);
        let _ = writeln!(
            text,
            "SPRT {} to {} Elo: ratio {:.2} in {:.2} to {:.2}, {}",
            state.elo0, state.elo1, state.llr, state.lower, state.upper, state.verdict
        );
    }
    if standings.identical.games > 0 {
        let _ = writeln!(
            text,
            "{} games repeat an earlier one move for move",
            standings.identical.games
        );
    }
    text.trim_end().to_owned()
}

fn elo_text(elo: Option<&Elo>) -> String {
    match elo {
        None => "-".into(),
        Some(Elo { value: Some(value), error: Some(error), .. }) => {
            format!("{value:+.1} ± {error:.1}")
        }
        Some(Elo { value: Some(value), .. }) => format!("{value:+.1} ± inf"),
        Some(Elo { low: Some(low), .. }) => format!("> {low:+.0}"),
        Some(Elo { high: Some(high), .. }) => format!("< {high:+.0}"),
        Some(_) => "-".into(),
    }
}

fn faults_text(row: &crate::contest::standings::Row) -> String {
    let faults = row.faults;
    let parts: Vec<String> =
        [(faults.illegal, "illegal"), (faults.time, "time"), (faults.crash, "crash")]
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, name)| format!("{n} {name}"))
            .collect();
    if parts.is_empty() { "-".into() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unbounded_elo_is_shown_by_its_bound() {
        let elo = Elo { value: None, error: None, low: Some(490.7), high: None, los: 1.0 };
        assert_eq!(elo_text(Some(&elo)), "> +491");
        let elo = Elo { value: Some(12.34), error: Some(5.0), low: None, high: None, los: 0.9 };
        assert_eq!(elo_text(Some(&elo)), "+12.3 ± 5.0");
    }

    #[test]
    fn an_empty_table_has_a_row_for_everyone() {
        let text = table(&["a".into(), "b".into()], None, &[]);
        assert_eq!(text.lines().count(), 3, "{text}");
    }
}
