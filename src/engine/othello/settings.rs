//! What can be set.

use super::playout::Policy;
use super::weights_file::WeightsFile;
use crate::engine::{Common, Setting};
use crate::search::uct::{Proof, Tuning};

/// The settings of the Othello player.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The settings all players share.
    pub common: Common,
    /// Which search.
    pub search: SearchKind,
    /// The pattern weights.
    pub weights_file: WeightsFile,
    /// File of what was learned from games; empty to forget it at the end.
    pub learned: String,
    /// How playouts choose their moves.
    pub policy: Policy,
    /// Results known for certain are backed up by minimax and never simulated again.
    pub minimax_backup: bool,
    /// Share of the margin in the value of a result.
    pub score_weight: f32,
    /// Positions of the tree with so many empties or fewer are solved.
    pub solve_in_tree: u32,
    /// With so many empties or fewer the game is solved before anything else is tried.
    pub solve_at_root: u32,
    /// Weight of the UCB term.
    pub exploration: f32,
    /// Weight of the playout policy in the tree.
    pub prior: f32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            common: Common::default(),
            search: SearchKind::Auto,
            weights_file: WeightsFile::default(),
            learned: String::new(),
            policy: Policy::Report,
            minimax_backup: true,
            score_weight: 0.3,
            solve_in_tree: 8,
            solve_at_root: 26,
            exploration: 0.4,
            prior: 0.3,
        }
    }
}

/// The level at which nothing is held back.
pub(super) const FULL_STRENGTH: u8 = 20;

impl Config {
    /// Whether nothing is held back.
    pub(super) const fn has_full_strength(&self) -> bool {
        self.common.level >= FULL_STRENGTH
    }

    /// The constants of the tree search.
    pub(super) fn tuning(&self) -> Tuning {
        Tuning {
            exploration: self.exploration,
            policy: self.prior,
            proof: if self.minimax_backup { Proof::Score } else { Proof::Off },
            ..Tuning::default()
        }
    }
}

/// Which search chooses the move where the game cannot be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchKind {
    /// The report's tree search with playouts.
    Uct,
    /// Alpha-beta on the value of patterns.
    AlphaBeta,
    /// The stronger one: alpha-beta.
    #[default]
    Auto,
}

/// The words for [`SearchKind`].
const SEARCHES: &[&str] = &["uct", "alphabeta", "auto"];

const fn search(index: usize) -> SearchKind {
    match index {
        0 => SearchKind::Uct,
        1 => SearchKind::AlphaBeta,
        _ => SearchKind::Auto,
    }
}

const fn search_word(search: SearchKind) -> &'static str {
    match search {
        SearchKind::Uct => "uct",
        SearchKind::AlphaBeta => "alphabeta",
        SearchKind::Auto => "auto",
    }
}

/// The words for [`Policy`].
const POLICIES: &[&str] = &["report", "squares", "uniform"];

const fn policy(index: usize) -> Policy {
    match index {
        1 => Policy::Squares,
        2 => Policy::Uniform,
        _ => Policy::Report,
    }
}

const fn word(policy: Policy) -> &'static str {
    match policy {
        Policy::Report => "report",
        Policy::Squares => "squares",
        Policy::Uniform => "uniform",
    }
}

/// Every setting of the Othello player.
pub const SETTINGS: &[Setting<Config>] = &{
    let [a, b, c, d, e, f, g] = crate::common_settings!(Config, common);
    [
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        Setting::combo(
            "Search",
            "uct: playouts; alphabeta: pattern values; auto: the stronger",
            SEARCHES,
            |c: &Config| search_word(c.search).to_owned(),
            |c, index| c.search = search(index),
        ),
        Setting::file(
            "Weights",
            "file of pattern weights; empty for the ones shipped",
            |c: &Config| c.weights_file.path().to_owned(),
            |c, path| {
                c.weights_file = WeightsFile::read(path).map_err(|error| error.to_string())?;
                Ok(())
            },
        )
        .expert(),
        Setting::text(
            "Learned",
            "file that keeps what was learned from games; empty to forget it at the end",
            |c: &Config| c.learned.clone(),
            |c, path| c.learned = path.to_owned(),
        ),
        Setting::combo(
            "Playouts",
            "how playouts choose: stable discs first, by square, or all alike",
            POLICIES,
            |c: &Config| word(c.policy).to_owned(),
            |c, index| c.policy = policy(index),
        )
        .expert(),
        Setting::check(
            "MinimaxBackup",
            "back up results known for certain and never simulate them again",
            |c: &Config| c.minimax_backup.to_string(),
            |c, on| c.minimax_backup = on,
        )
        .expert(),
        Setting::real(
            "ScoreWeight",
            "share of the margin in the value of a result; the rest is winning",
            (0.0, 1.0),
            |c: &Config| c.score_weight.to_string(),
            |c, weight| c.score_weight = weight as f32,
        )
        .expert(),
        Setting::spin(
            "SolveInTree",
            "positions of the tree with so many empties or fewer are solved exactly",
            (0, 16),
            |c: &Config| c.solve_in_tree.to_string(),
            |c, n| c.solve_in_tree = n as u32,
        )
        .expert(),
        Setting::spin(
            "SolveEmpties",
            "with so many empties or fewer the game is solved exactly, if time allows",
            (0, 60),
            |c: &Config| c.solve_at_root.to_string(),
            |c, n| c.solve_at_root = n as u32,
        ),
        Setting::real(
            "Exploration",
            "weight of the UCB term",
            (0.0, 5.0),
            |c: &Config| c.exploration.to_string(),
            |c, weight| c.exploration = weight as f32,
        )
        .expert(),
        Setting::real(
            "PriorWeight",
            "weight of the playout policy in the tree",
            (0.0, 5.0),
            |c: &Config| c.prior.to_string(),
            |c, weight| c.prior = weight as f32,
        )
        .expert(),
    ]
};

#[cfg(test)]
mod tests {
    use super::super::evaluate::Weights;
    use super::*;
    use crate::engine::setting::find;

    #[test]
    fn a_file_that_holds_no_weights_is_refused_and_the_old_ones_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let whole = Weights::embedded().to_bytes();
        std::fs::write(path("good"), &whole).unwrap();
        std::fs::write(path("short"), &whole[..1000]).unwrap();
        std::fs::write(path("text"), "these are no weights").unwrap();
        let mut config = Config::default();
        let setting = find(SETTINGS, "Weights").unwrap();
        setting.set(&mut config, &path("good")).unwrap();
        let before = config.clone();
        for name in ["absent", "short", "text"] {
            let error = setting.set(&mut config, &path(name)).unwrap_err().to_string();
            let told = format!("`Weights` keeps what it had: {}: ", path(name));
            assert!(error.starts_with(&told), "{error}");
            assert_eq!(config, before);
        }
        assert_eq!((setting.get)(&config), path("good"));
    }

    #[test]
    fn no_file_means_the_weights_shipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("zeros");
        let fitted = Weights::embedded().to_fitted();
        let zeros: Vec<Vec<i16>> = fitted.iter().map(|phase| vec![0; phase.len()]).collect();
        let zeros = Weights::from_fitted(&zeros);
        std::fs::write(&path, zeros.to_bytes()).unwrap();
        let mut config = Config::default();
        let setting = find(SETTINGS, "Weights").unwrap();
        setting.set(&mut config, &path.display().to_string()).unwrap();
        assert_eq!(*config.weights_file.weights(), zeros);
        setting.set(&mut config, "<empty>").unwrap();
        assert_eq!(config, Config::default());
        assert!(std::sync::Arc::ptr_eq(&config.weights_file.weights(), &Weights::embedded()));
    }
}
