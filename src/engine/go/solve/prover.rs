//! Searches deeper and deeper for a way in which one side, the prover, gets what it wants.
//!
//! Only successes are believed. A failure to a depth is remembered whatever led to the position, which may
//! hide a success that another past allows, but never makes one up.

use rustc_hash::FxHashMap;

use super::field::{Field, NO_KO, Played, Stones, members};
use super::proof::{Proof, Situation};
use crate::game::Color;
use crate::game::go::KoRule;

/// A proof that rests on more situations of the past is not worth keeping.
const MOST_PAST: usize = 8;
/// Proofs of a position that are kept, each for another past.
const MOST_PROOFS: usize = 6;
/// Positions between two looks at the clock.
const STRIDE: u64 = 1024;

/// A position on the board, seen without its past. A ko is part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The stones.
    pub stones: Stones,
    /// Who is to move.
    pub turn: Color,
    /// The point of a ko that may not be retaken, or [`NO_KO`].
    pub ko: u8,
    /// Whether the last move was a pass: another one ends the game.
    pub passed: bool,
}

impl Node {
    const fn pass(self) -> Self {
        Self { turn: self.turn.other(), ko: NO_KO, passed: true, ..self }
    }

    const fn after(self, played: &Played) -> Self {
        Self { stones: played.stones, turn: self.turn.other(), ko: played.ko, passed: false }
    }
}

/// What is known of a node, all symmetric ones taken together.
#[derive(Debug, Default)]
struct Entry {
    /// Within fewer plies than this no proof was found.
    failed: u8,
    /// Proofs with the depths they need.
    proofs: Vec<(u8, Proof)>,
}

/// Nothing can be proved at any depth.
const HOPELESS: u8 = u8::MAX;

/// No more time.
#[derive(Debug)]
pub struct Exhausted;

/// How many positions may be looked at, and who may say that it is enough.
pub struct Patience<'a> {
    /// Positions left.
    pub positions: u64,
    /// Asked from time to time.
    pub is_over: Box<dyn Fn() -> bool + 'a>,
}

impl Patience<'_> {
    fn spend_one(&mut self) -> Result<(), Exhausted> {
        self.positions = self.positions.checked_sub(1).ok_or(Exhausted)?;
        if self.positions % STRIDE == 0 && (self.is_over)() { Err(Exhausted) } else { Ok(()) }
    }
}

/// Looks for proofs that one side gets at least so many points more than the other.
#[derive(Debug)]
pub struct Prover<'a> {
    field: &'a Field,
    ko: KoRule,
    prover: Color,
    /// The balance of areas that the prover wants.
    wanted: i32,
    table: FxHashMap<Node, Entry>,
    /// Situations up to the node looked at.
    path: Vec<Situation>,
    /// Length of the path at the root.
    root: usize,
    /// The prover's first move, if he is to move and succeeded; `None` within for a pass.
    best: Option<Option<u32>>,
}

impl<'a> Prover<'a> {
    /// A search after the situations of `past`, the present one the last.
    pub fn new(
        field: &'a Field,
        ko: KoRule,
        past: &[Situation],
        prover: Color,
        wanted: i32,
    ) -> Self {
        let table = FxHashMap::default();
        let (path, root) = (past.to_vec(), past.len());
        Self { field, ko, prover, wanted, table, path, root, best: None }
    }

    /// Whether the prover succeeds within so many plies.
    pub fn succeeds(
        &mut self,
        root: Node,
        depth: u8,
        patience: &mut Patience<'_>,
    ) -> Result<bool, Exhausted> {
        Ok(self.prove(root, depth, patience)?.is_some())
    }

    /// The move of the prover, if he is to move and succeeded; `None` within for a pass.
    pub const fn best(&self) -> Option<Option<u32>> {
        self.best
    }

    fn situation(&self, stones: Stones, turn: Color) -> Situation {
        let turn = if self.ko == KoRule::Situational { turn } else { Color::First };
        Situation { stones, turn }
    }

    /// A proof that the prover succeeds from `node` within `depth` plies.
    fn prove(
        &mut self,
        node: Node,
        depth: u8,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Proof>, Exhausted> {
        patience.spend_one()?;
        let (key, turn) = self.canonical(node);
        let here = self.situation(node.stones, node.turn);
        match self.table.get(&key) {
            Some(entry) if entry.failed > depth => return Ok(None),
            Some(entry) => {
                let back = &self.field.turns()[self.field.turns()[turn].inverse];
                let mut proofs = entry.proofs.iter().filter(|(needs, _)| *needs <= depth);
                if let Some((_, proof)) =
                    proofs.find(|(_, proof)| proof.holds(back, here, &self.path))
                {
                    return Ok(Some(proof.turned(back)));
                }
            }
            None => {
                let entry = self.first_sight(node.stones);
                let known = (entry.failed == HOPELESS, !entry.proofs.is_empty());
                self.table.insert(key, entry);
                match known {
                    (true, _) => return Ok(None),
                    (_, true) => return Ok(Some(Proof::default())),
                    _ => {}
                }
            }
        }
        let found = if node.turn == self.prover {
            self.try_all(node, depth, patience)?
        } else {
            self.answer_all(node, depth, patience)?
        };
        self.remember(key, turn, here, depth, found)
    }

    /// What the points held for certain say.
    fn first_sight(&self, stones: Stones) -> Entry {
        let points = self.field.points();
        if 2 * self.field.held(stones, self.prover) - points >= self.wanted {
            return Entry { failed: 0, proofs: vec![(0, Proof::default())] };
        }
        let lost = points - 2 * self.field.held(stones, self.prover.other()) < self.wanted;
        Entry { failed: if lost { HOPELESS } else { 0 }, proofs: Vec::new() }
    }

    fn remember(
        &mut self,
        key: Node,
        turn: usize,
        here: Situation,
        depth: u8,
        found: Option<Proof>,
    ) -> Result<Option<Proof>, Exhausted> {
        let entry = self.table.entry(key).or_default();
        let Some(mut proof) = found else {
            entry.failed = entry.failed.max(depth + 1);
            return Ok(None);
        };
        // Wherever this node is met, it is part of the past of what follows.
        proof.past.retain(|needed| *needed != here);
        if proof.past.len() <= MOST_PAST {
            if entry.proofs.len() == MOST_PROOFS {
                entry.proofs.remove(0);
            }
            entry.proofs.push((depth, proof.turned(&self.field.turns()[turn])));
        }
        Ok(Some(proof))
    }

    /// The prover is to move: one good move is enough.
    fn try_all(
        &mut self,
        node: Node,
        depth: u8,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Proof>, Exhausted> {
        let is_ahead = self.field.balance(node.stones, self.prover) >= self.wanted;
        if node.passed && is_ahead {
            return Ok(Some(self.choose(None, Proof::default())));
        }
        if depth == 0 {
            return Ok(None);
        }
        if !node.passed && is_ahead {
            if let Some(proof) = self.follow(node.pass(), depth - 1, patience)? {
                return Ok(Some(self.choose(None, proof)));
            }
        }
        for (at, played) in self.moves(node, depth).0 {
            if let Some(mut proof) = self.follow(node.after(&played), depth - 1, patience)? {
                proof.remove(played.taken);
                return Ok(Some(self.choose(Some(at), proof)));
            }
        }
        if node.passed || is_ahead {
            return Ok(None);
        }
        let proof = self.follow(node.pass(), depth - 1, patience)?;
        Ok(proof.map(|proof| self.choose(None, proof)))
    }

    /// Keeps the move that succeeded, if it is the one at the root.
    fn choose(&mut self, at: Option<u32>, proof: Proof) -> Proof {
        if self.path.len() == self.root {
            self.best = Some(at);
        }
        proof
    }

    /// The opponent is to move: the prover must have an answer to everything.
    fn answer_all(
        &mut self,
        node: Node,
        depth: u8,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Proof>, Exhausted> {
        let is_ahead = self.field.balance(node.stones, self.prover) >= self.wanted;
        if depth == 0 || (node.passed && !is_ahead) {
            return Ok(None);
        }
        let mut whole = Proof::default();
        if !node.passed {
            let Some(proof) = self.follow(node.pass(), depth - 1, patience)? else {
                return Ok(None);
            };
            whole.join(&proof);
        }
        let (moves, forbidden) = self.moves(node, depth);
        for situation in forbidden {
            whole.need(situation);
        }
        for (_, played) in moves {
            let Some(proof) = self.follow(node.after(&played), depth - 1, patience)? else {
                return Ok(None);
            };
            whole.join(&proof);
            whole.remove(played.taken);
        }
        Ok(Some(whole))
    }

    /// A proof after a move was made.
    fn follow(
        &mut self,
        node: Node,
        depth: u8,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Proof>, Exhausted> {
        let situation = self.situation(node.stones, node.turn);
        // After a pass there may be nothing new.
        let is_new = self.path.last() != Some(&situation);
        if is_new {
            self.path.push(situation);
        }
        let found = self.prove(node, depth, patience);
        if is_new {
            self.path.pop();
        }
        found
    }

    /// The moves on the board, the most promising first, and the situations that superko forbids.
    fn moves(&self, node: Node, depth: u8) -> (Vec<(u32, Played)>, Vec<Situation>) {
        let mut moves = Vec::new();
        let mut forbidden = Vec::new();
        for at in members(self.field.vacant(node.stones)) {
            if at == u32::from(node.ko) {
                continue;
            }
            let Some(played) = self.field.play(node.stones, node.turn, at) else { continue };
            let situation = self.situation(played.stones, node.turn.other());
            if self.path.contains(&situation) {
                forbidden.push(situation);
            } else {
                moves.push((self.promise(node, at, &played, depth), at, played));
            }
        }
        moves.sort_by_key(|(promise, ..)| -promise);
        (moves.into_iter().map(|(_, at, played)| (at, played)).collect(), forbidden)
    }

    /// How soon a move should be tried.
    fn promise(&self, node: Node, at: u32, played: &Played, depth: u8) -> i32 {
        let near = self.field.around(1 << at);
        let enemies = near & node.stones.of(node.turn.other());
        let taken = played.taken.of(node.turn.other());
        let looks = 20 * taken.count_ones() + 2 * near.count_ones() + enemies.count_ones();
        let known = self.table.get(&self.canonical(node.after(played)).0).map_or(0, |entry| {
            let shortest = entry.proofs.iter().map(|(needs, _)| i32::from(*needs)).min();
            let proved = shortest.map_or(0, |needs| 1000 - needs);
            let failed = match i32::from(entry.failed) {
                0 => 0,
                // This refutes the prover at once.
                deep if deep >= i32::from(depth) => 5000 + deep,
                deep => 100 + deep,
            };
            if node.turn == self.prover { proved - failed.min(100) } else { failed - proved }
        });
        looks as i32 + known
    }

    /// The least of the symmetric nodes, and the turn that leads to it.
    fn canonical(&self, node: Node) -> (Node, usize) {
        let turned = self
            .field
            .turns()
            .iter()
            .enumerate()
            .map(|(index, turn)| (turn.stones(node.stones), turn.ko(node.ko), index));
        let (stones, ko, index) = turned.min().unwrap_or((node.stones, node.ko, 0));
        (Node { stones, ko, ..node }, index)
    }
}

impl std::fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patience").field("positions", &self.positions).finish_non_exhaustive()
    }
}
