//! Commands about the rules, in KGS's and KataGo's words.

use serde_json::{Map, Value, json};

use super::GoTable;
use crate::engine::Engine;
use crate::game::go::{Board, HandicapBonus, KoRule, Rules, Scoring, Suicide, Tax};
use crate::protocol::gtp::{Call, Entry, Verdict, done, said};

impl<E: Engine<Position = Board>> GoTable<E> {
    pub(super) const RULES: &'static [Entry<Self>] = &[
        Entry { name: "kgs-rules", run: Self::set_rules },
        Entry { name: "kata-get-rules", run: |table, _| said(to_json(table.game().rules())) },
        Entry { name: "kata-set-rules", run: Self::set_rules },
        Entry { name: "kata-set-rule", run: Self::set_rule },
        Entry { name: "scoring_system", run: Self::scoring_system },
    ];

    fn set_rules(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let now = *self.game().rules();
        let rules = if call.rest.starts_with('{') {
            let Ok(Value::Object(fields)) = serde_json::from_str(call.rest) else {
                return Err("expected a JSON object of rules".into());
            };
            with_fields(now, &fields)?
        } else {
            call.rest.parse::<Rules>()?.with_komi(now.komi)
        };
        self.desk.game.set_rules(rules);
        done()
    }

    /// gogui-twogtp's: `area` or `territory`.
    fn scoring_system(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let scoring = match call.arg(0).to_ascii_lowercase().as_str() {
            "area" => Scoring::Area,
            "territory" => Scoring::Territory,
            _ => return Err("expected area or territory".into()),
        };
        let tax = if scoring == Scoring::Area { Tax::None } else { Tax::Seki };
        let rules = Rules { scoring, tax, ..*self.game().rules() };
        self.desk.game.set_rules(rules);
        done()
    }

    fn set_rule(&mut self, call: &mut Call<'_, '_>) -> Verdict {
        let value = match call.arg(1) {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            word => Value::String(word.to_owned()),
        };
        let rules = with_field(*self.game().rules(), call.arg(0), &value)?;
        self.desk.game.set_rules(rules);
        done()
    }
}

/// The rules as KataGo writes them.
fn to_json(rules: &Rules) -> String {
    json!({
        "friendlyPassOk": rules.friendly_pass,
        "hasButton": rules.button,
        "ko": match rules.ko {
            KoRule::Simple => "SIMPLE",
            KoRule::Positional => "POSITIONAL",
            KoRule::Situational => "SITUATIONAL",
        },
        "scoring": match rules.scoring {
            Scoring::Area => "AREA",
            Scoring::Territory => "TERRITORY",
        },
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": match rules.tax {
            Tax::None => "NONE",
            Tax::Seki => "SEKI",
            Tax::All => "ALL",
        },
        "whiteHandicapBonus": match rules.handicap_bonus {
            HandicapBonus::Zero => "0",
            HandicapBonus::StonesLessOne => "N-1",
            HandicapBonus::Stones => "N",
        },
    })
    .to_string()
}

fn with_fields(rules: Rules, fields: &Map<String, Value>) -> Result<Rules, String> {
    fields.iter().try_fold(rules, |rules, (name, value)| with_field(rules, name, value))
}

fn with_field(rules: Rules, name: &str, value: &Value) -> Result<Rules, String> {
    let word = value.as_str().unwrap_or_default().to_ascii_uppercase();
    let changed = match name {
        "ko" | "koRule" => match word.as_str() {
            "SIMPLE" => Some(Rules { ko: KoRule::Simple, ..rules }),
            "POSITIONAL" => Some(Rules { ko: KoRule::Positional, ..rules }),
            "SITUATIONAL" => Some(Rules { ko: KoRule::Situational, ..rules }),
            _ => None,
        },
        "scoring" | "scoringRule" => match word.as_str() {
            "AREA" => Some(Rules { scoring: Scoring::Area, ..rules }),
            "TERRITORY" => Some(Rules { scoring: Scoring::Territory, ..rules }),
            _ => None,
        },
        "tax" | "taxRule" => match word.as_str() {
            "NONE" => Some(Rules { tax: Tax::None, ..rules }),
            "SEKI" => Some(Rules { tax: Tax::Seki, ..rules }),
            "ALL" => Some(Rules { tax: Tax::All, ..rules }),
            _ => None,
        },
        "whiteHandicapBonus" | "whiteBonusPerHandicapStone" => match word.as_str() {
            "0" => Some(Rules { handicap_bonus: HandicapBonus::Zero, ..rules }),
            "N-1" => Some(Rules { handicap_bonus: HandicapBonus::StonesLessOne, ..rules }),
            "N" => Some(Rules { handicap_bonus: HandicapBonus::Stones, ..rules }),
            _ => None,
        },
        "suicide" | "multiStoneSuicideLegal" => value.as_bool().map(|legal| {
            let suicide = if legal { Suicide::Allowed } else { Suicide::Forbidden };
            Rules { suicide, ..rules }
        }),
        "hasButton" => value.as_bool().map(|button| Rules { button, ..rules }),
        "friendlyPassOk" => value.as_bool().map(|friendly_pass| Rules { friendly_pass, ..rules }),
        _ => return Err(format!("no rule is called `{name}`")),
    };
    changed.ok_or_else(|| format!("the rule `{name}` cannot be {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_set_is_read_back_from_its_json() {
        for (name, rules) in Rules::NAMED {
            let Ok(Value::Object(fields)) = serde_json::from_str(&to_json(rules)) else { panic!() };
            let back = with_fields(Rules::default().with_komi(rules.komi), &fields);
            assert_eq!(back, Ok(*rules), "{name}");
        }
    }

    #[test]
    fn an_unknown_rule_is_named() {
        let error = with_field(Rules::default(), "colour", &Value::Null).unwrap_err();
        assert_eq!(error, "no rule is called `colour`");
    }
}
