//! Options an engine declares, and the check that what the operator sets exists.

/// The options an engine declared, by name.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    names: Vec<String>,
}

/// Names under which engines let their randomness be seeded.
const SEEDS: [&str; 4] = ["Seed", "RandomSeed", "Random_Seed", "UCI_Seed"];

impl Declared {
    /// Takes in `option name N type ...` (UCI) or `option N type ...` (UCCI).
    pub fn hear(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("option ") else { return };
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let name = rest.split(" type ").next().unwrap_or(rest).trim();
        if !name.is_empty() {
            self.names.push(name.to_owned());
        }
    }

    /// The engine's own spelling of `name`.
    pub fn spelling(&self, name: &str) -> Option<&str> {
        self.names.iter().find(|have| have.eq_ignore_ascii_case(name)).map(String::as_str)
    }

    /// The option that seeds the engine, if it has one.
    pub fn seed(&self) -> Option<&str> {
        SEEDS.iter().find_map(|name| self.spelling(name))
    }

    /// An error for a name that the engine does not have: a misspelt option that is silently
    /// ignored would make a match prove nothing.
    pub fn check(&self, name: &str) -> Result<(), String> {
        if self.spelling(name).is_some() {
            return Ok(());
        }
        Err(format!("has no option `{name}`; it has: {}", self.names.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_known_in_both_dialects_whatever_their_case() {
        let mut declared = Declared::default();
        declared.hear("option name Skill Level type spin default 20 min 0 max 20");
        declared.hear("option usemillisec type check default false");
        declared.hear("option name Seed type spin default 0");
        declared.hear("id name x");
        assert_eq!(declared.spelling("skill level"), Some("Skill Level"));
        assert_eq!(declared.spelling("UseMilliSec"), Some("usemillisec"));
        assert_eq!(declared.seed(), Some("Seed"));
        let error = declared.check("Hahs").unwrap_err();
        assert!(error.contains("`Hahs`") && error.contains("Skill Level"), "{error}");
    }
}
