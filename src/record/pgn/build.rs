//! One game of PGN, item by item.

use super::item::Item;
use super::tags;
use crate::game::xiangqi::notation::FirstRank;
use crate::game::xiangqi::{Board, Move, Notation, NotationError};
use crate::record::locate::Locator;
use crate::record::{
    Glyph, NodeId, Note, Place, Record, RecordError, RecordMove, Spot, Start, Tag,
};

/// How far the game has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing of a game yet.
    Nothing,
    /// Tags.
    Tags,
    /// Moves.
    Moves,
    /// The result stood among the moves: the rest is no part of the game.
    Over,
}

/// The end of a line of moves: the main line or a variation.
#[derive(Clone, Debug)]
struct Line {
    /// The last node.
    node: NodeId,
    /// The position there.
    board: Board,
    /// The position before the last move, where a variation of it begins; `None` before the
    /// first move of the line.
    before: Option<Board>,
}

/// The game so far.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    text: &'a str,
    first: FirstRank,
    stage: Stage,
    record: Record,
    /// The FEN of the tags and where it stands.
    fen: Option<(String, Spot)>,
    line: Line,
    /// The lines that the present variation interrupts, the main line first.
    outer: Vec<Line>,
    /// Variations open since a move could not be read, and where in the text that was.
    broken: Option<(usize, usize)>,
    /// Comments before the first move of a variation: they belong to that move.
    early: Vec<Note>,
    /// Whether the last item was a comment to the end of its line: the next one continues it.
    in_line_comment: bool,
    junk: Option<(String, Spot)>,
    failure: Option<RecordError>,
}

impl<'a> Builder<'a> {
    /// Nothing of the game yet. Coordinates count ranks from `first`.
    pub(super) fn new(text: &'a str, first: FirstRank) -> Self {
        Self {
            text,
            first,
            stage: Stage::Nothing,
            record: Record::new(Start::xiangqi()),
            fen: None,
            line: Line { node: NodeId::ROOT, board: Board::start(), before: None },
            outer: Vec::new(),
            broken: None,
            early: Vec::new(),
            in_line_comment: false,
            junk: None,
            failure: None,
        }
    }

    /// Whether the game is over before `item`, which belongs to the next.
    pub(super) fn ends_before(&self, item: &Item<'_>) -> bool {
        let Item::Tag(name, _) = item else { return false };
        match self.stage {
            Stage::Nothing => false,
            Stage::Tags => name.eq_ignore_ascii_case("Game") && !self.record.info.is_empty(),
            Stage::Moves | Stage::Over => true,
        }
    }

    /// Takes the next item, which ends at the byte `end`.
    pub(super) fn take(&mut self, item: Item<'_>, end: usize, locator: &mut Locator<'_>) {
        let continues = self.in_line_comment;
        self.in_line_comment = matches!(item, Item::LineComment(_));
        match item {
            Item::Tag(name, value) => self.tag(name, &value, locator.spot(end)),
            Item::Comment(text) => self.comment(text),
            Item::LineComment(text) => self.line_comment(text, continues),
            Item::OpenComment(text) => {
                self.mend(locator.spot(end), "the comment is not closed: expected `}`");
                self.comment(text);
            }
            Item::Open => self.open(),
            Item::Close => self.close(end, locator),
            Item::Nag(number) => self.note(Note::Glyph(Glyph::Nag(number))),
            Item::Word(word) => self.word(word, end - word.len(), locator),
            Item::Stray(_) => {}
        }
    }

    /// The game; `None` if there was none and no text either.
    pub(super) fn finish(mut self) -> Option<Result<Record, RecordError>> {
        if self.stage == Stage::Tags {
            self.begin();
        }
        if !self.outer.is_empty() && self.failure.is_none() {
            let fault = "a variation is not closed: expected `)`";
            self.record.mended.push(RecordError::new(Place::default(), fault));
        }
        if let Some(failure) = self.failure {
            return Some(Err(failure));
        }
        if self.stage == Stage::Nothing {
            let (word, spot) = self.junk?;
            let reason = format!("expected a tag or a move, found `{word}`");
            return Some(Err(RecordError::new(Place::at(spot), reason)));
        }
        Some(Ok(self.record))
    }

    fn tag(&mut self, name: &str, value: &str, spot: Spot) {
        self.stage = Stage::Tags;
        let value = value.trim();
        let has = |other: &str| name.eq_ignore_ascii_case(other);
        if has("Format") && value == tags::RANKS_FROM_ONE {
            self.first = FirstRank::One;
        } else if has("FEN") {
            self.fen = Some((value.to_owned(), spot));
        } else if !value.is_empty() && !has("Game") && !has("Format") && !has("SetUp") {
            self.record.info.push(tags::meaning(name), value);
        }
    }

    /// Sets up the start position when the tags are over.
    fn begin(&mut self) {
        self.stage = Stage::Moves;
        let Some((fen, spot)) = self.fen.take().filter(|(fen, _)| !fen.is_empty()) else { return };
        match Board::from_fen(&fen) {
            Ok(board) => {
                if board != Board::start() {
                    self.record.start = Start::Xiangqi { fen: Some(fen.into()) };
                }
                self.line.board = board;
            }
            Err(error) => {
                self.failure = Some(RecordError::new(Place::at(spot), format!("FEN: {error}")));
            }
        }
    }

    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.note(Note::Comment(text.into()));
        }
    }

    /// A comment of several lines is one comment.
    fn line_comment(&mut self, text: &str, continues: bool) {
        let notes = if self.is_variation_begun() {
            self.record.tree.notes_mut(self.line.node)
        } else {
            &mut self.early
        };
        match notes.last_mut() {
            Some(Note::Comment(last)) if continues => *last = format!("{last}\n{text}").into(),
            _ => notes.push(Note::Comment(text.into())),
        }
    }

    fn note(&mut self, note: Note) {
        if self.is_variation_begun() {
            self.record.tree.add_note(self.line.node, note);
        } else {
            self.early.push(note);
        }
    }

    /// Whether a comment belongs to the last move: not before the first move of a variation.
    fn is_variation_begun(&self) -> bool {
        self.outer.is_empty() || self.line.before.is_some()
    }

    fn open(&mut self) {
        if self.stage != Stage::Moves {
            return;
        }
        if let Some((depth, _)) = &mut self.broken {
            *depth += 1;
            return;
        }
        let line = match &self.line.before {
            Some(before) => Line {
                node: self.record.tree[self.line.node].parent().unwrap_or(NodeId::ROOT),
                board: before.clone(),
                before: None,
            },
            // A variation of nothing: an alternative to what comes next.
            None => self.line.clone(),
        };
        self.outer.push(std::mem::replace(&mut self.line, line));
    }

    fn close(&mut self, end: usize, locator: &mut Locator<'_>) {
        if let Some((depth, from)) = &mut self.broken {
            *depth -= 1;
            if *depth > 0 {
                return;
            }
            let rest = self.text.get(*from..end - 1).unwrap_or_default().trim();
            let rest = Note::Comment(rest.into());
            self.broken = None;
            // A variation without a readable move leaves its text at the move it varies.
            if self.is_variation_begun() {
                self.note(rest);
            } else if let Some(line) = self.outer.last() {
                self.record.tree.add_note(line.node, rest);
            }
        }
        self.early.clear();
        match self.outer.pop() {
            Some(line) => self.line = line,
            None if self.stage == Stage::Moves => {
                self.mend(locator.spot(end), "found `)` without its `(`");
            }
            None => {}
        }
    }

    fn mend(&mut self, spot: Spot, fault: &'static str) {
        self.record.mended.push(RecordError::new(Place::at(spot), fault));
    }

    /// A move, perhaps with its number before and its judgement after; or a result.
    fn word(&mut self, word: &str, at: usize, locator: &mut Locator<'_>) {
        if self.stage == Stage::Over || self.failure.is_some() || self.broken.is_some() {
            return;
        }
        let bare = without_number(word);
        if bare.is_empty() {
            return;
        }
        if is_result(bare) {
            return self.result(bare);
        }
        let spot = locator.spot(at);
        let played = self.read(word, bare);
        if self.stage == Stage::Nothing && matches!(played, Err(NotationError::Form { .. })) {
            self.junk.get_or_insert((word.to_owned(), spot));
            return;
        }
        if self.stage != Stage::Moves {
            self.begin();
        }
        match self.read(word, bare) {
            Ok((mv, judgement)) => self.play(mv, judgement, spot),
            Err(_) if self.failure.is_some() => {}
            Err(error) => self.refuse(error, at, spot),
        }
    }

    /// The move meant by `bare`, or by the whole word if its number was none (WXF `62.5`).
    fn read(&self, word: &str, bare: &str) -> Result<(Move, Option<u8>), NotationError> {
        let (text, judgement) = without_judgement(bare);
        let parse = |text: &str| {
            let notation = match (Notation::of(text), self.first) {
                (Notation::Iccs | Notation::Ucci, FirstRank::One) => Notation::UciFromOne,
                (notation, _) => notation,
            };
            notation.parse(&self.line.board, text)
        };
        let read = parse(text);
        if read.is_err()
            && word != bare
            && let Ok(mv) = parse(without_judgement(word).0)
        {
            return Ok((mv, judgement));
        }
        read.map(|mv| (mv, judgement))
    }

    fn play(&mut self, mv: Move, judgement: Option<u8>, spot: Spot) {
        let mover = self.line.board.turn();
        let step = RecordMove::Step { from: mv.from().index() as u8, to: mv.to().index() as u8 };
        let node = self.record.tree.add_move(self.line.node, mover, step);
        self.record.tree.set_spot(node, spot);
        self.line.node = node;
        let before = self.line.board.clone();
        self.line.board.play(mv);
        self.line.before = Some(before);
        if let Some(number) = judgement {
            self.record.tree.add_note(node, Note::Glyph(Glyph::Nag(number)));
        }
        for note in std::mem::take(&mut self.early) {
            self.record.tree.add_note(node, note);
        }
    }

    /// A move that cannot be read breaks the game, or ends its variation.
    fn refuse(&mut self, error: NotationError, at: usize, spot: Spot) {
        let number = self.record.tree.move_number(self.line.node) + 1;
        let error = RecordError::new(Place::at(spot).at_move(number), error.to_string());
        if self.outer.is_empty() {
            self.failure = Some(error);
        } else {
            self.record.mended.push(error);
            self.broken = Some((1, at));
        }
    }

    fn result(&mut self, word: &str) {
        if self.stage != Stage::Moves {
            if self.stage == Stage::Nothing {
                return;
            }
            self.begin();
        }
        if !self.outer.is_empty() {
            return;
        }
        self.stage = Stage::Over;
        if word != "*" && self.record.info.get(&Tag::Result).is_none() {
            self.record.info.push(Tag::Result, word);
        }
    }
}

/// The word without the move number before it: `12.`, `12...`, `１２．`, `12、`.
fn without_number(word: &str) -> &str {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let is_dot = |c: char| matches!(c, '.' | '．' | '、' | '…' | '。');
    let after = word.trim_start_matches(is_digit);
    let rest = after.trim_start_matches(is_dot);
    if after.is_empty() || rest.len() < after.len() { rest } else { word }
}

/// The word without `!`, `?` behind it, and the glyph they stand for.
fn without_judgement(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？']);
    let marks: String = word
        .chars()
        .skip(bare.chars().count())
        .map(|c| if matches!(c, '!' | '！') { '!' } else { '?' })
        .collect();
    let glyph = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == marks);
    (bare, glyph.map(|index| index as u8 + 1))
}

/// Whether the word ends a game. Only whole words do: 后马退五 is a move, 后胜 a result.
fn is_result(word: &str) -> bool {
    const WORDS: [&str; 9] = ["*", "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "和", "和棋", "和局"];
    let is_won = |word: &str| {
        let sides = ["红", "紅", "黑", "先", "后", "後"];
        let mut rests = sides.iter().filter_map(|side| word.strip_prefix(side));
        rests.any(|rest| matches!(rest, "胜" | "勝" | "方胜" | "方勝" | "先胜" | "先勝"))
    };
    WORDS.contains(&word) || is_won(word)
}
