//! Records of whole games: the content of a file in any format, and our own format.

use std::collections::BTreeMap;

use crate::notation::NotationError;
use crate::play::clock::SavedClock;
use serde::{Deserialize, Serialize};

pub use super::games::{GameFile, read, read_file};
use houserule_core::text::sanitised;

/// Recorded game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// Reference to the rules: `tak+late-walls`.
    pub game: Option<String>,
    /// Options.
    pub settings: Vec<(String, String)>,
    /// Rules hash when it was written, if the format has one.
    pub hash: Option<String>,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// Initial position, if it is not the usual one.
    pub position: Option<String>,
    /// Moves.
    pub moves: Vec<String>,
    /// Undone moves, the next to redo first.
    pub undone: Vec<String>,
    /// Notes.
    pub notes: Vec<Note>,
    /// Players by seat, if known: names of people or bots.
    pub seats: Vec<String>,
    /// Result in the short code of the notation.
    pub result: Option<String>,
    /// Points of the winner.
    pub points: Option<String>,
    /// Clock of the game.
    pub clock: Option<SavedClock>,
    /// Further information about the rules, to locate them and to describe differences.
    pub origin: RecordedRules,
}

/// Note on a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Number of moves before it.
    pub after: usize,
    /// The note.
    pub text: String,
}

/// Rules kept in a record besides their name and hash.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedRules {
    /// Scripts, base first.
    pub scripts: Vec<RecordedScript>,
    /// Every rule as a sentence, by the key path of its subject.
    pub descriptions: BTreeMap<String, String>,
}

/// Script that a game was played under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedScript {
    /// Name of the script.
    pub name: String,
    /// Its file, unless it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Hash of its text.
    pub text: String,
}

/// Longest note that is kept.
pub const MAX_NOTE_LEN: usize = 1000;

/// Our own format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRecord {
    /// Version of the format.
    houserule: u32,
    game: String,
    rules: String,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<String>,
    moves: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    taken_back: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    #[serde(default, rename = "note", skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(default, rename = "script", skip_serializing_if = "Vec::is_empty")]
    scripts: Vec<RecordedScript>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<String, String>,
}

impl Record {
    /// Parses our own format.
    pub(super) fn from_saved(text: &str) -> Result<Record, NotationError> {
        let saved: SavedRecord = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].lines().count().max(1));
            let location = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            format!("it is not a saved game: {location}{}", error.message())
        })?;
        if saved.houserule != 1 {
            bail!("it was saved in format {}, but this program reads format 1", saved.houserule);
        }
        let moves = |text: &str| text.split_whitespace().map(str::to_string).collect();
        Ok(Record {
            game: Some(saved.game),
            settings: saved.options.into_iter().collect(),
            hash: Some(saved.rules),
            seed: Some(saved.seed),
            position: saved.position,
            moves: moves(&saved.moves),
            undone: moves(&saved.taken_back),
            notes: saved.notes,
            seats: saved.seats,
            result: saved.result,
            points: None,
            clock: saved.clock,
            origin: RecordedRules { scripts: saved.scripts, descriptions: saved.words },
        })
    }

    /// The record with untrusted text made printable.
    pub(super) fn into_readable(self) -> Record {
        let clean = |text: String| sanitised(&text);
        let clean_option = |text: Option<String>| text.map(clean);
        let clean_all = |texts: Vec<String>| texts.into_iter().map(clean).collect();
        let script = |recorded: RecordedScript| RecordedScript {
            name: clean(recorded.name),
            file: clean_option(recorded.file),
            text: clean(recorded.text),
        };
        let pair = |(key, value)| (clean(key), clean(value));
        Record {
            game: clean_option(self.game),
            settings: self.settings.into_iter().map(pair).collect(),
            hash: clean_option(self.hash),
            seed: self.seed,
            position: clean_option(self.position),
            moves: clean_all(self.moves),
            undone: clean_all(self.undone),
            notes: self.notes.into_iter().map(|note| Note { text: clean(note.text), ..note }).collect(),
            seats: clean_all(self.seats),
            result: clean_option(self.result),
            points: clean_option(self.points),
            clock: self.clock.map(|clock| SavedClock { control: clean(clock.control), times: clean(clock.times) }),
            origin: RecordedRules {
                scripts: self.origin.scripts.into_iter().map(script).collect(),
                descriptions: self.origin.descriptions.into_iter().map(pair).collect(),
            },
        }
    }

    /// The record in our own format.
    pub fn to_saved(&self) -> String {
        let saved = SavedRecord {
            houserule: 1,
            game: self.game.clone().unwrap_or_default(),
            rules: self.hash.clone().unwrap_or_default(),
            seed: self.seed.unwrap_or(0),
            position: self.position.clone(),
            result: self.result.clone(),
            seats: self.seats.clone(),
            moves: self.moves.join(" "),
            taken_back: self.undone.join(" "),
            options: self.settings.iter().cloned().collect(),
            clock: self.clock.clone(),
            notes: self.notes.clone(),
            scripts: self.origin.scripts.clone(),
            words: self.origin.descriptions.clone(),
        };
        toml::to_string(&saved).unwrap_or_default()
    }

    /// Notes after `moves` moves.
    pub fn notes_after(&self, moves: usize) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |note| note.after == moves).map(|note| note.text.as_str())
    }
}
