//! The words of `sanqi match`: the same on the command line and in a TOML file.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;

use crate::contest::spec::EngineFields;

/// Everything an operator may say about a match but the engines. The command line wins over the
/// file.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fields {
    /// The game: go, xiangqi or othello
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Time control: 100ms/move, 60s+500ms, 5m, 40/5m, 10m+3x30s (Japanese byo-yomi), 10m+25/5m
    /// (Canadian), nodes=20000, depth=8, playouts=2000, free; joined with commas [default: 1s/move]
    #[arg(long, value_name = "TC")]
    pub tc: Option<String>,
    /// Games of each pairing; each opening is played twice, colours swapped [default: twice the
    /// number of openings]
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    /// File of openings, or `none` for the usual start [default: the set that comes with sanqi]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<String>,
    /// Use at most this many plies of each opening (games of SGF, PGN and GGF files)
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Take the openings in random order
    #[arg(long, num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub shuffle: Option<bool>,
    /// Games at a time [default: 1]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    /// Who meets whom: round-robin, or gauntlet (the first engine against all others)
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Stop when it is decided whether the first engine is ELO1 rather than ELO0 stronger than the
    /// second: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Seed of the match; every game gets its own from it [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Folder for the journal, the games, the logs and the summary [default: matches/GAME]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Name of the match, for the records [default: the folder's name]
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// How late a move may be before it loses, e.g. 100ms [default: 100ms]
    #[arg(long, value_name = "TIME")]
    pub margin: Option<String>,
    /// How long a move without a clock may take, and how long a fallen flag is waited for before
    /// the engine counts as hung [default: 60s]
    #[arg(long, value_name = "TIME")]
    pub move_timeout: Option<String>,
    /// How long an engine may take to start [default: 20s]
    #[arg(long, value_name = "TIME")]
    pub start_timeout: Option<String>,
    /// A game is lost when for MOVES moves one side calls itself POINTS/100 pawns (discs) down
    /// and the other agrees: POINTS,MOVES, e.g. 1000,5
    #[arg(long, value_name = "POINTS,MOVES")]
    pub resign: Option<String>,
    /// A game is drawn when after PLY both sides stay within POINTS/100 of even for MOVES moves:
    /// POINTS,MOVES,PLY, e.g. 10,10,100
    #[arg(long, value_name = "POINTS,MOVES,PLY")]
    pub draw: Option<String>,
    /// Longest game in plies: then xiangqi is drawn, Go is counted [default: 600; in Go three
    /// times the points of the board]
    #[arg(long, value_name = "N")]
    pub max_plies: Option<usize>,
    /// Go: lines of the board [default: 9]
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
    /// Go: points for White [default: those of the rules]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub komi: Option<f32>,
    /// Go: chinese, chinese-kgs, tromp-taylor, japanese, aga, new-zealand, ...; xiangqi: asian,
    /// chinese, league, none (how repetition is judged) [default: chinese; asian]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Go: how boards are counted after two passes: auto (the referee, else what both players
    /// agree upon, else what they play out) or tromp-taylor (all stones alive)
    #[arg(long, value_name = "HOW")]
    pub scoring: Option<String>,
    /// Log every line said to and by the engines, not only their stderr
    #[arg(long, num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub debug: Option<bool>,
}

/// A match as a TOML file has it.
#[derive(Debug, Default)]
pub struct MatchFile {
    /// The common fields.
    pub fields: Fields,
    /// The `[[engine]]` tables.
    pub engines: Vec<EngineFields>,
    /// The `[referee]` table.
    pub referee: Option<EngineFields>,
}

impl MatchFile {
    /// Reads the file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let place = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{place}: {error}"))?;
        Self::parse(&text).map_err(|why| format!("{place}: {why}"))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut table: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let engines = match table.remove("engine") {
            None => Vec::new(),
            Some(engines) => engines.try_into().map_err(|e| format!("[[engine]]: {e}"))?,
        };
        let referee = match table.remove("referee") {
            None => None,
            Some(referee) => Some(referee.try_into().map_err(|e| format!("[referee]: {e}"))?),
        };
        let fields = table.try_into().map_err(|error| error.to_string())?;
        Ok(Self { fields, engines, referee })
    }
}

impl Fields {
    /// These fields, with what they leave open taken from `file`.
    #[must_use]
    pub fn over(self, file: Self) -> Self {
        Self {
            game: self.game.or(file.game),
            tc: self.tc.or(file.tc),
            games: self.games.or(file.games),
            openings: self.openings.or(file.openings),
            opening_plies: self.opening_plies.or(file.opening_plies),
            shuffle: self.shuffle.or(file.shuffle),
            concurrency: self.concurrency.or(file.concurrency),
            format: self.format.or(file.format),
            sprt: self.sprt.or(file.sprt),
            seed: self.seed.or(file.seed),
            out: self.out.or(file.out),
            event: self.event.or(file.event),
            margin: self.margin.or(file.margin),
            move_timeout: self.move_timeout.or(file.move_timeout),
            start_timeout: self.start_timeout.or(file.start_timeout),
            resign: self.resign.or(file.resign),
            draw: self.draw.or(file.draw),
            max_plies: self.max_plies.or(file.max_plies),
            size: self.size.or(file.size),
            komi: self.komi.or(file.komi),
            rules: self.rules.or(file.rules),
            scoring: self.scoring.or(file.scoring),
            debug: self.debug.or(file.debug),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_the_command_line_can() {
        let text = r#"
game = "xiangqi"
tc = "100ms/move"
games = 64
sprt = "0,10"

[[engine]]
name = "new"
cmd = "./sanqi"
[engine.option]
Hash = 64

[[engine]]
cmd = "fairy-stockfish"
proto = "uci"
"#;
        let file = MatchFile::parse(text).unwrap();
        assert_eq!(file.fields.games, Some(64));
        assert_eq!(file.engines.len(), 2);
        let line = Fields { games: Some(2), ..Fields::default() };
        let both = line.over(file.fields);
        assert_eq!((both.games, both.tc.as_deref()), (Some(2), Some("100ms/move")));
    }

    #[test]
    fn a_misspelt_word_is_an_error() {
        let error = MatchFile::parse("gmaes = 3").unwrap_err();
        assert!(error.contains("gmaes"), "{error}");
        let error = MatchFile::parse("[[engine]]\ncmd = 'x'\ncolour = 'red'").unwrap_err();
        assert!(error.contains("colour"), "{error}");
    }
}
