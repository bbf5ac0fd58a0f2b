//! Session as a record, and the rules kept in it.

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

    /// The game as a complete record, even if a script fails to determine its outcome.
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

    /// Content of a file for the game: in the game's own format if the extension asks for it, otherwise in ours.
    pub fn to_file(&mut self, name: &str) -> Result<String, HookFault> {
        let record = self.record()?;
        self.in_format_of(&record, name)
    }

    /// Content of a file for a record of this game.
    pub fn in_format_of(&self, record: &Record, name: &str) -> Result<String, HookFault> {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        if !self.notation().is_file_ending(ending) {
            if ending != OURS && notation::ALL.iter().any(|other| other.is_file_ending(ending)) {
                return Err(HookFault::new(foreign(stem, ending, self.notation().file_ending())));
            }
            return Ok(record.to_saved());
        }
        if let Some(act) = self.moves().iter().find(|mv| self.plan().has_acts() && is_act(mv)) {
            let says = format!("`{act}` cannot be written in this format; save under a name that ends with .toml");
            return Err(HookFault::new(says));
        }
        let turns: Vec<u32> = self.whens().iter().map(|when| when.clock.turns).collect();
        Ok(self.notation().write_file(record, &turns, &self.plan().names))
    }
}

/// Extension of saved games.
const OURS: &str = "toml";

/// Message for a name with the extension of other games' files.
fn foreign(stem: &str, ending: &str, own: &str) -> String {
    let own = if own == OURS { String::new() } else { format!(" or {stem}.{own}") };
    format!("a file .{ending} holds games that are written in another way; save {stem}.toml{own}")
}

impl RecordedRules {
    /// Rules to keep in a record.
    pub fn of(ruleset: &Ruleset) -> RecordedRules {
        let scripts = ruleset.heads.iter().zip(&ruleset.files).map(|(head, file)| RecordedScript {
            name: head.name.clone(),
            // Absolute, because a game may be resumed in another folder.
            file: file
                .as_ref()
                .map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone()).to_string_lossy().into_owned()),
            text: hash_of(&head.source.text),
        });
        let words = rules::words(&ruleset.plan, &ruleset.heads, &ruleset.options);
        // Notation is not a rule, and options have their own place in the record.
        let is_rule = |about: &str| !about.starts_with("notation") && !about.starts_with("options.");
        let words = words.sentences().filter(|sentence| is_rule(&sentence.about));
        let words: BTreeMap<String, String> =
            words.map(|sentence| (sentence.about.clone(), sentence.text.clone())).collect();
        RecordedRules { scripts: scripts.collect(), words }
    }

    /// Whether a record keeps the rules apart from their name and hash.
    pub fn is_told(&self) -> bool {
        !self.words.is_empty() && !self.scripts.is_empty()
    }

    /// Differences between the rules now and those kept, one line each.
    pub fn difference(&self, now: &RecordedRules) -> Vec<String> {
        let mut lines = Vec::new();
        let abouts: Vec<&String> = match self.words.is_empty() {
            // A record without sentences makes no statement about them.
            true => Vec::new(),
            false => self.words.keys().chain(now.words.keys().filter(|key| !self.words.contains_key(*key))).collect(),
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

/// Hash of a text with normalized line ends, short enough to read.
fn hash_of(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n").as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
