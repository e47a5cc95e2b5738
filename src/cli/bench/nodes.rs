//! `sanqi bench xiangqi`: nodes a second of the xiangqi search, beside an installed peer's.

use std::path::Path;

use clap::Args;

use super::peer::{self, Peer};
use super::positions;
use super::thousands;
use super::work::Work;
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cli::stopwatch::Stopwatch;
use crate::engine::Engine;
use crate::engine::xiangqi::{Config, Player};
use crate::game::xiangqi::Board;
use crate::search::Limits;

/// Measures nodes a second of the xiangqi search on 20 positions, beside fairy-stockfish's
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sanqi bench xiangqi\n  sanqi bench xiangqi --nodes 1000000\n  \
    sanqi bench xiangqi --no-peer\n\n\
    A node is one move made on the board, in both programs. Each position is searched by both, one \
    after the\nother, to the same number of nodes: one thread, 64 MiB, processor time."
)]
pub struct Nodes {
    /// Nodes of each search
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Does not run the peer
    #[arg(long)]
    no_peer: bool,
}

const PEER: &str = "fairy-stockfish";

impl Nodes {
    /// Searches all positions and prints the table.
    pub fn run(&self) -> Result<(), Failure> {
        let games = positions::half_of_xiangqi()?;
        let program = peer::find(PEER).filter(|_| !self.no_peer);
        let mut peer = program.as_deref().map(start).transpose().map_err(Failure::new)?;
        let mut player = Player::new(&Config::default());
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let (mut ours, mut theirs) = (Work::default(), Work::default());
        let progress = Progress::new(games.len() as u64, "searching");
        let mut rows = Vec::new();
        for game in &games {
            let work = Work::of(&mut player, game, &limits);
            ours.add(work);
            let mut row = format!("{:<77} {:>11}", game.position().fen(), thousands(work.rate()));
            if let Some(peer) = &mut peer {
                let work = self.peer_search(peer, game.position()).map_err(Failure::new)?;
                theirs.add(work);
                row += &format!(" {:>11}", thousands(work.rate()));
            }
            rows.push(row);
            progress.add(1);
        }
        progress.finish();
        say!("{:<77} {:>11} {:>11}", "position", "a second", PEER);
        rows.iter().for_each(|row| say!("{row}"));
        let ratio = |theirs: Work| {
            format!("{} ratio {:.2}", thousands(theirs.rate()), ours.rate() / theirs.rate())
        };
        let theirs = peer.map_or_else(|| "-".to_owned(), |_| ratio(theirs));
        say!("\n{:<77} {:>11} {theirs:>11}", "all", thousands(ours.rate()));
        say!("One thread; seconds of the {}.", Stopwatch::start().clock());
        Ok(())
    }

    fn peer_search(&self, peer: &mut Peer, board: &Board) -> Result<Work, String> {
        peer.send("ucinewgame")?;
        peer.send(&format!("position fen {}", board.fen()))?;
        peer.send("isready")?;
        peer.wait_for("readyok")?;
        let watch = peer.stopwatch();
        peer.send(&format!("go nodes {}", self.nodes))?;
        let told = peer.until("bestmove")?;
        let time = watch.elapsed();
        let mut words = told
            .iter()
            .rev()
            .flat_map(|line| line.split_whitespace().skip_while(|&word| word != "nodes"));
        let nodes = words.nth(1).and_then(|word| word.parse().ok());
        Ok(Work { nodes: nodes.ok_or("the peer did not tell its nodes")?, time })
    }
}

fn start(program: &Path) -> Result<Peer, String> {
    let mut peer = Peer::start(program)?;
    peer.send("uci")?;
    peer.wait_for("uciok")?;
    peer.send("setoption name UCI_Variant value xiangqi")?;
    peer.send("setoption name Hash value 64")?;
    peer.send("setoption name Threads value 1")?;
    Ok(peer)
}
