//! Game files: PTN, lines of Trax turns and our own saved games. A file is parsed game by game, so that one with many
//! thousand games takes little more memory than its text.

use std::ops::Range;
use std::path::Path;

use super::record::Record;
use super::{ptn, trax};
use crate::files::{DisplayPath, read_text};
use crate::notation::NotationError;
use houserule_core::text::one_line;

/// Longest file of records that is read.
const MAX_GAME_FILE_LEN: u64 = 64 << 20;

/// A game and its part of the text; parsed alone, that part gives the same game.
pub type LocatedGame = Result<(Range<usize>, Record), NotationError>;

/// Format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameFormat {
    Saved,
    Ptn,
    /// Lines of an id, rules, turns and outcome.
    TraxLines,
    TraxTurns,
}

impl GameFormat {
    fn detect(text: &str) -> Result<GameFormat, NotationError> {
        let start = text.trim_start();
        if start.starts_with("houserule") {
            return Ok(GameFormat::Saved);
        }
        if start.starts_with('[') {
            return Ok(GameFormat::Ptn);
        }
        match trax::is_tabbed(text) {
            Some(true) => Ok(GameFormat::TraxLines),
            Some(false) => Ok(GameFormat::TraxTurns),
            None => {
                let known =
                    "a PTN file, which starts with a `[Tag \"value\"]` line, nor Trax turns, which start with `@0`";
                bail!("it is neither {known}, nor a saved game")
            }
        }
    }

    /// Games of a text, up to the first that cannot be parsed.
    fn games(self, text: &str) -> Box<dyn Iterator<Item = LocatedGame> + '_> {
        match self {
            GameFormat::Saved => Box::new(saved_games(text)),
            GameFormat::Ptn => Box::new(ptn::games(text)),
            GameFormat::TraxLines => Box::new(trax::games_of_lines(text)),
            GameFormat::TraxTurns => Box::new(trax::games_of_turns(text).map(Ok)),
        }
    }
}

/// Saved games of a file; each begins with the keyword of the format.
fn saved_games(text: &str) -> impl Iterator<Item = LocatedGame> + '_ {
    let mut start = text.len() - text.trim_start().len();
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.match_indices("\nhouserule").next().map_or(rest.len(), |(at, _)| at + 1);
        let span = start..start + length;
        start = span.end;
        Some(Record::from_saved(&text[span.clone()]).map(|record| (span, record)))
    })
}

/// Text without a byte order mark.
fn strip_bom(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Every game of a file, with untrusted text made printable.
pub fn read(text: &str) -> Result<Vec<Record>, NotationError> {
    let text = strip_bom(text);
    let games = GameFormat::detect(text)?.games(text);
    games.map(|game| Ok(game?.1.into_readable())).collect()
}

/// File whose games are all well-formed and parsed on demand.
pub struct GameFile {
    text: String,
    format: GameFormat,
    spans: Vec<Range<usize>>,
}

impl GameFile {
    /// Reads the games of a file.
    pub fn open(path: &Path) -> Result<GameFile, NotationError> {
        let text = read_text(path, MAX_GAME_FILE_LEN).map_err(String::from)?;
        GameFile::new(text)
            .map_err(|error| format!("cannot read {}: {}", path.printable(), one_line(&error.to_string(), 200)).into())
    }

    /// Reads the games of a text.
    pub fn new(text: String) -> Result<GameFile, NotationError> {
        let text = match strip_bom(&text).len() {
            length if length == text.len() => text,
            _ => strip_bom(&text).to_string(),
        };
        let format = GameFormat::detect(&text)?;
        let spans = format.games(&text).map(|game| Ok(game?.0)).collect::<Result<_, NotationError>>()?;
        Ok(GameFile { text, format, spans })
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether the file has no games.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Game with a number, from 0, with untrusted text made printable.
    pub fn game(&self, number: usize) -> Result<Record, NotationError> {
        let span = self.spans.get(number).cloned().unwrap_or_default();
        let game = self.format.games(&self.text[span]).next();
        let (_, record) = game.ok_or("there is no such game in the file")??;
        Ok(record.into_readable())
    }
}

/// Game of a file to continue, and the earlier games of its match: the last of a file that holds a match, otherwise the
/// first.
pub fn to_continue(mut records: Vec<Record>) -> Option<(Record, Vec<Record>)> {
    let has_table = |record: &Record| record.in_match.as_ref().is_some_and(|part| part.table.is_some());
    match records.last().is_some_and(has_table) {
        true => Some((records.pop()?, records)),
        false => Some((records.into_iter().next()?, Vec::new())),
    }
}

/// Every game of a file on disk.
pub fn read_file(path: &Path) -> Result<Vec<Record>, NotationError> {
    let file = GameFile::open(path)?;
    (0..file.len()).map(|number| file.game(number)).collect()
}
