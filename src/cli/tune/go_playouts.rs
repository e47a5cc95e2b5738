//! `sanqi tune go-playouts`: chooses the rates of playouts so that they tell who is ahead.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use parking_lot::Mutex;

use crate::base::{Crew, atomic_write};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::serve::assignment;
use crate::engine::Setting;
use crate::engine::go::Config;
use crate::engine::go::settings::SETTINGS;
use crate::engine::setting::{Kind, configured, find};
use crate::workshop::go::balance::{Ground, Known, Labeller, Miss, descend, pick, shares};
use crate::workshop::go::selfplay::PlayedGame;
use crate::workshop::selfplay::{Blocks, read_games};

/// Settings of playouts begin so.
const PREFIX: &str = "Playout";
/// Rates are changed by such steps, the widest first.
const WIDTHS: [i64; 3] = [48, 24, 12];
/// One position in so many is held out.
const HOLD_OUT: usize = 5;
/// Memory of a search, in MiB.
const TREE_MIB: usize = 128;

/// Chooses the rates of Go playouts so that they tell who is ahead.
///
/// Positions of own games, half of them after a move nobody would choose, are searched for long; they are
/// kept in a file, a line each. Then the rates are changed one after the other, while the share of playouts that Black
/// wins comes nearer to what the searches say. Both parts may be killed at any time: the same command goes
/// on. The rates belong into `engine/go/playout/policy.rs` if a match shows that they play better.
///
/// Example: sanqi tune go-playouts --selfplay own --known known.txt --out rates.txt --threads 2
#[derive(Debug, Args)]
pub struct TuneGoPlayouts {
    /// Folders of `sanqi selfplay go` that give positions
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    selfplay: Vec<PathBuf>,
    /// File of searched positions; those that are missing are added
    #[arg(long, value_name = "FILE")]
    known: PathBuf,
    /// Positions wanted in it
    #[arg(long, default_value_t = 2000)]
    positions: u64,
    /// Playouts of the search of a position
    #[arg(long, default_value_t = 10_000)]
    search: u64,
    /// Playouts from each position whenever rates are tried
    #[arg(long, default_value_t = 200)]
    playouts: u32,
    /// Where the rates go; those in it are begun with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Settings to change [default: all rates of playouts]
    #[arg(long, value_name = "NAME")]
    vary: Vec<String>,
    /// Sets another setting before
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Only measures, changes nothing
    #[arg(long)]
    measure: bool,
    /// When only measuring, also prints so many positions that playouts miss most, Black's share first
    #[arg(long, default_value_t = 0)]
    worst: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl TuneGoPlayouts {
    pub fn run(&self) -> Result<(), Failure> {
        let mut config = configured(SETTINGS, &self.set)?;
        let varied = self.varied()?;
        self.search_positions()?;
        let known = self.read_known()?;
        let numbered = known.iter().cloned().enumerate();
        let (held_out, learned): (Vec<_>, Vec<_>) =
            numbered.partition(|(number, _)| number.is_multiple_of(HOLD_OUT));
        let [held_out, learned] = [held_out, learned]
            .map(|part| part.into_iter().map(|(_, known)| known).collect::<Vec<Known>>());
        tell("held out, before", self.miss(&held_out, &config)?);
        if self.measure {
            tell("others", self.miss(&learned, &config)?);
            return self.tell_worst(&known, &config);
        }
        self.read_rates(&mut config)?;
        let tuned = self.descend(&config, &varied, &learned)?;
        tell("held out, after", self.miss(&held_out, &tuned)?);
        Ok(())
    }

    /// Changes the settings while playouts from these positions miss less; prints and returns the best.
    fn descend(
        &self,
        config: &Config,
        varied: &[&Setting<Config>],
        learned: &[Known],
    ) -> Result<Config, Failure> {
        let with = |values: &[i64]| -> Result<Config, Failure> {
            let mut config = config.clone();
            for (setting, value) in varied.iter().zip(values) {
                setting.set(&mut config, &value.to_string())?;
            }
            Ok(config)
        };
        let mut ground = ground(varied, config);
        let error = |values: &[i64]| Ok(self.miss(learned, &with(values)?)?.squared);
        let least = descend(&mut ground, &WIDTHS, error, |ground, step| {
            let name = varied.get(step.place).map_or("", |setting| setting.name);
            let mark = if step.taken { "better" } else { "" };
            eprintln!("{name:20} {:>4} {:.5} {mark}", step.value, step.error);
            self.write_rates(varied, &ground.values)
        })?;
        for (setting, value) in varied.iter().zip(&ground.values) {
            say!("{:20} {value:>4}", setting.name);
        }
        say!("learned from: mean squared miss {least:.5}");
        with(&ground.values)
    }

    fn shares(&self, known: &[Known], config: &Config) -> Result<Vec<(f64, f64)>, Failure> {
        shares(known, config, self.playouts, self.threads)
            .map_err(|panic| Failure::new(panic.to_string()))
    }

    fn miss(&self, known: &[Known], config: &Config) -> Result<Miss, Failure> {
        Ok(Miss::of(&self.shares(known, config)?, self.playouts))
    }

    /// Prints the positions that playouts miss most.
    fn tell_worst(&self, known: &[Known], config: &Config) -> Result<(), Failure> {
        let found = self.shares(known, config)?;
        let mut missed: Vec<_> = found.into_iter().zip(known).collect();
        missed.sort_by(|((a, b), _), ((c, d), _)| (c - d).abs().total_cmp(&(a - b).abs()));
        for ((share, _), known) in missed.into_iter().take(self.worst) {
            say!("{share:.3} {known}");
        }
        Ok(())
    }

    /// The settings to change.
    fn varied(&self) -> Result<Vec<&'static Setting<Config>>, Failure> {
        if self.vary.is_empty() {
            let rates = SETTINGS.iter().filter(|setting| {
                setting.name.starts_with(PREFIX)
                    && matches!(setting.kind, Kind::Spin { max: 256, .. })
            });
            return Ok(rates.collect());
        }
        self.vary.iter().map(|name| Ok(find(SETTINGS, name)?)).collect()
    }

    /// Adds the positions that the file lacks.
    fn search_positions(&self) -> Result<(), Failure> {
        let have = fs::read_to_string(&self.known).map_or(0, |text| text.lines().count() as u64);
        if have >= self.positions {
            return Ok(());
        }
        let mut games = Vec::new();
        for folder in &self.selfplay {
            let bytes = read_games::<PlayedGame>(folder)?;
            games.extend(Blocks::<PlayedGame>::new(&bytes).flatten());
        }
        let told = |error: std::io::Error| Failure::file(&self.known, &error);
        let file = OpenOptions::new().create(true).append(true).open(&self.known).map_err(told)?;
        let (file, next) = (Mutex::new(file), AtomicU64::new(have));
        let progress = Progress::new(self.positions - have, "positions");
        let mut config = Config::default();
        config.common.hash_mib = TREE_MIB;
        let search = self.search;
        let mut crew = Crew::new(self.threads.max(1), move |_| Labeller::new(&config, search));
        let results = crew.run(|_, labeller| -> std::io::Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.positions {
                    return Ok(());
                }
                let picked = pick(&games, self.seed, number);
                let known = picked.and_then(|(game, moves)| labeller.label(game, &moves));
                if let Some(known) = known {
                    // One write, so that a kill loses at most this one.
                    file.lock().write_all(format!("{known}\n").as_bytes())?;
                }
                progress.add(1);
            }
        });
        progress.finish();
        let results = results.map_err(|panic| Failure::new(panic.to_string()))?;
        results.into_iter().collect::<Result<Vec<()>, _>>().map_err(told)?;
        Ok(())
    }

    /// The positions in the file; a line that a kill cut short is left out.
    fn read_known(&self) -> Result<Vec<Known>, Failure> {
        let text =
            fs::read_to_string(&self.known).map_err(|error| Failure::file(&self.known, &error))?;
        let known: Vec<Known> = text.lines().filter_map(|line| line.parse().ok()).collect();
        if known.len() < HOLD_OUT {
            return Err(refused(&self.known, "there are hardly any positions in it"));
        }
        Ok(known)
    }

    /// Takes over the rates found before.
    fn read_rates(&self, config: &mut Config) -> Result<(), Failure> {
        let Ok(text) = fs::read_to_string(&self.out) else { return Ok(()) };
        for line in text.lines() {
            let Some((name, value)) = line.split_once('=') else {
                return Err(refused(&self.out, &format!("`{line}` is no NAME=VALUE")));
            };
            find(SETTINGS, name)?.set(config, value)?;
        }
        Ok(())
    }

    fn write_rates(&self, varied: &[&Setting<Config>], values: &[i64]) -> Result<(), Failure> {
        let lines =
            varied.iter().zip(values).map(|(setting, value)| format!("{}={value}\n", setting.name));
        let text: String = lines.collect();
        atomic_write(&self.out, |file| file.write_all(text.as_bytes()))
            .map_err(|error: std::io::Error| Failure::file(&self.out, &error))
    }
}

fn tell(what: &str, miss: Miss) {
    let Miss { squared, unexplained } = miss;
    say!("{what}: mean squared miss {squared:.5}, unexplained {:.2} %", 100.0 * unexplained);
}

/// Where the descent begins.
fn ground(varied: &[&Setting<Config>], config: &Config) -> Ground {
    let values = varied.iter().map(|setting| (setting.get)(config).parse().unwrap_or(0)).collect();
    let ranges = varied.iter().map(|setting| match setting.kind {
        Kind::Spin { min, max } => min..=max,
        _ => 0..=0,
    });
    Ground { values, ranges: ranges.collect() }
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::new(format!("{}: {why}", path.display()))
}
