//! Writes weights as the source file the player is built with.

use std::io::{self, Write};

use crate::engine::xiangqi::evaluate::GROUPS;

/// Writes `weights` as `weights.rs`; `origin` says where they come from.
pub fn write_weights(to: &mut dyn Write, weights: &[[i32; 2]], origin: &str) -> io::Result<()> {
    writeln!(
        to,
        "//! The weights of the evaluation, middlegame and endgame, in hundredths of a pawn."
    )?;
    writeln!(to, "//!")?;
    writeln!(
        to,
        "//! Written by `sanqi tune xiangqi`; [`terms`](super::terms) says what each group means."
    )?;
    for line in origin.lines() {
        writeln!(to, "//! {line}")?;
    }
    writeln!(to, "\nuse super::taper::Taper;\nuse super::terms::TERMS;\n")?;
    writeln!(
        to,
        "const fn w(middle: i32, end: i32) -> Taper {{\n    Taper::new(middle, end)\n}}\n"
    )?;
    writeln!(to, "/// Every weight, in the order of [`terms::GROUPS`](super::terms::GROUPS).")?;
    writeln!(to, "#[rustfmt::skip]\npub const WEIGHTS: [Taper; TERMS] = [")?;
    for group in GROUPS {
        writeln!(to, "    // {}", group.name)?;
        let own = weights.iter().skip(group.start).take(group.len);
        for (index, [middle, end]) in own.enumerate() {
            let first = index % group.row == 0;
            let last = (index + 1) % group.row == 0 || index + 1 == group.len;
            write!(
                to,
                "{}w({middle}, {end}),{}",
                if first { "    " } else { " " },
                if last { "\n" } else { "" }
            )?;
        }
    }
    writeln!(to, "];")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::xiangqi::evaluate;

    #[test]
    fn the_weights_in_force_are_written_as_they_stand() {
        let weights: Vec<[i32; 2]> =
            evaluate::weights().into_iter().map(|weight| weight.map(|w| w as i32)).collect();
        let mut text = Vec::new();
        write_weights(&mut text, &weights, "").unwrap();
        let text = String::from_utf8(text).unwrap();
        let table = |text: &str| text.split_once("WEIGHTS: ").unwrap().1.to_owned();
        let source = include_str!("../../engine/xiangqi/evaluate/weights.rs");
        assert_eq!(table(&text), table(source));
    }
}
