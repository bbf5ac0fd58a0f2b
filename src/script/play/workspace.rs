//! Workspace: opens sessions from the names of rules, a position and some moves.

use std::path::Path;

use super::Session;
use crate::lua::{Library, LoadError, Reference, Ruleset};
use crate::notation::record::{Record, RecordedRules};
use crate::rules::{RulesText, vars};
use houserule_core::text::one_line;

/// Library of scripts, and the seed of everything random.
pub struct Workspace {
    /// Scripts available.
    pub library: Library,
    /// Seed of new games.
    pub seed: u64,
}

type OptionArgs = [(String, String)];

impl Workspace {
    /// Loads rules such as `tak+late-walls`.
    pub fn load(&self, game: &str, sets: &OptionArgs) -> Result<Ruleset, LoadError> {
        let reference = Reference::parse(game)?;
        Ruleset::load(&self.library, &reference, sets)
    }

    /// Changes of variants from their base game with the same settings, in words; `None` if there are no variants.
    pub fn changes(&self, ruleset: &Ruleset, sets: &OptionArgs) -> Result<Option<RulesText>, LoadError> {
        if ruleset.manifests.len() < 2 {
            return Ok(None);
        }
        let is_own = |key: &str| ruleset.options.scripts[0].1.contains_key(key);
        let sets: Vec<_> = sets.iter().filter(|(key, _)| is_own(key)).cloned().collect();
        // A value that only a variant allows is a difference, not a setting of the base game.
        let base = self.load(&ruleset.base, &sets).or_else(|_| self.load(&ruleset.base, &[]))?;
        Ok(Some(ruleset.rules_text().changes_from(&base.rules_text())))
    }

    /// Loads rules for a position, whose shape may determine options.
    pub(super) fn load_for(&self, game: &str, sets: &OptionArgs, position: Option<&str>) -> Result<Ruleset, LoadError> {
        let ruleset = self.load(game, sets)?;
        let Some(text) = position else { return Ok(ruleset) };
        let implied = ruleset.plan.settings_of_position(vars::split(text).0)?;
        let given_count = sets.len();
        let mut sets = sets.to_vec();
        for (key, value) in implied.into_iter().filter(|(key, _)| ruleset.options.has(key)) {
            let is_set = sets.iter().any(|(set, _)| set.rsplit('.').next() == Some(&key));
            let current = ruleset.plan.settings.get(&key).map(ToString::to_string).unwrap_or_default();
            if is_set && current != value {
                bail!("the position needs {key}={value}, but {key}={current} is set; remove one of them");
            }
            if !is_set {
                sets.push((key, value));
            }
        }
        if sets.len() == given_count {
            return Ok(ruleset);
        }
        self.load(game, &sets).map_err(|error| {
            error.with_subject(format_args!("the position `{}` does not fit these rules", one_line(text, 60)))
        })
    }

    /// Session after some moves.
    pub fn open(
        &self,
        game: &str,
        sets: &OptionArgs,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Session, LoadError> {
        let ruleset = self.load_for(game, sets, position)?;
        let mut session = Session::new(ruleset, position, self.seed)?;
        session.play_opening(moves)?;
        Ok(session)
    }

    /// Session at the start of a recorded game, under the record's rules or others, with warnings for the user.
    pub fn resume(
        &self,
        record: &Record,
        game: Option<&str>,
        sets: &OptionArgs,
    ) -> Result<(Session, Vec<String>), LoadError> {
        self.resume_from(record, game, sets, None)
    }

    /// Like [`resume`](Workspace::resume), for a record found in `record_folder`, which may also contain its scripts.
    pub fn resume_from(
        &self,
        record: &Record,
        game: Option<&str>,
        sets: &OptionArgs,
        record_folder: Option<&Path>,
    ) -> Result<(Session, Vec<String>), LoadError> {
        let rules = game.or(record.game.as_deref()).unwrap_or_default();
        let conflict =
            record.settings.iter().find(|(key, value)| sets.iter().any(|(set, to)| set == key && to != value));
        if let (Some((key, value)), None) = (conflict, game) {
            bail!("the game was played with {key}={value}; remove `--set {key}`");
        }
        let mut settings = record.settings.clone();
        let mut dropped = Vec::new();
        if game.is_some() {
            // Other rules may not have the options of the record's.
            let known = self.load(rules, sets)?.options;
            (settings, dropped) = settings.into_iter().partition(|(key, _)| known.has(key));
        }
        let sets: Vec<_> = settings.iter().chain(sets).cloned().collect();
        let mut ruleset = match game {
            Some(_) => self.load_for(rules, &sets, record.position.as_deref())?,
            None => self.load_recorded(record, &sets, record_folder)?,
        };
        let mut warnings = std::mem::take(&mut ruleset.warnings);
        for (key, value) in dropped {
            warnings.push(format!("{rules} has no option `{key}`; ignoring {key}={value} from the record"));
        }
        let now = &ruleset.plan.hash;
        if let Some(then) = record.hash.as_ref().filter(|then| *then != now) {
            let current = RecordedRules::from_ruleset(&ruleset);
            let is_reworded = record.origin.is_reworded(&current);
            let differences = if is_reworded { Vec::new() } else { record.origin.differences(&current) };
            let message = match record.origin.is_complete() && differences.is_empty() && !is_reworded {
                true => {
                    "the rules are the same in words, but the program or a tile set has changed since the game was saved"
                }
                false => "the rules have changed since the game was saved",
            };
            warnings.push(format!("{message} ({then:.8} then, {now:.8} now)"));
            warnings.extend(differences);
        }
        let seed = record.seed.unwrap_or(self.seed);
        let session = Session::new(ruleset, record.position.as_deref(), seed)?;
        Ok((session, warnings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lua::runs::FILES;

    /// The files that run when a game is opened, in their order.
    fn runs(game: &str, sets: &[(&str, &str)]) -> Vec<String> {
        let workspace = Workspace { library: Library::default(), seed: 1 };
        let sets: Vec<_> = sets.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        FILES.with_borrow_mut(Vec::clear);
        workspace.open(game, &sets, None, &[]).expect("a game");
        FILES.with_borrow_mut(std::mem::take)
    }

    #[test]
    fn a_script_runs_once_when_a_game_is_opened() {
        assert_eq!(runs("tak", &[]), ["scripts/tak.lua"]);
        assert_eq!(runs("tak", &[("size", "6")]), ["scripts/tak.lua"]);
        assert_eq!(runs("supertrax", &[]).len(), 2);
        assert_eq!(
            runs("tak+placing-only+carry", &[]),
            ["scripts/tak.lua", "variants/tak/placing-only.lua", "variants/tak/carry.lua"]
        );
    }
}
