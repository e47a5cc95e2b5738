//! Go records and games. Superko is not asked: it differs from table to table.

use super::Recordable;
use crate::game::go::{BLACK, Board, Move, Point, Rules, Size, WHITE};
use crate::game::{Color, Game, Outcome, Position};
use crate::record::{Cell, GameKind, Info, Note, Record, RecordMove, Start, Tag};

impl Recordable for Board {
    const KIND: GameKind = GameKind::Go;

    fn begin(record: &Record) -> Result<Game<Self>, String> {
        let Start::Go { columns, rows, stones, turn } = &record.start else {
            return Err("not a record of Go".into());
        };
        let size = Size::new(usize::from(*columns), usize::from(*rows));
        let size = size.map_err(|error| error.to_string())?;
        let mut board = Self::new(size);
        for &(color, cell) in stones {
            board.set(point(size, cell)?, Some(color));
        }
        let has_handicap = record.info.handicap() >= 2 || stones.len() >= 2;
        let is_handicap = has_handicap && stones.iter().all(|&(color, _)| color == BLACK);
        let usual_turn = if is_handicap && !stones.is_empty() { WHITE } else { BLACK };
        board.set_turn(turn.unwrap_or(usual_turn));
        Ok(Game::new(board, rules(&record.info)))
    }

    fn set_up(game: &mut Game<Self>, notes: &[Note]) -> Result<(), String> {
        let size = game.position().size();
        let mut changes = Vec::new();
        let mut turn = None;
        for note in notes {
            match note {
                Note::Setup(stone, areas) => {
                    for cell in areas.iter().flat_map(|area| area.cells()) {
                        changes.push((point(size, cell)?, *stone));
                    }
                }
                Note::Turn(color) => turn = Some(*color),
                _ => {}
            }
        }
        let turn_now = game.turn();
        if !changes.is_empty() || turn.is_some_and(|turn| turn != turn_now) {
            game.set_up(&changes, turn.unwrap_or(turn_now));
        }
        Ok(())
    }

    fn play_recorded(game: &mut Game<Self>, mover: Color, mv: RecordMove) -> Result<(), String> {
        let mv = match mv {
            RecordMove::Pass => Move::Pass,
            RecordMove::Place(cell) => Move::Place(point(game.position().size(), cell)?),
            RecordMove::Step { .. } => return Err("a step is no move of Go".into()),
        };
        game.replay_as(mover, mv).map_err(|_| refusal(game.position(), mover, mv))
    }

    fn describe(game: &Game<Self>) -> Record {
        let start = game.start();
        let size = start.size();
        let stones_of = |color| start.stones(color).map(move |point| (color, cell(size, point)));
        let mut stones: Vec<_> = stones_of(BLACK).chain(stones_of(WHITE)).collect();
        stones.sort_by_key(|&(_, cell)| (cell.row, cell.column));
        let turn = (start.turn() == WHITE || !stones.is_empty()).then(|| start.turn());
        let (columns, rows) = (size.width(), size.height());
        let rules = game.rules();
        let mut record = Record::new(Start::Go { columns, rows, stones, turn });
        record.info.push(Tag::Komi, rules.komi.to_string());
        if let Some(name) = rules.name() {
            record.info.push(Tag::Rules, name);
        }
        if game.handicap() > 0 {
            record.info.push(Tag::Handicap, game.handicap().to_string());
        }
        record
    }

    /// Where dead stones are agreed upon, nobody knows the result from the moves alone.
    fn result(game: &Game<Self>) -> Option<Outcome> {
        game.outcome().filter(|_| !game.rules().has_dead_stones())
    }

    fn recorded(game: &Game<Self>, mv: Move) -> RecordMove {
        match mv {
            Move::Pass => RecordMove::Pass,
            Move::Place(point) => RecordMove::Place(cell(game.start().size(), point)),
        }
    }
}

/// The rules a record names, with its komi; Chinese rules where it says nothing.
fn rules(info: &Info) -> Rules {
    let named = info.get(&Tag::Rules).and_then(|name| name.trim().parse().ok());
    let rules: Rules = named.unwrap_or_default();
    info.komi().map_or(rules, |komi| rules.with_komi(komi))
}

/// Records count rows from the top, boards from the bottom.
fn point(size: Size, cell: Cell) -> Result<Point, String> {
    let (columns, rows) = (size.width(), size.height());
    if cell.column >= columns || cell.row >= rows {
        let (column, row) = (cell.column + 1, cell.row + 1);
        return Err(format!("column {column}, row {row} is off the {columns}x{rows} board"));
    }
    Ok(Point::new(cell.column, rows - 1 - cell.row))
}

const fn cell(size: Size, point: Point) -> Cell {
    Cell { column: point.x, row: size.height() - 1 - point.y }
}

fn refusal(board: &Board, mover: Color, mv: Move) -> String {
    let name = if mover == BLACK { "Black" } else { "White" };
    let Move::Place(point) = mv else { return format!("{name} may not pass") };
    let why = if !board.is_vacant(point) {
        "the point is occupied"
    } else if board.ko() == Some(point) {
        "the ko may not be retaken at once"
    } else {
        "it is suicide"
    };
    format!("{name} {point}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf;

    fn record(text: &str) -> Record {
        sgf::records(text).next().unwrap().unwrap()
    }

    fn replay(text: &str) -> Game<Board> {
        record(text).replay().unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    fn refused(text: &str) -> String {
        record(text).replay::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn sgf_rows_count_from_the_top() {
        let game = replay("(;SZ[9];B[ab];W[tt];B[ih])");
        let moves: Vec<_> = game.moves().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(moves, ["A8", "pass", "J2"]);
    }

    #[test]
    fn any_colour_may_move() {
        let game = replay("(;SZ[9];B[aa];B[bb];W[cc];W[dd])");
        assert_eq!(game.moves().filter(|&(color, _)| color == BLACK).count(), 2);
    }

    #[test]
    fn handicap_gives_white_the_move() {
        assert_eq!(replay("(;SZ[9]HA[2]AB[cc][gg])").turn(), WHITE);
        assert_eq!(replay("(;SZ[9]AB[cc]AW[gg])").turn(), BLACK);
        assert_eq!(replay("(;SZ[9]HA[2]AB[cc][gg]PL[B])").turn(), BLACK);
        assert_eq!(replay("(;SZ[9])").turn(), BLACK);
    }

    #[test]
    fn a_game_is_told_up_to_a_move_whatever_is_set_up_later() {
        let record = record("(;SZ[9];B[cc];W[gg];B[ee];W[tt]AE[cc][ee])");
        let before = |number| record.replay_before::<Board>(number).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|number| before(number).len()), [0, 0, 1, 2, 3]);
        assert_eq!(before(4).position().stones(BLACK).count(), 2);
        assert_eq!(before(5).position().stones(BLACK).count(), 0, "all of it");
    }

    #[test]
    fn stones_may_be_set_up_after_the_root() {
        let game = replay("(;SZ[9];AB[aa:bb]PL[W];W[cc];AE[aa];B[dd])");
        assert_eq!(game.position().stones(BLACK).count(), 4);
        assert_eq!(game.len(), 1, "the game begins anew at the last setup");
    }

    #[test]
    fn refusals_tell_move_and_reason() {
        assert_eq!(refused("(;SZ[9];B[aa];W[aa])"), "move 2: White A9: the point is occupied");
        assert_eq!(refused("(;SZ[9];B[ss])"), "move 1: column 19, row 19 is off the 9x9 board");
        assert_eq!(refused("(;SZ[9]AW[ba][ab];B[aa])"), "move 1: Black A9: it is suicide");
        assert_eq!(refused("(;SZ[9]AB[zz])"), "column 26, row 26 is off the 9x9 board");
        assert_eq!(
            refused("(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])"),
            "move 2: White B8: the ko may not be retaken at once"
        );
        assert!(refused("(;SZ[52];B[aa])").contains("expected sides of 2 to 25"));
        let othello = record("(;GM[2];B[f5])").replay::<Board>().unwrap_err();
        assert_eq!(othello.to_string(), "a record of othello, expected go");
    }

    #[test]
    fn a_refusal_knows_its_place() {
        let error = record("(;SZ[9]\n;B[aa]\n;W[aa])").replay::<Board>().unwrap_err();
        assert_eq!(
            error.in_game(4).to_string(),
            "3:1, game 4, move 2: White A9: the point is occupied"
        );
    }

    #[test]
    fn rules_and_komi_are_taken_over() {
        let game = replay("(;SZ[9]RU[Japanese]KM[5.5])");
        assert_eq!(*game.rules(), Rules::JAPANESE.with_komi(5.5));
        assert_eq!(replay("(;SZ[9]RU[house rules]KM[375])").rules().komi, 7.5);
    }

    #[test]
    fn a_game_and_its_record_tell_the_same() {
        let text = "(;SZ[13:9]KM[0.5]RU[japanese]HA[2]AB[cc][ee]AW[aa]PL[W];W[dd];B[];B[ma];W[ab])";
        let game = replay(text);
        let again: Game<Board> = Record::of(&game).replay().unwrap();
        assert!(again.moves().eq(game.moves()));
        assert_eq!(again.rules(), game.rules());
        assert_eq!(again.position().to_string(), game.position().to_string());
        assert_eq!(again.start().to_string(), game.start().to_string());
    }

    #[test]
    fn only_where_all_stones_live_do_two_passes_tell_the_result() {
        let result = |rules: &str| {
            let game = replay(&format!("(;SZ[9]KM[7.5]RU[{rules}];B[ee];W[];B[])"));
            Record::of(&game).info.get(&Tag::Result).map(str::to_owned)
        };
        assert_eq!(result("tromp-taylor").as_deref(), Some("B+73.5"));
        assert_eq!(result("chinese"), None);
        assert_eq!(result("japanese"), None);
    }

    #[test]
    fn a_variation_can_be_replayed() {
        let record = record("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))");
        let end = record.tree.walk().last().unwrap().0;
        let game: Game<Board> = record.replay_to(end).unwrap();
        let moves: Vec<_> = game.moves().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(moves, ["A9", "C7", "D6"]);
    }
}
