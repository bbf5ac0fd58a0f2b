//! Lookup of a record's rules: by their name, beside the record, or where they were when it was written.

use std::path::{Path, PathBuf};

use super::{Session, Workspace};
use crate::lua::{LoadError, Reference, Ruleset, is_path};
use crate::notation::record::{Record, RecordedRules};

impl Workspace {
    /// Loads the rules that a record names; `record_folder` is the folder of the record.
    pub(super) fn load_recorded(
        &self,
        record: &Record,
        sets: &[(String, String)],
        record_folder: Option<&Path>,
    ) -> Result<Ruleset, LoadError> {
        let reference = record.game.as_deref().unwrap_or_default();
        let position = record.position.as_deref();
        match self.load_for(reference, sets, position) {
            Err(LoadError::Usage(message)) => match relocate(record, record_folder) {
                Some(game) => self.load_for(&game, sets, position),
                None => Err(LoadError::Usage(message)),
            },
            result => result,
        }
    }

    /// Session of a recorded game as it was left, with warnings for the user.
    pub fn restore(&self, record: &Record, record_folder: Option<&Path>) -> Result<(Session, Vec<String>), LoadError> {
        let (mut session, warnings) = self.resume_from(record, None, &[], record_folder)?;
        session.play_opening(&record.moves)?;
        session.adopt_record(record);
        Ok((session, warnings))
    }
}

impl Session {
    /// Adopts the rest of a record whose moves were played: its notes, spellings, variations and, if no other move
    /// followed, its undone moves, agreed result and place in a variation.
    pub fn adopt_record(&mut self, record: &Record) {
        self.set_notes(&record.notes);
        self.history.spellings = record.spellings.clone();
        for (index, (recorded, played)) in record.moves.iter().zip(self.moves().to_vec()).enumerate() {
            if *recorded != played {
                self.history.spellings.entry(index).or_insert_with(|| recorded.clone());
            }
        }
        self.set_variations(record.variations.clone());
        self.source = record.source.clone();
        if self.moves().len() > record.moves.len() {
            return;
        }
        self.set_redo_moves(&record.undone);
        // A clock that does not fit is reported by those who run it.
        let clock = self.adopt_clock(record.clock.as_ref()).ok().flatten();
        if let (Some(result), Ok(None)) = (&record.result, self.game.outcome()) {
            self.end_as_recorded(result, clock.as_ref());
        }
        let result = self.result_and_points().ok().and_then(|(result, _)| result);
        let rules = self.plan().hash.clone();
        if let Some(source) = self.source.as_mut().filter(|source| source.rules.is_none()) {
            (source.rules, source.result) = (Some(rules), result);
        }
        if let Some(place) = &record.place {
            // A place that does not exist any more is forgotten, and the game is shown.
            let _ = self.go_to_place(place);
        }
    }

    /// Notes the players of a game that was just loaded from a file.
    pub fn note_loaded_players(&mut self, seats: &[String]) {
        if let Some(source) = self.source.as_mut().filter(|source| source.seats.is_none()) {
            source.seats = Some(seats.to_vec());
        }
    }
}

/// Reference to the record's rules with the current paths of the scripts, if they differ.
fn relocate(record: &Record, record_folder: Option<&Path>) -> Option<String> {
    let reference = record.game.as_deref()?;
    let parts = Reference::parse(reference).ok()?.parts;
    let located: Vec<String> =
        parts.iter().map(|part| locate_script(part, &record.origin, record_folder).unwrap_or(part.clone())).collect();
    (located != parts).then(|| located.join("+"))
}

/// Path of the script that a part of a reference names: beside the record, or where it was when that was written.
fn locate_script(part: &str, rules: &RecordedRules, record_folder: Option<&Path>) -> Option<String> {
    let name = Path::new(part).file_name()?;
    let recorded = rules.scripts.iter().filter_map(|script| Some((script, PathBuf::from(script.file.as_ref()?))));
    let recorded = recorded.filter(|(script, file)| match is_path(part) {
        true => file.file_name() == Some(name),
        false => script.name == part,
    });
    let recorded = recorded.map(|(_, file)| file).next();
    let file = recorded.as_ref().and_then(|file| file.file_name()).or(is_path(part).then_some(name))?;
    let nearby = record_folder.map(|folder| folder.join(file));
    let script_path = nearby.into_iter().chain(recorded.clone()).find(|path| path.is_file())?;
    Some(script_path.to_string_lossy().into_owned())
}
