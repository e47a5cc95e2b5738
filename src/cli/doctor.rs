//! `sanqi doctor`: what the program found on this machine, and where.

use std::env;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;

use super::Failure;
use crate::base::data;
use crate::engine::xiangqi::evaluate::network::{Kernel, Network};

/// Shows which data, threads and SIMD were found, and where
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sanqi doctor\n  SANQI_DATA=/srv/sanqi sanqi doctor")]
pub struct Doctor {}

impl Doctor {
    /// Prints the findings.
    pub fn run(&self) -> Result<(), Failure> {
        say!("sanqi {}", env!("CARGO_PKG_VERSION"));
        say!("program    {}", program());
        say!("machine    {} {}", env::consts::OS, env::consts::ARCH);
        say!("threads    {}", threads());
        say!("simd       {}", simd().join(" "));
        say!("network    {}", network());
        for place in data::places() {
            say!("data       {} ({}) {}", place.path.display(), place.origin, found(&place.path));
        }
        for folder in ["book", "patterns"] {
            match data::find(Path::new(folder)) {
                Some(path) => say!("{folder:<10} {}, {}", path.display(), contents(&path)),
                None => say!(
                    "{folder:<10} not found: set SANQI_DATA to the folder that holds `{folder}`"
                ),
            }
        }
        Ok(())
    }
}

fn program() -> String {
    env::current_exe()
        .map_or_else(|error| format!("unknown ({error})"), |path| path.display().to_string())
}

fn threads() -> String {
    thread::available_parallelism()
        .map_or_else(|error| format!("unknown ({error})"), |n| n.to_string())
}

/// The network of the xiangqi evaluation in this executable.
fn network() -> String {
    Network::embedded().map_or_else(
        || "none for xiangqi: the hand-made evaluation plays".to_owned(),
        |network| {
            let checksum = crc32fast::hash(&network.to_bytes());
            format!("xiangqi {network}, checksum {checksum:08x}, {} code", Kernel::detect().name())
        },
    )
}

fn found(path: &Path) -> &'static str {
    if path.is_dir() { "present" } else { "absent" }
}

fn contents(folder: &Path) -> String {
    let files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    format!("{} entries", files.len())
}

/// The SIMD sets that the run-time detection may choose from.
#[cfg(target_arch = "x86_64")]
fn simd() -> Vec<&'static str> {
    let sets = [
        ("sse4.2", is_x86_feature_detected!("sse4.2")),
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("avx", is_x86_feature_detected!("avx")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
    ];
    let present: Vec<_> = sets.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
    if present.is_empty() { vec!["none beyond x86-64"] } else { present }
}

/// Other machines take the scalar path.
#[cfg(not(target_arch = "x86_64"))]
fn simd() -> Vec<&'static str> {
    vec!["scalar code only"]
}
