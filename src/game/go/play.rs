//! What only a Go game can do: any colour may move, handicap stones, lenient replay, counting.

use super::board::Board;
use super::handicap;
use super::moves::Move;
use super::point::{Point, Size};
use super::rules::{self, Rules, Scoring};
use super::score::{self, Count};
use super::{BLACK, WHITE};
use crate::game::{Color, Game, IllegalMove, Position};

impl Game<Board> {
    /// A game on an empty board.
    pub fn on(size: Size, rules: Rules) -> Self {
        Self::new(Board::new(size), rules)
    }

    /// A game that begins with handicap stones for Black and White to move.
    pub fn with_handicap(size: Size, rules: Rules, stones: &[Point]) -> Self {
        let mut board = Board::new(size);
        for &stone in stones {
            board.set(stone, Some(BLACK));
        }
        board.set_turn(if stones.is_empty() { BLACK } else { WHITE });
        Self::new(board, rules)
    }

    /// Whether `color` may play `mv` now, by the position, the rules and the history.
    pub fn is_legal_for(&self, color: Color, mv: Move) -> bool {
        let board = self.position_for(color);
        board.is_legal(mv) && !rules::forbids(self, &board, mv)
    }

    /// All moves `color` may play now, by the position, the rules and the history.
    pub fn legal_moves_for(&self, color: Color) -> Vec<Move> {
        let board = self.position_for(color);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.retain(|&mv| !rules::forbids(self, &board, mv));
        moves
    }

    /// Plays `mv` for `color`, whosever turn it is, if it is legal; otherwise nothing changes.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal_for(color, mv) {
            return Err(IllegalMove { mv: mv.to_string() });
        }
        self.push(mv, self.position_for(color));
        Ok(())
    }

    /// Like [`play_as`](Self::play_as), but lets superko pass: a move that another program made
    /// under its own rules must not end the game here.
    pub fn replay_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let board = self.position_for(color);
        if !board.is_legal(mv) || rules::breaks_suicide_rule(self.rules(), &board, mv) {
            return Err(IllegalMove { mv: mv.to_string() });
        }
        self.push(mv, board);
        Ok(())
    }

    /// Makes it `color`'s turn, as GTP's `genmove` may, without a pass in between.
    pub fn give_turn(&mut self, color: Color) {
        self.set_present(self.position_for(color));
    }

    /// Begins anew at the present position with these points changed (`AB`, `AW`, `AE`, setup
    /// commands). Earlier moves are forgotten: no ko rule looks back past a setup.
    pub fn set_up(&mut self, stones: &[(Point, Option<Color>)], turn: Color) {
        let mut board = self.position().clone();
        for &(point, stone) in stones {
            board.set(point, stone);
        }
        board.set_turn(turn);
        *self = Self::new(board, *self.rules());
    }

    /// Handicap stones of Black: those the game began with, and his moves before White's first
    /// stone. A single one is no handicap.
    pub fn handicap(&self) -> u32 {
        let start = self.start();
        let (black, white) = (start.stones(BLACK).count(), start.stones(WHITE).count());
        if white > 0 {
            return 0;
        }
        let placed = self.moves().filter(|(_, mv)| !mv.is_pass());
        let more = placed.take_while(|&(color, _)| color == BLACK).count();
        // With White to move the first black move is an ordinary one, played after a pass.
        let ordinary = usize::from(black > 0 && start.turn() == WHITE);
        let stones = black + if black > 0 { more.saturating_sub(ordinary) } else { more };
        if stones > 1 { stones as u32 } else { 0 }
    }

    /// What White gets before a stone is counted: komi and handicap compensation.
    pub fn white_bonus(&self) -> f32 {
        let rules = self.rules();
        rules.komi + rules.handicap_bonus.points(self.handicap()) as f32
    }

    /// Black's points minus White's by the rules of the game, `dead` stones taken off.
    pub fn score(&self, dead: &[Point]) -> f32 {
        self.score_of(&score::count(self.position(), self.rules(), dead))
    }

    /// Black's points minus White's when the board comes to `count`.
    pub fn score_of(&self, count: &Count) -> f32 {
        count.balance() as f32 - self.white_bonus() + self.button()
    }

    /// Half a point for whoever passed first, if the rules have a button.
    fn button(&self) -> f32 {
        let rules = self.rules();
        if !rules.button || rules.scoring == Scoring::Territory {
            return 0.0;
        }
        match self.moves().find(|(_, mv)| mv.is_pass()) {
            Some((BLACK, _)) => 0.5,
            Some((WHITE, _)) => -0.5,
            None => 0.0,
        }
    }

    /// The result as GTP and SGF write it: `B+3.5`, `W+12.0`, `0`.
    pub fn score_text(score: f32) -> String {
        if score > 0.0 {
            format!("B+{score:.1}")
        } else if score < 0.0 {
            format!("W+{:.1}", -score)
        } else {
            "0".to_owned()
        }
    }

    fn position_for(&self, color: Color) -> Board {
        let mut board = self.position().clone();
        board.set_turn(color);
        board
    }

    /// Places `stones` fixed handicap stones on an empty board; they are returned.
    pub fn place_fixed_handicap(&mut self, stones: u32) -> Option<Vec<Point>> {
        let points = handicap::fixed(self.position().size(), stones)?;
        *self = Self::with_handicap(self.position().size(), *self.rules(), &points);
        Some(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::{KoRule, Suicide};

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn game(diagram: &str, rules: Rules) -> Game<Board> {
        Game::new(diagram.parse().unwrap(), rules)
    }

    fn play(game: &mut Game<Board>, moves: &str) {
        for text in moves.split_whitespace() {
            game.play(mv(text)).unwrap_or_else(|error| panic!("{error}\n{}", game.position()));
        }
    }

    #[test]
    fn either_colour_may_play_at_any_time() {
        let mut game = Game::on(Size::NINE, Rules::CHINESE);
        for vertex in ["C3", "D4", "E5"] {
            game.play_as(WHITE, mv(vertex)).unwrap();
        }
        assert_eq!(game.turn(), BLACK);
        assert_eq!(game.position().stones(WHITE).count(), 3);
        assert!(game.moves().all(|(color, _)| color == WHITE));
        assert_eq!(game.undo(), Some(mv("E5")));
        assert_eq!(game.turn(), BLACK);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::on(Size::NINE, Rules::CHINESE);
        game.play(mv("C3")).unwrap();
        let before = game.position().clone();
        for text in ["C3", "K3", "A10"] {
            assert_eq!(game.play(mv(text)), Err(IllegalMove { mv: text.into() }));
            assert_eq!(game.play_as(BLACK, mv(text)), Err(IllegalMove { mv: text.into() }));
        }
        assert_eq!((game.position(), game.len()), (&before, 1));
    }

    #[test]
    fn the_suicide_rule_is_that_of_the_game() {
        let picture = "X . O
                       O O .
                       . . .";
        let forbidden = game(picture, Rules::CHINESE);
        assert!(!forbidden.is_legal(mv("B3")));
        let allowed = game(picture, Rules { suicide: Suicide::Allowed, ..Rules::CHINESE });
        assert!(allowed.is_legal(mv("B3")));
        assert!(!game(". O\n O .", Rules::NEW_ZEALAND).is_legal(mv("A2")));
    }

    /// Two kos: the cycle of four captures and two passes brings the board back.
    const TWO_KOS: &str = ". X O . . X O .
                           X O . O X . X O
                           . X O . . X O .";

    #[test]
    fn positional_superko_forbids_any_earlier_board() {
        let rules = Rules { ko: KoRule::Positional, ..Rules::CHINESE };
        let mut game = game(TWO_KOS, rules);
        play(&mut game, "C2 F2 pass B2 pass");
        assert_eq!(game.turn(), WHITE);
        // Black retaking at G2 would restore the board of the start.
        assert!(!game.is_legal_for(BLACK, mv("G2")), "{}", game.position());
        game.replay_as(BLACK, mv("G2")).unwrap();
        assert_eq!(game.position().board_key(), game.start().board_key());
    }

    #[test]
    fn situational_superko_looks_at_the_turn_too() {
        let moves = "C2 F2 pass B2";
        let check = |ko| {
            let mut game = game(TWO_KOS, Rules { ko, ..Rules::CHINESE });
            play(&mut game, moves);
            game.is_legal(mv("G2"))
        };
        // The board of the start returns, but with White to move.
        assert!(!check(KoRule::Positional));
        assert!(check(KoRule::Situational));
        assert!(check(KoRule::Simple));
    }

    #[test]
    fn handicap_stones_are_counted_however_they_came() {
        let stones: Vec<Point> = ["D4", "Q16"].map(|v| v.parse().unwrap()).into();
        let placed = Game::with_handicap(Size::NINETEEN, Rules::CHINESE, &stones);
        assert_eq!((placed.handicap(), placed.white_bonus(), placed.turn()), (2, 9.5, WHITE));
        let mut played = Game::on(Size::NINETEEN, Rules::AGA);
        for vertex in ["D4", "Q16", "D16"] {
            played.play_as(BLACK, mv(vertex)).unwrap();
        }
        played.play_as(WHITE, mv("Q4")).unwrap();
        played.play_as(BLACK, mv("K10")).unwrap();
        assert_eq!((played.handicap(), played.white_bonus()), (3, 9.5));
        let mut even = Game::on(Size::NINETEEN, Rules::AGA);
        even.play(mv("D4")).unwrap();
        assert_eq!(even.handicap(), 0);
    }

    #[test]
    fn two_passes_end_the_game_with_everything_alive() {
        let mut game = game(
            ". X O .
             X X O O
             . X O .",
            Rules::TROMP_TAYLOR.with_komi(0.5),
        );
        assert_eq!(game.outcome(), None);
        play(&mut game, "pass pass");
        let outcome = game.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.margin), (Some(WHITE), Some(0.5)));
        game.undo();
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn the_button_goes_to_whoever_passes_first() {
        let mut game = game(". X O .\n . X O .", Rules::AGA_BUTTON.with_komi(0.0));
        play(&mut game, "pass pass");
        assert_eq!(game.score(&[]), 0.5);
    }

    #[test]
    fn scores_are_written_with_one_decimal() {
        for (score, text) in [(3.5, "B+3.5"), (-12.0, "W+12.0"), (0.0, "0"), (-0.5, "W+0.5")] {
            assert_eq!(Game::<Board>::score_text(score), text);
        }
    }
}
