//! Records of whole games: what a file tells of one, whatever its format, and our own format.

use std::collections::BTreeMap;

use crate::notation::NotationError;
use serde::{Deserialize, Serialize};

pub use super::games::{GameFile, read, read_file};
use houserule_core::text::readable;

/// A game as a file tells it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The rules it names: `tak+late-walls`.
    pub game: Option<String>,
    pub settings: Vec<(String, String)>,
    /// The rules' hash when it was written, if the format keeps one.
    pub hash: Option<String>,
    pub seed: Option<u64>,
    pub position: Option<String>,
    pub moves: Vec<String>,
    /// Moves that were taken back and can be played again, the next one first.
    pub taken_back: Vec<String>,
    pub notes: Vec<Note>,
    /// Who sits where, if that is told: people by their names, bots by theirs.
    pub seats: Vec<String>,
    pub result: Option<String>,
    /// What the game was worth to its winner.
    pub points: Option<String>,
    /// What else is kept of the rules, to find them again and to say what differs.
    pub origin: RecordedRules,
}

/// What somebody noted in the course of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// After how many moves.
    pub after: usize,
    pub text: String,
}

/// Rules as a record keeps them beside their name and their hash.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedRules {
    pub scripts: Vec<RecordedScript>,
    /// Every rule in words, by the key path of what it is about.
    pub words: BTreeMap<String, String>,
}

/// A script that a game was played under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedScript {
    pub name: String,
    /// Where it was, unless it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The hash of its text.
    pub text: String,
}

/// The longest note that is kept.
pub const MAX_NOTE_LEN: usize = 1000;

/// Our own format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRecord {
    /// The version of the format.
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
    #[serde(default, rename = "note", skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(default, rename = "script", skip_serializing_if = "Vec::is_empty")]
    scripts: Vec<RecordedScript>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<String, String>,
}

impl Record {
    /// Reads our own format.
    pub(super) fn from_saved(text: &str) -> Result<Record, NotationError> {
        let saved: SavedRecord = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].lines().count().max(1));
            let at = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            format!("it is not a saved game: {at}{}", error.message())
        })?;
        if saved.houserule != 1 {
            bail!("it was saved in format {}, and this program reads format 1", saved.houserule);
        }
        let moves = |text: &str| text.split_whitespace().map(str::to_string).collect();
        Ok(Record {
            game: Some(saved.game),
            settings: saved.options.into_iter().collect(),
            hash: Some(saved.rules),
            seed: Some(saved.seed),
            position: saved.position,
            moves: moves(&saved.moves),
            taken_back: moves(&saved.taken_back),
            notes: saved.notes,
            seats: saved.seats,
            result: saved.result,
            points: None,
            origin: RecordedRules { scripts: saved.scripts, words: saved.words },
        })
    }

    /// The same in words that can be shown.
    pub(super) fn made_readable(self) -> Record {
        let tell = |text: String| readable(&text);
        let maybe = |text: Option<String>| text.map(tell);
        let all = |texts: Vec<String>| texts.into_iter().map(tell).collect();
        let script = |kept: RecordedScript| RecordedScript {
            name: tell(kept.name),
            file: maybe(kept.file),
            text: tell(kept.text),
        };
        let pair = |(key, value)| (tell(key), tell(value));
        Record {
            game: maybe(self.game),
            settings: self.settings.into_iter().map(pair).collect(),
            hash: maybe(self.hash),
            seed: self.seed,
            position: maybe(self.position),
            moves: all(self.moves),
            taken_back: all(self.taken_back),
            notes: self.notes.into_iter().map(|note| Note { text: tell(note.text), ..note }).collect(),
            seats: all(self.seats),
            result: maybe(self.result),
            points: maybe(self.points),
            origin: RecordedRules {
                scripts: self.origin.scripts.into_iter().map(script).collect(),
                words: self.origin.words.into_iter().map(pair).collect(),
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
            taken_back: self.taken_back.join(" "),
            options: self.settings.iter().cloned().collect(),
            notes: self.notes.clone(),
            scripts: self.origin.scripts.clone(),
            words: self.origin.words.clone(),
        };
        toml::to_string(&saved).unwrap_or_default()
    }

    /// What was noted after so many moves.
    pub fn notes_after(&self, moves: usize) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |note| note.after == moves).map(|note| note.text.as_str())
    }
}
