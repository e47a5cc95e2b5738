//! `sanqi settings`: every setting, as the README shows them.

use clap::Args;

use super::Failure;
use crate::engine::setting::Kind;
use crate::engine::xiangqi::margins::{Margin, Margins};
use crate::engine::{Engine, Setting, Shown, go, othello, xiangqi};
use crate::game::xiangqi::Rules;
use crate::protocol::xiangqi::RULE_SETTINGS;
use crate::protocol::{PREFERENCES, Preferences};

/// Lists every setting of the program and its engines as a Markdown table
#[derive(Debug, Args)]
#[command(after_help = "\
Settings are changed by:
  sanqi --set Threads=4 --set Hash=512      on the command line
  setoption name Threads value 4            in UCI
  setoption threads 4                       in UCCI
  sanqi-param set Threads 4                 in GTP

Settings in italics are for experts: GUIs do not show them.")]
pub struct Settings {
    /// Lists the numbers of the xiangqi search instead, which the setting Margins changes: name, default,
    /// smallest and largest value
    #[arg(long)]
    margins: bool,
}

impl Settings {
    /// Prints the tables.
    pub fn run(&self) -> Result<(), Failure> {
        if self.margins {
            for Margin { name, default, range: (low, high), .. } in Margins::ALL {
                say!("{name:20} {default:>6} {low:>6} {high:>6}");
            }
        } else {
            say_part!("{}", tables());
        }
        Ok(())
    }
}

/// All tables.
fn tables() -> String {
    [
        table("Conversation", PREFERENCES, &Preferences::default()),
        table("Go", go::Player::SETTINGS, &Default::default()),
        table("Xiangqi", xiangqi::Player::SETTINGS, &Default::default()),
        table("Rules of xiangqi", RULE_SETTINGS, &Rules::default()),
        table("Othello", othello::Player::SETTINGS, &Default::default()),
    ]
    .join("\n")
}

fn table<C>(title: &str, settings: &[Setting<C>], defaults: &C) -> String {
    let head = format!(
        "### {title}\n\n| setting | values | default | what it does |\n|---|---|---|---|\n"
    );
    let rows = settings.iter().map(|setting| {
        let name = match setting.shown {
            Shown::Gui => setting.name.to_owned(),
            Shown::Expert => format!("*{}*", setting.name),
        };
        let value = (setting.get)(defaults);
        format!("| {name} | {} | {value} | {} |\n", values(setting.kind), setting.about)
    });
    head + &rows.collect::<String>()
}

fn values(kind: Kind) -> String {
    match kind {
        Kind::Check => "true, false".to_owned(),
        Kind::Spin { min, max: i64::MAX } => format!("{min} and up"),
        Kind::Spin { min, max } => format!("{min} to {max}"),
        Kind::Real { min, max } => format!("{min} to {max}"),
        Kind::Combo(words) => words.join(", "),
        Kind::Words(words) => format!("any of {}", words.join(", ")),
        Kind::Text => "text".to_owned(),
        Kind::Button => "(action)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_row_of_four_cells() {
        for line in tables().lines().filter(|line| line.starts_with('|')) {
            assert_eq!(line.matches('|').count(), 5, "{line}");
        }
    }
}
