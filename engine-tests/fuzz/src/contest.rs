//! What the match runner reads: what engines say, match files, openings.

use std::time::Duration;

use sanqi::cli::MatchFile;
use sanqi::contest::driver::{Greeting, Protocol, Reply, Turn, connect};
use sanqi::contest::openings::{Opening, read_lines};
use sanqi::contest::pace::{Clock, Pace};
use sanqi::contest::process::Process;
use sanqi::contest::table::Rules;
use sanqi::record::{GameKind, text};

/// Protocols and the games they are spoken at; the first byte picks one.
const TALKS: [(Protocol, GameKind); 6] = [
    (Protocol::Gtp, GameKind::Go),
    (Protocol::Gtp, GameKind::Othello),
    (Protocol::Uci, GameKind::Xiangqi),
    (Protocol::Ucci, GameKind::Xiangqi),
    (Protocol::Cecp, GameKind::Xiangqi),
    (Protocol::Nboard, GameKind::Othello),
];

/// An engine that says anything: pieces between zero bytes, one for each line said to it.
pub fn engine_talk(bytes: &[u8]) {
    let Some((&first, said)) = bytes.split_first() else { return };
    let (protocol, game) = TALKS[usize::from(first) % TALKS.len()];
    let process = Process::scripted(said.split(|&byte| byte == 0).map(<[u8]>::to_vec));
    let greeting = Greeting {
        game,
        options: &[("Hash".to_owned(), "16".to_owned())],
        init: &["hello {seed}".to_owned()],
        first_rank: None,
        patience: Duration::from_millis(1),
    };
    let Ok(mut driver) = connect(protocol, process, &greeting) else { return };
    let rules = Rules::default();
    let opening = Opening::usual(game, &rules);
    let mut table = opening.table(&rules).expect("the usual start");
    let pace: Pace = "10+0.1,depth=3".parse().expect("a pace");
    if driver.new_game(table.line(), &pace, 7).is_err() {
        return;
    }
    for _ in 0..8 {
        let turn = Turn {
            line: table.line(),
            color: table.turn(),
            pace: &pace,
            clocks: &[Clock::new(pace.clock), Clock::new(pace.clock)],
            patience: Duration::from_millis(1),
            draw_offered: false,
            cleanup: false,
        };
        let Ok(answer) = driver.think(&turn) else { return };
        let Reply::Move(mv) = answer.reply else { break };
        if table.play(&mv).is_err() {
            break;
        }
    }
    let _ = (driver.dead_stones(table.line()), driver.final_score(table.line()));
    let _ = driver.end_game(table.line(), "1-0");
    driver.quit();
}

/// Match files, paces and openings of every game.
pub fn match_file(bytes: &[u8]) {
    let text = text::decode(bytes).text;
    if let Err(error) = MatchFile::parse(&text) {
        assert!(!error.is_empty());
    }
    if let Ok(pace) = text.parse::<Pace>() {
        assert_eq!(pace.to_string().parse::<Pace>(), Ok(pace));
    }
    for game in [GameKind::Go, GameKind::Xiangqi, GameKind::Othello] {
        let rules = Rules::default();
        for opening in read_lines(&text, game, &rules).into_iter().flatten() {
            opening.table(&rules).expect("an opening that was checked");
        }
    }
}
