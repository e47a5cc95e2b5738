//! The moves of a record and their variations: one flat list of nodes with links, so that a
//! million-node game is read, walked and dropped without recursion.

use std::ops::Index;

use super::Note;
use crate::game::Color;

/// A point or square by column and row, counted from 0 at the top left as the board is printed
/// (SGF `aa`; Othello a1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// From the left.
    pub column: u8,
    /// From the top.
    pub row: u8,
}

/// The cells of a rectangle, one cell being the usual case. Kept as files write them, so that ten
/// bytes of a hostile file stay a few bytes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    top_left: Cell,
    bottom_right: Cell,
}

impl Area {
    /// All cells between two corners, both included.
    pub fn between(one: Cell, other: Cell) -> Self {
        Self {
            top_left: Cell { column: one.column.min(other.column), row: one.row.min(other.row) },
            bottom_right: Cell {
                column: one.column.max(other.column),
                row: one.row.max(other.row),
            },
        }
    }

    /// The corner nearest to the first cell.
    pub const fn top_left(&self) -> Cell {
        self.top_left
    }

    /// The corner farthest from the first cell.
    pub const fn bottom_right(&self) -> Cell {
        self.bottom_right
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.top_left.column..=self.bottom_right.column;
        (self.top_left.row..=self.bottom_right.row)
            .flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }
}

impl From<Cell> for Area {
    fn from(cell: Cell) -> Self {
        Self { top_left: cell, bottom_right: cell }
    }
}

/// A move in terms that need no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordMove {
    /// A pass.
    Pass,
    /// A stone or disc on a cell (Go, Othello).
    Place(Cell),
    /// A piece from one square to another (xiangqi): `9 * rank + file`, both from 0, file a at
    /// Red's left, rank 0 at Red's side.
    Step {
        /// Where the piece stood.
        from: u8,
        /// Where it went.
        to: u8,
    },
}

/// A line and column of a file, both from 1. The column counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// A node of a [`Tree`]. Only the tree that made it knows what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// The node's number in order of creation, the root being 0: for tables beside the tree.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn some(self) -> Option<Self> {
        if self.0 == NONE.0 { None } else { Some(self) }
    }
}

/// No node; no notes.
const NONE: NodeId = NodeId(u32::MAX);

/// One node: at most one move, its links, its notes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    played: Option<(Color, RecordMove)>,
    parent: NodeId,
    first_child: NodeId,
    last_child: NodeId,
    next_sibling: NodeId,
    notes: u32,
    spot: Spot,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    const fn new(parent: NodeId, spot: Spot) -> Self {
        Self {
            played: None,
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            notes: u32::MAX,
            spot,
        }
    }

    /// The move made here and who made it.
    pub const fn played(&self) -> Option<(Color, RecordMove)> {
        self.played
    }

    /// The node before; `None` at the root.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent.some()
    }

    /// The next node of the main line from here.
    pub const fn first_child(&self) -> Option<NodeId> {
        self.first_child.some()
    }

    /// The next alternative to this node.
    pub const fn next_sibling(&self) -> Option<NodeId> {
        self.next_sibling.some()
    }

    /// Where the node stands in its file; zeros if it was not read from one.
    pub const fn spot(&self) -> Spot {
        self.spot
    }
}

/// All nodes of a game. The root may carry notes and, in careless files, a move.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    notes: Vec<Vec<Note>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A root and nothing else.
    pub fn new() -> Self {
        Self { nodes: vec![Node::new(NONE, Spot::default())], notes: Vec::new() }
    }

    /// Number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has neither moves nor notes.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1 && self[NodeId::ROOT].played.is_none() && self.notes.is_empty()
    }

    /// Adds an empty node as the last child of `parent`.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        // 2³² nodes of 32 bytes do not fit in the memory of any machine this runs on.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(parent, Spot::default()));
        let elder = self.node_mut(parent).last_child.some();
        match elder {
            Some(elder) => self.node_mut(elder).next_sibling = id,
            None => self.node_mut(parent).first_child = id,
        }
        self.node_mut(parent).last_child = id;
        id
    }

    /// Adds a move as the last child of `parent`.
    pub fn add_move(&mut self, parent: NodeId, mover: Color, mv: RecordMove) -> NodeId {
        let id = self.add(parent);
        self.set_move(id, mover, mv);
        id
    }

    /// Makes `mv` the move of the node.
    pub fn set_move(&mut self, id: NodeId, mover: Color, mv: RecordMove) {
        self.node_mut(id).played = Some((mover, mv));
    }

    /// Tells where the node stands in its file.
    pub fn set_spot(&mut self, id: NodeId, spot: Spot) {
        self.node_mut(id).spot = spot;
    }

    /// The notes of a node, in order.
    pub fn notes(&self, id: NodeId) -> &[Note] {
        self.notes.get(self[id].notes as usize).map_or(&[], Vec::as_slice)
    }

    /// Adds a note to a node.
    pub fn add_note(&mut self, id: NodeId, note: Note) {
        self.notes_mut(id).push(note);
    }

    /// The notes of a node, to be changed.
    #[expect(clippy::indexing_slicing, reason = "the slot was made in this function or before")]
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Vec<Note> {
        let mut slot = self[id].notes as usize;
        if slot >= self.notes.len() {
            slot = self.notes.len();
            self.node_mut(id).notes = slot as u32;
            self.notes.push(Vec::new());
        }
        &mut self.notes[slot]
    }

    /// The comment of a node, if it has one.
    pub fn comment(&self, id: NodeId) -> Option<&str> {
        self.notes(id).iter().find_map(|note| match note {
            Note::Comment(text) => Some(&**text),
            _ => None,
        })
    }

    /// The nodes that follow `id`, the main line first.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: self[id].first_child() }
    }

    /// The root and the first child of each node after it.
    pub fn main_line(&self) -> MainLine<'_> {
        MainLine { tree: self, next: Some(NodeId::ROOT) }
    }

    /// The last node of the main line.
    pub fn end_of_main_line(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = (Color, RecordMove)> + '_ {
        self.main_line().filter_map(|id| self[id].played)
    }

    /// All nodes with their depths as a file lists them: a node, then what follows it, then its
    /// alternatives.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, next: Some((NodeId::ROOT, 0)) }
    }

    /// Number of moves from the root to `id`, the move of `id` included.
    pub fn move_number(&self, id: NodeId) -> u32 {
        let mut count = 0;
        let mut next = Some(id);
        while let Some(id) = next {
            count += u32::from(self[id].played.is_some());
            next = self[id].parent();
        }
        count
    }

    #[expect(clippy::indexing_slicing, reason = "a NodeId is made only by the tree it belongs to")]
    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

impl Index<NodeId> for Tree {
    type Output = Node;

    #[expect(clippy::indexing_slicing, reason = "a NodeId is made only by the tree it belongs to")]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

/// Equal when the same moves and notes follow each other in the same way, wherever they were read.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes.len() == other.nodes.len()
            && self.walk().zip(other.walk()).all(|((id, depth), (other_id, other_depth))| {
                depth == other_depth
                    && self[id].played == other[other_id].played
                    && self.notes(id) == other.notes(other_id)
            })
    }
}

/// Nodes with their depths, made by [`Tree::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a Tree,
    next: Option<(NodeId, u32)>,
}

impl Iterator for Walk<'_> {
    type Item = (NodeId, u32);

    fn next(&mut self) -> Option<(NodeId, u32)> {
        let (id, depth) = self.next?;
        self.next = match self.tree[id].first_child() {
            Some(child) => Some((child, depth + 1)),
            None => self.after(id, depth),
        };
        Some((id, depth))
    }
}

impl Walk<'_> {
    /// The next alternative to `id` or to the nearest node before it that has one.
    fn after(&self, mut id: NodeId, mut depth: u32) -> Option<(NodeId, u32)> {
        loop {
            if let Some(sibling) = self.tree[id].next_sibling() {
                return Some((sibling, depth));
            }
            id = self.tree[id].parent()?;
            depth -= 1;
        }
    }
}

/// Children of a node, made by [`Tree::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree[id].next_sibling();
        Some(id)
    }
}

/// Nodes of the main line, made by [`Tree::main_line`].
#[derive(Clone, Debug)]
pub struct MainLine<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
}

impl Iterator for MainLine<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.tree[id].first_child();
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(column: u8, row: u8) -> RecordMove {
        RecordMove::Place(Cell { column, row })
    }

    #[test]
    fn variations_are_later_children() {
        let mut tree = Tree::new();
        let first = tree.add_move(NodeId::ROOT, Color::First, at(3, 3));
        let reply = tree.add_move(first, Color::Second, at(15, 15));
        let other_reply = tree.add_move(first, Color::Second, at(15, 3));
        let end = tree.add_move(reply, Color::First, RecordMove::Pass);
        assert_eq!(tree.children(first).collect::<Vec<_>>(), [reply, other_reply]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [NodeId::ROOT, first, reply, end]);
        assert_eq!(tree.end_of_main_line(), end);
        assert_eq!(tree.move_number(end), 3);
        assert_eq!(tree.move_number(other_reply), 2);
        assert_eq!(tree[other_reply].parent(), Some(first));
        let walk: Vec<_> = tree.walk().collect();
        assert_eq!(walk, [(NodeId::ROOT, 0), (first, 1), (reply, 2), (end, 3), (other_reply, 2)]);
    }

    #[test]
    fn equality_is_of_the_game_not_of_the_order_of_entry() {
        let mut one = Tree::new();
        let first = one.add_move(NodeId::ROOT, Color::First, at(3, 3));
        one.add_move(first, Color::Second, at(15, 15));
        one.add_move(NodeId::ROOT, Color::First, at(2, 2));
        let mut two = Tree::new();
        let first = two.add_move(NodeId::ROOT, Color::First, at(3, 3));
        let second = two.add_move(NodeId::ROOT, Color::First, at(2, 2));
        let mut three = two.clone();
        two.add_move(first, Color::Second, at(15, 15));
        three.add_move(second, Color::Second, at(15, 15));
        assert_eq!(one, two);
        assert_ne!(one, three, "the reply belongs to the other move");
    }

    #[test]
    fn notes_stay_with_their_node_in_order() {
        let mut tree = Tree::new();
        let first = tree.add_move(NodeId::ROOT, Color::First, at(0, 0));
        tree.add_note(first, Note::Turn(Color::First));
        tree.add_note(NodeId::ROOT, Note::Comment("start".into()));
        tree.add_note(first, Note::Comment("corner".into()));
        assert_eq!(tree.comment(NodeId::ROOT), Some("start"));
        assert_eq!(tree.comment(first), Some("corner"));
        assert_eq!(tree.notes(first).len(), 2);
    }

    #[test]
    fn equality_ignores_where_a_node_stood() {
        let mut one = Tree::new();
        let node = one.add_move(NodeId::ROOT, Color::First, at(2, 2));
        let mut two = one.clone();
        two.set_spot(node, Spot { line: 9, column: 9 });
        assert_eq!(one, two);
        two.set_move(node, Color::Second, at(2, 2));
        assert_ne!(one, two);
    }
}
