//! The numbers of the search that only measuring can tell: margins, divisors, reductions.
//!
//! `scripts/spsa` changes them through the setting `Margins`, plays, and keeps what wins. Values are
//! hundredths of a pawn unless said otherwise.

use thiserror::Error;

/// A number of the search.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// Its name.
    pub name: &'static str,
    /// What it is when nobody says otherwise.
    pub default: i32,
    /// The smallest and the largest value that make sense.
    pub range: (i32, i32),
    get: fn(&Margins) -> i32,
    set: fn(&mut Margins, i32),
}

/// Why a text is no list of margins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MarginError {
    /// No number has this name.
    #[error("no margin is called `{0}`; there are {names}", names = Margins::names())]
    Unknown(String),
    /// Not `NAME=NUMBER`.
    #[error("expected NAME=NUMBER, found `{0}`")]
    Form(String),
    /// Too small or too large.
    #[error("`{name}` goes from {low} to {high}")]
    Range {
        /// Which.
        name: &'static str,
        /// Its smallest value.
        low: i32,
        /// Its largest value.
        high: i32,
    },
}

macro_rules! margins {
    ($($(#[doc = $about:literal])+ $name:ident: $default:literal, $low:literal to $high:literal;)*) => {
        /// All of them.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[doc = $about])+ pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Margins {
            /// What there is.
            pub const ALL: &'static [Margin] = &[$(Margin {
                name: stringify!($name),
                default: $default,
                range: ($low, $high),
                get: |margins| margins.$name,
                set: |margins, value| margins.$name = value,
            },)*];
        }
    };
}

margins! {
    /// What a ply may cost a side whose evaluation is above beta.
    reverse_futility: 72, 30 to 150;
    /// What a capture may lose for each ply of depth.
    bad_capture: 90, 30 to 250;
    /// What a check may lose for each ply of depth.
    bad_check: 500, 30 to 900;
    /// What a quiet move may lose for each ply of depth, squared.
    bad_quiet: 30, 5 to 100;
    /// Quiet moves tried at depth 0; the square of the depth is added.
    late_count: 5, 1 to 12;
    /// How far below alpha quiet moves are hopeless: at depth 0,
    futility: 93, 20 to 300;
    /// and for each ply.
    futility_step: 78, 30 to 250;
    /// Reduction of late moves in hundredths of a ply: the same for all,
    reduction: 77, 0 to 200;
    /// and what divides the product of the logarithms of depth and number, in hundredths.
    reduction_divisor: 202, 120 to 400;
    /// History that is worth a ply of reduction.
    reduction_history: 6660, 2500 to 24000;
    /// How far the other moves must stay below the only good one, in sixteenths for each ply.
    singular: 33, 6 to 96;
    /// How much farther for a second ply.
    singular_twice: 40, 4 to 100;
    /// How much better than the best a reduced move must come out for a ply more,
    deeper: 29, 15 to 180;
    /// and how little for a ply less.
    shallower: 6, 0 to 40;
    /// Half of the first window around the last value.
    aspiration: 13, 5 to 50;
    /// Reduction of the null move in hundredths of a ply: the same for all,
    null: 342, 150 to 500;
    /// for each ply of depth,
    null_step: 25, 10 to 50;
    /// and how far above beta the evaluation must be for a ply more.
    null_divisor: 209, 60 to 400;
}

impl Margins {
    fn names() -> String {
        Self::ALL.iter().map(|margin| margin.name).collect::<Vec<_>>().join(", ")
    }

    /// Those that `text` lists as `NAME=NUMBER` with commas between them; the others as they are by default.
    pub fn parse(text: &str) -> Result<Self, MarginError> {
        let mut margins = Self::default();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, value) =
                item.split_once('=').ok_or_else(|| MarginError::Form(item.to_owned()))?;
            let margin = Self::ALL.iter().find(|margin| margin.name == name.trim());
            let margin = margin.ok_or_else(|| MarginError::Unknown(name.trim().to_owned()))?;
            let value: i32 =
                value.trim().parse().map_err(|_| MarginError::Form(item.to_owned()))?;
            let (low, high) = margin.range;
            if !(low..=high).contains(&value) {
                return Err(MarginError::Range { name: margin.name, low, high });
            }
            (margin.set)(&mut margins, value);
        }
        Ok(margins)
    }

    /// Those that are not as by default, as [`parse`](Self::parse) reads them.
    pub fn text(&self) -> String {
        let changed = Self::ALL.iter().filter(|margin| (margin.get)(self) != margin.default);
        let items = changed.map(|margin| format!("{}={}", margin.name, (margin.get)(self)));
        items.collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(Margins::default().text(), "");
        assert_eq!(Margins::parse(""), Ok(Margins::default()));
        let text = Margins::ALL.iter().map(|margin| format!("{}={}", margin.name, margin.range.1));
        let text = text.collect::<Vec<_>>().join(",");
        assert_eq!(Margins::parse(&text).unwrap().text(), text);
        let two = Margins::parse(" futility = 90 , null=310,").unwrap();
        assert_eq!(two, Margins { futility: 90, null: 310, ..Margins::default() });
    }

    #[test]
    fn a_wrong_list_is_refused_with_the_reason() {
        let error = |text: &str| Margins::parse(text).unwrap_err().to_string();
        assert!(
            error("sauce=3")
                .starts_with("no margin is called `sauce`; there are reverse_futility, ")
        );
        assert_eq!(error("futility"), "expected NAME=NUMBER, found `futility`");
        assert_eq!(error("futility=x"), "expected NAME=NUMBER, found `futility=x`");
        assert_eq!(error("futility=301"), "`futility` goes from 20 to 300");
    }

    #[test]
    fn defaults_lie_within_their_ranges() {
        for margin in Margins::ALL {
            let (low, high) = margin.range;
            assert!((low..=high).contains(&margin.default), "{}", margin.name);
        }
    }
}
