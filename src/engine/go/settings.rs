//! The settings of the go player.

use super::playout::policy::{Quiet, Rates};
use super::playout::reply::Context;
use crate::common_settings;
use crate::engine::{Common, Setting};

/// How the go player plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What every player has.
    pub common: Common,
    /// Seconds for a move when nobody sets a clock.
    pub seconds_per_move: f64,
    /// Playouts for a move at most; 0 for no limit.
    pub max_playouts: u64,
    /// Gives up when the winning chance, in percent, stays below this; 0 never does.
    pub resign_percent: f64,
    /// Seconds of thinking on the opponent's time at most.
    pub max_time_pondering: f64,
    /// Captures dead stones before passing where the count could depend on it (area scoring).
    pub cleanup: bool,
    /// Playouts at which RAVE and plain statistics weigh the same; 0 switches RAVE off.
    pub rave_equivalence: f64,
    /// Visits before a leaf of the tree grows children.
    pub expand_after: u32,
    /// Moves of a node that are considered at first, the likeliest; 0 for all.
    pub widening: u32,
    /// Share of the lead in points in the value of a playout.
    pub score_share: f64,
    /// Results known for certain are backed up by minimax and never played out again.
    pub minimax_backup: bool,
    /// Keeps the tree of the last move.
    pub reuse_tree: bool,
    /// Virtual playouts of a move that is sure to be played by what records teach; 0 for reasons made
    /// by hand alone.
    pub learned: f64,
    /// Reads ladders before a move of the tree is thought well of.
    pub ladders: bool,
    /// How often playouts answer the last move, by kind of answer.
    pub rates: Rates,
    /// How playouts find quiet moves.
    pub quiet: Quiet,
    /// What playouts remember of good replies.
    pub replies: Context,
    /// Points that a handicap stone counts for at the beginning; 0 for the true komi from the start.
    pub dynamic_komi: f64,
    /// Virtual playouts of a move to a point on which everything depends; 0 for none.
    pub criticality: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            common: Common::default(),
            seconds_per_move: 5.0,
            max_playouts: 0,
            resign_percent: 5.0,
            max_time_pondering: 60.0,
            cleanup: true,
            rave_equivalence: 3000.0,
            expand_after: 4,
            widening: 0,
            score_share: 0.03,
            minimax_backup: true,
            reuse_tree: true,
            learned: 100.0,
            ladders: true,
            rates: Rates::default(),
            quiet: Quiet::Patterns,
            replies: Context::None,
            dynamic_komi: 0.0,
            criticality: 0.0,
        }
    }
}

/// A rate of the playout policy, of 256.
macro_rules! rate {
    ($name:literal, $what:literal, $field:ident) => {
        Setting::<Config>::spin(
            $name,
            concat!("how often, of 256, playouts ", $what),
            (0, 256),
            |c| c.rates.$field.to_string(),
            |c, n| c.rates.$field = n as u32,
        )
        .expert()
    };
}

/// Every setting of the go player.
pub const SETTINGS: &[Setting<Config>] = {
    let [threads, hash, level, seed, ponder, overhead, multi_pv] = common_settings!(Config, common);
    &[
        threads,
        hash,
        level,
        seed,
        ponder,
        overhead,
        multi_pv,
        Setting::<Config>::real(
            "Resign",
            "gives up below this winning chance in percent; 0 never does",
            (0.0, 49.0),
            |c| c.resign_percent.to_string(),
            |c, percent| c.resign_percent = percent,
        ),
        Setting::<Config>::real(
            "MaxTimePondering",
            "seconds of thinking on the opponent's time at most",
            (0.0, 86_400.0),
            |c| c.max_time_pondering.to_string(),
            |c, seconds| c.max_time_pondering = seconds,
        ),
        Setting::<Config>::real(
            "DynamicKomi",
            "points that a handicap stone counts for at first; 0 for the true komi from the start",
            (0.0, 50.0),
            |c| c.dynamic_komi.to_string(),
            |c, points| c.dynamic_komi = points,
        ),
        Setting::<Config>::check(
            "Cleanup",
            "capture dead stones before passing where the count could depend on it",
            |c| c.cleanup.to_string(),
            |c, on| c.cleanup = on,
        ),
        Setting::<Config>::real(
            "RaveEquivalence",
            "playouts at which RAVE and plain statistics weigh the same; 0 for no RAVE",
            (0.0, 1_000_000.0),
            |c| c.rave_equivalence.to_string(),
            |c, n| c.rave_equivalence = n,
        )
        .expert(),
        Setting::<Config>::spin(
            "ExpandAfter",
            "visits before a leaf grows children",
            (0, 1000),
            |c| c.expand_after.to_string(),
            |c, n| c.expand_after = n as u32,
        )
        .expert(),
        Setting::<Config>::spin(
            "Widening",
            "moves considered at a node at first, more with its visits; 0 for all at once",
            (0, 1000),
            |c| c.widening.to_string(),
            |c, n| c.widening = n as u32,
        )
        .expert(),
        Setting::<Config>::real(
            "ScoreShare",
            "share of the lead in points in the value of a playout",
            (0.0, 0.5),
            |c| c.score_share.to_string(),
            |c, share| c.score_share = share,
        )
        .expert(),
        Setting::<Config>::check(
            "MinimaxBackup",
            "back up results known for certain and never play them out again",
            |c| c.minimax_backup.to_string(),
            |c, on| c.minimax_backup = on,
        )
        .expert(),
        Setting::<Config>::check(
            "ReuseTree",
            "keep the tree of the last move",
            |c| c.reuse_tree.to_string(),
            |c, on| c.reuse_tree = on,
        )
        .expert(),
        Setting::<Config>::real(
            "Learned",
            "virtual playouts of a move that is sure to be played by what records teach; 0 for none",
            (0.0, 10_000.0),
            |c| c.learned.to_string(),
            |c, n| c.learned = n,
        )
        .expert(),
        Setting::<Config>::check(
            "Ladders",
            "read ladders before a move is thought well of",
            |c| c.ladders.to_string(),
            |c, on| c.ladders = on,
        )
        .expert(),
        rate!("PlayoutCapture", "take the chain of the last move", capture),
        rate!("PlayoutEscape", "save chains from atari", escape),
        rate!("PlayoutFight", "play where chains have two liberties", fight),
        rate!("PlayoutNakade", "play at the vital point of a small eye space", nakade),
        rate!("PlayoutPattern", "answer by a 3x3 pattern", pattern),
        rate!("PlayoutFollow", "else play by a pattern around the own last move", follow),
        rate!("PlayoutTake", "look for a chain in atari elsewhere", take),
        rate!("PlayoutNoSelfAtari", "refuse to put own stones into atari", avoid_self_atari),
        Setting::<Config>::check(
            "PlayoutSoftmax",
            "playouts draw quiet moves by learned weights",
            |c| (c.quiet == Quiet::Softmax).to_string(),
            |c, on| c.quiet = if on { Quiet::Softmax } else { Quiet::Patterns },
        )
        .expert(),
        Setting::<Config>::spin(
            "PlayoutReplies",
            "playouts give again the replies to the last one or two moves that won; 0 for none",
            (0, 2),
            |c| (c.replies as u8).to_string(),
            |c, moves| {
                c.replies = match moves {
                    0 => Context::None,
                    1 => Context::One,
                    _ => Context::Two,
                }
            },
        )
        .expert(),
        Setting::<Config>::real(
            "Criticality",
            "virtual playouts of a move to a point on which everything depends; 0 for none",
            (0.0, 10_000.0),
            |c| c.criticality.to_string(),
            |c, n| c.criticality = n,
        )
        .expert(),
    ]
};

impl Config {
    /// Playouts for a move at most, by [`max_playouts`](Self::max_playouts) and the strength level.
    pub fn playout_limit(&self) -> Option<u64> {
        let own = (self.max_playouts > 0).then_some(self.max_playouts);
        let by_level = match self.common.level {
            20.. => None,
            // Each level makes half as many playouts again as the one below.
            level => Some((10.0 * 1.5f64.powi(i32::from(level) - 1)) as u64),
        };
        own.into_iter().chain(by_level).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setting::find;

    #[test]
    fn every_setting_takes_its_default_back() {
        for setting in SETTINGS {
            let mut config = Config::default();
            let value = (setting.get)(&config);
            setting.set(&mut config, &value).unwrap();
            assert_eq!(config, Config::default(), "{}", setting.name);
        }
    }

    #[test]
    fn names_are_unique() {
        for setting in SETTINGS {
            let found = find(SETTINGS, setting.name).unwrap();
            assert!(std::ptr::eq(found, setting), "{}", setting.name);
        }
    }

    #[test]
    fn a_higher_level_never_gets_fewer_playouts() {
        let limit = |level| {
            let mut config = Config::default();
            config.common.level = level;
            config.playout_limit()
        };
        assert_eq!(limit(20), None);
        for level in 1..19 {
            assert!(limit(level) < limit(level + 1), "{level}: {:?}", limit(level));
        }
    }

    #[test]
    fn the_smaller_playout_limit_counts() {
        let mut config = Config { max_playouts: 3, ..Config::default() };
        config.common.level = 5;
        assert_eq!(config.playout_limit(), Some(3));
    }
}
