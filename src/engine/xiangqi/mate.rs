//! Proves mates: no evaluation, no pruning, every defence tried.
//!
//! A mate in `n` is proved if some move leaves the opponent without a move (mated or stalemated, both
//! lose), or if after it every reply allows a mate in `n − 1`. First only checks are tried for the
//! attacker, which is quick and finds most mates; then, for short ones, all moves. A line that the
//! natural limit or a repetition of the game's positions ends before the mate proves nothing.

use rustc_hash::FxHashMap;

use super::time::Timing;
use super::worker::Line;
use crate::base::Key;
use crate::game::Game;
use crate::game::xiangqi::repetition::Quiet;
use crate::game::xiangqi::{Board, Move, MoveList, MoveSet};
use crate::search::Control;

/// Longest mate for which quiet moves of the attacker are tried too.
const LONGEST_WITH_QUIETS: u32 = 4;
/// Refuted positions remembered; beyond that the memory is emptied.
const MEMORY: usize = 1 << 20;

/// Which moves the attacker may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Attack {
    Checks,
    All,
}

/// A position on the way to the mate.
#[derive(Clone, Debug)]
struct Stage {
    board: Board,
    quiet: Quiet,
}

impl Stage {
    fn after(&self, mv: Move) -> Self {
        let mut board = self.board.clone();
        board.play(mv);
        let quiet = self.quiet.next(&self.board, &board);
        Self { board, quiet }
    }
}

/// What ends a game before its mate.
#[derive(Clone, Debug, Default)]
struct Hurdles {
    /// The natural limit, if it lies ahead.
    limit: Option<u16>,
    /// Positions that came so often that the next time is judged.
    repeated: Vec<Key>,
}

impl Hurdles {
    fn of(game: &Game<Board>) -> Self {
        let since_capture = game.len().min(game.position().clock().into());
        let mut times: FxHashMap<Key, u8> = FxHashMap::default();
        for board in game.positions().skip(game.len() - since_capture) {
            let times = times.entry(board.key()).or_default();
            *times = times.saturating_add(1);
        }
        let due = game.rules().repetition.folds() - 1;
        times.retain(|_, times| *times >= due);
        Self { limit: Quiet::limit_ahead(game), repeated: times.into_keys().collect() }
    }

    /// Whether the game ends at `stage`, where it is not mate.
    fn end(&self, stage: &Stage) -> bool {
        self.repeated.contains(&stage.board.key()) || self.reach_limit(stage, 0)
    }

    /// Whether the natural limit may end the game within `plies` after `stage`.
    fn reach_limit(&self, stage: &Stage, plies: u32) -> bool {
        self.limit.is_some_and(|limit| u32::from(stage.quiet.plies()) + plies >= u32::from(limit))
    }
}

/// A proof of one position's mate.
#[derive(Debug)]
pub struct Prover<'a> {
    control: &'a Control,
    timing: Timing,
    /// Nodes after which to give up.
    limit: u64,
    /// Moves made.
    pub nodes: u64,
    /// Positions without a mate in so many moves of the attacker.
    refuted: FxHashMap<(Key, Attack), u32>,
    hurdles: Hurdles,
    /// For each number of moves left, the reply that refuted last.
    replies: [Option<Move>; 64],
    stopped: bool,
}

impl<'a> Prover<'a> {
    /// A prover that gives up after `limit` nodes, at the end of its time or when `control` says so.
    pub fn new(control: &'a Control, timing: Timing, limit: u64) -> Self {
        Self {
            control,
            timing,
            limit,
            nodes: 0,
            refuted: FxHashMap::default(),
            hurdles: Hurdles::default(),
            replies: [None; 64],
            stopped: false,
        }
    }

    /// The shortest mate in at most `most` moves that begins with one of `roots`, with a line of the
    /// longest defence found.
    pub fn shortest(
        &mut self,
        game: &Game<Board>,
        roots: &[Move],
        most: u32,
    ) -> Option<(u32, Line)> {
        self.hurdles = Hurdles::of(game);
        let root = Stage { board: game.position().clone(), quiet: Quiet::of(game) };
        for attack in [Attack::Checks, Attack::All] {
            let longest = if attack == Attack::All { LONGEST_WITH_QUIETS } else { 60 };
            for moves in 1..=most.min(longest) {
                if let Some(line) = self.attack(&root, Some(roots), moves, attack) {
                    // Checks alone may take longer than needed: a quiet move may be quicker.
                    let shorter = (1..moves.min(LONGEST_WITH_QUIETS + 1)).find_map(|fewer| {
                        Some((fewer, self.attack(&root, Some(roots), fewer, Attack::All)?))
                    });
                    return Some(shorter.unwrap_or((moves, line)));
                }
                if self.stopped {
                    return None;
                }
            }
        }
        None
    }

    /// A line that mates in `moves` whatever the opponent does.
    fn attack(
        &mut self,
        stage: &Stage,
        roots: Option<&[Move]>,
        moves: u32,
        attack: Attack,
    ) -> Option<Line> {
        let memory = (stage.board.key(), attack);
        if roots.is_none() && self.refuted.get(&memory).is_some_and(|&known| known >= moves) {
            return None;
        }
        if roots.is_none() && self.hurdles.end(stage) {
            return None;
        }
        for mv in candidates(&stage.board, moves, attack) {
            if roots.is_some_and(|roots| !roots.contains(&mv)) {
                continue;
            }
            if self.must_stop() {
                return None;
            }
            self.nodes += 1;
            if let Some(rest) = self.defend(&stage.after(mv), moves - 1, attack) {
                let mut line = Line::new();
                line.push(mv);
                line.extend(rest.into_iter().take(line.remaining_capacity()));
                return Some(line);
            }
        }
        // What is refuted by the limit may be mated where the limit is farther away.
        let always = !self.hurdles.reach_limit(stage, 2 * moves - 2);
        if roots.is_none() && always && !self.stopped {
            if self.refuted.len() >= MEMORY {
                self.refuted.clear();
            }
            self.refuted.insert(memory, moves);
        }
        None
    }

    /// The line of the best defence if every reply is mated in `moves` more; `None` if one is not.
    fn defend(&mut self, stage: &Stage, moves: u32, attack: Attack) -> Option<Line> {
        let mut replies = stage.board.moves(MoveSet::All);
        if replies.is_empty() {
            return Some(Line::new());
        }
        if moves == 0 || self.hurdles.end(stage) {
            return None;
        }
        let slot = (moves as usize).min(self.replies.len() - 1);
        if let Some(at) = replies.iter().position(|&mv| Some(mv) == self.replies[slot]) {
            replies.swap(0, at);
        }
        let mut longest: Option<Line> = None;
        for mv in replies {
            if self.must_stop() {
                return None;
            }
            self.nodes += 1;
            let Some(rest) = self.attack(&stage.after(mv), None, moves, attack) else {
                self.replies[slot] = Some(mv);
                return None;
            };
            if longest.as_ref().is_none_or(|line| rest.len() + 1 > line.len()) {
                let mut line = Line::new();
                line.push(mv);
                line.extend(rest.into_iter().take(line.remaining_capacity()));
                longest = Some(line);
            }
        }
        longest
    }

    fn must_stop(&mut self) -> bool {
        self.stopped |= self.nodes >= self.limit
            || self.control.is_stopped()
            || self.nodes.is_multiple_of(1024) && self.timing.is_over(self.control);
        self.stopped
    }
}

/// The attacker's moves: checks first. The last move must end the game; a quiet one can only do so
/// by stalemate.
fn candidates(board: &Board, moves: u32, attack: Attack) -> MoveList {
    let all = board.moves(MoveSet::All);
    let checks = all.iter().copied().filter(|&mv| board.gives_check(mv));
    let mut ordered: MoveList = checks.collect();
    let few_left = |mv: Move| {
        let mut after = board.clone();
        after.play(mv);
        !after.has_legal_move()
    };
    if attack == Attack::All {
        let quiet = all.into_iter().filter(|&mv| !board.gives_check(mv));
        ordered.extend(quiet.filter(|&mv| moves > 1 || few_left(mv)));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::xiangqi::Rules;
    use crate::search::TimeControl;

    /// Mates of played games, all confirmed by another engine.
    const MATES: [(u32, &str); 21] = [
        (1, "C1ba1k2C/4a4/4c4/9/P4n2P/9/3R5/9/4K4/3A1r3 b"),
        (1, "3k5/4a1N2/P2a4b/4C4/2P6/4p4/8P/9/6r2/c4KB1R w"),
        (1, "2bak4/4a4/8b/6P1N/PR3Cc2/3p5/4P3P/4R4/2r1A2r1/3K1A3 b"),
        (1, "1n1ak4/4a4/3r4b/p3p4/1NP5p/1C7/P3n3P/3R5/4Ap1c1/2cK1A3 b"),
        (1, "3k5/4P4/9/9/9/9/9/4B4/4A4/3AK1B2 w"),
        (2, "3C5/3Rak3/4R4/9/2b6/P8/8P/9/4K4/3A1r3 w"),
        (2, "3a1a3/1R7/4kNP2/5P3/9/9/9/4c4/4K4/3r5 w"),
        (2, "9/5k3/9/9/9/9/4R4/3A5/9/3pKA3 w"),
        (2, "3a5/3k5/4c4/6R1p/9/9/2P3P1P/4B4/4A1rr1/2BAKR3 b"),
        (2, "1Cba1k3/4R4/9/5N3/6p2/8P/P5P2/5r3/4KC3/2BA2B2 w"),
        (2, "2C6/4Nk3/9/9/9/9/9/9/4A4/2BAK4 w"),
        (3, "2b2k3/3rN3R/4b4/2n3Nr1/p7p/2B6/P7P/4B4/4A4/4KA3 w"),
        (3, "3aka2r/4n4/r3nR3/p3C1N1p/6C2/P1p5P/9/9/2N6/2BAKABR1 w"),
        (3, "2bk1ab2/4a4/5N3/8p/p1p6/9/2n5P/8R/9/2rAKAB2 w"),
        (3, "5k3/2R6/9/p4c2p/2N4P1/4n1r1P/P3C4/B3C4/4AK3/3A5 w"),
        (3, "4k4/9/5a3/9/2b3b2/9/9/4n4/4K4/5Apc1 b"),
        (4, "6b2/9/3k5/4R3p/9/6B2/9/N3C3B/4K4/5r3 w"),
        (4, "3aka3/9/9/4p4/9/8P/P8/2n6/4r4/2R2K3 b"),
        (4, "C2k1ab2/4a4/4b4/p1p5p/9/P1P1n4/6n2/4B4/4A4/3AK2Nr b"),
        (4, "2b1k4/9/9/9/3n2b2/3c5/9/8B/9/2BK5 b"),
        (4, "3akab2/9/3cb1n2/1r7/pCP1p4/7C1/P1R6/1N7/4r4/2BK2B2 b"),
    ];

    fn shortest(board: &Board, most: u32) -> Option<(u32, Line)> {
        let game = Game::new(board.clone(), Rules::default());
        shortest_with(&game, &game.legal_moves(), most)
    }

    fn shortest_with(game: &Game<Board>, roots: &[Move], most: u32) -> Option<(u32, Line)> {
        let control = Control::new(false);
        let timing = Timing::new(TimeControl::None, 0, Duration::ZERO);
        Prover::new(&control, timing, 3_000_000).shortest(game, roots, most)
    }

    #[test]
    fn mates_in_one_to_four_are_proved() {
        for (moves, fen) in MATES {
            let board: Board = fen.parse().unwrap();
            let (found, line) = shortest(&board, moves).unwrap_or_else(|| panic!("{fen}"));
            assert!(found <= moves, "{fen}");
            assert_eq!(line.len() as u32, 2 * found - 1, "{fen}: {line:?}");
            let mut end = board.clone();
            for mv in line {
                assert!(end.is_legal(mv), "{fen}: {mv}");
                end.play(mv);
            }
            assert!(!end.has_legal_move(), "{fen}");
        }
    }

    #[test]
    fn a_mate_in_two_is_no_mate_in_one() {
        for (_, fen) in MATES.into_iter().filter(|&(moves, _)| moves == 2) {
            assert_eq!(shortest(&fen.parse().unwrap(), 1), None, "{fen}");
        }
    }

    #[test]
    fn no_mate_is_proved_where_there_is_none() {
        assert_eq!(shortest(&Board::start(), 2), None);
    }

    #[test]
    fn a_mate_that_comes_after_the_natural_limit_is_none() {
        let in_three = |clock: u16| {
            let fen = "5k3/2R6/9/p4c2p/2N4P1/4n1r1P/P3C4/B3C4/4AK3/3A5";
            let board: Board = format!("{fen} w - - {clock} 90").parse().unwrap();
            shortest(&board, 3).map(|(moves, _)| moves)
        };
        assert_eq!(in_three(115), Some(3), "the last ply may be a mate");
        assert_eq!(in_three(116), None);
    }

    #[test]
    fn a_mate_that_begins_with_a_repetition_is_none() {
        let mut game = Game::new("3k5/9/9/9/9/9/9/9/r8/1R2K4 w".parse().unwrap(), Rules::default());
        let check = ["b0d0".parse().unwrap()];
        assert_eq!(shortest_with(&game, &check, 2).map(|(moves, _)| moves), Some(2));
        for mv in "b0d0 a1d1 d0c0 d1a1 c0d0 a1d1 d0b0 d1a1".split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.outcome(), None);
        assert_eq!(shortest_with(&game, &check, 2), None, "the check would be a third one");
    }
}
