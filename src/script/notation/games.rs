//! Game files: PTN, lines of Trax turns and our own saved games. A file is parsed game by game, so that one with many
//! thousand games takes little more memory than its text.

use std::ops::Range;
use std::path::Path;

use super::record::{Record, SourceFile};
use super::{Notation, ptn, trax};
use crate::files::{DisplayPath, read_text};
use crate::notation::NotationError;
use houserule_core::text::one_line;

/// Longest file of records that is read.
const MAX_GAME_FILE_LEN: u64 = 64 << 20;

/// Longest text of a game that is kept to be saved as it is. A saved game contains it besides what was read from it.
const MAX_SOURCE_LEN: usize = 4 << 20;

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

    /// Whether this is the format of a notation's own files.
    fn is_of(self, notation: &dyn Notation) -> bool {
        let extension = match self {
            GameFormat::Saved => return false,
            GameFormat::Ptn => "ptn",
            GameFormat::TraxLines | GameFormat::TraxTurns => "trx",
        };
        notation.is_file_extension(extension)
    }

    /// File of a game, to be kept with its record.
    fn source_of(self, text: &str) -> Option<SourceFile> {
        let text = match self {
            GameFormat::Saved => return None,
            _ if text.len() <= MAX_SOURCE_LEN => text,
            GameFormat::Ptn => ptn::header(text),
            GameFormat::TraxLines | GameFormat::TraxTurns => return None,
        };
        Some(SourceFile { text: text.to_string(), ..SourceFile::default() })
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

/// Saved games of a file; each begins with the version of the format.
fn saved_games(text: &str) -> impl Iterator<Item = LocatedGame> + '_ {
    let mut start = text.len() - text.trim_start().len();
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let span = start..start + saved_game_len(rest);
        start = span.end;
        Some(Record::from_saved(&text[span.clone()]).map(|record| (span, record)))
    })
}

/// Length of the first saved game of a text: up to a line outside strings and comments with the version of the next.
fn saved_game_len(text: &str) -> usize {
    let mut at = 0;
    while let Some(found) = text[at..].find(['\n', '"', '\'', '#']) {
        at += found;
        let rest = &text[at..];
        if rest.strip_prefix('\n').is_some_and(is_version_line) {
            return at + 1;
        }
        at += match rest.starts_with('#') {
            true => rest.find('\n').unwrap_or(rest.len()),
            false => toml_string_len(rest).unwrap_or(1),
        };
    }
    text.len()
}

/// Whether a text begins with `houserule = 1`. An option of that name has its value in quotes.
fn is_version_line(text: &str) -> bool {
    let value = text.strip_prefix("houserule").and_then(|rest| rest.trim_start().strip_prefix('='));
    value.is_some_and(|value| value.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Length of the TOML string that a text begins with, if it does. An unclosed string ends with its line, or with the
/// text if it may have several lines.
fn toml_string_len(text: &str) -> Option<usize> {
    let delimiter = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|delimiter| text.starts_with(delimiter))?;
    let (has_escapes, has_lines) = (delimiter.starts_with('"'), delimiter.len() > 1);
    let mut at = delimiter.len();
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if rest.starts_with(delimiter) {
            // Up to two quotes before the closing ones belong to the text.
            let quotes = rest.bytes().take_while(|byte| delimiter.as_bytes()[0] == *byte).count();
            return Some(at + if has_lines { quotes.min(delimiter.len() + 2) } else { 1 });
        }
        if next == '\n' && !has_lines {
            break;
        }
        at += next.len_utf8();
        if next == '\\' && has_escapes {
            at += text[at..].chars().next().filter(|escaped| has_lines || *escaped != '\n').map_or(0, char::len_utf8);
        }
    }
    Some(at)
}

/// Text without a byte order mark.
fn strip_bom(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Every game of a file, with untrusted text made printable.
pub fn read(text: &str) -> Result<Vec<Record>, NotationError> {
    GameFile::new(text.to_string())?.games()
}

/// The only game of a text in a notation's own format, if it is well-formed.
pub(super) fn read_one(text: &str, notation: &dyn Notation) -> Option<Record> {
    let text = strip_bom(text);
    let format = GameFormat::detect(text).ok().filter(|format| format.is_of(notation))?;
    let (_, record) = format.games(text).next()?.ok()?;
    Some(record.into_readable())
}

/// File whose games are all well-formed and parsed on demand.
pub struct GameFile {
    text: String,
    /// Length of a byte order mark.
    bom_len: usize,
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
        let games_text = strip_bom(&text);
        let format = GameFormat::detect(games_text)?;
        let spans = format.games(games_text).map(|game| Ok(game?.0)).collect::<Result<_, NotationError>>()?;
        let bom_len = text.len() - games_text.len();
        Ok(GameFile { text, bom_len, format, spans })
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
        let (start, end) = (self.bom_len + span.start, self.bom_len + span.end);
        let game = self.format.games(&self.text[start..end]).next();
        let (_, record) = game.ok_or("there is no such game in the file")??;
        let record = record.into_readable();
        let source_text = match (self.len(), number) {
            (1, _) => &self.text,
            (_, 0) => &self.text[..end],
            _ => &self.text[start..end],
        };
        Ok(Record { source: record.source.or_else(|| self.format.source_of(source_text)), ..record })
    }

    /// Every game.
    fn games(&self) -> Result<Vec<Record>, NotationError> {
        (0..self.len()).map(|number| self.game(number)).collect()
    }
}

/// Game of a file to continue, and the earlier games of its match: the last of a file that holds a match, otherwise the
/// first.
pub fn to_continue(mut records: Vec<Record>) -> Option<(Record, Vec<Record>)> {
    match records.last().is_some_and(Record::continues_match) {
        true => Some((records.pop()?, records)),
        false => Some((records.into_iter().next()?, Vec::new())),
    }
}

/// Every game of a file on disk.
pub fn read_file(path: &Path) -> Result<Vec<Record>, NotationError> {
    GameFile::open(path)?.games()
}
