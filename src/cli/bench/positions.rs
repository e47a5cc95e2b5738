//! Xiangqi positions to measure searches on: level ones of own games, from the opening to the endgame.

use crate::cli::Failure;
use crate::game::Game;
use crate::game::xiangqi::Board;

/// Every third ply of games that the player had with itself, from the tenth on.
const XIANGQI: [&str; 40] = [
    "rnbaka1nr/9/3c3cb/pC2p1p2/2p4Cp/9/P1P1P1P1P/4B4/9/RN1AKABNR w",
    "rnbakabR1/8c/6n2/1cp1p1p1p/p2C5/6P2/P1P1P3P/1C4N2/9/RNBAKAB2 b",
    "rn1akabr1/8c/c3b1n2/p1p1p3p/1R4p2/2B6/P1P1P1P1P/2N4CR/9/2CAKABN1 w",
    "2bakab2/3r4r/n5nc1/4p1pCp/p1p6/1R4P2/P1P1P3P/C3B1N2/4A4/2B1K3R b",
    "2bakab1r/9/6nc1/2p1p1p1p/p8/2Pn5/1r2c1P1P/N3B4/2C1C4/R2AKABNR w",
    "2bakabr1/9/2n1c1n2/rCp1p1p1p/p8/2P3P1P/P3P3R/N1C6/4A1N1c/1RBAK1B2 b",
    "2bakabn1/9/2n1c4/p3p1p1p/9/2N1c3P/P5P2/2C1B3R/3NC2r1/1r1AKAB2 w",
    "rn1ak1b2/4a4/2ccb3n/p5p2/1CpC2r2/P1P1p3p/4P4/2N1B1N2/6R2/3AKAB1R b",
    "2baka3/r8/3R2n1b/4p1p1p/p1p6/5NP1P/P1n1P4/B1N5c/4A4/4KAB2 w",
    "4kab2/4a4/r1n1b4/p3nR2p/2p6/P3c1C2/R1P1N3P/1C7/4A2r1/2B1KAB2 b",
    "3akab2/9/2n2cc1n/2C1p4/P1b3r1p/9/4P3P/2N1B1C2/4AN3/2BAKR3 w",
    "4ka2r/4a4/b3b2R1/p7p/4C4/2P1c4/6P1P/6C2/5K3/6rNR b",
    "3rkab2/4a4/2n1b1P2/p1p1p1c1r/8p/PNP1P2R1/6R1P/4B4/9/3AKAB2 w",
    "3ak2C1/4a4/c3b4/p7p/3n5/2B2nP2/P7P/2N5N/4A4/4KAB2 b",
    "rn2ka3/c3a4/2c1b3b/pRp6/4CPp2/6P2/P3P1n1P/B5N1B/3rN4/3AKA1R1 w",
    "2bakaR2/9/P8/9/9/9/4n4/C3B1p2/9/2BAKA1r1 b",
    "2Raka3/9/9/p3p3R/2p1r1p2/8P/6r2/4B4/4A4/3AK1B2 w",
    "3ak4/4a4/4b4/p1p3p1p/9/2PnN1P2/P2R4P/B2KnA3/4A4/6r2 b",
    "2bcka3/4a4/4b4/8p/p6c1/7R1/P3N1r2/4B3C/9/2BAKA3 w",
    "4ka3/3na3r/9/p7p/9/4p4/P1r3P1P/3NC4/8C/cR1AKAB2 b",
    "2baka3/9/n1C6/8p/p1b1P4/8P/9/4r1p2/4A4/2C1KAcR1 w",
    "4kab2/4a4/4b4/6C2/p3PCn2/2N6/P7P/2n1BK3/4A4/c8 b",
    "2b1ka3/4a4/4b4/4P4/p8/3N5/P5n2/4B1r2/4AR3/3AK1p2 w",
    "2b1kab2/4aR3/9/8p/2r1n1p2/R8/4N1P1P/1r2B1NC1/c3A4/3AK4 b",
    "4ka3/4a4/b7b/p3p3R/9/2B1P1P1P/P8/1C2B4/1r7/1c2KA3 w",
    "2b1ka3/4a4/4b4/6RP1/9/9/5r1nP/4B4/4AC3/3A1KB2 b",
    "2ba1k3/4a4/9/4P4/2bN5/2B6/5n1n1/4B4/4A4/3K1A3 w",
    "C3k1b2/4a2R1/3abr3/1R7/5n3/4r4/P5c1P/2N1B1p2/4A4/2B1KA3 b",
    "4k4/4a4/9/6r2/8P/6N2/2R6/4B3B/4Ar3/3AK4 w",
    "4ka3/4a4/b1R6/4P2Cp/2c6/p5B2/5n3/5N3/2n1A4/1r1C1K3 b",
    "3k1a3/4a4/N2N5/3n5/6b2/5n3/6p2/9/4A4/3A1KB2 w",
    "3ak4/9/3ab4/6r1p/2b6/2R5P/9/4B4/1p2A4/2B1KA3 b",
    "C3k4/4a4/2P1ba3/9/2b6/3n5/9/4pA3/4A4/5K3 w",
    "9/3k5/9/4c4/1n1n4R/9/9/4B4/4A4/4KAB2 b",
    "3ak4/4a4/4b4/5R3/PNb3p1P/9/5p3/8B/4A4/1r2KA3 w",
    "5k3/4a4/3a5/1N7/9/8P/3pp2n1/9/1C2A4/1n2KAB2 b",
    "3ak4/9/5a3/2R6/9/2B6/4p1r2/9/4A4/4KA3 w",
    "3k1ab2/4a1N2/4b4/5P3/9/2B6/4pp3/9/1c2A4/1CBAK4 b",
    "3k1ab2/4a2C1/9/5P3/9/2B6/5c3/9/3pAK3/1cBA5 w",
    "4k4/9/9/9/2N1P4/2p6/n8/3AB4/3K5/5A3 b",
];

/// All positions.
pub(super) fn xiangqi() -> Result<Vec<Game<Board>>, Failure> {
    XIANGQI.iter().map(|fen| Ok(Game::new(Board::from_fen(fen)?, Default::default()))).collect()
}

/// Half of them, as many of either side to move.
pub(super) fn half_of_xiangqi() -> Result<Vec<Game<Board>>, Failure> {
    let all = xiangqi()?.into_iter().enumerate();
    Ok(all.filter(|(index, _)| index % 4 < 2).map(|(_, game)| game).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Color;

    #[test]
    fn there_are_positions_of_both_sides() {
        let count =
            |games: &[Game<Board>], color| games.iter().filter(|g| g.turn() == color).count();
        let (all, half) = (xiangqi().unwrap(), half_of_xiangqi().unwrap());
        for color in Color::BOTH {
            assert_eq!((count(&all, color), count(&half, color)), (20, 10));
        }
    }
}
