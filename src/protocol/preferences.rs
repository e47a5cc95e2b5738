//! Settings of the conversation itself, the same for every game. Engines have their own.

use crate::engine::Setting;

/// How the program talks, whichever engine thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// Every line in and out is logged to this file; empty: no log.
    pub log_file: String,
    /// Seconds for a move when the controller sets no clock.
    pub move_time: f64,
    /// Nodes or playouts for a move; 0: no limit of this kind.
    pub move_nodes: u64,
    /// The engine's name as told to GTP controllers; empty: its own.
    pub shown_name: String,
    /// The engine's version as told to GTP controllers; empty: its own.
    pub shown_version: String,
    /// How xiangqi ranks are counted in UCI.
    pub coordinates: Coordinates,
    /// Most candidate moves shown by GTP analysis, unless the request says.
    pub analysis_moves: usize,
}

/// How xiangqi ranks are counted in UCI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// As the controller seems to do.
    #[default]
    Auto,
    /// From 0 to 9 (Pikafish, Cyclone).
    Zero,
    /// From 1 to 10 (Fairy-Stockfish).
    One,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            log_file: String::new(),
            move_time: 3.0,
            move_nodes: 0,
            shown_name: String::new(),
            shown_version: String::new(),
            coordinates: Coordinates::Auto,
            analysis_moves: 40,
        }
    }
}

const COORDINATES: &[&str] = &["auto", "zero", "one"];

/// Every preference, declared once.
pub const PREFERENCES: &[Setting<Preferences>] = &[
    Setting::<Preferences>::text(
        "LogFile",
        "file to log every line in and out",
        |p| p.log_file.clone(),
        |p, path| p.log_file = path.to_owned(),
    ),
    Setting::<Preferences>::real(
        "MoveTime",
        "seconds for a move when the controller sets no clock",
        (0.001, 86_400.0),
        |p| p.move_time.to_string(),
        |p, seconds| p.move_time = seconds,
    ),
    Setting::<Preferences>::spin(
        "MoveNodes",
        "nodes or playouts for a move, 0 for no such limit; without a clock it replaces MoveTime",
        (0, i64::MAX),
        |p| p.move_nodes.to_string(),
        |p, nodes| p.move_nodes = nodes as u64,
    ),
    Setting::<Preferences>::combo(
        "UCI_Coordinates",
        "how xiangqi ranks are counted in UCI: from zero, from one, or as the GUI does",
        COORDINATES,
        |p| COORDINATES.get(p.coordinates as usize).copied().unwrap_or_default().to_owned(),
        |p, index| {
            p.coordinates = match index {
                1 => Coordinates::Zero,
                2 => Coordinates::One,
                _ => Coordinates::Auto,
            }
        },
    ),
    Setting::<Preferences>::spin(
        "AnalysisMoves",
        "most candidate moves shown by GTP analysis",
        (1, 361),
        |p| p.analysis_moves.to_string(),
        |p, moves| p.analysis_moves = moves as usize,
    )
    .expert(),
    Setting::<Preferences>::text(
        "ShownName",
        "name told to GTP controllers (Lizzie takes names that begin with KataGo for KataGo)",
        |p| p.shown_name.clone(),
        |p, name| p.shown_name = name.to_owned(),
    )
    .expert(),
    Setting::<Preferences>::text(
        "ShownVersion",
        "version told to GTP controllers (Lizzie wants 0.15 or later)",
        |p| p.shown_version.clone(),
        |p, version| p.shown_version = version.to_owned(),
    )
    .expert(),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setting;

    #[test]
    fn every_preference_takes_its_own_value_back() {
        for preference in PREFERENCES {
            let mut preferences = Preferences::default();
            let value = (preference.get)(&preferences);
            preference.set(&mut preferences, &value).unwrap();
            assert_eq!(preferences, Preferences::default(), "{}", preference.name);
        }
    }

    #[test]
    fn coordinates_are_one_of_three_words() {
        let mut preferences = Preferences::default();
        let coordinates = setting::find(PREFERENCES, "uci coordinates").unwrap();
        coordinates.set(&mut preferences, "ONE").unwrap();
        assert_eq!(preferences.coordinates, Coordinates::One);
        assert!(coordinates.set(&mut preferences, "two").is_err());
    }
}
