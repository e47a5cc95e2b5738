//! Results as files write them: SGF `B+3.5`, PGN `1-0`, GGF `+12.00:r`, Chinese words.

use super::GameKind;
use crate::game::{Color, Outcome, Reason};

/// The result in any of the forms in use; `None` for unknown, void and unreadable ones.
///
/// The game is needed for the words: 黑 is the first side in Go, the second in xiangqi.
pub fn read(text: &str, game: GameKind) -> Option<Outcome> {
    let text = text.trim();
    let lower = text.to_lowercase();
    let draw = Outcome::draw(Reason::Agreement);
    match lower.as_str() {
        "1-0" => return Some(Outcome::win(Color::First, Reason::Resignation)),
        "0-1" => return Some(Outcome::win(Color::Second, Reason::Resignation)),
        "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" => return Some(draw),
        "0" | "draw" | "jigo" | "d" | "和" | "和棋" | "和局" => {
            return Some(Outcome { margin: None, ..Outcome::by_score(0.0) });
        }
        _ => {}
    }
    if let Some((winner, rest)) = winner_by_words(&lower, game) {
        return Some(won(winner, rest));
    }
    read_ggf(&lower)
}

/// `B+3.5`, `黑中盘胜`, `红胜`: the winner and the text after.
fn winner_by_words(lower: &str, game: GameKind) -> Option<(Color, &str)> {
    let (first, second): (&[&str], &[&str]) = match game {
        GameKind::Xiangqi => (&["红", "紅", "先", "r+"], &["黑", "后", "後", "b+"]),
        GameKind::Go | GameKind::Othello => (&["b+", "black+", "黑"], &["w+", "white+", "白"]),
    };
    let after = |names: &[&str]| names.iter().find_map(|name| lower.strip_prefix(name));
    if let Some(rest) = after(first) {
        return Some((Color::First, rest));
    }
    after(second).map(|rest| (Color::Second, rest))
}

/// What comes after `B+`: a margin, a reason or nothing.
fn won(winner: Color, rest: &str) -> Outcome {
    let rest = rest.trim();
    let number: String = rest
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    match number.parse::<f32>() {
        Ok(margin) if margin.is_finite() => {
            Outcome { winner: Some(winner), margin: Some(margin), reason: Reason::Score }
        }
        _ => Outcome::win(winner, reason(rest)),
    }
}

/// The reason behind `B+`.
fn reason(word: &str) -> Reason {
    match word {
        "t" | "time" | "超时胜" | "超時勝" => Reason::Time,
        "f" | "forfeit" => Reason::Adjudication,
        "" | "?" => Reason::Score,
        _ => Reason::Resignation,
    }
}

/// GGF: the first side's margin with a sign, then `:r` (resigned), `:t` (time) or `:s` (agreed).
fn read_ggf(text: &str) -> Option<Outcome> {
    let (number, tail) = text.split_once(':').unwrap_or((text, ""));
    let number = number.trim();
    if !number.starts_with(['+', '-']) {
        return None;
    }
    let margin: f32 = number.parse().ok().filter(|margin: &f32| margin.is_finite())?;
    let reason = match tail.trim() {
        "r" => Reason::Resignation,
        "t" => Reason::Time,
        "s" => Reason::Agreement,
        _ => Reason::Score,
    };
    Some(Outcome { reason, ..Outcome::by_score(margin) })
}

/// The result as SGF writes it.
pub fn write_sgf(outcome: &Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return "0".into();
    };
    let letter = match winner {
        Color::First => 'B',
        Color::Second => 'W',
    };
    match (outcome.reason, outcome.margin) {
        (Reason::Score | Reason::Agreement, Some(margin)) => format!("{letter}+{margin}"),
        (Reason::Score, None) => format!("{letter}+"),
        (Reason::Time, _) => format!("{letter}+T"),
        (Reason::IllegalMove | Reason::Crash | Reason::Adjudication, _) => format!("{letter}+F"),
        _ => format!("{letter}+R"),
    }
}

/// The result as PGN writes it; `*` for an unknown one.
pub fn write_pgn(outcome: Option<&Outcome>) -> String {
    let text = match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::First)) => "1-0",
        Some(Some(Color::Second)) => "0-1",
    };
    text.into()
}

/// The result as GGF writes it; `?` for an unknown one.
pub fn write_ggf(outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "?".into();
    };
    let margin = outcome.margin.unwrap_or(if outcome.winner.is_some() { 64.0 } else { 0.0 });
    let sign = if outcome.winner == Some(Color::Second) { '-' } else { '+' };
    let tail = match outcome.reason {
        Reason::Resignation => ":r",
        Reason::Time => ":t",
        Reason::Agreement => ":s",
        _ => "",
    };
    format!("{sign}{margin:05.2}{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_in_use_is_read() {
        let win = |text: &str| {
            let outcome = read(text, GameKind::Go).unwrap_or_else(|| panic!("{text} has a result"));
            (outcome.winner, outcome.margin, outcome.reason)
        };
        let (black, white) = (Some(Color::First), Some(Color::Second));
        assert_eq!(win("B+3.5"), (black, Some(3.5), Reason::Score));
        assert_eq!(win("W+R"), (white, None, Reason::Resignation));
        assert_eq!(win("W+Resign"), (white, None, Reason::Resignation));
        assert_eq!(win("b+Time"), (black, None, Reason::Time));
        assert_eq!(win("W+F"), (white, None, Reason::Adjudication));
        assert_eq!(win("B+"), (black, None, Reason::Score));
        assert_eq!(win("0"), (None, None, Reason::Score));
        assert_eq!(win("Draw").0, None);
        assert_eq!(win("1-0").0, black);
        assert_eq!(win("0-1").0, white);
        assert_eq!(win("1/2-1/2").0, None);
        assert_eq!(win("+12.00:r"), (black, Some(12.0), Reason::Resignation));
        assert_eq!(win("-4.0"), (white, Some(4.0), Reason::Score));
        assert_eq!(win("黑中盘胜"), (black, None, Reason::Resignation));
        assert_eq!(win("白胜2.5目"), (white, Some(2.5), Reason::Score));
    }

    #[test]
    fn black_is_second_in_xiangqi() {
        let winner = |text| read(text, GameKind::Xiangqi).and_then(|outcome| outcome.winner);
        assert_eq!(winner("黑胜"), Some(Color::Second));
        assert_eq!(winner("紅勝"), Some(Color::First));
        assert_eq!(winner("先胜"), Some(Color::First));
        assert_eq!(winner("和棋"), None);
    }

    #[test]
    fn unknown_and_void_are_no_result() {
        for text in ["?", "Void", "*", "", "no result", "B", "+", "+inf", "-nan"] {
            assert_eq!(read(text, GameKind::Go), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let score = Outcome::by_score(-2.5);
        assert_eq!(write_sgf(&score), "W+2.5");
        assert_eq!(read(&write_ggf(Some(&score)), GameKind::Othello), Some(score));
        assert_eq!(write_ggf(Some(&score)), "-02.50");
        assert_eq!(write_pgn(Some(&score)), "0-1");
        assert_eq!(write_pgn(None), "*");
    }
}
