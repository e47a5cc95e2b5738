//! What the player learned from games: a book of its own that grows.
//!
//! A position of a learned game keeps two values: that of the best move nobody tried in a learned
//! game, by a search, and its own, the better of that and of the moves tried, whose values come from
//! the positions they lead to. So a lost game is not repeated: the player leaves it where the best
//! untried move promises more, and a won one is repeated as long as nothing better is known.
//!
//! The file may serve several players at once: before it is written it is read again, and what others
//! learned in the meantime is kept. A file of something else is left alone.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Player;
use super::midgame::{Midgame, Root, Selectivity};
use super::solve::{Halt, Search};
use super::think::Thinking;
use crate::base::{Map, atomic_write};
use crate::game::othello::{BLACK, Board, Empties, Move, Symmetry};
use crate::game::{Game, Position};
use crate::search::{Answer, Bound, Choice, Control, Event, Limits, Line, Report, Score};

/// The first line of a file.
const HEAD: &str = "sanqi: learned Othello positions, 1";
/// Later positions are searched anew in every game.
const LAST_EMPTIES: u32 = 22;
/// Nodes for the value of the best untried move.
const NODES: u64 = 100_000;
/// Plies for that value in a lesson that was told to end: a whole one takes a moment then.
const HURRIED_PLIES: u32 = 6;
/// Less than any value.
const NOTHING: i32 = -10_000;

/// Values of a learned position for its side to move, in hundredths of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    untried: i32,
    value: i32,
}

/// Discs of the mover and of the opponent, of the one image that stands for all.
type Key = (u64, u64);

/// All learned positions, a position and its images being one.
#[derive(Clone, Debug, Default)]
pub(super) struct Experience {
    known: FxHashMap<Key, Known>,
    /// Those learned since the file was written.
    unsaved: FxHashSet<Key>,
    /// Where it is kept; nowhere if it is forgotten at the end.
    file: Option<PathBuf>,
}

/// What is known about the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// The moves tried and their values, the best first.
    tried: Vec<(Move, i32)>,
    /// The value of the best other move, as it was when the position was learned: since then that
    /// move may have been tried, too.
    untried: i32,
}

fn key(board: &Board) -> Key {
    let image = Symmetry::canonical(board).1;
    (image.mover(), image.opponent())
}

impl Experience {
    /// What is kept in the file of that name. An empty name is no file.
    pub(super) fn open(name: &str) -> Self {
        let file = (!name.is_empty()).then(|| PathBuf::from(name));
        let mut experience = Self { file, ..Self::default() };
        // A file that cannot be used is no harm until there is something to keep: that is told then.
        let _ = experience.catch_up();
        experience
    }

    /// Takes over what the file has, but for what was learned here since: others may have written it.
    fn catch_up(&mut self) -> Result<(), String> {
        for (key, known) in self.stored()? {
            if !self.unsaved.contains(&key) {
                self.known.insert(key, known);
            }
        }
        Ok(())
    }

    /// The positions of the file, none if it is not there yet; why it cannot be used.
    fn stored(&self) -> Result<FxHashMap<Key, Known>, String> {
        let Some(file) = &self.file else { return Ok(FxHashMap::default()) };
        let told = |reason: &dyn std::fmt::Display| format!("{}: {reason}", file.display());
        match Map::open(file) {
            Ok(bytes) => Self::read(&String::from_utf8_lossy(&bytes))
                .ok_or_else(|| told(&format!("does not begin with `{HEAD}` and is left alone"))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(FxHashMap::default()),
            Err(error) => Err(told(&error)),
        }
    }

    /// The positions of a file, which may be empty; lines that make no sense are left out. `None` if
    /// the file is of another kind.
    fn read(text: &str) -> Option<FxHashMap<Key, Known>> {
        if text.trim().is_empty() {
            return Some(FxHashMap::default());
        }
        let mut lines = text.lines();
        if lines.next()?.trim_end() != HEAD {
            return None;
        }
        let position = |line: &str| {
            let mut words = line.split_whitespace();
            let mover = u64::from_str_radix(words.next()?, 16).ok()?;
            let opponent = u64::from_str_radix(words.next()?, 16).ok()?;
            let untried: i32 = words.next()?.parse().ok()?;
            let value: i32 = words.next()?.parse().ok()?;
            let sound = |value: i32| value == NOTHING || (-6400..=6400).contains(&value);
            let known = Known { untried, value };
            (mover & opponent == 0 && sound(untried) && sound(value))
                .then_some(((mover, opponent), known))
        };
        Some(lines.filter_map(position).collect())
    }

    fn text(&self) -> String {
        let mut positions: Vec<_> = self.known.iter().collect();
        positions.sort_unstable_by_key(|(key, _)| **key);
        let mut text = format!("{HEAD}\n");
        for ((mover, opponent), Known { untried, value }) in positions {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{mover:016x} {opponent:016x} {untried} {value}");
        }
        text
    }

    /// Adds a position, or what is newer about it.
    fn learn(&mut self, board: &Board, known: Known) {
        self.known.insert(key(board), known);
        self.unsaved.insert(key(board));
    }

    /// Writes the file, if there is one, with what others wrote into it.
    fn save(&mut self) -> Result<(), String> {
        self.catch_up()?;
        if let Some(file) = &self.file {
            atomic_write(file, |out| std::io::Write::write_all(out, self.text().as_bytes()))
                .map_err(|error: std::io::Error| format!("{}: {error}", file.display()))?;
        }
        self.unsaved.clear();
        Ok(())
    }

    /// The value of a position for its side to move, if it is learned or the game is over.
    fn value(&self, board: &Board) -> Option<i32> {
        if board.is_over() {
            let margin = 100 * board.difference(Empties::ToWinner);
            return Some(if board.turn() == BLACK { margin } else { -margin });
        }
        if board.must_pass() {
            return self.value(&board.with_turn_passed()).map(|value| -value);
        }
        self.known.get(&key(board)).map(|known| known.value)
    }

    /// The moves of a position that were tried, the best first.
    fn tried(&self, board: &Board) -> Vec<(Move, i32)> {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let mut tried: Vec<(Move, i32)> = moves
            .into_iter()
            .filter_map(|mv| {
                let mut next = *board;
                next.play(mv);
                Some((mv, -self.value(&next)?))
            })
            .collect();
        tried.sort_by_key(|&(_, value)| -value);
        tried
    }

    /// What is known of a position's moves; `None` if it was in no learned game.
    pub(super) fn advice(&self, board: &Board) -> Option<Advice> {
        let known = self.known.get(&key(board))?;
        let tried = self.tried(board);
        let untried = if is_all(&tried, board) { NOTHING } else { known.untried };
        Some(Advice { tried, untried })
    }
}

/// Whether no other move is left.
fn is_all(tried: &[(Move, i32)], board: &Board) -> bool {
    tried.len() as u32 == board.mobility().count_ones()
}

/// What a search found, in hundredths of a disc.
fn value_of(answer: &Answer<Move>) -> i32 {
    match answer.report.lines.first().map(|line| line.score) {
        Some(Score::Hundredths(value)) => value,
        Some(Score::Chance { lead, .. }) => (100.0 * lead) as i32,
        Some(Score::Mate(_)) | None => NOTHING,
    }
}

impl Advice {
    /// The move to repeat, if no untried one promises more.
    fn proven(&self) -> Option<(Move, i32)> {
        self.tried.first().copied().filter(|&(_, value)| value >= self.untried)
    }

    /// Its moves as lines of the book.
    fn report(&self, control: &Control) -> Report<Move> {
        let line = |&(mv, value): &(Move, i32)| Line {
            pv: vec![mv],
            score: Score::Hundredths(value),
            bound: Bound::Exact,
            proven: false,
            visits: 1,
            prior: 0.0,
            lcb: 0.0,
            from_book: true,
            pv_visits: Vec::new(),
            ownership: None,
        };
        let lines = self.tried.iter().map(line).collect();
        Report { lines, elapsed: control.elapsed(), ..Report::empty() }
    }
}

impl Player {
    /// Thinks with what was learned: repeats a move, or searches among the others.
    pub(super) fn think_with(
        &mut self,
        advice: &Advice,
        game: &Game<Board>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(Event<Move>),
    ) -> Answer<Move> {
        let book = advice.report(control);
        if !book.lines.is_empty() {
            report(Event::Report(book.clone()));
        }
        let shows_lines = limits.lines > 1 || self.config.common.multi_pv > 1;
        if shows_lines {
            return Thinking::new(self, game, limits, control, report).answer();
        }
        let repeat = |mv, report| Answer { report, ..Answer::plain(Choice::Play(mv)) };
        if let Some((mv, _)) = advice.proven() {
            return repeat(mv, book);
        }
        let banned = advice.tried.iter().map(|&(mv, _)| mv).collect();
        let limits = Limits { banned, ..limits.clone() };
        let others = Thinking::new(self, game, &limits, control, report).answer();
        match advice.tried.first() {
            // What promised more was tried since, or promised too much.
            Some(&(mv, value)) if value > value_of(&others) => repeat(mv, book),
            _ => others,
        }
    }

    /// Learns the opening of a game: the position behind it first, then backwards. Told to stop, it
    /// hurries, so that no lesson is lost.
    pub(super) fn learn_opening(
        &mut self,
        game: &Game<Board>,
        control: &Control,
    ) -> Result<(), String> {
        // What others learned counts in this lesson; a file that cannot be used is told of in the end.
        let _ = self.experience.catch_up();
        let chosen = |board: &&Board| board.mobility() != 0;
        let early = |board: &&Board| board.empties().count_ones() >= LAST_EMPTIES;
        let boards: Vec<Board> = game.positions().filter(chosen).copied().collect();
        let learned = boards.iter().take_while(early).count();
        for board in boards.iter().take(learned + 1).rev() {
            let tried = self.experience.tried(board);
            let untried = self.best_but(board, &tried, control);
            let best = tried.first().map_or(NOTHING, |&(_, value)| value);
            self.experience.learn(board, Known { untried, value: untried.max(best) });
        }
        self.experience.save()
    }

    /// The value of the best move but those tried.
    fn best_but(&mut self, board: &Board, tried: &[(Move, i32)], control: &Control) -> i32 {
        if is_all(tried, board) {
            return NOTHING;
        }
        if !control.is_stopped() {
            let banned = tried.iter().map(|&(mv, _)| mv).collect();
            let limits = Limits { nodes: Some(NODES), banned, ..Limits::default() };
            let game = Game::new(*board, Default::default());
            let answer = Thinking::new(self, &game, &limits, control, &mut |_| ()).answer();
            if !control.is_stopped() {
                return value_of(&answer);
            }
        }
        self.glance(board, tried)
    }

    /// The same value by a few plies.
    fn glance(&self, board: &Board, tried: &[(Move, i32)]) -> i32 {
        let squares = tried.iter().filter_map(|(mv, _)| mv.square());
        let untried = squares.fold(board.mobility(), |rest, square| rest & !square.bit());
        let solver = Search::new(&self.table, Halt::default());
        let mut search = Midgame::new(&self.positions, &self.weights, solver, Selectivity::On);
        let found = Root::new(board, untried).search(&mut search, HURRIED_PLIES, 1);
        found.and_then(|lines| lines.first().map(|line| line.score)).unwrap_or(NOTHING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::othello::Config;

    fn player(learned: &str) -> Player {
        let mut config = Config::default();
        config.common.hash_mib = 2;
        config.learned = learned.to_owned();
        Player::new(&config)
    }

    fn quick() -> Limits<Move> {
        Limits { nodes: Some(500), ..Limits::default() }
    }

    fn think(player: &mut Player, game: &Game<Board>) -> Answer<Move> {
        player.think(game, &quick(), &Control::new(false), &mut |_| ())
    }

    /// Black takes every disc in nine moves.
    const WIPED_OUT: &str = "f5d6c5f4e3f6g5e6e7";

    fn game(moves: &str) -> Game<Board> {
        let mut game = Game::new(Board::default(), Default::default());
        for square in moves.as_bytes().chunks(2) {
            game.play(std::str::from_utf8(square).unwrap().parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_winner_repeats_a_learned_game_and_the_loser_leaves_it() {
        let mut player = player("");
        player.learn(&game(WIPED_OUT), &Control::new(false)).unwrap();
        let before_last = think(&mut player, &game(&WIPED_OUT[..16]));
        assert_eq!(before_last.choice, Choice::Play("e7".parse().unwrap()));
        let line = &before_last.report.lines[0];
        assert!(line.from_book && line.score == Score::Hundredths(6400), "{line:?}");
        let loser = game(&WIPED_OUT[..14]);
        let answer = think(&mut player, &loser);
        assert_ne!(answer.choice, Choice::Play("e6".parse().unwrap()), "it loses all discs");
        assert!(!answer.report.lines[0].from_book);
    }

    #[test]
    fn images_of_a_learned_position_are_known_too() {
        let mut player = player("");
        player.learn(&game(WIPED_OUT), &Control::new(false)).unwrap();
        // The same game mirrored at the diagonal of the two white discs.
        let answer = think(&mut player, &game("e6f4e3d6c5f6e7f5"));
        assert_eq!(answer.choice, Choice::Play("g5".parse().unwrap()));
    }

    #[test]
    fn a_better_move_learned_later_changes_all_values_before_it() {
        let mut player = player("");
        let control = Control::new(false);
        player.learn(&game(WIPED_OUT), &control).unwrap();
        let opening = game(&WIPED_OUT[..14]);
        let lost = player.experience.advice(opening.position()).unwrap();
        assert_eq!(lost.tried[0].1, -6400);
        assert!(lost.proven().is_none() && lost.untried > -6400, "{lost:?}");
    }

    /// Learns that the position after these moves is worth `value`, and its best untried move was `untried`.
    fn teach(player: &mut Player, moves: &str, untried: i32, value: i32) {
        player.experience.learn(game(moves).position(), Known { untried, value });
    }

    #[test]
    fn a_position_with_every_move_tried_has_no_untried_one() {
        let mut player = player("");
        // The first move is the same whichever it is.
        teach(&mut player, "f5", -100, 300);
        teach(&mut player, "", 200, 200);
        let answer = think(&mut player, &game(""));
        assert!(matches!(answer.choice, Choice::Play(_)), "{answer:?}");
        assert_eq!(answer.report.lines[0].score, Score::Hundredths(-300));
    }

    #[test]
    fn a_tried_move_is_repeated_if_no_other_turns_out_better() {
        let mut player = player("");
        teach(&mut player, "f5d6", -3000, -3000);
        teach(&mut player, "f5", 4000, 4000);
        let answer = think(&mut player, &game("f5"));
        assert_eq!(answer.choice, Choice::Play("d6".parse().unwrap()));
    }

    /// A folder, and the name of a file in it.
    fn file() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("learned.txt").to_str().unwrap().to_owned();
        (folder, name)
    }

    /// A lesson in a hurry, which is enough where its values do not matter.
    fn hurry(player: &mut Player, moves: &str) -> Result<(), String> {
        let control = Control::new(false);
        control.stop();
        player.learn(&game(moves), &control)
    }

    #[test]
    fn what_was_learned_is_there_after_a_restart() {
        let (_folder, name) = file();
        let mut first = player(&name);
        first.learn(&game(WIPED_OUT), &Control::new(false)).unwrap();
        let again = player(&name);
        assert!(again.experience.known.len() >= 8);
        assert_eq!(again.experience.known, first.experience.known);
    }

    #[test]
    fn a_foreign_file_is_left_alone_and_the_lesson_says_so() {
        let (_folder, name) = file();
        std::fs::write(&name, "my letters\n").unwrap();
        let mut player = player(&name);
        let error = hurry(&mut player, WIPED_OUT).unwrap_err();
        assert!(error.starts_with(&name) && error.ends_with("is left alone"), "{error}");
        assert_eq!(std::fs::read_to_string(&name).unwrap(), "my letters\n");
        assert!(player.experience.known.len() >= 8, "until the end the lesson is known");
    }

    #[test]
    fn a_file_that_became_foreign_since_is_left_alone_too() {
        let (_folder, name) = file();
        let mut player = player(&name);
        std::fs::write(&name, "my letters\n").unwrap();
        assert!(hurry(&mut player, WIPED_OUT).is_err());
        assert_eq!(std::fs::read_to_string(&name).unwrap(), "my letters\n");
    }

    #[test]
    fn an_empty_file_is_a_new_one() {
        for nothing in ["", "\n"] {
            let (_folder, name) = file();
            std::fs::write(&name, nothing).unwrap();
            hurry(&mut player(&name), WIPED_OUT).unwrap();
            assert!(player(&name).experience.known.len() >= 8);
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_of() {
        let folder = tempfile::tempdir().unwrap();
        let error = hurry(&mut player(folder.path().to_str().unwrap()), WIPED_OUT).unwrap_err();
        assert!(error.starts_with(folder.path().to_str().unwrap()), "{error}");
    }

    #[test]
    fn players_with_one_file_keep_the_lessons_of_each_other() {
        let (_folder, name) = file();
        let (mut one, mut other) = (player(&name), player(&name));
        hurry(&mut one, WIPED_OUT).unwrap();
        hurry(&mut other, "f5f6e6f4").unwrap();
        let both = player(&name).experience;
        for known in [&one, &other].map(|player| &player.experience.known) {
            assert!(known.keys().all(|key| both.known.contains_key(key)));
        }
        assert_eq!(both.known, other.experience.known, "the last to write has read the others'");
    }

    #[test]
    fn what_is_learned_last_counts() {
        let (_folder, name) = file();
        let (mut one, mut other) = (player(&name), player(&name));
        teach(&mut one, "f5", 100, 100);
        one.experience.save().unwrap();
        teach(&mut other, "f5", 200, 200);
        other.experience.save().unwrap();
        one.experience.save().unwrap();
        let known = one.experience.known[&key(game("f5").position())];
        assert_eq!(known, Known { untried: 200, value: 200 }, "the other's lesson is newer");
    }

    #[test]
    fn a_stopped_lesson_is_finished_in_a_hurry() {
        let (_folder, name) = file();
        let mut stopped = player(&name);
        hurry(&mut stopped, WIPED_OUT).unwrap();
        let known = &player(&name).experience.known;
        assert_eq!(known.len(), stopped.experience.known.len());
        assert!(known.values().all(|known| known.value.abs() <= 6400), "{known:?}");
        let before_last = think(&mut stopped, &game(&WIPED_OUT[..16]));
        assert_eq!(before_last.choice, Choice::Play("e7".parse().unwrap()));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", lines in "([0-9a-f ]{0,60}(-2147483648){0,1}\n){0,5}") {
            let _ = Experience::read(&text);
            let known = Experience::read(&format!("{HEAD}\n{lines}")).unwrap();
            for ((mover, opponent), values) in known {
                proptest::prop_assert_eq!(mover & opponent, 0);
                proptest::prop_assert!(values.value.abs() <= 10_000);
            }
        }
    }
}
