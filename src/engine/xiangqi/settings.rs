//! What can be set about the xiangqi player, declared once.

use std::sync::Arc;

use super::evaluate::network::Network;
use super::evaluator::{EvalKind, NetworkFile};
use super::level;
use super::margins::Margins;
use super::technique::{Technique, Techniques};
use crate::common_settings;
use crate::engine::{Common, Setting};
use crate::search::split::{Reserve, Terms};

/// When passing the move is taken as proof that a position is good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullMove {
    /// Never.
    Off,
    /// A fail-high of the reduced search is believed; at great depth it is checked.
    Standard,
    /// Every fail-high is confirmed by a search one ply shallower.
    Verified,
    /// As standard, and values up to half a pawn below beta may cut too, once confirmed.
    Extended,
    /// Extended in the middlegame, extended and verified in the endgame.
    Adaptive,
}

impl NullMove {
    /// The words of the setting, in the order of the variants.
    pub const WORDS: &'static [&'static str] =
        &["off", "standard", "verified", "extended", "adaptive"];
    /// The kinds in the order of their words.
    pub const ALL: [Self; 5] =
        [Self::Off, Self::Standard, Self::Verified, Self::Extended, Self::Adaptive];
}

/// How far moves are left to chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Randomness {
    /// Not at all.
    None,
    /// Among moves that are about as good.
    Small,
    /// Among moves that are a little worse.
    Medium,
    /// Among moves up to half a pawn worse.
    Large,
}

impl Randomness {
    /// The words of the setting, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["none", "small", "medium", "large"];
    /// The kinds in the order of their words.
    pub const ALL: [Self; 4] = [Self::None, Self::Small, Self::Medium, Self::Large];

    /// Hundredths of a pawn that a move may be worse.
    pub const fn margin(self) -> i32 {
        match self {
            Self::None => 0,
            Self::Small => 10,
            Self::Medium => 25,
            Self::Large => 50,
        }
    }
}

/// How several threads share a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parallel {
    /// All share one tree, split where one of them is free (dynamic tree splitting).
    Dts,
    /// All search the whole tree and meet in the table.
    Lazy,
}

impl Parallel {
    /// The words of the setting, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["dts", "lazy"];
    /// The kinds in the order of their words.
    pub const ALL: [Self; 2] = [Self::Dts, Self::Lazy];
}

/// The settings of the xiangqi player.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What every player has.
    pub common: Common,
    /// Kind of null move.
    pub null_move: NullMove,
    /// Width of the band below beta in which an extended null move may cut.
    pub null_band: i32,
    /// Techniques left out, to measure them.
    pub without: Techniques,
    /// The numbers of the search.
    pub margins: Margins,
    /// What evaluates.
    pub eval: EvalKind,
    /// The network, if there is one.
    pub network_file: NetworkFile,
    /// How threads share a search.
    pub parallel: Parallel,
    /// Remaining depth from which threads share a node.
    pub min_split_depth: i32,
    /// Threads held back from a node that is shared, to help those already at it.
    pub reserved_helpers: Reserve,
    /// A draw is worth this many hundredths of a pawn less than nothing to us.
    pub contempt: i32,
    /// How far moves are left to chance.
    pub randomness: Randomness,
    /// Gives up after three moves at or below minus this value; 0: never.
    pub resign: i32,
    /// Offers and accepts draws when the position is dead level.
    pub offer_draws: bool,
    /// Plays at `elo` instead of at `common.level`.
    pub limit_strength: bool,
    /// Strength when limited.
    pub elo: u32,
    /// Counts presses of the button that empties the table.
    pub clearings: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            common: Common::default(),
            null_move: NullMove::Standard,
            null_band: 50,
            without: Techniques::default(),
            margins: Margins::default(),
            eval: EvalKind::Network,
            network_file: NetworkFile::default(),
            parallel: Parallel::Dts,
            min_split_depth: 4,
            reserved_helpers: Reserve::Auto,
            contempt: 0,
            randomness: Randomness::None,
            resign: 0,
            offer_draws: false,
            limit_strength: false,
            elo: 1500,
            clearings: 0,
        }
    }
}

const COMMON: [Setting<Config>; 7] = common_settings!(Config, common);

/// Every setting.
pub const SETTINGS: &[Setting<Config>] = &{
    let [a, b, c, d, e, f, g] = COMMON;
    [
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        Setting::combo(
            "NullMove",
            "kind of null-move pruning",
            NullMove::WORDS,
            |c| NullMove::WORDS[c.null_move as usize].to_owned(),
            |c, index| c.null_move = NullMove::ALL[index],
        ),
        Setting::<Config>::spin(
            "NullBand",
            "half a pawn: the band below beta of the extended null move, in hundredths",
            (0, 500),
            |c| c.null_band.to_string(),
            |c, n| c.null_band = n as i32,
        )
        .expert(),
        Setting::<Config>::words(
            "Without",
            "techniques of the search left out, to measure what each is worth",
            Technique::WORDS,
            |c| c.without.words(),
            |c, bits| c.without = Techniques::from_bits(bits),
        )
        .expert(),
        Setting::<Config>::parsed(
            "Margins",
            "numbers of the search that are not as by default, as NAME=NUMBER,NAME=NUMBER",
            |c| c.margins.text(),
            |c, text| {
                c.margins = Margins::parse(text).map_err(|error| error.to_string())?;
                Ok(())
            },
        )
        .expert(),
        Setting::combo(
            "Eval",
            "network: learned from games; classical: made by hand",
            EvalKind::WORDS,
            |c| EvalKind::WORDS[c.eval as usize].to_owned(),
            |c, index| c.eval = EvalKind::ALL[index],
        ),
        Setting::file(
            "EvalFile",
            "file of a network; empty for the one shipped",
            |c| c.network_file.path().to_owned(),
            |c, path| {
                c.network_file = NetworkFile::read(path).map_err(|error| error.to_string())?;
                Ok(())
            },
        ),
        Setting::<Config>::combo(
            "Parallel",
            "how threads share a search",
            Parallel::WORDS,
            |c| Parallel::WORDS[c.parallel as usize].to_owned(),
            |c, index| c.parallel = Parallel::ALL[index],
        )
        .expert(),
        Setting::<Config>::spin(
            "MinSplitDepth",
            "remaining depth from which threads share a node (dts)",
            (1, 30),
            |c| c.min_split_depth.to_string(),
            |c, n| c.min_split_depth = n as i32,
        )
        .expert(),
        Setting::<Config>::combo(
            "ReservedHelpers",
            "threads held back from a shared node to help those already at it (dts); auto: 1 + 1/p by the rate of cuts p",
            RESERVES,
            |c| reserve_word(c.reserved_helpers).to_owned(),
            |c, index| {
                c.reserved_helpers = index.checked_sub(1).map_or(Reserve::Auto, Reserve::Fixed);
            },
        )
        .expert(),
        Setting::spin(
            "Contempt",
            "hundredths of a pawn by which a draw is worth less than nothing",
            (-200, 200),
            |c| c.contempt.to_string(),
            |c, n| c.contempt = n as i32,
        ),
        Setting::<Config>::combo(
            "Randomness",
            "plays moves that are a little worse now and then; with Seed 0 every game is another",
            Randomness::WORDS,
            |c| Randomness::WORDS[c.randomness as usize].to_owned(),
            |c, index| c.randomness = Randomness::ALL[index],
        ),
        Setting::spin(
            "Resign",
            "gives up after three moves this many hundredths of a pawn behind; 0: never",
            (0, 20_000),
            |c| c.resign.to_string(),
            |c, n| c.resign = n as i32,
        ),
        Setting::check(
            "OfferDraws",
            "offers and accepts draws in level positions",
            |c| c.offer_draws.to_string(),
            |c, on| c.offer_draws = on,
        ),
        Setting::check(
            "UCI_LimitStrength",
            "plays at UCI_Elo",
            |c| c.limit_strength.to_string(),
            |c, on| c.limit_strength = on,
        ),
        Setting::spin(
            "UCI_Elo",
            "strength when limited",
            (ELO_LOWEST, ELO_HIGHEST),
            |c| c.elo.to_string(),
            |c, n| c.elo = n as u32,
        ),
        Setting::button("Clear Hash", "empties the table", |c| {
            c.clearings = c.clearings.wrapping_add(1);
        }),
    ]
};

/// The words of `ReservedHelpers`: after the first, each is its index less one.
const RESERVES: &[&str] = &["auto", "0", "1", "2", "3", "4", "5", "6", "7", "8"];

fn reserve_word(reserve: Reserve) -> &'static str {
    let index = match reserve {
        Reserve::Auto => 0,
        Reserve::Fixed(number) => (number + 1).min(RESERVES.len() - 1),
    };
    RESERVES[index]
}

/// The Elo of level 1.
const ELO_LOWEST: i64 = 700;
/// The Elo of level 20, as far as Elo means anything here.
const ELO_HIGHEST: i64 = 2600;

impl Config {
    /// How threads split a tree.
    pub fn terms(&self) -> Terms {
        Terms { min_depth: self.min_split_depth, reserve: self.reserved_helpers }
    }

    /// The network that evaluates; `None`: the hand-made terms do.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network_file.network().filter(|_| self.eval == EvalKind::Network)
    }

    /// The level in force, 1 to 20: set directly or by Elo.
    pub fn level(&self) -> u8 {
        if self.limit_strength {
            let step = (ELO_HIGHEST - ELO_LOWEST) / 19;
            (1 + (i64::from(self.elo) - ELO_LOWEST + step / 2) / step).clamp(1, 20) as u8
        } else {
            self.common.level
        }
    }

    /// Hundredths of a pawn that the player may give away at a move.
    pub fn margin(&self) -> i32 {
        level::margin(self.level(), self.randomness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setting::find;
    use crate::engine::xiangqi::evaluate::network::HIDDEN;
    use crate::engine::xiangqi::evaluate::network::features::FEATURES;

    #[test]
    fn every_setting_reads_back_what_was_set() {
        let mut config = Config::default();
        for (name, value) in [
            ("NullMove", "adaptive"),
            ("NullBand", "40"),
            ("Eval", "classical"),
            ("Without", "singular,correction"),
            ("Margins", "futility=90,null=310"),
            ("Parallel", "lazy"),
            ("MinSplitDepth", "6"),
            ("ReservedHelpers", "2"),
            ("Contempt", "-20"),
            ("Randomness", "medium"),
            ("Resign", "900"),
            ("OfferDraws", "true"),
            ("UCI_LimitStrength", "true"),
            ("UCI_Elo", "2000"),
        ] {
            let setting = find(SETTINGS, name).unwrap();
            setting.set(&mut config, value).unwrap();
            assert_eq!((setting.get)(&config), value, "{name}");
        }
    }

    #[test]
    fn a_file_that_is_no_network_is_refused_and_the_old_one_stays() {
        let mut config = Config::default();
        let before = config.clone();
        let setting = find(SETTINGS, "EvalFile").unwrap();
        let error = setting.set(&mut config, "no/such/file.net").unwrap_err().to_string();
        assert!(error.starts_with("`EvalFile` keeps what it had: no/such/file.net: "), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text.net");
        std::fs::write(&path, "this is no network").unwrap();
        let error = setting.set(&mut config, &path.display().to_string()).unwrap_err();
        assert!(error.to_string().ends_with("does not begin with `SQXQNET1`"), "{error}");
        assert_eq!(config, before);
    }

    #[test]
    fn a_network_is_used_unless_the_hand_made_terms_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("any.net");
        let zeros = [0.0; FEATURES * HIDDEN];
        let network = Network::quantised(&zeros, &zeros, &zeros, &zeros);
        std::fs::write(&path, network.to_bytes()).unwrap();
        let mut config = Config::default();
        let path = path.display().to_string();
        find(SETTINGS, "EvalFile").unwrap().set(&mut config, &path).unwrap();
        assert!(config.network().is_some_and(|used| **used == network));
        find(SETTINGS, "Eval").unwrap().set(&mut config, "classical").unwrap();
        assert!(config.network().is_none());
        find(SETTINGS, "EvalFile").unwrap().set(&mut config, "<empty>").unwrap();
        assert_eq!(config.network_file, NetworkFile::default());
    }

    #[test]
    fn elo_spans_all_levels() {
        let level = |elo| Config { limit_strength: true, elo, ..Config::default() }.level();
        assert_eq!((level(700), level(1500), level(2600)), (1, 9, 20));
        assert_eq!(Config::default().level(), 20);
    }
}
