//! Location of a record's rules: by their name, beside the record, or where they were when it was written.

use std::path::{Path, PathBuf};

use super::{Session, Workspace};
use crate::lua::{LoadError, Reference, Ruleset, is_path};
use crate::notation::record::{Record, RecordedRules};

impl Workspace {
    /// Loads the rules that a record names; `beside` is the folder of the record.
    pub(super) fn load_recorded(
        &self,
        record: &Record,
        sets: &[(String, String)],
        beside: Option<&Path>,
    ) -> Result<Ruleset, LoadError> {
        let named = record.game.as_deref().unwrap_or_default();
        let position = record.position.as_deref();
        match self.load_for(named, sets, position) {
            Err(LoadError::Usage(says)) => match moved(record, beside) {
                Some(game) => self.load_for(&game, sets, position),
                None => Err(LoadError::Usage(says)),
            },
            loaded => loaded,
        }
    }

    /// Session of a recorded game as it was left, with warnings for the user.
    pub fn restore(&self, record: &Record, beside: Option<&Path>) -> Result<(Session, Vec<String>), LoadError> {
        let (mut session, notes) = self.resume_from(record, None, &[], beside)?;
        session.open_with(&record.moves)?;
        session.take_over(record);
        Ok((session, notes))
    }
}

impl Session {
    /// Takes over what a record contains apart from its moves, which were played: notes and, if nothing was played
    /// after them, undone moves and how players ended the game.
    pub fn take_over(&mut self, record: &Record) {
        self.take_notes(&record.notes);
        if self.moves().len() > record.moves.len() {
            return;
        }
        self.put_ahead(&record.taken_back);
        if let (Some(result), Ok(None)) = (&record.result, self.game.outcome()) {
            self.close_as(result);
        }
    }
}

/// The record's rules with the current paths of the scripts, if they differ.
fn moved(record: &Record, beside: Option<&Path>) -> Option<String> {
    let named = record.game.as_deref()?;
    let parts = Reference::parse(named).ok()?.parts;
    let found: Vec<String> =
        parts.iter().map(|part| place_of(part, &record.origin, beside).unwrap_or(part.clone())).collect();
    (found != parts).then(|| found.join("+"))
}

/// Path of the script that a part of a reference names: beside the record, or where it was when that was written.
fn place_of(part: &str, kept: &RecordedRules, beside: Option<&Path>) -> Option<String> {
    let name = Path::new(part).file_name()?;
    let was = kept.scripts.iter().filter_map(|script| Some((script, PathBuf::from(script.file.as_ref()?))));
    let was = was.filter(|(script, file)| match is_path(part) {
        true => file.file_name() == Some(name),
        false => script.name == part,
    });
    let was = was.map(|(_, file)| file).next();
    let file = was.as_ref().and_then(|file| file.file_name()).or(is_path(part).then_some(name))?;
    let near = beside.map(|folder| folder.join(file));
    let found = near.into_iter().chain(was.clone()).find(|path| path.is_file())?;
    Some(found.to_string_lossy().into_owned())
}
