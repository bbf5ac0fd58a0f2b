//! A session as a record, and what a record keeps of the rules.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Session;
use crate::game::{HookFault, Outcome, is_act};
use crate::lua::Ruleset;
use crate::notation;
use crate::notation::record::{Record, RecordedRules, RecordedScript};
use crate::rules;

impl Session {
    /// The game as a record.
    pub fn record(&mut self) -> Result<Record, HookFault> {
        let outcome = self.game.outcome()?;
        let points = match outcome {
            Some(_) => self.game.score()?.into_iter().map(|line| line.points).reduce(f64::max),
            None => None,
        };
        Ok(self.recorded(outcome, points))
    }

    /// The game as a record that tells all there is to go on with it, also where a script fails to say how it stands.
    pub fn record_in_full(&mut self) -> Record {
        let record = self.record().unwrap_or_else(|_| self.recorded(None, None));
        let origin = self.kept.get_or_init(|| RecordedRules::of(&self.ruleset)).clone();
        Record { taken_back: self.taken_back(), notes: self.notes().to_vec(), origin, ..record }
    }

    fn recorded(&self, outcome: Option<Outcome>, points: Option<f64>) -> Record {
        let plan = self.plan();
        let played = self.moves().len();
        Record {
            game: Some(self.ruleset.reference.clone()),
            settings: plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            hash: Some(plan.hash.clone()),
            seed: Some(self.seed),
            position: self.position.clone(),
            moves: self.moves().to_vec(),
            notes: self.notes().iter().filter(|note| note.after <= played).cloned().collect(),
            result: outcome.map(|outcome| self.result(&outcome)),
            points: points.map(|points| points.to_string()),
            ..Record::default()
        }
    }

    /// The text of a file to keep the game in: the game's own format where the ending asks for it, else ours.
    pub fn to_file(&mut self, name: &str) -> Result<String, HookFault> {
        let record = self.record()?;
        self.in_format_of(&record, name)
    }

    /// A record of this game as the text of a file.
    pub fn in_format_of(&self, record: &Record, name: &str) -> Result<String, HookFault> {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        if !self.notation().is_file_ending(ending) {
            if ending != OURS
                && notation::NAMES.iter().any(|other| notation::by_name(other).is_file_ending(ending))
            {
                return Err(HookFault::new(foreign(stem, ending, self.notation().file_ending())));
            }
            return Ok(record.to_saved());
        }
        if let Some(act) = self.moves().iter().find(|mv| self.plan().has_acts() && is_act(mv)) {
            let says =
                format!("`{act}` cannot be written in this format; save under a name that ends with .toml");
            return Err(HookFault::new(says));
        }
        let turns: Vec<u32> = self.whens().iter().map(|when| when.clock.turns).collect();
        Ok(self.notation().write_file(record, &turns, &self.plan().names))
    }
}

/// The ending of saved games.
const OURS: &str = "toml";

/// What is said of a name that ends like the files of other games.
fn foreign(stem: &str, ending: &str, own: &str) -> String {
    let own = if own == OURS { String::new() } else { format!(" or {stem}.{own}") };
    format!("a file .{ending} holds games that are written in another way; save {stem}.toml{own}")
}

impl RecordedRules {
    pub fn of(ruleset: &Ruleset) -> RecordedRules {
        let scripts = ruleset.heads.iter().zip(&ruleset.files).map(|(head, file)| RecordedScript {
            name: head.name.clone(),
            // As seen from everywhere: a game may be resumed in another folder.
            file: file.as_ref().map(|file| {
                std::path::absolute(file).unwrap_or_else(|_| file.clone()).to_string_lossy().into_owned()
            }),
            text: hash_of(&head.source.text),
        });
        let words = rules::words(&ruleset.plan, &ruleset.heads, &ruleset.options);
        // How moves are written is no rule, and options stand in the record by themselves.
        let is_rule = |about: &str| !about.starts_with("notation") && !about.starts_with("options.");
        let words = words.sentences().filter(|sentence| is_rule(&sentence.about));
        let words: BTreeMap<String, String> =
            words.map(|sentence| (sentence.about.clone(), sentence.text.clone())).collect();
        RecordedRules { scripts: scripts.collect(), words }
    }

    /// Whether a record keeps the rules beside their name and their hash.
    pub fn is_told(&self) -> bool {
        !self.words.is_empty() && !self.scripts.is_empty()
    }

    /// What differs now from what was kept, a line each.
    pub fn difference(&self, now: &RecordedRules) -> Vec<String> {
        let mut lines = Vec::new();
        let abouts: Vec<&String> = match self.words.is_empty() {
            // A record without words says nothing about them.
            true => Vec::new(),
            false => self
                .words
                .keys()
                .chain(now.words.keys().filter(|key| !self.words.contains_key(*key)))
                .collect(),
        };
        for about in abouts {
            let (then, now) = (self.words.get(about), now.words.get(about));
            if then != now {
                lines.extend(then.map(|says| format!("then: {says}")));
                lines.extend(now.map(|says| format!("now: {says}")));
            }
        }
        for script in &self.scripts {
            match now.scripts.iter().find(|other| other.name == script.name) {
                None => lines.push(format!("the script {} is not among them any more", script.name)),
                Some(other) if other.text != script.text => {
                    lines.push(format!("the script {} has another text", script.name));
                }
                Some(_) => {}
            }
        }
        lines
    }
}

/// The hash of a text, line ends normalised, short enough to be looked at.
fn hash_of(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
