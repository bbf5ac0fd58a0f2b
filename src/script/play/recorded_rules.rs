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
        load_located(record, reference, record_folder, |game| self.load_for(game, sets, record.position.as_deref()))
    }

    /// Loads rules that a record names beside those of its game, such as the rules of its match. Their scripts are
    /// looked up like those of the game: by their name, in `record_folder`, or where they were.
    pub fn load_rules_of(
        &self,
        record: &Record,
        reference: &str,
        sets: &[(String, String)],
        record_folder: Option<&Path>,
    ) -> Result<Ruleset, LoadError> {
        load_located(record, reference, record_folder, |game| self.load(game, sets))
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

/// Loads `reference` by its name, or else with the scripts where they are now.
fn load_located(
    record: &Record,
    reference: &str,
    record_folder: Option<&Path>,
    load: impl Fn(&str) -> Result<Ruleset, LoadError>,
) -> Result<Ruleset, LoadError> {
    match load(reference) {
        Err(LoadError::Usage(message)) => match relocate(record, reference, record_folder) {
            Some(game) => load(&game),
            None => Err(LoadError::Usage(message)),
        },
        result => result,
    }
}

/// `reference` with the current paths of the scripts that a record names, if they differ.
fn relocate(record: &Record, reference: &str, record_folder: Option<&Path>) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::lua::Library;
    use crate::notation::record::RecordedScript;

    #[test]
    fn the_rules_of_a_match_are_found_beside_its_record_or_where_they_were() {
        let (then, now) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let script = r#"return game "rings" {
            title = "Rings",
            rules = {
                seats = { "red", "blue" },
                board = hex_rhombus { size = 3, rows = "downwards" },
                pieces = { stone = { letter = "S", road = true } },
                reserve = { stone = 5 },
                moves = { place { "stone" } },
                finish = { road { id = "chain", between = { red = "bottom_top", blue = "left_right" } } },
            },
        }"#;
        let file = then.path().join("rings.lua");
        let recorded = RecordedScript {
            name: "rings".into(),
            file: Some(file.to_string_lossy().into_owned()),
            text: String::new(),
        };
        let origin = RecordedRules { scripts: vec![recorded], ..RecordedRules::default() };
        let record = Record { origin, ..Record::default() };
        let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
        for reference in ["rings", "old/rings.lua"] {
            let load = |folder| workspace.load_rules_of(&record, reference, &[], folder);
            let file_of = |rules: Ruleset| RecordedRules::from_ruleset(&rules).scripts[0].file.clone();
            assert!(load(Some(now.path())).is_err(), "{reference} is nowhere");
            fs::write(&file, script).expect("a script");
            let old = load(Some(now.path())).unwrap_or_else(|error| panic!("{reference}: {error}"));
            assert!(file_of(old).is_some_and(|path| Path::new(&path).starts_with(then.path())), "{reference}");
            fs::write(now.path().join("rings.lua"), script).expect("a script");
            let nearby = load(Some(now.path())).unwrap_or_else(|error| panic!("{reference}: {error}"));
            assert!(file_of(nearby).is_some_and(|path| Path::new(&path).starts_with(now.path())), "{reference}");
            for folder in [&then, &now] {
                fs::remove_file(folder.path().join("rings.lua")).expect("a script");
            }
        }
    }
}
