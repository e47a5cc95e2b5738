//! `sanqi match`: engines play each other.

mod fields;
mod prepare;
mod show;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use self::fields::Fields;
pub use self::fields::MatchFile;
use self::prepare::{Prepared, prepare};
use self::show::Show;
use super::Failure;
use crate::contest::driver::Identity;
use crate::contest::log::EngineLog;
use crate::contest::player::Player;
use crate::contest::run::{Ending, Match};
use crate::contest::save;
use crate::contest::spec::EngineSpec;
use crate::contest::summary::{Basis, summarise};

/// Engines play each other: Go, xiangqi or Othello, any number of engines, any protocol
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub struct Contest {
    /// A TOML file that describes the match; options given here win over it
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    /// An engine: cmd=PROGRAM ARGUMENTS [proto=gtp|ucci|uci|cecp|nboard] [name=NAME]
    /// [option.NAME=VALUE] [tc=TC] [init='LINE'] [dir=DIR] [env.NAME=VALUE] [coords=zero|one]
    /// [restart=on]; give it once for each engine
    #[arg(short, long = "engine", value_name = "ENGINE")]
    engines: Vec<String>,
    /// Go: a GTP engine, described like an engine, that says which stones are dead
    #[arg(long, value_name = "ENGINE")]
    referee: Option<String>,
    /// Go on with the match in the folder --out; no finished game is lost
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    fields: Fields,
}

const HELP: &str = "\
Examples:
  Xiangqi, 64 games on the 32 openings that come with sanqi, two at a time:
    sanqi match --game xiangqi --tc 100ms/move --concurrency 2 --out results/fsf \\
      -e \"cmd=./sanqi proto=ucci name=sanqi option.hashsize=64\" \\
      -e \"cmd=fairy-stockfish proto=uci option.Hash=64\"
  Is the new version stronger? Stop as soon as it is clear:
    sanqi match --game xiangqi --tc nodes=20000 --games 20000 --shuffle --sprt 0,10 \\
      -e \"cmd=./new/sanqi name=new proto=uci\" -e \"cmd=./old/sanqi name=old proto=uci\"
  Go on 9x9 against GNU Go, GNU Go also tells dead stones; it has no clock, so tc=free:
    sanqi match --game go --size 9 --komi 7.5 --tc 1s/move --games 100 \\
      --referee \"cmd=gnugo --mode gtp --chinese-rules\" \\
      -e \"cmd=./sanqi gtp\" -e \"cmd=gnugo --mode gtp --chinese-rules --level 10 tc=free\"
  Othello, first engine against all others:
    sanqi match --game othello --format gauntlet --tc 1m+1s \\
      -e \"cmd=./sanqi gtp --game othello\" \\
      -e \"cmd=gtp-rhino -l 3 name=rhino3 tc=free\" -e \"cmd=gtp-rhino -l 5 name=rhino5 tc=free\"
  xboard engines (HoiXiangqi, MaxQi) speak cecp and know whole seconds, clocks and depth:
    sanqi match --game xiangqi --tc 1s/move -e \"cmd=hoixiangqi proto=cecp\" -e \"cmd=maxqi proto=cecp\"
  Go on after Ctrl-C, a crash or a power cut (the same command and --resume):
    sanqi match ... --out results/fsf --resume

A TOML file says the same:
  game = \"xiangqi\"
  tc = \"100ms/move\"
  concurrency = 2
  out = \"results/fsf\"
  [[engine]]
  name = \"sanqi\"
  cmd = \"./sanqi\"
  proto = \"ucci\"
  [engine.option]
  hashsize = 64
  [[engine]]
  cmd = \"fairy-stockfish\"
  [engine.option]
  Hash = 64

Seeds: every game has its own. An engine that declares an option Seed, or knows GNU Go's
set_random_seed, gets it; elsewhere write {seed} in cmd, option or init: cmd=prog --seed {seed}.

Judging: every move is judged by sanqi's own rules. An illegal move, a fallen flag (beyond
--margin), a crash, a hang or a flood of output loses the game; the engine is started again and the
match goes on. Repetition, mate, stalemate and the natural limit are judged by the rules of the game.

Files in --out:
  journal.jsonl the journal: one line for each finished game, on disk at once
  games/        every game as SGF (Go), PGN (xiangqi) or GGF (Othello)
  summary.json  result, options, hashes of the binaries, seeds, load, all games
  match.json    what decides the games: --resume refuses to mix different matches
  logs/         stderr of the engines, and with --debug every line said
scripts/rejudge replays the games with outside rules and lists disagreements.

Openings: a text file, one on a line: [name |] moves or position [| moves]. Xiangqi moves in ICCS,
WXF or Chinese, Go moves as vertices (D4), Othello as f5d6c3; positions as FEN or 64 squares; or an
SGF, PGN or GGF file, with --opening-plies.

Points are 2 for a win and 1 for a draw. Elo comes from pairs of games with the same opening
(pentanomial), with its 95 % interval; LOS is the likelihood that the engine is the stronger.

Exit code: 0 complete or decided, 1 failed, 2 wrong usage, 130 interrupted.";

impl Contest {
    /// Plays the match.
    pub fn run(&self) -> Result<(), Failure> {
        let ready = self.prepare().map_err(Failure::usage)?;
        let contest = &ready.contest;
        let basis = Basis::of(contest, &ready.plan, &ready.openings);
        self.check_folder(contest, &basis)?;
        let stop = stop_on_signal()?;
        let identities = meet_engines(contest, &stop)?;
        for (engine, identity) in contest.engines.iter().zip(&identities) {
            eprintln!("{}: {} {}", engine.name, identity.name, identity.version);
        }
        let names: Vec<String> = contest.engines.iter().map(|e| e.name.clone()).collect();
        let mut show = Show::new(names, contest.sprt, contest.fixtures.len(), 0);
        let (ending, entries) = contest.run(stop, &mut |news| show.tell(&news))?;
        show.finish(ending, &entries);
        let summary = summarise(contest, &basis, &identities, ending, &entries);
        let path = contest.folder.join("summary.json");
        write_json(&path, &serde_json::to_string_pretty(&summary)?)?;
        eprintln!("{}", path.display());
        match ending {
            Ending::Complete | Ending::Decided => Ok(()),
            Ending::Interrupted => Err(Failure::interrupted("match interrupted")),
        }
    }

    fn prepare(&self) -> Result<Prepared, String> {
        let file = match &self.file {
            Some(path) => MatchFile::read(path)?,
            None => MatchFile::default(),
        };
        let fields = self.fields.clone().over(file.fields);
        let game = prepare::game(fields.game.as_deref())?;
        let mut engines = Vec::new();
        for (number, engine) in file.engines.into_iter().enumerate() {
            let engine = engine.finish(game);
            engines.push(engine.map_err(|why| format!("[[engine]] {}: {why}", number + 1))?);
        }
        for text in &self.engines {
            engines.push(EngineSpec::from_words(text, game)?);
        }
        let referee = match (&self.referee, file.referee) {
            (Some(text), _) => Some(EngineSpec::from_words(text, game)?),
            (None, Some(fields)) => {
                Some(fields.finish(game).map_err(|why| format!("[referee]: {why}"))?)
            }
            (None, None) => None,
        };
        prepare(&fields, engines, referee)
    }

    /// A folder holds one match: a new one needs an empty folder, a resumed one its own.
    fn check_folder(&self, contest: &Match, basis: &Basis) -> Result<(), Failure> {
        let folder = &contest.folder;
        let path = folder.join("match.json");
        let begun = fs::metadata(folder.join("journal.jsonl")).is_ok_and(|file| file.len() > 0);
        if begun && !self.resume {
            return Err(Failure::usage(format!(
                "{} holds a match already: --resume goes on with it, --out names another folder",
                folder.display()
            )));
        }
        if begun && let Ok(text) = fs::read_to_string(&path) {
            let before: Basis = serde_json::from_str(&text)
                .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
            if let Some(difference) = basis.difference(&before) {
                return Err(Failure::usage(format!(
                    "{} is another match: {difference}",
                    folder.display()
                )));
            }
        }
        fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        write_json(&path, &serde_json::to_string_pretty(basis)?)
    }
}

fn write_json(path: &Path, text: &str) -> Result<(), Failure> {
    save::write(path, &format!("{text}\n"))
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// A flag that Ctrl-C and a polite kill set; a second one ends the program at once.
fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // The journal is on disk; nothing is lost.
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// Starts every engine once, so that a wrong path or option is told before the first game.
fn meet_engines(contest: &Match, stop: &Arc<AtomicBool>) -> Result<Vec<Identity>, Failure> {
    let mut identities = Vec::new();
    for spec in contest.engines.iter().chain(&contest.referee) {
        let stop = Arc::clone(stop);
        let mut player = Player::new(
            Arc::clone(spec),
            contest.terms.game,
            contest.terms.start_patience,
            Arc::new(EngineLog::none()),
            Arc::new(move || stop.load(Ordering::Relaxed)),
        );
        player.driver(1).map_err(|fault| Failure::new(format!("{} {fault}", spec.name)))?;
        identities.push(player.identity().cloned().unwrap_or_default());
        player.quit();
    }
    Ok(identities)
}
