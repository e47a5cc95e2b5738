//! `sanqi tune`: fits the weights of an evaluation to records.

mod go;
mod go_playouts;
mod othello;
mod othello_cuts;
mod xiangqi;

use clap::{Args, Subcommand};

use super::Failure;

/// Fits the weights of an evaluation to game records.
#[derive(Debug, Args)]
pub struct Tune {
    #[command(subcommand)]
    game: TuneGame,
}

#[derive(Debug, Subcommand)]
enum TuneGame {
    Go(go::TuneGo),
    GoPlayouts(go_playouts::TuneGoPlayouts),
    Othello(othello::TuneOthello),
    OthelloCuts(othello_cuts::TuneOthelloCuts),
    Xiangqi(xiangqi::TuneXiangqi),
}

impl Tune {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.game {
            TuneGame::Go(args) => args.run(),
            TuneGame::GoPlayouts(args) => args.run(),
            TuneGame::Othello(args) => args.run(),
            TuneGame::OthelloCuts(args) => args.run(),
            TuneGame::Xiangqi(args) => args.run(),
        }
    }
}
