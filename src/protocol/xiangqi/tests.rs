//! Whole UCCI and UCI conversations.

use super::*;
use crate::protocol::testing::{self, Toy, ToyConfig};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/// Two rooks mate: Black has no move.
const MATED: &str = "R3k4/R8/9/9/9/9/9/9/9/3K5 b";

fn open(dialect: Dialect) -> impl FnOnce(Sender<Message<EngineNews>>) -> Xiangqi<Toy<Board>> {
    move |inbox| Xiangqi::new(dialect, ToyConfig::default(), Preferences::default(), inbox)
}

fn ucci(text: &str) -> String {
    testing::talk(open(Dialect::Ucci), text)
}

fn uci(text: &str) -> String {
    testing::talk(open(Dialect::Uci), text)
}

/// The lines that are not `info`.
fn answers(said: &str) -> Vec<&str> {
    said.lines().filter(|line| !line.starts_with("info ")).collect()
}

#[test]
fn ucci_says_hello_with_its_options() {
    let said = ucci("ucci\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], format!("id name sanqi {}", env!("CARGO_PKG_VERSION")));
    assert!(lines.contains(&"option usemillisec type check default false"), "{said}");
    assert!(lines.contains(&"option hashsize type spin min 1 max 65536 default 64"), "{said}");
    assert!(lines.contains(&"option newgame type button"), "{said}");
    assert!(lines.contains(&"option bookfiles type string"), "{said}");
    assert_eq!(lines[lines.len() - 2..], ["ucciok", "bye"]);
}

#[test]
fn uci_says_hello_with_its_options() {
    let said = uci("uci\nquit\n");
    let lines: Vec<&str> = said.lines().collect();
    let variant = "option name UCI_Variant type combo default xiangqi var xiangqi";
    assert!(lines.contains(&variant), "{said}");
    assert!(lines.contains(&"option name Hash type spin default 64 min 1 max 65536"), "{said}");
    assert_eq!(lines.last(), Some(&"uciok"));
}

#[test]
fn a_search_reports_in_the_words_of_its_protocol() {
    assert_eq!(
        ucci("ucci\nposition startpos\ngo depth 1\n")
            .lines()
            .skip_while(|l| *l != "ucciok")
            .collect::<Vec<_>>(),
        [
            "ucciok",
            "info depth 1 score 25 pv a0a1 a6a5",
            "info time 5 nodes 10",
            "bestmove a0a1 ponder a6a5"
        ]
    );
    assert_eq!(
        uci("position startpos\ngo depth 1\n").lines().collect::<Vec<_>>(),
        [
            "info depth 1 seldepth 2 multipv 1 score cp 25 nodes 10 nps 2000 hashfull 0 time 5 pv a0a1 a6a5",
            "bestmove a0a1 ponder a6a5"
        ]
    );
}

#[test]
fn no_move_is_told_in_the_words_of_its_protocol() {
    assert_eq!(ucci(&format!("position fen {MATED}\ngo depth 1\n")), "nobestmove\n");
    assert_eq!(
        uci(&format!("position fen {MATED}\ngo depth 1\n")),
        "info depth 0 score mate 0\nbestmove (none)\n"
    );
}

#[test]
fn stop_when_idle_is_nobestmove_in_ucci_and_nothing_in_uci() {
    assert_eq!(ucci("stop\n"), "nobestmove\n");
    assert_eq!(uci("stop\n"), "");
}

#[test]
fn every_stop_ends_the_search_before_it() {
    let said = uci("go infinite\nstop\nposition startpos moves h2e2\ngo infinite\nisready\nstop\n");
    assert_eq!(
        answers(&said),
        ["bestmove a0a1 ponder a6a5", "readyok", "bestmove a6a5 ponder a0a1"]
    );
}

#[test]
fn isready_is_answered_while_thinking() {
    let said = testing::talk_slowly(
        open(Dialect::Uci),
        &[
            (0, "isready"),
            (0, "go infinite"),
            (30, "isready"),
            (0, "setoption name Hash value 1"),
            (0, "stop"),
        ],
    );
    assert_eq!(answers(&said), ["readyok", "readyok", "bestmove a0a1 ponder a6a5"]);
}

#[test]
fn a_ponderhit_ends_no_search_that_does_not_ponder() {
    let (sender, _inbox) = crossbeam::channel::unbounded();
    let mut engine = open(Dialect::Uci)(sender);
    let mut out = Out::default();
    engine.line(&Line::now("go infinite"), &mut out);
    engine.interject(&Line::now("ponderhit"), &mut out);
    assert!(engine.is_endless(), "it still waits for a stop");
}

#[test]
fn a_ponderhit_lets_the_search_end_by_its_limits() {
    let said = uci("go ponder depth 1\nponderhit\n");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5"]);
}

#[test]
fn banned_moves_are_not_played_unless_all_are_banned() {
    let said = ucci(&format!("position fen {START}\nbanmoves a0a1 a0a2\ngo depth 1\n"));
    assert_eq!(answers(&said), ["bestmove a3a4 ponder a6a5"]);
    // A new position lifts the ban.
    let said = ucci("banmoves a0a1\nposition startpos\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5"]);
    let all = Game::new(Board::start(), Rules::default()).legal_moves();
    let all: Vec<String> = all.iter().map(Move::to_string).collect();
    let said = ucci(&format!("banmoves {}\ngo depth 1\n", all.join(" ")));
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5"]);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let said = uci("go searchmoves h2e2 b2e2 depth 1\n");
    assert!(
        answers(&said)[0].starts_with("bestmove b2e2")
            || answers(&said)[0].starts_with("bestmove h2e2")
    );
}

#[test]
fn resigning_and_draws_follow_the_move_in_ucci() {
    let said = ucci("setoption hopeless true\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a0a1 resign"]);
    let said = ucci("setoption draw true\ngo draw depth 1\n");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5 draw"]);
    let said = uci("setoption name Hopeless value true\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a0a1"]);
}

#[test]
fn depth_zero_is_a_score_without_a_move() {
    let said = ucci("go depth 0\n");
    assert_eq!(answers(&said), ["nobestmove"]);
    assert!(said.starts_with("info depth 1 score 25"), "{said}");
}

#[test]
fn a_wrong_position_leaves_the_old_one() {
    let said = uci("position startpos moves h2e2\nposition fen nonsense\ngo depth 1\n");
    assert!(said.starts_with("info string position kept: "), "{said}");
    assert_eq!(answers(&said), ["bestmove a6a5 ponder a0a1"]);
    let said = ucci("position startpos moves h2e2 h2e2\ngo depth 1\n");
    assert!(said.starts_with("info message position kept: move 2: "), "{said}");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5"]);
}

#[test]
fn unknown_options_and_words_are_ignored_in_silence() {
    assert_eq!(uci("setoption name OwnBook value true\nxyzzy\nuciok\nposition\n"), "");
    assert_eq!(ucci("setoption promotion false\nsetoption style risky\npopboard\n"), "");
}

#[test]
fn refused_values_are_explained() {
    let said = uci("setoption name Threads value many\n");
    assert_eq!(said, "info string `Threads` takes a whole number from 1 to 256, not `many`\n");
    assert_eq!(
        uci("setoption name UCI_Variant value chess\n"),
        "info string only xiangqi is played, not `chess`\n"
    );
}

#[test]
fn controllers_that_count_ranks_from_one_are_answered_so() {
    let said = uci("position startpos moves h3e3\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a7a6 ponder a1a2"]);
    let said = uci("setoption name UCI_Variant value xiangqi\nposition startpos\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a1a2 ponder a7a6"]);
    let said = testing::talk(open(Dialect::Cyclone), "startpos moves h2e2\ngo depth 1\n");
    assert_eq!(answers(&said), ["bestmove a6a5 ponder a0a1"]);
}

#[test]
fn perft_counts_by_move_in_both_protocols() {
    for said in [ucci("go perft 2\n"), uci("go perft 2\n")] {
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.iter().filter(|line| line.contains(": ") && line.len() < 10).count(), 44);
        assert!(lines.contains(&"Nodes searched: 1920"), "{said}");
        assert!(lines.iter().any(|line| line.starts_with("Time: ")), "{said}");
    }
}

#[test]
fn a_probe_knows_the_last_search() {
    let said = ucci(
        "setoption batch true\ngo depth 1\nprobe startpos\nprobe startpos moves a0a1\nprobe startpos moves h2e2\n",
    );
    assert_eq!(
        answers(&said)[1..],
        [
            "pophash bestmove a0a1 lowerbound 25 depth 1 upperbound 25 depth 1",
            "pophash bestmove a6a5 lowerbound -25 depth 0 upperbound -25 depth 0",
            "pophash",
        ]
    );
}

#[test]
fn times_are_seconds_until_usemillisec() {
    let (inbox, _) = crossbeam::channel::unbounded();
    let mut game = open(Dialect::Ucci)(inbox);
    let time = |game: &Xiangqi<Toy<Board>>, text: &str| match request::read(text) {
        Request::Go(go) => game.time_of(&go),
        _ => panic!("{text}"),
    };
    use crate::search::TimeControl;
    use std::time::Duration;
    let sudden = |left, increment| TimeControl::SuddenDeath {
        left: Duration::from_millis(left),
        increment: Duration::from_millis(increment),
    };
    assert_eq!(time(&game, "go time 300 increment 3"), sudden(300_000, 3000));
    game.set_option("usemillisec", "true", &mut Out::default()).unwrap();
    assert_eq!(time(&game, "go time 300 increment 3"), sudden(300, 3));
    let session = TimeControl::Session {
        left: Duration::from_millis(300),
        moves: 1,
        increment: Duration::ZERO,
    };
    assert_eq!(time(&game, "go time 300"), session);
    assert_eq!(time(&game, "go wtime 1000 btime 500 winc 10"), sudden(1000, 10));
}

#[test]
fn batch_lets_a_script_run_line_by_line() {
    let said =
        ucci("setoption batch true\ngo depth 1\nposition startpos moves h2e2\ngo depth 1\nquit\n");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5", "bestmove a6a5 ponder a0a1", "bye"]);
}

#[test]
fn a_quit_ends_an_infinite_search() {
    assert_eq!(answers(&ucci("go infinite\nquit\n")), ["bestmove a0a1 ponder a6a5", "bye"]);
}

#[test]
fn a_malformed_go_still_gets_a_move() {
    let said = uci("go depth x\n");
    assert!(said.starts_with("info string expected a number after depth, found `x`\n"), "{said}");
    assert_eq!(answers(&said), ["bestmove a0a1 ponder a6a5"]);
}

#[test]
fn a_broken_search_is_told_and_answered() {
    let said = uci(
        "setoption name Broken value true\ngo depth 3\nsetoption name Broken value false\ngo depth 1\n",
    );
    assert!(
        said.starts_with("info string the engine broke down: this engine is broken\n"),
        "{said}"
    );
    assert_eq!(answers(&said), ["bestmove e0e1", "bestmove a0a1 ponder a6a5"]);
}

#[test]
fn a_gbk_file_name_survives() {
    let mut text = b"setoption bookfiles \xc6\xe5\xc6\xd7.dat\nucci\n".to_vec();
    let said = {
        let (sender, inbox) = crossbeam::channel::unbounded();
        let dialogue = open(Dialect::Ucci)(sender.clone());
        text.push(b'\n');
        crate::session::read_lines(text.as_slice(), |input| {
            sender.send(Message::Input(input)).is_ok()
        });
        let mut written = Vec::new();
        let source = crate::session::Source::Script;
        crate::session::Session::new(dialogue, inbox, &mut written, Out::default(), source)
            .run()
            .unwrap();
        String::from_utf8(written).unwrap()
    };
    assert!(said.contains("option bookfiles type string default 棋谱.dat"), "{said}");
}

proptest::proptest! {
    #[test]
    fn any_text_leaves_an_engine_that_still_plays(lines in proptest::collection::vec(
        proptest::prop_oneof![
            "\\PC{0,30}",
            "(position|fen|startpos|setoption|banmoves|probe|go depth|go nodes|ponderhit|debug) \
             [a-z0-9 /-]{0,20}",
        ], 1..10))
    {
        let dialects = [Dialect::Ucci, Dialect::Uci, Dialect::Cyclone];
        for dialect in dialects {
            let text = format!("{}\nstop\nposition startpos\ngo depth 1\n", lines.join("\n"));
            let said = testing::talk(open(dialect), &text);
            let last = said.lines().last().unwrap_or_default();
            proptest::prop_assert!(last.starts_with("bestmove"), "{said}");
        }
    }
}
