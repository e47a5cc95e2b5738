//! What a line of UCCI or UCI asks. Pure: knows no board.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while1};
use nom::character::complete::{i64 as signed, space0, space1};
use nom::combinator::{eof, map, opt, peek, rest, value, verify};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// How a controller begins, and so how it talks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// UCCI 3.
    Ucci,
    /// UCI as Pikafish and Fairy-Stockfish speak it.
    Uci,
    /// UCI of Chinese GUIs: ranks from 0, `position` may be missing.
    Cyclone,
}

/// What a line asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Request<'a> {
    /// Tell who you are.
    Hello(Dialect),
    /// Answer when all before is done.
    IsReady,
    /// Forget the last game.
    NewGame,
    /// Change a setting.
    SetOption {
        /// Its name.
        name: &'a str,
        /// Its value; empty for a button.
        value: &'a str,
    },
    /// Take this position.
    Position(Setup<'a>),
    /// Do not play these moves next.
    BanMoves(Vec<&'a str>),
    /// Think.
    Go(Box<Go<'a>>),
    /// Count leaves.
    Perft(u32),
    /// The expected move was played.
    PonderHit {
        /// The opponent offers a draw.
        draw: bool,
    },
    /// Answer now.
    Stop,
    /// What does the table know of this position?
    Probe(Setup<'a>),
    /// Draw the board.
    Display,
    /// Leave.
    Quit,
    /// Nothing we know.
    Unknown,
}

/// A position: where it begins, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<'a> {
    /// The FEN, `None` for the usual start.
    pub fen: Option<&'a str>,
    /// Moves from there.
    pub moves: Vec<&'a str>,
}

/// How to think.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Go<'a> {
    /// On the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Until stopped.
    pub infinite: bool,
    /// Depth in plies.
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// Look for a mate in so many moves.
    pub mate: Option<i64>,
    /// Milliseconds for this move.
    pub movetime: Option<i64>,
    /// UCI: milliseconds on Red's and Black's clock.
    pub clocks: [Option<i64>; 2],
    /// UCI: milliseconds added after each move of Red and Black.
    pub increments: [Option<i64>; 2],
    /// UCCI: time on our clock, in the unit of `usemillisec`.
    pub time: Option<i64>,
    /// UCCI: added after each move.
    pub increment: Option<i64>,
    /// Moves to the next time control.
    pub movestogo: Option<i64>,
    /// Only these root moves.
    pub searchmoves: Vec<&'a str>,
    /// What was not understood.
    pub faults: Vec<String>,
}

type Parsed<'a, T> = IResult<&'a str, T>;

/// Reads a line.
pub fn read(line: &str) -> Request<'_> {
    let line = line.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    request(line).map_or(Request::Unknown, |(_, request)| request)
}

fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}

/// This word and the blanks after it, or the end of the line.
fn keyword<'a>(
    name: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    terminated(tag(name), alt((value((), space1), value((), eof))))
}

fn words(input: &str) -> Parsed<'_, Vec<&str>> {
    many0(preceded(space0, word)).parse(input)
}

fn request(line: &str) -> Parsed<'_, Request<'_>> {
    alt((
        alt((
            value(Request::Hello(Dialect::Ucci), keyword("ucci")),
            value(Request::Hello(Dialect::Uci), keyword("uci")),
            value(Request::Hello(Dialect::Cyclone), keyword("ucicyclone")),
            value(Request::IsReady, keyword("isready")),
            value(Request::NewGame, keyword("ucinewgame").or(keyword("uccinewgame"))),
            value(Request::Stop, keyword("stop")),
            value(Request::Quit, keyword("quit")),
            value(Request::Display, keyword("d")),
        )),
        preceded(keyword("setoption"), set_option),
        map(preceded(opt(keyword("position")), setup), Request::Position),
        map(preceded(keyword("probe"), setup), Request::Probe),
        map(preceded(keyword("banmoves"), words), Request::BanMoves),
        map(preceded(keyword("ponderhit"), opt(keyword("draw"))), |draw| Request::PonderHit {
            draw: draw.is_some(),
        }),
        preceded(keyword("go"), go),
    ))
    .parse(line)
}

/// `name N value V`, or UCCI's bare `N V`.
fn set_option(input: &str) -> Parsed<'_, Request<'_>> {
    let bare = |input| (word, preceded(space0, rest)).parse(input);
    let full = |input| {
        let (input, _) = keyword("name").parse(input)?;
        let mut named = (terminated(take_until(" value"), (tag(" value"), space0)), rest);
        let parsed: Parsed<'_, _> = named.parse(input);
        parsed.or(Ok(("", (input, ""))))
    };
    map(alt((full, bare)), |(name, value): (&str, &str)| Request::SetOption {
        name: name.trim(),
        value: value.trim(),
    })
    .parse(input)
}

/// `{fen FEN | startpos} [moves M...]`.
fn setup(input: &str) -> Parsed<'_, Setup<'_>> {
    let fen = preceded(keyword("fen"), alt((take_until("moves"), rest)));
    let start = alt((map(fen, |fen: &str| Some(fen.trim())), value(None, keyword("startpos"))));
    let moves = map(opt(preceded((space0, keyword("moves")), words)), Option::unwrap_or_default);
    map((start, moves), |(fen, moves)| Setup { fen, moves }).parse(input)
}

/// Words that may follow `go`, so that a list of moves knows where it ends.
const GO_WORDS: &[&str] = &[
    "ponder",
    "draw",
    "infinite",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "increment",
    "movestogo",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "searchmoves",
    "perft",
];

fn is_go_word(word: &str) -> bool {
    GO_WORDS.contains(&word)
}

fn go(input: &str) -> Parsed<'_, Request<'_>> {
    let mut go = Go::default();
    let mut input = input;
    while let Ok((rest, name)) =
        preceded(space0::<&str, nom::error::Error<&str>>, word).parse(input)
    {
        input = rest;
        if name == "perft" {
            let (rest, depth) = number(input)?;
            let depth = depth.and_then(|depth| u32::try_from(depth).ok()).unwrap_or(1);
            return Ok((rest, Request::Perft(depth)));
        }
        input = argument(&mut go, name, input)?;
    }
    Ok((input, Request::Go(Box::new(go))))
}

/// A number, if the next word is one.
fn number(input: &str) -> Parsed<'_, Option<i64>> {
    let end = peek(alt((value((), space1), value((), eof))));
    opt(preceded(space0, terminated(signed, end))).parse(input)
}

/// Takes the values of one word of `go`; what remains of the line.
fn argument<'a>(
    go: &mut Go<'a>,
    name: &str,
    input: &'a str,
) -> Result<&'a str, nom::Err<nom::error::Error<&'a str>>> {
    match name {
        "ponder" => go.ponder = true,
        "draw" => go.draw = true,
        "infinite" => go.infinite = true,
        "searchmoves" => {
            let mv = preceded(space0, verify(word, |word: &str| !is_go_word(word)));
            let (rest, moves) = many0(mv).parse(input)?;
            go.searchmoves = moves;
            return Ok(rest);
        }
        _ => return numbered_argument(go, name, input),
    }
    Ok(input)
}

fn numbered_argument<'a>(
    go: &mut Go<'a>,
    name: &str,
    input: &'a str,
) -> Result<&'a str, nom::Err<nom::error::Error<&'a str>>> {
    if !is_go_word(name) {
        go.faults.push(format!("`{name}` means nothing after go"));
        return Ok(input);
    }
    let infinite = preceded(space0, keyword("infinite")).parse(input);
    if let (Ok((rest, _)), "depth" | "time") = (infinite, name) {
        go.infinite = true;
        return Ok(rest);
    }
    let (rest, number) = number(input)?;
    let Some(number) = number else {
        let (rest, found) = opt(preceded(space0, word)).parse(input)?;
        let found = found.unwrap_or_default();
        go.faults.push(format!("expected a number after {name}, found `{found}`"));
        // A word of our own was forgotten its number, not put in its place.
        return Ok(if is_go_word(found) { input } else { rest });
    };
    let [red_clock, black_clock] = &mut go.clocks;
    let [red_increment, black_increment] = &mut go.increments;
    let place = match name {
        "depth" => &mut go.depth,
        "nodes" => &mut go.nodes,
        "mate" => &mut go.mate,
        "movetime" => &mut go.movetime,
        "wtime" => red_clock,
        "btime" => black_clock,
        "winc" => red_increment,
        "binc" => black_increment,
        "time" => &mut go.time,
        "increment" => &mut go.increment,
        "movestogo" => &mut go.movestogo,
        // The opponent's clock does not change our plans.
        _ => return Ok(rest),
    };
    *place = Some(number);
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn positions_may_lack_their_keyword() {
        let setup = Setup { fen: None, moves: vec!["h2e2", "h9g7"] };
        for line in ["position startpos moves h2e2 h9g7", "startpos moves h2e2 h9g7 "] {
            assert_eq!(read(line), Request::Position(setup.clone()));
        }
        let setup = Setup { fen: Some("4k4/9 w"), moves: vec!["a0a1"] };
        for line in ["position fen 4k4/9 w moves a0a1", "fen 4k4/9 w  moves  a0a1"] {
            assert_eq!(read(line), Request::Position(setup.clone()));
        }
        let setup = Setup { fen: Some("4k4/9 w - - 0 1"), moves: vec![] };
        assert_eq!(read("position fen 4k4/9 w - - 0 1\r"), Request::Position(setup));
    }

    #[test]
    fn options_are_read_in_both_forms() {
        let option = |name, value| Request::SetOption { name, value };
        assert_eq!(read("setoption usemillisec true"), option("usemillisec", "true"));
        assert_eq!(read("setoption newgame"), option("newgame", ""));
        assert_eq!(read("setoption bookfiles a b.dat"), option("bookfiles", "a b.dat"));
        assert_eq!(read("setoption name Hash value 16"), option("Hash", "16"));
        assert_eq!(
            read("setoption name Debug Log File value C:\\a value.txt"),
            option("Debug Log File", "C:\\a value.txt")
        );
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption name Log value"), option("Log", ""));
    }

    fn go_of(line: &str) -> Go<'_> {
        match read(line) {
            Request::Go(go) => *go,
            other => panic!("{line} is {other:?}"),
        }
    }

    #[test]
    fn every_limit_of_go_is_read() {
        let go = go_of("go ponder wtime 300000 btime 280000 winc 2000 binc 3000 movestogo 40");
        assert!(go.ponder);
        assert_eq!(go.clocks, [Some(300_000), Some(280_000)]);
        assert_eq!(go.increments, [Some(2000), Some(3000)]);
        assert_eq!(go.movestogo, Some(40));
        let go = go_of("go draw time 300 increment 3 opptime 200 oppincrement 3");
        assert_eq!((go.draw, go.time, go.increment), (true, Some(300), Some(3)));
        let go = go_of("go searchmoves h2e2 b2e2 depth 5 nodes 100 mate 3 movetime 10");
        assert_eq!(go.searchmoves, ["h2e2", "b2e2"]);
        assert_eq!(
            (go.depth, go.nodes, go.mate, go.movetime),
            (Some(5), Some(100), Some(3), Some(10))
        );
        assert!(go_of("go depth infinite").infinite);
        assert!(go_of("go infinite").infinite);
        assert_eq!(go_of("go"), Go::default());
        assert_eq!(read("go perft 5"), Request::Perft(5));
    }

    #[test]
    fn a_wrong_number_is_named_and_the_rest_is_kept() {
        let go = go_of("go depth x nodes 7 wtime movetime 5 sauce");
        assert_eq!((go.depth, go.nodes, go.movetime), (None, Some(7), Some(5)));
        assert_eq!(
            go.faults,
            [
                "expected a number after depth, found `x`",
                "expected a number after wtime, found `movetime`",
                "`sauce` means nothing after go",
            ]
        );
    }

    #[test]
    fn ponderhit_may_offer_a_draw() {
        assert_eq!(read("ponderhit"), Request::PonderHit { draw: false });
        assert_eq!(read("ponderhit draw"), Request::PonderHit { draw: true });
    }

    #[test]
    fn words_that_only_begin_like_ours_are_unknown() {
        for line in ["uciok", "gone", "stopped", "quitter", "", "position", "popboard", "fenced"] {
            assert_eq!(read(line), Request::Unknown, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_asks_something(
            line in "(go|position|fen|startpos|setoption|setoption name|banmoves|probe|) ?\\PC{0,40}",
        ) {
            read(&line);
        }

        #[test]
        fn any_words_of_go_are_read(line in prop::collection::vec(
            prop::sample::select(vec!["depth", "infinite", "time", "searchmoves", "3", "-1", "x",
                "99999999999999999999", "ponder", "perft", "movestogo"]), 0..10)) {
            read(&format!("go {}", line.join(" ")));
        }
    }
}
