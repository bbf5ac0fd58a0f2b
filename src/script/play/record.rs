//! Session as a record, and the rules kept in it.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Session;
use crate::game::{HookFault, is_action_word};
use crate::lua::Ruleset;
use crate::notation;
use crate::notation::record::{Record, RecordedRules, RecordedScript};
use crate::rules;
use houserule_core::text::one_line;

impl Session {
    /// The game as a record. In a variation it is the game that was left.
    pub fn record(&mut self) -> Result<Record, HookFault> {
        let (result, points) = match self.result_of_game() {
            Some(left) => left,
            None => self.result_and_points()?,
        };
        Ok(self.make_record(result, points))
    }

    /// The game as a complete record, even if a script fails to determine its outcome.
    pub fn full_record(&mut self) -> Record {
        let record = self.record().unwrap_or_else(|_| self.make_record(None, None));
        let origin = self.recorded_rules.get_or_init(|| RecordedRules::from_ruleset(&self.ruleset)).clone();
        let game = self.game_line();
        let undone = game.moves[game.shown..].to_vec();
        Record { undone, notes: game.notes, spellings: game.spellings, origin, ..record }
    }

    /// The whole game as a record: undone moves count as played.
    pub fn whole_record(&mut self) -> Record {
        let place = self.place();
        self.return_to_game();
        let (shown, agreed) = (self.moves().len(), self.reopen());
        while let Some(Ok(_)) = self.redo() {}
        let ended = agreed.map(|agreed| (shown, agreed)).or(self.history.left_result);
        self.restore_agreed(ended.filter(|(end, _)| *end == self.moves().len()).map(|(_, agreed)| agreed));
        let record = self.full_record();
        self.reopen();
        self.undo_to(shown);
        self.restore_agreed(agreed);
        if let Some(place) = &place {
            // The place was left just now.
            let _ = self.go_to_place(place);
        }
        Record { place, ..record }
    }

    /// Result in the short code of records and the points of the winner.
    pub(super) fn result_and_points(&mut self) -> Result<(Option<String>, Option<f64>), HookFault> {
        let Some(outcome) = self.game.outcome()? else { return Ok((None, None)) };
        let points = self.game.score()?.into_iter().map(|line| line.points).reduce(f64::max);
        Ok((Some(self.result(&outcome)), points))
    }

    fn make_record(&self, result: Option<String>, points: Option<f64>) -> Record {
        let plan = self.plan();
        let mut game = self.game_line();
        game.moves.truncate(game.shown);
        game.notes.retain(|note| note.after <= game.shown);
        game.spellings.retain(|index, _| *index < game.shown);
        Record {
            game: Some(self.ruleset.reference.clone()),
            settings: plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            hash: Some(plan.hash.clone()),
            seed: Some(self.seed),
            position: self.start_position.clone(),
            moves: game.moves,
            notes: game.notes,
            spellings: game.spellings,
            variations: self.variations(),
            place: self.place(),
            result,
            points: points.map(|points| points.to_string()),
            source: self.source.clone(),
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
        let (stem, extension) = split_extension(name);
        if !self.notation().is_file_extension(extension) {
            if extension != SAVED_EXTENSION && is_of_some_notation(extension) {
                return Err(HookFault::new(wrong_extension(stem, extension, self.notation().file_extension())));
            }
            return Ok(record.to_saved());
        }
        if let Some(text) = record.unchanged_text(self.notation()) {
            return Ok(text.to_string());
        }
        let lines = record.variations.iter().flat_map(|variation| &variation.moves);
        let mut moves = record.moves.iter().chain(lines);
        if let Some(word) = moves.find(|mv| self.plan().has_named_actions() && is_action_word(mv)) {
            let message = format!("this format cannot store `{word}`; save to a file name that ends in .toml");
            return Err(HookFault::new(message));
        }
        if !record.variations.is_empty() && !self.notation().stores_variations() {
            return Err(HookFault::new("this format cannot store variations; save to a file name that ends in .toml"));
        }
        Ok(self.notation().write_file(record, &self.line_turns(record), &self.plan().names))
    }
}

/// Extension of saved games.
pub const SAVED_EXTENSION: &str = "toml";

impl Session {
    /// Refuses a name with an extension that says nothing about games.
    pub fn check_file_name(&self, name: &str) -> Result<(), HookFault> {
        let (stem, extension) = split_extension(name);
        if matches!(extension, "" | SAVED_EXTENSION) || is_of_some_notation(extension) {
            return Ok(());
        }
        Err(HookFault::new(wrong_extension(stem, extension, self.notation().file_extension())))
    }
}

fn split_extension(name: &str) -> (&str, &str) {
    name.rsplit_once('.').filter(|(_, extension)| !extension.contains('/')).unwrap_or((name, ""))
}

fn is_of_some_notation(extension: &str) -> bool {
    notation::ALL.iter().any(|notation| notation.is_file_extension(extension))
}

/// Message for a name with another extension than files of this game.
fn wrong_extension(stem: &str, extension: &str, own_extension: &str) -> String {
    let own = if own_extension == SAVED_EXTENSION { String::new() } else { format!(" or {stem}.{own_extension}") };
    let extension = one_line(extension, 20);
    match is_of_some_notation(&extension) {
        true => format!(".{extension} files are for games with another notation; save {stem}.toml{own}"),
        false => format!("unknown file format .{extension}; save {stem}.toml{own}"),
    }
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
