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
/// Memory of a proof that is kept, about, its past included.
const PROOF_BYTES: usize = 64;
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

/// Nothing can be proved at any depth.
const HOPELESS: u8 = u8::MAX;

/// No more time or memory.
#[derive(Debug)]
pub struct Exhausted;

/// A proof, or that there is none, or no means to look for one.
type Found = Result<Option<Proof>, Exhausted>;

/// How many positions may be looked at and kept, and who may say that it is enough.
pub struct Patience<'a> {
    /// Positions left.
    pub positions: u64,
    /// Memory of a prover, about.
    pub bytes: usize,
    /// Asked from time to time.
    pub is_over: Box<dyn Fn() -> bool + 'a>,
}

impl Patience<'_> {
    /// One more position is looked at by a prover that uses so much memory.
    fn spend_one(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.positions = self.positions.checked_sub(1).ok_or(Exhausted)?;
        let is_over = self.positions.is_multiple_of(STRIDE) && (self.is_over)();
        if is_over || bytes > self.bytes { Err(Exhausted) } else { Ok(()) }
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
    /// For each node, symmetric ones taken together, the plies within fewer than which no proof was
    /// found.
    failed: FxHashMap<Node, u8>,
    /// Proofs with the plies they need.
    proofs: FxHashMap<Node, Vec<(u8, Proof)>>,
    /// Number of those proofs.
    kept: usize,
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
        Self {
            field,
            ko,
            prover,
            wanted,
            failed: FxHashMap::default(),
            proofs: FxHashMap::default(),
            kept: 0,
            path: past.to_vec(),
            root: past.len(),
            best: None,
        }
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
    fn prove(&mut self, node: Node, depth: u8, patience: &mut Patience<'_>) -> Found {
        patience.spend_one(self.bytes())?;
        let (key, turn) = self.canonical(node);
        let here = self.situation(node.stones, node.turn);
        let failed = match self.failed.get(&key) {
            Some(&failed) => failed,
            None => self.first_sight(key),
        };
        if failed > depth {
            return Ok(None);
        }
        let back = &self.field.turns()[self.field.turns()[turn].inverse];
        let mut proofs = self.proofs.get(&key).into_iter().flatten();
        let holds =
            |(needs, proof): &&(u8, Proof)| *needs <= depth && proof.holds(back, here, &self.path);
        if let Some((_, proof)) = proofs.find(holds) {
            return Ok(Some(proof.turned(back)));
        }
        let found = if node.turn == self.prover {
            self.try_all(node, depth, patience)?
        } else {
            self.answer_all(node, depth, patience)?
        };
        let Some(mut proof) = found else {
            self.failed.insert(key, depth + 1);
            return Ok(None);
        };
        // Wherever this node is met, it is part of the past of what follows.
        proof.past.retain(|needed| *needed != here);
        self.keep(key, depth, proof.turned(&self.field.turns()[turn]));
        Ok(Some(proof))
    }

    /// What the points held for certain say of a node never seen before.
    fn first_sight(&mut self, key: Node) -> u8 {
        let points = self.field.points();
        let held = |color| self.field.held(key.stones, color);
        if 2 * held(self.prover) - points >= self.wanted {
            self.keep(key, 0, Proof::default());
        }
        let is_lost = points - 2 * held(self.prover.other()) < self.wanted;
        let failed = if is_lost { HOPELESS } else { 0 };
        self.failed.insert(key, failed);
        failed
    }

    /// Keeps a proof of a node, and of its older ones so many.
    fn keep(&mut self, key: Node, depth: u8, proof: Proof) {
        if proof.past.len() > MOST_PAST {
            return;
        }
        let proofs = self.proofs.entry(key).or_default();
        if proofs.len() == MOST_PROOFS {
            proofs.remove(0);
        } else {
            self.kept += 1;
        }
        proofs.push((depth, proof));
    }

    /// Memory that is used, about.
    fn bytes(&self) -> usize {
        let failed = self.failed.capacity() * (size_of::<(Node, u8)>() + 1);
        let proofs = self.proofs.capacity() * (size_of::<(Node, Vec<(u8, Proof)>)>() + 1);
        failed + proofs + self.kept * PROOF_BYTES
    }

    /// The prover is to move: one good move is enough.
    fn try_all(&mut self, node: Node, depth: u8, patience: &mut Patience<'_>) -> Found {
        let is_ahead = self.field.balance(node.stones, self.prover) >= self.wanted;
        if node.passed && is_ahead {
            return Ok(Some(self.choose(None, Proof::default())));
        }
        if depth == 0 {
            return Ok(None);
        }
        if !node.passed
            && is_ahead
            && let Some(proof) = self.follow(node.pass(), depth - 1, patience)?
        {
            return Ok(Some(self.choose(None, proof)));
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
    fn answer_all(&mut self, node: Node, depth: u8, patience: &mut Patience<'_>) -> Found {
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
    fn follow(&mut self, node: Node, depth: u8, patience: &mut Patience<'_>) -> Found {
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
        let key = self.canonical(node.after(played)).0;
        let Some(&failed) = self.failed.get(&key) else { return looks as i32 };
        let failed = match i32::from(failed) {
            0 => 0,
            // This refutes the prover at once.
            deep if deep >= i32::from(depth) => 5000 + deep,
            deep => 100 + deep,
        };
        let proofs = self.proofs.get(&key).into_iter().flatten();
        let proved = proofs.map(|(needs, _)| 1000 - i32::from(*needs)).max().unwrap_or(0);
        let promise =
            if node.turn == self.prover { proved - failed.min(100) } else { failed - proved };
        looks as i32 + promise
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
