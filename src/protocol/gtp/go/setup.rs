//! Commands that set up a board: size, komi, handicap, positions.

use super::GoTable;
use super::arguments::{self, color, list, point};
use crate::engine::Engine;
use crate::game::go::handicap;
use crate::game::go::{BLACK, Board, Move, Point, Size, WHITE};
use crate::game::{Color, Game, Position};
use crate::protocol::gtp::{Call, Entry, Verdict, done, said};

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const SETUP: &'static [Entry<Self>] = &[
        Entry { name: "boardsize", run: Self::boardsize },
        Entry { name: "rectangular_boardsize", run: Self::boardsize },
        Entry { name: "query_boardsize", run: |table, _| said(table.size().width().to_string()) },
        Entry { name: "clear_board", run: |table, _| table.clear_board() },
        Entry { name: "komi", run: Self::komi },
        Entry { name: "get_komi", run: |table, _| said(table.game().rules().komi.to_string()) },
        Entry { name: "fixed_handicap", run: Self::fixed_handicap },
        Entry { name: "place_free_handicap", run: Self::place_free_handicap },
        Entry { name: "set_free_handicap", run: Self::set_free_handicap },
        Entry { name: "get_handicap", run: |table, _| said(table.game().handicap().to_string()) },
        Entry { name: "set_position", run: Self::set_position },
        Entry { name: "gogui-setup", run: Self::gogui_setup },
        Entry { name: "gogui-setup_player", run: Self::gogui_setup_player },
        Entry { name: "clear_cache", run: |table, _| table.clear_cache() },
    ];

    fn boardsize(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some((width, height)) = arguments::size(call.args) else {
            return Err("boardsize not an integer".into());
        };
        let size = Size::new(width, height).map_err(|_| "unacceptable size")?;
        self.start_on(size)
    }

    fn clear_board(&mut self) -> Verdict {
        self.start_on(self.size())
    }

    /// An empty board; komi, rules and time settings stay.
    fn start_on(&mut self, size: Size) -> Verdict {
        self.begin(Game::on(size, *self.game().rules()));
        self.clock.restart();
        done()
    }

    fn komi(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let komi: Option<f32> = call.arg(0).parse().ok();
        let Some(komi) = komi.filter(|komi| komi.is_finite()) else {
            return Err("komi not a float".into());
        };
        let rules = self.game().rules().with_komi(komi);
        self.desk.game.set_rules(rules);
        done()
    }

    /// The number of handicap stones asked for, on a board that must be empty.
    fn handicap_asked(&self, call: &Call<'_, '_>) -> Result<u32, &'static str> {
        if !self.board().is_empty() {
            return Err("board not empty");
        }
        call.arg(0).parse().map_err(|_| "handicap not an integer")
    }

    fn fixed_handicap(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let stones = self.handicap_asked(call)?;
        let Some(points) = handicap::fixed(self.size(), stones) else {
            return Err("invalid handicap".into());
        };
        self.place_handicap(&points)
    }

    fn place_free_handicap(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let stones = self.handicap_asked(call)?;
        if stones < 2 {
            return Err("invalid handicap".into());
        }
        self.place_handicap(&handicap::free(self.size(), stones))
    }

    fn set_free_handicap(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        if !self.board().is_empty() {
            return Err("board not empty".into());
        }
        let points: Option<Vec<Point>> =
            call.args.iter().map(|word| point(self.size(), word)).collect();
        let distinct = |points: &[Point]| {
            let mut sorted = points.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == points.len()
        };
        let room = self.size().points();
        match points {
            Some(points) if points.len() >= 2 && points.len() < room && distinct(&points) => {
                self.place_handicap(&points)?;
                done()
            }
            _ => Err("bad vertex list".into()),
        }
    }

    fn place_handicap(&mut self, points: &[Point]) -> Verdict {
        self.begin(Game::with_handicap(self.size(), *self.game().rules(), points));
        said(list(points.iter().copied()))
    }

    /// `set_position C V ...`: an empty board with these stones.
    fn set_position(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        self.set_up(call, Board::new(self.size()), BLACK)
    }

    /// `gogui-setup C V ...`: more stones on the present board.
    fn gogui_setup(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let board = self.board().clone();
        let turn = board.turn();
        self.set_up(call, board, turn)
    }

    fn set_up(&mut self, call: &Call<'_, '_>, mut board: Board, turn: Color) -> Verdict {
        let stones = arguments::moves(self.size(), call.args);
        let Some(stones) = stones.filter(|all| all.iter().all(|(_, mv)| !mv.is_pass())) else {
            return Err("invalid color or coordinate".into());
        };
        for (color, mv) in stones {
            if let Move::Place(point) = mv {
                board.set(point, Some(color));
            }
        }
        if !board.is_settled() {
            return Err("illegal position: stones without liberties".into());
        }
        board.set_turn(turn);
        self.begin(Game::new(board, *self.game().rules()));
        done()
    }

    fn gogui_setup_player(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let Some(color) = color(call.arg(0)) else { return Err("invalid color".into()) };
        debug_assert!([BLACK, WHITE].contains(&color));
        self.desk.game.give_turn(color);
        done()
    }

    fn clear_cache(&mut self) -> Verdict {
        self.desk.new_game();
        self.judged = None;
        done()
    }
}
