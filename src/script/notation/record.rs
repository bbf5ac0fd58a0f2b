//! Records of whole games: the content of a file in any format, and our own format.

use std::collections::BTreeMap;

use crate::notation::NotationError;
use crate::play::clock::SavedClock;
use serde::{Deserialize, Serialize};

pub use super::games::{GameFile, read, read_file, to_continue};
pub use super::source::{LineTurns, Place, SourceFile, Variation, VariationTurns, spelled};
use houserule_core::text::{one_line, sanitised};

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
    /// Moves that the file spells differently, with marks such as `!`, by their index.
    pub spellings: BTreeMap<usize, String>,
    /// Lines of moves that leave the game, each after the line that it leaves.
    pub variations: Vec<Variation>,
    /// Position in a variation, if one was shown.
    pub place: Option<Place>,
    /// Players by seat, if known: names of people or bots.
    pub seats: Vec<String>,
    /// Result in the short code of the notation.
    pub result: Option<String>,
    /// Points of the winner.
    pub points: Option<String>,
    /// Match that the game belongs to.
    pub in_match: Option<MatchPart>,
    /// Clock of the game.
    pub clock: Option<SavedClock>,
    /// Further information about the rules, to locate them and to describe differences.
    pub origin: RecordedRules,
    /// File that it was read from, if its format is not ours.
    pub source: Option<SourceFile>,
}

/// Place of a game in a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPart {
    /// Title of the match, the same for all its games.
    pub title: String,
    /// Number of the game, from 1.
    pub game: usize,
    /// Whether the match is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// Table of the match, with the last game of a file; opaque here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<toml::Table>,
}

/// Note on a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Number of moves before it.
    pub after: usize,
    /// The note.
    pub text: String,
    /// The comment as a file has it, if that is not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
}

impl MatchPart {
    /// The part with untrusted text made printable.
    fn into_readable(self) -> MatchPart {
        MatchPart { title: one_line(&self.title, MAX_TITLE_LEN), ..self }
    }
}

impl Note {
    /// Note with a text that may be untrusted.
    pub fn new(text: &str, after: usize) -> Note {
        Note { after, text: one_line(text.trim(), MAX_NOTE_LEN), original: None }
    }

    /// The note with untrusted text made printable.
    pub(super) fn into_readable(self) -> Note {
        Note { text: sanitised(&self.text), ..self }
    }
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

/// Longest title of a match.
const MAX_TITLE_LEN: usize = 1000;

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceFile>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default, with = "spellings", skip_serializing_if = "BTreeMap::is_empty")]
    spellings: BTreeMap<usize, String>,
    #[serde(default, rename = "variation", skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    #[serde(default, rename = "note", skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(default, rename = "script", skip_serializing_if = "Vec::is_empty")]
    scripts: Vec<RecordedScript>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<String, String>,
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    in_match: Option<MatchPart>,
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
            spellings: saved.spellings,
            variations: saved.variations,
            place: saved.place,
            seats: saved.seats,
            result: saved.result,
            points: None,
            in_match: saved.in_match,
            clock: saved.clock,
            origin: RecordedRules { scripts: saved.scripts, descriptions: saved.words },
            source: saved.source,
        })
    }

    /// Whether a match goes on with this game.
    pub fn continues_match(&self) -> bool {
        self.in_match.as_ref().is_some_and(|part| part.table.is_some())
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
        let game_len = self.moves.len() + self.undone.len();
        Record {
            game: clean_option(self.game),
            settings: self.settings.into_iter().map(pair).collect(),
            hash: clean_option(self.hash),
            seed: self.seed,
            position: clean_option(self.position),
            moves: clean_all(self.moves),
            undone: clean_all(self.undone),
            notes: self.notes.into_iter().map(Note::into_readable).collect(),
            spellings: self.spellings,
            variations: Variation::connected(self.variations, game_len),
            place: self.place,
            seats: clean_all(self.seats),
            result: clean_option(self.result),
            points: clean_option(self.points),
            in_match: self.in_match.map(MatchPart::into_readable),
            clock: self.clock.map(|clock| SavedClock { control: clean(clock.control), times: clean(clock.times) }),
            origin: RecordedRules {
                scripts: self.origin.scripts.into_iter().map(script).collect(),
                descriptions: self.origin.descriptions.into_iter().map(pair).collect(),
            },
            source: self.source,
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
            place: self.place.clone(),
            source: self.source.clone(),
            options: self.settings.iter().cloned().collect(),
            spellings: self.spellings.clone(),
            variations: self.variations.clone(),
            clock: self.clock.clone(),
            notes: self.notes.clone(),
            scripts: self.origin.scripts.clone(),
            words: self.origin.descriptions.clone(),
            in_match: self.in_match.clone(),
        };
        toml::to_string(&saved).unwrap_or_default()
    }
}

/// Spellings by the index of their move, which is text in TOML.
mod spellings {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(spellings: &BTreeMap<usize, String>, serializer: S) -> Result<S::Ok, S::Error> {
        let texts: BTreeMap<String, &String> =
            spellings.iter().map(|(index, text)| (index.to_string(), text)).collect();
        texts.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<usize, String>, D::Error> {
        let texts = BTreeMap::<String, String>::deserialize(deserializer)?;
        let number =
            |key: String| key.parse().map_err(|_| serde::de::Error::custom("a key of `spellings` is not a number"));
        texts.into_iter().map(|(key, text)| Ok((number(key)?, text))).collect()
    }
}
