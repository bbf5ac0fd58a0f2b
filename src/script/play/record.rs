//! Session as a record, and the rules kept in it.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Session;
use crate::game::{HookFault, Outcome, is_action_word};
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
        Ok(self.make_record(outcome, points))
    }

    /// The game as a complete record, even if a script fails to determine its outcome.
    pub fn full_record(&mut self) -> Record {
        let record = self.record().unwrap_or_else(|_| self.make_record(None, None));
        let origin = self.recorded_rules.get_or_init(|| RecordedRules::from_ruleset(&self.ruleset)).clone();
        Record { undone: self.undone_moves(), notes: self.notes().to_vec(), origin, ..record }
    }

    fn make_record(&self, outcome: Option<Outcome>, points: Option<f64>) -> Record {
        let plan = self.plan();
        let move_count = self.moves().len();
        Record {
            game: Some(self.ruleset.reference.clone()),
            settings: plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            hash: Some(plan.hash.clone()),
            seed: Some(self.seed),
            position: self.start_position.clone(),
            moves: self.moves().to_vec(),
            notes: self.notes().iter().filter(|note| note.after <= move_count).cloned().collect(),
            result: outcome.map(|outcome| self.result(&outcome)),
            points: points.map(|points| points.to_string()),
            ..Record::default()
        }
    }

    /// Content of a file for the game: in the game's own format if the extension selects it, otherwise in ours.
    pub fn to_file(&mut self, name: &str) -> Result<String, HookFault> {
        let record = self.record()?;
        self.format_record(&record, name)
    }

    /// Content of a file for a record of this game.
    pub fn format_record(&self, record: &Record, name: &str) -> Result<String, HookFault> {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        if !self.notation().is_file_extension(extension) {
            if extension != SAVED_EXTENSION && notation::ALL.iter().any(|other| other.is_file_extension(extension)) {
                return Err(HookFault::new(wrong_extension(stem, extension, self.notation().file_extension())));
            }
            return Ok(record.to_saved());
        }
        if let Some(word) = self.moves().iter().find(|mv| self.plan().has_named_actions() && is_action_word(mv)) {
            let message = format!("this format cannot store `{word}`; save to a file name that ends in .toml");
            return Err(HookFault::new(message));
        }
        let turns: Vec<u32> = self.stamps().iter().map(|stamp| stamp.clock.turns).collect();
        Ok(self.notation().write_file(record, &turns, &self.plan().names))
    }
}

/// Extension of saved games.
const SAVED_EXTENSION: &str = "toml";

/// Message for a name with the extension of other games' files.
fn wrong_extension(stem: &str, extension: &str, own_extension: &str) -> String {
    let own = if own_extension == SAVED_EXTENSION { String::new() } else { format!(" or {stem}.{own_extension}") };
    format!(".{extension} files are for games with another notation; save {stem}.toml{own}")
}

impl RecordedRules {
    /// Rules to keep in a record.
    pub fn from_ruleset(ruleset: &Ruleset) -> RecordedRules {
        let scripts = ruleset.manifests.iter().zip(&ruleset.files).map(|(manifest, file)| RecordedScript {
            name: manifest.name.clone(),
            // Absolute, because a game may be resumed in another folder.
            file: file
                .as_ref()
                .map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()).to_string_lossy().into_owned()),
            text: hash_text(&manifest.source.text),
        });
        let words = rules::rules_text(&ruleset.plan, &ruleset.manifests, &ruleset.options);
        // Notation is not a rule, and options have their own place in the record.
        let is_rule = |subject: &str| !subject.starts_with("notation") && !subject.starts_with("options.");
        let words = words.sentences().filter(|sentence| is_rule(&sentence.key_path));
        let words: BTreeMap<String, String> =
            words.map(|sentence| (sentence.key_path.clone(), sentence.text.clone())).collect();
        RecordedRules { scripts: scripts.collect(), descriptions: words }
    }

    /// Whether the record has both scripts and sentences.
    pub fn is_complete(&self) -> bool {
        !self.descriptions.is_empty() && !self.scripts.is_empty()
    }

    /// Whether most sentences differ: then another version of the program has worded them, and the differences say
    /// nothing.
    pub fn is_reworded(&self, current: &RecordedRules) -> bool {
        let shared = self.descriptions.iter().filter_map(|(key, then)| Some((then, current.descriptions.get(key)?)));
        let (same, other): (Vec<_>, Vec<_>) = shared.partition(|(then, now)| then == now);
        other.len() > same.len()
    }

    /// Differences between the recorded rules and the current ones, one line each.
    pub fn differences(&self, current: &RecordedRules) -> Vec<String> {
        let mut lines = Vec::new();
        let subjects: Vec<&String> = match self.descriptions.is_empty() {
            // A record without sentences makes no statement about them.
            true => Vec::new(),
            false => self
                .descriptions
                .keys()
                .chain(current.descriptions.keys().filter(|key| !self.descriptions.contains_key(*key)))
                .collect(),
        };
        for subject in subjects {
            let (then, now) = (self.descriptions.get(subject), current.descriptions.get(subject));
            if then != now {
                lines.extend(then.map(|sentence| format!("then: {sentence}")));
                lines.extend(now.map(|sentence| format!("now: {sentence}")));
            }
        }
        for script in &self.scripts {
            match current.scripts.iter().find(|other| other.name == script.name) {
                None => lines.push(format!("the script {} is no longer used", script.name)),
                Some(other) if other.text != script.text => {
                    lines.push(format!("the script {} has changed", script.name));
                }
                Some(_) => {}
            }
        }
        lines
    }
}

/// Hash of a text with normalized line ends, short enough to read.
fn hash_text(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
