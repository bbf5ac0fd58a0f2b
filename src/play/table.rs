//! Where people sit down: from the names of rules, a position and some moves to a session.

use super::Session;
use crate::notation::{self, record::Record};
use crate::script::{Library, LoadError, Reference, Ruleset};
use crate::vocabulary::one_line;

/// A place to play: where scripts are found, and the seed of everything left to chance.
pub struct Table {
    pub library: Library,
    pub seed: u64,
}

type Sets = [(String, String)];

impl Table {
    /// Loads rules such as `tak+late-walls`.
    pub fn load(&self, game: &str, sets: &Sets) -> Result<Ruleset, LoadError> {
        let reference = Reference::parse(game).map_err(LoadError::Usage)?;
        Ruleset::load(&self.library, &reference, sets)
    }

    /// Loads rules for a position, which may fix options by its shape.
    fn load_for(&self, game: &str, sets: &Sets, position: Option<&str>) -> Result<Ruleset, LoadError> {
        let ruleset = self.load(game, sets)?;
        let Some(text) = position else {
            return Ok(ruleset);
        };
        let implied =
            notation::by_name(ruleset.plan.notation).settings_of_position(text).map_err(LoadError::Usage)?;
        let known = |key: &str| ruleset.options.scripts.iter().any(|(_, decls)| decls.contains_key(key));
        let mut sets = sets.to_vec();
        for (key, value) in implied.into_iter().filter(|(key, _)| known(key)) {
            let is_set = sets.iter().any(|(set, _)| set.rsplit('.').next() == Some(&key));
            let now = ruleset.plan.settings.get(&key).map(ToString::to_string).unwrap_or_default();
            if is_set && now != value {
                return Err(LoadError::Usage(format!(
                    "the position is for {key}={value}, and {key}={now} is set; leave one of them out"
                )));
            }
            if !is_set {
                sets.push((key, value));
            }
        }
        self.load(game, &sets).map_err(|error| match error {
            LoadError::Usage(says) => {
                LoadError::Usage(format!("the position `{}` does not fit: {says}", one_line(text, 60)))
            }
            error => error,
        })
    }

    /// A session after some moves.
    pub fn open(
        &self,
        game: &str,
        sets: &Sets,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Session, LoadError> {
        let ruleset = self.load_for(game, sets, position)?;
        let mut session = Session::new(ruleset, position, self.seed)?;
        session.open_with(moves)?;
        Ok(session)
    }

    /// A session at the start of a recorded game, under the record's rules or others, and what should be said about
    /// them.
    pub fn resume(
        &self,
        record: &Record,
        game: Option<&str>,
        sets: &Sets,
    ) -> Result<(Session, Vec<String>), LoadError> {
        let rules = game.or(record.game.as_deref()).unwrap_or_default();
        let sets: Vec<_> = record.settings.iter().chain(sets).cloned().collect();
        let mut ruleset = self.load_for(rules, &sets, record.position.as_deref())?;
        let mut notes = std::mem::take(&mut ruleset.warnings);
        let now = &ruleset.plan.hash;
        if let Some(then) = record.hash.as_ref().filter(|then| *then != now) {
            notes.push(format!(
                "these are not the rules the game was saved under ({then:.8} then, {now:.8} now)"
            ));
        }
        let seed = record.seed.unwrap_or(self.seed);
        let session = Session::new(ruleset, record.position.as_deref(), seed)?;
        Ok((session, notes))
    }
}
