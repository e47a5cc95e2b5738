//! Small boards are solved by the search: who wins is proved. Brute force says the same of search,
//! ladders and judge.

use super::brute_force::{Cut, Solver};
use super::judge::judge_in_full;
use super::solve::{Patience, Question, Solved};
use super::{Config, Player};
use crate::base::{Key, Random};
use crate::engine::Engine;
use crate::game::go::fast::Board9;
use crate::game::go::{BLACK, Board, Move, Point, Rules, Size, Suicide, WHITE};
use crate::game::{Color, Game, Position};
use crate::search::{Answer, Choice, Control, Limits, Score};

/// Rules by which every small board has a well-known value.
const RULES: Rules = Rules { suicide: Suicide::Forbidden, ..Rules::TROMP_TAYLOR };

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

fn player() -> Player {
    Player::new(&Config { resign_percent: 0.0, ..Config::default() })
}

fn think(player: &mut Player, game: &Game<Board>, playouts: u64) -> Answer<Move> {
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    player.think(game, &limits, &Control::new(false), &mut |_| {})
}

/// Who wins, if the search proves it within so many playouts.
fn proved_winner(game: &Game<Board>, playouts: u64) -> Option<Color> {
    let answer = think(&mut player(), game, playouts);
    let line = &answer.report.lines[0];
    let Score::Chance { win, .. } = line.score else { panic!("{:?}", line.score) };
    line.proven.then(|| if win > 0.5 { game.turn() } else { game.turn().other() })
}

/// What is proved without playouts by looking at so many positions.
fn solved(game: &Game<Board>, positions: u64) -> Option<Solved> {
    let Rules { ko, suicide, komi, .. } = *game.rules();
    let question = Question { game, ko, suicide, white_bonus: komi };
    let patience = Patience { positions, bytes: 512 << 20, is_over: Box::new(|| false) };
    question.solve(&mut { patience })
}

/// A game of so many random moves, none of which fills an eye or passes.
fn random_game(size: Size, komi: f32, plies: usize, random: &mut Random) -> Game<Board> {
    let mut game = Game::on(size, RULES.with_komi(komi));
    while game.len() < plies {
        let board = Board9::of(game.position());
        let fills = |at: Point| board.code(Board9::vertex(at)).is_eye_of(game.turn());
        let mut moves = game.legal_moves();
        moves.retain(|mv| mv.point().is_some_and(|at| !fills(at)));
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len() as u32) as usize]).unwrap();
    }
    game
}

fn seen(game: &Game<Board>) -> impl Iterator<Item = Key> + '_ {
    game.positions().map(Board::board_key)
}

/// The search proves on an empty board that `value` is what Black gets by area, no more and no less.
fn check_value(width: usize, height: usize, value: i32, playouts: u64) {
    for (komi, winner) in [(value as f32 - 0.5, BLACK), (value as f32 + 0.5, WHITE)] {
        let game = Game::on(size(width, height), RULES.with_komi(komi));
        let found = proved_winner(&game, playouts);
        assert_eq!(found, Some(winner), "{width}x{height}, komi {komi}");
    }
}

#[test]
fn the_search_proves_the_value_of_the_smallest_boards() {
    // Values by area with positional superko, as John Tromp lists them.
    check_value(2, 2, 1, 100_000);
    check_value(3, 2, 0, 100_000);
    check_value(4, 2, 8, 10_000);
    check_value(3, 3, 9, 20_000);
    check_value(4, 3, 4, 200_000);
}

#[test]
fn a_win_by_passing_is_proved_where_results_are_backed_up() {
    let mut game = Game::on(size(5, 5), RULES.with_komi(0.5));
    let stones = (1..24).map(|at| (Point::new(at % 5, at / 5), Some(BLACK)));
    game.set_up(&stones.collect::<Vec<_>>(), WHITE);
    game.play(Move::Pass).unwrap();
    for minimax_backup in [true, false] {
        let config = Config { minimax_backup, ..Config::default() };
        let answer = think(&mut Player::new(&config), &game, 300);
        assert_eq!(answer.report.lines[0].proven, minimax_backup, "{answer:?}");
    }
}

#[test]
fn the_board_of_four_lines_is_solved() {
    // As many points as John Tromp lists for positional superko; without superko nothing would be
    // decided.
    for (komi, winner) in [(1.5, BLACK), (2.5, WHITE)] {
        let game = Game::on(size(4, 4), RULES.with_komi(komi));
        let found = solved(&game, 40_000_000).unwrap_or_else(|| panic!("open at {komi}"));
        assert_eq!(found.winner, winner, "{komi}");
        assert_eq!(found.best.is_some(), winner == BLACK);
    }
}

#[test]
fn the_middle_of_three_lines_is_proved_to_hold_the_board() {
    let game = Game::on(size(3, 3), RULES.with_komi(8.5));
    let answer = think(&mut player(), &game, 20_000);
    assert!(answer.report.lines[0].proven, "{:?}", answer.report.lines[0]);
    assert_eq!(answer.choice, Choice::Play("B2".parse().unwrap()));
}

#[test]
fn brute_force_knows_the_value_of_the_smallest_board() {
    let board = Board::new(size(2, 2));
    let found = Solver::new(1_000_000, Cut::Certain, [board.board_key()]).score(&board);
    assert_eq!(found, Some(1));
}

#[test]
fn the_search_proves_what_brute_force_finds() {
    let mut random = Random::seeded(17);
    let mut compared = 0;
    for n in 0..60 {
        let size = [size(2, 2), size(3, 2), size(3, 3), size(4, 3), size(4, 4)][n % 5];
        let plies = size.points() - 3 + random.below(6) as usize;
        let komi = random.below(7) as f32 - 3.5;
        let game = random_game(size, komi, plies, &mut random);
        let wins = Solver::new(8_000, Cut::Certain, seen(&game)).black_wins(game.position(), komi);
        let Some(black_wins) = wins else { continue };
        let winner = if black_wins { BLACK } else { WHITE };
        assert_eq!(proved_winner(&game, 20_000), Some(winner), "{komi}\n{}", game.position());
        compared += 1;
    }
    assert!(compared >= 35, "only {compared}");
}

#[test]
fn proofs_say_what_brute_force_finds_and_their_moves_win() {
    let mut random = Random::seeded(29);
    let (mut compared, mut followed) = (0, 0);
    for n in 0..400 {
        let size = [size(2, 2), size(3, 2), size(3, 3), size(4, 3), size(4, 4)][n % 5];
        let plies = size.points() - 3 + random.below(8) as usize;
        let komi = random.below(9) as f32 - 4.5;
        let mut game = random_game(size, komi, plies, &mut random);
        let black_wins = |game: &Game<Board>| {
            let mut solver = Solver::new(20_000, Cut::Certain, seen(game));
            solver.black_wins(game.position(), komi)
        };
        let Some(expected) = black_wins(&game) else { continue };
        let Some(found) = solved(&game, 200_000) else { continue };
        assert_eq!(found.winner == BLACK, expected, "{komi}\n{}", game.position());
        compared += 1;
        let Some(mv) = found.best else { continue };
        assert_eq!(found.winner, game.turn());
        game.play(mv).unwrap();
        let Some(after) = black_wins(&game) else { continue };
        assert_eq!(after, expected, "{mv} with komi {komi}\n{}", game.position());
        followed += 1;
    }
    assert!(compared >= 200 && followed >= 60, "only {compared} and {followed}");
}

/// Asks `check` about each chain with so many liberties of random positions, the side to move being
/// its owner or its enemy.
fn each_chain(liberties: usize, to_move: ToMove, mut check: impl FnMut(&Board, Point)) {
    let mut random = Random::seeded(5);
    for _ in 0..400 {
        let plies = 7 + random.below(5) as usize;
        let game = random_game(size(4, 4), 0.5, plies, &mut random);
        let board = game.position();
        for chain in board.chains() {
            let moves = if chain.color == board.turn() { ToMove::Owner } else { ToMove::Enemy };
            if chain.liberties.len() == liberties && moves == to_move {
                check(board, chain.stones[0]);
            }
        }
    }
}

/// Who is to move, seen from a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ToMove {
    Owner,
    Enemy,
}

/// Plies within which every chase on the boards of these tests ends.
const CHASE: u32 = 11;

#[test]
fn a_chain_caught_in_a_ladder_is_taken_whatever_its_owner_does() {
    let mut caught = 0;
    each_chain(2, ToMove::Enemy, |board, prey| {
        let fast = Board9::of(board);
        let Some(vertex) = fast.ladder_capture(Board9::vertex(prey)) else { return };
        let mut next = board.clone();
        next.play(Board9::move_of(vertex));
        let mut solver = Solver::new(0, Cut::None, [board.board_key(), next.board_key()]);
        assert!(solver.is_taken(&next, prey, board.turn(), CHASE), "{prey} after\n{next}");
        caught += 1;
    });
    assert!(caught > 200, "only {caught}");
}

#[test]
fn a_chain_in_atari_that_cannot_run_is_taken_whatever_its_owner_does() {
    let mut caught = 0;
    each_chain(1, ToMove::Owner, |board, prey| {
        if Board9::of(board).ladder_escape(Board9::vertex(prey)).is_some() {
            return;
        }
        let mut solver = Solver::new(0, Cut::None, [board.board_key()]);
        let taken = solver.is_taken(board, prey, board.turn().other(), CHASE + 1);
        assert!(taken, "{prey}\n{board}");
        caught += 1;
    });
    assert!(caught > 150, "only {caught}");
}

#[test]
fn the_judge_counts_settled_boards_as_brute_force_does() {
    let mut random = Random::seeded(23);
    let mut settled = 0;
    for _ in 0..30 {
        let game = random_game(size(3, 3), 0.5, 8, &mut random);
        let mut board = game.position().clone();
        let scores = Color::BOTH.map(|first| {
            board.set_turn(first);
            Solver::new(10_000, Cut::Certain, [board.board_key()]).score(&board)
        });
        let [Some(score), Some(other)] = scores else { continue };
        // Whoever moves, the score is the same: then it is what the board is worth.
        if score != other {
            continue;
        }
        let judged = judge_in_full(&Game::new(board.clone(), RULES.with_komi(0.0))).score;
        assert_eq!(judged, score as f32, "{board}");
        settled += 1;
    }
    assert!(settled >= 8, "only {settled}");
}

#[test]
fn on_five_lines_black_owns_the_whole_board_against_himself() {
    // Komi is so high that a single white point would lose the game.
    let mut game = Game::on(size(5, 5), RULES.with_komi(24.5));
    let mut player = player();
    while game.outcome().is_none() && game.len() < 80 {
        let Choice::Play(mv) = think(&mut player, &game, 2000).choice else {
            panic!("gave up\n{}", game.position());
        };
        if game.is_empty() {
            assert_eq!(mv.to_string(), "C3");
        }
        game.play(mv).unwrap();
    }
    assert_eq!(game.score(&[]), 0.5, "{}", game.position());
}
