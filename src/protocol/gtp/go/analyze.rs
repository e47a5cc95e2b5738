//! Analysis streams: what `lz-analyze` and `kata-analyze` ask for, and the lines they get.
//!
//! Every key has exactly one value and `pv` comes last in its segment: Sabaki's pattern wants it so.

use std::time::{Duration, Instant};

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{alpha1, space0, space1, u64};
use nom::combinator::{map, map_opt, opt, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::arguments;
use crate::game::Color;
use crate::game::go::{Move, Point, Size};
use crate::protocol::gtp::Talk;
use crate::search::{Limits, Line, Report, Score};

/// Whose words a stream is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Leela Zero's: whole numbers, ten-thousandths.
    Leela,
    /// KataGo's: floating numbers.
    Kata,
}

/// What an analysis command asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// For whom; the side to move if not said.
    pub color: Option<Color>,
    /// Time between two lines.
    pub interval: Duration,
    /// Moves in a line at least, if so many are legal.
    pub min_moves: usize,
    /// Most moves in a line.
    pub max_moves: Option<usize>,
    /// Root moves not to consider, and by whom.
    pub avoid: Vec<(Color, Vec<Move>)>,
    /// The only root moves to consider, and by whom.
    pub allow: Vec<(Color, Vec<Move>)>,
    /// Who owns each point is wanted.
    pub ownership: bool,
    /// How sure the owners are is wanted.
    pub ownership_spread: bool,
    /// The chance that the game has no result is wanted.
    pub no_result: bool,
    /// Figures of the root are wanted.
    pub root_info: bool,
    /// Playouts through each position of a line are wanted.
    pub pv_visits: bool,
    /// Playouts through each move of a line are wanted.
    pub pv_edge_visits: bool,
    /// Who owns each point after each move is wanted.
    pub moves_ownership: bool,
    /// How sure those owners are is wanted.
    pub moves_ownership_spread: bool,
}

/// Time between two lines where the request does not say.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(1);

impl Default for Request {
    fn default() -> Self {
        Self {
            color: None,
            interval: DEFAULT_INTERVAL,
            min_moves: 0,
            max_moves: None,
            avoid: Vec::new(),
            allow: Vec::new(),
            ownership: false,
            ownership_spread: false,
            no_result: false,
            root_info: false,
            pv_visits: false,
            pv_edge_visits: false,
            moves_ownership: false,
            moves_ownership_spread: false,
        }
    }
}

/// One argument of a request.
#[derive(Clone, Debug)]
enum Argument {
    For(Color),
    Interval(u64),
    MinMoves(usize),
    MaxMoves(usize),
    Avoid(Color, Vec<Move>),
    Allow(Color, Vec<Move>),
    Flag(String, bool),
}

impl Request {
    /// Reads the words after the command's name; `None` if they make no sense.
    pub fn read(size: Size, text: &str) -> Option<Self> {
        let mut arguments = many0(preceded(space0, |input| argument(size, input)));
        let ("", found) = arguments.parse(text.trim_end()).ok()? else { return None };
        let mut request = Self::default();
        for argument in found {
            match argument {
                Argument::For(color) => request.color = Some(color),
                Argument::Interval(hundredths) => {
                    request.interval = Duration::from_millis(hundredths.clamp(1, 8_640_000) * 10);
                }
                Argument::MinMoves(least) => request.min_moves = least,
                Argument::MaxMoves(most) => request.max_moves = Some(most.max(1)),
                Argument::Avoid(color, moves) => request.avoid.push((color, moves)),
                Argument::Allow(color, moves) => request.allow.push((color, moves)),
                Argument::Flag(name, on) => match name.to_ascii_lowercase().as_str() {
                    "ownership" => request.ownership = on,
                    "ownershipstdev" => request.ownership_spread = on,
                    "noresultvalue" => request.no_result = on,
                    "rootinfo" => request.root_info = on,
                    "pvvisits" => request.pv_visits = on,
                    "pvedgevisits" => request.pv_edge_visits = on,
                    "movesownership" => request.moves_ownership = on,
                    "movesownershipstdev" => request.moves_ownership_spread = on,
                    // Others are wishes for what a search without a network does not have.
                    _ => {}
                },
            }
        }
        Some(request)
    }

    /// The limits of a search that analyses for `color`, at most `most` moves if not said.
    pub fn limits(&self, color: Color, most: usize) -> Limits<Move> {
        let moves_of = |lists: &[(Color, Vec<Move>)]| -> Vec<Move> {
            let own = lists.iter().filter(|(who, _)| *who == color);
            own.flat_map(|(_, moves)| moves.iter().copied()).collect()
        };
        Limits {
            only: moves_of(&self.allow),
            banned: moves_of(&self.avoid),
            lines: self.max_moves.unwrap_or(most.max(self.min_moves)),
            least_lines: self.min_moves,
            report_every_ms: u64::try_from(self.interval.as_millis()).ok(),
            line_ownership: self.moves_ownership || self.moves_ownership_spread,
            ..Limits::default()
        }
    }
}

fn argument(size: Size, input: &str) -> IResult<&str, Argument> {
    let number = |name| preceded((tag_no_case(name), space1), u64);
    let restriction = |name| {
        let color = map_opt(word, arguments::color);
        let depth = preceded(space1, u64);
        preceded((tag_no_case(name), space1), (color, preceded(space1, vertices(size)), depth))
    };
    let flag = (alpha1, preceded(space1, boolean));
    terminated(
        alt((
            map(number("interval"), Argument::Interval),
            map(number("maxmoves"), |n| Argument::MaxMoves(count(n))),
            map(number("minmoves"), |n| Argument::MinMoves(count(n))),
            map(restriction("avoid"), |(color, moves, _)| Argument::Avoid(color, moves)),
            map(restriction("allow"), |(color, moves, _)| Argument::Allow(color, moves)),
            map(flag, |(name, on): (&str, _)| Argument::Flag(name.to_owned(), on)),
            map(u64, Argument::Interval),
            map(map_opt(word, arguments::color), Argument::For),
        )),
        opt(space1),
    )
    .parse(input)
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c| c != ' ').parse(input)
}

fn boolean(input: &str) -> IResult<&str, bool> {
    alt((value(true, tag_no_case("true")), value(false, tag_no_case("false")))).parse(input)
}

/// `D4,pass,A1:C3`: vertices and rectangles.
fn vertices<'a>(
    size: Size,
) -> impl Parser<&'a str, Output = Vec<Move>, Error = nom::error::Error<&'a str>> {
    let item = take_while1(|c| c != ' ' && c != ',');
    let moves = map_opt(item, move |item: &str| match item.split_once(':') {
        None => arguments::vertex(size, item).map(|mv| vec![mv]),
        Some((from, to)) => {
            let (from, to) = (arguments::point(size, from)?, arguments::point(size, to)?);
            Some(rectangle(from, to))
        }
    });
    map(separated_list1(nom::character::complete::char(','), moves), |lists| lists.concat())
}

fn rectangle(from: Point, to: Point) -> Vec<Move> {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    columns
        .flat_map(|x| (from.y.min(to.y)..=from.y.max(to.y)).map(move |y| Point::new(x, y)))
        .map(Move::Place)
        .collect()
}

/// A stream of analysis lines, one for each interval.
#[derive(Debug)]
pub struct Stream {
    request: Request,
    dialect: Dialect,
    latest: Option<Box<Report<Move>>>,
    next: Instant,
    printed: bool,
}

impl Stream {
    /// A stream whose first line may come at once.
    pub fn new(request: Request, dialect: Dialect) -> Self {
        Self { request, dialect, latest: None, next: Instant::now(), printed: false }
    }

    /// Takes a new state of the search.
    pub fn report(&mut self, report: Report<Move>, talk: &mut Talk<'_>) {
        if report.lines.is_empty() {
            return;
        }
        self.latest = Some(Box::new(report));
        if Instant::now() >= self.next {
            self.ring(talk);
        }
    }

    /// When the latest state is due.
    pub fn alarm(&self) -> Option<Instant> {
        self.latest.as_ref().map(|_| self.next)
    }

    /// Prints the latest state.
    pub fn ring(&mut self, talk: &mut Talk<'_>) {
        let Some(report) = self.latest.take() else { return };
        talk.stream(line(&report, &self.request, self.dialect));
        self.printed = true;
        self.next = Instant::now() + self.request.interval;
    }

    /// The search is over: at least one line is printed, also if it ended at once.
    pub fn finish(&mut self, report: &Report<Move>, talk: &mut Talk<'_>) {
        if !self.printed && !report.lines.is_empty() {
            self.latest = Some(Box::new(report.clone()));
            self.ring(talk);
        }
    }
}

/// A report as one line.
pub fn line(report: &Report<Move>, request: &Request, dialect: Dialect) -> String {
    let most = request.max_moves.unwrap_or(usize::MAX);
    let moves = report.lines.iter().take(most).enumerate();
    let mut segments: Vec<String> = moves
        .map(|(order, line)| match dialect {
            Dialect::Leela => leela_segment(order, line),
            Dialect::Kata => kata_segment(order, line, request),
        })
        .collect();
    if dialect == Dialect::Kata {
        segments.extend(request.root_info.then(|| root_segment(report)).flatten());
        let owners = report.ownership.as_ref();
        segments.extend(
            owners.filter(|_| request.ownership).map(|values| board_segment("ownership", values)),
        );
        segments.extend(
            owners
                .filter(|_| request.ownership_spread)
                .map(|values| board_segment("ownershipStdev", &spread(values))),
        );
    }
    segments.join(" ")
}

fn leela_segment(order: usize, line: &Line<Move>) -> String {
    let whole = |chance: f32| (chance.clamp(0.0, 1.0) * 10_000.0).round() as u32;
    let (win, _) = chance(line.score);
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {}",
        first(line),
        line.visits,
        whole(win),
        whole(line.prior),
        whole(line.lcb),
        pv(line),
    )
}

fn board_segment(name: &str, values: &[f32]) -> String {
    let values: Vec<_> = values.iter().map(|value| format!("{value:.4}")).collect();
    format!("{name} {}", values.join(" "))
}

/// How sure owners are: each playout gives a point to one side or the other.
fn spread(owners: &[f32]) -> Vec<f32> {
    owners.iter().map(|mean| (1.0 - mean * mean).max(0.0).sqrt()).collect()
}

fn kata_segment(order: usize, line: &Line<Move>, request: &Request) -> String {
    let mut segments = vec![kata_figures(order, line, request)];
    let visits = || line.pv_visits.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    // The tree has no transpositions: a position was visited as often as the move that leads to it.
    segments.extend(request.pv_visits.then(|| format!("pvVisits {}", visits())));
    segments.extend(request.pv_edge_visits.then(|| format!("pvEdgeVisits {}", visits())));
    if let Some(owners) = &line.ownership {
        segments.extend(request.moves_ownership.then(|| board_segment("movesOwnership", owners)));
        segments.extend(
            request
                .moves_ownership_spread
                .then(|| board_segment("movesOwnershipStdev", &spread(owners))),
        );
    }
    segments.join(" ")
}

fn kata_figures(order: usize, line: &Line<Move>, request: &Request) -> String {
    let (win, lead) = chance(line.score);
    let no_result = if request.no_result { "noResultValue 0.000000 " } else { "" };
    format!(
        "info move {} visits {} utility {:.6} winrate {win:.6} scoreMean {lead:.4} scoreStdev {:.4} \
         scoreLead {lead:.4} scoreSelfplay {lead:.4} prior {:.6} lcb {:.6} utilityLcb {:.6} \
         {no_result}order {order} pv {}",
        first(line),
        line.visits,
        2.0 * win - 1.0,
        // Playouts give no spread of the score.
        0.0,
        line.prior,
        line.lcb,
        2.0 * line.lcb - 1.0,
        pv(line),
    )
}

fn root_segment(report: &Report<Move>) -> Option<String> {
    let (win, lead) = chance(report.lines.first()?.score);
    Some(format!(
        "rootInfo visits {} utility {:.6} winrate {win:.6} scoreMean {lead:.4} scoreStdev {:.4} \
         scoreLead {lead:.4} scoreSelfplay {lead:.4}",
        report.visits,
        2.0 * win - 1.0,
        0.0,
    ))
}

/// Winning chance and lead of any score.
pub fn chance(score: Score) -> (f32, f32) {
    match score {
        Score::Chance { win, lead } => (win, lead),
        Score::Mate(moves) => (if moves > 0 { 1.0 } else { 0.0 }, 0.0),
        Score::Hundredths(value) => {
            let lead = value as f32 / 100.0;
            (1.0 / (1.0 + (-lead / 4.0).exp()), lead)
        }
    }
}

fn first(line: &Line<Move>) -> String {
    line.pv.first().map_or_else(|| "pass".to_owned(), Move::to_string)
}

/// The moves of a line, blanks between them.
pub fn pv(line: &Line<Move>) -> String {
    line.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{BLACK, WHITE};
    use crate::search::Bound;
    use proptest::prelude::*;

    fn read(text: &str) -> Option<Request> {
        Request::read(Size::NINE, text)
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn a_bare_number_anywhere_is_the_interval_in_hundredths() {
        let tenth = Duration::from_millis(100);
        for text in ["10", "b 10", "interval 10", "B interval 10", "10 b"] {
            assert_eq!(read(text).map(|r| r.interval), Some(tenth), "{text}");
        }
        assert_eq!(read("").map(|r| r.interval), Some(DEFAULT_INTERVAL));
        assert_eq!(read("white 50").and_then(|r| r.color), Some(WHITE));
    }

    #[test]
    fn flags_have_values() {
        let request = read("10 ownership true rootInfo true pvVisits false minmoves 3 maxmoves 4");
        let request = request.unwrap();
        assert!(request.ownership && request.root_info);
        assert_eq!((request.min_moves, request.max_moves), (3, Some(4)));
        assert_eq!(read("ownership"), None);
    }

    #[test]
    fn avoided_and_allowed_moves_limit_the_search() {
        let request = read("b avoid b A1:B2,pass 1 avoid w C3 1 allow w D4,E5 5").unwrap();
        let black = request.limits(BLACK, 20);
        assert_eq!(black.banned, ["A1", "A2", "B1", "B2", "pass"].map(mv));
        assert_eq!(black.only, []);
        let white = request.limits(WHITE, 20);
        assert_eq!(white.banned, [mv("C3")]);
        assert_eq!(white.only, ["D4", "E5"].map(mv));
    }

    #[test]
    fn the_least_number_of_moves_wins_over_the_preference_not_over_the_most() {
        let shown = |text: &str| {
            let limits = read(text).unwrap().limits(BLACK, 40);
            (limits.least_lines, limits.lines)
        };
        assert_eq!(shown("10"), (0, 40));
        assert_eq!(shown("minmoves 60"), (60, 60));
        assert_eq!(shown("minmoves 5"), (5, 40));
        assert_eq!(shown("maxmoves 4 minmoves 9"), (9, 4));
    }

    fn report() -> Report<Move> {
        let line = |text: &str, win, visits| Line {
            pv: text.split(' ').map(mv).collect(),
            score: Score::Chance { win, lead: -0.61 },
            bound: Bound::Exact,
            proven: false,
            visits,
            prior: 0.0839,
            lcb: 0.464,
            from_book: false,
            pv_visits: (0..text.split(' ').count() as u64).map(|n| visits - n).collect(),
            ownership: Some(vec![0.0, 1.0]),
        };
        Report {
            nodes: 500,
            visits: 1101,
            lines: vec![line("D4 E5 pass", 0.4656, 836), line("E4", 0.25, 5)],
            ownership: Some(vec![1.0, -0.5]),
            ..Report::empty()
        }
    }

    #[test]
    fn leela_lines_hold_whole_numbers() {
        assert_eq!(
            line(&report(), &Request::default(), Dialect::Leela),
            "info move D4 visits 836 winrate 4656 prior 839 lcb 4640 order 0 pv D4 E5 pass \
             info move E4 visits 5 winrate 2500 prior 839 lcb 4640 order 1 pv E4"
        );
    }

    #[test]
    fn kata_lines_hold_decimal_points() {
        let request = read("10 ownership true rootInfo true maxmoves 1").unwrap();
        assert_eq!(
            line(&report(), &request, Dialect::Kata),
            "info move D4 visits 836 utility -0.068800 winrate 0.465600 scoreMean -0.6100 \
             scoreStdev 0.0000 scoreLead -0.6100 scoreSelfplay -0.6100 prior 0.083900 \
             lcb 0.464000 utilityLcb -0.072000 order 0 pv D4 E5 pass \
             rootInfo visits 1101 utility -0.068800 winrate 0.465600 scoreMean -0.6100 \
             scoreStdev 0.0000 scoreLead -0.6100 scoreSelfplay -0.6100 ownership 1.0000 -0.5000"
        );
    }

    #[test]
    fn what_is_asked_for_is_told_and_nothing_else() {
        let told = |text| line(&report(), &read(text).unwrap(), Dialect::Kata);
        let spread = told("ownershipStdev true noResultValue true maxmoves 1");
        assert!(spread.ends_with("pv D4 E5 pass ownershipStdev 0.0000 0.8660"), "{spread}");
        assert!(spread.contains(" noResultValue 0.000000 order 0 "), "{spread}");
        assert!(!told("10").contains("ownership") && !told("10").contains("noResult"));
    }

    #[test]
    fn visits_and_owners_of_each_move_follow_its_line() {
        let told = |text| line(&report(), &read(text).unwrap(), Dialect::Kata);
        let visits = told("pvVisits true pvEdgeVisits true");
        let first = "pv D4 E5 pass pvVisits 836 835 834 pvEdgeVisits 836 835 834 info move E4";
        assert!(visits.contains(first) && visits.ends_with("pv E4 pvVisits 5 pvEdgeVisits 5"));
        let owners = told("movesOwnership true movesOwnershipStdev true maxmoves 1");
        let wanted = "pass movesOwnership 0.0000 1.0000 movesOwnershipStdev 1.0000 0.0000";
        assert!(owners.ends_with(wanted), "{owners}");
        assert!(read("movesOwnership true").unwrap().limits(BLACK, 20).line_ownership);
    }

    proptest! {
        #[test]
        fn no_request_panics(text in "\\PC{0,60}") {
            let _ = read(&text);
        }
    }
}
