//! `sanqi sparring`: a random player over any protocol.

use std::io::{BufRead, Write, stdin, stdout};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::Failure;
use crate::contest::driver::Protocol;
use crate::contest::sparring::{Act, Sparring as Player, Trouble};
use crate::record::GameKind;

/// Plays random legal moves over any protocol, and misbehaves on request
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sanqi match --game go -e \"cmd='sanqi gtp' name=sanqi\" -e \"cmd='sanqi sparring --proto gtp' tc=free\"
  sanqi sparring --proto uci --trouble crash@12   (dies at its 12th move)")]
pub struct Sparring {
    /// gtp, uci, ucci, cecp or nboard
    #[arg(long, value_name = "PROTOCOL")]
    proto: String,
    /// GTP plays Go unless this says othello
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Where the randomness starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// crash, stall, flood, illegal, garbage, resign or late:TIME, @ and the number of the move
    #[arg(long, value_name = "WHAT@MOVE")]
    trouble: Option<String>,
}

impl Sparring {
    /// Answers lines until the end of input.
    pub fn run(&self) -> Result<(), Failure> {
        let protocol: Protocol = self.proto.parse().map_err(Failure::usage)?;
        let game = match (protocol, self.game.as_deref()) {
            (Protocol::Gtp, Some("othello")) | (Protocol::Nboard, _) => GameKind::Othello,
            (Protocol::Gtp, _) => GameKind::Go,
            (Protocol::Uci | Protocol::Ucci | Protocol::Cecp, _) => GameKind::Xiangqi,
        };
        let trouble: Option<Trouble> =
            self.trouble.as_deref().map(str::parse).transpose().map_err(Failure::usage)?;
        let mut player = Player::new(protocol, game, self.seed, trouble).map_err(Failure::new)?;
        for line in stdin().lock().lines() {
            match player.hear(&line?) {
                Act::Say(lines) => say(&lines)?,
                Act::SayAfter(pause, lines) => {
                    thread::sleep(pause);
                    say(&lines)?;
                }
                Act::Quit => return Ok(()),
                Act::Die => std::process::exit(3),
                Act::Stall => thread::sleep(Duration::from_secs(3600)),
                Act::Flood => loop {
                    say(&["info string flood ".repeat(50)])?;
                },
            }
        }
        Ok(())
    }
}

fn say(lines: &[String]) -> Result<(), Failure> {
    let mut out = stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
