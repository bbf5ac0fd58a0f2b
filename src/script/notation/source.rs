//! What a record keeps of the file that it was read from, and variations: lines of moves that leave the game.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::record::{Note, Record};
use super::{Notation, games};
use crate::play::clock::SavedClock;
use houserule_core::text::{is_unprintable, one_line, sanitised};

/// Longest name of a variation.
pub(super) const MAX_NAME_LEN: usize = 400;

/// File that a record was read from. As long as the game says the same, it is saved with the same text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceFile {
    /// Text of the game in the file, with tags that mean nothing here. It is not made printable.
    pub text: String,
    /// Rules hash when the file was loaded; none before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Result when the file was loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Players when the file was loaded, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<String>>,
}

/// Line of moves that leaves the game or another variation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Name, of which a record has no other.
    pub name: String,
    /// Name of the variation that it leaves; empty if it leaves the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parent: String,
    /// Number of moves before its first, counted from the start of the game.
    pub after: usize,
    /// Its moves, spelled as in the file that they come from.
    #[serde(with = "words")]
    pub moves: Vec<String>,
    /// Result at its end, as the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Notes on its moves; those before the first have the number `after`.
    #[serde(default, rename = "note", skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// Position in a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Name of the variation.
    pub variation: String,
    /// Number of moves from the start of the game.
    pub moves: usize,
}

/// Turns of the moves of a record, for notations that number them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineTurns {
    /// Number of completed turns before each move of the game.
    pub main: Vec<u32>,
    /// The same for each variation; none if it leaves a line that is not long enough.
    pub variations: Vec<Option<VariationTurns>>,
}

/// Turns of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariationTurns {
    /// Number of moves before the variation in the round in which it begins.
    pub before: usize,
    /// Turns of those moves, then of its own.
    pub turns: Vec<u32>,
}

/// Moves as one line of text.
mod words {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::one_line;
    use crate::notation::ptn::is_move_word;

    pub fn serialize<S: Serializer>(words: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&words.join(" "))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.split_whitespace().find(|word| !is_move_word(word)) {
            Some(word) => Err(Error::custom(format!("`{}` is not a move", one_line(word, 60)))),
            None => Ok(text.split_whitespace().map(str::to_string).collect()),
        }
    }
}

impl Variation {
    /// The variations with moves that leave the game or a variation before them, between its first move and its end.
    /// Names are unique, and untrusted text is made printable.
    pub(super) fn connected(variations: Vec<Variation>, game_len: usize) -> Vec<Variation> {
        let mut lines = HashMap::from([(String::new(), 0..=game_len)]);
        let readable = variations.into_iter().map(Variation::into_readable);
        let is_connected = |variation: &Variation| {
            let is_reached = lines.get(&variation.parent).is_some_and(|line| line.contains(&variation.after));
            let is_kept = is_reached && !variation.moves.is_empty() && !lines.contains_key(&variation.name);
            if is_kept {
                lines.insert(variation.name.clone(), variation.after..=variation.after + variation.moves.len());
            }
            is_kept
        };
        readable.filter(is_connected).collect()
    }

    /// The variation with untrusted text made printable.
    fn into_readable(self) -> Variation {
        Variation {
            name: one_line(&self.name, MAX_NAME_LEN),
            parent: one_line(&self.parent, MAX_NAME_LEN),
            // They stay words.
            moves: self.moves.iter().map(|text| text.replace(is_unprintable, "\u{fffd}")).collect(),
            result: self.result.map(|text| sanitised(&text)),
            notes: self.notes.into_iter().map(Note::into_readable).collect(),
            ..self
        }
    }
}

impl Record {
    /// All moves of the game as the file spells them, undone ones too.
    pub fn spelled_moves(&self) -> Vec<String> {
        spelled(self.moves.iter().chain(&self.undone), 0, &self.spellings)
    }

    /// Clock that goes on with the game; one without times does not.
    fn own_clock(&self) -> Option<&SavedClock> {
        self.clock.as_ref().filter(|clock| clock.has_times())
    }

    /// Text of the file that the record was read from, if the record still says what that says.
    pub fn unchanged_text(&self, notation: &dyn Notation) -> Option<&str> {
        let source = self.source.as_ref().filter(|source| source.rules == self.hash)?;
        let mut read = games::read_one(&source.text, notation)?;
        read.notes.sort_by_key(|note| note.after);
        let is_same = read.moves == self.spelled_moves()
            && read.notes == self.notes
            && read.variations == self.variations
            && source.seats.as_ref().is_none_or(|seats| *seats == self.seats)
            && (self.result.is_none() || self.result == source.result)
            && (!notation.stores_clocks() || self.own_clock() == read.own_clock() && self.in_match == read.in_match);
        is_same.then_some(source.text.as_str())
    }
}

/// Moves in their own spellings; `first` is the number of the first one.
pub fn spelled<'m>(
    moves: impl Iterator<Item = &'m String>,
    first: usize,
    spellings: &BTreeMap<usize, String>,
) -> Vec<String> {
    moves.enumerate().map(|(index, text)| spellings.get(&(first + index)).unwrap_or(text).clone()).collect()
}
